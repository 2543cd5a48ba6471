"""A bot that tries to rebuild the truth from the match that it is given finds nothing, wherever it gets one."""

from __future__ import annotations

import gc
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tests.variants import VARIANTS, Variant
from tilery import Match, Move, bots
from tilery.games.learning import size
from tilery.games.thinking import Thinking
from tilery.kernel import contract
from tilery.words import SpokenError

each_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)


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


class Cheat:
    """Plays the move that is best in the truth, if it can rebuild it; otherwise what its honest twin plays."""

    def __init__(self) -> None:
        self.caught = 0

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        found = [one for one in loot(match) if one.waiting == match.waiting]
        self.caught += len(found)
        return bots.choose("medium", found[0] if found else match, seat, seed)


@pytest.mark.parametrize("game", ["topiary", "triqueta"])
def test_the_cheating_bot_plays_like_its_honest_twin(game: str) -> None:
    """As the arena does it, a bot is given an imagined match: the cheat never has more than its twin."""
    cheat = Cheat()
    for number in range(3):
        match = Match(game, 2, seed=true_seed(number))
        while not match.is_over:
            seat = match.waiting[0]
            given = match.redeal(seat, seed=len(match.moves))
            move = cheat.choose(given, seat, number)
            assert move == bots.choose("medium", given, seat, number)
            match.play(Move(match.game, seat, move.code))
    assert cheat.caught == 0


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
