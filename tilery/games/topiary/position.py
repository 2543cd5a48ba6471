"""Final tables of Topiary: the garden, and each player's visitors and hand."""

from __future__ import annotations

from typing import Any

from tilery.games.reading import Node
from tilery.games.topiary.components import ALL_CELLS, CELLS, CENTRE, REMOVED, SERIES, SPOTS, TILES, VISITORS
from tilery.games.topiary.hands import add_to_hand
from tilery.games.topiary.state import EMPTY, NOBODY, OVER
from tilery.kernel.contract import State

FACE_DOWN = "-"


def read(document: Node, state: State) -> list[str]:
    document.only(("position", "game", "garden", "players"))
    players = document["players"].items()
    if not 2 <= len(players) <= 4:
        document["players"].fail(f"Topiary has 2 to 4 players, not {len(players)}")
    state.seats = len(players)
    state.stage = OVER
    state.visitors[:] = NOBODY
    state.face_down = ALL_CELLS
    state.put_by[:] = NOBODY
    state.spot = EMPTY
    state.cell = EMPTY
    state.removed_series = -1
    places: dict[str, str] = {}
    _read_garden(document["garden"], state, places)
    for seat, player in enumerate(players):
        player.only(("visitors", "hand"))
        _read_visitors(player["visitors"], state, seat)
        _read_hand(player["hand"], state, seat, places)
    return _notes(state, places)


def _notes(state: State, places: dict[str, str]) -> list[str]:
    """What cannot be at the end of a whole game."""
    notes = []
    if state.face_down >> CENTRE & 1:
        notes.append(f"the tile in the middle, {CELLS[CENTRE]}, lies face up from the beginning, but is face down here")
    if REMOVED[state.seats] and {name.split("-")[0] for name in places} == set(SERIES):
        notes.append(f"with {state.seats} players one series is not in the game, but here are tiles of all eight")
    for seat in range(state.seats):
        visitors, most = int((state.visitors == seat).sum()), int(VISITORS[state.seats])
        if visitors < most:
            notes.append(f"player {seat + 1} has {visitors} visitors here, but {most} in a whole game")
        if state.hand_size[seat] < 3:
            notes.append(f"player {seat + 1} has {state.hand_size[seat]} tiles in hand here, but 3 in a whole game")
    return notes


def _read_garden(garden: Node, state: State, places: dict[str, str]) -> None:
    for row, node in enumerate(garden.items(5)):
        names = node.text().split()
        if len(names) != 5:
            node.fail(f'expected five tiles, each like trex-4 or "{FACE_DOWN}" for face down, found {len(names)}')
        for column, name in enumerate(names):
            cell = row * 5 + column
            if name != FACE_DOWN:
                state.garden[cell] = _tile(node, name, CELLS[cell], places)
                state.face_down &= ~(1 << cell)


def _read_visitors(visitors: Node, state: State, seat: int) -> None:
    most = int(VISITORS[state.seats])
    if len(visitors.items()) > most:
        visitors.fail(f"with {state.seats} players each has {most} visitors, not {len(visitors.items())}")
    for node in visitors:
        name = node.text()
        if name not in SPOTS:
            node.fail(f'there is no spot "{name}"; a spot is its first tile and the direction of sight, like c1S')
        spot = SPOTS.index(name)
        if state.visitors[spot] != NOBODY:
            node.fail(f"a visitor stands at {name} already, and there is room for one")
        state.visitors[spot] = seat


def _read_hand(hand: Node, state: State, seat: int, places: dict[str, str]) -> None:
    if len(hand.items()) > 3:
        hand.fail(f"a hand has three tiles at the end, not {len(hand.items())}")
    for node in hand:
        add_to_hand(state, seat, _tile(node, node.text(), f"the hand of player {seat + 1}", places))


def _tile(node: Node, name: str, place: str, places: dict[str, str]) -> int:
    """The number of a tile, which is noted as lying at its place."""
    if name not in TILES:
        node.fail(f'there is no tile "{name}"; a tile is a series and a value from 1 to 5, like trex-4')
    if name in places:
        node.fail(f"the only {name} lies in {places[name]} already")
    places[name] = place
    return TILES.index(name)


def write(state: State) -> dict[str, Any]:
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
