"""What a seat of Terraflip may see, and the families of the seats for records.

With pure memory an underside is shown only right after one's own spy saw it, and whose tile it was is not shown at all:
a flipped tile has its owner's colour underneath (TER-14).
"""

from __future__ import annotations

from typing import Any

from tilery.games.terraflip.components import FAMILIES, KINDS, LIMIT, RIDER_STEP, SPECIALS
from tilery.games.terraflip.geometry import COUNT, PLACES, TOWER
from tilery.games.terraflip.hidden import knows
from tilery.games.terraflip.rules import landing_places
from tilery.games.terraflip.sight import line
from tilery.games.terraflip.state import CATAPULT, EMPTY, NOBODY, OVER, PLAIN
from tilery.games.terraflip.table import members
from tilery.kernel.contract import State

STAGES = ("place", "flip", "over")


def view(state: State, seat: int) -> dict[str, Any]:
    limit = int(LIMIT[state.seats])
    return {
        "stage": STAGES[state.stage],
        "turn": None if state.stage == OVER else int(state.turn),
        "families": _families(state),
        "limit": limit,
        "rider_limit": limit + RIDER_STEP,
        "tower": PLACES[TOWER],
        "tiles": [_tile(state, seat, place) for place in range(COUNT) if state.face[place] != EMPTY],
        "hands": [_hand(state, seat, other) for other in range(state.seats)],
        "spies": [int(count) for count in state.spies[: state.seats]],
        "looked": None if state.looked_at == EMPTY else _looked(state),
        "origin": None if state.origin == EMPTY else PLACES[state.origin],
        "flips": [_flip(state, place) for place in members(state.flips)],
        "throws": {
            PLACES[start]: [PLACES[goal] for goal in landing_places(state, start)] for start in members(state.throws)
        },
    }


def deal(state: State) -> dict[str, Any]:
    """Chance decides nothing; the families say which colours the seats play."""
    return {"families": _families(state)}


def _families(state: State) -> list[str]:
    return [FAMILIES[family] for family in state.family[: state.seats]]


def _tile(state: State, seat: int, place: int) -> dict[str, Any]:
    special, aided = int(state.special[place]), not state.pure_memory
    return {
        "place": PLACES[place],
        "colour": FAMILIES[state.face[place]],
        "special": None if special == PLAIN else KINDS[special],
        "owner": int(state.owner[place]) if aided and state.owner[place] != NOBODY else None,
        "under": FAMILIES[state.under[place]] if _sees_under(state, seat, place) else None,
        "known_to": [other for other in range(state.seats) if knows(state, other, place)] if aided else None,
    }


def _sees_under(state: State, seat: int, place: int) -> bool:
    if state.pure_memory:
        return bool(place == state.looked_at and seat == state.looked_by)
    return knows(state, seat, place)


def _hand(state: State, seat: int, other: int) -> dict[str, Any]:
    hand = state.hand[other]
    return {
        "two_faced": sum(int(count) for count in hand[:CATAPULT]),
        "specials": [name for name, count in zip(SPECIALS, hand[CATAPULT:], strict=True) if count],
        "undersides": {
            name: int(count)
            for name, count in zip(FAMILIES, hand[:CATAPULT], strict=True)
            if name != FAMILIES[state.family[other]]
        }
        if other == seat
        else None,
    }


def _looked(state: State) -> dict[str, Any]:
    return {"place": PLACES[state.looked_at], "seat": int(state.looked_by)}


def _flip(state: State, place: int) -> dict[str, Any]:
    """A tile that can be flipped and the line through it; a camp's neighbour may have none (TER-8)."""
    found = line(state, int(state.origin), place, int(state.family[state.turn]))
    if found is None or found.end is None or place not in found.crossed:
        return {"place": PLACES[place], "line": None}
    return {
        "place": PLACES[place],
        "line": {
            "from": PLACES[state.origin],
            "to": PLACES[found.end],
            "crossed": [PLACES[crossed] for crossed in found.crossed],
        },
    }
