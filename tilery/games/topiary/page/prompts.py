"""What to do now in Topiary, in words: the task, where in the game we are, and what is special at this table."""

from __future__ import annotations

from collections.abc import Sequence

from tilery.games.drawing import Seen, player
from tilery.games.topiary.page import phrases
from tilery.games.topiary.rules.components import VISITORS
from tilery.words import Sentence, all_of, say


def todo(seen: Seen) -> Sentence:
    stage = seen.table["stage"]
    if stage == "over":
        return say("The game is over")
    if seen.seat in seen.waiting:
        match stage:
            case "draft":
                return say("Choose three tiles to keep")
            case "visit":
                return say("Place a visitor")
            case "take":
                return say("Take a face\N{NON-BREAKING HYPHEN}down tile from this line, or pass")
        return say("Plant one of your four tiles")
    name = player(seen.table["turn"])
    match stage:
        case "draft":
            return say("{player} chooses three tiles", player=name)
        case "visit":
            return say("{player} places a visitor", player=name)
        case "take":
            return say("{player} may take a tile", player=name)
    return say("{player} plants a tile", player=name)


def refusal(seen: Seen) -> Sentence:
    match seen.table["stage"]:
        case "draft":
            return say("Choose three tiles of your hand")
        case "visit":
            return say("Choose one of the arrows around the garden")
        case "take":
            return say("Choose a highlighted face-down tile in your visitor's line, or pass")
    return say("Choose one of your four tiles to plant")


def heading(seen: Seen) -> Sentence | None:
    table = seen.table
    if table["stage"] == "draft":
        return say("Draft")
    if table["stage"] == "over":
        return None
    count = int(VISITORS[seen.seats])
    placed = count - table["visitors_left"][table["turn"]] + (table["stage"] == "visit")
    return say("Visitor {number} of {count}", number=placed, count=count)


def steps(seen: Seen) -> Sequence[Sentence]:
    if seen.table["stage"] in {"draft", "over"}:
        return ()
    return say("Visitor"), say("Take a tile"), say("Plant")


def step(seen: Seen) -> int:
    return {"take": 1, "put": 2}.get(seen.table["stage"], 0)


def notes(seen: Seen) -> list[Sentence]:
    table = seen.table
    found = []
    if table["removed_series"]:
        found.append(phrases.none_of(table["removed_series"]))
    if seen.options["diagonals"] == "long":
        found.append(say("Only the two long diagonals are used"))
    if table["passed_on"]:
        names = all_of([phrases.tile_name(tile) for tile in table["passed_on"]])
        found.append(say("Passed on, so never face down in the garden: {tiles}", tiles=names))
    return found
