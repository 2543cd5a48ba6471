"""The number by which a search recognises what a seat sees: the same for the same view, another for another."""

from __future__ import annotations

import json
from collections.abc import Iterator

import numpy as np
import pytest

from tests.truths import other_truth
from tests.variants import VARIANTS, Variant, each
from tilery.games.triqueta.rules.state import TriquetaState
from tilery.kernel import contract
from tilery.kernel.contract import SPECTATOR
from tilery.match.match import Match

WITH_SIGHT = [variant for variant in VARIANTS if hasattr(variant.match(0).game.rules, "sight")]


def near_pairs(variant: Variant, seed: int) -> Iterator[Match]:
    """States that differ in little: the same moment in other truths, and a few random moves later."""
    whole = variant.match(seed)
    whole.play_randomly(seed=seed)
    length = len(whole.moves)
    for back in (0, 1, 2, length // 4, length // 2, length - 3, length):
        start = whole.copy()
        if back:
            start.undo(back)
        truths = [start, *(other_truth(start, seat, seed) for seat in (None, *range(start.seats)) for _ in range(2))]
        for truth in truths:
            for moves in range(3):
                twin = truth.copy()
                twin.play_randomly(moves, seed=seed + moves % 2)
                yield twin


def looks(match: Match, seat: int) -> str:
    """All that a seat sees and remembers, as text."""
    twin = match.copy()
    if "pure_memory" in (twin.states.dtype.names or ()):
        twin.state.pure_memory = 0  # what the table does not show there, the seat has to remember
    return json.dumps([twin.game.views.view(twin.state, seat), twin.waiting])


@each(WITH_SIGHT)
def test_the_same_number_for_the_same_look_and_another_for_another(variant: Variant) -> None:
    numbers: dict[tuple[int, str], int] = {}
    seen: dict[tuple[int, int], str] = {}
    merged = 0
    for seed in range(3):
        for match in near_pairs(variant, seed):
            for seat in range(SPECTATOR, match.seats):
                look = looks(match, seat)
                number = int(contract.sight(match.states[0], seat, np.uint64(0)))
                merged += (seat, look) in numbers
                assert numbers.setdefault((seat, look), number) == number
                assert seen.setdefault((seat, number), look) == look
    assert merged > 50  # both directions are tried: many states look alike


@pytest.mark.ruling("TRI-9")
def test_a_player_of_the_duel_remembers_what_they_returned() -> None:
    """Two truths that differ only in the tile that seat 0 gave back: seat 0 can tell them apart, seat 1 cannot."""
    match = Match("triqueta", seats=2, options={"two_player": "designer"}, seed=4)
    match.play("draw")
    match.play("return")
    twin = match.copy()
    state: TriquetaState = twin.state
    (given,) = np.flatnonzero(match.state.returned[0])
    other = (int(given) + 1) % 6
    state.returned[0, given], state.returned[0, other] = 0, 1
    numbers = [
        [int(contract.sight(one.states[0], seat, np.uint64(0))) for seat in (0, 1, SPECTATOR)] for one in (match, twin)
    ]
    assert numbers[0][0] != numbers[1][0]
    assert numbers[0][1:] == numbers[1][1:]
