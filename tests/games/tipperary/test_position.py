"""Final tables as people type them from a real table."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.games.tipperary.sets import random_set
from tilery.games.reading import DocumentError
from tilery.games.tipperary.rules.components import read_components
from tilery.match.match import Match
from tilery.match.position import position_of, score_position

TABLE: dict[str, Any] = {
    "position": 1,
    "game": "tipperary",
    "players": [
        {
            "town": "Durlas",
            "side": "front",
            "display": [
                ".  r  m  .  . ",
                "p2 m  b  ms c3",
                "p1 #  #  #  t ",
                ".  #  #  #  g*",
                ".  .  .  g  . ",
            ],
            "whiskey": 13,
        },
        {"side": "back", "display": [". m+ p1", "# # #", "# # #", "r . ."]},
    ],
    "marker": 1,
}


def changed(*path: Any, to: Any) -> dict[str, Any]:
    document = copy.deepcopy(TABLE)
    place: Any = document
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = to
    return document


def test_a_table_is_scored_from_its_drawings() -> None:
    sheet = score_position(TABLE)
    assert list(sheet.points[0].values()) == [12, 3, 5, 0, 13, 3]
    assert list(sheet.points[1].values()) == [6, 1, 0, 0, 0, 0]


@pytest.mark.ruling("TIP-15")
def test_without_a_word_the_marker_lies_with_the_only_largest_flock() -> None:
    document = copy.deepcopy(TABLE)
    del document["marker"]
    assert score_position(document).points[0]["marker"] == 5
    document["players"][1]["display"][0] = ". p2 p1"
    assert [points["marker"] for points in score_position(document).points] == [0, 0]
    document["marker"] = 2
    assert [points["marker"] for points in score_position(document).points] == [0, 5]
    document["marker"] = None
    assert [points["marker"] for points in score_position(document).points] == [0, 0]


def test_what_is_not_the_end_of_a_whole_game_gets_a_sentence_beside_its_score() -> None:
    few = "player 2 has 0 spaces outside the town, fewer than the tiles of 12 rounds"
    first = "player 1 has 7 spaces outside the town, fewer than the tiles of 12 rounds"
    assert score_position(TABLE).notes == (first, few)
    assert score_position(changed("marker", to=2)).notes[0] == "player 2 has the marker, but not the largest flock"
    assert score_position(changed("marker", to=2)).points[1]["marker"] == 5
    nobody = score_position(changed("marker", to=None))
    assert nobody.notes[0] == "player 1 alone has the largest flock, but nobody has the marker"
    assert [points["marker"] for points in nobody.points] == [0, 0]


DISPLAY = ("players", 0, "display")


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        (changed("players", to=[]), "players: Tipperary has 2 to 5 players, not 0"),
        (changed("colour", to=1), '"colour" is unknown here'),
        (changed("players", 0, "side", to="left"), 'players[0].side: "left" is unknown; expected one of front, back'),
        (changed("players", 0, "town", to="Cork"), 'players[0].town: "Cork" is unknown; expected one of An Chathair'),
        (changed("players", 1, "town", to="Durlas"), "players[1].town: another player already has Durlas"),
        (changed("players", 0, "whiskey", to=4), "players[0].whiskey: the whiskey track has no 4; it has 0, 3, 6"),
        (changed("players", 0, "whiskey", to=31), "players[0].whiskey: 31 is not between 0 and 30"),
        (changed("players", 0, "towers", to=1), 'players[0]: "towers" is unknown here'),
        (changed(*DISPLAY, 1, to="p2 m b ms c0"), 'players[0].display[1]: there is no space "c0"; a landscape is m'),
        (changed(*DISPLAY, 2, to="p1 # # # t*"), 'players[0].display[2]: "t*" has a mark, but only landscapes'),
        (changed(*DISPLAY, to=["m m"]), "players[0].display: the town is missing; draw its six spaces"),
        (
            changed(*DISPLAY, 3, to=".  #  #  m  g*"),
            "players[0].display: the town must have six # in two rows of three",
        ),
        (changed(*DISPLAY, 4, to="#  .  .  g  . "), "players[0].display: the town must have six #"),
        (
            changed(*DISPLAY, 4, to=".  .  .  .  g "),
            'players[0].display: the front of a town has a landscape below its # number 3, not "."',
        ),
        (
            changed(*DISPLAY, 1, to="p2 t  b  ms c3"),
            'players[0].display: the front of a town has a landscape above its # number 1, not "t"',
        ),
        (
            changed(*DISPLAY, 4, to=".  .  .  g  .  m"),
            "players[0].display[4]: space 6 is not connected to the town edge to edge",
        ),
        (
            changed(*DISPLAY, 4, to=".  .  .  g " + "t " * 12),
            "players[0].display[4]: there are only 12 towers in the box",
        ),
        (
            changed(*DISPLAY, 4, to=".  .  .  g " + "ms " * 24),
            "players[0].display[4]: there are only 24 wooden sheep in the box",
        ),
        (
            changed(*DISPLAY, 4, to=".  .  .  g " + "b* " * 12),
            "players[0].display[4]: there are only 12 bonus tiles in the box",
        ),
        (
            changed(*DISPLAY, 4, to=".  .  .  g " + "b " * 120),
            "players[0].display: no display has more than 129 spaces",
        ),
        (changed("marker", to=3), "marker: 3 is not between 1 and 2"),
    ],
)
def test_a_table_that_cannot_be_gets_a_sentence_with_its_place(document: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DocumentError) as caught:
        score_position(document)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("wild", [False, True])
def test_a_finished_game_written_and_read_scores_the_same(seats: int, wild: bool) -> None:
    for seed in range(12):
        options = {"tiles": random_set(seed)} if wild else {}
        match = Match("tipperary", seats, options=options, seed=seed)
        match.play_randomly(seed=seed)
        sheet = score_position(position_of(match))
        assert sheet.points == match.scores.points
        assert sheet.notes == ()


COMPONENTS = """
sheep = 24
towers = 12
bonus = ["p1", "p2", "g", "g", "d", "d", "r", "r", "b", "b", "m", "c2"]
rounds = { 2 = 12, 3 = 12, 4 = 12, 5 = 10 }
whiskey = { track = [0, 3, 6, 10, 13, 17, 21, 25, 30], sheep = [6, 13, 21] }
""" + "".join(
    f"""
