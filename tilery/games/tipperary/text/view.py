"""What a seat of Tipperary may see, and the whole deal for records of finished games.

Everybody sees the same: all is open but the bag, the bonus tiles face down, and the spins to come.
"""

from __future__ import annotations

from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from tilery.games.tipperary.rules.components import AREAS, BONUS_KIND, BONUS_TILES, RING_SIZE, SIDES, TOWNS, TRACK
from tilery.games.tipperary.rules.display import x_of, y_of
from tilery.games.tipperary.rules.landscapes import BONUS_WOODEN_SHEEP, NO_FIELD, TOKENS, TOWER, WOODEN_SHEEP
from tilery.games.tipperary.rules.moves import orientation_of, tile_of
from tilery.games.tipperary.rules.state import NO_TILE, NOBODY, ROUND, TILES, TipperaryState
from tilery.games.tipperary.rules.tileset import printed
from tilery.games.tipperary.rules.turns import area_of, has_placed
from tilery.games.tipperary.text.notation import ORIENTATIONS, place
from tilery.words import Sentence, joined, say, say_many

STAGES = ("round", "end", "over")
OF_SEATS = (
    "town", "side", "left", "right", "top", "bottom", "placed", "sheep_to_place", "bonus_to_place", "towers", "barrel",
    "flock", "ring", "circles",
)  # fmt: skip
STRIP = 23  # columns of a picture


def view(state: TipperaryState, seat: int) -> dict[str, Any]:
    return {
        "stage": STAGES[state.stage],
        "round": int(state.current_round) + 1,
        "rounds": int(state.rounds),
        "spin": int(state.spins[state.current_round]),
        "owing": [other for other in range(state.seats) if int(state.owing) >> other & 1],
        "areas": [[int(tile) + 1 for tile in area if tile != NO_TILE] for area in state.areas],
        "bag": TILES - int(state.drawn),
        "sheep_left": int(state.sheep_left),
        "towers_left": int(state.towers_left),
        "bonus_left": BONUS_TILES - int(state.bonus_drawn),
        "marker": None if state.marker == NOBODY else int(state.marker),
        "displays": _displays(state),
        "tiles": {str(tile + 1): drawn for tile, drawn in printed(state, _open_tiles(state)).items()},
    }


def picture(seen: dict[str, Any]) -> Sentence:
    """The areas with their tiles, and every display; a display that is too wide is cut into strips."""
    lines: list[str] = [
        say(
            "round {round} of {rounds}, {stage}; in the bag {bag} tiles",
            round=seen["round"],
            rounds=seen["rounds"],
            stage=(say("round"), say("end"), say("over"))[STAGES.index(seen["stage"])],
            bag=seen["bag"],
        )
    ]
    for number, area in enumerate(seen["areas"]):
        owners = [other for other, one in enumerate(seen["displays"]) if one["area"] == number]
        crests = joined([say("player {player}", player=other + 1) for other in owners], " ") or "-"
        tiles = "   ".join(f"{tile}: {' / '.join(seen['tiles'][str(tile)])}" for tile in area)
        lines.append(say("region {number} {crests}: {tiles}", number=number, crests=crests, tiles=tiles))
    for other, display in enumerate(seen["displays"]):
        parts = _facts(display, has_marker=seen["marker"] == other)
        lines += ["", say("player {player}: {parts}", player=other + 1, parts=joined(parts))]
        waiting = _waiting(display)
        if waiting:
            lines.append(say("to place: {things}", things=joined(waiting)))
        lines += _strips(display["corner"], [row.split() for row in display["drawing"]])
    return joined(lines, "\n")


def _facts(display: dict[str, Any], *, has_marker: bool) -> list[str]:
    facts = [
        display["town"],
        say("whiskey {points}", points=display["barrel"]),
        say("flock {sheep}", sheep=display["flock"]),
        say("ring {fields} of {all}", fields=display["ring"], all=RING_SIZE),
        say("circles {points}", points=display["circles"]),
    ]
    if has_marker:
        facts.insert(3, say("largest flock"))
    return facts


def _waiting(display: dict[str, Any]) -> list[Sentence]:
    waiting = [
        say("bonus tile {tile} ({face})", tile=bonus["tile"], face=bonus["face"]) for bonus in display["bonus_to_place"]
    ]
    if display["sheep_to_place"]:
        waiting.append(say_many("{count} sheep", "{count} sheep", display["sheep_to_place"]))
    if display["towers_to_place"]:
        waiting.append(say_many("{count} tower", "{count} towers", display["towers_to_place"]))
    return waiting


