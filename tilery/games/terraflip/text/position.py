"""Final tables of Terraflip: the families in turn order, and every tile by place, colour and, if special, its name."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from tilery.games.reading import Node, players_of
from tilery.games.terraflip.rules.components import (
    FAMILIES,
    KINDS,
    LIMIT,
    RIDER_STEP,
    SPECIALS,
    TILES,
    TWO_FACED,
    in_words,
)
from tilery.games.terraflip.rules.geometry import COUNT, HEXAGONS, PLACES, TOWER, distance
from tilery.games.terraflip.rules.state import EMPTY, NOBODY, OVER, PLAIN, RIDER, TerraflipState
from tilery.games.terraflip.rules.tiles import clear_table, put
from tilery.games.terraflip.text.sight import joined
from tilery.words import Sentence, any_of, say, say_many


def read(document: Node, state: TerraflipState) -> list[Sentence]:
    document.only(("position", "game", "players", "tiles"))
    players = players_of(document, "Terraflip", 2, 4)
    state.seats = len(players)
    state.stage = OVER
    clear_table(state)
    families: list[int] = []
    for seat, player in enumerate(players):
        player.only(("family",))
        family = FAMILIES.index(player["family"].choice(FAMILIES))
        if family in families:
            player["family"].fail(
                say(
                    "{family} already belongs to player {player}",
                    family=in_words(FAMILIES[family]),
                    player=families.index(family) + 1,
                )
            )
        families.append(family)
        state.family[seat] = family
    tiles = document["tiles"]
    for node in tiles:
        _read_tile(node, state, families)
    if len(tiles.items()) > TILES * len(players):
        tiles.fail(
            say(
                "there are {most} tiles with {seats} players, not {count}",
                most=TILES * len(players),
                seats=len(players),
                count=len(tiles.items()),
            )
        )
    _check_joined(tiles, state)
    notes = []
    if len(tiles.items()) < TILES * len(players):
        found, all_tiles = len(tiles.items()), TILES * len(players)
        notes.append(
            say_many(
                "there is {count} tile around the tower here, but {all} at the end of a complete game",
                "there are {count} tiles around the tower here, but {all} at the end of a complete game",
                found,
                all=all_tiles,
            )
        )
    return notes + _missing_specials(state, families) + _impossible_colours(state, families)


def _read_tile(node: Node, state: TerraflipState, families: list[int]) -> None:
    node.only(("place", "colour", "special"))
    name = node["place"].text()
    if name not in PLACES:
        node["place"].fail(
            say('there is no place "{name}"; a place is two whole numbers like 1,-1, the tower is 0,0', name=name)
        )
    place = PLACES.index(name)
    colour = FAMILIES.index(node["colour"].choice(FAMILIES))
    special = node.get("special")
    kind = PLAIN if special is None else KINDS.index(special.choice(SPECIALS))
    if place == TOWER:
        node["place"].fail(say("the tower stands at 0,0; tiles lie around it"))
    if state.face[place] != EMPTY:
        node["place"].fail(say("there is already a tile at {place}", place=name))
    limit = int(LIMIT[state.seats]) + (RIDER_STEP if kind == RIDER else 0)
    away = distance(*HEXAGONS[place])
    if away > limit:
        node["place"].fail(_too_far(name, away, int(state.seats), limit, rider=kind == RIDER))
    if special is not None and colour not in families:
        special.fail(
            say("nobody plays {family}, so its special tiles are not in the game", family=in_words(FAMILIES[colour]))
        )
    if special is not None and any(state.face[p] == colour and state.special[p] == kind for p in range(COUNT)):
        special.fail(
            say("{family} has only one {special}", family=in_words(FAMILIES[colour]), special=in_words(KINDS[kind]))
        )
    put(state, place, NOBODY, colour, EMPTY, kind, 0)


def _too_far(place: str, away: int, seats: int, limit: int, *, rider: bool) -> Sentence:
    if rider:
        return say(
            "{place} is {away} steps from the tower; with {seats} players a rider is at most {limit} steps away",
            place=place,
            away=away,
            seats=seats,
            limit=limit,
        )
    return say(
        "{place} is {away} steps from the tower; with {seats} players this tile is at most {limit} steps away",
        place=place,
        away=away,
        seats=seats,
        limit=limit,
    )


def _missing_specials(state: TerraflipState, families: list[int]) -> list[Sentence]:
    """Special tiles are never flipped or taken away, so each one lies on the table."""
    lying = {(int(state.face[place]), int(state.special[place])) for place in range(COUNT)}
    return [
        say("the {special} of {family} is missing", special=in_words(name), family=in_words(FAMILIES[family]))
        for family in families
        for name in SPECIALS
        if (family, KINDS.index(name)) not in lying
    ]


def _check_joined(tiles: Node, state: TerraflipState) -> None:
    reached = joined(state)
    for node in tiles:
        if PLACES.index(node["place"].text()) not in reached:
            place = node["place"].text()
            node["place"].fail(say("the tile at {place} is not connected to the tower by other tiles", place=place))


def _impossible_colours(state: TerraflipState, families: list[int]) -> list[Sentence]:
    """A tile shows one of its two colours: no colours can show on more tiles than have one of them."""
    pairs = [{family, other} for family in families for other in range(len(FAMILIES)) if other != family]
    shown = [
        int(state.face[place]) for place in range(COUNT) if state.face[place] != EMPTY and state.special[place] == PLAIN
    ]
    notes = []
    for size in range(1, len(FAMILIES)):
        for colours in combinations(range(len(FAMILIES)), size):
            most = TWO_FACED * sum(not pair.isdisjoint(colours) for pair in pairs)
            found = sum(colour in colours for colour in shown)
            if found > most:
                notes.append(
                    say_many(
                        "{count} double-sided tile shows {colours}, but only {most} have such a side",
                        "{count} double-sided tiles show {colours}, but only {most} have such a side",
                        found,
                        colours=any_of([in_words(FAMILIES[colour]) for colour in colours]),
                        most=most,
                    )
                )
    return notes


def write(state: TerraflipState) -> dict[str, Any]:
    return {
        "players": [{"family": FAMILIES[family]} for family in state.family[: state.seats]],
        "tiles": [_tile(state, place) for place in range(COUNT) if state.face[place] != EMPTY],
    }


def _tile(state: TerraflipState, place: int) -> dict[str, str]:
    tile = {"place": PLACES[place], "colour": FAMILIES[state.face[place]]}
    if state.special[place] != PLAIN:
        tile["special"] = KINDS[state.special[place]]
    return tile
