"""What a game of Tipperary is made of while it runs, and the numbers that stand for moves.

A display has no edge (TIP-6): it is a list of fields with their places, and a small hash table to find them. Its
longest reach is 12 tiles of 8 fields, 12 bonus tiles and 12 towers in a line, so a coordinate fits eight bits.
"""

from __future__ import annotations

import numpy as np

from tilery.games.tipperary.components import AREAS, BONUS_TILES
from tilery.kernel.contract import state_type

# Stages: everybody plays a round, or places towers after the last one.
ROUND, END, OVER = range(3)

TILES = 60
MOST_TILE_FIELDS = 8
MOST_FIELDS = 9 + 12 * MOST_TILE_FIELDS + 12 + 12
SLOTS = 256
WORDS = 128  # of paper: a row for each field of the longest side, or all fields and room for a tile on every side

# Moves: a kind, a tile number from 0 with its orientation, and a place. Orientations 4 to 7 are mirrored first.
PLACE, SHEEP, BONUS, TOWER, DONE = (kind << 28 for kind in range(5))
TILE_BITS, ORIENTATION_BITS, ROW_BITS = 21, 18, 9
ZERO = 256  # is added to a coordinate

NOBODY = -1
NO_TILE = -1

STATE = state_type(
    __package__,
    [
        ("seats", np.int8),
        ("stage", np.int8),
        ("current_round", np.int8),  # from 0
        ("rounds", np.int8),
        ("owing", np.int8),  # the seats that owe a decision, as bits
        ("marker", np.int8),  # the seat that holds it
        ("sheep_left", np.int8),
        ("towers_left", np.int8),
        ("spins", np.int8, (12,)),
        ("bag", np.int8, (TILES,)),
        ("drawn", np.int8),
        ("areas", np.int8, (AREAS, 2)),
        ("bonus_order", np.int8, (BONUS_TILES,)),
        ("bonus_drawn", np.int8),
        ("bonus_seat", np.int8, (BONUS_TILES,)),  # who has placed a bonus tile, and where
        ("bonus_place", np.uint16, (BONUS_TILES,)),
        # The tiles of the set in use, packed by `tileset`.
        ("tile_shape", np.int64, (TILES,)),
        ("tile_kinds", np.int64, (TILES,)),
        ("tile_turns", np.int64, (TILES,)),
        # By seat.
        ("town", np.int8, (5,)),
        ("side", np.int8, (5,)),
        ("placed", np.int8, (5,)),  # how many tiles
        ("placements", np.int32, (5, 12)),
        ("sheep_to_place", np.int8, (5,)),
        ("bonus_to_place", np.int16, (5,)),  # bonus tiles as bits
        ("towers", np.int8, (5,)),  # in front of the player
        ("barrel", np.int8, (5,)),
        ("ring", np.int8, (5,)),  # how many fields of it are covered
        ("circles", np.int16, (5,)),
        ("flock", np.int16, (5,)),  # the largest one
        ("free_meadows", np.int16, (5,)),
        ("left", np.int8, (5,)),  # the outermost columns and rows of the display
        ("right", np.int8, (5,)),
        ("top", np.int8, (5,)),
        ("bottom", np.int8, (5,)),
        ("fields", np.int16, (5,)),  # how many
        ("place", np.uint16, (5, MOST_FIELDS)),
        ("kind", np.uint8, (5, MOST_FIELDS)),
        ("parent", np.uint8, (5, MOST_FIELDS)),  # of pastures and bogs: another field of the same group
        ("total", np.uint8, (5, MOST_FIELDS)),  # at the root of a group: its sheep, or what kind of bog it is
        ("slots", np.uint8, (5, SLOTS)),  # a field's number plus 1, at or after the slot of its place
        ("paper", np.uint64, (2, WORDS)),  # zeros between calls
    ],
)
