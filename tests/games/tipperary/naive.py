"""Tipperary once more, straight from the rulebook with sets and dicts, slow and plain: the judge of the fast rules.

It knows nothing of the package but the deal and the notation: tiles, towns and track are written here again or come
from the drawings that a view shows.
"""

from __future__ import annotations

from itertools import product
from typing import Any

Cell = tuple[int, int]
Display = dict[Cell, str]

TRACK = [0, 3, 6, 10, 13, 17, 21, 25, 30]
TRACK_SHEEP = {6, 13, 21}
BONUS = dict(enumerate(["p1", "p2", "g", "g", "d", "d", "r", "r", "b", "b", "m", "c2"], 1))
TOWNS = ["An Chathair", "Tiobraid Árann", "Béal an Átha", "Cluain Meala", "Durlas"]
SIDES = {
    ("An Chathair", "front"): "mp r",
    ("An Chathair", "back"): "gr b",
    ("Tiobraid Árann", "front"): "mp b",
    ("Tiobraid Árann", "back"): "gp d",
    ("Béal an Átha", "front"): "gm d",
    ("Béal an Átha", "back"): "pr g",
    ("Cluain Meala", "front"): "mr d",
    ("Cluain Meala", "back"): "dp b",
    ("Durlas", "front"): "mb g",
    ("Durlas", "back"): "bd r",
}
ORIENTATIONS = ["0", "1", "2", "3", "0*", "1*", "2*", "3*"]
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1))


def town(name: str, side: str) -> Display:
    one, two, _, three = (letter.replace("p", "p1") for letter in SIDES[name, side])
    display = {(x, y): "#" for x in range(3) for y in (1, 2)}
    cells = [(0, 0), (1, 0), (2, 3)] if side == "front" else [(1, 0), (2, 0), (0, 3)]
    return {**display, **dict(zip(cells, (one, two, three), strict=True))}


def neighbours(cell: Cell) -> list[Cell]:
    return [(cell[0] + right, cell[1] + down) for right, down in STEPS]


def beside(display: Display) -> set[Cell]:
    """The empty places edge to edge with a display."""
    return {place for cell in display for place in neighbours(cell)} - display.keys()


def turned(drawing: list[str], orientation: str) -> Display:
    rows = [row.split() for row in drawing]
    if orientation.endswith("*"):
        rows = [row[::-1] for row in rows]
    for _ in range(int(orientation[0])):
        rows = [list(column) for column in zip(*rows[::-1], strict=True)]
    return {(x, y): token for y, row in enumerate(rows) for x, token in enumerate(row) if token != "."}


def different_orientations(drawing: list[str]) -> list[str]:
    seen: list[Display] = []
    kept = []
    for orientation in ORIENTATIONS:
        lies = turned(drawing, orientation)
        if lies not in seen:
            seen.append(lies)
            kept.append(orientation)
    return kept


def placements(display: Display, number: int, drawing: list[str]) -> set[str]:
    border = beside(display)
    found = set()
    for orientation in different_orientations(drawing):
        tile = turned(drawing, orientation)
        # The tile covers some place of the border with some field, so these are all places that can be right.
        for (x, y), (right, down) in product(border, tile):
            corner = (x - right, y - down)
            if not any((corner[0] + dx, corner[1] + dy) in display for dx, dy in tile):
                found.add(f"place {number} {orientation} {corner[0]},{corner[1]}")
    return found


def sheep_of(token: str) -> int:
    return {"p1": 1, "p2": 2, "ms": 1, "m*s": 1}.get(token, 0)


def groups(cells: set[Cell]) -> list[set[Cell]]:
    """Fields that hang together by edges."""
    rest, found = set(cells), []
    while rest:
        group, border = set(), {rest.pop()}
        while border:
            group |= border
            border = {place for cell in border for place in neighbours(cell)} & rest
            rest -= border
        found.append(group)
    return found


def largest_flock(display: Display) -> int:
    pastures = {cell for cell, token in display.items() if sheep_of(token)}
    return max((sum(sheep_of(display[cell]) for cell in group) for group in groups(pastures)), default=0)


def whiskeys(display: Display) -> set[frozenset[Cell]]:
    """Every pair of a grain field and a distillery side by side."""
    return {
        frozenset((cell, other))
        for cell, token in display.items()
        if token == "g"
        for other in neighbours(cell)
        if display.get(other) == "d"
    }


def lines(display: Display) -> list[set[Cell]]:
    """Every longest straight line of three or more ruins."""
    found = []
    for cell, token in display.items():
        for right, down in ((1, 0), (0, 1)):
            before = (cell[0] - right, cell[1] - down)
            if token != "r" or display.get(before) == "r":
                continue
            line = [cell]
            while display.get(place := (line[-1][0] + right, line[-1][1] + down)) == "r":
                line.append(place)
            if len(line) >= 3:
                found.append(set(line))
    return found


def sites(display: Display) -> list[set[Cell]]:
    return [group for group in groups({cell for cell, token in display.items() if token == "b"}) if len(group) >= 2]


def how_many_new(before: list[set[Cell]], after: list[set[Cell]]) -> int:
    """How many lines or sites contain none that was there before."""
    return sum(not any(old <= new for old in before) for new in after)


def largest_rectangle(display: Display) -> int:
    best = 0
    for x, y in display:
        width = 10**6
        height = 0
        while (x, y + height) in display:
            run = 0
            while run < width and (x + run, y + height) in display:
                run += 1
            width = run
            height += 1
            best = max(best, width * height)
    return best


