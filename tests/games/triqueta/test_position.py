"""Final tables of Triqueta: read, checked against the box, and written."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.triqueta.tables import DUEL, VARIANTS, WOLVES, moments
from tilery.games.reading import DocumentError
from tilery.match.match import Match
from tilery.match.position import position_of, score_position


def document(*players: Any, **others: Any) -> dict[str, Any]:
    return {"position": 1, "game": "triqueta", "players": list(players), **others}


FIRST = {"collection": {"rabbit": 2, "owl": 3}, "face_down": ["bear"], "rock": True, "trees": 2}
SECOND: dict[str, Any] = {"collection": {}}


def test_a_table_with_everything() -> None:
    sheet = score_position(document(FIRST, SECOND))
    assert sheet.totals == (2 + 6 + 1 + 1 + 2, 0)


def test_what_a_player_does_not_have_may_be_left_out() -> None:
    assert score_position(document({"collection": {"owl": 1}}, {"collection": {}, "rock": True})).totals == (1, 1)


def test_a_table_without_rock_or_with_too_few_trees_is_scored_with_a_note() -> None:
    rock, trees = score_position(document(SECOND, {**SECOND, "trees": 1})).notes
    assert rock.startswith("no player has the rock; give it to the player who took the last row")
    assert trees == "the players have 1 tree here, but 3 at the end of a complete game"
    assert score_position(document(FIRST, {**SECOND, "trees": 1})).notes == ()


def test_no_wolves_may_be_written_in_a_game_without_them() -> None:
    assert score_position(document({"collection": {"owl": 1, "wolf": 0}}, FIRST)).totals[0] == 1


@pytest.mark.parametrize(("seats", "options"), VARIANTS)
def test_a_finished_game_is_written_and_scores_the_same_when_read(seats: int, options: dict[str, str]) -> None:
    for seed in range(15):
        *_, match = moments(seats, options, seed, patience=0.25 * (seed % 4))
        written = position_of(match)
        sheet = score_position(written)
        assert (sheet.points, sheet.winners) == (match.scores.points, match.scores.winners)


@pytest.mark.ruling("TRI-6")
@pytest.mark.parametrize("options", [{}, WOLVES, DUEL])
def test_a_written_table_tells_nothing_that_is_hidden(options: dict[str, str]) -> None:
    for seed in range(20):
        *_, match = moments(2, options, seed, patience=0.9)
        assert position_of(match.redeal(None, seed=seed)) == position_of(match)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (document(FIRST), "players: Triqueta has 2 to 5 players, not 1"),
        (document(*[SECOND] * 6), "players: Triqueta has 2 to 5 players, not 6"),
        ({"position": 1, "game": "triqueta"}, '"players" is missing'),
        (document(FIRST, SECOND, rows=3), '"rows" is unknown here; expected one of position, game, wolves, players'),
        (document(FIRST, SECOND, wolves="on"), "wolves: expected true or false"),
        (document(FIRST, FIRST), "players[1].rock: there is only one rock, and player 1 already has it"),
        (document(FIRST, {"rock": False}), 'players[1]: "collection" is missing'),
        (document(FIRST, {**SECOND, "stones": 1}), 'players[1]: "stones" is unknown here; expected one of collection'),
        (document(FIRST, {**SECOND, "trees": 4}), "players[1].trees: 4 is not between 0 and 3"),
        (document(FIRST, {**SECOND, "trees": 2}), "players[1].trees: there are only 3 trees in the box"),
        (
            document(FIRST, {"collection": {"fox": 1}}),
            'players[1].collection: "fox" is unknown here; expected one of rabbit',
        ),
        (document(FIRST, {"collection": {"owl": -1}}), "players[1].collection.owl: -1 is not between 0 and 60"),
        (document(FIRST, {"collection": {"owl": 1.5}}), "players[1].collection.owl: expected a whole number"),
        (
            document(FIRST, {"collection": {"owl": 8}}),
            "players[1].collection.owl: there are only 10 tiles of the owl in the box, for all players together",
        ),
        (
            document(FIRST, {"collection": {"owl": 7}, "face_down": ["owl"]}),
            "players[1].face_down[0]: there are only 10 tiles of the owl in the box, for all players together",
        ),
        (
            document(FIRST, {"collection": {"owl": 9}}, wolves=True),
            "players[1].collection.owl: there are only 11 tiles of the owl in the box, for all players together",
        ),
        (
            document(FIRST, {"collection": {"wolf": 10}}, wolves=True),
            "players[1].collection.wolf: there are only 9 tiles of the wolf in the box, for all players together",
        ),
        (
            document(FIRST, {"collection": {"wolf": 1}}),
            'players[1].collection: there are wolves only in a game with "wolves": true',
        ),
        (
            document(FIRST, {**SECOND, "face_down": ["owl", "owl", "ram"]}),
            "players[1].face_down: a player can keep at most two tiles face down in a game, not 3",
        ),
        (
            document(FIRST, {**SECOND, "face_down": ["fox"]}),
            'players[1].face_down[0]: "fox" is unknown; expected one of',
        ),
        (document(FIRST, {**SECOND, "face_down": "owl"}), "players[1].face_down: expected a list"),
        (
            document(FIRST, {**SECOND, "face_down": ["wolf"]}, wolves=True),
            "players[1].face_down[0]: wolves are grey tiles, which are always counted: they belong to the collection",
        ),
    ],
)
def test_a_table_that_cannot_be_gets_a_sentence_with_its_place(wrong: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DocumentError) as caught:
        score_position(wrong)
    assert str(caught.value).startswith(sentence)


def test_with_wolves_there_are_eleven_of_an_animal() -> None:
    assert score_position(document(FIRST, {"collection": {"owl": 8}}, wolves=True)).points[1]["owl"] == -5


def test_the_picture_fits_a_hundred_columns_and_tells_only_what_the_view_tells() -> None:
    for seats, options in VARIANTS:
        for step, match in enumerate(moments(seats, options, 4, patience=0.97)):
            if step % 4 == 0 or match.is_over:
                picture = match.view(step % seats).picture
                assert max(map(len, picture.splitlines())) <= 100
        assert match.redeal(0, seed=2).view(0).picture == match.view(0).picture


def test_the_picture_shows_the_table() -> None:
    match = Match("triqueta", 2, seed=4)
    match.play("draw")
    assert str(match).splitlines() == [
        "round 1 of 4, in the stack 14 white tiles",
        "row 1: empty",
        "row 2: empty",
        "player 1: no animals; rock",
        "player 2: no animals",
        "player 1 has drawn #",
    ]
