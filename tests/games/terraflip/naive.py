"""Terraflip once more, slowly, in sets and fractions straight from the rulebook, to check the compiled rules by."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

FAMILIES = ("desert", "forest", "mountain", "river")
SPECIALS = ("catapult", "rider", "camp")
TOWER = (0, 0)
BONUS = {2: (3, 0), 3: (3, 2, 0), 4: (3, 2, 1, 0)}

Place = tuple[int, int]


def distance(one: Place, other: Place = TOWER) -> int:
    x, z = one[0] - other[0], one[1] - other[1]
    return max(abs(x), abs(z), abs(x + z))


WORLD = [(q, r) for q in range(-5, 6) for r in range(-5, 6) if distance((q, r)) <= 5]


@cache
def beside(place: Place) -> frozenset[Place]:
    return frozenset(other for other in WORLD if distance(place, other) == 1)


def written(place: Place) -> str:
    return f"{place[0]},{place[1]}"


def read(text: str) -> Place:
    q, r = text.split(",")
    return int(q), int(r)


@cache
def enters(way: Place, centre: Place) -> bool:
    """Whether the line from 0,0 to `way` has points inside the open hexagon around `centre`.

    Inside means nearer to this centre than to each of the six around it. Along the line, t from 0 to 1, that is a
    linear inequality for each of the six, so the good t make an open interval.
    """
    low, high = Fraction(0), Fraction(1)
    for step in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
        # Nearer than to that neighbour: twice the product of (point - centre) and step is below step times step = 1.
        slope = 2 * _product(way, step)
        start = 2 * _product(centre, step)
        if slope == 0:
            if -start >= 1:
                return False
        elif slope > 0:
            high = min(high, (1 + start) / slope)
        else:
            low = max(low, (1 + start) / slope)
    return low < high


def _product(a: Place, b: Place) -> Fraction:
    """The scalar product in the plane, for neighbours at distance 1: the axes of q and r are 60 degrees apart."""
    return Fraction(2 * a[0] * b[0] + 2 * a[1] * b[1] + a[0] * b[1] + a[1] * b[0], 2)


@cache
def under_line(one: Place, other: Place) -> frozenset[Place]:
    """All places that the line between two centres crosses, both ends included."""
    way = (other[0] - one[0], other[1] - one[1])
    near = [place for place in WORLD if distance(one, place) <= distance(one, other)]
    return frozenset(place for place in near if enters(way, (place[0] - one[0], place[1] - one[1])))


@cache
def strictly_between(one: Place, middle: Place, other: Place) -> bool:
    a = (middle[0] - one[0], middle[1] - one[1])
    b = (other[0] - middle[0], other[1] - middle[1])
    return middle not in (one, other) and a[0] * b[1] == a[1] * b[0] and _product(a, b) > 0


@dataclass
class Tile:
    owner: int
    face: str
    under: str | None
    special: str | None = None
    seen_by: set[int] = field(default_factory=set)


class Naive:
    def __init__(self, seats: int, rows: bool) -> None:
        self.seats = seats
        self.rows = rows
        self.limit = 4 if seats == 4 else 3
        self.tiles: dict[Place, Tile] = {}
        self.hands = [
            {**{colour: 3 for colour in FAMILIES if colour != own}, **dict.fromkeys(SPECIALS, 1)}
            for own in FAMILIES[:seats]
        ]
        self.spies = [3] * seats
        self.turn = 0
        self.over = False
        self._begin_turn()

    def _begin_turn(self) -> None:
        self.placed: Place | None = None
        self.from_here: Place | None = None
        self.first_action = False
        self.over = not any(self.hands[self.turn].values())

    @property
    def colour(self) -> str:
        return FAMILIES[self.turn]

    def legal(self) -> set[str]:
        if self.over:
            return set()
        moves = self._spy_moves()
        if self.placed is None:
            return moves | self._place_moves()
        moves |= self._flip_moves() | self._throw_moves()
        return moves | {"end"}

    def _may_lie(self, place: Place, limit: int, tiles: set[Place]) -> bool:
        if place in self.tiles or place == TOWER or distance(place) > limit:
            return False
        return any(near in tiles or near == TOWER for near in beside(place))

    def _place_moves(self) -> set[str]:
        return {
            f"place {kind} {written(place)}"
            for kind, count in self.hands[self.turn].items()
            if count
            for place in WORLD
            if self._may_lie(place, self.limit + (kind == "rider"), set(self.tiles))
        }

    def _spy_moves(self) -> set[str]:
        if not self.spies[self.turn]:
            return set()
        return {f"spy {written(place)}" for place, tile in self.tiles.items() if not tile.special}

    def _flip_moves(self) -> set[str]:
        if self.from_here is None:
            return set()
        found = {place for place in self._foreign() if self.line(self.from_here, place)}
        if self.first_action and self.tiles[self.from_here].special == "camp":
            found |= self._foreign() & beside(self.from_here)
        return {f"flip {written(place)}" for place in found}

    def _foreign(self) -> set[Place]:
        return {place for place, tile in self.tiles.items() if tile.face != self.colour and not tile.special}

    def line(self, start: Place, middle: Place) -> Place | None:
        """Where the line from a tile through another ends, if there is one."""
        own = {place for place, tile in self.tiles.items() if tile.face == self.colour} | {TOWER}
        for end in own:
            if not strictly_between(start, middle, end) or (self.rows and not _in_row(start, end)):
                continue
            if any(strictly_between(start, other, end) for other in own):
                continue
            if all(place in self.tiles or place == TOWER for place in under_line(start, end)):
                return end
        return None

    def _throw_moves(self) -> set[str]:
        if not self.first_action or self.placed is None or self.tiles[self.placed].special != "catapult":
            return set()
        moves = set()
        for start in self._foreign() & beside(self.placed):
            rest = set(self.tiles) - {start}
            if _hang_together(rest):
                goals = [place for place in WORLD if self._may_lie(place, self.limit, rest)]
                moves |= {f"throw {written(start)} {written(goal)}" for goal in goals}
        return moves

    def play(self, move: str) -> None:
        match move.split():
            case ["place", kind, place]:
                self.hands[self.turn][kind] -= 1
                self.placed = self.from_here = read(place)
                self.first_action = True
                if kind in SPECIALS:
                    self.tiles[self.placed] = Tile(self.turn, self.colour, None, kind)
                else:
                    self.tiles[self.placed] = Tile(self.turn, self.colour, kind, None, {self.turn})
            case ["spy", place]:
                self.spies[self.turn] -= 1
                self.tiles[read(place)].seen_by.add(self.turn)
            case ["flip", place]:
                self._flip(read(place))
            case ["throw", start, goal]:
                self.tiles[read(goal)] = self.tiles.pop(read(start))
                self._flip(read(goal))
        if move == "end" or (self.placed is not None and self._is_done()):
            self.turn = (self.turn + 1) % self.seats
            self._begin_turn()

    def _is_done(self) -> bool:
        """Nothing is left but to end the turn: no flip, no throw, and no look at anything new."""
        unknown = any(self.turn not in tile.seen_by for tile in self.tiles.values() if not tile.special)
        can_spy = self.spies[self.turn] > 0 and unknown
        return not (self._flip_moves() or self._throw_moves() or can_spy)

    def _flip(self, place: Place) -> None:
        tile = self.tiles[place]
        assert tile.under is not None
        tile.face, tile.under = tile.under, tile.face
        tile.seen_by = set(range(-1, self.seats))
        self.first_action = False
        self.from_here = place if tile.face == self.colour else None

    def scores(self) -> list[dict[str, int]]:
        sheets = []
        for seat, colour in enumerate(FAMILIES[: self.seats]):
            own = {place for place, tile in self.tiles.items() if tile.face == colour}
            connected = sum(any(near in own or near == TOWER for near in beside(place)) for place in own)
            bonus = BONUS[self.seats][seat]
            sheets.append({"isolated": len(own) - connected, "connected": 2 * connected, "seat_bonus": bonus})
        return sheets


def _in_row(one: Place, other: Place) -> bool:
    return one[0] == other[0] or one[1] == other[1] or sum(one) == sum(other)


def _hang_together(tiles: set[Place]) -> bool:
    group = {TOWER}
    while True:
        grown = group | {place for place in tiles if any(near in group for near in beside(place))}
        if grown == group:
            return tiles <= group
        group = grown
