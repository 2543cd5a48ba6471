"""Moves of Tipperary as people write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tilery.games.game import NotationError
from tilery.games.tipperary.text.notation import code, public, text

places = st.tuples(st.integers(-256, 255), st.integers(-256, 255)).map(lambda at: f"{at[0]},{at[1]}")
tiles = st.integers(1, 60)
turns = st.sampled_from(["0", "1", "2", "3", "0*", "1*", "2*", "3*"])
moves = st.one_of(
    st.builds("place {} {} {}".format, tiles, turns, places),
    st.builds("sheep {}".format, places),
    st.builds("bonus {} {}".format, st.integers(1, 12), places),
    st.builds("tower {}".format, places),
    st.just("done"),
)


@given(moves)
def test_text_and_code_are_inverse(move: str) -> None:
    assert text(code(move)) == move
    assert public(code(move)) == move
    assert 0 <= code(move) < 2**31


@given(st.lists(moves, min_size=2, max_size=2, unique=True))
def test_different_texts_are_different_moves(two: list[str]) -> None:
    assert code(two[0]) != code(two[1])


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("put 3", '"put 3" is not a Tipperary move; moves are written "place 17 1* 3,-2"'),
        ("place 61 0 0,0", 'there is no tile "61"; tiles are numbered 1 to 60'),
        ("place 0 0 0,0", 'there is no tile "0"; tiles are numbered 1 to 60'),
        ("place 7 4 0,0", 'there is no orientation "4"; it is 0 to 3 quarter turns clockwise'),
        ("place 7 *1 0,0", 'there is no orientation "*1"'),
        ("place 7 1 0;0", 'there is no place "0;0"; a place is its column and row, like 3,-2'),
        ("sheep 00,1", 'there is no place "00,1"'),
        ("sheep 300,1", "300,1 is farther from the town than any display can reach"),
        ("bonus 13 1,1", 'there is no bonus tile "13"; bonus tiles are numbered 1 to 12'),
        ("done now", '"done now" is not a Tipperary move'),
        ("", '"" is not a Tipperary move'),
    ],
)
def test_what_is_no_move_gets_a_sentence(move: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        code(move)
    assert str(caught.value).startswith(sentence)
