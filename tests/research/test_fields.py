"""Observations tell what views tell, field by field, in random matches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.research.test_learning import observed, some_moments
from tests.variants import VARIANTS, Variant, each
from tilery.games.learning import parted
from tilery.games.terraflip.rules.components import FAMILIES, SPECIALS
from tilery.games.terraflip.rules.geometry import PLACES
from tilery.games.tipperary.rules.landscapes import LANDSCAPES, TOKENS
from tilery.games.topiary.rules.components import CELLS, SERIES, SPOTS, TILES
from tilery.games.triqueta.rules.components import ANIMALS

Fields = dict[str, NDArray[Any]]


def of(game: str) -> pytest.MarkDecorator:
    return each(v for v in VARIANTS if v.game == game)


def seen(variant: Variant) -> Iterator[tuple[int, dict[str, Any], Fields]]:
    """Every seat in every moment of a match: what its view tells, and its observation."""
    for match in some_moments(variant, 8):
        fields = match.game.observation.fields(variant.seats)
        for seat in range(variant.seats):
            yield seat, match.view(seat).table, dict(parted(observed(match, seat), fields))


def turned(values: Any, seat: int) -> list[Any]:
    """Values by seat, the observer's own first."""
    return [*values[seat:], *values[:seat]]


def one_of(number: int, names: Any, name: Any) -> list[int]:
    """1 at the place of a name."""
    return [int(each == name) for each in list(names)[:number]]


def from_own(variant: Variant, seat: int, other: int | None) -> list[int]:
    places = [(seat + place) % variant.seats for place in range(variant.seats)]
    return one_of(variant.seats, places, other)


@of("topiary")
def test_topiary(variant: Variant) -> None:
    for seat, view, fields in seen(variant):
        assert fields["stage"].tolist() == one_of(4, ("draft", "visit", "take", "put"), view["stage"])
        assert fields["seat"].tolist() == one_of(variant.seats, range(5), seat)
        assert fields["turn"].tolist() == from_own(variant, seat, view["turn"])
        for cell, tile in enumerate(view["garden"]):
            series, value = tile.split("-") if tile not in {None, "hidden"} else (None, 0)
            expected = [*one_of(8, SERIES, series), int(value), int(tile == "hidden")]
            assert fields["garden"][cell].tolist() == expected
            assert fields["put_by"][cell].tolist() == from_own(variant, seat, view["put_by"].get(CELLS[cell]))
        for spot, name in enumerate(SPOTS):
            assert fields["visitors"][spot, :-1].tolist() == from_own(variant, seat, view["visitors"].get(name))
        closed = int(fields["visitors"][:, -1].sum())
        assert (closed > 0) == (variant.options["diagonals"] == "long")
        assert fields["visitors_left"].tolist() == turned(view["visitors_left"], seat)
        assert fields["spot"].tolist() == one_of(48, SPOTS, view["spot"])
        assert fields["cell"].tolist() == one_of(25, CELLS, view["cell"])
        assert fields["hand_sizes"].tolist() == turned(view["hand_sizes"], seat)
        for place, hand in enumerate(turned(view["hands"], seat)):
            assert fields["hands"][place].tolist() == [int(tile in (hand or ())) for tile in TILES]
        assert fields["removed_series"].tolist() == one_of(8, SERIES, view["removed_series"])
        for name in ("received", "passed_on"):
            assert fields[name].tolist() == [int(tile in (view[name] or ())) for tile in TILES]
        assert fields["box_size"].tolist() == [view["box_size"]]


@of("triqueta")
def test_triqueta(variant: Variant) -> None:
    def counts(found: dict[str, int] | None, animals: int) -> list[int]:
        return [(found or {}).get(animal, 0) for animal in ANIMALS[:animals]]

    for seat, view, fields in seen(variant):
        assert fields["stage"].tolist() == one_of(2, ("turn", "treat"), view["stage"])
        assert fields["seat"].tolist() == one_of(variant.seats, range(5), seat)
        assert fields["turn"].tolist() == from_own(variant, seat, view["turn"])
        assert fields["round"].tolist() == one_of(4, (1, 2, 3, 4), view["round"])
        assert fields["white"].tolist() == [stack["white"] for stack in view["stacks"]]
        assert fields["grey"].tolist() == [stack["grey"] for stack in view["stacks"]]
        for row, tiles in enumerate(view["rows"]):
            assert fields["rows"][row].tolist() == [tiles.count(animal) for animal in ANIMALS[:6]]
            assert fields["taken_by"][row].tolist() == from_own(variant, seat, view["taken_by"][row])
        assert fields["rock"].tolist() == from_own(variant, seat, view["rock"])
        assert fields["trees"].tolist() == turned(view["trees"], seat)
        assert fields["collections"].tolist() == [counts(found, 7) for found in turned(view["collections"], seat)]
        assert fields["drawn_together"].tolist() == [view["drawn_together"]]
        assert fields["hand_size"].tolist() == [view["hand_size"]]
        hand = view["hand"] or []
        expected = [one_of(6, ANIMALS, animal) for animal in hand]
        assert fields["hand"][: len(hand)].tolist() == expected
        assert not fields["hand"][len(hand) :].any()
        assert fields["treatment"].tolist() == one_of(3, ("row", "keep", "return"), view["first_treatment"])
        assert fields["kept_sizes"].tolist() == turned(view["kept_sizes"], seat)
        assert fields["kept"].tolist() == [view["kept"][seat].count(animal) for animal in ANIMALS[:6]]
        added = turned(view["added"] or [[]] * variant.seats, seat)
        assert fields["added"].tolist() == [[tiles.count(animal) for animal in ANIMALS[:6]] for tiles in added]
        assert fields["grey_sizes"].tolist() == turned(view["grey_sizes"], seat)
        assert fields["grey_held"].tolist() == [counts(found, 7) for found in turned(view["grey"], seat)]
        assert fields["returned_sizes"].tolist() == turned(view["returned_sizes"], seat)
        assert fields["returned"].tolist() == counts(view["returned"][seat], 6)


