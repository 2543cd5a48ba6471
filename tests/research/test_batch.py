"""Many matches at once are the same matches as one by one."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.variants import VARIANTS, Variant
from tilery.match.match import IllegalMoveError, Match
from tilery.research.batch import Batch
from tilery.research.episode import Episode
from tilery.words import SpokenError

# The variant of each game with the most seats and its last options.
LAST = list({variant.game: variant for variant in VARIANTS}.values())
each_game = pytest.mark.parametrize("variant", LAST, ids=str)


def batch_of(variant: Variant, count: int, threads: int | None = None) -> Batch:
    return Batch(variant.game, variant.seats, options=variant.options, count=count, threads=threads)


def episode_from(batch: Batch, index: int) -> Episode:
    """An episode that has come as far as a fresh match of a batch."""
    episode = Episode(batch.game, batch.seats, options=batch.options, seed=0)
    episode.match.states[0] = batch.states[index]
    episode._start(episode.match)
    return episode


@each_game
def test_each_match_goes_as_it_would_alone(variant: Variant) -> None:
    batch = batch_of(variant, 3)
    observations, info = batch.reset(seed=4)
    episodes = [episode_from(batch, index) for index in range(3)]
    ended = 0
    while ended < 4:
        for index, episode in enumerate(episodes):
            assert info["seat"][index] == episode.seat
            assert (info["action_mask"][index] == episode.mask()).all()
            assert (observations[index] == episode.observe(int(info["seat"][index]))).all()
        actions, asked = batch.random_actions(), info["seat"].copy()
        observations, rewards, terminations, truncations, info = batch.step(actions)
        assert not truncations.any()
        for index, episode in enumerate(episodes):
            episode.act(int(actions[index]))
            assert terminations[index] == (episode.seat is None)
            assert info["rewards"][index].tolist() == episode.rewards().tolist()
            assert rewards[index] == episode.rewards()[asked[index]]
            if episode.seat is None:
                ended += 1
                assert tuple(info["points"][index]) == episode.match.scores.totals
                assert (info["final_obs"][index] == episode.observe(int(asked[index]))).all()
                episodes[index] = episode_from(batch, index)
            else:
                assert not info["points"][index].any()


@each_game
def test_threads_make_no_difference(variant: Variant) -> None:
    found = []
    for threads in (1, 2, 3):
        batch = batch_of(variant, 7, threads=threads)
        batch.reset(seed=9)
        total = np.zeros(variant.seats)
        for _ in range(60):
            observations, *_, info = batch.step(batch.random_actions())
            total += info["rewards"].sum(axis=0)
        found.append((observations.tobytes(), batch.states.tobytes(), total.tolist()))
    assert found[0] == found[1] == found[2]


def test_seeds_decide_the_deals() -> None:
    batch = Batch("topiary", count=50)
    first, _ = batch.reset(seed=1)
    kept = first.copy()
    assert (batch.reset(seed=1)[0] == kept).all()
    assert (batch.reset(seed=2)[0] != kept).any()
    assert len({row.tobytes() for row in kept}) == 50


def test_arrays_are_not_copied_and_what_is_written_to_them_changes_no_match() -> None:
    batch, twin = Batch("triqueta", count=4), Batch("triqueta", count=4)
    observations, info = batch.reset(seed=1)
    twin.reset(seed=1)
    for _ in range(60):
        actions = twin.random_actions()
        again, rewards, terminations, truncations, later = batch.step(actions)
        other, own, ended, _, told = twin.step(actions)
        assert np.shares_memory(observations, again)
        assert np.shares_memory(info["action_mask"], later["action_mask"])
        for found, expected in ((again, other), (rewards, own), (terminations, ended)):
            assert (found == expected).all()
        assert all((later[name] == told[name]).all() for name in told if name != "final_obs")
        assert (later["final_obs"][ended] == told["final_obs"][ended]).all()
        arrays: list[NDArray[Any]] = [again, rewards, terminations, truncations, *later.values()]
        for array in arrays:
            array[:] = 1
    with pytest.raises(IllegalMoveError, match="match 0 cannot take action"):
        batch.step((~told["action_mask"]).argmax(axis=1))


def test_an_action_that_is_not_legal_stops_all() -> None:
    batch = Batch("triqueta", count=3)
    _, info = batch.reset()
    before = batch.states.tobytes()
    actions = batch.random_actions()
    for wrong in (1, -1, 13):
        actions[2] = wrong
        with pytest.raises(IllegalMoveError, match=f"match 2 cannot take action {wrong} now"):
            batch.step(actions)
    assert batch.states.tobytes() == before
    assert (info["seat"] == 0).all()


def test_random_actions_are_legal_and_each_as_likely() -> None:
    batch = Batch("triqueta", count=3000)
    _, info = batch.reset()
    counts = np.bincount(batch.random_actions(), minlength=13)
    assert set(np.flatnonzero(counts)) == set(np.flatnonzero(info["action_mask"][0])) == {0, 8, 9}
    assert counts[[0, 8, 9]].min() > 900


def test_any_seat_can_be_observed() -> None:
    batch = Batch("topiary", seats=3, count=5)
    observations, info = batch.reset()
    assert (batch.observe(0) == observations).all()
    assert (batch.by_field(batch.observe(2))["hands"][:, 0].sum(axis=1) == 3).all()
    assert not batch.by_field(batch.observe(2))["hands"][:, 1:].any()
    assert (info["seat"] == 0).all()


def test_without_observations_the_rest_is_the_same() -> None:
    found = []
    for observe in (True, False):
        batch = Batch("terraflip", count=6, observe=observe)
        batch.reset(seed=3)
        for _ in range(30):
            observations, *_, info = batch.step(batch.random_actions())
        found.append(info["action_mask"].tobytes())
    assert found[0] == found[1]
    assert observations.shape == (6, 0)


@pytest.mark.parametrize("game", ["topiary", "triqueta", "tipperary", "terraflip"])
def test_a_row_becomes_a_match_and_a_match_a_row(game: str) -> None:
    batch = Batch(game, count=3, threads=1)
    batch.reset(seed=4)
    for _ in range(5):
        batch.step(batch.random_actions())
    match = batch.match(1)
    assert match.state.tobytes() == batch.states[1].tobytes()
    match.play_randomly(3, seed=1)
    assert match.state.tobytes() != batch.states[1].tobytes(), "a match of its own"
    before = [batch.states[row].tobytes() for row in (0, 2)]
    batch.set_match(1, match)
    assert batch.states[1].tobytes() == match.state.tobytes()
    assert [batch.states[row].tobytes() for row in (0, 2)] == before
    assert batch._arrays.asked[1] == match.waiting[0]
    batch.step(batch.random_actions())
    match.play_randomly(seed=1)
    with pytest.raises(SpokenError, match="that match is over"):
        batch.set_match(1, match)
    with pytest.raises(SpokenError, match="that match is of another game"):
        batch.set_match(1, Match(game, 3, seed=1))


BAD: dict[str, dict[str, Any]] = {
    "a number of matches must be at least 1": {"count": 0},
    "a number of matches must be a whole number": {"count": 1.5},
    "2 to 4 seats": {"seats": 5},
    "a number of threads must be at least 1": {"threads": 0},
    "without opponents there is no seat to choose": {"seat": 0},
    "a seat must be at most 1": {"seat": 2, "opponents": "easy"},
    "there is no level 'master'; there are novice": {"opponents": "master"},
    "with 2 seats there are 1 opponents, not 2": {"opponents": ["easy", "easy"]},
    "cannot search; in Topiary these levels do: novice, easy and medium": {"opponents": "hard"},
    "the name of a level or a Thinking": {"opponents": [7]},
    "shaping must be a finite number": {"shaping": float("nan")},
}


@pytest.mark.parametrize("sentence", BAD)
def test_what_makes_no_batch_gets_a_sentence(sentence: str) -> None:
    with pytest.raises(SpokenError, match=sentence):
        Batch("topiary", **{"seats": 2, **BAD[sentence]})


def test_nothing_can_be_asked_of_a_batch_that_is_not_dealt() -> None:
    batch = Batch("triqueta", count=2)
    for ask in (batch.random_actions, lambda: batch.observe(0), lambda: batch.step(np.zeros(2, int))):
        with pytest.raises(SpokenError, match="the batch is not dealt yet; call reset first"):
            ask()


def test_arguments_that_are_none_are_refused() -> None:
    batch = Batch("triqueta", count=2)
    batch.reset(seed=np.uint8(3))
    before = batch.states.tobytes()
    for actions in (np.zeros(2), [True, False], ["a", "b"], [[0], [0, 0]]):
        with pytest.raises(SpokenError, match="actions must be whole numbers"):
            batch.step(actions)
    for many in (np.zeros(3, int), 0, [[0], [0]]):
        with pytest.raises(SpokenError, match="there must be 2 actions in one row"):
            batch.step(many)
    for seat in (2, -1, 10**9):
        with pytest.raises(SpokenError, match="a seat must be at"):
            batch.observe(seat)
    with pytest.raises(SpokenError, match="no options of a reset"):
        batch.reset(options={"seats": 3})
    assert batch.states.tobytes() == before
    assert (batch.observe(np.int8(1)) == batch.observe(1)).all()


def test_a_batch_is_pickled_and_copied_whole() -> None:
    batch = Batch("topiary", count=5, opponents="novice", shaping=0.1)
    batch.reset(seed=4)
    batch.step(batch.random_actions())
    twins = [pickle.loads(pickle.dumps(batch)), copy.copy(batch), copy.deepcopy(batch)]
    for _ in range(30):
        actions = batch.random_actions()
        found = batch.step(actions)
        for twin in twins:
            assert (twin.random_actions() == actions).all()
            assert all((one == other).all() for one, other in zip(found[:4], twin.step(actions)[:4], strict=True))
