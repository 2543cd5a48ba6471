"""The components of Terraflip, read from their file.

Tiles in hand are counted by kind: a two-faced tile by the colour of its back (0 to 3), then the special tiles.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tilery.games.reading import Node
from tilery.games.terraflip.rules.geometry import RADIUS
from tilery.kernel.state import Grid, Row
from tilery.words import Sentence, joined, say

SEATS = (2, 3, 4)
KEYS = ("families", "colours", "two_faced", "specials", "spies", "rider_step", "points", "limit", "bonus")


@dataclass(frozen=True)
class Components:
    families: list[str]
    colours: list[str]
    two_faced: int
    specials: list[str]
    spies: int
    rider_step: int
    isolated: int
    connected: int
    limit: dict[int, int]
    bonus: dict[int, list[int]]


def read(text: str) -> Components:
    document = Node(tomllib.loads(text))
    document.only(KEYS)
    for name in ("limit", "bonus"):
        document[name].only(map(str, SEATS))
    document["points"].only(("isolated", "connected"))
    rider_step = document["rider_step"].integer(0, RADIUS - 1)
    return Components(
        families=_names(document["families"], 4),
        colours=_names(document["colours"], 4),
        two_faced=document["two_faced"].integer(3, 3),
        specials=[node.choice([name]) for name, node in _expected(document["specials"], "catapult", "rider", "camp")],
        spies=document["spies"].integer(0, 9),
        rider_step=rider_step,
        isolated=document["points"]["isolated"].integer(0, 9),
        connected=document["points"]["connected"].integer(0, 9),
        # Radius 3 is the smallest with room for the 36 tiles of three players.
        limit={
            seats: document["limit"][str(seats)].integer(3 if seats < 4 else 4, RADIUS - rider_step) for seats in SEATS
        },
        bonus={seats: [node.integer(0, 99) for node in document["bonus"][str(seats)].items(seats)] for seats in SEATS},
    )


def _names(node: Node, count: int) -> list[str]:
    names = [item.text() for item in node.items(count)]
    if len(set(names)) != count:
        node.fail(say("a name is given twice"))
    return names


def _expected(node: Node, *names: str) -> list[tuple[str, Node]]:
    return list(zip(names, node.items(len(names)), strict=True))


COMPONENTS = read(Path(__file__).with_name("components.toml").read_text("utf-8"))
FAMILIES = COMPONENTS.families
SPECIALS = COMPONENTS.specials
KINDS = [*FAMILIES, *SPECIALS]
WORDS = {
    "desert": say("desert"),
    "forest": say("forest"),
    "mountain": say("mountain"),
    "river": say("river"),
    "catapult": say("catapult"),
    "rider": say("rider"),
    "camp": say("camp"),
}


def in_words(name: str) -> Sentence:
    """A family, which is also a colour, or a special tile."""
    return WORDS.get(name) or joined([name])


# The same as numbers and arrays, for the compiled rules.
TWO_FACED = COMPONENTS.two_faced
SPIES = COMPONENTS.spies
RIDER_STEP = COMPONENTS.rider_step
ISOLATED_POINTS = COMPONENTS.isolated
CONNECTED_POINTS = COMPONENTS.connected
TILES = TWO_FACED * 3 + len(SPECIALS)  # of a family
LIMIT: Row[int] = np.array([COMPONENTS.limit.get(seats, 0) for seats in range(5)], np.int64)
BONUS: Grid[int] = np.array([(COMPONENTS.bonus.get(seats, []) + [0] * 4)[:4] for seats in range(5)], np.int64)
