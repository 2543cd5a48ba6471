"""Surrounding and flipping tiles, chains, and what a line is."""

from __future__ import annotations

import pytest

from tests.games.terraflip.tables import legal, shown, table
from tilery.match.match import IllegalMoveError


@pytest.mark.ruling("TER-5", "TER-7")
def test_example_both_tiles_between_two_of_a_colour_are_surrounded_and_one_is_flipped() -> None:
    match, drawing = table(
        """
          a
             Rm
                Fm
                   D

             TT
        """
    )
    match.play(f"place forest {drawing['a']}")
    assert legal(match, "flip") == {"0,-2", "1,-2"}
    match.play("flip 1,-2")
    assert shown(match)["1,-2"] == "mountain"
    assert shown(match)["0,-2"] == "river"
    assert match.waiting == (1,)


@pytest.mark.ruling("TER-7")
def test_example_the_yellow_chain_of_two() -> None:
    match, drawing = table(
        """
          D     a
             Fd
                Rd
             TT
                D
        """
    )
    match.play(f"place forest {drawing['a']}")
    assert legal(match, "flip") == {"1,-1"}
    match.play("flip 1,-1")
    assert shown(match)["1,-1"] == "desert"
    assert match.view().table["origin"] == "1,-1"
    assert legal(match, "flip") == {"0,-1"}
    match.play("flip 0,-1")
    assert set(shown(match).values()) == {"desert"}
    assert match.waiting == (1,)


@pytest.mark.ruling("TER-7")
def test_a_tile_that_shows_another_colour_ends_the_chain() -> None:
    match, drawing = table(
        """
          D     a
             Fd
                Rm
             TT
                D
        """,
        spies=1,
    )
    match.play(f"place forest {drawing['a']}")
    match.play("flip 1,-1")
    assert not legal(match, "flip")
    assert legal(match, "end") == {"end"}
    with pytest.raises(IllegalMoveError, match="you cannot flip again this turn"):
        match.play("flip 0,-1")


@pytest.mark.ruling("TER-7")
def test_flipping_is_optional() -> None:
    match, drawing = table(
        """
                a

                Rd
             TT
                D
        """
    )
    match.play(f"place forest {drawing['a']}")
    match.play("end")
    assert match.waiting == (1,)
    assert shown(match)["1,-1"] == "river"


@pytest.mark.ruling("TER-7")
def test_the_first_line_starts_from_the_placed_tile() -> None:
    match, drawing = table(
        """
                D

          a     Rd
             TT
                D
        """
    )
    match.play(f"place forest {drawing['a']}")
    assert match.waiting == (1,)


@pytest.mark.ruling("TER-7")
def test_a_chain_goes_on_from_the_flipped_tile_not_from_the_placed_one() -> None:
    match, drawing = table(
        """
          D     a
             F     M
                Rd    D
             TT
                D
        """
    )
    match.play(f"place forest {drawing['a']}")
    assert legal(match, "flip") == {"1,-1", "2,-2"}
    match.play("flip 1,-1")
    assert legal(match, "flip") == {"0,-1"}


@pytest.mark.ruling("TER-7")
def test_a_chain_may_go_back_to_the_tile_that_caused_it() -> None:
    match, drawing = table(
        """
             a

             M

             Fd

             D
                R
             TT
        """
    )
    match.play(f"place forest {drawing['a']}")
    assert legal(match, "flip") == {"0,-3", "0,-2"}
    match.play("flip 0,-2")
    assert legal(match, "flip") == {"0,-3"}
    assert match.view().table["flips"][0]["line"]["to"] == drawing["a"]


@pytest.mark.ruling("TER-5")
def test_a_line_ends_at_the_first_centre_of_the_colour() -> None:
    match, drawing = table(
        """
             a

             M

             D

             F

             TT
        """
    )
    match.play(f"place forest {drawing['a']}")
    assert legal(match, "flip") == {"0,-3"}
    with pytest.raises(IllegalMoveError, match="the line from 0,-4 towards 0,-1 ends before it, at 0,-2"):
        match.play("flip 0,-1")


@pytest.mark.ruling("TER-5")
def test_a_line_does_not_pass_over_an_empty_place() -> None:
    match, drawing = table(
        """
             a
                R
             M
                R
             .
                R
             D
                R
             TT
        """
    )
    match.play(f"place forest {drawing['a']}")
    assert match.waiting == (1,)


SLANTED_LINE = """
    a
       M
    F
       F

       R

       F
    TT    F

          D
"""


@pytest.mark.ruling("TER-5")
def test_a_line_may_run_in_any_direction() -> None:
    match, drawing = table(SLANTED_LINE)
    match.play(f"place forest {drawing['a']}")
    assert legal(match, "flip") == {"1,-2"}
    (flip,) = match.view().table["flips"]
    assert flip["line"] == {"from": "0,-4", "to": "2,0", "crossed": ["0,-3", "1,-3", "1,-2", "1,-1", "2,-1"]}


@pytest.mark.ruling("TER-5")
def test_a_slanted_line_needs_every_place_that_it_crosses() -> None:
    for row, token in ((3, "    F"), (4, "       F"), (8, "       F"), (9, "    TT    F")):
        lines = SLANTED_LINE.splitlines()
        assert lines[row] == token
        lines[row] = token[:-1] + "."
        match, drawing = table("\n".join(lines))
        match.play(f"place forest {drawing['a']}")
        assert match.waiting == (1,), row


