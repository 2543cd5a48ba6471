"""Matches as pictures that stand alone."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tests.drawings import DRAWN, ids, lookers
from tests.variants import VARIANTS, Variant
from tilery import games
from tilery.match.picture import NoDrawingError, to_svg

each_game = pytest.mark.parametrize(
    "variant", {variant.game: variant for variant in DRAWN}.values(), ids=lambda v: v.game
)


@each_game
def test_a_picture_is_a_whole_document(variant: Variant) -> None:
    for moves in (0, 12, 10_000):
        match = variant.match(3)
        match.play_randomly(min(moves, match.game.rules.MAX_LENGTH), seed=3)
        for seat in lookers(match):
            text = to_svg(match.view(seat))
            root = ElementTree.fromstring(text)
            assert root.tag == "{http://www.w3.org/2000/svg}svg"
            assert "viewBox" in root.attrib
            known = set(ids(text.partition(">")[2].rpartition("</svg>")[0]))
            references = {element.attrib["href"][1:] for element in root.iter() if "href" in element.attrib}
            assert references <= known
            assert "tabindex" not in text, "it is for looking at"


@each_game
def test_its_style_stays_in_it_and_follows_the_reader(variant: Variant) -> None:
    style = to_svg(variant.match(1).view()).partition("<style>")[2].partition("</style>")[0]
    assert ":root" not in style
    assert "prefers-color-scheme: dark" in style
    assert ".dark" not in style


@each_game
def test_a_notebook_shows_a_match_as_everybody_sees_it(variant: Variant) -> None:
    match = variant.match(2)
    match.play_randomly(5, seed=2)
    assert match._repr_svg_() == to_svg(match.view())
    assert match.view(0)._repr_svg_() == to_svg(match.view(0))


@each_game
def test_players_have_their_names(variant: Variant) -> None:
    match = variant.match(1)
    text = to_svg(match.view(), [f"<{letter}>" for letter in "ABCDE"])
    assert "&lt;A&gt;" in text
    assert "Player 1" not in text


def test_a_game_without_a_drawing_is_shown_as_text() -> None:
    plain = next(variant for variant in VARIANTS if not games.find(variant.game).drawing)
    match = plain.match(1)
    assert match._repr_svg_() is None
    with pytest.raises(NoDrawingError, match="no drawing"):
        to_svg(match.view())