[[towns]]
name = "{name}"
front = ["{a} {b} .", "# # #", "# # #", ". . {c}"]
back = [". {d} {e}", "# # #", "# # #", "{f} . ."]
"""
    for name, a, b, c, d, e, f in [
        ("A", "m", "p1", "r", "g", "r", "b"),
        ("B", "m", "p1", "b", "g", "p1", "d"),
        ("C", "g", "m", "d", "p1", "r", "g"),
        ("D", "m", "r", "d", "d", "p1", "b"),
        ("E", "m", "b", "g", "b", "d", "r"),
    ]
)


def test_good_components_are_read() -> None:
    assert read_components(COMPONENTS).towns == ["A", "B", "C", "D", "E"]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('name = "B"', 'name = "A"', "towns: two towns have the same name"),
        ('"p1", "p2", "g"', '"p1", "x", "g"', 'bonus[1]: there is no landscape "x"; a landscape is m'),
        ('"m", "c2"]', '"m"]', "bonus: expected 12 elements, found 11"),
        ("[6, 13, 21]", "[6, 13, 22]", "whiskey.sheep[2]: the track has no space with 22 points"),
        ("[0, 3, 6,", "[0, 6, 3,", "whiskey.track: the points start with 0 and rise"),
        ("sheep = 24", "sheep = 25", "sheep: 25 is not between 0 and 24"),
        ('["m p1 .", "# # #"', '["m p1 .", "# m #"', "towns[0].front[1]: space 2 carries the whiskey track"),
        ('["m p1 ."', '["m p1 r"', "towns[0].front[0]: the town does not cover space 3"),
        ('["m p1 ."', '["m p1"', "towns[0].front[0]: expected three spaces, found 2"),
        ('["m p1 ."', '["m p2 ."', "towns[0].front[0]: a town has no p2: its pastures have one sheep"),
        ('["m p1 ."', '["m c1 ."', "towns[0].front[0]: a town has no c1"),
        (
            '["m p1 .", "# # #", "# # #", ". . b"',
            '["m p1 .", "# # #", "# # #", ". . r"',
            "towns[1].front: another side",
        ),
        ("sheep = 24", "sheep = ", "Invalid value"),
        ("sheep = 24", "sheep = 24\ngoats = 1", '"goats" is unknown here'),
        ("5 = 10", "5 = 13", "rounds.5: 13 is not between 1 and 12"),
    ],
)
def test_a_wrong_components_file_gets_a_sentence_with_its_place(old: str, new: str, sentence: str) -> None:
    assert old in COMPONENTS
    with pytest.raises(DocumentError) as caught:
        read_components(COMPONENTS.replace(old, new, 1))
    assert str(caught.value).startswith(sentence)
