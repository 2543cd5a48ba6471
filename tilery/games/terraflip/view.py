"""What a seat of Terraflip may see, and the families of the seats for records.

With pure memory an underside is shown only right after one's own spy saw it, and whose tile it was is not shown at all:
a flipped tile has its owner's colour underneath (TER-14).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from tilery.games.terraflip.components import FAMILIES, KINDS, LIMIT, RIDER_STEP, SPECIALS
from tilery.games.terraflip.geometry import COUNT, HEXAGONS, PLACES, TOWER, distance, neighbours
from tilery.games.terraflip.sight import is_free, landing, line
from tilery.games.terraflip.state import CATAPULT, EMPTY, NOBODY, OVER, PLAIN, WATCHER
from tilery.kernel.contract import SPECTATOR, State

STAGES = ("place", "flip", "over")
CELL = 9  # columns of a place in the picture


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
        "flips": [_flip(state, place) for place in _members(state.flips)],
        "throws": {PLACES[start]: [PLACES[goal] for goal in landing(state, start)] for start in _members(state.throws)},
    }


def picture(state: State, seat: int) -> str:
    """The table as it lies: the colour that shows and, after a stroke, the underside if `seat` may see it."""
    radius = int(LIMIT[state.seats]) + RIDER_STEP
    tiles = {tile["place"]: tile for tile in view(state, seat)["tiles"]}
    drawing = [[" " * CELL] * (2 * radius + 1) for _ in range(4 * radius + 2)]
    for place, (q, r) in enumerate(HEXAGONS):
        if distance(q, r) <= radius:
            above = 2 * r + q + 2 * radius
            drawing[above][q + radius] = _drawn(state, place, tiles).center(CELL)
            if place == TOWER or not is_free(state, place) or _touches(state, place):
                drawing[above + 1][q + radius] = PLACES[place].center(CELL)
    rows = [row for row in map("".join, drawing) if row.strip()]
    indent = min(len(row) - len(row.lstrip()) for row in rows)
    players = [_player(state, seat, other) for other in range(state.seats)]
    return "\n".join([*(row[indent:].rstrip() for row in rows), *players])


def _drawn(state: State, place: int, tiles: dict[str, dict[str, Any]]) -> str:
    if place == TOWER:
        return "TOWER"
    if is_free(state, place):
        return "." if _touches(state, place) else ""
    tile = tiles[PLACES[place]]
    if tile["special"]:
        return f"{tile['colour'][0].upper()}-{tile['special'][:5]}"
    return f"{tile['colour'][0].upper()}/{tile['under'][0] if tile['under'] else '?'}"


def _touches(state: State, place: int) -> bool:
    return any(not is_free(state, near) for near in neighbours(place))


def _player(state: State, seat: int, other: int) -> str:
    hand = _hand(state, seat, other)
    backs = ", ".join(f"{count} {name}" for name, count in (hand["undersides"] or {}).items() if count)
    parts = [
        f"{hand['two_faced']} two-faced tiles" + (f" ({backs})" if backs else ""),
        *hand["specials"],
        f"{int(state.spies[other])} spies",
    ]
    return f"player {other + 1}, {FAMILIES[state.family[other]]}: {', '.join(parts)}"


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
        "known_to": [other for other in range(state.seats) if _knows(state, other, place)] if aided else None,
    }


def _sees_under(state: State, seat: int, place: int) -> bool:
    if state.pure_memory:
        return bool(place == state.looked_at and seat == state.looked_by)
    return _knows(state, seat, place)


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


def _members(places: NDArray[np.uint64]) -> list[int]:
    """A set of places as a list of numbers."""
    return [place for place in range(COUNT) if int(places[place // 64]) >> place % 64 & 1]


def _knows(state: State, seat: int, place: int) -> bool:
    return bool(int(state.known[place]) >> (WATCHER if seat == SPECTATOR else seat) & 1)
