"""A state of Terraflip in the middle of a game, written down and read back."""

from __future__ import annotations

from typing import Any

from tilery.games.reading import Node
from tilery.games.state_text import Fields, Names, Numbers, check_turn, read_fields, write_fields
from tilery.games.terraflip.rules.components import FAMILIES, KINDS, LIMIT, RIDER_STEP, SPIES, TILES, TWO_FACED
from tilery.games.terraflip.rules.geometry import HEXAGONS, PLACES, TOWER, distance
from tilery.games.terraflip.rules.state import (
    CATAPULT,
    COLOURS,
    EMPTY,
    EVERYBODY,
    FLIP,
    NOBODY,
    OVER,
    PLACE,
    PLAIN,
    RIDER,
    TerraflipState,
)
from tilery.games.terraflip.rules.tiles import clear_table, put
from tilery.games.terraflip.rules.turns import find_actions
from tilery.games.terraflip.text.sight import joined, occupied
from tilery.games.terraflip.text.view import STAGES
from tilery.words import say

_PLACE = Names(PLACES, none=EMPTY)
_SEAT = Numbers(NOBODY, 3)
FIELDS: Fields = {
    "stage": Names(STAGES),
    "turn": Numbers(0, 3),
    "spies": Numbers(0, SPIES),
    "origin": _PLACE,
    "throwing": Numbers(0, 1),
    "looked_at": _PLACE,
    "looked_by": _SEAT,
    "look_at": _PLACE,
    "look_saw": Names(FAMILIES, none=EMPTY),
}
EVERYBODY_WORD = "everybody"


def write(state: TerraflipState) -> dict[str, Any]:
    found = write_fields(state, FIELDS)
    found["hands"] = [
        {kind: int(count) for kind, count in zip(KINDS, state.hand[seat], strict=True) if count}
        for seat in range(state.seats)
    ]
    found["tiles"] = [_tile(state, place) for place in sorted(occupied(state) - {TOWER})]
    return found


def _tile(state: TerraflipState, place: int) -> dict[str, Any]:
    special = int(state.special[place])
    tile: dict[str, Any] = {"place": PLACES[place], "owner": int(state.owner[place])}
    if special != PLAIN:
        return {**tile, "special": KINDS[special]}
    known = int(state.known[place])
    return {
        **tile,
        "colour": FAMILIES[state.face[place]],
        "under": FAMILIES[state.under[place]],
        "known_to": EVERYBODY_WORD if known == EVERYBODY else [seat for seat in range(4) if known >> seat & 1],
    }


def read(document: Node, state: TerraflipState) -> None:
    document.only([*FIELDS, "hands", "tiles"])
    clear_table(state)
    read_fields(document, state, FIELDS)
    check_turn(document, state)
    _read_hands(document["hands"], state)
    for node in document["tiles"]:
        _read_tile(node, state)
    _check_tiles(document, state)
    _check_turn(document, state)
    find_actions(state)
    if state.stage == FLIP and state.origin != EMPTY and state.special[state.origin] == CATAPULT:
        if bool(state.throws[0] or state.throws[1]) != bool(state.throwing):
            document["throwing"].fail(say("write 1 while the catapult can throw a tile, and else 0"))
    elif state.throwing:
        document["throwing"].fail(say("write 1 while the catapult can throw a tile, and else 0"))


def _read_hands(document: Node, state: TerraflipState) -> None:
    for seat, node in enumerate(document.items(int(state.seats))):
        node.only(KINDS)
        for kind, name in enumerate(KINDS):
            most = 1 if kind >= CATAPULT else TWO_FACED
            state.hand[seat, kind] = node[name].integer(0, most) if name in node.mapping() else 0
        state.tiles_left[seat] = sum(state.hand[seat].tolist())


