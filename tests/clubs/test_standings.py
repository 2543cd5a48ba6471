"""Points, and what decides between equal ones."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tilery.clubs import Game, standings

FIRST, SECOND, SHARED = (1, 2), (2, 1), (1, 1)


def order(games: list[Game], players: int, *, swiss: bool) -> list[tuple[int, int]]:
    return [(row.place, row.player) for row in standings(range(1, players + 1), games, swiss=swiss)]


def test_a_game_gives_the_share_of_opponents_that_were_beaten() -> None:
    game = Game((1, 2, 3, 4), (1, 2, 2, 4))
    assert [game.score(player) for player in game.players] == [1.0, 0.5, 0.5, 0.0]


def test_a_bye_is_a_win_in_a_swiss_and_nothing_in_a_round_robin() -> None:
    games = [Game((1,), (1,)), Game((2, 3), SHARED)]
    rows = standings([1, 2], games[:1], swiss=True)
    assert [(row.player, row.points, row.games, row.byes, row.wins) for row in rows] == [
        (1, 1, 0, 1, 0),
        (2, 0, 0, 0, 0),
    ]
    assert order(games, 3, swiss=False) == [(1, 2), (1, 3), (3, 1)]


def test_in_a_swiss_stronger_opponents_decide() -> None:
    """1 and 4 won one game each; the opponent of 4 won another, that of 1 only half of one."""
    games = [Game((1, 2), FIRST), Game((4, 3), FIRST), Game((3, 5), FIRST), Game((2, 5), SHARED)]
    places = {player: place for place, player in order(games, 5, swiss=True)}
    assert places[4] < places[1]


def test_in_a_round_robin_the_game_between_equals_decides() -> None:
    games = [Game((1, 2), SECOND), Game((1, 3), FIRST), Game((2, 3), SECOND), Game((1, 4), FIRST), Game((2, 4), FIRST)]
    assert order([*games, Game((3, 4), SHARED)], 4, swiss=False)[:2] == [(1, 2), (2, 1)]


def test_equals_share_a_place() -> None:
    games = [Game((1, 2), SHARED), Game((3, 4), SHARED)]
    assert order(games, 4, swiss=True) == [(1, 1), (1, 2), (1, 3), (1, 4)]


results = st.lists(
    st.permutations(range(1, 7)).flatmap(
        lambda players: st.integers(1, 4).flatmap(
            lambda seats: st.tuples(st.just(tuple(players[:seats])), st.tuples(*[st.integers(1, 3)] * seats))
        )
    ),
    max_size=20,
)


@settings(deadline=None)
@given(results, st.booleans())
def test_standings_are_an_order_by_points_that_loses_nobody(
    found: list[tuple[tuple[int, ...], tuple[int, ...]]], swiss: bool
) -> None:
    games = [Game(players, places) for players, places in found]
    rows = standings(range(1, 7), games, swiss=swiss)
    assert sorted(row.player for row in rows) == list(range(1, 7))
    points = [round(row.points, 6) for row in rows]  # sums of shares differ in their last bit by the order of games
    assert points == sorted(points, reverse=True)
    byes = sum(game.is_bye for game in games) if swiss else 0
    shared = sum(len(game.players) / 2 for game in games if not game.is_bye)
    assert sum(row.points for row in rows) == pytest.approx(shared + byes)
    for place in {row.place for row in rows}:
        equals = [row for row in rows if row.place == place]
        assert len({(round(row.points, 6), row.tiebreaks) for row in equals}) == 1
        assert place == 1 + sum(row.place < place for row in rows)
