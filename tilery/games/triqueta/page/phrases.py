"""The words of Triqueta: its animals, what can be done with a tile, and what would happen."""

from __future__ import annotations

from collections.abc import Sequence

from tilery.games.triqueta.rules.components import ANIMALS
from tilery.words import Sentence, all_of, say, say_many

ROMAN = ("I", "II", "III", "IV", "V")

NAMES = {
    "rabbit": say("Rabbit"),
    "owl": say("Owl"),
    "deer": say("Deer"),
    "boar": say("Boar"),
    "ram": say("Ram"),
    "bear": say("Bear"),
    "wolf": say("Wolf"),
}
TILES = {
    "rabbit": say("a rabbit"),
    "owl": say("an owl"),
    "deer": say("a deer"),
    "boar": say("a boar"),
    "ram": say("a ram"),
    "bear": say("a bear"),
    "wolf": say("a wolf"),
}


def counted(animal: str, count: int) -> Sentence:
    """Some tiles of an animal."""
    match animal:
        case "rabbit":
            return say_many("{count} rabbit", "{count} rabbits", count)
        case "owl":
            return say_many("{count} owl", "{count} owls", count)
        case "deer":
            return say_many("{count} deer", "{count} deer", count)
        case "boar":
            return say_many("{count} boar", "{count} boars", count)
        case "ram":
            return say_many("{count} ram", "{count} rams", count)
        case "bear":
            return say_many("{count} bear", "{count} bears", count)
    return say_many("{count} wolf", "{count} wolves", count)


def in_words(tiles: Sequence[str]) -> Sentence:
    """Tiles, counted by animal: "2 owls, 1 boar and 1 ram"."""
    return all_of([counted(animal, tiles.count(animal)) for animal in ANIMALS if animal in tiles] or [say("no tiles")])


def treat_first(tile: Sentence, row: bool, keep: bool, back: bool) -> Sentence:
    """What may be done with a tile that was drawn."""
    match row, keep, back:
        case True, True, True:
            return say("You drew {tile}: put it in a row, keep it face down, or return it", tile=tile)
        case True, True, False:
            return say("You drew {tile}: put it in a row, or keep it face down", tile=tile)
        case True, False, True:
            return say("You drew {tile}: put it in a row, or return it", tile=tile)
        case False, True, True:
            return say("You drew {tile}: keep it face down, or return it", tile=tile)
        case False, True, False:
            return say("You drew {tile}: keep it face down", tile=tile)
        case False, False, True:
            return say("You drew {tile}: return it to the box", tile=tile)
    return say("You drew {tile}: put it in a row", tile=tile)


def change(points: int) -> Sentence:
    """What a choice would change in one's own score."""
    if points > 0:
        return say_many("{count} point more for you", "{count} points more for you", points)
    if points < 0:
        return say_many("{count} point less for you", "{count} points less for you", -points)
    return say("No change in your points")


def nothing_to_take() -> Sentence:
    """What taking an empty row would do."""
    return say("This row is empty: you would take no tile and sit out the round")


def row_change(row: int, before: str, after: str) -> Sentence:
    """What a row would bring with one more tile."""
    if before == after:
        return say("Row {row}: still {points} with this tile", row=ROMAN[row], points=after)
    return say("Row {row}: {after} with this tile (now {before})", row=ROMAN[row], after=after, before=before)
