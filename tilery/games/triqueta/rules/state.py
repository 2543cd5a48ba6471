"""What a game of Triqueta is made of while it runs, and how it may be varied."""

from __future__ import annotations

from tilery.games.triqueta.rules.components import GREY_TILES, KEEPS, ROUNDS, STACK, WHITE_TILES
from tilery.kernel.state import Options, State, int8, layout

# Stages: what the seat whose turn it is decides next.
TURN, TREAT, OVER = range(3)

# How the first of two drawn tiles was treated, when the second is to be treated (TRI-9).
UNTREATED, INTO_ROW, KEPT, RETURNED = range(4)

EMPTY = -1
NOBODY = -1


class TriquetaState(State):
    seats = int8()
    designer = int8()  # the designer's duel
    wolves = int8()
    stage = int8()
    turn = int8()
    round_number = int8()  # from 0
    rock = int8()  # the seat that holds it
    players_in = int8()  # how many have not left the round
    hand = int8(2)  # what the seat whose turn it is drew and must treat, first drawn first
    hand_size = int8()
    drawn_together = int8()  # tiles drawn this turn, the grey ones too
    treated = int8()
    trees = int8(5)
    has_left = int8(5)
    taken_by = int8(5)  # by row
    row_length = int8(5)
    rows = int8(5, STACK)  # in the order in which tiles were laid
    collection = int8(5, 7)  # tiles from rows, by animal
    kept_size = int8(5)
    kept = int8(5, KEEPS)  # sorted
    grey_held = int8(5, 7)  # grey tiles, by animal
    returned = int8(2, 6)  # to the box in the duel, by animal
    drawn = int8(ROUNDS)  # tiles taken from each stack
    white = int8(WHITE_TILES)  # all stacks, each from its top; EMPTY where a tile was drawn
    grey = int8(GREY_TILES)  # the bottom layers of all stacks but the first, likewise
    pool = int8(7)  # for redeals, by animal; zeros between calls
    used = int8(6)


class TriquetaOptions(Options):
    two_player = int8()
    wolves = int8()


STATE = layout(TriquetaState)
OPTIONS = layout(TriquetaOptions)
