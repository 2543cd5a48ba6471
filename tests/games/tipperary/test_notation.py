"""Moves as people write them, and why a move is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.games.tipperary.scene import Scene
from tilery.games.game import NotationError
from tilery.games.tipperary.notation import code, public, text

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
        ("put 3", '"put 3" is not a move of Tipperary; moves are written "place 17 1* 3,-2"'),
        ("place 61 0 0,0", 'there is no tile "61"; tiles are numbered 1 to 60'),
        ("place 0 0 0,0", 'there is no tile "0"; tiles are numbered 1 to 60'),
        ("place 7 4 0,0", 'there is no orientation "4"; it is 0 to 3 quarter turns clockwise'),
        ("place 7 *1 0,0", 'there is no orientation "*1"'),
        ("place 7 1 0;0", 'there is no place "0;0"; a place is its column and row, like 3,-2'),
        ("sheep 00,1", 'there is no place "00,1"'),
        ("sheep 300,1", "300,1 is farther from the town than any display can reach"),
        ("bonus 13 1,1", 'there is no bonus tile "13"; bonus tiles are numbered 1 to 12'),
        ("done now", '"done now" is not a move of Tipperary'),
        ("", '"" is not a move of Tipperary'),
    ],
)
def test_what_is_no_move_gets_a_sentence(move: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        code(move)
    assert str(caught.value).startswith(sentence)


def test_before_the_placement() -> None:
    scene = Scene(tile="m r m")
    assert scene.why_not("place 40 0 3,1") == "tile 40 is not in the area of your crest; tiles 1 and 2 are"
    assert scene.why_not("place 1 2 3,1") == "tile 1 lies in orientation 2 as in 0: write 0"
    assert scene.why_not("place 1 3* 3,1") == "tile 1 lies in orientation 3* as in 1: write 1"
    assert scene.why_not("place 1 0 2,1") == "tile 1 would overlap your display at 2,1"
    assert scene.why_not("place 1 0 200,-200") == "tile 1 would not lie edge to edge with your display"
    assert scene.why_not("sheep 0,0") == "first place one of the two landscape tiles of your area"
    assert scene.why_not("bonus 3 0,0") == "first place one of the two landscape tiles of your area"
    assert scene.why_not("done") == '"done" ends the placing of towers, after the last round'
    assert scene.why_not("tower 3,1") == "towers are placed after the last round"


def test_while_effects_wait() -> None:
    scene = Scene(tile="b+ b+", bonus=["g"]).play("place 1 0 3,1")
    assert scene.why_not("place 2 0 5,1") == (
        "you have placed your landscape tile of this round; now place bonus tile 3 and 2 wooden sheep"
    )
    assert scene.why_not("bonus 4 5,1") == "you have no bonus tile 4 to place; you have bonus tile 3 and 2 wooden sheep"
    assert scene.why_not("sheep 200,200") == "200,200 is outside your display, and wooden sheep stand on meadows"
    assert scene.why_not("bonus 3 -200,100") == "-200,100 does not lie edge to edge with your display"
    scene = Scene(tile="b b", bonus=["g"]).play("place 1 0 3,1")
    assert scene.why_not("sheep 0,0") == "you have no wooden sheep to place; you have bonus tile 3"
    scene = Scene(tile="m+").play("place 1 0 3,1")
    assert scene.why_not("bonus 3 0,0") == "you have no bonus tile 3 to place; you have a wooden sheep"
