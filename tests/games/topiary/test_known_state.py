"""What a seat of Topiary knows, as a state: the rules answer as they do for the true one."""

from __future__ import annotations

from tests.drawings import lookers, moments
from tests.variants import VARIANTS
from tilery.games.topiary.page.known_state import KnownState
from tilery.games.topiary.rules.components import SPOTS
from tilery.games.topiary.rules.scoring import look, seen_cells

GAMES = [variant for variant in VARIANTS if variant.game == "topiary"]


def test_views_count_as_in_the_true_state() -> None:
    for variant in GAMES[::3]:
        for match in moments(variant, 5):
            for seat in lookers(match):
                known = KnownState(match.view(seat))
                for index, spot in enumerate(SPOTS):
                    assert known.look(spot) == look(match.state, index, 0)[:2]
                if seat is not None:
                    assert known.points()[seat] == match.scores.points[seat]


def test_a_visitor_and_a_tile_change_it_as_they_change_the_true_state() -> None:
    tried = set()
    for variant in GAMES[::3]:
        for match in moments(variant, 6):
            for seat in match.waiting:
                view = match.view(seat)
                for move in [move for move in view.legal_moves if move.startswith(("visit", "put"))][:3]:
                    after = match.copy()
                    after.play(move)
                    assert KnownState(view).after(seat, move).points()[seat] == after.scores.points[seat]
                    tried.add(move.split()[0])
    assert tried == {"visit", "put"}


def test_the_cells_seen_are_those_that_score() -> None:
    for variant in GAMES[:4]:
        for match in moments(variant, 1):
            state = match.state
            for spot in range(len(SPOTS)):
                cells = seen_cells(state, spot)
                values = [state.garden[cell] % 5 + 1 for cell in range(25) if cells >> cell & 1]
                assert sum(values) == look(state, spot, 0)[0]
