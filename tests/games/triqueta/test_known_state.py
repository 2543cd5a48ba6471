"""What a seat of Triqueta knows, as a state: the rules count it as they count the true one."""

from __future__ import annotations

from typing import Any

import pytest

from tests.drawings import DRAWN, lookers, moments
from tests.variants import Variant
from tilery.games.triqueta.page.known_state import KnownState
from tilery.match.view import View

each_variant = pytest.mark.parametrize("variant", [v for v in DRAWN if v.game == "triqueta"], ids=str)


def known(**changes: Any) -> KnownState:
    """A game for two, of which the first seat has two owls and the other one the rock."""
    table = {
        "collections": [{"owl": 2}, {}],
        "kept": [[], None],
        "grey": [None, None],
        "added": None,
        "rock": 1,
        "trees": [0, 0],
        **changes,
    }
    return KnownState(View("triqueta", 2, {}, 0, (), (), table, ()))


def total(state: KnownState) -> int:
    return state.totals()[0]


@each_variant
def test_a_seat_counts_its_own_points_rightly(variant: Variant) -> None:
    for match in moments(variant, 5):
        for seat in range(match.seats):
            assert KnownState(match.view(seat)).points()[seat] == match.scores.points[seat]


@each_variant
def test_points_at_the_end_are_those_of_the_score_sheet(variant: Variant) -> None:
    for seed in range(5):
        match = variant.match(seed)
        match.play_randomly(seed=seed)
        assert match.outcome is not None
        for seat in lookers(match):
            assert KnownState(match.view(seat)).totals() == list(match.outcome.totals)


def test_a_third_tile_is_worth_its_value_and_a_fourth_spoils_it() -> None:
    assert total(known()) == 2
    assert total(known().with_tiles(0, ["owl"])) == 6
    assert total(known().with_tiles(0, ["owl", "owl"])) == -1


def test_a_kept_tile_counts_only_if_it_helps() -> None:
    assert total(known().with_kept(0, "owl")) == 6
    assert total(known().with_tiles(0, ["owl"]).with_kept(0, "owl")) == 6


def test_grey_tiles_the_rock_and_trees_count() -> None:
    assert total(known(grey=[{"owl": 1, "wolf": 2}, None], rock=0, trees=[2, 0])) == 6 + 2 + 1 + 2
