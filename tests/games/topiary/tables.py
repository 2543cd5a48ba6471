"""Tables of Topiary for tests: dealt from a seed, or drawn by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tilery.games.topiary import GAME, rules
from tilery.games.topiary.rules.components import SERIES, SPOTS, TILES
from tilery.games.topiary.rules.state import EMPTY, NOBODY, OVER, VISIT, TopiaryState
from tilery.kernel import chance, runner
from tilery.kernel.contract import POINTS_SHAPE

ALL_WAYS = [
    pytest.param(seats, {"diagonals": diagonals, "draft": draft}, id=f"{seats} seats, {diagonals}, draft {draft}")
    for seats in (2, 3, 4)
    for diagonals in ("all", "long")
    for draft in ("off", "on")
]
WITH_DRAFT = {"diagonals": "all", "draft": "on"}
WITHOUT_DRAFT = {"diagonals": "all", "draft": "off"}


class Table:
    """A state that is spoken to in notation."""

    def __init__(self) -> None:
        self.states = runner.new_states(rules.STATE)
        self.buffer = np.zeros(rules.MAX_MOVES, np.int32)
        self.state: TopiaryState = self.states.view(np.recarray)[0]

    @property
    def waiting(self) -> set[int]:
        owing = runner.waiting(self.states)
        return {seat for seat in range(4) if owing >> seat & 1}

    @property
    def stage(self) -> str:
        return str(self.view()["stage"])

    def moves(self) -> list[str]:
        if not self.waiting:
            return []
        (seat,) = self.waiting
        count = runner.legal_moves(self.states, seat, self.buffer)
        return [GAME.notation.text(move) for move in self.buffer[:count].tolist()]

    def play(self, *moves: str) -> Table:
        for move in moves:
            (seat,) = self.waiting
            played = runner.step(self.states, seat, GAME.notation.code(move), self.buffer, 0)
            assert played != runner.ILLEGAL, f"{move}: {self.why_not(move)}"
        return self

    def why_not(self, move: str | int) -> str:
        (seat,) = self.waiting
        code = GAME.notation.code(move) if isinstance(move, str) else move
        return GAME.refusals.why_not(self.state, seat, code)

    def points(self) -> list[dict[str, int]]:
        out = np.full(POINTS_SHAPE, 99, np.int32)
        runner.score(self.states, out)
        return [dict(zip(GAME.categories, row, strict=False)) for row in out[: self.state.seats].tolist()]

    def standing(self) -> list[list[int]]:
        """Points, points by tiles in hand, and place in the order of play, for each seat."""
        out = np.full(POINTS_SHAPE, 99, np.int32)
        runner.standing(self.states, out)
        rows: list[list[int]] = out[: self.state.seats, :3].tolist()
        return rows

    def winners(self) -> list[int]:
        rows = self.standing()
        return [seat for seat, row in enumerate(rows) if row == max(rows)]

    def view(self, seat: int = -1) -> dict[str, Any]:
        return GAME.views.view(self.state, seat)

    def hand(self, seat: int) -> list[str]:
        return [TILES[tile] for tile in self.state.hand[seat, : self.state.hand_size[seat]]]

    def box(self) -> list[str]:
        return [TILES[tile] for tile in self.state.box[: self.state.box_size]]

    def all_tiles(self) -> list[str]:
        garden = [TILES[tile] for tile in self.state.garden if tile != EMPTY]
        return garden + self.box() + [tile for seat in range(self.state.seats) for tile in self.hand(seat)]


class Dealt(Table):
    """A game from its deal on."""

    def __init__(self, seats: int, options: dict[str, str] = WITHOUT_DRAFT, seed: int = 1) -> None:
        super().__init__()
        encoded = GAME.encode_options(options)
        runner.setup(self.states, seats, encoded, chance.generator(seed))

    def play_randomly(self, moves: int, seed: int) -> Dealt:
        noted = np.zeros(64, np.int32)
        runner.random_moves(self.states, chance.generator(seed), self.buffer, noted, noted.copy(), moves)
        return self


class Drawn(Table):
    """A table drawn by hand.

    The garden is five rows of five: `tr4` is the T-Rex of value 4, `?` lies face down (some tile that is nowhere else).
    Each player is drawn as `spots : hand`; the first is to place one of `left` visitors, or the game is over.
    """

    def __init__(self, garden: str, *players: str, left: int = 0) -> None:
        super().__init__()
        state = self.state
        state.seats = len(players)
        state.stage = VISIT if left else OVER
        state.visitors[:] = NOBODY
        state.put_by[:] = NOBODY
        state.spot = state.cell = EMPTY
        state.removed_series = -1
        for seat, player in enumerate(players):
            spots, _, hand = player.partition(":")
            state.visitors_left[seat] = left
            for spot in spots.split():
                state.visitors[SPOTS.index(spot)] = seat
            tiles = sorted(map(_tile, hand.split()))
            state.hand[seat, : len(tiles)] = tiles
            state.hand_size[seat] = len(tiles)
        names = garden.split()
        assert len(names) == 25
        held = {tile for seat in range(len(players)) for tile in state.hand[seat, : state.hand_size[seat]].tolist()}
        drawn = {_tile(name) for name in names if name != "?"} | held
        others = (tile for tile in range(40) if tile not in drawn)
        for cell, name in enumerate(names):
            state.garden[cell] = next(others) if name == "?" else _tile(name)
            state.face_down |= int(name == "?") << cell


def _tile(short: str) -> int:
    (series,) = (name for name in SERIES if name.startswith(short[:2]))
    return TILES.index(f"{series}-{short[2:]}")
