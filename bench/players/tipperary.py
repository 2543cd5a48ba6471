"""Two players of Tipperary: one placement ahead, and rollouts of whole displays by the same judgement.

A display is judged alone, but for the marker: others can take little from it. The judgement is written from the
score sheet: a rectangle that may still have gaps, the flock, the ring, whiskey and circles, and what is about to bring
towers or bonus tiles.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import tilery
from bench.players.arrays import Ints
from bench.players.tipperary_simulation import (
    A_BONUS,
    A_SHEEP,
    BARREL,
    BOG,
    BONUS_FACES,
    BONUS_MEADOW,
    BONUSES,
    BY_OTHERS,
    CIRCLE,
    CIRCLES,
    DISTILLERY,
    EMPTY,
    FACTS,
    GRAIN,
    HAS_MARKER,
    LEFT,
    MEADOW,
    ONE_SHEEP,
    ORIGIN,
    RUIN,
    SHEEP,
    SIZE,
    TOP,
    TOWER,
    TOWERS,
    TOWN,
    TRACK,
    TWO_SHEEP,
    WEIGHTS,
    WOODEN,
    Grid,
    best_meadow,
    effects,
    full_area,
    judge,
    judge_all,
    roll_out,
    stretch,
)
from tilery.match.match import Match
from tilery.match.moves import Move

LETTERS = {
    "m": MEADOW,
    "g": GRAIN,
    "d": DISTILLERY,
    "r": RUIN,
    "b": BOG,
    "c": CIRCLE,
    "#": TOWN,
    "t": TOWER,
    "T": TOWER,
}
BONUS_NAMES = ("p1", "p2", "g", "g", "d", "d", "r", "r", "b", "b", "m", "c2")
RING_FRONT = ((0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2), (2, 3))
TRIED = 12
ROLLED = 25  # playouts of each


def drawn_tile(rows: list[str]) -> list[tuple[int, int, str]]:
    """The fields of a drawn tile: x, y and token."""
    return [(x, y, token) for y, row in enumerate(rows) for x, token in enumerate(row.split()) if token != "."]


def turned(fields: list[tuple[int, int, str]], name: str) -> list[tuple[int, int, str]]:
    """A tile in an orientation, as records write it."""
    width, height = max(x for x, _, _ in fields) + 1, max(y for _, y, _ in fields) + 1
    if name.endswith("*"):
        fields = [(width - 1 - x, y, token) for x, y, token in fields]
    for _ in range(int(name[0])):
        fields = [(height - 1 - y, x, token) for x, y, token in fields]
        width, height = height, width
    return fields


def packed(fields: list[tuple[int, int, str]]) -> list[int]:
    """A tile as numbers (see `put_tile`), with its width and height at the end."""
    numbers = [len(fields)]
    for x, y, token in fields:
        landscape = field_of(token)
        numbers += [y * SIZE + x, landscape, int(token[1]) if landscape == CIRCLE else 0, token.count("+")]
    numbers += [0] * (33 - len(numbers))
    return [*numbers, max(x for x, _, _ in fields) + 1, max(y for _, y, _ in fields) + 1]


def field_of(token: str) -> int:
    """The landscape of a token of a drawing."""
    if token.startswith("p"):
        return TWO_SHEEP if token[1] == "2" else ONE_SHEEP
    if token.startswith("ms"):
        return WOODEN
    return LETTERS[token[0]]


ORIENTATIONS = ("0", "1", "2", "3", "0*", "1*", "2*", "3*")


def reconstructed() -> list[list[str]]:
    """The set of tiles that is printed with the rules."""
    text = Path(tilery.__file__).parent / "games" / "tipperary" / "rules" / "tiles.txt"
    tiles: list[list[str]] = []
    for line in text.read_text().splitlines():
        if line.startswith("tile "):
            tiles.append([])
        elif line.strip() and not line.startswith("#"):
            tiles[-1].append(line)
    return tiles


class TileSet:
    """All orientations of all tiles as numbers, each look once."""

    def __init__(self, drawings: list[list[str]]) -> None:
        self.numbers = np.zeros((len(drawings) * 8, 35), np.int64)
        self.counts = np.zeros(len(drawings), np.int64)
        self.shapes: dict[tuple[int, str], int] = {}
        for number, rows in enumerate(drawings):
            fields = drawn_tile(rows)
            looks: list[list[tuple[int, int, str]]] = []
            for name in ORIENTATIONS:
                look = sorted(turned(fields, name))
                if look not in looks:
                    index = number * 8 + len(looks)
                    self.numbers[index] = packed(look)
                    self.shapes[number + 1, name] = index
                    looks.append(look)
            self.counts[number] = len(looks)


class Display:
    """The display of a seat as numbers."""

    def __init__(self, table: dict[str, Any], seat: int) -> None:
        own = table["displays"][seat]
        self.grid = np.zeros(SIZE * SIZE, np.int8)
        self.facts = np.zeros(FACTS, np.int64)
        self.facts[[LEFT, TOP]] = SIZE
        left, top = own["corner"]
        for y, row in enumerate(own["drawing"]):
            for x, token in enumerate(row.split()):
                if token != ".":
                    at = place(left + x, top + y)
                    self.grid[at] = field_of(token)
                    stretch(self.facts, at)
        for x, y in own["towers"]:
            self.grid[place(x, y)] = TOWER
        for tile in own["bonus"]:
            x, y = tile["at"] if isinstance(tile, dict) else tile[-2:]
            if self.grid[place(x, y)] == MEADOW:
                self.grid[place(x, y)] = BONUS_MEADOW
        self.facts[BARREL] = np.searchsorted(TRACK, own["barrel"])  # a view has the points under the barrel
        self.facts[CIRCLES] = own["circles"]
        self.facts[TOWERS] = own["towers_to_place"]
        self.facts[BY_OTHERS] = max(other["flock"] for index, other in enumerate(table["displays"]) if index != seat)
        self.facts[HAS_MARKER] = table["marker"] == seat
        front = own["side"] == "front"
        town = {(x if front else 2 - x, y) for x, y in RING_FRONT}
        around = {(x + dx, y + dy) for x, y in town for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - town
        self.ring = np.array(sorted(place(x, y) for x, y in around))
        self.is_ring = np.zeros(SIZE * SIZE, np.int8)
        self.is_ring[self.ring] = 1

    def plan_towers(self) -> set[int]:
        """The places where towers bring most at the end."""
        towers = int(self.facts[TOWERS])
        missing = {int(at) for at in self.ring if self.grid[at] == EMPTY}
        box = np.zeros(4, np.int64)
        plans = []
        for for_ring in {0, len(missing)} if len(missing) <= towers else {0}:
            grid, chosen = self.grid, set[int]()
            if for_ring:
                grid, chosen = self.grid.copy(), set(missing)
                grid[list(missing)] = TOWER
            facts = self.facts.copy()
            for at in chosen:
                stretch(facts, at)
            area = full_area(grid, facts, towers - for_ring, box)
            inside = [y * SIZE + x for y in range(box[1], box[3] + 1) for x in range(box[0], box[2] + 1)]
            chosen |= {at for at in inside if grid[at] == EMPTY}
            grown = self._grown(grid, box, towers - len(chosen)) if len(chosen) < towers else set()
            plans.append((area + len(grown) + 5 * (for_ring > 0 or not missing), -len(chosen | grown), chosen | grown))
        return max(plans, key=lambda plan: plan[:2])[2]

    def _grown(self, grid: Grid, box: Ints, spare: int) -> set[int]:
        """Places of a whole row or column beside a rectangle that is within reach of spare towers."""
        left, top, right, bottom = (int(edge) for edge in box)
        best: set[int] = set()
        sides = [
            *([y * SIZE + x for x in range(left, right + 1)] for y in (top - 1, bottom + 1)),
            *([y * SIZE + x for y in range(top, bottom + 1)] for x in (left - 1, right + 1)),
        ]
        most = 0
        for cells in sides:
            free = {at for at in cells if grid[at] == EMPTY}
            if len(free) <= spare and len(cells) > most:
                best, most = free, len(cells)
        return best


def place(x: int, y: int) -> int:
    return (y + ORIGIN) * SIZE + x + ORIGIN


class Greedy:
    """Judges the display after every placement, sheep or bonus tile, and takes the best."""

    samples = 0

    def __init__(self) -> None:
        self._sets: dict[str, TileSet] = {}

    def _tiles(self, option: Any) -> TileSet:
        key = str(option)
        if key not in self._sets:
            self._sets[key] = TileSet(reconstructed() if option == "reconstructed" else option)
        return self._sets[key]

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        legal = {str(move): move for move in match.legal_moves(seat)}
        if len(legal) == 1:
            return next(iter(legal.values()))
        view = match.view(seat)
        display = Display(view.table, seat)
        rounds = view.table["rounds"] - view.table["round"]
        kinds = {text.split()[0] for text in legal}
        if "place" in kinds:
            return legal[self._placement(view, display, list(legal), rounds, seed)]
        if "bonus" in kinds:
            return legal[self._bonus(display, list(legal), rounds)]
        if "sheep" in kinds:
            return legal[self._sheep(display, list(legal))]
        return legal[self._tower(display, list(legal))]

    def _placement(self, view: Any, display: Display, legal: list[str], rounds: int, seed: int) -> str:
        tiles = self._tiles(view.options["tiles"])
        texts, shapes, corners = [], [], []
        for text in legal:
            _, number, name, at = text.split()
            x, y = map(int, at.split(","))
            if max(abs(x), abs(y)) < ORIGIN - 10:
                texts.append(text)
                shapes.append(tiles.shapes[int(number), name])
                corners.append(place(x, y))
        if not texts:
            return legal[0]
        coded, at_corner = np.array(shapes), np.array(corners)
        values = judge_all(
            display.grid, display.facts, display.ring, display.is_ring, rounds, WEIGHTS, tiles.numbers, coded, at_corner
        )
        order = np.argsort(-values, kind="stable")
        if not self.samples or rounds == 0:
            return str(texts[order[0]])
        tried = order[:TRIED]
        used = {placement["tile"] for other in view.table["displays"] for placement in other["placements"]}
        bag = np.array([number for number in range(60) if number + 1 not in used])
        seen = [face for other in view.table["displays"] for face in bonus_faces(other)]
        faces = list(BONUS_FACES)
        for face in seen:
            if face in faces:
                faces.remove(face)
        better = roll_out(
            display.grid, display.facts, display.ring, display.is_ring, rounds, WEIGHTS, 12, tiles.numbers,
            tiles.counts, coded[tried], at_corner[tried], bag, np.array(faces), self.samples, seed % 2**32,
        )  # fmt: skip
        return str(texts[tried[int(np.argmax(better))]])

    def _bonus(self, display: Display, legal: list[str], rounds: int) -> str:
        """Where a bonus tile that waits is worth most."""
        values = {}
        fresh, seen = np.zeros(SIZE * SIZE, np.int8), np.zeros(SIZE * SIZE, np.int8)
        queue = np.empty(SIZE * SIZE, np.int64)
        for text in legal:
            if not text.startswith("bonus"):
                continue
            _, number, at = text.split()
            x, y = map(int, at.split(","))
            if max(abs(x), abs(y)) >= ORIGIN - 2:
                continue
            face = BONUS_FACES[int(number) - 1]
            grid, facts = display.grid.copy(), display.facts.copy()
            grid[place(x, y)] = face
            stretch(facts, place(x, y))
            effects(grid, facts, np.array([place(x, y)]), 1, fresh, seen, queue)
            values[text] = judge(grid, facts, display.ring, rounds, WEIGHTS, seen, queue)
            values[text] += WEIGHTS[A_SHEEP] * facts[SHEEP] + WEIGHTS[A_BONUS] * facts[BONUSES]
        return max(values, key=values.__getitem__)

    def _sheep(self, display: Display, legal: list[str]) -> str:
        queue, seen = np.empty(SIZE * SIZE, np.int64), np.zeros(SIZE * SIZE, np.int8)
        at = best_meadow(display.grid, display.facts, seen, queue)
        text = f"sheep {at % SIZE - ORIGIN},{at // SIZE - ORIGIN}"
        return text if text in legal else legal[0]

    def _tower(self, display: Display, legal: list[str]) -> str:
        planned = {f"tower {at % SIZE - ORIGIN},{at // SIZE - ORIGIN}" for at in display.plan_towers()}
        return min(planned & set(legal), default="done")


def bonus_faces(own: dict[str, Any]) -> list[int]:
    """The faces of bonus tiles that lie in a display, as far as a drawing tells."""
    left, top = own["corner"]
    rows = [row.split() for row in own["drawing"]]
    found = []
    for tile in own["bonus"]:
        x, y = tile["at"] if isinstance(tile, dict) else tile[-2:]
        found.append(field_of(rows[y - top][x - left]))
    return [BONUS_MEADOW if face in (MEADOW, WOODEN) else face for face in found]


class Rollouts(Greedy):
    """Plays its best placements on to the end, alone and in the same draws, and takes the one that brings most."""

    samples = ROLLED
