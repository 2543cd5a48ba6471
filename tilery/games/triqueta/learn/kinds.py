"""Kinds of moves of Triqueta that careless players overlook: that a drawn tile may also be kept or put back."""

from __future__ import annotations

from tilery.games.triqueta.rules.moves import KEEP, RETURN
from tilery.games.triqueta.rules.state import TriquetaState
from tilery.kernel.native import native

ORDINARY, ASIDE = range(2)


@native
def move_kind(state: TriquetaState, seat: int, move: int) -> int:
    return ASIDE if move in (KEEP, RETURN) else ORDINARY
