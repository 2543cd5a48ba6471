"""Triqueta as pictures and sentences: rows and collections on the board, stack and drawn tiles in the hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tilery.games.art import at
from tilery.games.drawing import Choice, Illustration, Panel, Picture, Preview, Scene, Seen, Told, player
from tilery.games.triqueta import art, board, count, guide, hand, phrases
from tilery.games.triqueta.art import use
from tilery.games.triqueta.components import ANIMALS, ROUNDS
from tilery.games.triqueta.illustrations import ILLUSTRATIONS
from tilery.games.triqueta.phrases import ROMAN, TILES, in_words
from tilery.words import Sentence, say, say_many

symbols = art.symbols


def illustrations() -> Sequence[Illustration]:
    return ILLUSTRATIONS


def scene(seen: Seen) -> Scene:
    table, main = seen.table, seen.seat or 0
    over = table["stage"] == "over"
    return Scene(
        todo=_todo(seen),
        board=[board.collections(seen)] if over else [board.rows(seen), board.collection(seen, main)],
        hand=[] if over else _hand(seen, main),
        panels=[_panel(seen, seat, main) for seat in range(seen.seats)],
        heading=_heading(table),
        steps=_steps(seen),
        step=int(table["stage"] == "treat"),
        notes=_notes(seen),
        choices=[_choice(seen, move) for move in seen.legal_moves],
        sources=_sources(seen) if over else {},
        left_out=[animal for animal in ANIMALS if animal not in board.animals_of(seen)],
        rule=guide.rule(seen),
        advice=guide.advice(seen),
    )


def _hand(seen: Seen, main: int) -> list[Picture]:
    drawn = [hand.drawn(seen)] if seen.table["hand_size"] else []
    return [hand.stack(seen), *drawn, hand.kept(seen, main)]


def cover() -> Picture:
    return Picture("cover", art.cover(), art.COVER_WIDTH, art.COVER_HEIGHT, say("Three deer in a closed knot"))


# What to do.


def _heading(table: Mapping[str, Any]) -> Sentence:
    if table["stage"] == "over":
        return say("The end")
    return say("Round {round} of {rounds}", round=table["round"], rounds=ROUNDS)


def _todo(seen: Seen) -> Sentence:
    table = seen.table
    if table["stage"] == "over":
        return say("The game is over")
    if seen.seat is None or seen.seat not in seen.waiting:
        return say("{player} is on turn", player=player(table["turn"]))
    if table["stage"] == "turn":
        if "draw" in seen.legal_moves:
            return say("Draw a tile, or take a row")
        return say("The stack is empty: take a row")
    tile = TILES[table["hand"][0]]
    row = any(move.startswith("row") for move in seen.legal_moves)
    return phrases.treat_first(tile, row, "keep" in seen.legal_moves, "return" in seen.legal_moves)


def _steps(seen: Seen) -> Sequence[Sentence]:
    if seen.seat is None or seen.seat not in seen.waiting:
        return ()
    if seen.options.get("two_player") == "designer":
        return say("Draw two tiles or take a row"), say("Treat both tiles, each in another way")
    return say("Draw a tile or take a row"), say("Put it in a row or keep it")


def _notes(seen: Seen) -> list[Sentence]:
    notes = []
    if seen.options.get("two_player") == "designer":
        notes.append(say("Designer's duel: two tiles are drawn, and each is treated differently"))
    if seen.options.get("wolves") == "on":
        notes.append(say("Hidden wolves: grey tiles are put face down and count at the end"))
    return notes


def _choice(seen: Seen, move: str) -> Choice:
    tiles = seen.table["hand"] or ["", ""]
    match move.split():
        case ["draw"]:
            if seen.options.get("two_player") == "designer":
                return Choice(move, say("Draw two tiles"), "stack")
            return Choice(move, say("Draw a tile"), "stack")
        case ["keep"]:
            return Choice(move, say("Keep {tile} face down", tile=TILES[tiles[0]]), "keep")
        case ["return"]:
            return Choice(move, say("Return {tile} to the box", tile=TILES[tiles[0]]), "return")
        case ["row", row]:
            name = say("Put {tile} in row {row}", tile=TILES[tiles[0]], row=ROMAN[int(row) - 1])
            return Choice(move, name, f"row-{row}")
        case [_, row]:
            held = in_words(seen.table["rows"][int(row) - 1])
            return Choice(move, say("Take row {row}: {tiles}", row=ROMAN[int(row) - 1], tiles=held), f"row-{row}")
    raise ValueError(move)


# The players.


def _panel(seen: Seen, seat: int, main: int) -> Panel:
    table = seen.table
    total = count.total(table, seat)
    over = table["stage"] == "over"
    meaning = say("points") if over or seat == seen.seat else say("points in sight")
    if over:
        return Panel(str(total), meaning)
    return Panel(str(total), meaning, _doing(seen, seat), None if seat == main else board.small(seen, seat))


def _doing(seen: Seen, seat: int) -> Sentence | None:
    table = seen.table
    if seat in table["taken_by"]:
        return say("took row {row}", row=ROMAN[table["taken_by"].index(seat)])
    if table["turn"] == seat:
        return say("has drawn") if table["stage"] == "treat" else say("is on turn")
    return None


def _sources(seen: Seen) -> dict[tuple[int, str], list[str]]:
    sources: dict[tuple[int, str], list[str]] = {}
    for seat in range(seen.seats):
        for animal in board.animals_of(seen):
            sources[seat, animal] = [f"animal-{seat + 1}-{animal}"]
        if seen.table["rock"] == seat:
            sources[seat, "rock"] = [f"rock-{seat + 1}"]
        if seen.table["trees"][seat]:
            sources[seat, "trees"] = [f"trees-{seat + 1}"]
    return sources


# What a choice would do.


def preview(seen: Seen, move: str) -> Preview:
    assert seen.seat is not None
    table, seat = seen.table, seen.seat
    now = count.total(table, seat)
    match move.split():
        case ["draw"]:
            left = sum(table["stacks"][table["round"] - 1].values())
            return Preview(
                say_many("You look at the last tile", "You look at the top of {count} tiles", left), lit=["stack"]
            )
        case ["keep"]:
            gain = count.total(table, seat, kept=[table["hand"][0]]) - now
            return Preview(phrases.change(gain), lit=["keep"])
        case ["return"]:
            return Preview(say("Nobody else will know what it was"), lit=["return"])
        case ["take", row]:
            tiles = table["rows"][int(row) - 1]
            gain = count.total(table, seat, tiles) - now
            return Preview(phrases.change(gain), lit=[f"row-{row}", *_changed(table, seat, tiles)])
    return _preview_row(seen, seat, int(move.split()[1]) - 1)


def _changed(table: Mapping[str, Any], seat: int, tiles: Sequence[str]) -> list[str]:
    return [f"animal-{seat + 1}-{animal}" for animal in ANIMALS if animal in tiles]


def _preview_row(seen: Seen, seat: int, row: int) -> Preview:
    """A drawn tile in a row: its ghost, and what the row would then be worth to the seat."""
    table, width = seen.table, board.ROW_WIDTHS[seen.seats]
    now = count.total(table, seat)
    tiles, tile = table["rows"][row], table["hand"][0]
    before, after = (count.total(table, seat, held) - now for held in (tiles, [*tiles, tile]))
    x = board.tile_x(seen, row, len(tiles), width)
    outline = art.outline(-0.4)
    ghost = f'<g class="triqueta-ghost" {at(x, board.MIDDLE - 4)}>{use(f"t-{tile}", style="triqueta-tile")}'
    ghost += f'<path class="triqueta-gold-edge" d="{outline}"/><path class="triqueta-gold" d="{outline}"/></g>'
    grade = "triqueta-good" if after > before else "triqueta-bad" if after < before else ""
    worth = f'<rect class="triqueta-cover-up" x="{width - 104}" y="42" width="{board.FOR_YOU - 8}" height="26"/>'
    worth += f'<text class="triqueta-old triqueta-end" x="{width - 66}" y="62">{board.signed(before)} \u203a</text>'
    worth += f'<text class="triqueta-number triqueta-end {grade}" x="{width - 24}" y="62">{board.signed(after)}</text>'
    overlay = f'<g class="triqueta-lit-row" transform="translate(0 {10 + board.PITCH * row})">{worth}{ghost}</g>'
    effect = phrases.row_change(row, board.signed(before), board.signed(after))
    return Preview(effect, {"rows": overlay}, lit=[f"row-{row + 1}"])


# The log.


def tell(moves: Sequence[tuple[int, str]], players: Sequence[str]) -> list[Told]:
    told: list[Told] = []
    treatments: list[str] = []
    lying, places = _lying(moves), list[str]()
    for index, (seat, move) in enumerate(moves):
        name = players[seat]
        after = moves[index + 1] if index + 1 < len(moves) else None
        if move.startswith("take"):
            told.append(Told(seat, phrases.taking(name, move), _collected(seat, move)))
        elif move == "draw":
            if after is None:
                told.append(Told(seat, say("{player} drew", player=name)))
            elif after[0] != seat or _begins_turn(after[1]):
                told.append(Told(seat, say("{player} drew grey and put it face down", player=name)))
        else:
            treatments.append(move)
            places += [lying[index]] if index in lying else []
            if after is None or after[0] != seat or _begins_turn(after[1]):
                told.append(Told(seat, phrases.turn(name, treatments), places))
                treatments, places = [], []
    return told


def _begins_turn(move: str) -> bool:
    return move == "draw" or move.startswith("take")


def _collected(seat: int, move: str) -> list[str]:
    """Where the tiles of a row that was taken lie now."""
    animals = move.split()[2:]
    return [f"animal-{seat + 1}-{animal}" for animal in ANIMALS if animal in animals]


def _lying(moves: Sequence[tuple[int, str]]) -> dict[int, str]:
    """By the number of a move that put a tile in a row, where that lies, unless the row was taken since."""
    rows: dict[str, list[int]] = {}
    for number, (_, move) in enumerate(moves):
        match move.split():
            case ["row", row, *_]:
                rows.setdefault(row, []).append(number)
            case ["take", row, *_]:
                rows[row] = []
    return {number: f"row-{row}-{place}" for row, laid in rows.items() for place, number in enumerate(laid, 1)}
