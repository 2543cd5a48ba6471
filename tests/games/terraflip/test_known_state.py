"""What a seat of Terraflip knows, as a state: the rules answer as they do for the true one."""

from __future__ import annotations

from tests.drawings import lookers, moments
from tests.variants import VARIANTS
from tilery.games.terraflip.page.known_state import KnownState

GAMES = [variant for variant in VARIANTS if variant.game == "terraflip"]


def test_points_count_as_in_the_true_state() -> None:
    for variant in GAMES[::3]:
        for match in moments(variant, 7):
            for seat in lookers(match):
                assert KnownState(match.view(seat)).points() == list(match.scores.points)


def test_a_tile_that_is_placed_changes_it_as_it_changes_the_true_state() -> None:
    for variant in GAMES[::3]:
        for match in moments(variant, 8):
            for seat in match.waiting:
                view = match.view(seat)
                for move in [move for move in view.legal_moves if move.startswith("place")][:3]:
                    after = match.copy()
                    after.play(move)
                    known = KnownState(view).after(seat, move)
                    assert known.points() == list(after.scores.points)
                    flips = [flip["place"] for flip in after.view(seat).table["flips"]]
                    assert sorted(known.flips()) == sorted(flips)


def test_lines_are_those_of_the_view() -> None:
    for variant in GAMES:
        for match in moments(variant, 3):
            view = match.view()
            known, table = KnownState(view), view.table
            for flip in table["flips"]:
                line = flip["line"] and (flip["line"]["from"], flip["line"]["to"])
                assert known.line(table["turn"], flip["place"]) == line
