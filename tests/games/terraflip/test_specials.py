"""The rider, the camp and the catapult."""

from __future__ import annotations

import pytest

from tests.games.terraflip.naive import distance, read
from tests.games.terraflip.tables import legal, shown, table
from tilery.match.match import IllegalMoveError


@pytest.mark.ruling("TER-4", "TER-7", "TER-20")
def test_example_the_rider_at_distance_five_flips_and_chains() -> None:
    match, drawing = table(
        """
             a

             Mr
                D
             R     F
                      R
             M

             M

             TT
        """,
        turn=3,
    )
    assert distance(read(drawing["a"])) == 5
    assert [place for place in legal(match, "place") if place.endswith(drawing["a"])] == [f"rider {drawing['a']}"]
    match.play(f"place rider {drawing['a']}")
    assert legal(match, "flip") == {"0,-4"}
    match.play("flip 0,-4")
    assert legal(match, "flip") == {"1,-4", "2,-4"}
    match.play("flip 2,-4")
    assert shown(match)["2,-4"] == "mountain"
    assert match.waiting == (0,)


@pytest.mark.ruling("TER-8")
def test_example_the_camp_flips_a_neighbour_without_a_line_and_chains_from_it() -> None:
    match, drawing = table(
        """
             F
          .     .
             Rm
                .
             Df
                a
             TT
        """,
        turn=1,
    )
    assert drawing["a"] == "1,-1"
    plain, _ = table(
        """
             F
          .     .
             Rm
                .
             Df
                .
             TT
        """,
        turn=1,
    )
    plain.play("place desert 1,-1")
    assert plain.waiting == (2,), "without the camp nothing could be flipped"
    match.play("place camp 1,-1")
    assert legal(match, "flip") == {"0,-1"}
    assert match.view().table["flips"] == [{"place": "0,-1", "line": None}]
    match.play("flip 0,-1")
    assert shown(match)["0,-1"] == "forest"
    assert legal(match, "flip") == {"0,-2"}
    match.play("flip 0,-2")
    assert shown(match)["0,-2"] == "mountain"
    assert match.waiting == (2,)


@pytest.mark.ruling("TER-8")
def test_the_chain_of_a_camp_goes_on_from_the_flipped_tile_not_from_the_camp() -> None:
    match, drawing = table(
        """
                R

                a
             Md
                .
             TT
        """
    )
    match.play(f"place camp {drawing['a']}")
    assert legal(match, "flip") == {"0,-1", "1,-3"}
    match.play("flip 0,-1")
    assert match.waiting == (1,), "the river tile touches the camp, but only the first flip needs no line"


@pytest.mark.ruling("TER-7", "TER-8")
def test_a_camp_may_make_an_ordinary_flip_instead() -> None:
    match, drawing = table(
        """
             a
                R
             M

             F

             TT
        """
    )
    match.play(f"place camp {drawing['a']}")
    assert legal(match, "flip") == {"1,-3", "0,-2", "0,-1"}
    match.play("flip 0,-1")
    assert match.waiting == (1,), "a camp acts once"


@pytest.mark.ruling("TER-8", "TER-2")
def test_a_camp_cannot_flip_a_special_tile_its_own_colour_or_the_tower() -> None:
    match, drawing = table(
        """
                M>
             D
                a
             TT
        """,
        spies=1,
    )
    match.play(f"place camp {drawing['a']}")
    assert not legal(match, "flip")


CATAPULT = """
             D

             F
          a
             TT
          Rm    D
                   b
"""


@pytest.mark.ruling("TER-9")
def test_example_the_catapult_cannot_throw_a_tile_that_would_cut_others_off() -> None:
    match, drawing = table(CATAPULT, turn=2)
    match.play(f"place catapult {drawing['a']}")
    assert {throw.split()[0] for throw in legal(match, "throw")} == {"-1,1"}
    with pytest.raises(IllegalMoveError, match="without the tile at 0,-1 the one at 0,-2 would be cut off"):
        match.play(f"throw 0,-1 {drawing['b']}")


@pytest.mark.ruling("TER-9", "TER-6")
def test_example_a_thrown_tile_is_flipped_and_chains_to_the_tower() -> None:
    match, drawing = table(CATAPULT, turn=2)
    match.play(f"place catapult {drawing['a']}")
    match.play(f"throw -1,1 {drawing['b']}")
    assert "-1,1" not in shown(match)
    assert shown(match)["2,0"] == "mountain"
    assert legal(match, "flip") == {"1,0"}
    assert not legal(match, "throw")
    match.play("flip 1,0")
    assert shown(match)["1,0"] == "forest"
    assert match.waiting == (3,)


@pytest.mark.ruling("TER-9")
def test_cutting_off_is_judged_with_the_tile_lifted() -> None:
    """The thrown tile would join both parts again where it lands; that does not help."""
    match, drawing = table(
        """
             D
          b
             F
          a
             TT
        """,
        turn=2,
    )
    assert drawing["b"] == "-1,-1"
    match.play(f"place catapult {drawing['a']}")
    assert not legal(match, "throw")
    assert match.waiting == (3,)


