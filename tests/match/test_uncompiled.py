"""Compiled and uncompiled rules play the same games, move for move and to the same bytes; so do rules whose machine
code is still being made."""

from __future__ import annotations

import gc
import hashlib
import sys
from pathlib import Path

from numba.core.dispatcher import Dispatcher

from tests.uncompiled import printed_by
from tests.variants import VARIANTS, Variant
from tilery import games
from tilery.kernel.native import COMPILED
from tilery.match.match import Match
from tilery.match.simulate import random_match
from tilery.match.warmup import interpret


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


def played_elsewhere(variants: list[Variant], **environment: str) -> list[str]:
    """The same games, played by another process."""
    return printed_by("tests.match.test_uncompiled", *map(str, variants), **environment)


def compiled(variants: list[Variant]) -> list[str]:
    assert COMPILED, "run the tests without NUMBA_DISABLE_JIT"
    lines = [line for variant in variants for line in played(variant)]
    assert len(lines) > 10 * len(variants) / 2
    return lines


def test_compiled_and_uncompiled_play_the_same_games() -> None:
    assert played_elsewhere(VARIANTS, NUMBA_DISABLE_JIT="1") == compiled(VARIANTS)


def test_games_whose_machine_code_is_not_there_yet_are_played_the_same_way(
    tmp_path: Path, all_combinations: bool
) -> None:
    """By the same Python as all variants in the test before, so that the last of each game is enough."""
    last = list({variant.game: variant for variant in VARIANTS}.values())
    chosen = VARIANTS if all_combinations else last
    assert played_elsewhere(chosen, TILERY_CACHE=str(tmp_path)) == compiled(chosen)


if __name__ == "__main__":
    if COMPILED:
        for name in games.names():
            interpret(name)
    for each in VARIANTS:
        if str(each) in sys.argv[1:]:
            print("\n".join(played(each)))
    machine_code = [thing for thing in gc.get_objects() if isinstance(thing, Dispatcher) and thing.overloads]
    assert not machine_code, machine_code
