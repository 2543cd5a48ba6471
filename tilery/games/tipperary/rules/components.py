"""The components of Tipperary, read from their file: towns, bonus tiles, the whiskey track and the supplies.

The landscape tiles are in `tileset`, because another set of them can be loaded.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tilery.games.reading import Node
from tilery.games.tipperary.rules.landscapes import LANDSCAPE_FORM, LANDSCAPES, NO_FIELD, TOWN, TOWN_FIELD
from tilery.words import reason, say

AREAS = 5
TOWN_WIDTH, TOWN_HEIGHT = 3, 4
SIDES = ("front", "back")

# Which fields a side covers: `*` one with a landscape, `#` one of the whiskey track (TIP-1).
TOWN_SHAPES = {"front": ("**.", "###", "###", "..*"), "back": (".**", "###", "###", "*..")}

Cell = tuple[int, int]


@dataclass(frozen=True)
class Components:
    """What the file says, checked."""

    towns: list[str]
    sides: list[list[dict[Cell, int]]]  # by town and side: the kind of each field
    bonus: list[int]
    track: list[int]
    track_sheep: list[int]
    rounds: dict[int, int]
    sheep: int
    towers: int


def read_components(text: str) -> Components:
    try:
        document = Node(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        Node(None).fail(reason(error))
    document.only(("sheep", "towers", "bonus", "rounds", "whiskey", "towns"))
    towns = document["towns"].items(AREAS)
    names = [town["name"].text() for town in towns]
    if len(set(names)) < AREAS:
        document["towns"].fail(say("two towns have the same name"))
    sides = []
    for town in towns:
        town.only(("name", *SIDES))
        sides.append([_read_side(town[side], TOWN_SHAPES[side]) for side in SIDES])
    _check_sides_differ(towns, sides)
    bonus = [_landscape(node, node.text()) for node in document["bonus"].items(12)]
    track, track_sheep = _read_track(document["whiskey"])
    rounds = {seats: document["rounds"][str(seats)].integer(1, 12) for seats in (2, 3, 4, 5)}
    sheep, towers = document["sheep"].integer(0, 24), document["towers"].integer(0, 12)
    return Components(names, sides, bonus, track, track_sheep, rounds, sheep, towers)


def _read_side(side: Node, shape: tuple[str, ...]) -> dict[Cell, int]:
    fields = {}
    for y, node in enumerate(side.items(TOWN_HEIGHT)):
        tokens = node.text().split()
        if len(tokens) != TOWN_WIDTH:
            node.fail(say("expected three spaces, found {count}", count=len(tokens)))
        for x, token in enumerate(tokens):
            match shape[y][x]:
                case ".":
                    if token != NO_FIELD:
                        node.fail(
                            say(
                                'the town does not cover space {number}, so it is ".", not "{token}"',
                                number=x + 1,
                                token=token,
                            )
                        )
                case "#":
                    if token != TOWN_FIELD:
                        node.fail(
                            say(
                                'space {number} carries the whiskey track, so it is "#", not "{token}"',
                                number=x + 1,
                                token=token,
                            )
                        )
                    fields[x, y] = TOWN
                case _:
                    if token == "p2" or token.startswith("c"):
                        node.fail(
                            say(
                                "a town has no {token}: its pastures have one sheep, and it has no stone circle",
                                token=token,
                            )
                        )
                    fields[x, y] = _landscape(node, token)
    return fields


def _check_sides_differ(towns: list[Node], sides: list[list[dict[Cell, int]]]) -> None:
    seen: list[list[int]] = []
    for town, both in zip(towns, sides, strict=True):
        for name, fields in zip(SIDES, both, strict=True):
            landscapes = sorted(kind for kind in fields.values() if kind != TOWN)
            if landscapes in seen:
                town[name].fail(say("another side has the same three landscapes"))
            seen.append(landscapes)


def _landscape(node: Node, token: str) -> int:
    if token not in LANDSCAPES:
        node.fail(say('there is no landscape "{token}"; {form}', token=token, form=LANDSCAPE_FORM))
    return LANDSCAPES[token]


def _read_track(whiskey: Node) -> tuple[list[int], list[int]]:
    whiskey.only(("track", "sheep"))
    track = [node.integer(0, 99) for node in whiskey["track"].items(9)]
    if track[0] != 0 or sorted(set(track)) != track:
        whiskey["track"].fail(say("the points start with 0 and rise"))
    sheep = [node.integer(1, 99) for node in whiskey["sheep"]]
    for node in whiskey["sheep"]:
        if node.value not in track:
            node.fail(say("the track has no space with {points} points", points=node.value))
    return track, [int(points in sheep) for points in track]


def _ring(side: int) -> set[Cell]:
    """The fields around a town, diagonal neighbours included."""
    town = set(_components.sides[0][side])
    return {(x + right, y + down) for x, y in town for right in (-1, 0, 1) for down in (-1, 0, 1)} - town


_components = read_components(Path(__file__).with_name("components.toml").read_text("utf-8"))

TOWNS = _components.towns
TOWN_SIDES = _components.sides
RING = [_ring(side) for side in range(2)]
RING_SIZE = len(RING[0])

# The same as arrays, for the compiled rules.
ROUNDS = np.array([_components.rounds.get(seats, 0) for seats in range(6)], np.int8)
SHEEP = _components.sheep
TOWERS = _components.towers
BONUS_KIND = np.array(_components.bonus, np.int8)
BONUS_TILES = len(BONUS_KIND)
TRACK = np.array(_components.track, np.int8)
TRACK_SHEEP = np.array(_components.track_sheep, np.int8)
TRACK_END = len(TRACK) - 1

# By town, side, row and column; -1 where the town has no field.
TOWN_KIND = np.full((AREAS, 2, TOWN_HEIGHT, TOWN_WIDTH), -1, np.int8)
# By side, row + 1 and column + 1: whether a field belongs to the ring.
IN_RING = np.zeros((2, TOWN_HEIGHT + 2, TOWN_WIDTH + 2), np.int8)
for _side in range(2):
    for _x, _y in RING[_side]:
        IN_RING[_side, _y + 1, _x + 1] = 1
    for _town in range(AREAS):
        for (_x, _y), _kind in TOWN_SIDES[_town][_side].items():
            TOWN_KIND[_town, _side, _y, _x] = _kind
