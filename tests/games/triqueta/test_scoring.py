"""Scoring Triqueta: numbers of animals, the rock and the trees, face-down tiles, ties."""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.triqueta.naive import VALUES, best_use, points
from tests.games.triqueta.tables import lay, play, seen, skip_round
from tilery.games.triqueta.rules.components import ANIMALS
from tilery.games.triqueta.rules.state import OVER, STATE
from tilery.games.triqueta.text.view import view
from tilery.kernel import runner
from tilery.kernel.contract import POINTS_SHAPE
from tilery.match.position import score_position
from tilery.match.scores import ScoreSheet


def table(*players: str) -> ScoreSheet:
    """The score sheet of players drawn as `2 rabbit 3 owl rock 2 trees; bear ram`, face-down tiles at the end."""
    read = []
    for player in players:
        open_tiles, _, face_down = player.partition(";")
        read.append(_player(open_tiles.split(), face_down.split()))
    return score_position({"position": 1, "game": "triqueta", "players": read})


def _player(words: list[str], face_down: list[str]) -> dict[str, Any]:
    rock = "rock" in words
    numbered = [word for word in words if word != "rock"]
    counts = {name: int(count) for count, name in zip(numbered[::2], numbered[1::2], strict=True)}
    return {"trees": counts.pop("trees", 0), "collection": counts, "rock": rock, "face_down": face_down}


@pytest.mark.ruling("TRI-7")
def test_the_worked_example_is_18_points() -> None:
    sheet = table("2 rabbit 3 owl 1 deer 3 boar 5 bear rock 2 trees", "")
    expected = {"rabbit": 2, "owl": 6, "deer": 1, "boar": 8, "ram": 0, "bear": -2, "wolf": 0, "rock": 1, "trees": 2}
    assert sheet.points[0] == expected
    assert sheet.totals == (18, 0)


@pytest.mark.ruling("TRI-1", "TRI-7")
@pytest.mark.parametrize(
    ("animal", "value"), [("rabbit", 5), ("owl", 6), ("deer", 7), ("boar", 8), ("ram", 9), ("bear", 10)]
)
def test_none_to_ten_of_an_animal(animal: str, value: int) -> None:
    found = [table(f"{count} {animal} rock", "").points[0][animal] for count in range(11)]
    assert found == [0, 1, 2, value, -1, -2, -3, -4, -5, -6, -7]


@pytest.mark.ruling("TRI-7")
def test_the_rock_is_one_point_and_each_tree_is_one() -> None:
    sheet = table("rock", "2 trees", "1 trees")
    assert sheet.totals == (1, 2, 1)


def test_only_one_triqueta_of_an_animal_counts() -> None:
    assert table("6 bear rock", "").points[0]["bear"] == -3


@pytest.mark.ruling("TRI-6")
def test_a_face_down_tile_is_added_where_that_is_better() -> None:
    assert table("2 bear 3 owl rock; bear owl", "").totals[0] == 10 + 6 + 1
    assert table("3 bear rock; bear bear", "").totals[0] == 10 + 1
    assert table("2 bear rock; bear bear", "").totals[0] == 10 + 1
    assert table("1 bear rock; bear bear", "").totals[0] == 10 + 1
    assert table("rock; bear bear", "").totals[0] == 2 + 1
    assert table("5 bear rock; bear rabbit", "").totals[0] == -2 + 1 + 1


