"""Perft: how many ways to play 1, 2, 3, … moves there are from fixed points of fixed games. One file a game.

A line names the variant and how many random moves were played before, and then gives the counts.

Counted by compiled code and, for the first depths, by walking the tree through `Match`. To count anew after a change of
rules: `python -m tests.match.test_perft GAME`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.variants import VARIANTS, Variant
from tilery.kernel import runner
from tilery.match.match import Match

FOLDER = Path(__file__).parent.parent / "perft"
SEED = 7
MOST_STATES = 300_000
BEFORE = (0, 9, 24)
POINTS = [(variant, before) for variant in VARIANTS for before in BEFORE]


def start(variant: Variant, before: int) -> Match:
    match = variant.match(SEED)
    match.play_randomly(before, seed=SEED)
    return match


def counts(variant: Variant, before: int, depths: int) -> list[int]:
    match = start(variant, before)
    states = runner.new_states(match.game.rules.STATE, depths + 1)
    states[0] = match._states[0]
    buffers = np.zeros((depths, match.game.rules.MAX_MOVES), np.int32)
    return [runner.perft(states, buffers, depth) for depth in range(1, depths + 1)]


def walked(match: Match, depth: int) -> int:
    total = 0
    for seat in match.waiting:
        for move in match.legal_moves(seat):
            if depth == 1:
                total += 1
            else:
                twin = match.copy()
                twin.play(move)
                total += walked(twin, depth - 1)
    return total


def kept(variant: Variant, before: int) -> list[int]:
    for line in (FOLDER / f"{variant.game}.perft").read_text().splitlines():
        name, _, numbers = line.partition(":")
        if name == f"{variant} after {before}":
            return [int(number) for number in numbers.split()]
    raise AssertionError(f"no line for {variant} after {before} moves")


@pytest.mark.parametrize(("variant", "before"), POINTS, ids=str)
def test_perft(variant: Variant, before: int) -> None:
    expected = kept(variant, before)
    assert counts(variant, before, len(expected)) == expected
    shallow = sum(count <= 2000 for count in expected)
    assert [walked(start(variant, before), depth) for depth in range(1, shallow + 1)] == expected[:shallow]


def _lines(game: str) -> Iterator[str]:
    for variant, before in POINTS:
        if variant.game == game:
            depths = 1
            while depths < 12 and counts(variant, before, depths + 1)[-1] <= MOST_STATES:
                depths += 1
            yield f"{variant} after {before}: {' '.join(map(str, counts(variant, before, depths)))}"


if __name__ == "__main__":
    for name in sys.argv[1:]:
        (FOLDER / f"{name}.perft").write_text("\n".join(_lines(name)) + "\n")
