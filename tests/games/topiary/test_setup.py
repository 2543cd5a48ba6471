"""The deal of Topiary, with and without the draft."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from tests.games.topiary.tables import ALL_WAYS, WITH_DRAFT, Dealt
from tilery.games.topiary import GAME, rules
from tilery.games.topiary.rules.components import CELLS, SERIES, TILES


def test_a_state_has_no_bytes_between_its_fields() -> None:
    """So that equal states have equal bytes."""
    assert rules.STATE.names is not None
    assert sum(rules.STATE[name].itemsize for name in rules.STATE.names) == rules.STATE.itemsize


@pytest.mark.ruling("TOP-2")
def test_forty_tiles_in_eight_series_from_1_to_5() -> None:
    names = ["whale", "swan", "elephant", "trex", "spiral", "icosahedron", "pyramid", "pompom"]
    assert names == SERIES
    assert [f"{name}-{value}" for name in names for value in (1, 2, 3, 4, 5)] == TILES


@pytest.mark.parametrize(("seats", "visitors"), [(2, 8), (3, 6), (4, 5)])
def test_each_player_has_visitors_by_the_number_of_players(seats: int, visitors: int) -> None:
    assert Dealt(seats).view()["visitors_left"] == [visitors] * seats


@pytest.mark.ruling("TOP-3")
@pytest.mark.parametrize("seats", [2, 3])
def test_with_two_or_three_players_one_series_is_taken_out_openly(seats: int) -> None:
    removed = set()
    for seed in range(80):
        table = Dealt(seats, seed=seed)
        for seat in range(-1, seats):
            assert table.view(seat)["removed_series"] == table.view()["removed_series"]
        out = table.view()["removed_series"]
        removed.add(out)
        assert Counter(tile.split("-", 1)[0] for tile in table.all_tiles()) == {
            name: 5 for name in SERIES if name != out
        }
    assert removed == set(SERIES)


@pytest.mark.ruling("TOP-3")
def test_with_four_players_all_forty_tiles_are_used() -> None:
    table = Dealt(4)
    assert table.view()["removed_series"] is None
    assert sorted(table.all_tiles()) == sorted(TILES)


@pytest.mark.parametrize(("seats", "options"), ALL_WAYS)
def test_the_garden_lies_face_down_but_for_the_tile_in_the_middle(seats: int, options: dict[str, str]) -> None:
    table = Dealt(seats, options)
    garden = dict(zip(CELLS, table.view()["garden"], strict=True))
    assert garden.pop("c3") in TILES
    assert set(garden.values()) == {"hidden"}
    assert len(garden) == 24


@pytest.mark.parametrize(("seats", "leftovers"), [(2, 4), (3, 1), (4, 3)])
def test_each_player_gets_three_tiles_and_the_rest_goes_to_the_box(seats: int, leftovers: int) -> None:
    table = Dealt(seats)
    assert table.view()["hand_sizes"] == [3] * seats
    assert table.view()["box_size"] == leftovers
    assert table.waiting == {0}
    assert table.stage == "visit"


def test_every_tile_can_be_dealt_to_every_place() -> None:
    places: dict[str, set[str]] = {tile: set() for tile in TILES}
    for seed in range(400):
        table = Dealt(4, seed=seed)
        places[TILES[table.state.garden[0]]].add("a1")
        places[TILES[table.state.garden[24]]].add("e5")
        for tile in table.hand(3):
            places[tile].add("hand")
        for tile in table.box():
            places[tile].add("box")
    assert all(found == {"a1", "e5", "hand", "box"} for found in places.values())


@pytest.mark.ruling("TOP-9")
@pytest.mark.parametrize(("seats", "leftovers"), [(2, 4), (3, 1), (4, 3)])
def test_in_the_draft_the_leftovers_go_to_the_last_player(seats: int, leftovers: int) -> None:
    table = Dealt(seats, WITH_DRAFT)
    assert table.view()["hand_sizes"] == [3] * (seats - 1) + [3 + leftovers]
    assert table.view()["box_size"] == 0
    assert table.waiting == {seats - 1}
    assert table.stage == "draft"


@pytest.mark.ruling("TOP-9")
def test_in_the_draft_each_keeps_three_and_passes_the_rest_to_the_right_and_the_last_packet_to_the_box() -> None:
    table = Dealt(4, WITH_DRAFT)
    own = [set(table.hand(seat)) for seat in range(4)]
    packet: set[str] = set()
    for seat in (3, 2, 1, 0):
        assert table.waiting == {seat}
        choice = table.hand(seat)
        assert set(choice) == own[seat] | packet
        assert len(table.moves()) == 20  # three of six
        kept = choice[1:4]
        table.play("keep " + " ".join(kept))
        packet = set(choice) - set(kept)
        assert table.hand(seat) == kept
    assert set(table.box()) == packet
    assert table.waiting == {0}
    assert table.stage == "visit"


@pytest.mark.ruling("TOP-9")
def test_the_draft_shows_each_player_what_came_and_what_went_and_nothing_of_others() -> None:
    table = Dealt(3, WITH_DRAFT)
    for seat in range(3):
        assert table.view(seat)["received"] is None
        assert table.view(seat)["passed_on"] is None
    first, *kept = table.hand(2)
    table.play("keep " + " ".join(kept))
    assert table.view(2)["passed_on"] == [first]
    assert table.view(1)["received"] == [first]
    assert table.view(1)["passed_on"] is None
    for stranger in (0, -1):
        assert table.view(stranger)["received"] is None
        assert table.view(stranger)["passed_on"] is None
    assert table.view(2)["hands"] == [None, None, kept]
    assert table.view(-1)["hands"] == [None, None, None]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("draft", ["off", "on"])
def test_the_deal_follows_from_the_seed_as_documented(seats: int, draft: str) -> None:
    """Plain Python after docs/records.md: the removed series, the shuffle, the garden, the hands, the leftovers."""
    for seed in (0, 7, 2**127 + 2**64 + 5):
        below = random_numbers(seed)
        removed = SERIES[below(8)] if seats < 4 else None
        deck = [tile for tile in TILES if tile.split("-", 1)[0] != removed]
        for last in range(len(deck) - 1, 0, -1):
            other = below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        hands = [deck[25 + 3 * seat : 28 + 3 * seat] for seat in range(seats)]
        box = deck[25 + 3 * seats :]
        if draft == "on":
            hands[-1] += box
            box = []
        assert GAME.views.deal(Dealt(seats, {"diagonals": "all", "draft": draft}, seed).state) == {
            "removed_series": removed,
            "garden": deck[:25],
            "hands": [sorted(hand, key=TILES.index) for hand in hands],
            "box": sorted(box, key=TILES.index),
        }


def random_numbers(seed: int) -> Callable[[int], int]:
    """The generator of docs/records.md with whole numbers of any size."""
    full = 2**64 - 1

    def mix(z: int) -> int:
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & full
        z = (z ^ z >> 27) * 0x94D049BB133111EB & full
        return z ^ z >> 31

    def rotl(x: int, k: int) -> int:
        return (x << k | x >> 64 - k) & full

    words = [mix((seed >> 64) + 0x9E3779B97F4A7C15 & full), mix((seed & full) + 2 * 0x9E3779B97F4A7C15 & full)]

    def next_word() -> int:
        s0, s1 = words
        s1 ^= s0
        words[:] = [rotl(s0, 49) ^ s1 ^ (s1 << 21 & full), rotl(s1, 28)]
        return rotl(s0 + (s1 ^ s0) & full, 17) + s0 & full

    def below(n: int) -> int:
        m = (next_word() >> 32) * n
        while m % 2**32 < (2**32 - n) % n:
            m = (next_word() >> 32) * n
        return m >> 32

    return below
