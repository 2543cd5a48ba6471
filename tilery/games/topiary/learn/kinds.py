"""Kinds of moves of Topiary that careless players overlook: spots from which a visitor looks along a diagonal."""

from __future__ import annotations

import numpy as np

from tilery.games.topiary.rules.components import LINE
from tilery.games.topiary.rules.moves import is_visit_move, spot_of
from tilery.games.topiary.rules.state import TopiaryState
from tilery.kernel.native import native

ORDINARY, DIAGONAL = range(2)
_SLANTED = np.array([abs(int(line[1]) - int(line[0])) not in (1, 5) for line in LINE], np.bool_)


@native
def move_kind(state: TopiaryState, seat: int, move: int) -> int:
    return DIAGONAL if is_visit_move(move) and _SLANTED[spot_of(move)] else ORDINARY