@pytest.mark.ruling("TER-9", "TER-18")
def test_a_thrown_tile_lands_on_another_free_place_that_touches_another_tile() -> None:
    match, drawing = table(
        """
                x
             z     y
                F
             a
                TT
        """,
        turn=2,
        seats=3,
    )
    match.play(f"place catapult {drawing['a']}")
    catapult = read(drawing["a"])
    expected = {
        (q, r) for q in range(-3, 4) for r in range(-3, 4) if {distance((q, r)), distance((q, r), catapult)} & {1}
    }
    expected -= {(0, -1), (0, 0), catapult}
    assert legal(match, "throw") == {f"0,-1 {q},{r}" for q, r in expected}
    for letter, sentence in (("x", "touches neither another tile"), ("y", "touches neither another tile")):
        with pytest.raises(IllegalMoveError, match=sentence):
            match.play(f"throw 0,-1 {drawing[letter]}")
    with pytest.raises(IllegalMoveError, match="must land on a different space"):
        match.play("throw 0,-1 0,-1")
    assert f"0,-1 {drawing['z']}" in legal(match, "throw")


@pytest.mark.ruling("TER-9")
@pytest.mark.parametrize(("seats", "limit"), [(3, 3), (4, 4)])
def test_a_thrown_tile_has_no_extra_step(seats: int, limit: int) -> None:
    match, drawing = table(
        """
             R^

             D

             F

             D

             TT
                a
             Fd
        """
        if seats == 4
        else """
             F^

             D

             F

             TT
                a
             Fd
        """,
        turn=2,
        seats=seats,
    )
    match.play(f"place catapult {drawing['a']}")
    goals = {read(throw.split()[1]) for throw in legal(match, "throw")}
    assert max(map(distance, goals)) == limit


@pytest.mark.ruling("TER-9", "TER-2")
def test_a_catapult_throws_only_touching_tiles_of_other_colours_that_are_not_special() -> None:
    match, drawing = table(
        """
             R
                D
             F     R
                a
             D+    F
                M
             TT
        """,
        turn=2,
    )
    assert drawing["a"] == "1,-2"
    match.play(f"place catapult {drawing['a']}")
    assert {throw.split()[0] for throw in legal(match, "throw")} == {"1,-3", "0,-2", "2,-3", "2,-2"}
    sentences = {
        "0,-1": "is special",
        "1,-1": "your own colour",
        "0,0": "the tower is never thrown",
        "3,-3": "there is no tile at",
        "0,-3": "does not touch the catapult",
    }
    for place, sentence in sentences.items():
        with pytest.raises(IllegalMoveError, match=sentence):
            match.play(f"throw {place} 1,0")


@pytest.mark.ruling("TER-7", "TER-9")
def test_a_catapult_makes_an_ordinary_flip_or_throws_not_both() -> None:
    for first, then in (("flip 0,-1", "throw"), ("throw 0,-1 1,0", "flip")):
        match, drawing = table(
            """
             a
                R
             Fr
                D
             TT
            """,
            turn=2,
            spies=1,
        )
        match.play(f"place catapult {drawing['a']}")
        assert legal(match, "flip") == {"0,-1"}
        assert "0,-1 1,0" in legal(match, "throw")
        match.play(first)
        assert not legal(match, then)
        assert not legal(match, first.split()[0])


@pytest.mark.ruling("TER-9")
def test_a_catapult_placed_in_an_earlier_turn_throws_no_more() -> None:
    match, _ = table(
        """
             M>

             F

             TT
        """,
        turn=2,
        spies=1,
    )
    match.play("place desert 0,1")
    assert not legal(match, "throw")
    with pytest.raises(IllegalMoveError, match="only by a catapult placed this turn"):
        match.play("throw 0,-1 1,0")


@pytest.mark.ruling("TER-9")
def test_after_a_throw_that_shows_another_colour_the_flipping_is_over() -> None:
    match, drawing = table(CATAPULT.replace("Rm", "Rf"), turn=2)
    match.play(f"place catapult {drawing['a']}")
    match.play(f"throw -1,1 {drawing['b']}")
    assert shown(match)["2,0"] == "forest"
    assert match.waiting == (3,)


@pytest.mark.ruling("TER-3", "TER-9")
def test_everybody_has_seen_both_faces_of_a_thrown_tile() -> None:
    match, drawing = table(CATAPULT, turn=2)
    match.play(f"place catapult {drawing['a']}")
    match.play(f"throw -1,1 {drawing['b']}")
    (tile,) = [tile for tile in match.view().table["tiles"] if tile["place"] == "2,0"]
    assert (tile["under"], tile["owner"], tile["known_to"]) == ("river", 3, [0, 1, 2, 3])
