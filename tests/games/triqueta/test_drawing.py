"""Triqueta as pictures: kept tiles are seen by their owner only, and the log names what all have seen."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest

from tilery.games.drawing import Picture, Room
from tilery.games.lettering import lettered
from tilery.games.triqueta.page import board, drawing, phrases
from tilery.games.triqueta.page.art import W
from tilery.match.match import Match


def picture(match: Match, seat: int | None, name: str) -> Picture:
    scene = drawing.scene(match.view(seat))
    return next(picture for picture in (*scene.board, *scene.hand) if picture.name == name)


def test_a_kept_tile_is_burnt_only_for_its_owner() -> None:
    match = Match("triqueta", 2, seed=1)
    match.play("draw")
    match.play("keep")
    assert "triqueta-burnt" in picture(match, 0, "kept").body
    assert "triqueta-burnt" not in picture(match, 1, "kept").body
    assert "triqueta-burnt" not in picture(match, None, "kept").body


def test_a_drawn_tile_is_shown_only_to_the_one_who_drew_it() -> None:
    match = Match("triqueta", 3, seed=1)
    match.play("draw")
    animal = match.view(0).table["hand"][0]
    assert f"triqueta-t-{animal}" in picture(match, 0, "drawn").body
    assert "triqueta-back" in picture(match, 1, "drawn").body


def test_a_row_tells_what_it_would_change() -> None:
    match = Match("triqueta", 2, seed=1)
    match.play("draw")
    effect = drawing.preview(match.view(0), "row 1").effect
    assert effect == "Row I: +1 with this tile (now 0)"


def test_a_turn_of_two_tiles_is_told_as_one() -> None:
    told = drawing.tell([(0, "draw"), (0, "row 2"), (0, "keep"), (1, "take 2")], ["Ann", "Bob"])
    assert [(entry.seat, entry.sentence) for entry in told] == [
        (0, "Ann puts a tile in row II and keeps one face down"),
        (1, "Bob takes row II"),
    ]


def test_the_log_names_the_tiles_that_all_have_seen() -> None:
    match = Match("triqueta", 2, seed=1)
    for move in ("draw", "row 2", "draw", "row 2", "draw", "keep", "draw", "row 1"):
        match.play(move)
    first, second = match.view().table["rows"][1]
    other = match.view().table["rows"][0][0]
    told = [phrases.TILES[animal] for animal in (first, second, other)]
    entries = drawing.tell(match.story(0), ["Ann", "Bob"])
    assert [(entry.sentence, entry.places) for entry in entries] == [
        (f"Ann puts {told[0]} in row II", ["row-2-1"]),
        (f"Bob puts {told[1]} in row II", ["row-2-2"]),
        ("Ann keeps a tile face down", []),
        (f"Bob puts {told[2]} in row I", ["row-1-1"]),
    ]
    match.play("take 2")
    entries = drawing.tell(match.story(1), ["Ann", "Bob"])
    assert entries[0].places == []
    assert entries[-1].sentence == f"Ann takes row II: {phrases.in_words([first, second])}"
    assert set(entries[-1].places) == {f"animal-1-{first}", f"animal-1-{second}"}
    match.undo()
    assert len(drawing.tell(match.story(), ["Ann", "Bob"])) == 4


def test_words_in_a_picture_can_hold_names() -> None:
    match = Match("triqueta", 2, seed=1)
    match.play("take 1")
    rows = picture(match, 1, "rows")
    assert "Player 1 took this row" in rows.body
    assert lettered(rows, "en") == rows.body
    assert "A &amp; B took this row" in lettered(rows, "en", ["A & B", "C"])


@pytest.mark.parametrize("room", Room)
def test_the_tiles_of_a_long_row_can_be_counted(room: Room) -> None:
    """However many there are, none covers more than two thirds of another, and they stay within the row."""
    match = Match("triqueta", 2, seed=1)
    while len(match.view().table["rows"][0]) < 13:
        legal = {str(move) for move in match.legal_moves()}
        match.play("draw" if "draw" in legal else "row 1")
        seen = match.view(match.waiting[0])
        width, tiles = board.rows_width(seen, room), seen.table["rows"][0]
        places = [board.tile_place(seen, 0, index, width) for index in range(len(tiles))]
        for one, other in pairwise(places):
            assert one.y != other.y or other.x - one.x >= 2 * W * one.scale / 3
        assert all(one.x + W * one.scale <= width - 60 for one in places)
        assert len(set(places)) == len(places)


def test_a_minus_is_a_minus() -> None:
    match = Match("triqueta", 2, seed=1)
    match.play_randomly(seed=3)
    shown = picture(match, 0, "collections").body
    assert not re.search(r">-\d", shown)
    assert board.signed(-3) == "\N{MINUS SIGN}3"


def test_one_point_is_one_point() -> None:
    """A rock is worth one at the start."""
    panels = drawing.scene(Match("triqueta", 2, seed=1).view(0)).panels
    assert {(panel.figure, str(panel.meaning)) for panel in panels} <= {
        ("0", "points"),
        ("1", "point"),
        ("0", "points from face-up tiles"),
        ("1", "point from face-up tiles"),
    }