@pytest.mark.ruling("TER-5")
def test_with_rows_only_a_slanted_line_does_not_count() -> None:
    match, drawing = table(SLANTED_LINE, options={"lines": "rows"}, spies=1)
    match.play(f"place forest {drawing['a']}")
    assert not legal(match, "flip")
    with pytest.raises(IllegalMoveError, match="1,-2 is not in a row with 0,-4"):
        match.play("flip 1,-2")


@pytest.mark.ruling("TER-5")
@pytest.mark.parametrize(("q", "r"), [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)])
def test_with_rows_only_all_three_rows_count_both_ways(q: int, r: int) -> None:
    match, _ = table("TT", options={"lines": "rows"}, seats=2)
    match.play(f"place camp {-q},{-r}")
    match.play(f"place river {q},{r}")
    match.play(f"place forest {2 * q},{2 * r}")
    assert legal(match, "flip") == {f"{q},{r}"}


@pytest.mark.ruling("TER-5")
def test_a_line_along_the_edge_of_two_places_crosses_neither() -> None:
    match, drawing = table(
        """
             a
                .
             M^
                F
             TT    .
                .
                   D
        """
    )
    assert drawing["a"] == "0,-2"
    match.play(f"place forest {drawing['a']}")
    assert legal(match, "flip") == {"1,-1"}


@pytest.mark.ruling("TER-5", "TER-2")
def test_special_tiles_lie_under_a_line_but_are_never_flipped() -> None:
    match, drawing = table(
        """
             a

             M+

             F

             D
                R
             TT
        """
    )
    match.play(f"place forest {drawing['a']}")
    assert legal(match, "flip") == {"0,-2"}
    with pytest.raises(IllegalMoveError, match="the tile at 0,-3 is special"):
        match.play("flip 0,-3")


@pytest.mark.ruling("TER-19")
def test_a_special_tile_of_the_colour_ends_a_line_like_any_other() -> None:
    match, drawing = table(
        """
             a

             M

             D^

             F

             TT
        """
    )
    match.play(f"place forest {drawing['a']}")
    assert legal(match, "flip") == {"0,-3"}


@pytest.mark.ruling("TER-6")
def test_the_tower_counts_as_every_colour() -> None:
    for turn, family in enumerate("DFMR"):
        other = "F" if family == "D" else "D"
        match, drawing = table(
            f"""
             a

             {other}

             TT
            """,
            turn=turn,
        )
        under = "forest" if family != "F" else "river"
        match.play(f"place {under} {drawing['a']}")
        assert legal(match, "flip") == {"0,-1"}
        assert match.view().table["flips"][0]["line"]["to"] == "0,0"


@pytest.mark.ruling("TER-6", "TER-19")
def test_the_tower_ends_a_line_and_is_never_flipped() -> None:
    match, drawing = table(
        """
             a

             F

             TT

             M

             D
        """
    )
    match.play(f"place forest {drawing['a']}")
    assert legal(match, "flip") == {"0,-1"}
    with pytest.raises(IllegalMoveError, match="the tower is never flipped"):
        match.play("flip 0,0")
    with pytest.raises(IllegalMoveError, match="ends before it, at 0,0"):
        match.play("flip 0,1")


@pytest.mark.ruling("TER-19")
def test_a_line_may_cross_the_tower_beside_its_centre() -> None:
    match, drawing = table(
        """
             a

             M
                TT

                F

                R
                   R

                   D
        """
    )
    match.play(f"place forest {drawing['a']}")
    assert legal(match, "flip") == {"0,1"}
    assert match.view().table["flips"][0]["line"]["crossed"] == ["-1,0", "0,0", "0,1", "0,2", "1,2"]


@pytest.mark.ruling("TER-11")
def test_a_colour_that_nobody_plays_can_be_flipped_and_belongs_to_nobody() -> None:
    match, drawing = table(
        """
             a

             Rf

             TT
        """,
        seats=2,
    )
    match.play(f"place forest {drawing['a']}")
    match.play("flip 0,-1")
    assert shown(match)["0,-1"] == "forest"
    match, drawing = table(
        """
             a

             Fr

             TT
        """,
        seats=2,
    )
    match.play(f"place forest {drawing['a']}")
    before = match.scores.totals
    match.play("flip 0,-1")
    assert shown(match)["0,-1"] == "river"
    assert match.scores.totals[0] == before[0]
    assert match.scores.totals[1] == before[1] - 2


def test_tiles_of_the_own_colour_are_not_flipped() -> None:
    match, drawing = table(
        """
             a

             D

             TT

             R
        """,
        spies=1,
    )
    match.play(f"place forest {drawing['a']}")
    with pytest.raises(IllegalMoveError, match="shows your own colour"):
        match.play("flip 0,-1")


def test_only_the_colour_counts_not_whose_tile_it_was() -> None:
    match, drawing = table(
        """
             a

             Fd
                b
             TT    c
        """,
        seats=2,
    )
    match.play(f"place forest {drawing['a']}")
    match.play("flip 0,-1")
    match.play(f"place river {drawing['b']}")
    match.play(f"place forest {drawing['c']}")
    assert legal(match, "flip") == {drawing["b"]}
    assert match.view().table["flips"][0]["line"]["to"] == "0,-1"
