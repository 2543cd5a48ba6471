"""Moves of Triqueta as people write them, and the sentences for those that cannot be played."""

from __future__ import annotations

import pytest

from tests.games.triqueta.table import DUEL, VARIANTS, lay, legal, moments, play
from tilery.games.game import NotationError
from tilery.games.triqueta import notation, refusal
from tilery.games.triqueta.state import END_OF_MOVES
from tilery.match.match import Match
from tilery.match.moves import Move

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
        ("pass", '"pass" is not a move of Triqueta; moves are written "draw", "row 2", "keep", "take 2"'),
        ("", '"" is not a move of Triqueta'),
        ("draw 2", '"draw 2" is not a move of Triqueta'),
        ("Draw", '"Draw" is not a move of Triqueta'),
    ],
)
def test_a_wrong_text_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        notation.code(text)
    assert str(caught.value).startswith(sentence)


def why_not(match: Match, text: str) -> str | None:
    return match.why_not(Move(match.game, match.waiting[0], notation.code(text)))


def test_at_the_beginning_of_a_turn() -> None:
    match = lay(3)
    assert why_not(match, "draw") is None
    for text in ("row 1", "keep", "return", "row 5"):
        assert why_not(match, text) == "there is no tile in your hand: draw first, or take a row"
    assert why_not(match, "take 4") == "there is no row 4: there are as many rows as players, here 3"
    play(match, "take 2")
    assert why_not(match, "take 2") == "row 2 has been taken in this round, and comes back in the next"


@pytest.mark.ruling("TRI-4")
def test_with_an_empty_stack() -> None:
    match = lay(2)
    for _ in range(15):
        play(match, "draw, row 1")
    assert why_not(match, "draw") == "the stack of this round is empty, so a row must be taken"


def test_with_a_tile_in_hand() -> None:
    match = play(lay(3), "take 2, draw")
    assert why_not(match, "draw") == "you have drawn already: the tile in your hand comes first"
    sentence = "you have drawn, and a turn is either to draw or to take a row: the tile in your hand comes first"
    assert why_not(match, "take 1") == why_not(match, "take 2") == sentence
    assert why_not(match, "row 2") == "row 2 has been taken in this round, and comes back in the next"
    assert why_not(match, "row 4") == "there is no row 4: there are as many rows as players, here 3"
    assert why_not(match, "return") == "a drawn tile is returned to the box only in the designer's duel"


@pytest.mark.ruling("TRI-3")
def test_with_two_tiles_kept() -> None:
    match = play(lay(2), "draw, keep, take 1, draw, keep, draw")
    sentence = "you have kept two tiles face down already, and that is all for the whole game"
    assert why_not(match, "keep") == sentence


@pytest.mark.ruling("TRI-9")
def test_in_the_duel() -> None:
    match = play(lay(2, options=DUEL), "draw")
    differently = "the two drawn tiles are treated differently, and the first one"
    assert why_not(play(match.copy(), "row 1"), "row 2") == f"{differently} went into a row"
    assert why_not(play(match.copy(), "keep"), "keep") == f"{differently} was kept"
    assert why_not(play(match.copy(), "return"), "return") == f"{differently} was returned"
    play(match, "row 1, return" + ", draw, row 1, return" * 6 + ", draw")
    assert why_not(match, "return") == "the last tile of a stack, drawn alone, may not be returned"


def test_a_number_that_is_no_move() -> None:
    match = lay(2)
    assert refusal.why_not(match.state, 0, 13) == "no move of Triqueta has the number 13"
    assert refusal.why_not(match.state, 0, -1) == "no move of Triqueta has the number -1"


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_every_move_is_listed_or_refused_with_a_sentence(seats: int, options: dict[str, str]) -> None:
    for seed in range(4):
        for match in moments(seats, options, seed, patience=0.3 * seed):
            if match.is_over:
                break
            listed = legal(match).split(", ")
            for text in TEXTS:
                sentence = why_not(match, text)
                assert (sentence is None) == (text in listed)
                assert sentence is None or len(sentence) > 20
