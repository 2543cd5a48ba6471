"""Compiled and uncompiled rules play the same games, move for move and to the same bytes."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path

from tests.variants import VARIANTS, Variant
from tilery.kernel.native import COMPILED
from tilery.match.match import Match
from tilery.match.simulate import random_match

ROOT = Path(__file__).parent.parent.parent


def played(variant: Variant) -> list[str]:
    """One line for each move of a random game: the move, the state, its redeal and its value; then the record."""
    match = random_match(variant.game, variant.seats, options=variant.options, seed=5)
    lines = [str(match.record())]
    again = variant.match(match.seed)
    for number, move in enumerate(match.moves):
        again.play(move)
        if number % 7 == 0:
            seat = number % variant.seats
            lines.append(f"{variant} {move} {_digest(again)} {_digest(again.redeal(seat, seed=number))}")
    return lines


def _digest(match: Match) -> str:
    return hashlib.sha256(match.state.tobytes()).hexdigest()[:16]


def test_compiled_and_uncompiled_play_the_same_games() -> None:
    assert COMPILED, "run the tests without NUMBA_DISABLE_JIT"
    compiled = [line for variant in VARIANTS for line in played(variant)]
    plain = subprocess.run(
        [sys.executable, "-W", "error", "-m", "tests.match.test_uncompiled"],
        cwd=ROOT,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    assert len(compiled) > 10 * len(VARIANTS) / 2
    assert plain == compiled


if __name__ == "__main__":
    assert not COMPILED
    for each in VARIANTS:
        print("\n".join(played(each)))
