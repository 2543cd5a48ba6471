"""Triqueta as pictures: points are counted right, and kept tiles are seen by their owner only."""

from __future__ import annotations

from typing import Any

import pytest

from tests.drawings import DRAWN, lookers
from tests.variants import Variant
from tilery.games.drawing import Picture
from tilery.games.lettering import lettered
from tilery.games.triqueta import count, drawing, phrases
from tilery.match.match import Match

each_variant = pytest.mark.parametrize("variant", [v for v in DRAWN if v.game == "triqueta"], ids=str)


def table(**changes: Any) -> dict[str, Any]:
    """What a view tells of one seat with two owls."""
    return {
        "collections": [{"owl": 2}],
        "kept": [[]],
        "grey": [None],
        "added": None,
        "rock": 1,
        "trees": [0],
        **changes,
    }


def picture(match: Match, seat: int | None, name: str) -> Picture:
    scene = drawing.scene(match.view(seat))
    return next(picture for picture in (*scene.board, *scene.hand) if picture.name == name)


@each_variant
def test_points_at_the_end_are_those_of_the_score_sheet(variant: Variant) -> None:
    for seed in range(5):
        match = variant.match(seed)
        match.play_randomly(seed=seed)
        assert match.outcome is not None
        for seat in lookers(match):
            seen = match.view(seat).table
            assert [count.total(seen, other) for other in range(variant.seats)] == list(match.outcome.totals)


def test_a_third_tile_is_worth_its_value_and_a_fourth_spoils_it() -> None:
    assert count.total(table(), 0) == 2
    assert count.total(table(), 0, ["owl"]) == 6
    assert count.total(table(), 0, ["owl", "owl"]) == -1


def test_a_kept_tile_counts_only_if_it_helps() -> None:
    assert count.total(table(), 0, kept=["owl"]) == 6
    assert count.total(table(), 0, ["owl"], kept=["owl"]) == 6


def test_grey_tiles_the_rock_and_trees_count() -> None:
    assert count.total(table(grey=[{"owl": 1, "wolf": 2}], rock=0, trees=[2]), 0) == 6 + 2 + 1 + 2


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
    assert effect == "Row I would change your points by +1 instead of 0"


def test_a_turn_of_two_tiles_is_told_as_one() -> None:
    told = drawing.tell([(0, "draw"), (0, "row 2"), (0, "keep"), (1, "take 2")], ["Ann", "Bob"])
    assert [(entry.seat, entry.sentence) for entry in told] == [
        (0, "Ann put a tile in row II and kept one face down"),
        (1, "Bob took row II"),
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
        (f"Ann put {told[0]} in row II", ["row-2-1"]),
        (f"Bob put {told[1]} in row II", ["row-2-2"]),
        ("Ann kept a tile face down", []),
        (f"Bob put {told[2]} in row I", ["row-1-1"]),
    ]
    match.play("take 2")
    entries = drawing.tell(match.story(1), ["Ann", "Bob"])
    assert entries[0].places == []
    assert entries[-1].sentence == f"Ann took row II: {phrases.in_words([first, second])}"
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
