"""A bot that tries to rebuild the truth from the match that it is given finds nothing, wherever it gets one."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.arena import spies
from tests.variants import Variant, each
from tilery import Match, Move, bots
from tilery.arena import arena, ratings
from tilery.arena.schedule import Contest
from tilery.games.learning import size
from tilery.games.thinking import Thinking
from tilery.kernel import contract
from tilery.words import SpokenError

each_variant = each()


def loot(match: Match) -> list[Match]:
    """Every match that a cheat can make out of what it was given: by seed and moves, undo, record, deal, attributes."""
    found = []
    for seed in _numbers(match):
        again = Match(match.game, match.seats, options=match.options, seed=seed)
        try:
            for move in match.moves:
                again.play(move)
        except SpokenError:
            continue
        found.append(again)
    ways: list[Callable[[], Match]] = [
        lambda: match.record().replay(),
        lambda: Match(match.game, match.seats, options=match.options, deal=match.deal),
        lambda: Match(match.game, match.seats, options=match.options, seed=match.seed),
    ]
    for take in ways:
        try:
            found.append(take())
        except SpokenError:
            continue
    back = match.copy()
    try:
        back.undo(len(match.log()))
        found.append(back)
    except SpokenError:
        pass
    return found


def _numbers(match: Match) -> set[int]:
    """All whole numbers that hang from a match and could be a seed."""
    values: list[Any] = [vars(match)]
    numbers = set()
    while values:
        value = values.pop()
        if isinstance(value, int) and not isinstance(value, bool) and value > 1 << 40:
            numbers.add(value)
        elif isinstance(value, dict):
            values += value.values()
        elif isinstance(value, list | tuple):
            values += value
    return numbers


def true_seed(number: int) -> int:
    return random.Random(number).getrandbits(128)


@each_variant
def test_a_cheat_gets_nothing_out_of_a_redealt_match(variant: Variant) -> None:
    """While the same cheat takes everything from a true match."""
    match = variant.match(true_seed(1))
    match.play_randomly(5, seed=1)
    assert any(found.state.tobytes() == match.state.tobytes() for found in loot(match))
    for seat in (None, *range(match.seats)):
        imagined = match.redeal(seat, seed=7)
        assert loot(imagined) == []
        imagined.play_randomly(2, seed=1)
        assert [found for found in loot(imagined) if found is not imagined] == []
        assert not any(
            isinstance(part, Match) and not part.is_imagined for part in gc.get_referents(*gc.get_referents(imagined))
        )


@each_variant
def test_imagined_states_hold_nothing_but_redealt_data(variant: Variant) -> None:
    """`state`, `states`, repr, view, log, story and position are the same whatever the truth is."""
    match = variant.match(true_seed(2))
    match.play_randomly(6, seed=3)
    for seat in (None, *range(match.seats)):
        twin = match.redeal(seat, seed=11)
        for number in range(3):
            ours, theirs = match.redeal(seat, seed=number), twin.redeal(seat, seed=number)
            assert ours.states.tobytes() == theirs.states.tobytes()
            assert ours.state.tobytes() == theirs.state.tobytes()
            assert (ours.log(seat), ours.story(seat)) == (theirs.log(seat), theirs.story(seat))
            assert (repr(ours), str(ours)) == (repr(theirs), str(theirs))
            if match.game.states is not None:
                assert ours.position() == theirs.position()


@each_variant
def test_bots_and_analysis_answer_the_same_whatever_the_truth_is(variant: Variant) -> None:
    match = variant.match(true_seed(3))
    match.play_randomly(4, seed=5)
    seat = match.waiting[0]
    thinking = Thinking("glance", iterations=2)
    answers = [
        (str(bots.think(one, seat, thinking, seed=1).move), str(bots.choose("medium", one, seat, 2)))
        for one in (match, match.redeal(seat, seed=1), match.redeal(seat, seed=2))
    ]
    assert answers[0] == answers[1] == answers[2]


class Honest:
    """Tries every move in the match that it is given, and plays it on at random a few times."""

    playouts = 8

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        return max(match.legal_moves(seat), key=lambda move: self.worth(match, move, seat, seed))

    def worth(self, match: Match, move: Move, seat: int, seed: int) -> float:
        total = 0
        for number in range(self.playouts):
            end = match.copy()
            end.play(move)
            end.play_randomly(seed=(seed + number) % 2**64)
            points = end.scores.totals
            total += points[seat] - max(points[other] for other in range(match.seats) if other != seat)
        return total


class Cheat(Honest):
    """The same in the truth, if it can rebuild it from what it was given, or finds it somewhere in its process."""

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        matches = [match, *(one for one in gc.get_objects() if isinstance(one, Match) and one is not match)]
        found = [
            one
            for held in matches
            for one in [*loot(held), *([] if held.is_imagined else [held])]
            if one.log(seat) == match.log(seat) and one.view(seat) == match.view(seat)
        ]
        spies.written({"found": len(found)})
        return super().choose(found[0] if found else match, seat, seed)


def share_won_by_the_cheat(deals: int) -> ratings.Estimate:
    """In the arena, against its honest twin, each deal played twice."""
    contest = Contest("triqueta", 2, {}, (f"{__name__}:Cheat", f"{__name__}:Honest"), 5)
    results = arena.run(contest, deals, arena.here(1), quiet=True)
    assert all(result.fault is None for result in results)
    table = ratings.rate(contest, ratings.whole_deals(contest, results))
    return next(place.share for place in table.standings if place.player.endswith(":Cheat"))


@pytest.fixture
def spied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file in which the cheat notes whether it has found something."""
    monkeypatch.setenv(spies.FILE, str(tmp_path / "notes.jsonl"))


def test_the_cheating_bot_is_no_better_than_its_honest_twin_in_the_arena(spied: None) -> None:  # noqa: ARG001
    share = share_won_by_the_cheat(deals=10)
    assert share.low < 0.5 < share.high
    assert {note["found"] for note in spies.notes()} == {0}


def test_the_cheating_bot_would_find_the_truth_if_it_were_there(
    monkeypatch: pytest.MonkeyPatch,
    spied: None,  # noqa: ARG001
) -> None:
    """So the test before this one can fail: here a redealt match keeps its seed and its moves, as it once did."""
    sealed = Match.redeal

    def leaking(match: Match, seat: int | None = None, seed: int | None = None) -> Match:
        twin = sealed(match, seat, seed)
        twin._seed, twin._played, twin._past = match._seed, match._played.copy(), ()
        return twin

    monkeypatch.setattr(Match, "redeal", leaking)
    share_won_by_the_cheat(deals=1)
    assert any(note["found"] for note in spies.notes())


@each_variant
def test_an_observation_tells_nothing_of_the_truth(variant: Variant) -> None:
    """What batches and episodes, and so PettingZoo and OpenSpiel, give to learning programs is the same."""
    match = variant.match(true_seed(4))
    match.play_randomly(6, seed=2)
    numbers = size(match.game.observation.fields(match.seats))
    for seat in range(match.seats):
        seen = [np.zeros(numbers, np.int8) for _ in range(3)]
        for number, out in enumerate(seen):
            truth = match.redeal(seat, seed=number) if number else match
            contract.observe(truth.states[0], seat, 0, out)
        assert np.array_equal(seen[0], seen[1])
        assert np.array_equal(seen[0], seen[2])
