"""What a seat of Terraflip may see, and the families of the seats for records.

With pure memory an underside is shown only from the look of one's own spy to one's own next decision, and whose tile it
was is not shown at all: a flipped tile has its owner's colour underneath (TER-14, TER-22).
"""

from __future__ import annotations

from typing import Any

from tilery.games.terraflip.rules.components import FAMILIES, KINDS, LIMIT, RIDER_STEP, SPECIALS, in_words
from tilery.games.terraflip.rules.geometry import HEXAGONS, PLACES, TOWER, distance, neighbours
from tilery.games.terraflip.rules.state import CATAPULT, EMPTY, NOBODY, OVER, PLAIN, WATCHER, TerraflipState
from tilery.games.terraflip.text.sight import landing, line, members, occupied
from tilery.games.wrapping import wrapped
from tilery.kernel.contract import SPECTATOR
from tilery.words import Sentence, arranged, joined, say, say_many

STAGES = ("place", "flip", "over")
CELL = 9  # columns of a place in the picture


def view(state: TerraflipState, seat: int) -> dict[str, Any]:
    limit = int(LIMIT[state.seats])
    return {
        "stage": STAGES[state.stage],
        "turn": None if state.stage == OVER else int(state.turn),
        "families": _families(state),
        "limit": limit,
        "rider_limit": limit + RIDER_STEP,
        "tower": PLACES[TOWER],
        "tiles": _tiles(state, seat),
        "hands": [_hand(state, seat, other) for other in range(state.seats)],
        "spies": [int(count) for count in state.spies[: state.seats]],
        "looked": None if state.looked_at == EMPTY else _looked(state),
        "saw": _saw(state, seat),
        "origin": None if state.origin == EMPTY else PLACES[state.origin],
        "flips": [_flip(state, place) for place in sorted(members(state.flips))],
        "throws": {
            PLACES[start]: [PLACES[goal] for goal in landing(state, start)] for start in sorted(members(state.throws))
        },
    }


def picture(seen: dict[str, Any]) -> Sentence:
    """The table as it lies: the colour that shows and, after a stroke, the underside if it is seen."""
    radius = seen["rider_limit"]
    drawn = {tile["place"]: _drawn(tile) for tile in seen["tiles"]} | {seen["tower"]: "TOWER"}
    drawing = [[" " * CELL] * (2 * radius + 1) for _ in range(4 * radius + 2)]
    for place, (q, r) in enumerate(HEXAGONS):
        if distance(q, r) <= radius:
            above = 2 * r + q + 2 * radius
            if any(PLACES[near] in drawn for near in (place, *neighbours(place))):
                drawing[above][q + radius] = drawn.get(PLACES[place], ".").center(CELL)
                drawing[above + 1][q + radius] = PLACES[place].center(CELL)
    rows = [row for row in map("".join, drawing) if row.strip()]
    indent = min(len(row) - len(row.lstrip()) for row in rows)
    players = [wrapped(_player(seen, other)) for other in range(len(seen["hands"]))]
    return joined([*(row[indent:].rstrip() for row in rows), *players], "\n")


def _drawn(tile: dict[str, Any]) -> str:
    if tile["special"]:
        return f"{tile['colour'][0].upper()}-{tile['special'][:5]}"
    return f"{tile['colour'][0].upper()}/{tile['under'][0] if tile['under'] else '?'}"


def _player(seen: dict[str, Any], other: int) -> Sentence:
    hand = seen["hands"][other]
    parts = [
        _two_faced_tiles(hand),
        *(in_words(name) for name in hand["specials"]),
        say_many("{count} spy", "{count} spies", seen["spies"][other]),
    ]
    family = in_words(seen["families"][other])
    return say("player {player}, {family}: {parts}", player=other + 1, family=family, parts=joined(parts))


def _two_faced_tiles(hand: dict[str, Any]) -> Sentence:
    backs = [(in_words(name), count) for name, count in (hand["undersides"] or {}).items() if count]
    if not backs:
        return say_many("{count} double-sided tile", "{count} double-sided tiles", hand["two_faced"])
    return say_many(
        "{count} double-sided tile ({backs})",
        "{count} double-sided tiles ({backs})",
        hand["two_faced"],
        backs=joined([arranged("{count} {colour}", count=count, colour=colour) for colour, count in backs]),
    )


def deal(state: TerraflipState) -> dict[str, Any]:
    """Chance decides nothing; the families say which colours the seats play."""
    return {"families": _families(state)}


def _families(state: TerraflipState) -> list[str]:
    return [FAMILIES[family] for family in state.family[: state.seats]]


def _tiles(state: TerraflipState, seat: int) -> list[dict[str, Any]]:
    face, under, special = state.face.tolist(), state.under.tolist(), state.special.tolist()
    owner, known = state.owner.tolist(), state.known.tolist()
    aided = not state.pure_memory
    looked_at, saw = (EMPTY, EMPTY) if seat == SPECTATOR else (int(state.look_at[seat]), int(state.look_saw[seat]))
    return [
        {
            "place": PLACES[place],
            "colour": FAMILIES[face[place]],
            "special": None if special[place] == PLAIN else KINDS[special[place]],
            "owner": owner[place] if aided and owner[place] != NOBODY else None,
            "under": FAMILIES[under[place]]
            if (place == looked_at and under[place] == saw) or (aided and _knows(known[place], seat))
            else None,
            "known_to": [other for other in range(state.seats) if _knows(known[place], other)] if aided else None,
        }
        for place in sorted(occupied(state) - {TOWER})
    ]


def _knows(known: int, seat: int) -> bool:
    return bool(known >> (WATCHER if seat == SPECTATOR else seat) & 1)


def _hand(state: TerraflipState, seat: int, other: int) -> dict[str, Any]:
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


def _looked(state: TerraflipState) -> dict[str, Any]:
    return {"place": PLACES[state.looked_at], "seat": int(state.looked_by)}


def _saw(state: TerraflipState, seat: int) -> dict[str, Any] | None:
    """What the seat's own spy saw since its last other decision: the tile, and the colour that was underneath."""
    if seat == SPECTATOR or state.look_at[seat] == EMPTY:
        return None
    return {"place": PLACES[state.look_at[seat]], "under": FAMILIES[state.look_saw[seat]]}


def _flip(state: TerraflipState, place: int) -> dict[str, Any]:
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
