"""Who plays whom, and in which seat: round robins and the rounds of Swiss tournaments.

At tables of two both are exact. A round robin is the circle method, with every player's seats balanced within one. A
Swiss round is the cheapest perfect matching: nobody gets a second bye while somebody had none, then nobody meets again
who need not, then seats stay balanced, then players of nearly the same points meet.

At larger tables the same costs are lowered by a search, which finds good rounds and proves nothing.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, permutations
from math import ceil
from typing import Any

RESTARTS = 12
"""How often the search for larger tables begins anew if somebody meets again."""

NOBODY = object()
"""Who is matched with this has a bye."""

Pair = frozenset[int]
Cost = Callable[[Sequence[int]], float]
"""What it costs to let some players share a table."""


@dataclass(frozen=True)
class Round:
    """Tables that are played at the same time: players by seat, and those who have nobody to play with."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


def table_sizes(players: int, seats: int, least: int = 2) -> list[int]:
    """Return how many play at each table: `seats` or one fewer, such that as few as possible have to sit out.

    Two play against two: no table of two becomes smaller. `least` is the smallest number for which there are rules.
    """
    smaller = seats - 1 if seats > 2 and seats - 1 >= least else seats
    best: list[int] = []
    for large in range(players // seats, -1, -1):
        small = (players - large * seats) // smaller if smaller < seats else 0
        sizes = [seats] * large + [smaller] * small
        if sum(sizes) > sum(best):
            best = sizes
    return best


def most_rounds(players: int, seats: int) -> int:
    """Return after how many Swiss rounds of tables of two everybody must have met everybody.

    At larger tables players meet again earlier, and so many rounds are the most for them, too.
    """
    return max(1, players - 1 + players % 2) if seats == 2 else max(1, ceil((players - 1) / (seats - 1)) * 2)


# Round robins.


def round_robin(players: Sequence[int], seats: int = 2, least: int = 2, *, legs: int = 1, seed: int = 0) -> list[Round]:
    """Return all rounds in which everybody meets everybody, `legs` times; in a second leg seats change.

    At tables of two everybody sits in each seat equally often, or once more in one of them. At larger tables rounds
    are added until everybody has met everybody.
    """
    rounds = _circle(players) if seats == 2 else _mixed_rounds(players, seats, least, seed)
    if seats > 2:
        return rounds * legs
    turned = [Round(tuple((two, one) for one, two in each.tables), each.byes) for each in rounds]
    return [each for leg in range(legs) for each in (turned if leg % 2 else rounds)]


def _circle(players: Sequence[int]) -> list[Round]:
    """Everybody but one walks around a circle of odd length; that one, or nobody, meets who comes to the top.

    In the circle a player sits first against those who follow closely, and second against the others: half of each.
    """
    fixed = players[-1] if len(players) % 2 == 0 else None
    circle = list(players[: len(players) - (fixed is not None)])
    size = len(circle)
    rounds = []
    for number in range(size):
        top = circle[number]
        tables = [(top, fixed) if number % 2 else (fixed, top)] if fixed is not None else []
        for step in range(1, (size + 1) // 2):
            one, other = (number + step) % size, (number - step) % size
            is_first = (other - one) % size <= size // 2
            pair = (circle[one], circle[other]) if is_first else (circle[other], circle[one])
            tables.append(pair)
        rounds.append(Round(tuple(tables), () if fixed is not None else (top,)))
    return rounds


def _mixed_rounds(players: Sequence[int], seats: int, least: int, seed: int) -> list[Round]:
    """Add rounds of larger tables until everybody has met everybody, within reason."""
    rounds: list[Round] = []
    for _ in range(2 + 2 * most_rounds(len(players), seats)):
        met = meetings(rounds)
        if rounds and all(met[frozenset(pair)] for pair in combinations(players, 2)):
            break
        rounds.append(_grouped(players, rounds, dict.fromkeys(players, 0.0), seats, least, seed))
    return rounds


# Swiss rounds.


def next_round(
    players: Sequence[int],
    played: Sequence[Round],
    points: Mapping[int, float],
    seats: int = 2,
    least: int = 2,
    *,
    seed: int = 0,
) -> Round:
    """Return the next Swiss round after some rounds that were played; equals among players keep their order."""
    if seats == 2:
        return _matched(players, played, points)
    return _grouped(players, played, points, seats, least, seed)


def _matched(players: Sequence[int], played: Sequence[Round], points: Mapping[int, float]) -> Round:
    """Pair players by the cheapest perfect matching; where their number is odd, one is matched with nobody."""
    import networkx  # noqa: PLC0415  (large, and needed for a moment of a tournament)

    met, byes, lead = meetings(played), Counter(bye for each in played for bye in each.byes), _seat_lead(played)
    halves = {player: round(2 * points.get(player, 0.0)) for player in players}
    lowest = min(halves.values(), default=0)
    # Each of these costs more than all that comes after it can cost together: a second bye, meeting again, a seat.
    seat = (max(halves.values(), default=0) - lowest + 1) ** 2 * (len(players) + 1)
    again = 4 * (len(played) + 2) ** 2 * seat * (len(players) + 1)
    second = again * (len(players) + 1) * (len(played) + 1)
    graph = networkx.Graph()
    for one, other in combinations(players, 2):
        unfair = min(_tilt(lead[one], lead[other]), _tilt(lead[other], lead[one]))
        cost = met[frozenset((one, other))] * again + unfair * seat + (halves[one] - halves[other]) ** 2
        graph.add_edge(one, other, weight=-cost)
    if len(players) % 2:
        for player in players:
            graph.add_edge(player, NOBODY, weight=-(byes[player] * second + (halves[player] - lowest) ** 2))
    partner: dict[Any, Any] = {}
    for one, other in networkx.max_weight_matching(graph, maxcardinality=True):
        partner[one], partner[other] = other, one
    first = sorted(players, key=lambda player: -halves[player])
    place: dict[object, int] = {player: number for number, player in enumerate(first)}
    pairs = [(player, partner[player]) for player in first if place.get(partner.get(player), -1) > place[player]]
    tables = tuple(_in_seats(pair, lead, board + len(played)) for board, pair in enumerate(pairs))
    return Round(tables, tuple(player for player in players if player not in partner or partner[player] is NOBODY))


def _seat_lead(played: Iterable[Round]) -> Counter[int]:
    """Return how much more often everybody sat first than second."""
    lead: Counter[int] = Counter()
    for table in (table for each in played for table in each.tables if len(table) == 2):
        lead[table[0]] += 1
        lead[table[1]] -= 1
    return lead


def _tilt(first: int, second: int) -> int:
    """Return how unfair it is to let somebody sit first against somebody, by how often both did so already."""
    return max(0, abs(first + 1) - 1) ** 2 + max(0, abs(second - 1) - 1) ** 2


def _in_seats(pair: Sequence[int], lead: Mapping[int, int], board: int) -> tuple[int, int]:
    one, other = pair
    if lead[one] != lead[other]:
        return (one, other) if lead[one] < lead[other] else (other, one)
    return (one, other) if board % 2 else (other, one)


# Larger tables.


def meetings(played: Iterable[Round]) -> Counter[Pair]:
    """Count how often every two players have shared a table."""
    return Counter(frozenset(pair) for each in played for table in each.tables for pair in combinations(table, 2))


def _grouped(
    players: Sequence[int],
    played: Sequence[Round],
    points: Mapping[int, float],
    seats: int,
    least: int,
    seed: int,
) -> Round:
    """Share players out among tables, and let them change places for as long as that is better."""
    sizes = table_sizes(len(players), seats, least)
    had = Counter(bye for each in played for bye in each.byes)
    by_need = sorted(players, key=lambda player: (had[player], points.get(player, 0.0)))
    byes = tuple(by_need[: len(players) - sum(sizes)])
    playing = sorted((player for player in players if player not in byes), key=lambda player: -points.get(player, 0.0))
    met = meetings(played)
    cost = partial(_table_cost, met, points)
    chance = random.Random(f"{seed} {len(played)}")
    best = _improved(_dealt(playing, sizes), cost)
    for _ in range(RESTARTS):
        if not _again(best, met):
            break
        shuffled = playing[:]
        chance.shuffle(shuffled)
        other = _improved(_dealt(shuffled, sizes), cost)
        best = min(best, other, key=lambda tables: sum(map(cost, tables)))
    return Round(_seated(best, played), byes)


def _table_cost(met: Mapping[Pair, int], points: Mapping[int, float], table: Sequence[int]) -> float:
    """Meeting again costs more than any difference of points can."""
    return sum(
        1e6 * met[frozenset(pair)] ** 2 + (points.get(pair[0], 0.0) - points.get(pair[1], 0.0)) ** 2
        for pair in combinations(table, 2)
    )


def _again(tables: Iterable[Sequence[int]], met: Mapping[Pair, int]) -> int:
    return sum(met[frozenset(pair)] for table in tables for pair in combinations(table, 2))


def _dealt(players: Sequence[int], sizes: Iterable[int]) -> list[list[int]]:
    left = list(players)
    return [[left.pop(0) for _ in range(size)] for size in sizes]


def _improved(tables: list[list[int]], cost: Cost) -> list[list[int]]:
    """Swap players of different tables for as long as that makes the round cheaper."""
    costs = [cost(table) for table in tables]
    is_better = True
    while is_better:
        is_better = False
        for one, other in combinations(range(len(tables)), 2):
            for here in range(len(tables[one])):
                for there in range(len(tables[other])):
                    is_better |= _swap(tables, costs, (one, here), (other, there), cost)
    return tables


def _swap(
    tables: list[list[int]], costs: list[float], one: tuple[int, int], other: tuple[int, int], cost: Cost
) -> bool:
    """Swap two players if that is cheaper; return whether it was."""
    (here, seat), (there, place) = one, other
    first, second = tables[here][:], tables[there][:]
    first[seat], second[place] = second[place], first[seat]
    new = cost(first), cost(second)
    if sum(new) >= costs[here] + costs[there] - 1e-9:
        return False
    tables[here], tables[there], costs[here], costs[there] = first, second, *new
    return True


def _seated(tables: Iterable[Sequence[int]], played: Iterable[Round]) -> tuple[tuple[int, ...], ...]:
    """Give players at every table the seats that they had least often."""
    sat = Counter((player, seat) for each in played for table in each.tables for seat, player in enumerate(table))
    return tuple(
        min(
            permutations(table),
            key=lambda order: sum(2 * sat[player, seat] + 1 for seat, player in enumerate(order)),
        )
        for table in tables
    )
