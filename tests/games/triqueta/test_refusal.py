"""Every move that is not legal is refused with the rule that forbids it."""

from __future__ import annotations

import pytest

from tests.games.triqueta.tables import DUEL, VARIANTS, lay, legal, moments, play
from tilery.games.triqueta.rules.moves import END_OF_MOVES
from tilery.games.triqueta.text import notation, refusal
from tilery.match.match import Match
from tilery.match.moves import Move


def why_not(match: Match, text: str) -> str | None:
    return match.why_not(Move(match.game, match.waiting[0], notation.code(text)))


def test_at_the_beginning_of_a_turn() -> None:
    match = lay(3)
    assert why_not(match, "draw") is None
    for text in ("row 1", "keep", "return", "row 5"):
        assert why_not(match, text) == "you have no tile in hand: draw first, or take a row"
    assert why_not(match, "take 4") == "there is no row 4: there are as many rows as players, here 3"
    play(match, "take 2")
    assert why_not(match, "take 2") == "row 2 has been taken this round and comes back in the next"


@pytest.mark.ruling("TRI-4")
def test_with_an_empty_stack() -> None:
    match = lay(2)
    for _ in range(15):
        play(match, "draw, row 1")
    assert why_not(match, "draw") == "the stack is empty, so you must take a row"


def test_with_a_tile_in_hand() -> None:
    match = play(lay(3), "take 2, draw")
    assert why_not(match, "draw") == "you have already drawn: deal with the tile in your hand first"
    sentence = "you have already drawn, so you cannot take a row this turn: deal with the tile in your hand first"
    assert why_not(match, "take 1") == why_not(match, "take 2") == sentence
    assert why_not(match, "row 2") == "row 2 has been taken this round and comes back in the next"
    assert why_not(match, "row 4") == "there is no row 4: there are as many rows as players, here 3"
    assert why_not(match, "return") == "a drawn tile can be returned to the box only in the designer's duel"


@pytest.mark.ruling("TRI-3")
def test_with_two_tiles_kept() -> None:
    match = play(lay(2), "draw, keep, take 1, draw, keep, draw")
    sentence = "you have already kept two tiles face down, the limit for the whole game"
    assert why_not(match, "keep") == sentence


@pytest.mark.ruling("TRI-9")
def test_in_the_duel() -> None:
    match = play(lay(2, options=DUEL), "draw")
    differently = "choose a different action for each of the two tiles: the first one"
    assert why_not(play(match.copy(), "row 1"), "row 2") == f"{differently} went into a row"
    assert why_not(play(match.copy(), "keep"), "keep") == f"{differently} was kept"
    assert why_not(play(match.copy(), "return"), "return") == f"{differently} was returned"
    play(match, "row 1, return" + ", draw, row 1, return" * 6 + ", draw")
    assert why_not(match, "return") == "the last tile of a stack, drawn alone, may not be returned"


def test_a_number_that_is_no_move() -> None:
    match = lay(2)
    assert refusal.why_not(match.state, 0, 13) == "13 is not the number of a Triqueta move"
    assert refusal.why_not(match.state, 0, -1) == "-1 is not the number of a Triqueta move"


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_every_move_is_listed_or_refused_with_a_sentence(seats: int, options: dict[str, str]) -> None:
    for seed in range(4):
        for match in moments(seats, options, seed, patience=0.3 * seed):
            if match.is_over:
                break
            listed = legal(match).split(", ")
            for text in map(notation.text, range(END_OF_MOVES)):
                sentence = why_not(match, text)
                assert (sentence is None) == (text in listed)
                assert sentence is None or len(sentence) > 20