def _read_tile(node: Node, state: TerraflipState) -> None:
    special = node.get("special")
    node.only(("place", "owner", "special") if special else ("place", "owner", "colour", "under", "known_to"))
    place = PLACES.index(node["place"].choice(PLACES))
    owner = node["owner"].integer(0, int(state.seats) - 1)
    if place in occupied(state):
        node["place"].fail(say("another tile lies there, or the tower"))
    colour = int(state.family[owner])
    kind = KINDS.index(special.choice(KINDS[COLOURS:])) if special else PLAIN
    limit = int(LIMIT[state.seats]) + (RIDER_STEP if kind == RIDER else 0)
    if distance(*HEXAGONS[place]) > limit:
        node["place"].fail(say("a tile may be at most {limit} steps from the tower", limit=limit))
    if special:
        put(state, place, owner, colour, EMPTY, kind, 0)
        return
    face, under = (FAMILIES.index(node[name].choice(FAMILIES)) for name in ("colour", "under"))
    if (face == colour) == (under == colour):
        node.fail(say("a double-sided tile has its owner's colour on one side"))
    known = node["known_to"]
    if known.value == EVERYBODY_WORD:
        seats = EVERYBODY
    else:
        seats = 0
        for each in known:
            seats |= 1 << each.integer(0, int(state.seats) - 1)
    if not seats >> owner & 1 or (face != colour and seats != EVERYBODY):
        known.fail(say("its owner knows a tile, and all players know one that was flipped"))
    put(state, place, owner, face, under, PLAIN, seats)


def _check_tiles(document: Node, state: TerraflipState) -> None:
    places = sorted(occupied(state) - {TOWER})
    for seat in range(state.seats):
        colour = int(state.family[seat])
        own = [place for place in places if state.owner[place] == seat]
        for kind, name in enumerate(KINDS):
            if kind < CATAPULT:
                laid = sum(
                    1
                    for place in own
                    if state.special[place] == PLAIN and kind in (state.face[place], state.under[place])
                )
                expected = 0 if kind == colour else TWO_FACED
                laid = 0 if kind == colour else laid
            else:
                laid, expected = sum(1 for place in own if state.special[place] == kind), 1
            if laid + int(state.hand[seat, kind]) != expected:
                document["hands"].fail(
                    say(
                        "player {player} must have {expected} tiles of the kind {kind} on the table or in hand, "
                        "not {count}",
                        player=seat + 1,
                        expected=expected,
                        kind=name,
                        count=laid + int(state.hand[seat, kind]),
                    )
                )
    if joined(state) != occupied(state):
        document["tiles"].fail(say("every tile must be connected to the tower"))


def _check_turn(document: Node, state: TerraflipState) -> None:
    turn, seats = int(state.turn), int(state.seats)
    flipping = state.stage == FLIP
    laid = [TILES - int(count) for count in state.tiles_left[:seats]]
    rounds = laid[turn] - flipping
    if laid != [rounds + (seat < turn or (seat == turn and flipping)) for seat in range(seats)]:
        document["hands"].fail(say("players place one tile a turn, in turn order"))
    if (state.stage == OVER) != (state.stage != FLIP and not any(state.tiles_left[:seats])) or (
        state.stage == PLACE and not state.tiles_left[turn]
    ):
        document["stage"].fail(say("the game is over when all tiles are placed"))
    lying = occupied(state) - {TOWER}
    if state.origin != EMPTY and (
        not flipping or state.origin not in lying or state.face[state.origin] != state.family[turn]
    ):
        document["origin"].fail(say("a flip starts at a tile of the colour of the player whose turn it is"))
    if (state.looked_at == EMPTY) != (state.looked_by == NOBODY) or state.looked_by >= seats:
        document["looked_by"].fail(say("say who looked, and at which tile"))
    for seat in range(-1, seats):
        place = int(state.looked_at if seat < 0 else state.look_at[seat])
        if place != EMPTY and (place not in lying or state.special[place] != PLAIN):
            document["looked_at" if seat < 0 else "look_at"].fail(
                say("a spy looks under a double-sided tile on the table")
            )
        if seat >= 0 and place != EMPTY:
            saw = int(state.look_saw[seat])
            if saw not in (state.face[place], state.under[place]) or not int(state.known[place]) >> seat & 1:
                document["look_saw"].fail(say("a spy saw one of the two sides, and its owner knows both now"))
        elif seat >= 0 and state.look_saw[seat] != EMPTY:
            document["look_saw"].fail(say("say who looked, and at which tile"))


def read_deal(document: Node, state: TerraflipState) -> None:
    """Nothing is left to chance: there is one deal."""
    document.only(("families",))
    for seat, node in enumerate(document["families"].items(int(state.seats))):
        node.choice([FAMILIES[state.family[seat]]])
