"""Final tables of Tipperary: each player's display as a drawing, the barrel, and who holds the marker.

Areas, flocks, rings and circles are counted from the drawings. Landscapes are not compared with the reconstructed
tiles and towns, because the real box has others.
"""

from __future__ import annotations

from typing import Any

from tilery.games.reading import Node, players_of
from tilery.games.tipperary.rules.components import (
    BONUS_TILES,
    ROUNDS,
    SHEEP,
    SIDES,
    TOWERS,
    TOWN_SHAPES,
    TOWNS,
    TRACK,
)
from tilery.games.tipperary.rules.display import add_field, x_of, y_of
from tilery.games.tipperary.rules.landscapes import (
    BONUS_MEADOW,
    BONUS_WOODEN_SHEEP,
    LANDSCAPE_FORM,
    LANDSCAPES,
    MEADOW,
    NO_FIELD,
    TOWER,
    TOWN,
    TOWN_FIELD,
    WOODEN_SHEEP,
)
from tilery.games.tipperary.rules.state import MOST_FIELDS, NOBODY, OVER, TipperaryState
from tilery.games.tipperary.rules.tileset import Cell
from tilery.games.tipperary.text.view import drawing
from tilery.words import Sentence, say, say_many

TOWN_FIELDS = 9
BONUS_MARK = "*"
SYMBOL_MARK = "+"
FIELDS = {**LANDSCAPES, "ms": WOODEN_SHEEP, "t": TOWER, TOWN_FIELD: TOWN}
ON_BONUS_TILE = {MEADOW: BONUS_MEADOW, WOODEN_SHEEP: BONUS_WOODEN_SHEEP}


def read(document: Node, state: TipperaryState) -> list[Sentence]:
    document.only(("position", "game", "players", "marker"))
    players = players_of(document, "Tipperary", 2, 5)
    state.seats = len(players)
    state.stage = OVER
    state.marker = NOBODY
    state.bonus_seat[:] = NOBODY
    supplies = {"sheep": SHEEP, "towers": TOWERS, "bonus": BONUS_TILES}
    _read_towns(players, state)
    for seat, player in enumerate(players):
        player.only(("town", "side", "display", "whiskey"))
        _read_display(player["display"], state, seat, supplies)
        _read_whiskey(player.get("whiskey"), state, seat)
    return _read_marker(document.get("marker"), state) + _notes(state)


def _read_towns(players: list[Node], state: TipperaryState) -> None:
    """Towns that are not named are any of the others."""
    free = list(TOWNS)
    for seat, player in enumerate(players):
        state.side[seat] = SIDES.index(player["side"].choice(SIDES))
        town = player.get("town")
        if town is not None:
            name = town.choice(TOWNS)
            if name not in free:
                town.fail(say("another player already has {town}", town=name))
            free.remove(name)
            state.town[seat] = TOWNS.index(name)
    for seat, player in enumerate(players):
        if player.get("town") is None:
            state.town[seat] = TOWNS.index(free.pop(0))


def _read_display(display: Node, state: TipperaryState, seat: int, supplies: dict[str, int]) -> None:
    fields: dict[Cell, int] = {}
    for y, row in enumerate(display):
        for x, token in enumerate(row.text().split()):
            if token != NO_FIELD:
                fields[x, y] = read_field(row, token, supplies)
    left, top = find_town(display, fields, SIDES[state.side[seat]])
    if len(fields) > MOST_FIELDS:
        display.fail(
            say("no display has more than {most} spaces, but this one has {count}", most=MOST_FIELDS, count=len(fields))
        )
    _check_in_one_piece(display, fields)
    for (x, y), kind in fields.items():
        add_field(state, seat, x - left, y - top, kind)


def read_field(row: Node, token: str, supplies: dict[str, int]) -> int:
    plain = token.rstrip(BONUS_MARK + SYMBOL_MARK)
    if plain not in FIELDS:
        row.fail(
            say(
                'there is no space "{token}"; {form}, ms a meadow with a wooden sheep, t a tower, # a space '
                "of the town with the whiskey track, and . an empty space",
                token=token,
                form=LANDSCAPE_FORM,
            )
        )
    kind = FIELDS[plain]
    if token != plain and kind in (TOWER, TOWN):
        row.fail(say('"{token}" has a mark, but only landscapes can be bonus tiles or show a symbol', token=token))
    if kind == WOODEN_SHEEP:
        _take(row, supplies, "sheep")
    elif kind == TOWER:
        _take(row, supplies, "towers")
    if BONUS_MARK in token:
        _take(row, supplies, "bonus")
        kind = ON_BONUS_TILE.get(kind, kind)
    return kind


def _take(row: Node, supplies: dict[str, int], what: str) -> None:
    supplies[what] -= 1
    if supplies[what] < 0:
        too_many = {
            "sheep": say("there are only {most} wooden sheep in the box", most=SHEEP),
            "towers": say("there are only {most} towers in the box", most=TOWERS),
            "bonus": say("there are only {most} bonus tiles in the box", most=BONUS_TILES),
        }
        row.fail(too_many[what])


