"""What a seat of Triqueta cannot know: redeals keep what it sees and reach every possible deal, and no other one."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations
from math import sqrt
from typing import Any

import pytest

from tests.games.triqueta.naive import best_use
from tests.games.triqueta.tables import DUEL, VARIANTS, WOLVES, lay, legal, moments, number_of, play, seen, viewers
from tilery.games.triqueta.rules.components import ANIMALS
from tilery.games.triqueta.rules.state import TriquetaState
from tilery.kernel import chance, runner
from tilery.match.match import Match

REDEALS = 1500
WHITE = ANIMALS[:6]


def redeals(match: Match, viewer: int | None, count: int) -> Any:
    """The state after each of many redeals, always the same record."""
    rng = chance.generator(77)
    twin = match.copy()
    for _ in range(count):
        runner.redeal(twin._states, number_of(viewer), rng)
        yield twin.state


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_a_redeal_changes_nothing_that_the_seat_may_know(seats: int, options: dict[str, str]) -> None:
    for seed in range(4):
        for step, match in enumerate(moments(seats, options, seed, patience=0.32 * (seed % 4))):
            if not match.is_over and step % 3 != seed % 3:
                continue
            for viewer in viewers(match):
                before = repr(seen(match, viewer))
                twin = match.redeal(viewer, seed=seed)
                assert repr(seen(twin, viewer)) == before
                assert runner.waiting(twin._states) == match._owing
                if match.waiting == (viewer,):
                    assert legal(twin) == legal(match)


def hidden_white(state: TriquetaState, viewer: int | None) -> dict[str, str]:
    """Every white tile that a viewer does not know during a game, by its place; kept tiles are hard to tell apart."""
    places = {f"stack {place}": ANIMALS[tile] for place, tile in enumerate(state.white.tolist()) if tile >= 0}
    if state.turn != number_of(viewer):
        places |= {f"hand {index}": ANIMALS[state.hand[index]] for index in range(state.hand_size)}
    return places


def known_white(match: Match, viewer: int | None) -> Counter[str]:
    """White tiles that the viewer sees or remembers, from the view alone."""
    table = seen(match, viewer)
    known: Counter[str] = Counter()
    for row in table["rows"]:
        known.update(row)
    for counts in table["collections"]:
        known.update(counts)
    known.update(table["hand"] or [])
    if viewer is not None:
        known.update(table["kept"][viewer])
        known.update(table["returned"][viewer])
    return known


def states_to_look_at() -> list[Any]:
    """Games of every kind, early and late; tiles are in hand, kept, returned to the box or grey."""
    chosen = []
    for seats, options in ((2, {}), (3, WOLVES), (5, WOLVES), (2, DUEL), (2, DUEL | WOLVES)):
        found = list(range(0, 70, 23))
        chosen += [pytest.param(seats, options, number, id=f"{seats}-{'-'.join(options)}-{number}") for number in found]
    return chosen


@pytest.mark.parametrize(("seats", "options", "number"), states_to_look_at())
def test_during_the_game_every_hidden_place_takes_every_unseen_tile(
    seats: int, options: dict[str, str], number: int
) -> None:
    """The number of each animal in each place is as often as its share of the unseen tiles tells."""
    match = next(
        moment
        for step, moment in enumerate(moments(seats, options, 5, patience=0.9))
        if step >= number and not moment.is_over and moment.state.hand_size
    )
    for viewer in (None, match.waiting[0], (match.waiting[0] + 1) % seats):
        unseen = Counter(dict.fromkeys(WHITE, 10)) - known_white(match, viewer)
        found: dict[str, Counter[str]] = {}
        for state in redeals(match, viewer, REDEALS):
            for place, name in hidden_white(state, viewer).items():
                found.setdefault(place, Counter())[name] += 1
            for other in range(seats):
                if other != viewer:
                    names = Counter(ANIMALS[tile] for tile in state.kept[other, : state.kept_size[other]])
                    found.setdefault(f"kept {other}", Counter()).update(names)
                    if state.designer:
                        returned = dict(zip(WHITE, state.returned[other].tolist(), strict=True))
                        found.setdefault(f"returned {other}", Counter()).update(returned)
        for place, counts in found.items():
            total = counts.total()
            if total:
                assert set(+counts) == set(unseen), place
                for name in unseen:
                    share = unseen[name] / unseen.total()
                    assert abs(counts[name] - total * share) < 6 * sqrt(total * share * (1 - share)) + 1, place


@pytest.mark.parametrize(("seats", "options"), [(2, WOLVES), (3, WOLVES), (2, DUEL | WOLVES)])
@pytest.mark.ruling("TRI-10")
def test_grey_tiles_take_every_unseen_grey_tile(seats: int, options: dict[str, str]) -> None:
    match = next(
        moment
        for moment in moments(seats, options, 3, patience=0.99)
        if moment.state.round_number == 2 and sum(seen(moment)["grey_sizes"]) >= 7
    )
    for viewer in viewers(match):
        box = Counter({"wolf": 9, **dict.fromkeys(WHITE, 1)})
        unseen = box - Counter(seen(match, viewer)["grey"][viewer] if viewer is not None else {})
        found: dict[str, Counter[str]] = {}
        for state in redeals(match, viewer, REDEALS):
            for place, tile in enumerate(state.grey.tolist()):
                if tile >= 0:
                    found.setdefault(f"stack {place}", Counter())[ANIMALS[tile]] += 1
            for other in range(seats):
                if other != viewer and state.grey_held[other].any():
                    held = dict(zip(ANIMALS, state.grey_held[other].tolist(), strict=True))
                    found.setdefault(f"player {other}", Counter()).update(held)
        assert found
        for owner, counts in found.items():
            assert set(+counts) == set(unseen), owner


@pytest.mark.ruling("TRI-10")
def test_at_the_end_grey_tiles_are_known_to_all() -> None:
    *_, match = moments(3, WOLVES, 3, patience=0.99)
    held = match.state.grey_held.tolist()
    assert any(map(any, held))
    for viewer in viewers(match):
        assert all(state.grey_held.tolist() == held for state in redeals(match, viewer, 20))


@pytest.mark.ruling("TRI-15")
def test_returned_tiles_are_redealt_for_all_but_who_returned_them() -> None:
    match = play(lay(2, "owl bear rabbit ram", options=DUEL), "draw, row 1, return, draw, return, row 2")
    for viewer, sure in ((0, [0]), (1, [1]), (None, [])):
        before = match.state.returned.tolist()
        found: list[set[Any]] = [set(), set()]
        for state in redeals(match, viewer, 300):
            for seat in (0, 1):
                found[seat].add(tuple(state.returned[seat].tolist()))
        for seat in (0, 1):
            assert (found[seat] == {tuple(before[seat])}) if seat in sure else len(found[seat]) == 6


# The end: a tile that was put back is of an animal that its owner has three of without it.


def finished(*hidden_kept: str, first: str, second: str, grey: str = "") -> Match:
    """A finished game for two, whose players have taken the given tiles in the first round and kept some."""
    match = Match("triqueta", 2, options=WOLVES if grey else {}, seed=1)
    match.play_randomly(seed=1)
    state = match.state
    rest = Counter(dict.fromkeys(WHITE, 10))
    state.collection[:] = 0
    state.kept[:] = 0
    state.grey_held[:] = 0
    for seat, tiles in enumerate((first, second)):
        for name in tiles.split():
            state.collection[seat, ANIMALS.index(name)] += 1
        kept = sorted(ANIMALS.index(name) for name in hidden_kept[seat].split())
        state.kept_size[seat] = len(kept)
        state.kept[seat, : len(kept)] = kept
        rest.subtract(tiles.split())
        rest.subtract(hidden_kept[seat].split())
    unseen = [ANIMALS.index(name) for name in rest.elements()]
    state.white[:] = -1
    state.white[: len(unseen)] = unseen
    if grey:
        state.grey_held[0, ANIMALS.index(grey)] = 1
        layer = [*range(6), *[6] * 9]
        layer.remove(ANIMALS.index(grey))
        state.grey[:] = [*layer, -1]
    return match


def possible_ends(match: Match, viewer: int | None) -> dict[tuple[tuple[str, ...], ...], Fraction]:
    """All that players can have kept, as far as the viewer can tell, each with its probability.

    Every order in which the unseen white tiles can lie in the hidden places is as likely as another, if the best use
    of kept tiles then shows the same as now.
    """
    table = seen(match, viewer)
    hidden = [
        (seat, table["kept_sizes"][seat] - len(table["added"][seat])) for seat in range(2) if seat != number_of(viewer)
    ]
    unseen = Counter(dict.fromkeys(WHITE, 10)) - known_white(match, viewer)
    for seat in range(2):
        if seat != viewer:
            unseen -= Counter(table["added"][seat])
    places = [seat for seat, count in hidden for _ in range(count)]
    ways: Counter[tuple[tuple[str, ...], ...]] = Counter()
    for tiles in permutations(range(unseen.total()), len(places)):
        names = [list(unseen.elements())[tile] for tile in tiles]
        kept = [list(table["kept"][seat]) if seat == viewer else list(table["added"][seat]) for seat in range(2)]
        for seat, name in zip(places, names, strict=True):
            kept[seat].append(name)
        if all(_shows(table, seat, kept[seat]) for seat in range(2)):
            ways[tuple(tuple(sorted(each)) for each in kept)] += 1
    return {way: Fraction(count, ways.total()) for way, count in ways.items()}


def _shows(table: dict[str, Any], seat: int, kept: list[str]) -> bool:
    sure = Counter(table["collections"][seat]) + Counter(table["grey"][seat])
    return sorted(best_use(sure, kept)) == sorted(table["added"][seat])


MANY = "owl " * 9 + "deer " * 8 + "boar " * 9 + "ram " * 8


ENDS: dict[str, tuple[str, str, str, str]] = {  # kept by both, taken by the first, a grey tile of the first
    "both put back": ("bear bear", "", "bear bear bear rabbit rabbit rabbit rabbit", ""),
    "one added and one put back": ("bear rabbit", "", "bear bear bear rabbit rabbit", ""),
    "one of a pair added": ("bear bear", "", "bear bear rabbit", ""),
    "both players put back": ("rabbit bear", "deer", "bear bear bear rabbit rabbit rabbit", ""),
    "a grey tile is the third": ("bear", "", "bear bear rabbit rabbit rabbit", "bear"),
}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.ruling("TRI-6", "TRI-16")
def test_at_the_end_a_tile_put_back_is_any_that_would_have_been_put_back(end: str) -> None:
    kept_first, kept_second, first, grey = ENDS[end]
    match = finished(kept_first, kept_second, first=first, second=MANY, grey=grey)
    for viewer in viewers(match):
        expected = possible_ends(match, viewer)
        before = repr(seen(match, viewer))
        found: Counter[tuple[tuple[str, ...], ...]] = Counter()
        for state in redeals(match, viewer, 4000):
            kept = [state.kept[seat, : state.kept_size[seat]].tolist() for seat in range(2)]
            found[tuple(tuple(sorted(ANIMALS[tile] for tile in each)) for each in kept)] += 1
        assert set(found) == set(expected)
        for way, share in expected.items():
            assert abs(found[way] - 4000 * float(share)) < 6 * sqrt(4000 * float(share)) + 1
        assert repr(seen(match.redeal(viewer, seed=3), viewer)) == before


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
@pytest.mark.ruling("TRI-6")
def test_the_scores_of_a_finished_game_are_no_secret(seats: int, options: dict[str, str]) -> None:
    for seed in range(20):
        *_, match = moments(seats, options, seed, patience=0.2 * (seed % 5))
        for viewer in viewers(match):
            assert match.redeal(viewer, seed=seed).scores == match.scores
