"""The drawing of Terraflip against its rules: what it says a choice would bring is what the choice brings."""

from __future__ import annotations

import random
import re
from itertools import product

from tests.drawings import drawing_of, lookers, moments, pictures
from tests.variants import VARIANTS
from tilery.games.points_told import CHANGE, changes_in
from tilery.games.terraflip.page import drawing, phrases
from tilery.games.terraflip.page.ids import tile_id
from tilery.games.terraflip.rules.components import FAMILIES, KINDS
from tilery.games.terraflip.rules.geometry import PLACES
from tilery.match.match import Match
from tilery.match.simulate import random_match

GAMES = [variant for variant in VARIANTS if variant.game == "terraflip"]


def gain_shown(svg: str) -> int | None:
    found = re.findall(r'class="terraflip-gain"[^>]*>([^<]+)<', svg)
    return int(found[0].replace("\N{MINUS SIGN}", "-")) if found else None


def test_a_move_brings_what_its_preview_says() -> None:
    choose = random.Random(1)
    tried = []
    for variant, seed in product(GAMES[::3], range(3)):
        for match in moments(variant, seed):
            for seat in match.waiting:
                view = match.view(seat)
                throws = [move for move in view.legal_moves if move.startswith("throw")]
                others = [move for move in view.legal_moves if move.startswith(("place", "flip"))]
                for move in choose.sample(others, min(2, len(others))) + throws[:8]:
                    card = drawing_of(match).preview(view, move).card
                    assert card is not None
                    shown = gain_shown(card.body)
                    if shown is not None:
                        after = match.copy()
                        after.play(move)
                        assert shown == after.scores.totals[seat] - match.scores.totals[seat]
                        tried.append(move.split()[0])
    assert set(tried) == {"place", "flip", "throw"}


def test_an_unknown_underside_is_a_question() -> None:
    for match in moments(GAMES[0], 2):
        for seat in match.waiting:
            view = match.view(seat)
            under = {tile["place"]: tile["under"] for tile in view.table["tiles"]}
            for move in view.legal_moves:
                if move.startswith("flip"):
                    preview = drawing_of(match).preview(view, move)
                    unknown = under[move.split()[1]] is None
                    assert ("#terraflip-unknown" in preview.overlays["map"]) == unknown
                    assert (preview.effect == "You do not know what is underneath") == unknown


def test_the_points_beside_the_names_are_the_score() -> None:
    for variant in GAMES[::3]:
        for match in moments(variant, 4):
            panels = drawing_of(match).scene(match.view()).panels
            assert [panel.figure for panel in panels] == [str(total) for total in match.scores.totals]


def test_a_corner_is_folded_only_for_those_who_know_the_underside() -> None:
    match = Match("terraflip", 2, seed=1)
    match.play("place river 0,1")
    for seat, own in ((0, True), (1, False), (None, False)):
        body = drawing.scene(match.view(seat)).board[0].body
        assert ("#terraflip-fold-river" in body) == own


def test_a_corner_of_an_own_tile_that_shows_another_colour_is_always_seen() -> None:
    """Otherwise it is only seen by who points at it, which a finger cannot."""
    match = Match("terraflip", 2, seed=1)
    seen = set()
    for _ in range(60):
        for tile in match.view(0).table["tiles"]:
            if tile["under"] and tile["owner"] == 0:
                body = drawing.scene(match.view(0)).board[0].body
                drawn = body[body.index(f'id="{tile_id(tile["place"])}"') :]
                fold = re.search(r'<use href="#terraflip-fold-\w+"([^>]*)/>', drawn)
                assert fold is not None
                shows_own = tile["colour"] == "desert"
                assert ("terraflip-peek" in fold[1]) == shows_own
                seen.add(shows_own)
        if len(seen) == 2 or not match.waiting:
            break
        flips = [str(move) for move in match.legal_moves() if str(move).startswith("flip")]
        match.play(flips[0] if flips else str(match.legal_moves()[0]))
    assert seen == {True, False}


