"""Hidden Wolves: grey tiles below the last three stacks."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest

from tests.games.triqueta.tables import WOLVES, lay, legal, play, seen
from tilery.match.match import Match
from tilery.match.position import score_position

GREY = "wolf bear wolf wolf owl"


def at_the_grey_layer(seats: int = 2) -> Match:
    """The second round, with all white tiles of its stack in the first row."""
    match = lay(seats, grey=GREY, options=WOLVES)
    play(match, ", ".join(f"take {row + 1}" for row in range(seats)))
    for _ in range(15):
        play(match, "draw, row 1")
    return match


@pytest.mark.ruling("TRI-10")
def test_five_grey_tiles_lie_at_the_bottom_of_the_stacks_of_rounds_2_to_4() -> None:
    match = Match("triqueta", 3, options=WOLVES, seed=8)
    stacks = match.deal["stacks"]
    assert [len(stack) for stack in stacks] == [15, 20, 20, 20]
    white = Counter(chain(*(stack[:15] for stack in stacks)))
    grey = Counter(chain(*(stack[15:] for stack in stacks)))
    assert white == dict.fromkeys(("rabbit", "owl", "deer", "boar", "ram", "bear"), 10)
    assert grey == {"rabbit": 1, "owl": 1, "deer": 1, "boar": 1, "ram": 1, "bear": 1, "wolf": 9}


def test_the_white_stacks_are_the_same_with_and_without_wolves() -> None:
    plain, wolves = (Match("triqueta", 3, options={"wolves": value}, seed=8).deal["stacks"] for value in ("off", "on"))
    assert plain == [stack[:15] for stack in wolves]


@pytest.mark.ruling("TRI-10")
def test_grey_tiles_are_drawn_after_the_white_ones_and_ask_for_no_decision() -> None:
    match = at_the_grey_layer()
    assert seen(match)["stacks"][1] == {"white": 0, "grey": 5}
    seat = match.waiting[0]
    assert legal(match) == "draw, take 1, take 2"
    play(match, "draw")
    assert match.waiting == (1 - seat,)
    assert seen(match)["stacks"][1] == {"white": 0, "grey": 4}


@pytest.mark.ruling("TRI-10")
def test_a_grey_tile_is_seen_by_its_owner_alone_until_the_end() -> None:
    match = at_the_grey_layer()
    seat = match.waiting[0]
    play(match, "draw")
    assert seen(match, seat)["grey"][seat]["wolf"] == 1
    assert seen(match, 1 - seat)["grey"][seat] is None
    assert seen(match)["grey"] == [None, None]
    assert seen(match)["grey_sizes"][seat] == 1
    while not match.is_over:
        match.play(match.legal_moves()[-1])
    assert seen(match)["grey"][seat]["wolf"] == 1


@pytest.mark.ruling("TRI-10")
def test_grey_tiles_do_not_use_the_two_keeps() -> None:
    match = at_the_grey_layer()
    seat = match.waiting[0]
    play(match, "draw, take 1, draw, draw, take 2")
    assert seen(match)["grey_sizes"][seat] == 3
    play(match, "draw, keep, take 1, draw, keep")
    assert seen(match)["kept_sizes"][seat] == 2


@pytest.mark.ruling("TRI-10")
def test_with_the_grey_layer_drawn_too_only_a_row_can_be_taken() -> None:
    assert legal(play(at_the_grey_layer(), "draw, draw, draw, draw, draw")) == "take 1, take 2"


@pytest.mark.ruling("TRI-10", "TRI-18")
def test_a_grey_bear_must_be_counted_with_the_white_ones_even_as_the_fourth() -> None:
    match = lay(2, "bear bear bear", grey="bear wolf wolf wolf wolf", options=WOLVES)
    play(match, "draw, row 1, draw, row 1, draw, row 1, take 2, take 1")
    assert match.scores.points[0]["bear"] == 10
    play(match, ", ".join(["draw, row 1"] * 15) + ", take 2, draw, draw")
    assert seen(match, 0)["grey"][0] | {"bear": 1, "wolf": 1} == seen(match, 0)["grey"][0]
    assert match.scores.points[0]["bear"] == -1
    assert match.scores.points[0]["wolf"] == 1


@pytest.mark.ruling("TRI-10")
def test_wolves_score_like_animals_of_value_11() -> None:
    for count, points in enumerate([0, 1, 2, 11, -1, -2, -3, -4, -5, -6]):
        players = [{"collection": {"wolf": count}, "rock": True}, {"collection": {}}]
        sheet = score_position({"position": 1, "game": "triqueta", "wolves": True, "players": players})
        assert sheet.points[0]["wolf"] == points


@pytest.mark.ruling("TRI-10", "TRI-8")
def test_grey_tiles_count_as_animal_tiles_in_ties() -> None:
    players = [
        {"collection": {"rabbit": 2}, "rock": True, "trees": 3},
        {"collection": {"ram": 2, "bear": 2, "wolf": 2}},
    ]
    sheet = score_position({"position": 1, "game": "triqueta", "wolves": True, "players": players})
    assert sheet.totals == (6, 6)
    assert sheet.winners == (1,)
    assert sheet.tiebreak == "more animal tiles"


def test_without_wolves_the_wolf_scores_nothing() -> None:
    match = Match("triqueta", 2, seed=1)
    match.play_randomly(seed=1)
    assert [points["wolf"] for points in match.scores.points] == [0, 0]