def _strips(corner: list[int], rows: list[list[str]]) -> list[str]:
    lines = []
    for start in range(0, len(rows[0]), STRIP):
        columns = range(corner[0] + start, corner[0] + min(start + STRIP, len(rows[0])))
        lines.append("     " + "".join(f"{column:<4}" for column in columns).rstrip())
        for y, row in enumerate(rows):
            fields = "".join(token.ljust(4) for token in row[start : start + STRIP])
            lines.append(f"{corner[1] + y:<5}{fields}".rstrip())
    return lines


def _displays(state: TipperaryState) -> list[dict[str, Any]]:
    """All displays, from lists: to read a number of a record takes fifty times as long."""
    columns = [getattr(state, name)[: state.seats].tolist() for name in OF_SEATS]
    bonus = list(zip(state.bonus_seat.tolist(), state.bonus_place.tolist(), strict=True))
    return [
        _display(state, seat, SimpleNamespace(**dict(zip(OF_SEATS, numbers, strict=True))), bonus)
        for seat, numbers in enumerate(zip(*columns, strict=True))
    ]


def _display(state: TipperaryState, seat: int, own: SimpleNamespace, bonus: list[tuple[int, int]]) -> dict[str, Any]:
    fields = _fields(state, seat)
    return {
        "town": TOWNS[own.town],
        "side": SIDES[own.side],
        "area": area_of(state, seat),
        "has_placed": bool(state.stage == ROUND and has_placed(state, seat)),
        "sheep_to_place": own.sheep_to_place,
        "bonus_to_place": [_bonus(tile) for tile in range(BONUS_TILES) if own.bonus_to_place >> tile & 1],
        "towers_to_place": own.towers,
        "corner": [own.left, own.top],
        "drawing": _rows(fields, own),
        "placements": [_placement(move) for move in state.placements[seat, : own.placed].tolist()],
        "bonus": [{**_bonus(tile), "at": _at(at)} for tile, (owner, at) in enumerate(bonus) if owner == seat],
        "sheep": sorted(_at(at) for at, kind in fields if kind in (WOODEN_SHEEP, BONUS_WOODEN_SHEEP)),
        "towers": sorted(_at(at) for at, kind in fields if kind == TOWER),
        "barrel": int(TRACK[own.barrel]),
        "flock": own.flock,
        "ring": own.ring,
        "ring_closed": own.ring == RING_SIZE,
        "circles": own.circles,
    }


def drawing(state: TipperaryState, seat: int) -> list[str]:
    """The rows of a display, a token for each field."""
    edges = {name: int(getattr(state, name)[seat]) for name in ("left", "right", "top", "bottom")}
    return _rows(_fields(state, seat), SimpleNamespace(**edges))


def _rows(fields: list[tuple[int, int]], edges: SimpleNamespace) -> list[str]:
    rows = [[NO_FIELD] * (edges.right - edges.left + 1) for _ in range(edges.top, edges.bottom + 1)]
    for at, kind in fields:
        x, y = _cell(at)
        rows[y - edges.top][x - edges.left] = TOKENS[kind]
    return [" ".join(row) for row in rows]


def _fields(state: TipperaryState, seat: int) -> list[tuple[int, int]]:
    """Place and kind of every field of a display."""
    count = state.fields[seat]
    return list(zip(state.place[seat, :count].tolist(), state.kind[seat, :count].tolist(), strict=True))


def _placement(move: int) -> dict[str, Any]:
    orientation = ORIENTATIONS[orientation_of(move)]
    return {"tile": tile_of(move) + 1, "orientation": orientation, "at": list(place(move))}


def _bonus(tile: int) -> dict[str, Any]:
    return {"tile": tile + 1, "face": TOKENS[int(BONUS_KIND[tile])]}


def _at(at: int) -> list[int]:
    return list(_cell(at))


@lru_cache(maxsize=4096)
def _cell(at: int) -> tuple[int, int]:
    return x_of(at), y_of(at)


def _open_tiles(state: TipperaryState) -> list[int]:
    """The tiles that lie on the areas and in displays."""
    tiles = {tile for area in state.areas.tolist() for tile in area if tile != NO_TILE}
    for moves, count in zip(state.placements.tolist(), state.placed.tolist(), strict=True):
        tiles |= {tile_of(move) for move in moves[:count]}
    return sorted(tiles)


def deal(state: TipperaryState) -> dict[str, Any]:
    return {
        "towns": [[TOWNS[state.town[seat]], SIDES[state.side[seat]]] for seat in range(state.seats)],
        "areas": [[int(tile) + 1 for tile in state.areas[area]] for area in range(AREAS)],
        "bag": [int(tile) + 1 for tile in state.bag[state.drawn :]],
        "bonus": [int(tile) + 1 for tile in state.bonus_order],
        "spins": [int(spin) for spin in state.spins[: state.rounds]],
    }
