"""The hands of Topiary: one's own tiles with what they are worth now, and at the end those of all."""

from __future__ import annotations

from collections.abc import Iterable

from tilery.games.art import button, number, pair, place
from tilery.games.drawing import Picture, Seen, player
from tilery.games.topiary.page import phrases
from tilery.games.topiary.page.art import use
from tilery.games.topiary.page.ids import tile_id
from tilery.games.topiary.page.known_state import KnownState
from tilery.words import Sentence, all_of, say, say_many

SLOT, ROW = 112.0, 144.0  # from tile to tile


def hand(seen: Seen, known: KnownState) -> list[Picture]:
    """One's own hand; at the end those of all, the own one first."""
    order = sorted(range(seen.seats), key=lambda seat: (seat != seen.seat, seat))
    return [_hand(seen, known, seat) for seat in order if seen.table["hands"][seat] is not None]


def _hand(seen: Seen, known: KnownState, seat: int) -> Picture:
    tiles = seen.table["hands"][seat]
    legal = seat == seen.seat and any(move.startswith(("put", "keep")) for move in seen.legal_moves)
    counting = known.counting(seat, tiles)
    columns = 4 if len(tiles) > 3 else 3
    parts = []
    for index, tile in enumerate(tiles):
        x, y = SLOT * (index % columns) + SLOT / 2, ROW * (index // columns) + 56
        parts.append(f'<g id="{tile_id(tile)}" {button(legal, "piece")} {place(x, y)}>{use(tile)}</g>')
        if known.spots_of(seat):
            parts.append(_worth(x, y, f"+{tile[-1]}" if tile in counting else ""))
    label, caption = _words(seen, seat, tiles, value(counting))
    rows = (len(tiles) + columns - 1) // columns
    name = "own-hand" if seat == seen.seat else f"hand-{seat + 1}"
    return Picture(name, "".join(parts), SLOT * columns, ROW * rows, label, caption)


def _words(seen: Seen, seat: int, tiles: list[str], points: int) -> tuple[Sentence, Sentence]:
    """The label and the caption of a hand."""
    names = all_of([phrases.tile_name(tile) for tile in tiles])
    if seat != seen.seat:
        name = player(seat)
        label = say("{player}'s hand: {tiles}", player=name, tiles=names)
        return label, say_many(
            "{player}: {count} point in hand", "{player}: {count} points in hand", points, player=name
        )
    label = say("Your hand: {tiles}", tiles=names)
    match seen.table["stage"]:
        case "draft":
            return label, say("Your tiles")
        case "over":
            return label, say_many("Your hand: {count} point", "Your hand: {count} points", points)
    return label, say_many("Your hand: {count} point so far", "Your hand: {count} points so far", points)


def _worth(x: float, y: float, points: str) -> str:
    """What a tile in hand is worth now, below it; a line if nothing."""
    if not points:
        return f'<path class="topiary-nothing" d="M{pair((x - 7, y + 72))}h14"/>'
    return f'<text class="topiary-worth" x="{number(x)}" y="{number(y + 79)}">{points}</text>'


def value(tiles: Iterable[str]) -> int:
    """What tiles are worth together."""
    return sum(int(tile[-1]) for tile in tiles)
