"""Nothing leaks: redeals change nothing that a seat may see, and everything that it may not."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator

import numpy as np
import pytest

from tests.games.terraflip import naive
from tilery.games.terraflip.rules.geometry import HEXAGONS, NEAR
from tilery.games.terraflip.rules.state import EMPTY, STATE
from tilery.kernel import chance, runner
from tilery.kernel.state import Row
from tilery.match.match import Match

VARIANTS = [
    (2, "aided", "any"),
    (2, "pure", "rows"),
    (3, "aided", "rows"),
    (3, "pure", "any"),
    (4, "aided", "any"),
    (4, "pure", "any"),
]
REDEALS = 150


def games(seats: int, memory: str, lines: str) -> Iterator[tuple[Match, naive.Naive]]:
    """Random games stopped at many points, each with its second opinion."""
    for number in range(0, 14, 2):
        choose = random.Random(f"{seats} {memory} {number}")
        match = Match("terraflip", seats, options={"memory": memory, "lines": lines}, seed=0)
        game = naive.Naive(seats, lines == "rows")
        stop = None if number == 0 else 3 + number * 3 * seats // 2
        while not match.is_over and len(match.moves) != stop:
            moves = [str(move) for move in match.legal_moves()]
            move = choose.choices(moves, [{"flip": 20, "spy": 0.3}.get(move.split()[0], 1.0) for move in moves])[0]
            match.play(move)
            game.play(move)
        yield match, game


def seen(match: Match, seat: int | None) -> str:
    return match.view(seat).to_json()


@pytest.mark.ruling("TER-3", "TER-10", "TER-14", "TER-21")
@pytest.mark.parametrize(("seats", "memory", "lines"), VARIANTS)
def test_a_redeal_changes_what_is_hidden_to_every_possible_value_and_nothing_else(
    seats: int, memory: str, lines: str
) -> None:
    for match, game in games(seats, memory, lines):
        seat = random.Random(len(match.moves)).choice([*range(seats), None])
        viewer = -1 if seat is None else seat
        hidden = {
            place: tile
            for place, tile in game.tiles.items()
            if not tile.special and tile.owner != viewer and viewer not in tile.seen_by
        }
        pools = [
            Counter[str](str(tile.under) for tile in hidden.values() if tile.owner == owner) for owner in range(seats)
        ]
        for owner in range(seats):
            if owner != viewer:
                pools[owner].update({colour: game.hands[owner].get(colour, 0) for colour in naive.FAMILIES})
        found: dict[naive.Place, set[str]] = {place: set() for place in hidden}
        in_hand: list[set[tuple[int, ...]]] = [set() for _ in range(seats)]
        before = seen(match, seat)
        rng = chance.generator(7)
        twin = match.copy()
        state = twin.state
        for number in range(REDEALS):
            runner.redeal(twin._states, viewer, rng)
            under = dict(zip(HEXAGONS, state.under.tolist(), strict=True))
            hands = [
                Counter(dict(zip(naive.FAMILIES, state.hand[owner].tolist(), strict=False))) for owner in range(seats)
            ]
            for place, values in found.items():
                values.add(naive.FAMILIES[under[place]])
            for owner in range(seats):
                in_hand[owner].add(tuple(hands[owner].values()))
                if owner != viewer:
                    lying = Counter(naive.FAMILIES[under[place]] for place in hidden if hidden[place].owner == owner)
                    assert +(lying + hands[owner]) == +pools[owner]
                else:
                    assert +hands[owner] == +Counter(
                        {c: n for c, n in game.hands[owner].items() if c in naive.FAMILIES}
                    )
            for place, tile in game.tiles.items():
                if place not in hidden and tile.under:
                    assert naive.FAMILIES[under[place]] == tile.under
            if number % 30 == 0:
                assert seen(twin, seat) == before
                assert twin.waiting == match.waiting
        for place, values in found.items():
            assert values == set(+pools[hidden[place].owner]), "every possible underside, and no other"
        for owner in range(seats):
            can_differ = any(tile.owner == owner for tile in hidden.values()) and len(+pools[owner]) > 1
            size = sum(count for kind, count in game.hands[owner].items() if kind in naive.FAMILIES)
            assert (len(in_hand[owner]) > 1) == (can_differ and size > 0)
        assert not state.scratch.any()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_redealt_game_goes_on_to_its_end(seats: int) -> None:
    for match, _ in games(seats, "aided", "any"):
        for seat in (*range(seats), None):
            twin = match.redeal(seat, seed=3)
            twin.play_randomly(seed=4)
            assert twin.is_over
            check_components(twin)


def test_redeals_are_fair() -> None:
    """One tile of nine lies on the table: each of the three colours a third of the time."""
    match = Match("terraflip", 2, seed=0)
    match.play("place river 0,1")
    place = HEXAGONS.index((0, 1))
    counts: Counter[str] = Counter()
    rng = chance.generator(1)
    twin = match.copy()
    for _ in range(9000):
        runner.redeal(twin._states, 1, rng)
        counts[naive.FAMILIES[twin.state.under[place]]] += 1
    assert set(counts) == {"forest", "mountain", "river"}
    assert all(abs(count - 3000) < 250 for count in counts.values())


def test_a_state_has_no_gaps_whose_bytes_a_copy_might_change() -> None:
    fields = STATE.fields
    assert fields is not None
    assert sum(kind.itemsize for kind, _ in (field[:2] for field in fields.values())) == STATE.itemsize


def test_a_view_is_json_and_has_no_order_that_tells_anything() -> None:
    for match, _ in games(4, "aided", "any"):
        for seat in (0, 3, None):
            table = match.view(seat).table
            assert json.loads(json.dumps(table)) == table
            places = [naive.read(tile["place"]) for tile in table["tiles"]]
            assert places == sorted(places, key=HEXAGONS.index)


def test_a_picture_shows_every_tile_in_at_most_100_columns() -> None:
    for match, _ in games(4, "aided", "any"):
        picture = match.view(0).picture
        assert max(map(len, picture.splitlines())) <= 100
        for tile in match.view(0).table["tiles"]:
            assert tile["place"] in picture
        assert "TOWER" in picture
        assert "player 4, river" in picture


def check_components(match: Match) -> None:
    """Every family's tiles are in hand or on the table, and the sets of places say what the tiles say."""
    state = match.state
    face, special, owner = state.face.tolist(), state.special.tolist(), state.owner.tolist()
    lying = [place for place in range(91) if face[place] != EMPTY]
    for seat in range(match.seats):
        colours = Counter({colour: int(state.hand[seat, colour]) for colour in range(4)})
        specials = Counter({kind: int(state.hand[seat, kind]) for kind in (4, 5, 6)})
        for place in lying:
            if owner[place] == seat and special[place]:
                specials[special[place]] += 1
                assert face[place] == seat
            elif owner[place] == seat:
                other = {face[place], int(state.under[place])} - {seat}
                assert len(other) == 1, "one face has the colour of the owner"
                colours[other.pop()] += 1
        assert +colours == Counter({colour: 3 for colour in range(4) if colour != seat})
        assert specials == Counter({4: 1, 5: 1, 6: 1})
        assert state.tiles_left[seat] == state.hand[seat].sum()
        assert 0 <= state.spies[seat] <= 3
    occupied = {0, *lying}
    touching = {near for place in occupied for near in places(NEAR[place])} - occupied
    assert places(state.occupied) == occupied
    assert places(state.touching) == touching
    assert places(state.two_faced) == {place for place in lying if not special[place]}
    for colour in range(4):
        assert places(state.shows[colour]) == {place for place in lying if face[place] == colour}
    assert face[0] == EMPTY


def places(words: Row[np.uint64]) -> set[int]:
    return {place for place in range(91) if int(words[place // 64]) >> place % 64 & 1}


@pytest.mark.ruling("TER-1", "TER-2")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("lines", ["any", "rows"])
def test_components_are_conserved_after_every_move(seats: int, lines: str) -> None:
    for seed in range(4):
        match = Match("terraflip", seats, options={"lines": lines}, seed=0)
        while not match.is_over:
            match.play_randomly(1, seed=1000 * seed + len(match.moves))
            check_components(match)


@pytest.mark.ruling("TER-2")
def test_special_tiles_never_move_or_turn() -> None:
    for seed in range(20):
        match = Match("terraflip", 3, seed=0)
        placed = {}
        while not match.is_over:
            match.play_randomly(1, seed=100 * seed + len(match.moves))
            words = str(match.moves[-1]).split()
            if words[1:2] and words[1] in naive.SPECIALS:
                placed[words[2]] = (words[1], naive.FAMILIES[match.moves[-1].seat])
        table = {tile["place"]: (tile["special"], tile["colour"]) for tile in match.view().table["tiles"]}
        assert len(placed) == 9
        assert placed == {place: found for place, found in table.items() if found[0]}
