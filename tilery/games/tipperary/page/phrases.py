"""The words of Tipperary: landscapes, and what a move would bring."""

from __future__ import annotations

from tilery.games.tipperary.page.figures import Figures
from tilery.games.tipperary.rules.components import RING_SIZE
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


def gains(before: Figures, after: Figures) -> Sentence:
    """What a move brings, in one sentence."""
    parts = []
    if more := after.area - before.area:
        parts.append(say("area +{points}", points=more))
    if more := after.flock - before.flock:
        parts.append(say("sheep +{points}", points=more))
    if more := after.whiskey - before.whiskey:
        parts.append(say("whiskey +{points}", points=more))
    if more := after.circles - before.circles:
        parts.append(say("circles +{points}", points=more))
    if after.ring == RING_SIZE > before.ring:
        parts.append(say("exploration complete, +{points}", points=5))
    elif more := after.ring - before.ring:
        parts.append(say_many("{count} exploration space", "{count} exploration spaces", more))
    if (more := after.towers - before.towers) > 0:
        parts.append(say_many("{count} tower", "{count} towers", more))
    if (more := after.bonus - before.bonus) > 0:
        parts.append(say_many("{count} bonus tile", "{count} bonus tiles", more))
    if (more := after.sheep - before.sheep) > 0:
        parts.append(say_many("{count} wooden sheep", "{count} wooden sheep", more))
    if not parts:
        return say("No gain yet")
    points = _points(after) - _points(before)
    if not points:
        return say("Gains: {gains}", gains=all_of(parts))
    return say_many("Gains: {gains}. {count} point", "Gains: {gains}. {count} points", points, gains=all_of(parts))


def _points(counted: Figures) -> int:
    return counted.area + counted.flock + counted.whiskey + counted.circles + 5 * (counted.ring == RING_SIZE)
