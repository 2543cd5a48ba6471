"""Tipperary as pictures and sentences: one's county with river and categories, wheel and tiles in the hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilery.games.art import number, pair
from tilery.games.drawing import Choice, Illustration, Panel, Picture, Preview, Scene, Seen, Told, player
from tilery.games.tipperary import art, county, guide, phrases, shapes, table
from tilery.games.tipperary.art import S, use
from tilery.games.tipperary.illustrations import ILLUSTRATIONS
from tilery.games.tipperary.landscapes import PLUS, TOKENS
from tilery.games.tipperary.pieces import pieces, placed
from tilery.games.tipperary.rebuilt import Standing, after, fields_of, rebuilt, standing
from tilery.games.tipperary.shapes import Cell
from tilery.games.tipperary.tileset import RECONSTRUCTED
from tilery.words import Sentence, all_of, say

symbols = art.symbols


def illustrations() -> Sequence[Illustration]:
    return ILLUSTRATIONS


def scene(seen: Seen) -> Scene:
    main = seen.seat or 0
    display = seen.table["displays"][main]
    stage = seen.table["stage"]
    over = stage == "over"
    return Scene(
        todo=_todo(seen),
        board=_board(seen, main, over),
        hand=[] if over else _hand(seen, main),
        panels=[_panel(seen, seat, main, over) for seat in range(seen.seats)],
        heading=_heading(seen.table),
        steps=(say("Lay a tile"), say("Place what it earned")) if stage == "round" else (),
        step=int(display["has_placed"]),
        notes=_notes(seen),
        choices=[_choice(move) for move in seen.legal_moves if move.startswith(("sheep", "done"))],
        pieces=pieces(seen.table, seen.legal_moves, set(fields_of(display)), county.origin(display)),
        sources=_sources(seen) if over else {},
        rule=guide.rule(seen),
        advice=guide.advice(seen),
    )


def cover() -> Picture:
    label = say("Sheep before a patchwork of fields, a ruin on the hill")
    return Picture("cover", art.cover(), art.COVER_WIDTH, art.COVER_HEIGHT, label)


def _board(seen: Seen, main: int, over: bool) -> list[Picture]:
    targets = [_cell(move) for move in seen.legal_moves if move.startswith("sheep")]
    own = county.county(seen, main, targets, over)
    if over:
        return [own]
    return [own, table.river(seen.table), table.categories(seen.table, main)]


def _hand(seen: Seen, main: int) -> list[Picture]:
    display = seen.table["displays"][main]
    shown = []
    if seen.table["stage"] == "round":
        shown.append(table.wheel(seen, main))
        if not display["has_placed"]:
            shown.append(table.tiles(seen, main))
    if display["bonus_to_place"] or display["sheep_to_place"] or seen.table["stage"] == "end":
        shown.append(table.earned(seen, main))
    return [*shown, table.supply(seen.table)]


def _cell(move: str) -> Cell:
    x, y = move.rsplit(maxsplit=1)[-1].split(",")
    return int(x), int(y)


# What to do.


def _heading(seen: Mapping[str, Any]) -> Sentence:
    match seen["stage"]:
        case "round":
            return say("Round {round} of {rounds}", round=seen["round"], rounds=seen["rounds"])
        case "end":
            return say("After the last round")
    return say("The end")


def _todo(seen: Seen) -> Sentence:
    if seen.table["stage"] == "over":
        return say("The game is over")
    if seen.seat is None or seen.seat not in seen.waiting:
        return say("Waiting for {players}", players=all_of([player(seat) for seat in seen.waiting]))
    display = seen.table["displays"][seen.seat]
    if seen.table["stage"] == "end":
        return say("Place your towers, or finish")
    if not display["has_placed"]:
        return say("Lay one of your two tiles")
    match bool(display["sheep_to_place"]), len(display["bonus_to_place"]):
        case True, 0:
            return say("Put a wooden sheep on a meadow")
        case True, _:
            return say("Place your sheep and bonus tiles, in any order")
        case _, 1:
            return say("Lay the bonus tile")
    return say("Lay your bonus tiles")


def _notes(seen: Seen) -> list[Sentence]:
    if seen.options["tiles"] == RECONSTRUCTED:
        return [say("The tiles are a reconstruction: the faces of the real ones are not public")]
    return []


def _choice(move: str) -> Choice:
    """A sheep on a meadow, or the end; all else is laid as a piece, because it could lie in too many places."""
    if move == "done":
        return Choice(move, say("Place no more towers"))
    x, y = _cell(move)
    return Choice(move, say("Put a wooden sheep on the meadow at {x},{y}", x=x, y=y), f"at-{x},{y}")


def _face(seen: Mapping[str, Any], seat: int, tile: str) -> str:
    waiting = seen["displays"][seat]["bonus_to_place"]
    return str(next(bonus["face"] for bonus in waiting if bonus["tile"] == int(tile)))


# The players.


def _panel(seen: Seen, seat: int, main: int, over: bool) -> Panel:
    points = table.total(seen.table, seat)
    picture = None if seat == main else table.small_map(seen, seat, over)
    return Panel(str(points), say("points") if over else say("points now"), _doing(seen, seat), picture)


def _doing(seen: Seen, seat: int) -> Sentence | None:
    display = seen.table["displays"][seat]
    match seen.table["stage"]:
        case "over":
            return None
        case "end":
            return say("places towers") if seat in seen.waiting else say("is done")
    if seat not in seen.waiting:
        return say("has placed")
    return say("places what was earned") if display["has_placed"] else say("is choosing")


def _sources(seen: Seen) -> dict[tuple[int, str], list[str]]:
    return {
        (seat, category): [f"{category}-{seat + 1}"]
        for seat in range(seen.seats)
        for category in county.source_fields(seen, seat)
    }


# What a choice would do.


def preview(seen: Seen, move: str) -> Preview:
    assert seen.seat is not None
    display = seen.table["displays"][seen.seat]
    now = standing(rebuilt(seen.table, seen.seat), seen.seat)
    if move == "done":
        return Preview(say("Towers that are left bring nothing"))
    then = after(seen.table, seen.seat, move)
    new = _laid(seen.table, seen.seat, move)
    overlay = _ghost(move) + _rectangle(display, now, then, new) + _whiskey(display, now, then, new)
    x, y = county.origin(display)
    overlays = {"county": f'<g pointer-events="none" transform="translate({pair((x, y))})">{overlay}</g>'}
    if gains := table.category_gains(_counted(now), _counted(then)):
        overlays["categories"] = gains
    return Preview(phrases.gains(now, then), overlays)


def _counted(standing_: Standing) -> dict[str, int]:
    return {name: getattr(standing_, name) for name in table.CATEGORIES}


def _laid(seen: Mapping[str, Any], seat: int, move: str) -> dict[Cell, str]:
    """The fields that a move lays, with their tokens."""
    x, y = _cell(move)
    match move.split():
        case ["place", tile, orientation, _]:
            lying = placed(seen["tiles"][tile], orientation)
            return {(x + dx, y + dy): TOKENS[kind % PLUS] for (dx, dy), kind in lying.items()}
        case ["bonus", tile, _]:
            return {(x, y): _face(seen, seat, tile)}
        case ["sheep", _]:
            return {(x, y): "ms"}
    return {(x, y): "t"}


def _ghost(move: str) -> str:
    """A sheep that would stand on a meadow; the page itself shows pieces in hand."""
    if not move.startswith("sheep"):
        return ""
    x, y = _cell(move)
    shown = use("wooden")
    return f'<g class="tipperary-ghost" transform="translate({pair((x * S, y * S))})">{shown}{use("pointed")}</g>'


def _rectangle(display: Mapping[str, Any], now: Standing, then: Standing, new: Mapping[Cell, str]) -> str:
    """The largest rectangle as it would be, if it grows."""
    if then.area == now.area:
        return ""
    x, y, width, height = largest = shapes.largest_rectangle({*fields_of(display), *new})
    size = f'width="{number(width * S)}" height="{number(height * S)}"'
    corner = f'x="{number(x * S)}" y="{number(y * S)}"'
    return f'<rect class="tipperary-rectangle-then" {corner} {size} rx="4"/>{county.tab(largest)}'


def _whiskey(display: Mapping[str, Any], now: Standing, then: Standing, new: Mapping[Cell, str]) -> str:
    """A barrel wherever grain would meet a distillery, and the place on the track that would be reached."""
    if then.barrel == now.barrel:
        return ""
    fields = {**fields_of(display), **new}
    shown = ""
    for x, y in sorted(fields):
        for other in ((x + 1, y), (x, y + 1)):
            if {fields[x, y], fields.get(other)} == {"g", "d"} and ((x, y) in new or other in new):
                middle = pair(((x + other[0] + 1) * S / 2, (y + other[1] + 1) * S / 2))
                shown += f'<g transform="translate({middle})"><circle class="tipperary-badge" r="13"/>'
                shown += f'<g transform="scale(.72)">{use("barrel")}</g></g>'
    x_, y_ = county.barrel_at(then.whiskey)
    return f'{shown}<circle class="tipperary-next" cx="{number(x_)}" cy="{number(y_)}" r="13"/>'


# The log.


LAID = (("tile", "place "), ("bonus", "bonus "))


def tell(moves: Sequence[tuple[int, str]], players: Sequence[str]) -> list[Told]:
    """One entry for a tile and what the same player placed next after it."""
    turns: list[tuple[int, list[str]]] = []
    for seat, move in moves:
        if not turns or turns[-1][0] != seat or move.startswith("place") or _ends_rounds(turns[-1][1], move):
            turns.append((seat, []))
        turns[-1][1].append(move)
    return [Told(seat, phrases.told(players[seat], tuple(turn)), _places(seat, turn)) for seat, turn in turns]


def _places(seat: int, turn: Sequence[str]) -> list[str]:
    """Where a turn can be seen: the tiles in one's own county, or the whole county of another on its small map."""
    laid = [f"{kind}-{move.split()[1]}" for move in turn for kind, word in LAID if move.startswith(word)]
    return [f"land-{seat + 1}", *laid] if laid else []


def _ends_rounds(turn: Sequence[str], move: str) -> bool:
    """Whether a move is the first after the last round."""
    return move.startswith(("tower", "done")) and not turn[-1].startswith("tower")
