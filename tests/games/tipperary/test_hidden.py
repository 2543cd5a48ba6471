"""What nobody can know, dealt anew; and nothing gets lost."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.tipperary.sets import random_set
from tilery.match.match import Match


def at(seats: int, moves: int, seed: int = 5) -> Match:
    match = Match("tipperary", seats, options={"tiles": random_set(seed)}, seed=seed)
    match.play_randomly(moves, seed=seed)
    return match


def whole(seats: int) -> int:
    match = at(seats, 200)
    return len(match.moves)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_bag_bonus_tiles_and_spins_take_every_possible_order_and_no_other(seats: int) -> None:
    for moves in (0, 9, whole(seats) // 2, whole(seats) - 1, whole(seats)):
        match = at(seats, moves)
        state = match.state
        table = match.view().table
        placed = {placement["tile"] for display in table["displays"] for placement in display["placements"]}
        unseen = set(range(1, 61)) - placed - {tile for area in table["areas"] for tile in area}
        revealed = {bonus["tile"] for display in table["displays"] for bonus in display["bonus"]}
        revealed |= {bonus["tile"] for display in table["displays"] for bonus in display["bonus_to_place"]}
        hidden = set(range(1, 13)) - revealed
        known = state.spins[: table["round"]].tolist()
        tops, bonuses, spins = Counter[int](), Counter[int](), Counter[int]()
        rounds = 400
        for seed in range(rounds):
            other = match.redeal(seed % seats, seed=seed).state
            bag = [int(tile) + 1 for tile in other.bag[other.drawn :]]
            order = [int(tile) + 1 for tile in other.bonus_order[other.bonus_drawn :]]
            assert sorted(bag) == sorted(unseen)
            assert sorted(order) == sorted(hidden)
            assert other.spins[: table["round"]].tolist() == known
            later = other.spins[table["round"] : table["rounds"]].tolist()
            tops[bag[0]] += 1
            bonuses.update(order[:1])
            spins.update(later)
        assert set(tops) == unseen
        assert set(bonuses) == hidden
        assert set(spins) == (set(range(5)) if table["round"] < table["rounds"] else set())


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_future_of_a_redealt_game_differs(seats: int) -> None:
    match = at(seats, 6)
    futures = set()
    for seed in range(8):
        twin = match.redeal(0, seed=seed)
        twin.play_randomly(seed=1)
        assert twin.is_over
        futures.add(str(twin.view().table["areas"]))
    assert len(futures) > 4


def test_a_view_shows_nothing_of_the_bag_but_its_size() -> None:
    match = at(3, 20)
    table = match.view(0).table
    placed = {placement["tile"] for display in table["displays"] for placement in display["placements"]}
    on_areas = {tile for area in table["areas"] for tile in area}
    assert set(map(int, table["tiles"])) == placed | on_areas
    assert table["bag"] == 60 - len(placed | on_areas)
    assert match.view(0).table == match.view(2).table == match.view().table


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("tiles", ["reconstructed", "wild"])
def test_components_are_conserved_by_every_move(seats: int, tiles: str) -> None:
    options = {"tiles": "reconstructed" if tiles == "reconstructed" else random_set(seats)}
    match = Match("tipperary", seats, options=options, seed=seats)
    step = 0
    while not match.is_over:
        match.play_randomly(1, seed=step)
        step += 1
        state = match.state
        table = match.view().table
        displays = table["displays"]
        tokens = [token for display in displays for row in display["drawing"] for token in row.split()]
        assert table["sheep_left"] + tokens.count("ms") + sum(one["sheep_to_place"] for one in displays) == 24
        assert table["towers_left"] + tokens.count("t") + sum(one["towers_to_place"] for one in displays) == 12
        bonus = [one["tile"] for display in displays for one in display["bonus"] + display["bonus_to_place"]]
        assert len(bonus) == len(set(bonus)) == 12 - table["bonus_left"]
        placed = [one["tile"] for display in displays for one in display["placements"]]
        areas = [tile for area in table["areas"] for tile in area]
        bag = [int(tile) + 1 for tile in state.bag[state.drawn :]]
        assert sorted(placed + areas + bag) == list(range(1, 61))
        assert not state.paper.any()
    assert step <= match.game.rules.MAX_LENGTH


def test_pictures_fit_a_hundred_columns() -> None:
    match = Match("tipperary", 2, options={"tiles": [["m m m m m m m m"]] * 60}, seed=1)
    while not match.is_over:
        seat = match.waiting[0]
        match.play(max(match.legal_moves(seat), key=lambda move: int(str(move).split()[-1].split(",")[0])))
        assert max(map(len, str(match).splitlines())) <= 100
