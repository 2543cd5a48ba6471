"""Moves as people write them."""

from __future__ import annotations

import pytest

from tilery.games.game import NotationError
from tilery.games.terraflip.rules.moves import END_OF_MOVES
from tilery.games.terraflip.text import notation


def test_text_and_code_are_inverse_for_every_move() -> None:
    texts = [notation.text(move) for move in range(END_OF_MOVES)]
    assert len(set(texts)) == END_OF_MOVES
    assert [notation.code(text) for text in texts] == list(range(END_OF_MOVES))
    assert all(text == text.lower() and text.isascii() for text in texts)


@pytest.mark.ruling("TER-3")
def test_others_do_not_read_what_is_under_a_placed_tile() -> None:
    assert notation.public(notation.code("place forest 1,-1")) == "place ? 1,-1"
    for text in (
        "place camp 0,1",
        "place rider 2,0",
        "place catapult 1,0",
        "flip 0,1",
        "throw 1,0 2,-1",
        "spy 0,1",
        "end",
    ):
        assert notation.public(notation.code(text)) == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("place castle 1,0", 'there is no tile "castle"'),
        ("place forest 6,0", 'there is no place "6,0"'),
        ("place forest 1,-01", 'there is no place "1,-01"'),
        ("place forest -0,1", 'there is no place "-0,1"'),
        ("place ? 1,0", r'there is no tile "\?"'),
        ("flip", '"flip" is not a Terraflip move'),
        ("throw 1,0", "is not a Terraflip move"),
        ("throw 1,0 9,9", 'there is no place "9,9"'),
        ("spy a1", 'there is no place "a1"'),
        ("end now", "is not a Terraflip move"),
        ("", "is not a Terraflip move"),
    ],
)
def test_a_wrong_text_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotationError, match=sentence):
        notation.code(text)
