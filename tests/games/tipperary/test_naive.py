"""The fast rules against the plain ones: whole games, every legal move, every effect, every score."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.effort import examples
from tests.games.tipperary.naive import Naive
from tests.games.tipperary.sets import random_set
from tilery.games.tipperary.rules.tileset import reconstructed
from tilery.match.match import Match

CATEGORIES = ("area", "sheep", "marker", "exploration", "whiskey", "circles")


def compare(match: Match, naive: Naive) -> None:
    """All that can be seen of both is the same."""
    assert list(match.waiting) == naive.waiting()
    table = match.view().table
    assert table["stage"] == naive.stage
    assert [sorted(area) for area in table["areas"]] == [sorted(area) for area in naive.areas]
    assert table["marker"] == naive.marker
    assert (table["sheep_left"], table["towers_left"]) == (naive.sheep, naive.tower_supply)
    assert table["bonus_left"] == len(naive.bonus)
    for seat, display in enumerate(table["displays"]):
        assert drawn(display) == {cell: token.replace("*", "") for cell, token in naive.displays[seat].items()}
        assert display["sheep_to_place"] == naive.sheep_to_place[seat]
        assert [bonus["tile"] for bonus in display["bonus_to_place"]] == sorted(naive.bonus_to_place[seat])
        assert display["towers_to_place"] == naive.towers[seat]


def drawn(display: dict[str, Any]) -> dict[tuple[int, int], str]:
    left, top = display["corner"]
    return {
        (left + x, top + y): token
        for y, row in enumerate(display["drawing"])
        for x, token in enumerate(row.split())
        if token != "."
    }


def play_and_compare(match: Match, tiles: list[list[str]], seed: int, greedy: float) -> None:
    naive = Naive(match.seats, match.deal, tiles)
    choose = random.Random(seed)
    while not match.is_over:
        seat = choose.choice(match.waiting)
        moves = match.legal_moves(seat)
        texts = [str(move) for move in moves]
        assert len(set(texts)) == len(texts)
        assert set(texts) == naive.legal_moves(seat)
        if choose.random() < greedy:
            move = max(choose.sample(texts, min(12, len(texts))), key=compactness)
        else:
            move = choose.choice(texts)
        match.play(move, seat)
        naive.play(seat, move)
        compare(match, naive)
        if choose.random() < 0.1 or match.is_over:
            sheet = [[match.scores.points[s][c] for c in CATEGORIES] for s in range(match.seats)]
            assert sheet == naive.scores()


def compactness(move: str) -> int:
    """Prefers places near the town, where fields meet fields."""
    if move == "done":
        return -1000
    x, y = map(int, move.rsplit(maxsplit=1)[-1].split(","))
    return -abs(x - 1) - abs(y - 1)


@pytest.mark.ruling("TIP-6", "TIP-7", "TIP-8", "TIP-9", "TIP-10", "TIP-11", "TIP-12", "TIP-13", "TIP-14", "TIP-15")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(examples(3)))
def test_wild_sets_play_by_the_plain_rules(seats: int, seed: int) -> None:
    tiles = random_set(100 * seats + seed)
    match = Match("tipperary", seats, options={"tiles": tiles}, seed=seed)
    play_and_compare(match, tiles, seed, greedy=0.9 if seed % 3 else 0.0)


@pytest.mark.ruling("TIP-16", "TIP-17", "TIP-18")
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(examples(2)))
def test_the_reconstructed_set_plays_by_the_plain_rules(seats: int, seed: int) -> None:
    play_and_compare(Match("tipperary", seats, seed=seed), reconstructed(), seed, greedy=0.9 if seed % 3 else 0.0)
