"""What to do now in Terraflip, in words: the task, where in the game we are, and what is special at this table."""

from __future__ import annotations

from tilery.games.drawing import Seen, player
from tilery.games.terraflip.page import phrases
from tilery.games.terraflip.page.hand import tiles_left
from tilery.games.terraflip.rules.components import FAMILIES, TILES
from tilery.words import Sentence, say


def todo(seen: Seen) -> Sentence:
    table = seen.table
    if table["stage"] == "over":
        return say("The game is over")
    if seen.seat not in seen.waiting:
        name = player(table["turn"])
        if table["stage"] == "place":
            return say("{player} places a tile", player=name)
        return say("{player} may flip tiles", player=name)
    if table["stage"] == "place":
        return say("Place a tile")
    if table["throws"] and not table["flips"]:
        return say("Throw a tile, or end your turn")
    if table["throws"]:
        return say("Throw or flip a tile, or end your turn")
    if table["flips"]:
        return say("Flip a tile, or end your turn")
    return say("Send a spy, or end your turn")


def refusal(seen: Seen) -> Sentence:
    if seen.table["stage"] == "place":
        return say("Choose a tile from your hand first")
    if seen.table["throws"] or seen.table["flips"]:
        return say("Choose a highlighted tile, or end your turn")
    return say("Nothing can be flipped: send a spy, or end your turn")


def heading(seen: Seen) -> Sentence | None:
    table = seen.table
    if table["stage"] == "over":
        return None
    number = TILES - tiles_left(table["hands"][table["turn"]]) + (table["stage"] == "place")
    return say("Tile {number} of {count}", number=number, count=TILES)


def notes(seen: Seen) -> list[Sentence]:
    found = [phrases.unclaimed(family) for family in FAMILIES if family not in seen.table["families"]]
    if seen.options["lines"] == "rows":
        found.append(say("Lines run along the rows only"))
    if seen.options["memory"] == "pure":
        found.append(say("What lies underneath is yours to remember"))
    return found
