"""Lines of sight as patterns: all that matters of a line, so that what became of lines alike can be counted.

A hedge that stands open hides every later one that is not taller, for good, and nothing can be seen behind the tallest.
So a pattern is the open hedges that are seen and the face-down tiles among them: few enough to tell all of them apart.
Patterns are numbered as the leaves of a tree that is walked down cell by cell.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tilery.games.topiary.rules.components import LINE, LINE_LENGTH
from tilery.games.topiary.rules.state import TopiaryState
from tilery.games.topiary.rules.tiles import value_of
from tilery.kernel.native import native

CELLS = 5  # of the longest line
TALLEST = 5
MOST_LEFT = 20  # visitors to come, of all players

Pattern = tuple[int, ...]


def _grown(pattern: Pattern, value: int) -> Pattern:
    """A pattern with one more cell behind it; 0 stands for a tile that lies face down."""
    tallest = max(pattern, default=0)
    if tallest == TALLEST or 0 < value <= tallest:
        return pattern
    return (*pattern, value)


def _patterns() -> list[Pattern]:
    """All patterns, the empty one first."""
    found: list[Pattern] = [()]
    for pattern in found:
        for value in range(TALLEST + 1):
            longer = _grown(pattern, value)
            if len(longer) <= CELLS and longer not in found:
                found.append(longer)
    return found


def _next(patterns: list[Pattern]) -> NDArray[np.int64]:
    numbers = {pattern: number for number, pattern in enumerate(patterns)}
    return np.array(
        [[numbers.get(_grown(pattern, value), 0) for value in range(TALLEST + 1)] for pattern in patterns], np.int64
    )


_found = _patterns()
PATTERNS = len(_found)
NEXT = _next(_found)  # by pattern and the value of the next cell
SHOWN = np.array([sum(pattern) for pattern in _found], np.int64)  # points
HIDDEN = np.array([pattern.count(0) for pattern in _found], np.int64)  # face-down tiles

# The points that a visitor sees in the end, the bonus points of now left out, by seats from 2, visitors to come and the
# pattern of its line; counted in games of quick players by `bench/topiary_later.py`.
LATER = np.loadtxt(Path(__file__).with_name("later.txt")).reshape(3, MOST_LEFT + 1, PATTERNS)

CROSSING = 8  # lines that cross in a cell, at most
_lines_of = [[spot for spot in range(len(LINE)) if cell in LINE[spot]] for cell in range(25)]
_THROUGH = np.array([(found + [-1] * CROSSING)[:CROSSING] for found in _lines_of], np.int64)


@native
def through(cell: int, number: int) -> int:
    """A spot whose line crosses a cell; -1 if there are no more of them."""
    return int(_THROUGH[cell, number])


@native
def height(state: TopiaryState, cell: int) -> int:
    """The value that lies open on a cell; 0 for none."""
    if state.face_down >> cell & 1 or state.garden[cell] < 0:
        return 0
    return value_of(int(state.garden[cell]))


@native
def pattern_of(state: TopiaryState, spot: int) -> int:
    """The pattern that a visitor on a spot looks at."""
    pattern = 0
    for step in range(LINE_LENGTH[spot]):
        pattern = NEXT[pattern, height(state, int(LINE[spot, step]))]
    return int(pattern)


@native
def pattern_with(state: TopiaryState, spot: int, cell: int, value: int) -> int:
    """The same with a hedge on one of the cells."""
    pattern = 0
    for step in range(LINE_LENGTH[spot]):
        at = int(LINE[spot, step])
        pattern = NEXT[pattern, value if at == cell else height(state, at)]
    return int(pattern)
