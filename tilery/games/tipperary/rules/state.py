"""What a game of Tipperary is made of while it runs.

A display has no edge (TIP-6): it is a list of fields with their places, and a small hash table to find them. Its
longest reach is 12 tiles of 8 fields, 12 bonus tiles and 12 towers in a line, so a coordinate fits eight bits.
"""

from __future__ import annotations

from tilery.games.tipperary.rules.components import AREAS, BONUS_TILES
from tilery.kernel.state import Options, State, int8, int16, int32, int64, layout, uint8, uint16, uint64

# Stages: everybody plays a round, or places towers after the last one.
ROUND, END, OVER = range(3)

TILES = 60
MOST_TILE_FIELDS = 8
MOST_FIELDS = 9 + 12 * MOST_TILE_FIELDS + 12 + 12
SLOTS = 256
WORDS = 128  # of paper: a row for each field of the longest side, or all fields and room for a tile on every side

NOBODY = -1
NO_TILE = -1


class TipperaryState(State):
    seats = int8()
    stage = int8()
    current_round = int8()  # from 0
    rounds = int8()
    owing = int8()  # the seats that owe a decision, as bits
    marker = int8()  # the seat that holds it
    sheep_left = int8()
    towers_left = int8()
    spins = int8(12)
    bag = int8(TILES)
    drawn = int8()
    areas = int8(AREAS, 2)
    bonus_order = int8(BONUS_TILES)
    bonus_drawn = int8()
    bonus_seat = int8(BONUS_TILES)  # who has placed a bonus tile, and where
    bonus_place = uint16(BONUS_TILES)
    # The tiles of the set in use, packed by `tileset`.
    tile_shape = int64(TILES)
    tile_kinds = int64(TILES)
    tile_turns = int64(TILES)
    # By seat.
    town = int8(5)
    side = int8(5)
    placed = int8(5)  # how many tiles
    placements = int32(5, 12)
    sheep_to_place = int8(5)
    bonus_to_place = int16(5)  # bonus tiles as bits
    towers = int8(5)  # in front of the player
    barrel = int8(5)
    ring = int8(5)  # how many fields of it are covered
    circles = int16(5)
    flock = int16(5)  # the largest one
    free_meadows = int16(5)
    left = int8(5)  # the outermost columns and rows of the display
    right = int8(5)
    top = int8(5)
    bottom = int8(5)
    fields = int16(5)  # how many
    place = uint16(5, MOST_FIELDS)
    kind = uint8(5, MOST_FIELDS)
    parent = uint8(5, MOST_FIELDS)  # of pastures and bogs: another field of the same group
    total = uint8(5, MOST_FIELDS)  # at the root of a group: its sheep, or what kind of bog it is
    slots = uint8(5, SLOTS)  # a field's number plus 1, at or after the slot of its place
    paper = uint64(2, WORDS)  # zeros between calls


class TipperaryOptions(Options):
    tile_shape = int64(TILES)
    tile_kinds = int64(TILES)
    tile_turns = int64(TILES)


STATE = layout(TipperaryState)
OPTIONS = layout(TipperaryOptions)
