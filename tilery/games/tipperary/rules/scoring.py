"""Scoring Tipperary: the largest full rectangle, flock, marker, ring, whiskey and stone circles (TIP-18)."""

from __future__ import annotations

import numpy as np

from tilery.games.tipperary.rules.components import RING_SIZE, TRACK
from tilery.games.tipperary.rules.display import x_of, y_of
from tilery.games.tipperary.rules.state import TipperaryState
from tilery.kernel.contract import Points
from tilery.kernel.native import native
from tilery.words import say

CATEGORIES = {
    "area": say("area"),
    "sheep": say("sheep"),
    "marker": say("marker"),
    "exploration": say("exploration"),
    "whiskey": say("whiskey"),
    "circles": say("circles"),
}
AREA, SHEEP, MARKER, EXPLORATION, WHISKEY, CIRCLES = range(6)

ONE = np.uint64(1)
NOTHING = np.uint64(0)


@native
def score(state: TipperaryState, out: Points) -> None:
    for seat in range(state.seats):
        out[seat, AREA] = largest_rectangle(state, seat)
        out[seat, SHEEP] = state.flock[seat]
        out[seat, MARKER] = 5 if state.marker == seat else 0
        out[seat, EXPLORATION] = 5 if state.ring[seat] == RING_SIZE else 0
        out[seat, WHISKEY] = TRACK[state.barrel[seat]]
        out[seat, CIRCLES] = state.circles[seat]


@native
def largest_rectangle(state: TipperaryState, seat: int) -> int:
    """The most fields that a rectangle without gaps has.

    For every first and last row, the columns that are full between them are the bits of one word. A display that is
    wider than high is looked at on its side: its shorter side always fits a word.
    """
    rows = sketch(state, seat)
    largest = 0
    for first in range(rows):
        columns = state.paper[0, first]
        for last in range(first, rows):
            columns &= state.paper[0, last]
            if not columns:
                break
            height = last - first + 1
            # Each step shortens every run of full columns by one, so what is left proves a longer run.
            width = largest // height
            run = shortened(columns, width)
            while run:
                width += 1
                run &= run >> ONE
            largest = max(largest, width * height)
    rub_out_sketch(state, rows)
    return largest


@native
def shortened(columns: np.uint64, steps: int) -> np.uint64:
    """The starts of runs of more than `steps` full columns."""
    for _ in range(steps):
        if not columns:
            break
        columns &= columns >> ONE
    return columns


@native
def sketch(state: TipperaryState, seat: int) -> int:
    """Draw the occupied fields on paper, on its side if it is wide; return how many rows there are."""
    left, top = int(state.left[seat]), int(state.top[seat])
    wide = int(state.right[seat]) - left > int(state.bottom[seat]) - top
    for field in range(state.fields[seat]):
        place = state.place[seat, field]
        x, y = x_of(place) - left, y_of(place) - top
        if wide:
            state.paper[0, x] |= ONE << np.uint64(y)
        else:
            state.paper[0, y] |= ONE << np.uint64(x)
    return (int(state.right[seat]) - left if wide else int(state.bottom[seat]) - top) + 1


@native
def rub_out_sketch(state: TipperaryState, rows: int) -> None:
    for row in range(rows):
        state.paper[0, row] = NOTHING


@native
def standing(state: TipperaryState, out: Points) -> None:
    """Points only: ties share."""
    score(state, out)
    for seat in range(state.seats):
        total = 0
        for category in range(6):
            total += out[seat, category]
        out[seat, 0] = total
