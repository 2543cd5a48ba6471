"""The short list of promising moves: legal, in order, good enough to play by, and exact about towers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.games.tipperary.tables import Drawn
from tests.games.tipperary.test_extremes import BAR
from tests.shortlists import listed, shortlist
from tilery.games.tipperary.rules.moves import column_of
from tilery.games.tipperary.rules.state import END
from tilery.games.tipperary.text.notation import text
from tilery.match.match import Match


def play_first(match: Match, seat: int) -> None:
    match.play(shortlist(match, seat, 1)[0])


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_shortlist_holds_the_best_of_the_legal_moves_and_changes_nothing(seats: int) -> None:
    match = Match("tipperary", seats, seed=seats)
    while not match.is_over:
        seat = match.waiting[-1]
        legal = match.legal_moves(seat)
        before = match.state.tobytes()
        best = shortlist(match, seat, 12)
        assert match.state.tobytes() == before
        assert len(set(best)) == len(best) == min(12, len(legal))
        assert set(best) <= set(legal)
        assert shortlist(match, seat, 5) == best[:5]
        match.play(best[0])


def test_who_always_plays_the_first_of_the_list_scores_like_a_greedy_player() -> None:
    totals: list[int] = []
    for seed in range(20):
        match = Match("tipperary", 2, seed=seed)
        while not match.is_over:
            play_first(match, match.waiting[0])
        totals += match.scores.totals
    assert 80 <= sum(totals) / len(totals) <= 100  # random play has about 45


TOWN = """
    {}  {}  .
    #  #  #
    #  #  #
    .  .  m
"""


@pytest.mark.parametrize(
    ("two", "tile", "earned"),
    [
        (("g", "m"), "d", lambda table: table.whiskey == 3),
        (("m", "d"), "g", lambda table: table.whiskey == 3),
        (("b", "m"), "b", lambda table: table.bonus_to_place),
        (("r", "r"), "r", lambda table: table.towers == 1),
        (("p1", "m"), "p2", lambda table: table.flock == 3),
    ],
    ids=["distillery", "grain", "bog", "ruin", "pasture"],
)
def test_what_earns_something_comes_first(two: tuple[str, str], tile: str, earned: Callable[[Drawn], object]) -> None:
    table = Drawn(TOWN.format(*two), tile)
    listed(table.states, 0, 1, table.buffer)
    table.play(text(int(table.buffer[0])))
    assert earned(table)


def most_fields(match: Match, seat: int, towers: int) -> int:
    """The fields of the largest rectangle with at most so many gaps, found by looking at all."""
    state = match.state
    places = {divmod(int(place), 256) for place in state.place[seat, : state.fields[seat]]}
    rows, columns = zip(*places, strict=True)
    best = 0
    for top in range(min(rows), max(rows) + 1):
        for bottom in range(top, max(rows) + 1):
            for left in range(min(columns), max(columns) + 1):
                for right in range(left, max(columns) + 1):
                    area = (bottom - top + 1) * (right - left + 1)
                    inside = sum(top <= y <= bottom and left <= x <= right for y, x in places)
                    if area - inside <= towers:
                        best = max(best, area)
    return best


def test_towers_fill_the_largest_rectangle_that_they_can() -> None:
    filled = 0
    for seed in range(40):
        match = Match("tipperary", 2, seed=seed)
        while not match.is_over and match.state.stage != END:
            play_first(match, match.waiting[0])
        if match.is_over:
            continue
        seat = match.waiting[0]
        towers = int(match.state.towers[seat])
        hoped, had = most_fields(match, seat, towers), most_fields(match, seat, 0)
        while seat in match.waiting:
            play_first(match, seat)
        got = most_fields(match, seat, 0)
        assert got == hoped or match.state.ring[seat] == 18  # or the ring was worth more
        filled += got > had
    assert filled > 5


def test_a_display_without_end_is_listed_as_it_is() -> None:
    """Where the map has no room, legal moves are listed in their own order."""
    match = Match("tipperary", 2, options={"tiles": [BAR] * 60}, seed=11)
    while not match.is_over and match.state.stage != END:
        seat = match.waiting[0]
        legal = match.legal_moves(seat)
        assert set(shortlist(match, seat, 3)) <= set(legal)
        match.play(max(legal, key=lambda move: column_of(move.code)) if len(match.moves) % 4 < 2 else legal[-1])
