"""Small drawings of a table as tests write them, and matches that start from one.

Columns are three characters apart and neighbours in a column two lines, as flat-topped hexagons lie:

          D     M          TT  the tower
             Fd            D   a double-sided tile that shows desert (so F, M, R)
          TT    D+         Fd  the same showing forest, with desert underneath
             .             D> D^ D+  the catapult, the rider and the camp of desert
                           .  an empty place (may be left out)
                           a to z alone: an empty place that the test asks about
"""

from __future__ import annotations

import re
from typing import Any

from tilery.games.terraflip.rules.geometry import NUMBER
from tilery.games.terraflip.rules.state import CAMP, CATAPULT, EMPTY, EVERYBODY, PLAIN, RIDER
from tilery.games.terraflip.rules.tiles import put
from tilery.kernel import runner
from tilery.match.match import Match

COLOURS = "DFMR"
SPECIALS = {">": CATAPULT, "^": RIDER, "+": CAMP}
Hexagon = tuple[int, int]


class Drawn:
    """A drawing taken apart: tiles as two characters, asked places by their letter."""

    def __init__(self, text: str) -> None:
        tokens = [
            (found.start(), line, found.group())
            for line, content in enumerate(text.splitlines())
            for found in re.finditer(r"\S+", content)
        ]
        ((x0, y0),) = [(x, y) for x, y, token in tokens if token == "TT"]
        self.tiles: dict[Hexagon, str] = {}
        self.asked: dict[str, str] = {}
        for x, y, token in tokens:
            q, beside = divmod(x - x0, 3)
            r, between = divmod(y - y0 - q, 2)
            assert beside == between == 0, f"{token} in line {y} is not on a place"
            if token in ("TT", "."):
                continue
            if token.islower():
                assert len(token) == 1
                self.asked[token] = f"{q},{r}"
            else:
                self.tiles[q, r] = token

    def __getitem__(self, letter: str) -> str:
        return self.asked[letter]


def table(
    text: str, seats: int = 4, turn: int = 0, spies: int = 0, options: dict[str, Any] | None = None
) -> tuple[Match, Drawn]:
    """A match in which the drawn tiles lie on the table and `turn` is to place; tiles of others do not leave hands.

    Few spies are left by default, so that turns end by themselves as soon as nothing can be flipped.
    """
    match = Match("terraflip", seats, seed=0, options=options)
    drawing = Drawn(text)
    state = match.state
    for hexagon, token in drawing.tiles.items():
        face = COLOURS.index(token[0])
        mark = token[1:]
        if mark in SPECIALS:
            put(state, NUMBER[hexagon], face, face, EMPTY, SPECIALS[mark], 0)
            state.hand[face, SPECIALS[mark]] = 0
            continue
        under = "dfmr".index(mark) if mark else (face + 1) % 4
        flipped = face >= seats
        owner = under if flipped else face
        put(state, NUMBER[hexagon], owner, face, under, PLAIN, EVERYBODY if flipped else 1 << owner)
    state.turn = turn
    state.spies[:seats] = spies
    match._owing = runner.waiting(match._states)
    return match, drawing


def legal(match: Match, verb: str) -> set[str]:
    """What can be done now, without the verb: `flip 0,1` gives `0,1`."""
    return {str(move).removeprefix(verb + " ") for move in match.legal_moves() if str(move).split()[0] == verb}


def shown(match: Match) -> dict[str, str]:
    """The colour that shows on every tile."""
    return {tile["place"]: tile["colour"] for tile in match.view().table["tiles"]}
