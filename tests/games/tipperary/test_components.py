"""What is in the box of Tipperary: towns, the reconstructed set of tiles, and bonus tiles."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.tipperary.naive import TOWNS, groups
from tilery.games.tipperary.rules.components import BONUS_KIND, RING, TOWN_SIDES
from tilery.games.tipperary.rules.components import TOWNS as SHIPPED_TOWNS
from tilery.games.tipperary.rules.landscapes import CIRCLE, PASTURE_OF_TWO, TOKENS, TOWN, has_symbol, landscape_of
from tilery.games.tipperary.rules.tileset import fields_of, reconstructed


@pytest.mark.ruling("TIP-1")
def test_a_town_has_nine_fields_and_a_ring_of_eighteen_and_its_back_is_the_mirror_image() -> None:
    front, back = TOWN_SIDES[0]
    assert set(front) == {(0, 0), (1, 0), *((x, y) for x in range(3) for y in (1, 2)), (2, 3)}
    assert set(back) == {(2 - x, y) for x, y in front}
    assert [len(ring) for ring in RING] == [18, 18]


@pytest.mark.ruling("TIP-1")
def test_every_side_has_three_other_landscapes_outside_the_whiskey_track() -> None:
    seen = []
    for sides in TOWN_SIDES:
        for fields in sides:
            assert {cell for cell, kind in fields.items() if kind == TOWN} == {(x, y) for x in range(3) for y in (1, 2)}
            outer = [kind for kind in fields.values() if kind != TOWN]
            assert len(outer) == 3
            assert PASTURE_OF_TWO not in outer
            assert max(outer) < CIRCLE
            seen.append(tuple(sorted(outer)))
    assert len(set(seen)) == 10


@pytest.mark.ruling("TIP-2")
def test_the_towns() -> None:
    assert SHIPPED_TOWNS == TOWNS


@pytest.mark.ruling("TIP-4")
def test_the_reconstructed_set_has_the_fields_of_its_ruling() -> None:
    tiles = [fields_of(drawing) for drawing in reconstructed()]
    assert Counter(map(len, tiles)) == {3: 10, 4: 20, 5: 17, 6: 9, 7: 4}
    tokens = Counter(TOKENS[landscape_of(kind)] for tile in tiles for kind in tile.values())
    circles = sum(count for token, count in tokens.items() if token[0] == "c")
    assert sum(tokens.values()) == 277
    assert (tokens["m"], tokens["p1"] + tokens["p2"], tokens["p2"]) == (96, 70, 23)
    assert (tokens["g"], tokens["d"], tokens["r"], tokens["b"], circles) == (18, 10, 42, 30, 11)
    assert {token for token in tokens if token[0] == "c"} == {"c1", "c2", "c3"}
    symbols = [sum(has_symbol(kind) for kind in tile.values()) for tile in tiles]
    assert sum(symbols) == 10
    assert max(symbols) == 1
    assert all(len(tile) <= 4 for tile, count in zip(tiles, symbols, strict=True) if count)


@pytest.mark.ruling("TIP-4")
def test_no_tile_of_the_reconstructed_set_earns_anything_by_itself() -> None:
    """But for the +sheep symbols: no grain beside a distillery, no two bogs, no three ruins in a line."""
    for drawing in reconstructed():
        fields = {cell: TOKENS[landscape_of(kind)] for cell, kind in fields_of(drawing).items()}
        for (x, y), token in fields.items():
            for beside in ((x + 1, y), (x, y + 1)):
                assert {token, fields.get(beside)} != {"g", "d"}
                assert (token, fields.get(beside)) != ("b", "b")
        for x, y in fields:
            assert [fields.get((x + step, y)) for step in range(3)] != ["r"] * 3
            assert [fields.get((x, y + step)) for step in range(3)] != ["r"] * 3


@pytest.mark.ruling("TIP-4")
def test_pastures_lie_mostly_apart_inside_a_tile() -> None:
    apart = together = 0
    for drawing in reconstructed():
        pastures = {cell for cell, kind in fields_of(drawing).items() if TOKENS[landscape_of(kind)][0] == "p"}
        for group in groups(pastures):
            apart += len(group) == 1
            together += len(group) > 1
    assert apart > 4 * together


@pytest.mark.ruling("TIP-5")
def test_the_twelve_bonus_tiles() -> None:
    faces = Counter(TOKENS[int(kind)] for kind in BONUS_KIND)
    assert faces == {"p1": 1, "p2": 1, "g": 2, "d": 2, "r": 2, "b": 2, "m": 1, "c2": 1}
