"""Learned evaluations: weights fit their game or are refused, chances add up, and training repeats itself."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.effort import examples
from tests.truths import other_truth
from tests.uncompiled import printed_uncompiled
from tests.variants import VARIANTS, Variant, each, with_each_pair
from tilery import bots, games
from tilery.bots import weights
from tilery.bots.judging import evaluator_with, judge, new_evaluator, new_scratch
from tilery.bots.net import Net, exponential
from tilery.bots.training.fitting import Examples, with_foresight
from tilery.bots.training.train import Trainer, TrainingSettings, variants
from tilery.games.thinking import Thinking
from tilery.kernel import contract
from tilery.kernel.native import COMPILED
from tilery.match.match import Match
from tilery.words import SpokenError

PEBBLES = games.find("pebbles")
QUICK = TrainingSettings(seed=3, rounds=1, games=200, gate=20, hidden=4, epochs=4)
LEARNED = [variant for variant in VARIANTS if weights.path_of(games.find(variant.game), variant.seats).exists()]
COMPARED = with_each_pair(LEARNED)
JUDGED = examples(46)
"""Positions of each, in which compiled and plain networks are compared."""
WITH_FEATURES = [variant for variant in VARIANTS if weights.feature_count(games.find(variant.game), variant.seats)]


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("weights") / "pebbles.npz"
    told = Trainer(PEBBLES, 2, QUICK).run(path)
    assert path.exists(), [str(sentence) for sentence in told]
    return path


def test_weights_tell_where_they_come_from_and_what_they_were_chosen_by(trained: Path) -> None:
    net, header = weights.read(trained)
    weights.check(trained, net, header, PEBBLES, 2)
    assert (header.game, header.rules, header.seats, header.seed) == ("pebbles", 1, 2, 3)
    assert header.command.startswith("tilery train pebbles --seats 2 --seed 3 --rounds 1 --games 200")
    (gate,) = header.results["gates"]
    assert gate["against"] == "hand"
    assert gate["games"] == 20
    assert 0 < header.results["rounds"][0]["brier"] < 0.25


def test_training_foresees_the_end_of_a_game(trained: Path) -> None:
    """With one pebble left, who is ahead wins; nobody told the network."""
    net, _ = weights.read(trained)
    evaluator = evaluator_with(net, PEBBLES, Thinking("tree"))
    scratch = new_scratch(evaluator)
    match = Match(PEBBLES, 2, seed=1)
    match.state.heap, match.state.turn = 1, 0
    match.state.card[:2] = (3, 3)
    match.state.taken[:2] = (9, 3)
    judge(match.states[0], 2, False, evaluator, scratch)
    assert scratch.wins[0] > 0.8
    assert scratch.guess[0] == pytest.approx(13, abs=2)
    match.state.taken[:2] = (3, 9)
    judge(match.states[0], 2, False, evaluator, scratch)
    assert scratch.wins[0] < 0.2


def test_the_same_seed_plays_the_same_games_on_any_number_of_threads() -> None:
    one, two = (Trainer(PEBBLES, 3, replace(QUICK, games=60, workers=number)).examples(None, 0) for number in (1, 2))
    assert len(one) > 60
    assert one.inputs.tobytes() == two.inputs.tobytes()
    assert one.points.tobytes() == two.points.tobytes()


def test_training_is_about_every_option() -> None:
    assert len(variants(PEBBLES, 2)) == 2
    examples = Trainer(PEBBLES, 2, replace(QUICK, games=80)).examples(None, 0)
    assert set(examples.inputs[:, 0, 16].tolist()) == {2.0, 3.0}  # how many may be taken


def test_weights_that_lose_are_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tilery.bots.training.train.LUCK", -100.0)  # whatever is not won by far counts as lost
    told = Trainer(PEBBLES, 2, replace(QUICK, games=40)).run(tmp_path / "new.npz")
    assert str(told[-1]) == "The new weights lose, so nothing was written."
    assert not (tmp_path / "new.npz").exists()


def test_quick_players_teach_where_a_game_has_a_shortlist() -> None:
    quick = replace(QUICK, games=8, keep_one_of=4, quick=True)
    assert "--quick" in quick.command
    one, other = (
        Trainer(games.find("topiary"), 2, replace(quick, workers=count)).examples(None, 0) for count in (1, 2)
    )
    assert len(one) > 8
    assert (one.inputs == other.inputs).all()
    with pytest.raises(SpokenError, match="Pebbles has no shortlist"):
        Trainer(PEBBLES, 2, quick)


def test_a_game_without_features_cannot_be_trained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(contract.learning_of(Match(PEBBLES, 2).states[0]), "features")
    with pytest.raises(ValueError, match="Pebbles offers no features to learn from"):
        Trainer(PEBBLES, 2, QUICK)


@pytest.mark.parametrize("change", [{"rules": 2}, {"seats": 3}, {"features": "0" * 16}, {"game": "stones"}])
def test_weights_of_another_game_are_refused(trained: Path, change: dict[str, object]) -> None:
    net, header = weights.read(trained)
    with pytest.raises(weights.WeightsError, match="train them again with: tilery train pebbles --seats 2"):
        weights.check(trained, net, replace(header, **change), PEBBLES, 2)  # type: ignore[arg-type]


def test_weights_of_another_shape_are_refused(trained: Path) -> None:
    net, header = weights.read(trained)
    short = net._replace(skip=net.skip[1:], first=net.first[1:])
    with pytest.raises(weights.WeightsError, match="train them again"):
        weights.check(trained, short, header, PEBBLES, 2)


def test_a_bot_is_not_given_weights_that_do_not_fit(
    trained: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    net, header = weights.read(trained)
    other = tmp_path / "weights.npz"
    weights.write(other, net, replace(header, features="other"))
    monkeypatch.setattr(weights, "path_of", lambda *_: other)
    weights.forget()
    match = Match(PEBBLES, 2, seed=1)
    with pytest.raises(weights.WeightsError):
        bots.think(match, 0, Thinking("tree", iterations=9), seed=1)
    bots.think(match, 0, Thinking("tree", iterations=9, evaluation="hand", ordering="hand"), seed=1)
    weights.forget()


def test_a_file_of_something_else_is_no_weights(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    path.write_bytes(b"PK no")
    with pytest.raises(weights.WeightsError, match="is not a file of weights"):
        weights.read(path)


def test_changed_weights_change_the_judgement_without_compiling(trained: Path) -> None:
    net, _ = weights.read(trained)
    match = Match(PEBBLES, 2, seed=1)

    def chance(net: Net) -> float:
        evaluator = evaluator_with(net, PEBBLES, Thinking("tree"))
        scratch = new_scratch(evaluator)
        judge(match.states[0], 2, False, evaluator, scratch)
        return float(scratch.wins[0])

    before = chance(net)
    turned = net.skip.copy()
    turned[:, 1] += 0.5
    compiled = len(getattr(judge, "signatures", ()))
    assert chance(net._replace(skip=turned)) != before
    assert len(getattr(judge, "signatures", ())) == compiled


def test_the_exponential_is_near_enough() -> None:
    for number in np.linspace(-12, 0, 40):
        assert exponential(float(number)) == pytest.approx(np.exp(number), rel=0.002)
    assert 0 < exponential(-1e9) < 1e-16


@each(WITH_FEATURES)
def test_features_tell_a_seat_nothing_that_it_cannot_know(variant: Variant) -> None:
    game = games.find(variant.game)
    learn = contract.learning_of(Match(game, variant.seats).states[0])
    count = weights.feature_count(game, variant.seats)
    for number in range(6):
        match = variant.match(number)
        match.play_randomly(7 * number + 1, seed=number)
        for seat in range(variant.seats):
            seen = []
            for truth in (match, *(other_truth(match, seat, seed) for seed in range(3))):
                out = np.zeros(count + 100)
                learn.features(truth.states[0], seat, out)
                assert not out[count:].any(), "features are written beyond feature_count"
                seen.append(out.tolist())
            assert all(one == seen[0] for one in seen)
            assert np.isfinite(seen[0]).all()


def positions(variant: Variant, count: int) -> list[Match]:
    """Positions all along random games: to play is slow without machine code."""
    found: list[Match] = []
    seed = 0
    while len(found) < count:
        match = variant.match(seed)
        while not match.is_over and len(found) < count:
            found.append(match.copy())
            match.play_randomly(3, seed=len(found))
        seed += 1
    return found


def judgements() -> list[str]:
    """What the weights of every variant say of positions."""
    lines = []
    for variant in COMPARED:
        game = games.find(variant.game)
        evaluator = new_evaluator(game, variant.seats, Thinking("tree"))
        scratch = new_scratch(evaluator)
        for match in positions(variant, JUDGED):
            judge(match.states[0], variant.seats, False, evaluator, scratch)
            said = (scratch.guess[: variant.seats].tolist(), scratch.wins[: variant.seats].tolist())
            lines.append(f"{variant} {hashlib.sha256(repr(said).encode()).hexdigest()}")
    return lines


def test_compiled_and_uncompiled_networks_say_the_same_to_the_last_bit() -> None:
    assert COMPILED
    compiled = judgements()
    plain = printed_uncompiled("tests.bots.test_learned")
    assert len(compiled) == JUDGED * len(COMPARED) >= 1000
    assert plain == compiled


@each(LEARNED)
def test_chances_of_all_seats_add_up_to_one(variant: Variant) -> None:
    game = games.find(variant.game)
    evaluator = new_evaluator(game, variant.seats, Thinking("tree"))
    assert evaluator.learned
    scratch = new_scratch(evaluator)
    for match in positions(variant, 20):
        judge(match.states[0], variant.seats, False, evaluator, scratch)
        chances = scratch.wins[: variant.seats]
        assert chances.sum() == pytest.approx(1)
        assert (chances > 0).all()


if __name__ == "__main__":
    assert not COMPILED
    print("\n".join(judgements()))


def test_positions_learn_from_what_is_foreseen_after_them() -> None:
    """Two games, of three positions and of one: only the last position of a game hears its result alone."""
    inputs = np.arange(8, dtype=np.float32).reshape(4, 2, 1)
    points = np.array([[9, 1], [9, 1], [9, 1], [5, 5]], np.float32)
    shares = np.array([[1, 0], [1, 0], [1, 0], [0.5, 0.5]], np.float32)
    examples = Examples(inputs, points, shares, np.array([0, 0, 0, 1]))
    net = Net(np.array([[1.0, 0.0]]), np.zeros((1, 0)), np.zeros(0), np.zeros((0, 2)), np.zeros(2))  # says its input
    told = with_foresight(examples, net, 0.25)
    assert told.points[2:].tolist() == points[2:].tolist()
    assert told.points[1].tolist() == [0.25 * 9 + 0.75 * 4, 0.25 * 1 + 0.75 * 5]
    assert told.points[0].tolist() == [0.25 * told.points[1, 0] + 0.75 * 2, 0.25 * told.points[1, 1] + 0.75 * 3]
    assert told.shares.tolist() == [[0.53125, 0.46875], [0.625, 0.375], [1, 0], [0.5, 0.5]]
    assert examples.points[0].tolist() == [9, 1], "the results themselves stay"
    alone = with_foresight(examples, net, 1.0)
    assert alone.points.tolist() == points.tolist()
