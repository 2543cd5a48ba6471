"""The log of a match of Triqueta in words: an entry for every row that was taken and for every turn of drawing."""

from __future__ import annotations

from collections.abc import Sequence

from tilery.games.drawing import LogEntry
from tilery.games.triqueta.page.ids import animal_id, row_tile_id
from tilery.games.triqueta.page.phrases import ROMAN, TILES, in_words
from tilery.games.triqueta.rules.components import ANIMALS
from tilery.words import Sentence, say


def tell(moves: Sequence[tuple[int, str]], players: Sequence[str]) -> list[LogEntry]:
    told: list[LogEntry] = []
    treatments: list[str] = []
    lying, places = _lying(moves), list[str]()
    for number, (seat, move) in enumerate(moves, 1):
        name = players[seat]
        after = moves[number] if number < len(moves) else None
        if move.startswith("take"):
            told.append(LogEntry(seat, _taking(name, move), number, _collected(seat, move)))
        elif move == "draw":
            if after is None:
                told.append(LogEntry(seat, say("{player} draws", player=name), number))
            elif after[0] != seat or _begins_turn(after[1]):
                grey = say("{player} draws a grey tile and places it face down", player=name)
                told.append(LogEntry(seat, grey, number))
        else:
            treatments.append(move)
            places += [lying[number]] if number in lying else []
            if after is None or after[0] != seat or _begins_turn(after[1]):
                told.append(LogEntry(seat, _turn(name, treatments), number, places))
                treatments, places = [], []
    return told


def _begins_turn(move: str) -> bool:
    return move == "draw" or move.startswith("take")


def _collected(seat: int, move: str) -> list[str]:
    """Where the tiles of a row that was taken lie now."""
    animals = move.split()[2:]
    return [animal_id(seat, animal) for animal in ANIMALS if animal in animals]


def _lying(moves: Sequence[tuple[int, str]]) -> dict[int, str]:
    """By the number of a move that put a tile in a row, where that lies, unless the row was taken since."""
    rows: dict[int, list[int]] = {}
    for number, (_, move) in enumerate(moves, 1):
        match move.split():
            case ["row", row, *_]:
                rows.setdefault(int(row), []).append(number)
            case ["take", row, *_]:
                rows[int(row)] = []
    return {number: row_tile_id(row, place) for row, laid in rows.items() for place, number in enumerate(laid, 1)}


def _turn(player: str, treatments: Sequence[str]) -> Sentence:
    """A turn of drawing, from what was done with the tiles."""
    rows = [text for text in treatments if text.startswith("row")]
    keep, back = "keep" in treatments, "return" in treatments
    if rows:
        row, tile = _laid(rows[0])
        if keep:
            return say("{player} puts {tile} in row {row} and keeps one face down", player=player, tile=tile, row=row)
        if back:
            return say("{player} puts {tile} in row {row} and returns one", player=player, tile=tile, row=row)
        return say("{player} puts {tile} in row {row}", player=player, tile=tile, row=row)
    if keep and back:
        return say("{player} keeps a tile face down and returns one", player=player)
    if keep:
        return say("{player} keeps a tile face down", player=player)
    return say("{player} returns a tile to the box", player=player)


def _laid(text: str) -> tuple[str, Sentence]:
    """The row and the tile of a move that puts one there."""
    _, row, *animal = text.split()
    return ROMAN[int(row) - 1], TILES[animal[0]] if animal else say("a tile")


def _taking(player: str, text: str) -> Sentence:
    """That a row was taken, with what lay in it, where that is known."""
    _, row, *animals = text.split()
    name = ROMAN[int(row) - 1]
    if animals:
        return say("{player} takes row {row}: {tiles}", player=player, row=name, tiles=in_words(animals))
    return say("{player} takes row {row}", player=player, row=name)
