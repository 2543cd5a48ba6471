"""The baseline in examples/ppo.py: its gradients are right, and it learns within seconds."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from tilery import Match, Move
from tilery.games.topiary.rules.components import LINE, TILES
from tilery.games.topiary.rules.scoring import look
from tilery.research.batch import Batch

EXAMPLE = Path(__file__).parents[2] / "examples" / "ppo.py"


@pytest.fixture(scope="module")
def ppo() -> ModuleType:
    spec = importlib.util.spec_from_file_location("ppo", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["ppo"] = module
    spec.loader.exec_module(module)
    return module


def some_sight(ppo: ModuleType, rng: np.random.Generator) -> Any:
    """Four moments with one to four legal actions each."""
    moment = np.repeat(np.arange(4), [3, 1, 4, 2])
    return ppo.sight(rng.normal(size=(4, 5)), rng.normal(size=(10, 6)), moment)


def loss(ppo: ModuleType, networks: Any, seen: Any, chosen: Any, before: Any, better: Any, target: Any) -> float:
    """What PPO makes small, as the paper writes it down."""
    log, _ = networks.judge(seen)
    ratio = np.exp(log[chosen] - before)
    gain = np.minimum(ratio * better, np.clip(ratio, 1 - ppo.CLIP, 1 + ppo.CLIP) * better)
    spread = -np.add.reduceat(np.exp(log) * log, seen.starts)
    value, _ = networks.guess(seen)
    return float((-gain - ppo.ENTROPY * spread + (value - target) ** 2 / 2).mean())


def test_gradients_are_those_of_the_loss(ppo: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ppo, "WIDE", 7)
    monkeypatch.setattr(ppo, "NARROW", 3)
    rng = np.random.default_rng(1)
    networks, seen = ppo.Networks(5, 6, rng), some_sight(ppo, rng)
    networks.weights = {name: rng.normal(size=each.shape) for name, each in networks.weights.items()}
    chosen = seen.starts + np.array([2, 0, 1, 1])
    before = networks.judge(seen)[0][chosen] + np.array([0.05, 0.0, -0.4, 0.1])  # the third one is clipped
    given = (seen, chosen, before, np.array([1.0, -2.0, 0.5, -0.3]), rng.normal(size=4))
    slopes = networks.slopes(*given)
    for name, weights in networks.weights.items():
        for place in np.ndindex(weights.shape):
            kept = weights[place]
            near = []
            for change in (1e-6, -1e-6):
                weights[place] = kept + change
                near.append(loss(ppo, networks, *given))
            weights[place] = kept
            assert slopes[name][place] == pytest.approx((near[0] - near[1]) / 2e-6, abs=1e-4), (name, place)


@pytest.mark.parametrize("game", ["triqueta", "topiary"])
def test_every_legal_action_is_seen_once(ppo: ModuleType, game: str) -> None:
    batch = Batch(game, 2, count=30, opponents="easy")
    observations, info = batch.reset(seed=1)
    for _ in range(25):
        seen = ppo.LOOKS[game](batch.by_field(observations), info["action_mask"])
        assert (np.bincount(seen.moment) == info["action_mask"].sum(axis=1)).all()
        assert len(seen.starts) == len(seen.moments) == 30
        observations, *_, info = batch.step(batch.random_actions())


def test_actions_of_triqueta_are_told_apart(ppo: ModuleType) -> None:
    batch = Batch("triqueta", 2, count=30, opponents="easy")
    observations, info = batch.reset(seed=1)
    for _ in range(25):
        seen = ppo.look_at_triqueta(batch.by_field(observations), info["action_mask"])
        assert (seen.actions.sum(axis=1) == 1).all()
        assert (seen.actions.argmax(axis=1) == np.nonzero(info["action_mask"])[1]).all()
        observations, *_, info = batch.step(batch.random_actions())


def test_actions_of_topiary_are_described(ppo: ModuleType) -> None:
    """Visits by the line that is seen, so equal lines look alike; cells by their step, tiles by what they show."""
    batch = Batch("topiary", 2, count=30, opponents="easy")
    observations, info = batch.reset(seed=1)
    kinds = set()
    for _ in range(25):
        fields = batch.by_field(observations)
        seen = ppo.look_at_topiary(fields, info["action_mask"])
        actions = np.nonzero(info["action_mask"])[1].tolist()
        for moment, action, row in zip(seen.moment.tolist(), actions, seen.actions, strict=True):
            kind, step, series, value, _, line, _ = np.split(row, np.cumsum([4, 5, 8, 5, 2, 70]))
            spot = action if action < 48 else int(fields["spot"][moment].argmax())
            cells = [cell for cell in LINE[spot].tolist() if cell >= 0]
            garden = fields["garden"][moment, cells]
            shown = line.reshape(5, 14)
            assert (shown[: len(cells), :8] == garden[:, :8]).all()
            assert (shown[: len(cells), 8] == garden[:, 9]).all()
            assert (shown[: len(cells), 9:] @ np.arange(1, 6) == garden[:, 8]).all()
            assert not shown[len(cells) :].any()
            kinds.add(int(kind.argmax()))
            if action < 48:
                assert kind.tolist() == [1, 0, 0, 0]
                assert not np.concatenate([step, series, value]).any()
            elif action == 48:
                assert kind.tolist() == [0, 1, 0, 0]
                assert not np.concatenate([step, series, value]).any()
            elif action < 74:
                assert kind.tolist() == [0, 0, 1, 0]
                assert not np.concatenate([series, value]).any()
                assert cells[int(step.argmax())] == action - 49
            else:
                assert kind.tolist() == [0, 0, 0, 1]
                assert cells[int(step.argmax())] == fields["cell"][moment].argmax()
                assert 5 * series.argmax() + value.argmax() == action - 74
        observations, *_, info = batch.step(batch.random_actions())
    assert kinds == {0, 1, 2, 3}


def test_lines_of_topiary_start_at_the_visitor(ppo: ModuleType) -> None:
    """The first number of a visit's line is that of the cell before it: the tile in the middle lies two steps away."""
    batch = Batch("topiary", 2, count=1, opponents="easy", seat=0)
    observations, info = batch.reset(seed=1)
    seen = ppo.look_at_topiary(batch.by_field(observations), info["action_mask"])
    lines = seen.actions[:, 24:94].reshape(-1, 5, 14)
    shown = (lines[:, :, :8].sum(axis=2) > 0).nonzero()
    assert len(shown[0]) == 8  # from eight spots the middle is seen
    assert set(shown[1]) == {2}


