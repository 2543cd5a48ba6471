"""Small drawn positions to try a rule in: one player's display, one tile to place, and chosen bonus tiles.

A display is drawn as a position document draws it; `0,0` is the top left corner of the town, as in moves.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import dedent

import numpy as np

from tilery.games.reading import Node
from tilery.games.tipperary import GAME, rules
from tilery.games.tipperary.rules.components import TRACK
from tilery.games.tipperary.rules.effects import settle_sites
from tilery.games.tipperary.rules.state import NOBODY, ROUND
from tilery.games.tipperary.rules.turns import area_of, has_placed
from tilery.games.tipperary.text import position, refusal
from tilery.games.tipperary.text.notation import code, text
from tilery.games.tipperary.text.view import drawing, view
from tilery.kernel import chance, runner

BARE = """
    m  g  .
    #  #  #
    #  #  #
    .  .  d
"""
BONUS_NUMBERS = {
    "p1": 0,
    "p2": 1,
    "g": 2,
    "g2": 3,
    "d": 4,
    "d2": 5,
    "r": 6,
    "r2": 7,
    "b": 8,
    "b2": 9,
    "m": 10,
    "c2": 11,
}


def rows(picture: str) -> list[str]:
    return [line.strip() for line in dedent(picture).splitlines() if line.strip()]


class Drawn:
    """Seat 0 has the drawn display and is offered `tile` (number 1) and a single meadow (number 2)."""

    def __init__(
        self,
        display: str = BARE,
        tile: str = "m",
        *,
        side: str = "front",
        bonus: Sequence[str] = (),
        others: Sequence[str] = (BARE,),
        whiskey: int = 0,
        marker: int | None = None,
    ) -> None:
        self.states = runner.new_states(rules.STATE, 1)
        self.state = self.states.view(np.recarray)[0]
        self.buffer = np.zeros(rules.MAX_MOVES, np.int32)
        seats = 1 + len(others)
        tiles = [rows(tile), *[["m"]] * 59]
        options = GAME.encode_options(GAME.read_options(seats, {"tiles": tiles}))
        runner.setup(self.states, seats, options, chance.generator(1))
        self._keep_only_the_deal()
        players = [{"side": side, "display": rows(display), "whiskey": whiskey}]
        players += [{"side": "front", "display": rows(other)} for other in others]
        position.read(Node({"players": players}), self.state)
        for seat in range(seats):
            settle_sites(self.state, seat)
        self.state.stage = ROUND
        self.state.marker = NOBODY if marker is None else marker
        self.in_round(1)
        order = [BONUS_NUMBERS[face] for face in bonus]
        self.state.bonus_order[:] = order + [tile for tile in range(12) if tile not in order]

    def _keep_only_the_deal(self) -> None:
        """Take the dealt towns away again, to lay the drawn displays."""
        for name in ("fields", "ring", "circles", "flock", "free_meadows", "left", "right", "top", "bottom"):
            self.state[name][:] = 0
        for name in ("place", "kind", "parent", "total", "slots"):
            self.state[name][:] = 0

    def in_round(self, number: int) -> Drawn:
        """Begin a round, with the table's tiles in the area of seat 0."""
        self.state.current_round = number - 1
        self.state.placed[:] = number - 1
        self.state.areas[:] = np.arange(2, 12).reshape(5, 2)
        self.state.areas[area_of(self.state, 0)] = (0, 1)
        return self

    def play(self, *moves: str, seat: int = 0) -> Drawn:
        for move in moves:
            assert runner.step(self.states, seat, code(move), self.buffer, 0) != runner.ILLEGAL, self.why_not(
                move, seat
            )
        return self

    def legal(self, seat: int = 0) -> set[str]:
        count = runner.legal_moves(self.states, seat, self.buffer)
        return {text(int(move)) for move in self.buffer[:count]}

    def why_not(self, move: str, seat: int = 0) -> str:
        assert move not in self.legal(seat)
        return refusal.why_not(self.state, seat, code(move))

    def end_round(self) -> Drawn:
        """Everybody else places a meadow far from everything, at the left end of the display."""
        for seat in range(self.state.seats):
            if int(self.state.owing) >> seat & 1 and not has_placed(self.state, seat):
                tile = int(self.state.areas[area_of(self.state, seat)][1]) + 1
                left = sorted(move for move in self.legal(seat) if move.startswith(f"place {tile} "))
                self.play(left[0], seat=seat)
        return self

    @property
    def waiting(self) -> list[int]:
        return [seat for seat in range(self.state.seats) if int(self.state.owing) >> seat & 1]

    @property
    def whiskey(self) -> int:
        return int(TRACK[self.state.barrel[0]])

    @property
    def flock(self) -> int:
        return int(self.state.flock[0])

    @property
    def towers(self) -> int:
        return int(self.state.towers[0])

    @property
    def sheep_to_place(self) -> int:
        return int(self.state.sheep_to_place[0])

    @property
    def bonus_to_place(self) -> list[str]:
        faces: list[str] = [bonus["face"] for bonus in view(self.state, 0)["displays"][0]["bonus_to_place"]]
        return faces

    @property
    def marker(self) -> int | None:
        return None if self.state.marker == NOBODY else int(self.state.marker)

    def shows(self, picture: str) -> bool:
        return [row.split() for row in drawing(self.state, 0)] == [row.split() for row in rows(picture)]
