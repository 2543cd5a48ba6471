"""The drawing of Topiary against its rules: what it says a choice would bring is what the choice brings."""

from __future__ import annotations

import random
import re

import pytest

from tests.drawings import drawing_of, moments
from tests.games.topiary.tables import Drawn
from tests.variants import VARIANTS
from tilery.games.points_told import changes_in
from tilery.games.topiary.page import art, drawing, phrases
from tilery.games.topiary.rules.components import CELLS, SPOTS, TILES
from tilery.match.match import Match
from tilery.match.view import View

GAMES = [variant for variant in VARIANTS if variant.game == "topiary"]


def seen_points(match: Match, seat: int) -> int:
    points = match.scores.points[seat]
    return points["visitors"] + points["bonus"]


def numbers(svg: str, style: str) -> list[str]:
    return re.findall(rf'class="{style}"[^>]*>([^<]+)<', svg)


def test_a_visitor_brings_what_its_preview_says() -> None:
    choose = random.Random(1)
    for variant in GAMES[::3]:
        for match in moments(variant, 2):
            seat = match.waiting[0] if match.waiting else 0
            visits = [move for move in match.view(seat).legal_moves if move.startswith("visit")]
            for move in choose.sample(visits, min(3, len(visits))):
                preview = drawing_of(match).preview(match.view(seat), move)
                after = match.copy()
                after.play(move)
                assert preview.card is not None
                gain = seen_points(after, seat) - seen_points(match, seat)
                gain += after.scores.points[seat]["hand"] - match.scores.points[seat]["hand"]
                assert numbers(preview.card.body, "topiary-sum") == [str(gain)]


def test_a_tile_changes_the_views_as_its_preview_says() -> None:
    for variant in GAMES[::3]:
        for match in moments(variant, 3):
            view = match.view(match.waiting[0]) if match.waiting else match.view()
            for move in view.legal_moves:
                if move.startswith("put"):
                    assert view.seat is not None
                    preview = drawing_of(match).preview(view, move)
                    after = match.copy()
                    after.play(move)
                    seen, hand = seen_points(after, view.seat), after.scores.points[view.seat]["hand"]
                    assert f"your visitors score {seen} and" in preview.effect
                    assert preview.effect.endswith(f"your hand scores {hand}")


def test_the_points_beside_the_names_are_those_that_all_can_count() -> None:
    for variant in GAMES[::3]:
        for match in moments(variant, 4):
            panels = drawing_of(match).scene(match.view()).panels
            if not match.is_over:
                assert [panel.figure for panel in panels] == [str(seen_points(match, s)) for s in range(match.seats)]


def view_of(table: Drawn, seat: int) -> View:
    options = {"diagonals": "all", "draft": "off"}
    moves = tuple(table.moves()) if seat in table.waiting else ()
    waiting = tuple(table.waiting)
    return View("topiary", int(table.state.seats), options, seat, waiting, moves, table.view(seat), ())


def test_blocked_tiles_are_dimmed_and_seen_ones_lit() -> None:
    """The line of the rules: 3, 4, a face-down tile, 4, 5 shows 3, 4 and 5."""
    table = Drawn(
        """
        wh3 sw4 ?   el4 tr5
        ?   ?   ?   ?   ?
        ?   ?   ?   ?   ?
        ?   ?   ?   ?   ?
        ?   ?   ?   ?   ?
        """,
        ": sw1",
        ": sw2",
        left=1,
    )
    preview = drawing.preview(view_of(table, 0), "visit a1E")
    assert list(preview.lit) == ["tile-whale-3", "tile-swan-4", "tile-trex-5"]
    assert list(preview.dimmed) == ["tile-elephant-4"]
    assert preview.effect == "12 points now, all in view. From your hand, swan 1 will score as well: 1 more"
    assert numbers(preview.card.body if preview.card else "", "topiary-sum") == ["13"]


def test_nothing_in_sight_is_said() -> None:
    table = Drawn("? " * 25, ":", ":", left=1)
    assert "nothing" in drawing.preview(view_of(table, 0), "visit c1S").effect


def test_the_log_tells_a_turn_in_one_sentence() -> None:
    moves = [
        (0, "keep ? ? ?"),
        (1, "keep whale-1 swan-2 trex-3"),
        (0, "visit c1S"),
        (0, "take c3"),
        (0, "put trex-4"),
        (1, "visit a1SE"),
        (1, "pass"),
        (0, "visit b1SW"),
    ]
    assert [entry.sentence for entry in drawing.tell(moves, ["Ann", "Ben"])] == [
        "Ann keeps three tiles",
        "Ben keeps whale 1, swan 2 and T-Rex 3",
        "Ann looks along column c and plants T-Rex 4 at c3",
        "Ben looks along a long diagonal and takes nothing",
        "Ann looks along a short diagonal from b1",
    ]


def test_the_log_tells_what_a_turn_brought() -> None:
    moves = [
        (0, "visit c1S points-of-0+7"),
        (0, "take c3 points-of-0-3 points-of-1-2"),
        (0, "put trex-4 points-of-0+4"),
        (1, "visit a1SE"),
        (1, "pass"),
    ]
    assert [entry.sentence for entry in drawing.tell(moves, ["Ann", "Ben"])] == [
        "Ann looks along column c and plants T-Rex 4 at c3: +8 points, Ben\N{NO-BREAK SPACE}(\N{MINUS SIGN}2)",
        "Ben looks along a long diagonal and takes nothing",
    ]


@pytest.mark.parametrize("draft", ["off", "on"])
def test_what_all_turns_brought_is_what_visitors_see(draft: str) -> None:
    """Tiles in hand are secret until the end, so the log never counts them."""
    match = Match("topiary", 3, seed=4, options={"draft": draft})
    match.play_randomly(seed=4)
    for seat, points in enumerate(match.scores.points):
        told = sum(changes_in(move)[seat] for _, move in match.story())
        assert told == points["visitors"] + points["bonus"]


def test_all_tiles_and_spots_have_their_own_names() -> None:
    assert len({phrases.tile_name(tile) for tile in TILES}) == 40
    assert len({phrases.place_at(spot) for spot in SPOTS}) == 48
    assert len({art.centre(cell) for cell in range(len(CELLS))}) == 25
    assert len({art.stand(spot) for spot in SPOTS}) == 48


def test_what_others_did_is_bracketed() -> None:
    match = Match("topiary", 2, seed=1)
    match.play("visit c1S")
    match.play("pass")
    body = drawing.scene(match.view(1)).board[0].body
    assert body.count("#topiary-last-visitor") == 1
    assert "#topiary-last-tile" not in body
    assert "#topiary-last" not in drawing.scene(match.view(0)).board[0].body


def test_the_garden_tells_what_lies_where() -> None:
    """For those who cannot see it."""
    view = Match("topiary", 2, seed=1).view(0)
    tile = next(tile for tile in view.table["garden"] if tile not in {None, "hidden"})
    assert drawing.scene(view).board[0].label == (
        f"The garden. Face up: {phrases.tile_name(tile)} at c3. Face down: 24, visitors: 0"
    )
