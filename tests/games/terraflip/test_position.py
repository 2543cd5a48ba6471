"""Final tables as documents."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest

from tilery.games.reading import DocumentError
from tilery.games.terraflip.rules.components import SPECIALS
from tilery.games.terraflip.rules.geometry import PLACES
from tilery.match.match import Match
from tilery.match.position import position_of, score_position


def finished(seats: int, seed: int = 0) -> Match:
    match = Match("terraflip", seats, seed=0)
    match.play_randomly(seed=seed)
    return match


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_finished_game_reads_back_with_the_same_score(seats: int) -> None:
    for seed in range(20):
        match = finished(seats, seed)
        document = json.loads(json.dumps(position_of(match)))
        sheet = score_position(document)
        assert sheet.points == match.scores.points
        assert sheet.winners == match.scores.winners
        assert sheet.tiebreak == match.scores.tiebreak


@pytest.mark.ruling("TER-15")
def test_on_a_real_table_players_may_have_any_family_in_any_order() -> None:
    document = position_of(finished(2))
    swap = {"desert": "river", "forest": "desert", "river": "forest", "mountain": "mountain"}
    renamed = copy.deepcopy(document)
    for part in renamed["players"]:
        part["family"] = swap[part["family"]]
    for part in renamed["tiles"]:
        part["colour"] = swap[part["colour"]]
    assert renamed["players"] == [{"family": "river"}, {"family": "desert"}]
    assert score_position(renamed).points == score_position(document).points


def edited(**changes: Any) -> dict[str, Any]:
    """A finished game of two players with the first double-sided tile or the first of a special kind changed."""
    document = position_of(finished(2))
    special = changes.pop("of", None)
    tile = next(tile for tile in document["tiles"] if tile.get("special") == special)
    tile.update(changes)
    return document


def refused(document: dict[str, Any], sentence: str) -> None:
    with pytest.raises(DocumentError, match=sentence):
        score_position(document)


def noted(document: dict[str, Any], sentence: str) -> None:
    notes = score_position(document).notes
    assert any(re.fullmatch(sentence, note) for note in notes), notes


def test_a_tile_needs_a_known_place_colour_and_kind() -> None:
    refused(edited(place="7,7"), r'tiles\[\d+\].place: there is no place "7,7"; a place is two whole numbers')
    refused(edited(place="0,0"), r"tiles\[\d+\].place: the tower stands at 0,0")
    refused(edited(colour="sea"), r'tiles\[\d+\].colour: "sea" is unknown')
    refused(edited(of="camp", special="moat"), r'tiles\[\d+\].special: "moat" is unknown')
    refused(edited(height=3), r'tiles\[\d+\]: "height" is unknown here')


def test_two_tiles_do_not_share_a_place() -> None:
    document = position_of(finished(2))
    document["tiles"][5]["place"] = document["tiles"][4]["place"]
    refused(document, r"tiles\[5\].place: there is already a tile at \S+")


@pytest.mark.ruling("TER-4")
def test_tiles_lie_within_the_limit_and_riders_one_step_further() -> None:
    refused(edited(place="0,-4"), "0,-4 is 4 steps from the tower; with 2 players this tile is at most 3 steps away")
    refused(
        edited(of="rider", place="0,-5"),
        "0,-5 is 5 steps from the tower; with 2 players a rider is at most 4 steps away",
    )


@pytest.mark.ruling("TER-2", "TER-11")
def test_every_family_in_play_has_each_special_tile_once() -> None:
    refused(edited(of="camp", special="rider"), "has only one rider")
    refused(edited(of="camp", colour="river"), "nobody plays river, so its special tiles are not in the game")
    document = position_of(finished(2))
    del next(tile for tile in document["tiles"] if tile.get("special") == "camp")["special"]
    noted(document, r"the camp of \w+ is missing")


@pytest.mark.ruling("TER-4")
def test_all_tiles_lie_on_the_table() -> None:
    document = position_of(finished(2))
    document["tiles"].remove(next(tile for tile in document["tiles"] if "special" not in tile))
    noted(document, "there are 23 tiles around the tower here, but 24 at the end of a complete game")
    assert score_position(position_of(finished(2))).notes == ()
    taken = {tile["place"] for tile in document["tiles"]}
    free = [place for place in PLACES[1:37] if place not in taken][:2]
    document["tiles"] += [{"place": place, "colour": "desert"} for place in free]
    refused(document, "tiles: there are 24 tiles with 2 players, not 25")


@pytest.mark.ruling("TER-4", "TER-9")
def test_all_tiles_are_joined_to_the_tower() -> None:
    """Tiles lie close around the tower, a rider at the rim; then it lies far away from the others."""
    specials = [{"colour": family, "special": kind} for family in ("desert", "forest") for kind in SPECIALS]
    kinds = [{"colour": ("desert", "forest")[number % 2]} for number in range(18)] + specials
    tiles = [{"place": place} | kind for place, kind in zip(PLACES[1:25], kinds, strict=True)]
    players = [{"family": "desert"}, {"family": "forest"}]
    document = {"position": 1, "game": "terraflip", "players": players, "tiles": tiles}
    score_position(document)
    assert tiles[19]["special"] == "rider"
    tiles[19]["place"] = "0,4"
    refused(document, r"tiles\[19\].place: the tile at 0,4 is not connected to the tower by other tiles")


@pytest.mark.ruling("TER-1", "TER-11")
def test_no_colour_shows_on_more_tiles_than_have_it() -> None:
    document = position_of(finished(2))
    for tile in document["tiles"]:
        if "special" not in tile:
            tile["colour"] = "river"
    noted(document, "18 double-sided tiles show river, but only 6 have such a side")
    for number, tile in enumerate(tile for tile in document["tiles"] if "special" not in tile):
        tile["colour"] = ("river", "mountain", "desert")[number % 3]
    score_position(document)
    for number, tile in enumerate(tile for tile in document["tiles"] if "special" not in tile):
        tile["colour"] = ("desert", "forest")[number >= 13]
    noted(document, "13 double-sided tiles show desert, but only 12 have such a side")


def test_players_are_two_to_four_different_families() -> None:
    document = position_of(finished(2))
    refused(document | {"players": document["players"][:1]}, "players: Terraflip has 2 to 4 players, not 1")
    refused(
        document | {"players": [{"family": "desert"}] * 2}, r"players\[1\].family: desert already belongs to player 1"
    )
    refused(document | {"players": [{"family": "desert"}, {}]}, r'players\[1\]: "family" is missing')
    refused(document | {"players": [{"family": "desert"}, {"name": "x"}]}, r'players\[1\]: "name" is unknown here')
    refused(document | {"weather": "fine"}, '"weather" is unknown here')
    del document["tiles"]
    refused(document, '"tiles" is missing')
