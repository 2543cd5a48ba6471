"""What a game of Terraflip is made of while it runs, and how it may be varied."""

from __future__ import annotations

from tilery.games.terraflip.rules.geometry import COUNT
from tilery.kernel.state import Options, State, int8, layout, uint64

# Stages: before placing the tile of the turn, after it, and the end.
PLACE, FLIP, OVER = range(3)

COLOURS = 4

# Kinds of tiles in hand: 0 to 3 are two-faced tiles by the colour of their back.
CATAPULT, RIDER, CAMP = 4, 5, 6
KINDS = 7
PLAIN = 0  # on the table: a tile that is not special

EMPTY = -1
NOBODY = -1

# Who knows an underside, as bits by seat. The bit after the seats stands for those who only watch.
WATCHER = 4
EVERYBODY = 31


class TerraflipState(State):
    # Sets of places.
    occupied = uint64(2)  # by tiles and the tower
    touching = uint64(2)  # free places next to an occupied one
    two_faced = uint64(2)
    shows = uint64(4, 2)  # by colour
    flips = uint64(2)  # tiles that can be flipped now
    throws = uint64(2)  # tiles that can be thrown now
    # Everything else.
    seats = int8()
    rules = int8()  # the version of the rules
    rows_only = int8()
    pure_memory = int8()
    stage = int8()
    turn = int8()
    family = int8(4)  # of each seat, which is also its colour
    hand = int8(4, 7)  # tiles left, by kind
    tiles_left = int8(4)
    spies = int8(4)
    origin = int8()  # the tile from which the next flip is made
    throwing = int8()  # the catapult placed this turn has not acted yet
    looked_at = int8()  # the tile that a spy saw in the last move
    looked_by = int8()
    look_at = int8(4)  # by seat: the tile that its spy saw, until its own next decision (TER-22)
    look_saw = int8(4)  # the colour that was underneath then
    # Tiles, by place.
    face = int8(COUNT)  # the colour that shows
    under = int8(COUNT)  # the colour of the underside
    special = int8(COUNT)
    owner = int8(COUNT)  # the seat that placed it
    known = int8(COUNT)  # to whom the underside is known
    # Zeros between calls; nine are used, the others fill the state up to whole words, for a copy has no gaps then.
    scratch = int8(14)


class TerraflipOptions(Options):
    rules = int8()
    lines = int8()
    memory = int8()


STATE = layout(TerraflipState)
OPTIONS = layout(TerraflipOptions)