def test_a_special_tile_says_before_it_is_placed_in_vain() -> None:
    """The catapult beside nothing but the tower has nothing to throw."""
    match = Match("terraflip", 2, seed=1)
    view = match.view(0)
    assert "can throw nothing" in str(drawing.preview(view, "place catapult 0,1").effect)
    assert "can flip nothing" in str(drawing.preview(view, "place camp 0,1").effect)


def test_a_flip_says_what_everybody_gains_and_loses() -> None:
    found = set()
    for seed in range(4):
        for match in moments(GAMES[0], seed):
            for seat in match.waiting:
                view = match.view(seat)
                for move in [str(move) for move in view.legal_moves if str(move).startswith("flip")]:
                    told = str(drawing_of(match).preview(view, move).effect)
                    if told.startswith("You do not know"):
                        continue
                    after = match.copy()
                    after.play(move)
                    gain = after.scores.totals[seat] - match.scores.totals[seat]
                    assert (f"you gain {gain}" in told) == (gain > 0)
                    found.add(gain > 0)
    assert True in found


def test_pure_memory_folds_no_corner_but_that_just_seen() -> None:
    match = Match("terraflip", 2, seed=1, options={"memory": "pure"})
    match.play("place river 0,1")
    match.play("spy 0,1")
    assert "#terraflip-fold-river" in drawing.scene(match.view(1)).board[0].body
    assert "#terraflip-fold" not in drawing.scene(match.view(0)).board[0].body
    match.play("place forest 0,2" if "place forest 0,2" in map(str, match.legal_moves()) else "place desert 0,2")
    assert "#terraflip-fold" not in drawing.scene(match.view(1)).board[0].body


def test_the_map_grows_when_a_rider_leaves_it() -> None:
    match = Match("terraflip", 2, seed=1)
    small = drawing.scene(match.view()).board[0]
    for move in ("place river 0,-1", "place desert 0,-2", "place river 0,-3", "place rider 0,-4"):
        match.play(move)
        if match.view().table["stage"] == "flip":
            match.play("end")
    large = drawing.scene(match.view()).board[0]
    assert large.height > small.height
    assert "#terraflip-map-4" in large.body


def test_the_log_tells_what_was_done() -> None:
    moves = [
        (0, "place ? 0,1"),
        (0, "flip 1,0"),
        (0, "flip 1,1"),
        (0, "end"),
        (1, "spy 0,1"),
        (1, "place catapult 0,2"),
        (1, "throw 0,1 0,-1"),
        (0, "place camp 2,0"),
        (0, "flip 1,-1"),
    ]
    assert [entry.sentence for entry in drawing.tell(moves, ["Ann", "Ben"])] == [
        "Ann places a tile and flips 2 tiles",
        "Ben looks under a tile",
        "Ben places the catapult and throws a tile",
        "Ann places the camp and flips 1 tile",
    ]


def test_the_log_tells_what_a_turn_brought() -> None:
    moves = [
        (0, "place ? 0,1 points-of-0+2"),
        (0, "flip 1,0 points-of-0+3 points-of-1-2"),
        (1, "spy 0,1"),
        (1, "place ? 0,2 points-of-1+1"),
    ]
    assert [entry.sentence for entry in drawing.tell(moves, ["Ann", "Ben"])] == [
        "Ann places a tile and flips 1 tile: +5 points, Ben\N{NO-BREAK SPACE}(\N{MINUS SIGN}2)",
        "Ben looks under a tile",
        "Ben places a tile: +1 point",
    ]


def test_what_all_moves_brought_is_the_score() -> None:
    match = Match("terraflip", 3, seed=4)
    match.play_randomly(seed=4)
    bonuses = [points["seat_bonus"] for points in match.scores.points]
    for seat, total in enumerate(match.scores.totals):
        assert bonuses[seat] + sum(changes_in(move)[seat] for _, move in match.story()) == total


