"""Moves of Topiary as texts."""

from __future__ import annotations

from contextlib import suppress
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilery.games.game import NotationError
from tilery.games.topiary.rules.components import CELLS, SPOTS, TILES
from tilery.games.topiary.rules.moves import END_OF_MOVES, keep_move
from tilery.games.topiary.text import notation

WORDS = ("visit", "take", "put", "keep", "pass", "c1S", "a1", "trex-4", "swan-1", "swan-2", "?")


def every_text() -> list[str]:
    keeps = [f"keep {a} {b} {c}" for a, b, c in combinations(TILES, 3)]
    puts = [f"put {tile}" for tile in TILES]
    return [f"visit {spot}" for spot in SPOTS] + ["pass"] + [f"take {cell}" for cell in CELLS] + puts + keeps


def test_text_and_number_of_every_move_are_inverse() -> None:
    numbers = [notation.code(text) for text in every_text()]
    assert [notation.text(number) for number in numbers] == every_text()
    assert len(set(numbers)) == len(numbers)
    assert [number for number in range(-5, END_OF_MOVES + 5) if notation.is_move(number)] == sorted(numbers)


def test_every_text_is_plain_ascii() -> None:
    assert all(text.isascii() and text == text.strip() for text in every_text())


def test_kept_tiles_may_be_typed_in_any_order_and_are_written_in_one() -> None:
    assert notation.text(notation.code("keep trex-4  swan-3 swan-1")) == "keep swan-1 swan-3 trex-4"


def test_others_do_not_read_what_was_kept_in_the_draft() -> None:
    assert notation.public(notation.code("keep swan-1 swan-3 trex-4")) == "keep ? ? ?"


@pytest.mark.ruling("TOP-4")
@pytest.mark.parametrize("text", ["visit c1S", "pass", "take c4", "put trex-4"])
def test_everybody_reads_all_other_moves(text: str) -> None:
    assert notation.public(notation.code(text)) == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("visit a1N", 'there is no spot "a1N"; a spot is its first tile and the direction of sight, like c1S or a1SE'),
        ("visit c3S", 'there is no spot "c3S"'),
        ("visit a1NE", 'there is no spot "a1NE"'),
        ("take f1", 'there is no cell "f1"; a cell is a column a to e and a row 1 to 5, like c3'),
        ("put swan-6", 'there is no tile "swan-6"; a tile is a series and a value from 1 to 5, like trex-4'),
        ("put t-rex-1", 'there is no tile "t-rex-1"'),
        ("keep swan-1 swan-1 swan-2", '"keep swan-1 swan-1 swan-2" keeps a tile twice'),
        ("keep swan-1 swan-2", '"keep swan-1 swan-2" is not a Topiary move; moves are written "visit c1S"'),
        ("", '"" is not a Topiary move'),
        ("visit", '"visit" is not a Topiary move'),
        ("pass c1", '"pass c1" is not a Topiary move'),
        ("keep ? ? ?", 'there is no tile "?"'),
    ],
)
def test_a_wrong_text_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as error:
        notation.code(text)
    assert str(error.value).startswith(sentence)


@given(st.text() | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_any_text_is_a_move_or_gets_a_sentence(text: str) -> None:
    """Nothing but a `NotationError` comes out, and what is understood is understood the same way again."""
    with suppress(NotationError):
        number = notation.code(text)
        assert notation.code(notation.text(number)) == number


@pytest.mark.parametrize("number", [-1, END_OF_MOVES, keep_move(0, 0, 0), keep_move(0, 1, 1)])
def test_a_number_that_is_no_move_has_no_text(number: int) -> None:
    for written in (notation.text, notation.public):
        with pytest.raises(NotationError, match=f"{number} is not the number of a Topiary move"):
            written(number)
