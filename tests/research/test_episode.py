"""One seat is asked at a time: who sees what, and what can be drawn anew."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pytest

from tests.truths import other_truth
from tests.variants import Variant, each
from tilery.match.match import IllegalMoveError
from tilery.research.episode import Episode, RecallingEpisode

each_variant = each()


def episode_of(variant: Variant, seed: int) -> RecallingEpisode:
    return RecallingEpisode(variant.game, variant.seats, options=variant.options, seed=seed)


def test_nobody_sees_what_others_decide_at_once() -> None:
    for first in range(0, 12, 3):
        episode = Episode("tipperary", 3, seed=5)
        before = [episode.observe(seat).tobytes() for seat in range(3)]
        episode.act(episode.legal_actions()[first])
        episode.act(random.Random(first).choice(episode.legal_actions()))
        assert episode.seat == 1
        assert [episode.observe(seat).tobytes() for seat in range(3)] == before
        assert episode.picture(1) == str(episode.match.view(1))


def test_what_was_decided_at_once_is_played_in_the_order_of_the_seats() -> None:
    episode = Episode("tipperary", 3, seed=6)
    while not episode.match.moves:
        episode.act(episode.legal_actions()[0])
    assert [move.seat for move in episode.match.moves] == [0, 1, 2]
    assert [entry.seat for entry in episode.log] == [0, 1, 2]
    assert all(len(entry.actions) == 2 for entry in episode.log)


def test_a_choice_that_is_not_complete_is_seen_by_its_seat_alone() -> None:
    episode = Episode("tipperary", 2, seed=7)
    before = [episode.observe(seat).tobytes() for seat in range(2)]
    episode.act(episode.legal_actions()[2])
    assert episode.observe(0).tobytes() != before[0]
    assert episode.observe(1).tobytes() == before[1]
    assert "(" in episode.picture(0).splitlines()[-1]


@each_variant
def test_an_episode_is_a_match_of_the_same_moves(variant: Variant) -> None:
    choose = random.Random(1)
    episode = episode_of(variant, 1)
    while episode.seat is not None:
        assert not episode.rewards().any()
        episode.act(choose.choice(episode.legal_actions()))
    outcome = episode.match.outcome
    assert outcome is not None
    best = episode.rewards().max()
    assert tuple(seat for seat, reward in enumerate(episode.rewards()) if reward == best) == outcome.winners
    assert abs(episode.rewards().sum()) < 1e-6
    assert episode.match.record().replay().scores == outcome


@each_variant
def test_drawn_anew_an_episode_is_the_same_to_its_seat(variant: Variant) -> None:
    choose = random.Random(2)
    episode = episode_of(variant, 2)
    steps = 0
    while episode.seat is not None:
        steps += 1
        if steps % 5 == 1:
            for seat in range(variant.seats):
                twin = episode.resample(seat, steps)
                assert twin.recall(seat) == episode.recall(seat)
                assert twin.observe(seat).tobytes() == episode.observe(seat).tobytes()
                assert twin.picture(seat) == episode.picture(seat)
                if seat == episode.seat:
                    assert twin.legal_actions() == episode.legal_actions()
                twin.act(twin.legal_actions()[-1])
        episode.act(choose.choice(episode.legal_actions()))


def test_drawn_anew_what_others_decide_at_once_differs() -> None:
    episode = Episode("tipperary", 2, seed=8)
    episode.act(episode.legal_actions()[0])
    episode.act(episode.legal_actions()[0])
    twins = [episode.resample(1, seed) for seed in range(6)]
    for twin in twins:
        while not twin.match.moves:
            twin.act(twin.legal_actions()[0])
    assert len({str(twin.match.moves[0]) for twin in twins}) > 3
    assert episode.resample(0, 1)._orders["moves"][0, 0] == episode._orders["moves"][0, 0]


@each_variant
def test_two_truths_that_look_the_same_are_drawn_anew_byte_for_byte_the_same(variant: Variant) -> None:
    """Whatever an episode holds of others: their last decisions, buffers with their moves, what they recall."""
    choose = random.Random(4)
    episode = episode_of(variant, 4)
    steps = 0
    while episode.seat is not None:
        steps += 1
        if steps % 7 == 1:
            for seat in range(variant.seats):
                twin = episode.copy()
                twin.match = other_truth(episode.match, seat, steps)
                twin._buffer[:] = 7
                twin._mask[:], twin._words[:] = 1, 7
                for other in range(variant.seats):
                    if other != seat:
                        twin._taken[other] = (5, 6)
                        twin._orders["moves"][0, other] = 7
                        twin._memories[other] = "guess"
                if episode.seat != seat:
                    twin._orders["part"] = 3
                imagined = [pickle.dumps(truth.resample(seat, steps)) for truth in (episode, twin)]
                assert imagined[0] == imagined[1]
                assert episode._memories[seat] in episode.resample(seat, 1).recall(seat)
        episode.act(choose.choice(episode.legal_actions()))


def test_copies_share_no_room_to_work_in() -> None:
    episode = Episode("tipperary", 2, seed=8)
    twin = episode.copy()
    for name, part in vars(episode).items():
        if isinstance(part, np.ndarray):
            assert not np.shares_memory(part, vars(twin)[name])


def test_secret_moves_of_others_are_forgotten() -> None:
    episode = Episode("terraflip", 2, seed=1)
    move = next(move for move in episode.match.legal_moves(0) if str(move).startswith("place forest"))
    episode.act(episode.actions_of(move)[0])
    assert episode.log[0].text == str(move)
    assert episode.resample(0, 1).log[0].text == str(move)
    assert episode.resample(1, 1).log[0].text.startswith("place ? ")
    assert episode.resample(1, 1).log[0].actions == (-1,)


@each_variant
def test_copies_and_pickles_are_independent(variant: Variant) -> None:
    choose = random.Random(3)
    episode = episode_of(variant, 3)
    for _ in range(3):
        episode.act(choose.choice(episode.legal_actions()))
    state = random.getstate()
    twins = [episode.copy(), pickle.loads(pickle.dumps(episode))]
    before = episode.recall(0)
    for twin in twins:
        assert twin.recall(0) == before
        twin.act(twin.legal_actions()[0])
    assert episode.recall(0) == before
    assert twins[0].recall(0) == twins[1].recall(0)
    assert random.getstate() == state


def test_actions_that_are_not_legal_are_refused_and_change_nothing() -> None:
    episode = Episode("triqueta", 2, seed=1)
    before = episode.match.state.tobytes()
    for action in (-1, 1, 13, 10**9):
        with pytest.raises(IllegalMoveError, match=f"action {action} cannot be taken now"):
            episode.act(action)
    assert episode.match.state.tobytes() == before
    assert episode.seat == 0


def test_actions_are_written_as_moves_are() -> None:
    episode = Episode("tipperary", 2, seed=1)
    first = episode.legal_actions()[0]
    assert episode.action_text(first).split()[0] == "place"
    assert len(episode.action_text(first).split()) == 3
    episode.act(first)
    assert len(episode.action_text(episode.legal_actions()[0]).split()) == 4
