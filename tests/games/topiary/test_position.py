"""Final tables of Topiary as documents."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tests.games.topiary.tables import ALL_WAYS, Dealt
from tilery.games.reading import DocumentError, Node
from tilery.games.topiary import GAME
from tilery.match.position import score_position

THREE_PLAYERS: dict[str, Any] = {
    "position": 1,
    "game": "topiary",
    "garden": [
        "icosahedron-3 pompom-4 - icosahedron-4 spiral-5",
        "- - - - -",
        "trex-2 trex-3 swan-4 trex-5 swan-5",
        "- - whale-3 - -",
        "- - - - elephant-4",
    ],
    "players": [
        {"visitors": ["a1E", "a2E", "b1SW", "a5E", "c5N", "e5NW"], "hand": ["trex-1", "whale-2", "spiral-4"]},
        {"visitors": ["a3E", "e3W", "b5N", "d5N", "a4E", "e1W"], "hand": ["whale-1", "swan-1", "pompom-1"]},
        {"visitors": ["e5N", "e1SW", "a5NE", "b1S", "d1S", "e4W"], "hand": ["elephant-3", "elephant-1", "whale-4"]},
    ],
}


def test_a_table_is_scored() -> None:
    sheet = score_position(THREE_PLAYERS)
    # Player 1: a1E sees 3+4+5, b1SW the pom-pom, a5E the elephant, c5N whale 3 and swan 4, e5NW the elephant.
    # Player 2: a3E sees T-Rexes 2, 3, 5 and swan 4; e3W swan 5; b5N T-Rex 3 and pom-pom 4; d5N T-Rex 5; a4E whale 3;
    # e1W spiral 5. Player 3: e5N sees 4, 5; e1SW spiral 5; a5NE swan 4, spiral 5; b1S 4; d1S 4, 5; e4W whale 3.
    points = [list(row.values()) for row in sheet.to_json()["scores"]]
    assert [row[:3] for row in points] == [[31, 0, 6], [39, 3, 3], [39, 0, 4]]


@pytest.mark.parametrize(("seats", "options"), ALL_WAYS)
def test_a_finished_game_written_and_read_scores_the_same(seats: int, options: dict[str, str]) -> None:
    for seed in range(25):
        table = Dealt(seats, options, seed).play_randomly(64, seed)
        assert table.stage == "over"
        document = GAME.positions.write(table.state)
        again = Dealt(seats)
        again.states[:] = 0
        GAME.positions.read(Node(document), again.state)
        assert again.points() == table.points()
        assert again.standing() == table.standing()
        assert GAME.positions.write(again.state) == document
        view, true = again.view(), table.view()
        hidden = ("removed_series", "box_size", "put_by")  # a table does not tell these
        assert {k: v for k, v in view.items() if k not in hidden} == {k: v for k, v in true.items() if k not in hidden}


def changed(*path: Any, to: Any) -> dict[str, Any]:
    document = copy.deepcopy(THREE_PLAYERS)
    inner: Any = document
    for step in path[:-1]:
        inner = inner[step]
    if to is None:
        del inner[path[-1]]
    else:
        inner[path[-1]] = to
    return document


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        (changed("players", to=[]), "players: Topiary has 2 to 4 players, not 0"),
        (changed("players", to=THREE_PLAYERS["players"] * 2), "players: Topiary has 2 to 4 players, not 6"),
        (changed("players", 0, to="Ann"), "players[0]: expected an object with named members"),
        (changed("players", 1, "name", to="Ann"), 'players[1]: "name" is unknown here; expected one of visitors, hand'),
        (changed("players", 1, "hand", to=None), 'players[1]: "hand" is missing'),
        (changed("garden", to=None), '"garden" is missing'),
        (changed("box", to=[]), '"box" is unknown here; expected one of position, game, garden, players'),
        (changed("garden", to=["- - - - -"] * 4), "garden: expected 5 elements, found 4"),
        (changed("garden", 1, to="- - - -"), 'garden[1]: expected five tiles, each like trex-4 or "-" for face down'),
        (changed("garden", 1, to=7), "garden[1]: expected a string"),
        (
            changed("garden", 1, to="- - trex-9 - -"),
            'garden[1]: there is no tile "trex-9"; a tile is a series and a value from 1 to 5, like trex-4',
        ),
        (changed("garden", 1, to="- - trex-5 - -"), "garden[2]: there is only one trex-5, and it is already used: c2"),
        (
            changed("players", 2, "hand", 1, to="swan-4"),
            "players[2].hand[1]: there is only one swan-4, and it is already used: c3",
        ),
        (
            changed("players", 2, "hand", 1, to="whale-1"),
            "players[2].hand[1]: there is only one whale-1, and it is already used: the hand of player 2",
        ),
        (
            changed("players", 2, "hand", to=["whale-5", "swan-2", "swan-3", "pompom-5"]),
            "players[2].hand: a hand must have three tiles at the end, not 4",
        ),
        (
            changed("players", 0, "visitors", to=["a1E", "a2E", "a3E", "a4E", "a5E", "b1S", "c1S"]),
            "players[0].visitors: with 3 players everyone has 6 visitors, not 7",
        ),
        (
            changed("players", 0, "visitors", 3, to="a1NE"),
            'players[0].visitors[3]: there is no spot "a1NE"; a spot is its first tile and the direction of sight',
        ),
        (
            changed("players", 1, "visitors", 3, to="a1E"),
            "players[1].visitors[3]: there is already a visitor at a1E, and there is room for only one",
        ),
    ],
)
def test_a_table_that_cannot_be_gets_a_sentence_with_its_place(document: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DocumentError) as error:
        score_position(document)
    assert str(error.value).startswith(sentence)


@pytest.mark.parametrize(
    ("document", "note"),
    [
        (
            changed("garden", 2, to="- - - - -"),
            "the tile in the middle, c3, is face up from the start, but face down here",
        ),
        (changed("players", 2, "hand", to=["whale-5"]), "player 3 has 1 tile in hand here, but 3 in a complete game"),
        (changed("players", 0, "visitors", to=["a1E"]), "player 1 has 1 visitor here, but 6 in a complete game"),
        (
            changed("players", 2, "hand", 2, to="pyramid-1"),
            "with 3 players one series is left out, but here are tiles of all eight",
        ),
    ],
)
def test_a_table_that_is_no_end_of_a_whole_game_is_scored_with_a_note(document: dict[str, Any], note: str) -> None:
    assert score_position(document).notes == (note,)
    assert score_position(THREE_PLAYERS).notes == ()


@pytest.mark.ruling("TOP-3")
def test_with_four_players_tiles_of_all_eight_series_can_lie_there() -> None:
    document = GAME.positions.write(Dealt(4).play_randomly(64, 1).state)
    everything = " ".join(document["garden"] + [tile for player in document["players"] for tile in player["hand"]])
    assert len({tile.split("-", 1)[0] for tile in everything.split()} - {""}) == 8
