"""Tipperary as pictures: what is shown is what is counted, and pieces turn as they do in the hand."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import product

import pytest

from tests.drawings import DRAWN, moments
from tests.variants import Variant
from tilery.games.drawing import Room
from tilery.games.tipperary.page import drawing, shapes
from tilery.games.tipperary.page.art import S
from tilery.games.tipperary.page.county import LEAST, county, flock_tab, tab
from tilery.games.tipperary.page.fields import fields_of
from tilery.games.tipperary.page.figures import difference
from tilery.games.tipperary.page.known_state import figures_of
from tilery.games.tipperary.page.log import CHANGE
from tilery.games.tipperary.page.sources import SHEEP_ON, source_fields
from tilery.games.tipperary.rules.scoring import largest_rectangle
from tilery.match.match import Match
from tilery.match.simulate import random_match

each_variant = pytest.mark.parametrize("variant", [v for v in DRAWN if v.game == "tipperary"], ids=str)


@each_variant
def test_the_shown_rectangle_and_flock_are_those_that_are_counted(variant: Variant) -> None:
    for match in moments(variant, 3, step=3):
        view = match.view(None)
        for seat, display in enumerate(view.table["displays"]):
            fields = fields_of(display)
            found = source_fields(view, seat)
            assert len(found["area"]) == largest_rectangle(match.state, seat)
            assert found["area"] <= fields.keys()
            flock = sum(SHEEP_ON[fields[at]] for at in found.get("sheep", ()))
            assert flock == display["flock"]


def test_every_tile_can_be_drawn_where_a_move_lays_it() -> None:
    view = Match("tipperary", 2, seed=3).view(0)
    pieces = drawing.scene(view).pieces
    for move in view.legal_moves:
        drawn = [lying for piece in pieces if (lying := piece.lying(move))]
        assert len(drawn) == 1
        assert drawn[0].count("<use") >= 3
    assert all(piece.lying("place 61 r0 0,0") is None for piece in pieces)


def test_a_tile_in_hand_tells_its_landscapes_row_by_row() -> None:
    """For those who cannot see it."""
    view = Match("tipperary", 2, seed=3).view(0)
    for piece in drawing.scene(view).pieces:
        kinds = str(piece.spoken).split(": ", 1)[1]
        assert str(piece.spoken).startswith(f"Tile of {len(re.split('[,;] ', kinds))} spaces: ")
        assert len(kinds.split("; ")) == len({y for _, y in piece.orientations[0].cells})


def test_the_log_tells_who_gets_the_marker_and_who_loses_it() -> None:
    changes = 0
    for seed in range(6):
        match, holders, chance = Match("tipperary", 2, seed=seed), [], random.Random(seed)
        while match.waiting:
            before, seat = int(match.state.marker), match.waiting[0]
            match.play(chance.choice(match.view(seat).legal_moves), seat)
            if int(match.state.marker) != before:
                holders.append(int(match.state.marker))
                _check_sheep_are_told_with_the_marker(match)
        told = " ".join(str(entry.sentence) for entry in drawing.tell(match.story(None), ["Ann", "Ben"]))
        found = re.findall(r"(Ann|Ben) takes the marker|(Nobody) holds the marker", told)
        assert [one or other for one, other in found] == [("Ann", "Ben", "Nobody")[holder] for holder in holders]
        changes += len(holders)
    assert changes > 6


def _check_sheep_are_told_with_the_marker(match: Match) -> None:
    """A total that falls by five when the marker goes to somebody else can be followed below a county."""
    for seat, room in product(range(2), (Room.DESK, Room.PHONE)):
        view = match.view(seat)
        if view.table["stage"] != "over":
            strip = drawing.scene(view, room).board[-1].body
            told = re.search(r'id="category-flock">.*?<text[^>]*>(\d+)<', strip)
            assert told is not None
            assert int(told[1]) == view.table["displays"][seat]["flock"] + 5 * (view.table["marker"] == seat)


def test_the_tab_covers_no_tile_where_a_free_place_is_beside_the_rectangle() -> None:
    """With the sum it needs three places in a row, as words are enlarged on phones; else the area alone needs one."""
    rectangle = (0, 0, 3, 2)
    fields = {(x, y) for x in range(3) for y in range(2)}
    sum_, area = "3 \N{MULTIPLICATION SIGN} 2 = 6</text>", ">6</text>"
    assert "translate(-1 -24)" in tab(rectangle, fields, ())
    above_left = tab(rectangle, fields | {(0, -1)}, ())
    assert "translate(47 -24)" in above_left
    assert sum_ in above_left
    below = tab(rectangle, fields | {(1, -1)}, ())
    assert "translate(-1 97)" in below
    assert sum_ in below
    alone = tab(rectangle, fields | {(0, -1), (1, -1), (1, 2), (2, 2)}, ())
    assert "translate(-1 97)" in alone
    assert area in alone
    assert sum_ not in alone


def test_the_tab_keeps_off_the_open_places_around_the_town() -> None:
    fields = {(x, y) for x in range(3) for y in range(2)}
    assert "translate(-1 97)" in tab((0, 0, 3, 2), fields, {(0, -1), (1, -1)})


def test_a_finished_county_that_is_higher_than_broad_is_shown_without_empty_plains_beside_it() -> None:
    upright = 0
    for seed in range(4):
        view = random_match("tipperary", 2, seed=seed).view(None)
        for seat, display in enumerate(view.table["displays"]):
            columns, rows = len(display["drawing"][0].split()), len(display["drawing"])
            upright += rows > columns
            assert county(view, seat, (), over=True).width == S * max(columns + 2, LEAST[0])
    assert upright


def test_the_number_of_sheep_stands_beside_the_flock_where_two_places_are_free() -> None:
    flock = {(0, 0), (1, 0)}
    assert "translate(47 50)" in flock_tab(flock, flock, 2)
    below = {(x, 1) for x in range(4)}
    assert "translate(47 -25)" in flock_tab(flock, flock | below, 2)
    above = {(x, -1) for x in range(4)}
    assert "translate(99 22)" in flock_tab(flock, flock | below | above, 2)
    right = {(2, 0)}
    assert "translate(47 36)" in flock_tab(flock, flock | below | above | right, 2), "no room: on its last field"


def test_four_turns_and_two_flips_lead_back() -> None:
    for seed in range(4):
        for piece in drawing.scene(Match("tipperary", 2, seed=seed).view(0)).pieces:
            for index in range(len(piece.orientations)):
                turned = index
                for _ in range(4):
                    turned = piece.orientations[turned].turn
                assert turned == index
                assert piece.orientations[piece.orientations[index].flip].flip == index


def test_pieces_turn_clockwise_and_flip_from_left_to_right() -> None:
    for seed in range(4):
        for piece in drawing.scene(Match("tipperary", 2, seed=seed).view(0)).pieces:
            for way in piece.orientations:
                columns, rows = max(x for x, _ in way.cells) + 1, max(y for _, y in way.cells) + 1
                turned, flipped = piece.orientations[way.turn], piece.orientations[way.flip]
                assert {(rows - 1 - y, x) for x, y in way.cells} == set(turned.cells)
                assert {(columns - 1 - x, y) for x, y in way.cells} == set(flipped.cells)


def test_the_frame_turns_as_the_fields_do() -> None:
    """In the first way a piece lies as it is printed; every transform brings each field of that to its place."""
    for seed in range(4):
        for piece in drawing.scene(Match("tipperary", 2, seed=seed).view(0)).pieces:
            printed = piece.orientations[0].cells
            for way in piece.orientations:
                assert [moved(cell, way.frame, piece.unit) for cell in printed] == list(way.cells)


def moved(cell: tuple[int, int], transform: str, unit: float) -> tuple[float, float]:
    """A field after the matrix of an SVG transform, told by its middle."""
    a, b, c, d, e, f = map(float, re.findall(r"-?[\d.]+", transform.removeprefix("matrix")))
    x, y = ((number + 0.5) * unit for number in cell)
    return (a * x + c * y + e) / unit - 0.5, (b * x + d * y + f) / unit - 0.5


def test_some_field_beside_the_county_is_marked_for_every_orientation() -> None:
    for piece in drawing.scene(Match("tipperary", 3, seed=5).view(1)).pieces:
        for way in piece.orientations:
            covered = {(x + dx, y + dy) for x, y in way.places for dx, dy in way.cells}
            assert covered & set(piece.beside)


def test_outlines_go_around_fields_and_holes() -> None:
    ring = [(x, y) for x in range(3) for y in range(3) if (x, y) != (1, 1)]
    assert [len(loop) for loop in shapes.loops(ring)] == [4, 4]
    assert shapes.outline([(0, 0), (1, 0)], 10) == "M0 0h20v10h-20v-10z"
    assert shapes.runs([(0, 0), (1, 0), (3, 0)]) == "M0 0h2v1h-2zM3 0h1v1h-1z"


def test_a_tile_and_what_it_earned_are_told_together() -> None:
    moves = [(0, "place 3 0 1,2 area+4 sheep+1"), (0, "sheep 1,2 flock+1 sheep-1")]
    moves += [(1, "place 4 0 1,2 ring+2 bonus+1"), (1, "bonus 7 0,0 bonus-1 closed+5 ring+1")]
    moves += [(0, "place 5 0 3,3"), (0, "tower 1,1 towers-1 area+1")]
    assert drawing.tell(moves, ["Ann", "Bob"]) == [
        (0, "Ann places a tile and 1 wooden sheep: area +4 and sheep +1 (5 points)", 2, ["land-1", "tile-3"]),
        (
            1,
            "Bob places a tile and 1 bonus tile: exploration complete, +5 (5 points)",
            4,
            ["land-2", "tile-4", "bonus-7"],
        ),
        (0, "Ann places a tile: no gain", 5, ["land-1", "tile-5"]),
        (0, "Ann places 1 tower: area +1 (1 point)", 6, []),
    ]


def test_the_story_says_what_each_move_brought() -> None:
    """What it tells of all moves together is what the county has grown by in the end."""
    match = random_match("tipperary", 3, seed=4)
    start = match.start
    for seat in range(3):
        told: Counter[str] = Counter()
        for who, move in match.story():
            told.update({name: int(change) for name, change in CHANGE.findall(move)} if who == seat else {})
        grown = difference(figures_of(start.state, seat), figures_of(match.state, seat))
        for name in ("area", "ring", "whiskey", "circles", "towers"):
            assert told[name] == grown.get(name, 0), name
