"""What a game of Topiary is made of while it runs."""

from __future__ import annotations

from tilery.kernel.state import Options, State, int8, int32, layout

# Stages: what the seat whose turn it is decides next.
DRAFT, VISIT, TAKE, PUT, OVER = range(5)

EMPTY = -1
NOBODY = -1
CLOSED = -2  # a spot that is not used in this game (TOP-1)


class TopiaryState(State):
    face_down = int32()  # the cells whose tile lies face down, as bits
    seats = int8()
    draft = int8()
    stage = int8()
    turn = int8()
    removed_series = int8()
    spot = int8()  # of the visitor placed this turn
    cell = int8()  # freed this turn
    garden = int8(25)
    put_by = int8(25)
    visitors_then = int8(25)  # how many visitors that seat had left when it put the tile: the order of its puts
    visitors = int8(48)  # the seat whose visitor stands on a spot, NOBODY or CLOSED
    visitors_left = int8(4)
    hand = int8(4, 7)  # sorted
    hand_size = int8(4)
    box = int8(4)  # sorted
    box_size = int8()
    passed_on = int8(4, 4)  # what a seat gave away in the draft
    leftovers = int8()
    scratch = int8(40)  # zeros between calls


class TopiaryOptions(Options):
    diagonals = int8()
    draft = int8()


STATE = layout(TopiaryState)
OPTIONS = layout(TopiaryOptions)