@of("terraflip")
def test_terraflip(variant: Variant) -> None:
    for seat, view, fields in seen(variant):
        own_first = turned(FAMILIES[: variant.seats], seat) + FAMILIES[variant.seats :]
        assert fields["stage"].tolist() == one_of(2, ("place", "flip"), view["stage"])
        assert fields["seat"].tolist() == one_of(variant.seats, range(5), seat)
        assert fields["turn"].tolist() == from_own(variant, seat, view["turn"])
        hands = turned(view["hands"], seat)
        assert fields["hand"].tolist() == [hands[0]["undersides"].get(colour, 0) for colour in own_first]
        assert fields["two_faced"].tolist() == [hand["two_faced"] for hand in hands]
        assert fields["specials"].tolist() == [[int(name in hand["specials"]) for name in SPECIALS] for hand in hands]
        assert fields["spies"].tolist() == turned(view["spies"], seat)
        looked = view["looked"] or {"place": None, "seat": None}
        assert fields["looked_by"].tolist() == from_own(variant, seat, looked["seat"])
        tiles = {tile["place"]: tile for tile in view["tiles"]}
        places = len(fields["origin"])
        assert set(tiles) <= set(PLACES[:places])
        for number in range(places):
            tile = tiles.get(PLACES[number], dict.fromkeys(("colour", "under", "special", "owner", "known_to")))
            assert fields["face"][number].tolist() == one_of(4, own_first, tile["colour"])
            assert fields["under"][number].tolist() == one_of(4, own_first, tile["under"])
            assert fields["special"][number].tolist() == one_of(3, SPECIALS, tile["special"])
            assert fields["owner"][number].tolist() == from_own(variant, seat, tile["owner"])
            knowing = [(seat + place) % variant.seats in (tile["known_to"] or ()) for place in range(variant.seats)]
            assert fields["known_to"][number].tolist() == list(map(int, knowing))
        assert fields["origin"].tolist() == one_of(places, PLACES, view["origin"])
        assert fields["looked_at"].tolist() == one_of(places, PLACES, looked["place"])
        flips = {flip["place"] for flip in view["flips"]}
        assert {PLACES[number] for number in np.flatnonzero(fields["flips"])} == flips
        assert {PLACES[number] for number in np.flatnonzero(fields["throws"])} == set(view["throws"])


@of("tipperary")
def test_tipperary(variant: Variant) -> None:
    kinds = {"#": 0, "t": 1, **LANDSCAPES}
    for seat, view, fields in seen(variant):
        assert fields["stage"].tolist() == one_of(2, ("round", "end"), view["stage"])
        assert fields["seat"].tolist() == one_of(variant.seats, range(5), seat)
        owing = [(seat + place) % variant.seats in view["owing"] for place in range(variant.seats)]
        assert fields["owing"].tolist() == list(map(int, owing))
        assert fields["rounds"].tolist() == [view["round"], view["rounds"]]
        supply = [view[name] for name in ("bag", "sheep_left", "towers_left", "bonus_left")]
        assert fields["supply"].tolist() == supply
        assert fields["marker"].tolist() == from_own(variant, seat, view["marker"])
        displays = turned(view["displays"], seat)
        own_area = displays[0]["area"]
        for place, display in enumerate(displays):
            assert fields["area"][place].tolist() == one_of(5, range(5), (display["area"] - own_area) % 5)
            assert fields["has_placed"][place] == display["has_placed"]
            for name in ("sheep_to_place", "towers_to_place", "flock", "ring", "circles"):
                assert fields[name][place] == display[name]
            assert fields["side"][place] == (display["side"] == "back")
            held = {bonus["tile"] for bonus in display["bonus_to_place"]}
            assert (np.flatnonzero(fields["bonus_to_place"][place]) + 1).tolist() == sorted(held)
            drawn = np.zeros((32, 32), int)
            for y, row in enumerate(display["drawing"], display["corner"][1]):
                for x, token in enumerate(row.split(), display["corner"][0]):
                    kind = kinds.get(token, 10)
                    drawn[(y + 14) % 32, (x + 14) % 32] = 0 if token == "." else kind + 1
            shown = np.vectorize(plain)(fields["displays"][place])
            assert (shown == drawn).all()
        for area in range(5):
            tiles = view["areas"][(own_area + area) % 5]
            found = [offer(fields, area, slot) for slot in range(2)]
            assert [tile for tile in found if tile] == [view["tiles"][str(tile)] for tile in tiles]


def plain(number: int) -> int:
    """A kind of field as the drawing of a view tells it: bonus meadows as meadows, wooden sheep alike."""
    return {4: 3, 12: 11}.get(number, number)


def offer(fields: Fields, area: int, slot: int) -> list[str]:
    """An offered tile, drawn as in a view."""
    kinds, sheep = fields["offers"][area, slot], fields["offered_sheep"][area, slot]
    rows = kinds[kinds.any(axis=1)][:, kinds.any(axis=0)]
    marks = sheep[kinds.any(axis=1)][:, kinds.any(axis=0)]
    return [
        " ".join(TOKENS[kind - 1] + "+" * mark if kind else "." for kind, mark in zip(row, line, strict=True))
        for row, line in zip(rows.tolist(), marks.tolist(), strict=True)
    ]
