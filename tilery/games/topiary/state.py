"""What a game of Topiary is made of while it runs, and the numbers that stand for moves."""

from __future__ import annotations

import numpy as np

from tilery.kernel.contract import state_type

# Stages: what the seat whose turn it is decides next.
DRAFT, VISIT, TAKE, PUT, OVER = range(5)

# Moves. A kept hand of three tiles a < b < c is KEEP + 1600 a + 40 b + c.
PASS = 48  # below: the spot of a visitor
TAKE_CELL = 49
PUT_TILE = 74
KEEP = 114
END_OF_MOVES = KEEP + 40**3

EMPTY = -1
NOBODY = -1
CLOSED = -2  # a spot that is not used in this game (TOP-1)

STATE = state_type(
    __package__,
    [
        ("face_down", np.int32),  # the cells whose tile lies face down, as bits
        ("seats", np.int8),
        ("draft", np.int8),
        ("stage", np.int8),
        ("turn", np.int8),
        ("removed_series", np.int8),
        ("spot", np.int8),  # of the visitor placed this turn
        ("cell", np.int8),  # freed this turn
        ("garden", np.int8, (25,)),
        ("put_by", np.int8, (25,)),
        ("visitors", np.int8, (48,)),  # the seat whose visitor stands on a spot, NOBODY or CLOSED
        ("visitors_left", np.int8, (4,)),
        ("hand", np.int8, (4, 7)),  # sorted
        ("hand_size", np.int8, (4,)),
        ("box", np.int8, (4,)),  # sorted
        ("box_size", np.int8),
        ("passed_on", np.int8, (4, 4)),  # what a seat gave away in the draft
        ("leftovers", np.int8),
        ("scratch", np.int8, (40,)),  # zeros between calls
    ],
)
