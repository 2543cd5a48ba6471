"""What a game of Terraflip is made of while it runs, and the numbers that stand for moves."""

from __future__ import annotations

import numpy as np

from tilery.games.terraflip.geometry import COUNT
from tilery.kernel.contract import state_type

# Stages: before placing the tile of the turn, after it, and the end.
PLACE, FLIP, OVER = range(3)

COLOURS = 4

# Kinds of tiles in hand: 0 to 3 are two-faced tiles by the colour of their back.
CATAPULT, RIDER, CAMP = 4, 5, 6
KINDS = 7
PLAIN = 0  # on the table: a tile that is not special

# Moves. A tile is placed by 91 kind + place; a throw is THROW + 91 from + to.
FLIP_TILE = 7 * COUNT
SPY = FLIP_TILE + COUNT
END = SPY + COUNT
THROW = END + 1

EMPTY = -1
NOBODY = -1

# Who knows an underside, as bits by seat. The bit after the seats stands for those who only watch.
WATCHER = 4
EVERYBODY = 31

STATE = state_type(
    __package__,
    [
        # Sets of places.
        ("occupied", np.uint64, (2,)),  # by tiles and the tower
        ("touching", np.uint64, (2,)),  # free places next to an occupied one
        ("two_faced", np.uint64, (2,)),
        ("shows", np.uint64, (4, 2)),  # by colour
        ("flips", np.uint64, (2,)),  # tiles that can be flipped now
        ("throws", np.uint64, (2,)),  # tiles that can be thrown now
        # Everything else.
        ("seats", np.int8),
        ("rows_only", np.int8),
        ("pure_memory", np.int8),
        ("stage", np.int8),
        ("turn", np.int8),
        ("family", np.int8, (4,)),  # of each seat, which is also its colour
        ("hand", np.int8, (4, 7)),  # tiles left, by kind
        ("tiles_left", np.int8, (4,)),
        ("spies", np.int8, (4,)),
        ("origin", np.int8),  # the tile from which the next flip is made
        ("throwing", np.int8),  # the catapult placed this turn has not acted yet
        ("looked_at", np.int8),  # the tile that a spy saw in the last move
        ("looked_by", np.int8),
        # Tiles, by place.
        ("face", np.int8, (COUNT,)),  # the colour that shows
        ("under", np.int8, (COUNT,)),  # the colour of the underside
        ("special", np.int8, (COUNT,)),
        ("owner", np.int8, (COUNT,)),  # the seat that placed it
        ("known", np.int8, (COUNT,)),  # to whom the underside is known
        # Zeros between calls; nine are used, the others fill the state up to whole words, for a copy has no gaps then.
        ("scratch", np.int8, (15,)),
    ],
)
