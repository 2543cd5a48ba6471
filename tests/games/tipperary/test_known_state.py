"""What a seat of Tipperary knows, as a state: the rules answer as they do for the true one."""

from __future__ import annotations

import random

import pytest

from tests.drawings import DRAWN, moments
from tests.variants import Variant
from tilery.games.tipperary.page.figures import figures
from tilery.games.tipperary.page.known_state import KnownState, figures_of

each_variant = pytest.mark.parametrize("variant", [v for v in DRAWN if v.game == "tipperary"], ids=str)


@each_variant
def test_a_known_state_counts_like_the_true_one(variant: Variant) -> None:
    for match in moments(variant, 1, step=3):
        for seat in range(variant.seats):
            assert KnownState(match.view(seat)).figures() == figures_of(match.state, seat)


@each_variant
def test_a_move_on_a_known_state_has_the_effects_of_the_true_one(variant: Variant) -> None:
    """Bonus tiles are counted, not named: which one is gained cannot be known."""
    choose = random.Random(2)
    for match in moments(variant, 2, step=3):
        for seat in match.waiting:
            view = match.view(seat)
            for move in choose.sample(view.legal_moves, min(5, len(view.legal_moves))):
                if move != "done":
                    twin = match.copy()
                    twin.play(move, seat)
                    assert KnownState(view).after(seat, move).figures() == figures_of(twin.state, seat)


@each_variant
def test_figures_are_those_that_a_view_tells(variant: Variant) -> None:
    for match in moments(variant, 3, step=3):
        for seat, display in enumerate(match.view().table["displays"]):
            assert figures(display) == figures_of(match.state, seat)
