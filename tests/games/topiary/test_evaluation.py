"""The guess that bots go by."""

from __future__ import annotations

import numpy as np
import pytest

from tests.games.topiary.tables import WITHOUT_DRAFT, Dealt, Drawn, Table
from tilery.kernel import runner


def guess(table: Table) -> list[float]:
    out = np.zeros(5)
    runner.evaluate(table.states, out)
    values: list[float] = out[: table.state.seats].tolist()
    return values


def greedy_move(table: Table, seat: int) -> str:
    """The move after which the seat's guess is furthest ahead of the best other's."""

    def lead(move: str) -> float:
        twin = Table()
        twin.states[:] = table.states
        after = guess(twin.play(move))
        return after[seat] - max(value for other, value in enumerate(after) if other != seat)

    return max(table.moves(), key=lead)


def test_a_visitor_with_a_better_view_is_preferred() -> None:
    table = Drawn("wh1 wh2 wh3 wh4 wh5" + "  ? ? ? ? ?" * 4, ": el1 el2 el3", ": tr1 tr2 tr3", left=1)
    assert greedy_move(table, 0) == "visit a1E"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_going_by_the_guess_beats_chance(seats: int) -> None:
    draw = np.random.default_rng(seats)
    wins = 0
    for seed in range(24):
        table = Dealt(seats, WITHOUT_DRAFT, seed)
        clever = seed % seats
        while moves := table.moves():
            (seat,) = table.waiting
            table.play(greedy_move(table, seat) if seat == clever else moves[draw.integers(len(moves))])
        wins += table.winners() == [clever]
    assert wins >= 18


def test_the_guess_of_a_finished_game_is_its_score() -> None:
    for seed in range(20):
        table = Dealt(3, WITHOUT_DRAFT, seed).play_randomly(64, seed)
        assert guess(table) == [sum(points.values()) for points in table.points()]
