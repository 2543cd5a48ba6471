"""The players of `bench/players` play whole games by the rules, and count as the games themselves do."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

from bench.players import terraflip, tipperary, tipperary_simulation, topiary, triqueta
from bench.waste import WATCHERS
from tests.variants import VARIANTS, Variant
from tilery.match.match import Match


def play(player: Any, variant: Variant, seed: int) -> Match:
    """A whole game with one player on every seat; an illegal move is an error."""
    match = variant.match(seed)
    while not match.is_over:
        seat = match.waiting[0]
        match.play(player.choose(match.redeal(seat, seed=len(match.moves)), seat, seed + len(match.moves)))
    return match


def points(variant: Variant, match: Match) -> list[int]:
    """The points of every seat, as the player's own simulation counts them."""
    if variant.game == "tipperary":
        return [tipperary_points(match, seat) for seat in range(variant.seats)]
    count: dict[str, Any] = {"triqueta": triqueta.final, "topiary": topiary.points_of, "terraflip": terraflip.points_of}
    module: Any = importlib.import_module(f"bench.players.{variant.game}")
    return [int(count[variant.game](module.read(match.view(seat))[0], seat)[0]) for seat in range(variant.seats)]


def tipperary_points(match: Match, seat: int) -> int:
    display = tipperary.Display(match.view(seat).table, seat)
    seen, queue = display.grid.copy(), display.ring.repeat(300)
    others = [match.view(seat).table["displays"][other]["flock"] for other in range(match.seats) if other != seat]
    display.facts[tipperary_simulation.BY_OTHERS] = max(others) + 99  # the marker is counted by who holds it
    marker = 5 if match.view(seat).table["marker"] == seat else 0
    weights = tipperary_simulation.WEIGHTS
    worth = tipperary_simulation.judge(display.grid, display.facts, display.ring, 0, weights, seen, queue)
    return round(worth) + marker


# One test for each game, because every process that runs one has to compile the player first.
@pytest.mark.parametrize("game", WATCHERS)
def test_players_keep_to_the_rules_and_count_as_the_game_does(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(triqueta, "ROLLOUTS", 1)
    monkeypatch.setattr(topiary, "BUDGET", 1)
    monkeypatch.setattr(terraflip.Rollouts, "budget", 1)
    monkeypatch.setattr(tipperary.Rollouts, "samples", 1)
    monkeypatch.setattr(tipperary, "TRIED", 2)
    players: Any = importlib.import_module(f"bench.players.{game}")
    variants = [variant for variant in VARIANTS if variant.game == game]
    for variant in variants:
        match = play(players.Greedy(), variant, seed=3)
        assert points(variant, match) == list(match.scores.totals), variant
    for variant in (variants[0], variants[-1]):  # fewest seats, and most with every option changed
        assert play(players.Rollouts(), variant, seed=4).is_over


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("lines", ["any", "rows"])
def test_flips_of_the_simulation_are_those_of_the_rules(seats: int, lines: str) -> None:
    match = Match("terraflip", seats, options={"lines": lines}, seed=5)
    found = np.empty(400, np.int64)
    compared = 0
    while not match.is_over:
        seat = match.waiting[0]
        view = match.view(seat)
        if view.table["origin"] is not None and view.table["stage"] != "place":
            position = terraflip.read(view)[0]
            count = terraflip.targets_from(position, seat, position[terraflip.ORIGIN], found)
            lined = {f"flip {terraflip.written(place)}" for place in found[:count]}
            legal = {text for text in view.legal_moves if text.startswith("flip ")}
            assert lined <= legal
            if not touches_camp(match):
                assert lined == legal
            compared += len(lined)
        match.play_randomly(1, seed=len(match.moves))
    assert compared > 5


def touches_camp(match: Match) -> bool:
    """Whether the last tile placed was a camp, which flips without a line."""
    placed = [str(move) for move in match.moves if str(move).startswith("place")]
    return placed[-1].startswith("place camp")


class Scripted:
    """Plays what a test tells it to."""

    def __init__(self, match: Match, seat: int, text: str) -> None:
        self.match, self.seat = match, seat
        self.move = next(move for move in match.legal_moves(seat) if str(move) == text)

    def watched(self) -> dict[str, int]:
        watcher = WATCHERS[self.match.game.name]()
        watcher.look(self.match, self.seat, self.move)
        return {kind: count for kind, count in watcher.wasted.items() if count}


def moved(game: str, texts: list[str], seed: int = 7) -> Match:
    match = Match(game, 2, seed=seed)
    for text in texts:
        match.play(text)
    return match


def test_a_spy_under_a_tile_of_ones_own_is_waste() -> None:
    """The turn goes on after placing because there is a tile whose underside the seat does not know."""
    match = moved("terraflip", ["place forest 1,0", "place desert -1,0"])
    assert Scripted(match, 1, "spy -1,0").watched() == {"known spy": 1}


def test_a_spy_under_a_strangers_tile_is_none() -> None:
    match = moved("terraflip", ["place forest 1,0", "place desert -1,0"])
    assert Scripted(match, 1, "spy 1,0").watched() == {}


def test_an_empty_row_is_waste_where_another_one_brings_points() -> None:
    match = moved("triqueta", ["draw", "row 1"])
    assert Scripted(match, 1, "take 2").watched() == {"empty row": 1, "gave up": 1}
    assert Scripted(match, 1, "take 1").watched() == {}


def test_passing_is_waste_where_a_visitor_sees_nothing() -> None:
    match = moved("topiary", ["visit a1S"])
    assert Scripted(match, 0, "pass").watched() == {"blind visitor": 1}
