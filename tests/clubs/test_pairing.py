"""Rounds keep their promises: whoever plays and however games end."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tilery.clubs import Game, Round, most_rounds, next_round, round_robin, standings
from tilery.clubs.pairing import meetings, table_sizes

quickly = settings(deadline=None, max_examples=examples(40))


def swiss(players: int, rounds: int, seats: int, chance: random.Random) -> list[Round]:
    """A whole tournament with results by chance."""
    everybody = list(range(1, players + 1))
    played: list[Round] = []
    games: list[Game] = []
    for _ in range(rounds):
        points = {row.player: row.points for row in standings(everybody, games, swiss=True)}
        played.append(next_round(everybody, played, points, seats))
        games += [Game(table, tuple(chance.choices(range(1, 3), k=len(table)))) for table in played[-1].tables]
        games += [Game((bye,), (1,)) for bye in played[-1].byes]
    return played


def seen_once(each: Round, players: int) -> bool:
    return sorted([*(player for table in each.tables for player in table), *each.byes]) == list(range(1, players + 1))


def matchings(players: tuple[int, ...]) -> list[list[frozenset[int]]]:
    """Every way to pair players; with an odd number one stays alone."""
    if len(players) < 2:
        return [[]]
    first, rest = players[0], players[1:]
    found = [
        [frozenset((first, other)), *more]
        for other in rest
        for more in matchings(tuple(player for player in rest if player != other))
    ]
    return found + ([[*more] for more in matchings(rest)] if len(players) % 2 else [])


@quickly
@given(st.integers(2, 7), st.data())
def test_nobody_meets_again_in_a_swiss_before_they_must(players: int, data: st.DataObject) -> None:
    """Compared with every possible round, among those that give the bye to the same people."""
    rounds = data.draw(st.integers(1, most_rounds(players, 2) + 1))
    played = swiss(players, rounds, 2, data.draw(st.randoms(use_true_random=False)))
    for number, each in enumerate(played):
        assert seen_once(each, players)
        met = meetings(played[:number])
        had = Counter(bye for earlier in played[:number] for bye in earlier.byes)
        fewest = min(had[player] for player in range(1, players + 1))
        again = sum(met[frozenset(table)] for table in each.tables)
        possible = [
            sum(met[pair] for pair in pairs)
            for pairs in matchings(tuple(range(1, players + 1)))
            if all(had[bye] == fewest for bye in set(range(1, players + 1)).difference(*pairs))
        ]
        assert again == min(possible)


@quickly
@given(st.integers(2, 24), st.randoms(use_true_random=False))
def test_nobody_meets_twice_in_a_swiss_of_usual_length(players: int, chance: random.Random) -> None:
    """So many rounds as it takes to find one winner: there is always a way without meeting again."""
    rounds = min(most_rounds(players, 2), (players - 1).bit_length())
    assert max(meetings(swiss(players, rounds, 2, chance)).values()) == 1


@quickly
@given(st.integers(2, 24), st.randoms(use_true_random=False))
def test_seats_in_a_swiss_are_balanced_within_one_while_that_can_be(players: int, chance: random.Random) -> None:
    """For a quarter as many rounds as players and one more there is always a way (see docs/clubs.md)."""
    for each in swiss_leads(swiss(players, 1 + players // 4, 2, chance)):
        assert all(abs(lead) <= 1 for lead in each.values())


@quickly
@given(st.integers(2, 20), st.randoms(use_true_random=False))
def test_seats_in_a_long_swiss_are_balanced_within_two(players: int, chance: random.Random) -> None:
    for each in swiss_leads(swiss(players, min(9, most_rounds(players, 2)), 2, chance)):
        assert all(abs(lead) <= 2 for lead in each.values())


def swiss_leads(played: list[Round]) -> list[Counter[int]]:
    """After every round, how much more often everybody sat first than second."""
    lead: Counter[int] = Counter()
    found = []
    for each in played:
        lead.update(table[0] for table in each.tables)
        lead.subtract(table[1] for table in each.tables)
        found.append(lead.copy())
    return found


@quickly
@given(st.integers(2, 21), st.integers(2, 5), st.randoms(use_true_random=False))
def test_nobody_has_a_second_bye_while_somebody_had_none(players: int, seats: int, chance: random.Random) -> None:
    had: Counter[int] = Counter(dict.fromkeys(range(1, players + 1), 0))
    for each in swiss(max(players, seats), 5, seats, chance)[: 5 if players >= seats else 0]:
        had.update(each.byes)
        assert max(had.values()) - min(had.values()) <= 1


@quickly
@given(st.integers(2, 24), st.integers(1, 2))
def test_in_a_round_robin_everybody_meets_everybody_and_seats_are_balanced(players: int, legs: int) -> None:
    everybody = list(range(1, players + 1))
    rounds = round_robin(everybody, legs=legs)
    assert all(seen_once(each, players) for each in rounds)
    met = meetings(rounds)
    assert {met[frozenset(pair)] for pair in combinations(everybody, 2)} == {legs}
    assert all(abs(lead) <= 2 - legs for lead in swiss_leads(rounds)[-1].values())
    byes = Counter(bye for each in rounds for bye in each.byes)
    assert set(byes.values()) <= {legs}


@quickly
@given(st.integers(3, 16), st.integers(3, 5))
def test_at_larger_tables_everybody_meets_everybody_too(players: int, seats: int) -> None:
    players = max(players, seats)
    rounds = round_robin(list(range(1, players + 1)), seats)
    assert all(seen_once(each, players) for each in rounds)
    met = meetings(rounds)
    assert all(met[frozenset(pair)] for pair in combinations(range(1, players + 1), 2))


@quickly
@given(st.integers(3, 20), st.integers(3, 5), st.randoms(use_true_random=False))
def test_at_larger_tables_the_first_and_second_round_share_no_two_players(
    players: int, seats: int, chance: random.Random
) -> None:
    """Where there are at least as many tables as seats at one, that is possible."""
    players = max(players, seats * seats)
    assert max(meetings(swiss(players, 2, seats, chance)).values()) == 1


@pytest.mark.parametrize(
    ("players", "seats", "sizes"),
    [(8, 2, [2] * 4), (9, 2, [2] * 4), (10, 4, [4, 3, 3]), (5, 4, [4]), (5, 3, [3, 2]), (12, 4, [4] * 3), (1, 2, [])],
)
def test_tables_are_as_large_as_wanted_or_one_smaller(players: int, seats: int, sizes: list[int]) -> None:
    assert table_sizes(players, seats) == sizes


@quickly
@given(st.integers(2, 64), st.integers(2, 5), st.integers(2, 3))
def test_fewer_sit_out_than_would_fill_a_table(players: int, seats: int, least: int) -> None:
    seats = max(seats, least)
    sizes = table_sizes(players, seats, least)
    assert 0 <= players - sum(sizes) < seats
    assert set(sizes) <= {seats, max(least, seats - 1 if seats > 2 else 2)}
