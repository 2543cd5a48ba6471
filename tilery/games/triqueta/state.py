"""What a game of Triqueta is made of while it runs, and the numbers that stand for moves."""

from __future__ import annotations

import numpy as np

from tilery.games.triqueta.components import GREY_TILES, KEEPS, ROUNDS, STACK, WHITE_TILES
from tilery.kernel.contract import state_type

# Stages: what the seat whose turn it is decides next.
TURN, TREAT, OVER = range(3)

# Moves. ROW and TAKE are followed by the number of a row, which counts from 0 inside.
DRAW, KEEP, RETURN, ROW = range(4)
TAKE = 8
END_OF_MOVES = 13

# How the first of two drawn tiles was treated, when the second is to be treated (TRI-9).
UNTREATED, INTO_ROW, KEPT, RETURNED = range(4)

EMPTY = -1
NOBODY = -1

STATE = state_type(
    __package__,
    [
        ("seats", np.int8),
        ("designer", np.int8),  # the designer's duel
        ("wolves", np.int8),
        ("stage", np.int8),
        ("turn", np.int8),
        ("round_number", np.int8),  # from 0
        ("rock", np.int8),  # the seat that holds it
        ("players_in", np.int8),  # how many have not left the round
        ("hand", np.int8, (2,)),  # what the seat whose turn it is drew and must treat, first drawn first
        ("hand_size", np.int8),
        ("drawn_together", np.int8),  # tiles drawn this turn, the grey ones too
        ("treated", np.int8),
        ("trees", np.int8, (5,)),
        ("has_left", np.int8, (5,)),
        ("taken_by", np.int8, (5,)),  # by row
        ("row_length", np.int8, (5,)),
        ("rows", np.int8, (5, STACK)),  # in the order in which tiles were laid
        ("collection", np.int8, (5, 7)),  # tiles from rows, by animal
        ("kept_size", np.int8, (5,)),
        ("kept", np.int8, (5, KEEPS)),  # sorted
        ("grey_held", np.int8, (5, 7)),  # grey tiles, by animal
        ("returned", np.int8, (2, 6)),  # to the box in the duel, by animal
        ("drawn", np.int8, (ROUNDS,)),  # tiles taken from each stack
        ("white", np.int8, (WHITE_TILES,)),  # all stacks, each from its top; EMPTY where a tile was drawn
        ("grey", np.int8, (GREY_TILES,)),  # the bottom layers of all stacks but the first, likewise
        ("pool", np.int8, (7,)),  # for redeals, by animal; zeros between calls
        ("used", np.int8, (6,)),
    ],
)
