"""Perft: how many games of 1, 2, 3, … moves there are from fixed deals. One line a variant, in one file a game.

Counted by compiled code and, for the first depths, by walking the tree through `Match`. To count anew after a change of
rules: `python -m tests.match.test_perft`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.variants import VARIANTS, Variant
from tilery.kernel import drive
from tilery.match.match import Match

FOLDER = Path(__file__).parent.parent / "perft"
SEED = 7
MOST_POSITIONS = 300_000


def counts(variant: Variant, depths: int) -> list[int]:
    match = variant.match(SEED)
    states = drive.new_states(match.game.rules.STATE, depths + 1)
    states[0] = match._states[0]
    buffers = np.zeros((depths, match.game.rules.MAX_MOVES), np.int32)
    return [drive.perft(states, buffers, depth) for depth in range(1, depths + 1)]


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


def kept(variant: Variant) -> list[int]:
    for line in (FOLDER / f"{variant.game}.perft").read_text().splitlines():
        name, _, numbers = line.partition(":")
        if name == str(variant):
            return [int(number) for number in numbers.split()]
    raise AssertionError(f"no line for {variant}")


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_perft(variant: Variant) -> None:
    expected = kept(variant)
    assert counts(variant, len(expected)) == expected
    shallow = sum(count <= 3000 for count in expected)
    assert shallow >= 1
    assert [walked(variant.match(SEED), depth) for depth in range(1, shallow + 1)] == expected[:shallow]


def _lines(game: str) -> Iterator[str]:
    for variant in VARIANTS:
        if variant.game == game:
            depths = 1
            while depths < 12 and counts(variant, depths + 1)[-1] <= MOST_POSITIONS:
                depths += 1
            yield f"{variant}: {' '.join(map(str, counts(variant, depths)))}"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in sorted({variant.game for variant in VARIANTS}):
        (FOLDER / f"{name}.perft").write_text("\n".join(_lines(name)) + "\n")