def ring_is_closed(display: Display, side: str) -> bool:
    own = set(town("Durlas", side))
    around = {(x + right, y + down) for x, y in own for right in (-1, 0, 1) for down in (-1, 0, 1)} - own
    assert len(around) == 18
    return around <= display.keys()


class Naive:
    """A game from its deal, with the drawings of all tiles."""

    def __init__(self, seats: int, deal: dict[str, Any], tiles: list[list[str]]) -> None:
        self.seats = seats
        self.tiles = dict(enumerate(tiles, 1))
        self.towns = [(name, side) for name, side in deal["towns"]]
        self.displays = [town(name, side) for name, side in self.towns]
        self.areas = [list(area) for area in deal["areas"]]
        self.bag = list(deal["bag"])
        self.bonus = list(deal["bonus"])
        self.spins = list(deal["spins"])
        self.rounds = 10 if seats == 5 else 12
        self.round = 0
        self.stage = "round"
        self.sheep, self.tower_supply = 24, 12
        self.placed = [False] * seats
        self.sheep_to_place = [0] * seats
        self.bonus_to_place: list[list[int]] = [[] for _ in range(seats)]
        self.towers = [0] * seats
        self.steps = [0] * seats
        self.marker: int | None = None
        self.done = [False] * seats

    def waiting(self) -> list[int]:
        if self.stage == "over":
            return []
        if self.stage == "end":
            return [seat for seat in range(self.seats) if self.towers[seat] and not self.done[seat]]
        return [
            seat
            for seat in range(self.seats)
            if not self.placed[seat] or self.sheep_to_place[seat] or self.bonus_to_place[seat]
        ]

    def area(self, seat: int) -> list[int]:
        return self.areas[(TOWNS.index(self.towns[seat][0]) + self.spins[self.round]) % 5]

    def free_meadows(self, seat: int) -> list[Cell]:
        return [cell for cell, token in self.displays[seat].items() if token in ("m", "m*")]

    def legal_moves(self, seat: int) -> set[str]:
        display = self.displays[seat]
        if self.stage == "end":
            return {f"tower {x},{y}" for x, y in beside(display)} | {"done"}
        if not self.placed[seat]:
            return {move for tile in self.area(seat) for move in placements(display, tile, self.tiles[tile])}
        moves = set()
        if self.sheep_to_place[seat]:
            moves |= {f"sheep {x},{y}" for x, y in self.free_meadows(seat)}
        meadows = {cell for cell, token in display.items() if token == "m"}
        for tile in self.bonus_to_place[seat]:
            moves |= {f"bonus {tile} {x},{y}" for x, y in beside(display) | meadows}
        return moves

    def play(self, seat: int, move: str) -> None:
        word, *rest = move.split()
        if word == "done":
            self.done[seat] = True
        else:
            x, y = map(int, rest[-1].split(","))
            if word == "tower":
                self.displays[seat][x, y] = "t"
                self.towers[seat] -= 1
            elif word == "sheep":
                self.displays[seat][x, y] += "s"
                self.sheep_to_place[seat] -= 1
            elif word == "bonus":
                self.bonus_to_place[seat].remove(int(rest[0]))
                face = BONUS[int(rest[0])]
                self._cover(seat, {(x, y): "m*" if face == "m" else face})
            else:
                tile = int(rest[0])
                self.area(seat).remove(tile)
                self.placed[seat] = True
                self._cover(seat, {(x + a, y + b): k for (a, b), k in turned(self.tiles[tile], rest[1]).items()})
        self._go_on(seat)

    def _cover(self, seat: int, fields: Display) -> None:
        display = self.displays[seat]
        before = dict(display)
        display.update({cell: token.removesuffix("+") for cell, token in fields.items()})
        earned = sum(token.endswith("+") for token in fields.values())
        for _ in range(len(whiskeys(display) - whiskeys(before))):
            if self.steps[seat] < 8:
                self.steps[seat] += 1
                earned += TRACK[self.steps[seat]] in TRACK_SHEEP
        earned = min(earned, self.sheep)
        self.sheep -= earned
        self.sheep_to_place[seat] += earned
        towers = min(how_many_new(lines(before), lines(display)), self.tower_supply)
        self.tower_supply -= towers
        self.towers[seat] += towers
        for _ in range(how_many_new(sites(before), sites(display))):
            if self.bonus:
                self.bonus_to_place[seat].append(self.bonus.pop(0))

    def _go_on(self, seat: int) -> None:
        if self.stage == "round":
            if self.sheep_to_place[seat] and not self.bonus_to_place[seat] and not self.free_meadows(seat):
                self.sheep += self.sheep_to_place[seat]
                self.sheep_to_place[seat] = 0
            if not self.waiting():
                self._end_round()
        if self.stage == "end" and not self.waiting():
            self.stage = "over"

    def _end_round(self) -> None:
        flocks = [largest_flock(display) for display in self.displays]
        best = [seat for seat in range(self.seats) if flocks[seat] == max(flocks)]
        if max(flocks) > 0:
            if len(best) == 1:
                self.marker = best[0]
            elif self.marker not in best:
                self.marker = None
        if self.round + 1 == self.rounds:
            self.stage = "end"
            return
        self.round += 1
        self.placed = [False] * self.seats
        for area in self.areas:
            while len(area) < 2:
                area.append(self.bag.pop(0))

    def scores(self) -> list[list[int]]:
        return [
            [
                largest_rectangle(display),
                largest_flock(display),
                5 if self.marker == seat else 0,
                5 if ring_is_closed(display, self.towns[seat][1]) else 0,
                TRACK[self.steps[seat]],
                sum(int(token[1:]) for token in display.values() if token[0] == "c"),
            ]
            for seat, display in enumerate(self.displays)
        ]