def find_town(display: Node, fields: dict[Cell, int], side: str) -> Cell:
    """Where the top left corner of the town's drawing lies."""
    inner = [at for at, kind in fields.items() if kind == TOWN]
    if not inner:
        display.fail(say("the town is missing; draw its six spaces with the whiskey track as #"))
    left, top = min(x for x, _ in inner), min(y for _, y in inner) - 1
    for y, row in enumerate(TOWN_SHAPES[side]):
        for x, mark in enumerate(row):
            kind = fields.get((left + x, top + y))
            if (mark == "#") != (kind == TOWN):
                display.fail(say("the town must have six # in two rows of three"))
            if mark == "*" and kind in (None, TOWER):
                display.fail(_no_landscape(side, y == 0, x + 1, _token(kind)))
    if len(inner) != 6:
        display.fail(say("the town must have six #, not {count}", count=len(inner)))
    return left, top


def _no_landscape(side: str, above: bool, number: int, token: str) -> Sentence:
    shape = " / ".join(TOWN_SHAPES[side])
    name = say("front") if side == "front" else say("back")
    if above:
        return say(
            'the {side} of a town has a landscape above its # number {number}, not "{token}"; its shape is {shape}',
            side=name,
            number=number,
            token=token,
            shape=shape,
        )
    return say(
        'the {side} of a town has a landscape below its # number {number}, not "{token}"; its shape is {shape}',
        side=name,
        number=number,
        token=token,
        shape=shape,
    )


def _token(kind: int | None) -> str:
    return NO_FIELD if kind is None else "t"


def _check_in_one_piece(display: Node, fields: dict[Cell, int]) -> None:
    start = next(at for at, kind in fields.items() if kind == TOWN)
    reached, border = {start}, [start]
    while border:
        x, y = border.pop()
        for at in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if at in fields and at not in reached:
                reached.add(at)
                border.append(at)
    for x, y in fields:
        if (x, y) not in reached:
            display.items()[y].fail(say("space {number} is not connected to the town edge to edge", number=x + 1))


def _read_whiskey(whiskey: Node | None, state: TipperaryState, seat: int) -> None:
    if whiskey is not None:
        points = [int(points) for points in TRACK]
        if whiskey.integer(0, points[-1]) not in points:
            whiskey.fail(
                say(
                    "the whiskey track has no {points}; it has {track}",
                    points=whiskey.value,
                    track=", ".join(map(str, points)),
                )
            )
        state.barrel[seat] = points.index(whiskey.value)


def _read_marker(marker: Node | None, state: TipperaryState) -> list[Sentence]:
    """At the end the only largest flock has the marker; of several, one that had it before, or nobody (TIP-15)."""
    flocks = [int(flock) for flock in state.flock[: state.seats]]
    best = [seat for seat, flock in enumerate(flocks) if flock == max(flocks) > 0]
    if marker is None:
        state.marker = best[0] if len(best) == 1 else NOBODY
        return []
    if marker.value is None:
        state.marker = NOBODY
        if len(best) != 1:
            return []
        return [say("player {player} alone has the largest flock, but nobody has the marker", player=best[0] + 1)]
    state.marker = marker.integer(1, len(flocks)) - 1
    if state.marker in best:
        return []
    return [say("player {player} has the marker, but not the largest flock", player=int(state.marker) + 1)]


def _notes(state: TipperaryState) -> list[Sentence]:
    """What cannot be at the end of a whole game."""
    notes = []
    rounds = int(ROUNDS[state.seats])
    for seat in range(state.seats):
        kinds = state.kind[seat, : state.fields[seat]].tolist()
        laid = sum(kind != TOWER for kind in kinds) - TOWN_FIELDS
        if laid < rounds:
            notes.append(
                say_many(
                    "player {player} has {count} space outside the town, fewer than the tiles of {rounds} rounds",
                    "player {player} has {count} spaces outside the town, fewer than the tiles of {rounds} rounds",
                    laid,
                    player=seat + 1,
                    rounds=rounds,
                )
            )
    return notes


def write(state: TipperaryState) -> dict[str, Any]:
    return {
        "players": [
            {
                "town": TOWNS[state.town[seat]],
                "side": SIDES[state.side[seat]],
                "display": _drawing(state, seat),
                "whiskey": int(TRACK[state.barrel[seat]]),
            }
            for seat in range(state.seats)
        ],
        "marker": None if state.marker == NOBODY else int(state.marker) + 1,
    }


def _drawing(state: TipperaryState, seat: int) -> list[str]:
    """The drawing of the view, with bonus tiles marked."""
    rows = [row.split() for row in drawing(state, seat)]
    for tile in range(BONUS_TILES):
        if state.bonus_seat[tile] == seat:
            at = int(state.bonus_place[tile])
            rows[y_of(at) - state.top[seat]][x_of(at) - state.left[seat]] += BONUS_MARK
    return [" ".join(row) for row in rows]
