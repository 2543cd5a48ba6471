"""Spies, who knows what, and what a view shows of it."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tests.games.terraflip.tables import legal, table
from tests.useless import useless_moves
from tilery import bots
from tilery.games.terraflip.rules.components import FAMILIES
from tilery.games.thinking import Thinking
from tilery.match.match import IllegalMoveError, Match

LINE = """
             a

             Rd

             F

             D
                M
             TT
"""


def tile(match: Match, seat: int | None, place: str) -> dict[str, Any]:
    (found,) = [tile for tile in match.view(seat).table["tiles"] if tile["place"] == place]
    return dict(found)


@pytest.mark.ruling("TER-10", "TER-17")
def test_a_spy_may_look_before_placing_between_flips_and_after_them() -> None:
    match, drawing = table(LINE, spies=3)
    match.play("spy 0,-3")
    assert match.waiting == (0,)
    assert legal(match, "place")
    match.play(f"place forest {drawing['a']}")
    match.play("spy 0,-2")
    assert legal(match, "flip") == {"0,-3", "0,-2"}, "a look does not disturb the line"
    match.play("flip 0,-3")
    assert legal(match, "flip") == {"0,-2"}
    match.play("flip 0,-2")
    assert legal(match, "spy")
    match.play("spy 1,-1")
    assert match.waiting == (1,), "the last spy was used and nothing is left to do"


@pytest.mark.ruling("TER-10")
def test_everybody_has_three_spies_for_the_whole_game() -> None:
    match, _ = table(LINE, spies=3)
    for left in (2, 1, 0):
        match.play("spy 0,-3")
        assert match.view().table["spies"][0] == left
    assert not legal(match, "spy")
    with pytest.raises(IllegalMoveError, match="no spy left"):
        match.play("spy 0,-3")


@pytest.mark.ruling("TER-10")
def test_only_the_owner_of_the_spy_sees_the_underside_and_the_tile_stays() -> None:
    match, _ = table(LINE, spies=3)
    before = tile(match, None, "0,-3")
    match.play("spy 0,-3")
    assert tile(match, 0, "0,-3") == before | {"under": "desert", "known_to": [0, 3]}
    for other in (1, 2, None):
        assert tile(match, other, "0,-3")["under"] is None
    assert tile(match, 3, "0,-3")["under"] == "desert"
    for viewer in (0, 1, 2, 3, None):
        assert match.view(viewer).table["looked"] == {"place": "0,-3", "seat": 0}


@pytest.mark.ruling("TER-16")
def test_a_spy_may_look_at_any_two_faced_tile_even_a_known_one() -> None:
    match, _ = table(LINE.replace("M\n", "M+\n"), spies=3)
    assert legal(match, "spy") == {"0,-3", "0,-2", "0,-1"}
    match.play("spy 0,-1")
    match.play("spy 0,-1")


@pytest.mark.ruling("TER-16")
def test_there_is_nothing_to_see_under_special_tiles_and_the_tower() -> None:
    match, _ = table(LINE.replace("M\n", "M+\n"), spies=3)
    with pytest.raises(IllegalMoveError, match="special"):
        match.play("spy 1,-1")
    with pytest.raises(IllegalMoveError, match="nothing to see under the tower"):
        match.play("spy 0,0")
    with pytest.raises(IllegalMoveError, match="there is no tile at 3,0"):
        match.play("spy 3,0")


@pytest.mark.ruling("TER-3")
def test_once_flipped_a_tile_is_known_to_everybody() -> None:
    match, drawing = table(LINE)
    match.play(f"place forest {drawing['a']}")
    assert tile(match, 1, "0,-3")["under"] is None
    match.play("flip 0,-3")
    for viewer in (0, 1, 2, 3, None):
        assert tile(match, viewer, "0,-3")["under"] == "river"


@pytest.mark.ruling("TER-3")
def test_the_back_of_anothers_tile_is_unknown() -> None:
    match = Match("terraflip", 2, seed=0)
    match.play("place river 0,1")
    assert tile(match, 0, "0,1")["under"] == "river"
    assert tile(match, 1, "0,1")["under"] is None
    assert match.log(1) == [(0, "place ? 0,1")]
    assert match.log(0) == [(0, "place river 0,1")]
    assert match.view(1).table["hands"][0] == {
        "two_faced": 8,
        "specials": ["catapult", "rider", "camp"],
        "undersides": None,
    }


@pytest.mark.ruling("TER-14")
def test_pure_memory_shows_an_underside_only_until_the_next_move() -> None:
    match, drawing = table(LINE, spies=3, options={"memory": "pure"})
    match.play("spy 0,-3")
    assert tile(match, 0, "0,-3")["under"] == "desert"
    assert tile(match, 3, "0,-3")["under"] is None, "not even to its owner, who must remember"
    match.play("spy 0,-2")
    assert tile(match, 0, "0,-3")["under"] is None
    assert tile(match, 0, "0,-2")["under"] == "mountain"
    match.play(f"place forest {drawing['a']}")
    assert {found["under"] for found in match.view(0).table["tiles"]} == {None}


@pytest.mark.ruling("TER-22")
def test_pure_memory_shows_a_look_until_the_owners_own_next_decision() -> None:
    match, _ = table("F\n\nTT", spies=1, options={"memory": "pure"}, seats=3)
    match.play("place river 0,1")
    match.play("spy 0,-1")
    assert match.waiting == (1,), "the look ended the turn"
    for move in ("place river 1,0", "end", "place river -1,0"):
        assert tile(match, 0, "0,-1")["under"] == "mountain"
        assert match.view(0).table["saw"] == {"place": "0,-1", "under": "mountain"}
        assert [match.view(other).table["saw"] for other in (1, 2, None)] == [None] * 3
        assert tile(match, 1, "0,-1")["under"] is None
        match.play(move)
    match.play("end")
    assert match.waiting == (0,)
    match.play("place river 1,-1")
    assert tile(match, 0, "0,-1")["under"] is None
    assert match.view(0).table["saw"] is None


@pytest.mark.ruling("TER-22")
def test_a_look_outlives_what_others_do_to_the_tile() -> None:
    """What was seen stays in the view; once the tile was flipped, what is underneath now is something else."""
    match, drawing = table(LINE, spies=1, options={"memory": "pure"})
    match.play("place forest 0,1")
    match.play("spy 0,-3")
    match.play(f"place desert {drawing['a']}")
    match.play("flip 0,-3")
    assert match.view(0).table["saw"] == {"place": "0,-3", "under": "desert"}
    assert tile(match, 0, "0,-3")["colour"] == "desert"
    assert tile(match, 0, "0,-3")["under"] is None, "that was there for all to see, and the spy did not look at it"


@pytest.mark.ruling("TER-22")
def test_a_thrown_tile_takes_the_look_along() -> None:
    match, _ = table("F\n\nTT", spies=1, options={"memory": "pure"}, seats=3)
    for move in ("place forest 0,1", "spy 0,-1", "place river 1,0", "end", "place catapult 1,-1", "throw 0,-1 1,-2"):
        match.play(move)
    assert match.view(0).table["saw"] == {"place": "1,-2", "under": "mountain"}
    assert tile(match, 0, "1,-2")["colour"] == "mountain"
    assert tile(match, 0, "1,-2")["under"] is None, "nobody's spy looked at that"


@pytest.mark.ruling("TER-14")
def test_the_log_of_a_pure_game_forgets_places_undersides_and_owners() -> None:
    match = Match("terraflip", 2, options={"memory": "pure"}, seed=0)
    for move in ("place river 0,1", "place mountain 0,-1", "spy 0,1", "place camp 1,-1", "flip 0,-1"):
        match.play(move)
    assert match.waiting == (1,)
    faded = [(0, "place ?"), (1, "place ?")]
    turn = [(0, "place camp 1,-1"), (0, "flip 0,-1")]
    assert match.log(1) == [*faded, (1, "spy 0,1"), *turn]
    assert match.log(0) == [*faded, (1, "spy"), (0, "place camp"), (0, "flip 0,-1")]
    assert match.log() == match.log(0)
    assert list(match.view(1).last_moves) == turn
    for seat in (None, 0, 1):
        assert match.story(seat) == match.log(seat)
        assert match.redeal(seat, seed=1).log(seat) == match.log(seat)
    aided = Match("terraflip", 2, seed=0)
    aided.play("place river 0,1")
    aided.play("place river 0,-1")
    assert aided.log(0) == [(0, "place river 0,1"), (1, "place ? 0,-1")]


@pytest.mark.ruling("TER-14")
def test_nothing_that_a_seat_is_told_in_a_pure_game_names_an_earlier_place() -> None:
    """The words of the log and the whole page have no place, underside or owner of what is over."""
    match = Match("terraflip", 3, options={"memory": "pure"}, seed=0)
    drawing = match.game.drawing
    assert drawing is not None
    names = ["Ann", "Bob", "Cho"]
    choose = random.Random(4)
    while not match.is_over:
        match.play(choose.choice(match.legal_moves()))
        for seat in (None, 0, 1, 2):
            log = match.log(seat)
            own = [index for index, (who, _) in enumerate(log) if who == seat]
            moment = (len(log) - 1 if seat is None else own[-1] if own else 0) if not match.is_over else 0
            for _, text in log[:moment]:
                assert not any(character.isdigit() or character == "," for character in text)
                assert not any(family in text for family in FAMILIES)
            for told in drawing.tell(log[:moment], names):
                assert not told.places
                assert "underneath" not in told.sentence
    assert any("underneath" in told.sentence for told in drawing.tell(match.log(0), names)), "all is told after the end"


@pytest.mark.ruling("TER-16")
@pytest.mark.parametrize("memory", ["aided", "pure"])
def test_the_page_asks_before_a_spy_is_spent_on_what_is_shown(memory: str) -> None:
    match, _ = table(LINE, spies=3, options={"memory": memory})
    match.play("spy 0,-3")
    drawing = match.game.drawing
    assert drawing is not None

    def asked() -> set[str]:
        return {choice.move for choice in drawing.scene(match.view(0)).choices if choice.question}

    known = {"spy 0,-3", "spy 0,-1"} if memory == "aided" else {"spy 0,-3"}
    assert asked() == known
    match.play("spy 0,-2")
    assert asked() == (known | {"spy 0,-2"} if memory == "aided" else {"spy 0,-2"})


@pytest.mark.ruling("TER-16")
def test_bots_and_hints_never_look_at_what_they_know() -> None:
    """Spies are all that could be useful here, and one of three tiles is known: no level ever looks at that one."""
    match, _ = table(LINE, spies=3)
    match.play("place forest 0,1")
    while not any(str(move).startswith("spy") for move in match.legal_moves()):
        match.play("end")
    seat = match.waiting[0]
    known = useless_moves(match)
    assert known
    for level in bots.FOR_PEOPLE[:4]:
        for seed in range(12 if level != "hard" else 2):
            assert str(bots.choose(level, match, seat, seed)) not in known
    ranked = [str(found.move) for found in bots.analyse(match, seat, thinking=Thinking("tree", iterations=40))]
    assert {str(move) for move in match.legal_moves(seat)} == set(ranked)
    assert set(ranked[-len(known) :]) == known, "all moves are ranked, useless ones last"
    hurried = bots.think(match, seat, Thinking("tree", iterations=1), seed=0, seconds=0.0)
    assert str(hurried.move) not in known


@pytest.mark.ruling("TER-14", "TER-22")
def test_pure_memory_does_not_tell_whose_tile_it_was() -> None:
    """A flipped tile has its owner's colour underneath, so the owner would tell the underside."""
    match, drawing = table(LINE, options={"memory": "pure"})
    match.play(f"place forest {drawing['a']}")
    match.play("flip 0,-3")
    for viewer in (0, 1, 2, 3, None):
        found = tile(match, viewer, "0,-3")
        assert (found["owner"], found["under"], found["known_to"]) == (None, None, None)
    assert match.view(0).table["hands"][0]["undersides"] == {"forest": 2, "mountain": 3, "river": 3}


@pytest.mark.ruling("TER-14")
def test_the_rules_are_the_same_with_both_kinds_of_memory() -> None:
    games = [Match("terraflip", 3, options={"memory": memory}, seed=0) for memory in ("aided", "pure")]
    for match in games:
        match.play_randomly(seed=5)
    assert games[0].moves == games[1].moves
    assert games[0].scores.points == games[1].scores.points


@pytest.mark.ruling("TER-21")
def test_at_the_end_undersides_that_were_never_seen_stay_hidden() -> None:
    match = Match("terraflip", 2, seed=0)
    match.play_randomly(seed=3)
    known = [found for found in match.view(0).table["tiles"] if not found["special"] and found["under"]]
    hidden = [found for found in match.view(0).table["tiles"] if not found["special"] and not found["under"]]
    assert len(known) + len(hidden) == 18
    assert hidden
    assert all(found["owner"] == 1 and found["colour"] == "forest" for found in hidden)