@pytest.mark.ruling("TRI-6", "TRI-16")
def test_adding_up_to_three_of_an_animal_is_the_one_best_use() -> None:
    """All numbers of the animals concerned, with and without grey ones, against every way to use two tiles."""
    states = runner.new_states(STATE)
    out = np.zeros(POINTS_SHAPE, np.int32)
    state = states.view(np.recarray)[0]
    tried = 0
    for kept in combinations_with_replacement(range(6), 2):
        for first in range(7):
            for second in range(7):
                for grey in (0, 1):
                    states[:] = 0
                    state.seats, state.stage, state.rock = 1, OVER, 1
                    state.collection[0, kept[0]] = first
                    if kept[1] != kept[0]:
                        state.collection[0, kept[1]] = second
                    state.grey_held[0, kept[1]] = grey
                    state.kept[0] = kept
                    state.kept_size[0] = 2
                    sure = Counter(
                        {
                            name: int(state.collection[0, animal]) + int(state.grey_held[0, animal])
                            for animal, name in enumerate(ANIMALS)
                        }
                    )
                    best = best_use(sure, [ANIMALS[tile] for tile in kept])
                    runner.standing(states, out)
                    everything = sure + Counter(best)
                    assert out[0, :2].tolist() == [points(everything), everything.total()]
                    assert sorted(view(state, -1)["added"][0]) == best
                    tried += 1
    assert tried == 21 * 7 * 7 * 2


@pytest.mark.ruling("TRI-6")
def test_added_tiles_are_shown_and_tiles_put_back_are_not() -> None:
    match = lay(2, "bear bear bear owl bear")
    play(match, "draw, row 1, draw, row 1, draw, row 1, draw, row 2, draw, keep")
    play(match, "draw, row 2, take 1, take 2")
    for _ in range(3):
        skip_round(match)
    assert match.is_over
    assert seen(match)["added"] == [[], []]
    assert seen(match, 1)["kept"] == [None, []]
    assert seen(match, 0)["kept"] == [["bear"], None]
    assert seen(match)["kept_sizes"] == [1, 0]


@pytest.mark.ruling("TRI-6")
def test_an_added_tile_is_shown_to_everybody_at_the_end_and_not_before() -> None:
    match = play(lay(2, "ram"), "draw, keep")
    for _ in range(4):
        assert seen(match)["added"] is None
        skip_round(match)
    assert seen(match)["added"] == [["ram"], []]
    assert seen(match, 1)["added"] == [["ram"], []]


@pytest.mark.ruling("TRI-8")
def test_of_equal_points_more_animal_tiles_win() -> None:
    sheet = table("2 rabbit 3 owl rock", "2 rabbit 2 owl 2 deer 2 boar 1 trees")
    assert sheet.totals == (9, 9)
    assert sheet.winners == (1,)
    assert sheet.tiebreak == "more animal tiles"


@pytest.mark.ruling("TRI-8", "TRI-6")
def test_tiles_added_at_the_end_count_in_ties_and_tiles_put_back_do_not() -> None:
    sheet = table("3 bear rock; bear", "3 bear; owl", "3 bear 1 trees")
    assert sheet.totals == (11, 11, 11)
    assert sheet.winners == (1,)


@pytest.mark.ruling("TRI-8")
def test_tiles_that_cost_points_count_in_ties_too() -> None:
    sheet = table("2 rabbit rock", "2 owl 1 ram 4 bear 1 trees")
    assert sheet.totals == (3, 3)
    assert sheet.winners == (1,)


@pytest.mark.ruling("TRI-8")
def test_if_still_equal_the_victory_is_shared() -> None:
    sheet = table("3 rabbit rock", "3 rabbit 1 trees", "1 owl")
    assert sheet.winners == (0, 1)
    assert sheet.tiebreak is None


@given(st.lists(st.integers(0, 5), min_size=6, max_size=6), st.lists(st.sampled_from(ANIMALS[:6]), max_size=2))
def test_any_collection_scores_as_counted_by_hand(counts: list[int], face_down: list[str]) -> None:
    tiles = Counter(dict(zip(ANIMALS, counts, strict=False)))
    drawn = " ".join(f"{count} {name}" for name, count in tiles.items())
    sheet = table(f"{drawn} rock; {' '.join(face_down)}", "")
    counted = tiles + Counter(best_use(tiles, face_down))
    assert sheet.totals[0] == points(counted) + 1
    assert {name: sheet.points[0][name] for name in VALUES} == {
        name: points(Counter({name: counted[name]})) for name in VALUES
    }
