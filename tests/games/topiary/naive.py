"""Topiary once more, in plain Python straight from the rulebook: slow, simple, and sharing nothing with the rules."""

from __future__ import annotations

from itertools import combinations
from typing import Any

ROSE = {
    "N": (0, -1),
    "NE": (1, -1),
    "E": (1, 0),
    "SE": (1, 1),
    "S": (0, 1),
    "SW": (-1, 1),
    "W": (-1, 0),
    "NW": (-1, -1),
}
VISITORS = {2: 8, 3: 6, 4: 5}


def spots_around(diagonals: str) -> dict[str, list[str]]:
    """Walk around the garden, look every way, and note each line of two tiles or more with its tiles in order."""
    found = {}
    outside = [(x, y) for x in range(-1, 6) for y in range(-1, 6) if x in (-1, 5) or y in (-1, 5)]
    for x, y in outside:
        for way, (dx, dy) in ROSE.items():
            line = [(x + n * dx, y + n * dy) for n in range(1, 6)]
            cells = ["abcde"[a] + "12345"[b] for a, b in line if 0 <= a <= 4 and 0 <= b <= 4]
            starts_here = 0 <= line[0][0] <= 4 and 0 <= line[0][1] <= 4
            if starts_here and len(cells) >= 2 and (diagonals == "all" or len(cells) == 5):
                found[cells[0] + way] = cells
    return found


def value(tile: str) -> int:
    return int(tile.split("-")[1])


def series(tile: str) -> str:
    return tile.split("-", maxsplit=1)[0]


def seen_tiles(line: list[str | None]) -> list[str]:
    """What a visitor sees in a line of face-up tiles and, as None, face-down ones."""
    seen: list[str] = []
    for tile in line:
        if tile is not None and all(value(tile) > value(nearer) for nearer in seen):
            seen.append(tile)
    return seen


def bonus(seen: list[str]) -> int:
    return sum(1 for tile in seen if sum(series(other) == series(tile) for other in seen) >= 2)


class Naive:
    """A game from its deal on; everything in it is called by its notation."""

    def __init__(self, seats: int, options: dict[str, str], deal: dict[str, Any]) -> None:
        self.seats = seats
        self.spots = spots_around(options["diagonals"])
        self.draft = options["draft"] == "on"
        self.removed = deal["removed_series"]
        cells = [column + row for row in "12345" for column in "abcde"]
        self.face_down = dict(zip(cells, deal["garden"], strict=True))
        self.face_up = {"c3": self.face_down.pop("c3")}
        self.put_by: dict[str, int] = {}
        self.hands = [set(hand) for hand in deal["hands"]]
        self.box = set(deal["box"])
        self.visitors: dict[str, int] = {}
        self.left = [VISITORS[seats]] * seats
        self.received: list[set[str] | None] = [None] * seats
        self.passed_on: list[set[str] | None] = [None] * seats
        self.stage = "draft" if self.draft else "visit"
        self.turn = seats - 1 if self.draft else 0
        self.spot: str | None = None
        self.cell: str | None = None

    def moves(self) -> set[str]:
        match self.stage:
            case "draft":
                order = [f"{name}-{n}" for name in SERIES for n in range(1, 6)]
                hand = sorted(self.hands[self.turn], key=order.index)
                return {"keep " + " ".join(three) for three in combinations(hand, 3)}
            case "visit":
                return {f"visit {spot}" for spot in self.spots if spot not in self.visitors}
            case "take":
                assert self.spot
                return {"pass"} | {f"take {cell}" for cell in self.spots[self.spot] if cell in self.face_down}
            case "put":
                return {f"put {tile}" for tile in self.hands[self.turn]}
        return set()

    def play(self, move: str) -> None:
        hand = self.hands[self.turn]
        match move.split():
            case ["keep", *kept]:
                packet = hand - set(kept)
                self.hands[self.turn] = set(kept)
                self.passed_on[self.turn] = packet
                if self.turn == 0:
                    self.box, self.stage = packet, "visit"
                else:
                    self.turn -= 1
                    self.hands[self.turn] |= packet
                    self.received[self.turn] = packet
            case ["visit", spot]:
                self.visitors[spot] = self.turn
                self.left[self.turn] -= 1
                self.spot, self.stage = spot, "take"
                if self.moves() == {"pass"}:
                    self.end_turn()
            case ["pass"]:
                self.end_turn()
            case ["take", cell]:
                hand.add(self.face_down.pop(cell))
                self.cell, self.stage = cell, "put"
            case ["put", tile]:
                assert self.cell
                hand.remove(tile)
                self.face_up[self.cell] = tile
                self.put_by[self.cell] = self.turn
                self.end_turn()

    def end_turn(self) -> None:
        self.turn = (self.turn + 1) % self.seats
        self.spot = self.cell = None
        self.stage = "visit" if any(self.left) else "over"

    def points(self) -> list[dict[str, int]]:
        sheet = []
        for seat in range(self.seats):
            views = [
                seen_tiles([self.face_up.get(cell) for cell in self.spots[spot]])
                for spot, owner in self.visitors.items()
                if owner == seat
            ]
            admired = {tile for seen in views for tile in seen}
            shown = [
                value(tile)
                for tile in self.hands[seat]
                if any(series(other) == series(tile) and value(other) > value(tile) for other in admired)
            ]
            sheet.append(
                {
                    "visitors": sum(value(tile) for seen in views for tile in seen),
                    "bonus": sum(map(bonus, views)),
                    "hand": sum(shown),
                }
            )
        return sheet

    def winner(self) -> int:
        points = self.points()
        return max(range(self.seats), key=lambda seat: (sum(points[seat].values()), points[seat]["hand"], seat))

    def view(self, seat: int) -> dict[str, Any]:
        """What a seat may see, with sets where the order is not ours to know."""
        over = self.stage == "over"
        cells = [column + row for row in "12345" for column in "abcde"]
        own = 0 <= seat < self.seats
        return {
            "stage": self.stage,
            "turn": None if over else self.turn,
            "removed_series": self.removed,
            "garden": [self.face_up.get(cell, "hidden" if cell in self.face_down else None) for cell in cells],
            "visitors": self.visitors,
            "visitors_left": self.left,
            "spot": self.spot,
            "cell": self.cell,
            "hand_sizes": [len(hand) for hand in self.hands],
            "hands": [hand if over or who == seat else None for who, hand in enumerate(self.hands)],
            "put_by": self.put_by,
            "received": self.received[seat] if own else None,
            "passed_on": self.passed_on[seat] if own else None,
            "box_size": len(self.box),
        }


SERIES = ("whale", "swan", "elephant", "trex", "spiral", "icosahedron", "pyramid", "pompom")
