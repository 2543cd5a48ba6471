"""The words of Tipperary's drawing: landscapes, what to do, what a move would bring, and the log."""

from __future__ import annotations

from functools import lru_cache

from tilery.games.tipperary.components import RING_SIZE
from tilery.games.tipperary.rebuilt import Standing
from tilery.words import Sentence, all_of, say, say_many


def landscape(token: str) -> Sentence:
    match token:
        case "m":
            return say("meadow")
        case "p1":
            return say("pasture with one sheep")
        case "p2":
            return say("pasture with two sheep")
        case "g":
            return say("grain")
        case "d":
            return say("distillery")
        case "r":
            return say("ruin")
        case "b":
            return say("bog")
    return say("stone circle worth {points}", points=token.removeprefix("c"))


def gains(before: Standing, after: Standing) -> Sentence:
    """What a move brings, in one sentence."""
    parts = []
    if more := after.area - before.area:
        parts.append(say("area +{points}", points=more))
    if more := after.flock - before.flock:
        parts.append(say("flock +{points}", points=more))
    if more := after.whiskey - before.whiskey:
        parts.append(say("whiskey +{points}", points=more))
    if more := after.circles - before.circles:
        parts.append(say("circles +{points}", points=more))
    if after.ring == RING_SIZE > before.ring:
        parts.append(say("the ring is closed, +{points}", points=5))
    elif more := after.ring - before.ring:
        parts.append(say_many("{count} place of the ring", "{count} places of the ring", more))
    if (more := after.towers - before.towers) > 0:
        parts.append(say_many("{count} tower", "{count} towers", more))
    if (more := after.bonus - before.bonus) > 0:
        parts.append(say_many("{count} bonus tile", "{count} bonus tiles", more))
    if (more := after.sheep - before.sheep) > 0:
        parts.append(say_many("{count} wooden sheep", "{count} wooden sheep", more))
    return say("This brings: {gains}", gains=all_of(parts)) if parts else say("This brings nothing yet")


@lru_cache(maxsize=4096)  # the whole log is told whenever something has happened
def told(player: str, moves: tuple[str, ...]) -> Sentence:
    """A turn in the log: the tile, and what was placed after it."""
    words = [move.split()[0] for move in moves]
    parts = []
    if "place" in words:
        parts.append(say("a landscape tile"))
    if count := words.count("sheep"):
        parts.append(say_many("{count} wooden sheep", "{count} wooden sheep", count))
    if count := words.count("bonus"):
        parts.append(say_many("{count} bonus tile", "{count} bonus tiles", count))
    if count := words.count("tower"):
        parts.append(say_many("{count} tower", "{count} towers", count))
    if not parts:
        return say("{player} placed no more towers", player=player)
    return say("{player} placed {things}", player=player, things=all_of(parts))
