"""Why a move of Terraflip is not legal, in a sentence."""

from __future__ import annotations

from tilery.games.terraflip.components import FAMILIES, KINDS, LIMIT, RIDER_STEP
from tilery.games.terraflip.geometry import COUNT, HEXAGONS, PLACES, TOWER, distance, neighbours
from tilery.games.terraflip.sight import in_row, joined, landing, line, occupied
from tilery.games.terraflip.state import CATAPULT, EMPTY, END, FLIP_TILE, PLACE, PLAIN, RIDER, SPY, THROW
from tilery.kernel.contract import State

PLACE_FIRST = "first place a tile; until then a turn allows only spies"


def why_not(state: State, seat: int, move: int) -> str:
    if move < FLIP_TILE:
        return _why_not_place(state, seat, move // COUNT, move % COUNT)
    if SPY <= move < END:
        return _why_not_spy(state, seat, move - SPY)
    if state.stage == PLACE:
        return PLACE_FIRST
    if move < SPY:
        return _why_not_flip(state, seat, move - FLIP_TILE)
    return _why_not_throw(state, seat, (move - THROW) // COUNT, (move - THROW) % COUNT)


def _why_not_place(state: State, seat: int, kind: int, place: int) -> str:
    if state.stage != PLACE:
        return "you have placed your tile of this turn"
    if not state.hand[seat, kind]:
        if kind == state.family[seat]:
            return f"{KINDS[kind]} is your own colour, and no tile of yours has it on both faces"
        if kind < CATAPULT:
            return f"you have no tile left with {KINDS[kind]} underneath"
        return f"you have placed your {KINDS[kind]} already"
    limit = int(LIMIT[state.seats]) + (RIDER_STEP if kind == RIDER else 0)
    return _why_not_there(state, place, limit, "a rider" if kind == RIDER else "a tile") or (
        f"{PLACES[place]} touches neither a tile nor the tower"
    )


def _why_not_there(state: State, place: int, limit: int, what: str) -> str | None:
    """Why nothing can be put on a place, apart from what it must touch."""
    if place in occupied(state):
        return _what_lies(place)
    away = distance(*HEXAGONS[place])
    if away > limit:
        return (
            f"{PLACES[place]} is {away} steps from the tower;"
            f" with {int(state.seats)} players {what} may be {limit} steps away at most"
        )
    return None


def _what_lies(place: int) -> str:
    return "the tower stands at 0,0" if place == TOWER else f"a tile lies at {PLACES[place]} already"


def _why_not_target(state: State, seat: int, place: int, verb: str) -> str | None:
    """Why what lies on a place can be neither flipped nor thrown at all."""
    if place == TOWER:
        return f"the tower is never {verb}"
    if place not in occupied(state):
        return f"no tile lies at {PLACES[place]}"
    if state.special[place] != PLAIN:
        return f"the tile at {PLACES[place]} is special, and special tiles are never {verb}"
    if state.face[place] == state.family[seat]:
        return f"the tile at {PLACES[place]} shows your own colour; only other colours are {verb}"
    return None


def _why_not_flip(state: State, seat: int, place: int) -> str:
    reason = _why_not_target(state, seat, place, "flipped")
    if reason:
        return reason
    if state.origin == EMPTY:
        return "the last tile turned over does not show your colour, so the flipping is over for this turn"
    return _why_no_line(state, int(state.origin), place, int(state.family[seat]))


def _why_no_line(state: State, origin: int, place: int, colour: int) -> str:
    start, goal, name = PLACES[origin], PLACES[place], FAMILIES[colour]
    found = line(state, origin, place, colour)
    if found is None and state.rows_only and not in_row(origin, place):
        return f"{goal} is not in a row with {start}, and in this game lines follow the rows of the grid only"
    if found is None:
        return f"a line from {start} through {goal} has no place beyond it where it could end"
    if found.gap is not None:
        return f"the line from {start} through {goal} crosses the empty place {PLACES[found.gap]}"
    if found.end is not None:
        return f"the line from {start} towards {goal} ends before it, at {PLACES[found.end]}"
    return f"the line from {start} through {goal} meets neither a {name} tile nor the tower beyond it"


def _why_not_throw(state: State, seat: int, start: int, goal: int) -> str:
    origin = int(state.origin)
    if origin == EMPTY or state.special[origin] != CATAPULT:
        return "a tile is thrown only by a catapult placed this turn, instead of its first flip"
    reason = _why_not_target(state, seat, start, "thrown")
    if reason:
        return reason
    if start not in neighbours(origin):
        return f"the tile at {PLACES[start]} does not touch the catapult at {PLACES[origin]}"
    cut_off = occupied(state) - joined(state, lifted=start) - {start}
    if cut_off:
        return f"without the tile at {PLACES[start]} the one at {PLACES[min(cut_off)]} would be cut off from the tower"
    if start == goal:
        return "a thrown tile lands on another place than it came from"
    reason = _why_not_there(state, goal, int(LIMIT[state.seats]), "a thrown tile")
    if reason:
        return reason
    assert goal not in landing(state, start)
    return f"{PLACES[goal]} touches neither another tile nor the tower"


def _why_not_spy(state: State, seat: int, place: int) -> str:
    if not state.spies[seat]:
        return "you have no spy left"
    if place == TOWER:
        return "there is nothing to see under the tower"
    if place not in occupied(state):
        return f"no tile lies at {PLACES[place]}"
    return f"the tile at {PLACES[place]} is special: there is nothing to see underneath"
