"""Final tables of Topiary: the garden, and each player's visitors and hand."""

from __future__ import annotations

from typing import Any

from tilery.games.reading import Node, players_of
from tilery.games.topiary.rules.components import ALL_CELLS, CELLS, CENTRE, REMOVED, SERIES, SPOTS, TILES, VISITORS
from tilery.games.topiary.rules.hands import add_to_hand
from tilery.games.topiary.rules.state import EMPTY, NOBODY, OVER, TopiaryState
from tilery.words import Sentence, joined, say, say_many

FACE_DOWN = "-"


def read(document: Node, state: TopiaryState) -> list[Sentence]:
    document.only(("position", "game", "garden", "players"))
    players = players_of(document, "Topiary", 2, 4)
    state.seats = len(players)
    state.stage = OVER
    state.visitors[:] = NOBODY
    state.face_down = ALL_CELLS
    state.put_by[:] = NOBODY
    state.spot = EMPTY
    state.cell = EMPTY
    state.removed_series = -1
    places: dict[str, Sentence] = {}
    _read_garden(document["garden"], state, places)
    for seat, player in enumerate(players):
        player.only(("visitors", "hand"))
        _read_visitors(player["visitors"], state, seat)
        _read_hand(player["hand"], state, seat, places)
    return _notes(state, places)


def _notes(state: TopiaryState, places: dict[str, Sentence]) -> list[Sentence]:
    """What cannot be at the end of a whole game."""
    notes = []
    if state.face_down >> CENTRE & 1:
        centre = CELLS[CENTRE]
        notes.append(say("the tile in the middle, {cell}, is face up from the start, but face down here", cell=centre))
    if REMOVED[state.seats] and {name.split("-")[0] for name in places} == set(SERIES):
        seats = int(state.seats)
        notes.append(say("with {seats} players one series is left out, but here are tiles of all eight", seats=seats))
    for seat in range(state.seats):
        visitors, most = state.visitors.tolist().count(seat), int(VISITORS[state.seats])
        if visitors < most:
            notes.append(
                say_many(
                    "player {player} has {count} visitor here, but {most} in a complete game",
                    "player {player} has {count} visitors here, but {most} in a complete game",
                    visitors,
                    player=seat + 1,
                    most=most,
                )
            )
        if state.hand_size[seat] < 3:
            notes.append(
                say_many(
                    "player {player} has {count} tile in hand here, but 3 in a complete game",
                    "player {player} has {count} tiles in hand here, but 3 in a complete game",
                    int(state.hand_size[seat]),
                    player=seat + 1,
                )
            )
    return notes


def _read_garden(garden: Node, state: TopiaryState, places: dict[str, Sentence]) -> None:
    for row, node in enumerate(garden.items(5)):
        names = node.text().split()
        if len(names) != 5:
            node.fail(
                say(
                    'expected five tiles, each like trex-4 or "{face_down}" for face down, found {count}',
                    face_down=FACE_DOWN,
                    count=len(names),
                )
            )
        for column, name in enumerate(names):
            cell = row * 5 + column
            if name != FACE_DOWN:
                state.garden[cell] = _tile(node, name, joined([CELLS[cell]]), places)
                state.face_down &= ~(1 << cell)


def _read_visitors(visitors: Node, state: TopiaryState, seat: int) -> None:
    most = int(VISITORS[state.seats])
    if len(visitors.items()) > most:
        visitors.fail(
            say(
                "with {seats} players everyone has {most} visitors, not {count}",
                seats=int(state.seats),
                most=most,
                count=len(visitors.items()),
            )
        )
    for node in visitors:
        name = node.text()
        if name not in SPOTS:
            node.fail(
                say(
                    'there is no spot "{name}"; a spot is its first tile and the direction of sight, like c1S',
                    name=name,
                )
            )
        spot = SPOTS.index(name)
        if state.visitors[spot] != NOBODY:
            node.fail(say("there is already a visitor at {spot}, and there is room for only one", spot=name))
        state.visitors[spot] = seat


def _read_hand(hand: Node, state: TopiaryState, seat: int, places: dict[str, Sentence]) -> None:
    if len(hand.items()) > 3:
        hand.fail(say("a hand must have three tiles at the end, not {count}", count=len(hand.items())))
    for node in hand:
        place = say("the hand of player {player}", player=seat + 1)
        add_to_hand(state, seat, _tile(node, node.text(), place, places))


def _tile(node: Node, name: str, place: Sentence, places: dict[str, Sentence]) -> int:
    """The number of a tile, which is noted as lying at its place."""
    if name not in TILES:
        node.fail(say('there is no tile "{name}"; a tile is a series and a value from 1 to 5, like trex-4', name=name))
    if name in places:
        node.fail(say("there is only one {tile}, and it is already used: {place}", tile=name, place=places[name]))
    places[name] = place
    return TILES.index(name)


def write(state: TopiaryState) -> dict[str, Any]:
    names = [FACE_DOWN if state.face_down >> cell & 1 else TILES[state.garden[cell]] for cell in range(25)]
    return {
        "garden": [" ".join(names[row : row + 5]) for row in range(0, 25, 5)],
        "players": [
            {
                "visitors": [name for name, owner in zip(SPOTS, state.visitors, strict=True) if owner == seat],
                "hand": [TILES[tile] for tile in state.hand[seat, : state.hand_size[seat]]],
            }
            for seat in range(state.seats)
        ],
    }
