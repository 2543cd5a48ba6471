"""Every history that a game of Topiary with a draft may have taken, as one seat sees it, counted out naively.

Tiles that the viewer cannot tell apart are only numbers here. A history is what others kept in the draft, and which of
the four tiles in their hand was the one they put. Each of these choices has the same number of possibilities at all
times, so that all histories are equally likely if the others choose at random.

What is counted is where everything ended up that went around in the draft: a *trace* has, for each packet, the places
of its tiles now. A tile whose name the viewer knows is told by its name as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from typing import NamedTuple

from tests.games.topiary.naive import Naive

Place = str
Packet = tuple[Place, ...]
Trace = tuple[tuple[int, Packet], ...]
Draft = tuple[list[set[str]], dict[int, set[str]]]


class Put(NamedTuple):
    seat: int
    tile: str
    cell: str


def traces(game: Naive, viewer: int, puts: list[Put], kept: set[str], passed: set[str]) -> Counter[Trace]:
    """All traces that agree with what `viewer` saw, with the number of their histories.

    `kept` and `passed` are what the viewer chose in the draft, if it has chosen; `puts` is what everybody saw.
    """
    found: Counter[Trace] = Counter()
    for hands, packets in _drafts(game, viewer, kept, passed):
        for owners in _plays(game, viewer, puts, hands):
            places = {tile: f"hand {seat}" for seat, hand in enumerate(owners.hands) for tile in hand} | owners.put
            if game.stage != "draft":
                places |= dict.fromkeys(packets[0], "box")
            if _fits_the_end(game, viewer, passed, places):
                found[_trace(packets, places, viewer)] += 1
    return found


def _drafts(
    game: Naive, viewer: int, kept: set[str], passed: set[str]
) -> Iterator[tuple[list[set[str]], dict[int, set[str]]]]:
    """Who has which tiles after the draft, or as far as it has gone, and what was passed on by whom."""
    leftovers = {2: 4, 3: 1, 4: 3}[game.seats]
    lowest = game.turn if game.stage == "draft" else -1
    dealt = [{f"?{seat}{letter}" for letter in "abc"} for seat in range(game.seats)]
    dealt[-1] |= {f"?{letter}" for letter in "wxyz"[:leftovers]}

    def choose(seat: int, packet: set[str], hands: list[set[str]], packets: dict[int, set[str]]) -> Iterator[Draft]:
        hand = dealt[seat] | packet
        if seat == lowest:
            yield [*[set(dealt[other]) for other in range(seat)], hand, *hands], packets
            return
        if seat == viewer:
            # what was dealt and what was received have names for the viewer from here on
            ways = [(kept, passed)]
        else:
            ways = [(set(three), hand - set(three)) for three in combinations(sorted(hand), 3)]
        for keeps, gives in ways:
            rest = {**packets, seat: gives}
            if seat == 0:
                yield [keeps, *hands], rest
            else:
                yield from choose(seat - 1, gives, [keeps, *hands], rest)

    for hands, packets in choose(game.seats - 1, set(), [], {}):
        received = packets.get(viewer + 1) if viewer >= 0 else None
        known = game.received[viewer] if received else None
        for order in permutations(sorted(known or ())):  # any of them may be any of the tiles that it saw
            names = dict(zip(sorted(received or ()), order, strict=True))
            yield (
                [{names.get(tile, tile) for tile in hand} for hand in hands],
                {seat: {names.get(tile, tile) for tile in packet} for seat, packet in packets.items()},
            )


class _Owners(NamedTuple):
    hands: list[set[str]]
    put: dict[str, Place]


def _plays(game: Naive, viewer: int, puts: list[Put], hands: list[set[str]]) -> Iterator[_Owners]:
    """Which of the tiles in hand were put, in every way that shows the tiles which were seen."""
    ways = [_Owners([set(hand) for hand in hands], {})]
    for number, (seat, tile, cell) in enumerate(puts):
        after = []
        for owners in ways:
            hand = owners.hands[seat] | {f"?t{number}"}
            if seat == viewer:
                after.append(owners)
                continue
            named = [held for held in hand if not held.startswith("?")]
            chosen = [tile] if tile in named else [held for held in hand if held.startswith("?")]
            if tile in (game.passed_on[viewer] or ()) and tile not in named:
                continue
            for held in chosen:
                others = [*owners.hands]
                others[seat] = hand - {held}
                after.append(_Owners(others, {**owners.put, held: f"put {cell}"}))
        ways = after
    yield from ways


def _fits_the_end(game: Naive, viewer: int, passed: set[str], places: dict[str, Place]) -> bool:
    """At the end hands are shown: what the viewer passed on is seen there, or not."""
    if game.stage != "over":
        return True
    return all(
        (places[tile] == f"hand {seat}") == (tile in game.hands[seat])
        for tile in passed
        for seat in range(game.seats)
        if seat != viewer
    )


def _trace(packets: dict[int, set[str]], places: dict[str, Place], viewer: int) -> Trace:
    def told(tile: str) -> Place:
        place = places.get(tile, "viewer")
        place = "viewer" if place == f"hand {viewer}" else place
        return place if tile.startswith("?") else f"{tile} {place}"

    givers = [giver for giver in sorted(packets) if viewer < 0 or giver != viewer + 1]
    return tuple((giver, tuple(sorted(map(told, packets[giver])))) for giver in givers)