def test_a_log_from_pure_memory_tells_no_points() -> None:
    """They would tell whose tile was flipped (TER-14)."""
    match = Match("terraflip", 3, seed=4, options={"memory": "pure"})
    match.play_randomly(seed=4)
    assert not any(CHANGE.search(move) for _, move in match.story())


def test_nobody_is_said_to_flip_where_nothing_can_be_flipped() -> None:
    match = Match("terraflip", 2, seed=1)
    match.play("place river 0,-1")
    match.play("place river 1,-1")
    assert match.view().table["stage"] == "flip"
    assert not match.view().table["flips"]
    assert drawing.scene(match.view()).panels[1].note == "may send a spy"


def test_the_map_tells_what_lies_where() -> None:
    """For those who cannot see it."""
    match = Match("terraflip", 2, seed=1)
    assert drawing.scene(match.view()).board[0].label == "No tiles around the tower yet"
    match.play("place river 0,-1")
    match.play("place catapult -1,0")
    families = match.view().table["families"]
    assert drawing.scene(match.view()).board[0].label == (
        f"2 tiles around the tower: {families[0]} 1 north; {families[1]} (catapult) 1 north-west"
    )


def test_who_has_placed_the_catapult_is_said_to_throw_and_not_to_flip() -> None:
    match = Match("terraflip", 2, seed=1)
    for move in ("place river 0,-1", "place catapult -1,0"):
        match.play(move)
    table = match.view().table
    assert (bool(table["throws"]), bool(table["flips"])) == (True, False)
    assert drawing.scene(match.view()).panels[1].note == "may throw a tile"


def test_the_log_points_at_what_it_tells_of() -> None:
    moves = [(0, "place ? 0,1"), (0, "flip 1,0"), (1, "spy 0,1"), (1, "place catapult 0,2"), (1, "throw 0,1 0,-1")]
    assert [entry.places for entry in drawing.tell(moves, ["Ann", "Ben"])] == [
        ["tile-0_1", "tile-1_0"],
        ["tile-0_1"],
        ["tile-0_2", "tile-0_-1"],
    ]


def test_the_tower_counts_when_tiles_are_sorted_by_what_they_touch() -> None:
    """The sources of points agree with the score sheet, tile by tile."""
    for variant in GAMES:
        match = variant.match(5)
        match.play_randomly(seed=5)
        sources = drawing.scene(match.view()).sources
        for seat, points in enumerate(match.scores.points):
            assert len(sources[seat, "isolated"]) == points["isolated"]
            assert 2 * len(sources[seat, "connected"]) == points["connected"]


def test_all_kinds_and_places_have_their_own_names() -> None:
    assert len({phrases.tile_name(kind) for kind in (*KINDS, "?")}) == 8
    assert len({phrases.family_name(family) for family in FAMILIES}) == 4
    assert len({tile_id(where) for where in PLACES}) == len(PLACES)
    assert len({phrases.where(where) for where in PLACES[1:]}) == len(PLACES) - 1
    assert phrases.where("-3,1") == "1 south-west and 2 north-west of the tower"


def test_no_picture_is_empty() -> None:
    for match in moments(GAMES[0], 6):
        for seat in lookers(match):
            assert all(picture.body for picture in pictures(drawing.scene(match.view(seat))))


def test_at_the_end_every_tile_that_scores_shows_its_points() -> None:
    for seats, seed in product((2, 3, 4), range(3)):
        match = random_match("terraflip", seats, seed=seed)
        (board,) = drawing.scene(match.view(0)).board
        shown = [int(points) for points in re.findall(r"terraflip-points.*?<text[^>]*>(\d)<", board.body)]
        counted = sum(points["connected"] + points["isolated"] for points in match.scores.points)
        assert sum(shown) == counted
        assert set(shown) <= {1, 2}


def test_at_the_end_no_spies_lie_about() -> None:
    """They are worth nothing, and all tiles are on the map."""
    match = random_match("terraflip", 2, seed=3)
    assert match.is_over
    assert not drawing.scene(match.view(0)).hand
