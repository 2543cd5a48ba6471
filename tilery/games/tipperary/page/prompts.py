"""What to do now in Tipperary, in words: the task, where in the game we are, and what is special at this table."""

from __future__ import annotations

from collections.abc import Sequence

from tilery.games.drawing import Seen, main_seat, player
from tilery.games.tipperary.rules.tileset import RECONSTRUCTED
from tilery.words import Sentence, all_of, say


def todo(seen: Seen) -> Sentence:
    if seen.table["stage"] == "over":
        return say("The game is over")
    if seen.seat is None or seen.seat not in seen.waiting:
        return say("Waiting for {players}", players=all_of([player(seat) for seat in seen.waiting]))
    display = seen.table["displays"][seen.seat]
    if seen.table["stage"] == "end":
        return say("Place your towers, or finish")
    if not display["has_placed"]:
        return say("Place one of your two tiles")
    match bool(display["sheep_to_place"]), len(display["bonus_to_place"]):
        case True, 0:
            return say("Place a wooden sheep on a meadow")
        case True, _:
            return say("Place your sheep and bonus tiles, in any order")
        case _, 1:
            return say("Place the bonus tile")
    return say("Place your bonus tiles")


def refusal(seen: Seen) -> Sentence:
    if seen.table["stage"] == "end":
        return say("Choose a tower first, or finish")
    display = seen.table["displays"][main_seat(seen)]
    if not display["has_placed"]:
        return say("Choose one of your two tiles first")
    if display["bonus_to_place"]:
        return say("Choose what you have earned first")
    return say("Choose a highlighted meadow for the sheep")


def heading(seen: Seen) -> Sentence:
    match seen.table["stage"]:
        case "round":
            return say("Round {round} of {rounds}", round=seen.table["round"], rounds=seen.table["rounds"])
        case "end":
            return say("After the last round")
    return say("Game over")


def steps(seen: Seen) -> Sequence[Sentence]:
    return (say("Place a tile"), say("Place what you earned")) if seen.table["stage"] == "round" else ()


def step(seen: Seen) -> int:
    return int(seen.table["displays"][main_seat(seen)]["has_placed"])


def notes(seen: Seen) -> list[Sentence]:
    if seen.options["tiles"] == RECONSTRUCTED:
        return [say("These tiles are a reconstruction: the real tile faces have not been published")]
    return []
