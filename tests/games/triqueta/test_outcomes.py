"""What a drawn tile may be: every animal, as often as the player has not seen it."""

from __future__ import annotations

import pytest

from tests.variants import VARIANTS, Variant
from tilery.games.triqueta.learn.outcomes import arrange, outcome_count
from tilery.games.triqueta.rules.components import ANIMALS, WOLF
from tilery.games.triqueta.rules.moves import DRAW
from tilery.kernel import contract

TRIQUETA = [variant for variant in VARIANTS if variant.game == "triqueta"]


@pytest.mark.parametrize("variant", TRIQUETA, ids=str)
def test_a_draw_is_weighed_by_what_the_player_has_not_seen(variant: Variant) -> None:
    found = 0
    for number in range(12):
        match = variant.match(number)
        match.play_randomly(4 * number, seed=number)
        if match.is_over or "draw" not in [str(move) for move in match.legal_moves(match.waiting[0])]:
            continue
        seat = match.waiting[0]
        table = match.view(seat).table
        if not table["stacks"][table["round"] - 1]["white"]:
            assert outcome_count(match.state, seat, DRAW) == 0
            continue
        found += 1
        assert outcome_count(match.state, seat, DRAW) == WOLF
        for animal in range(WOLF):
            name = ANIMALS[animal]
            seen = sum(row.count(name) for row in table["rows"]) + table["kept"][seat].count(name)
            seen += sum(collection.get(name, 0) for collection in table["collections"])
            seen += table["returned"][seat].get(name, 0)
            copy = match.copy()
            assert arrange(copy.state, seat, DRAW, animal) == 10 - seen
            contract.play(copy.states[0], seat, DRAW)
            assert copy.state.hand[0] == animal
    assert found > 2


def test_other_moves_show_nothing() -> None:
    match = TRIQUETA[0].match(1)
    seat = match.waiting[0]
    codes = [move.code for move in match.legal_moves(seat) if move.code != DRAW]
    assert codes
    assert [outcome_count(match.state, seat, code) for code in codes] == [0] * len(codes)
