"""Moves of Triqueta as people write them."""

from __future__ import annotations

import pytest

from tilery.games.game import NotationError
from tilery.games.triqueta.rules.moves import END_OF_MOVES
from tilery.games.triqueta.text import notation

TEXTS = [
    *("draw", "keep", "return"),
    *(f"row {number}" for number in range(1, 6)),
    *(f"take {number}" for number in range(1, 6)),
]


def test_every_move_has_its_text_and_every_text_its_move() -> None:
    assert [notation.text(move) for move in range(END_OF_MOVES)] == TEXTS
    assert [notation.code(text) for text in TEXTS] == list(range(END_OF_MOVES))


def test_no_move_tells_a_secret() -> None:
    assert [notation.public(move) for move in range(END_OF_MOVES)] == TEXTS


def test_spaces_do_not_matter() -> None:
    assert notation.code("  row   2 ") == notation.code("row 2")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("row", '"row" does not say which row; write "row 1" for the first one'),
        ("take", '"take" does not say which row; write "take 1" for the first one'),
        ("row 6", 'there is no row "6"; rows are numbered from 1 to 5'),
        ("take 0", 'there is no row "0"; rows are numbered from 1 to 5'),
        ("take bear", 'there is no row "bear"; rows are numbered from 1 to 5'),
        ("pass", '"pass" is not a Triqueta move; moves are written "draw", "row 2", "keep", "take 2"'),
        ("", '"" is not a Triqueta move'),
        ("draw 2", '"draw 2" is not a Triqueta move'),
        ("Draw", '"Draw" is not a Triqueta move'),
    ],
)
def test_a_wrong_text_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        notation.code(text)
    assert str(caught.value).startswith(sentence)
