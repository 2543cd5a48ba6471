"""What a choice of Triqueta would do: what a row or a tile would bring."""

from __future__ import annotations

from tilery.games.drawing import Preview, Room, Seen
from tilery.games.triqueta.page import art, board, phrases
from tilery.games.triqueta.page.art import use
from tilery.games.triqueta.page.ids import KEEP, RETURN, STACK, animal_id, row_id
from tilery.games.triqueta.page.known_state import KnownState
from tilery.games.triqueta.rules.components import ANIMALS
from tilery.words import say, say_many


def preview(seen: Seen, move: str, room: Room = Room.DESK) -> Preview:
    assert seen.seat is not None
    table, seat, known = seen.table, seen.seat, KnownState(seen)
    now = known.totals()[seat]
    match move.split():
        case ["draw"]:
            left = sum(table["stacks"][table["round"] - 1].values())
            return Preview(
                say_many("You look at the last tile", "You look at the top of {count} tiles", left), lit=[STACK]
            )
        case ["keep"]:
            gain = known.with_kept(seat, table["hand"][0]).totals()[seat] - now
            return Preview(phrases.change(gain), lit=[KEEP])
        case ["return"]:
            return Preview(say("Nobody else will know what it was"), lit=[RETURN])
        case ["take", row]:
            tiles = table["rows"][int(row) - 1]
            gain = known.with_tiles(seat, tiles).totals()[seat] - now
            effect = phrases.change(gain) if tiles else phrases.nothing_to_take()
            changed = [animal_id(seat, animal) for animal in ANIMALS if animal in tiles]
            return Preview(effect, lit=[row_id(int(row)), *changed])
    return _row(seen, known, seat, int(move.split()[1]) - 1, room)


def _row(seen: Seen, known: KnownState, seat: int, row: int, room: Room) -> Preview:
    """A drawn tile in a row: its ghost, and what the row would then be worth to the seat."""
    table, width = seen.table, board.rows_width(seen, room)
    now = known.totals()[seat]
    tiles, tile = table["rows"][row], table["hand"][0]
    before, after = (known.with_tiles(seat, held).totals()[seat] - now for held in (tiles, [*tiles, tile]))
    where = board.tile_place(seen, row, len(tiles), width)
    lifted = where._replace(y=where.y - 4)
    outline = art.outline(-0.4)
    ghost = f'<g class="triqueta-ghost" {lifted.attribute}>{use(f"t-{tile}", style="triqueta-tile")}'
    ghost += f'<path class="triqueta-gold-edge" d="{outline}"/><path class="triqueta-gold" d="{outline}"/></g>'
    grade = "triqueta-good" if after > before else "triqueta-bad" if after < before else ""
    worth = f'<rect class="triqueta-cover-up" x="{width - 110}" y="40" width="98" height="26"/>'
    worth += f'<text class="triqueta-old triqueta-end" x="{width - 66}" y="60">{board.signed(before)} \u203a</text>'
    worth += f'<text class="triqueta-number triqueta-end {grade}" x="{width - 24}" y="60">{board.signed(after)}</text>'
    overlay = f'<g class="triqueta-lit-row" transform="translate(0 {board.tops(seen)[row]})">{worth}{ghost}</g>'
    effect = phrases.row_change(row, board.signed(before), board.signed(after))
    return Preview(effect, {"rows": overlay}, lit=[row_id(row + 1)])