def seen_by_a_visitor(match: Match, spot: int) -> int:
    """Points and bonus, by the rules."""
    points, bonus, _ = look(match.state, spot, 0)
    return int(points + bonus)


def test_actions_of_topiary_tell_what_they_bring(ppo: ModuleType) -> None:
    """As the rules score it once the action has been taken: its line now and at best, and what others gain."""
    batch = Batch("topiary", 2, count=8, opponents="easy")
    observations, info = batch.reset(seed=2)
    kinds = set()
    for _ in range(40):
        seen = ppo.look_at_topiary(batch.by_field(observations), info["action_mask"])
        told = np.rint(5 * seen.actions[:, -4:]).astype(int).tolist()
        moves = np.nonzero(info["action_mask"])[1].tolist()
        for row in range(8):
            match, learner = batch.match(row), int(info["seat"][row])
            visitors = match.state.visitors.tolist()
            hand = {TILES[tile] for tile in match.state.hand[learner, : match.state.hand_size[learner]]}
            for index in np.flatnonzero(seen.moment == row).tolist():
                action, (now, best, ours, theirs) = moves[index], told[index]
                spot = action if action < 48 else int(match.state.spot)
                after = played(match, Move(match.game, learner, action))  # actions are numbered as moves are
                kinds.add(ppo.VISITING if action < 48 else ppo.PASSING if action == 48 else 2 + (action > 73))
                assert now == seen_by_a_visitor(match, spot)
                if action <= 48:
                    assert (ours, theirs) == (0, 0)
                else:
                    gained = [0, 0]
                    for other, seat in enumerate(visitors):
                        if seat >= 0 and other != spot:
                            before = seen_by_a_visitor(match, other)
                            gained[int(seat != learner)] += seen_by_a_visitor(after, other) - before
                    assert [ours, theirs] == gained
                if action == 48:
                    assert best == now
                else:
                    assert best == best_to_come(after, spot, learner, hand)
        observations, *_, info = batch.step(batch.random_actions())
    assert kinds == {0, 1, 2, 3}


def best_to_come(match: Match, spot: int, seat: int, hand: set[str]) -> int:
    """The most that a visitor sees when one of these tiles is put in its turn; as it is, if none is."""
    if match.waiting != (seat,):
        return seen_by_a_visitor(match, spot)
    return max(
        best_to_come(played(match, move), spot, seat, hand)
        for move, (verb, *what) in ((move, str(move).split()) for move in match.legal_moves())
        if verb != "visit" and not (verb == "put" and what[0] not in hand)
    )


def played(match: Match, move: Move) -> Match:
    twin = match.copy()
    twin.play(move)
    return twin


def test_it_learns_within_seconds(ppo: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ppo, "MATCHES", 256)
    monkeypatch.setattr(ppo, "STEPS", 24)
    learner = ppo.Learner("triqueta", seed=1)
    first = learner.won(300, seed=5)
    for _ in range(20):
        learner.round(ppo.FAST)
    assert first < 0.15
    assert learner.won(300, seed=5) > 0.3


def test_curves_are_drawn(ppo: ModuleType) -> None:
    curve = [ppo.Point(0.0, 0, 0.02), ppo.Point(30.0, 1000, 0.5), ppo.Point(60.0, 2000, 0.7)]
    picture = ElementTree.fromstring(ppo.chart(curve, "Triqueta", 1000))
    assert picture.tag.endswith("svg")
    assert [each.text for each in picture.iter() if each.text and each.text.isdigit()] == [
        str(seconds) for seconds in range(0, 61, 10)
    ]
    longer = [*curve, ppo.Point(600.0, 9000, 0.8)]
    assert "minutes of one processor" in ppo.chart(longer, "Triqueta", 1000)
    low, high = ppo.interval(0.5, 1000)
    assert 0.46 < low < 0.5 < high < 0.54
