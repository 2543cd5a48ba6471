"""A second Triqueta for tests: lists, words and dictionaries, straight from the rulebook and the rulings, and slow."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

VALUES = {"rabbit": 5, "owl": 6, "deer": 7, "boar": 8, "ram": 9, "bear": 10, "wolf": 11}


def points(tiles: Counter[str]) -> int:
    """What animals are worth together."""
    total = 0
    for animal, count in tiles.items():
        if count in (1, 2):
            total += count
        elif count == 3:
            total += VALUES[animal]
        elif count > 3:
            total -= count - 3
    return total


def best_use(tiles: Counter[str], face_down: list[str]) -> list[str]:
    """Of all ways to add some face-down tiles, the one with most points, then most tiles; there is only one."""
    ways = {
        tuple(sorted(way)): (points(tiles + Counter(way)), len(way))
        for count in range(len(face_down) + 1)
        for way in combinations(face_down, count)
    }
    best = [way for way, worth in ways.items() if worth == max(ways.values())]
    assert len(best) == 1
    return list(best[0])


class NaivePlayer:
    def __init__(self) -> None:
        self.animals: Counter[str] = Counter()
        self.kept: list[str] = []
        self.grey: list[str] = []
        self.returned: list[str] = []
        self.trees = 0
        self.in_round = True

    def counted(self) -> Counter[str]:
        """All animals that count at the end."""
        sure = self.animals + Counter(self.grey)
        return sure + Counter(best_use(sure, self.kept))


class Naive:
    def __init__(self, seats: int, stacks: list[list[str]], designer: bool) -> None:
        self.players = [NaivePlayer() for _ in range(seats)]
        # The first fifteen tiles of a stack are white; below may lie grey ones.
        self.stacks = [[(name, depth < 15) for depth, name in enumerate(stack)] for stack in stacks]
        self.designer = designer
        self.rows: dict[int, list[str]] = {}
        self.rock = 0
        self.turn = 0
        self.over = False
        self.hand: list[str] = []
        self.drawn = 0
        self.done: list[str] = []
        self.begin_round()

    def begin_round(self) -> None:
        self.stack = self.stacks.pop(0)
        self.rows = {number: [] for number in range(1, len(self.players) + 1)}
        for player in self.players:
            player.in_round = True
        self.turn = self.rock

    def legal(self) -> list[str]:
        if not self.hand:
            return ["draw"] * bool(self.stack) + [f"take {number}" for number in sorted(self.rows)]
        moves = [f"row {number}" for number in sorted(self.rows)]
        if len(self.players[self.turn].kept) < 2:
            moves.append("keep")
        if self.designer and self.drawn == 2:
            moves.append("return")
        return [move for move in moves if move.split()[0] not in self.done]

    def play(self, move: str) -> None:
        player = self.players[self.turn]
        match move.split():
            case ["draw"]:
                drawn = self.stack[: 2 if self.designer else 1]
                del self.stack[: len(drawn)]
                self.drawn = len(drawn)
                self.hand = [name for name, white in drawn if white]
                player.grey += [name for name, white in drawn if not white]
            case ["take", number]:
                player.animals.update(self.rows.pop(int(number)))
                player.in_round = False
            case [treatment, *number]:
                tile = self.hand.pop(0)
                self.done.append(treatment)
                if treatment == "row":
                    self.rows[int(number[0])].append(tile)
                else:
                    {"keep": player.kept, "return": player.returned}[treatment].append(tile)
        if not self.hand:
            self.end_turn()

    def end_turn(self) -> None:
        self.done = []
        if not self.rows:
            self.end_round()
            return
        self.turn = (self.turn + 1) % len(self.players)
        while not self.players[self.turn].in_round:
            self.turn = (self.turn + 1) % len(self.players)

    def end_round(self) -> None:
        self.rock = self.turn
        if self.stacks:
            self.players[self.turn].trees += 1
            self.begin_round()
        else:
            self.over = True

    def totals(self) -> list[int]:
        return [
            points(player.counted()) + player.trees + (seat == self.rock) for seat, player in enumerate(self.players)
        ]

    def winners(self) -> list[int]:
        worth = [(total, player.counted().total()) for total, player in zip(self.totals(), self.players, strict=True)]
        return [seat for seat, each in enumerate(worth) if each == max(worth)]
