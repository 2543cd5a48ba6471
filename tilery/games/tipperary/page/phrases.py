"""The words of Tipperary: landscapes, and what a move would bring."""

from __future__ import annotations

from collections.abc import Mapping

from tilery.games.tipperary.page.figures import RING_POINTS
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


def gains(changes: Mapping[str, int], ring: int) -> Sentence:
    """What a move brings, in one sentence that ends with the sum, with the exploration spaces that are covered then."""
    parts = gain_parts(changes, ring)
    if not parts:
        return say("No gain yet")
    return say_many(
        "Gains: {gains}. Total: {count} point",
        "Gains: {gains}. Total: {count} points",
        points(changes),
        gains=all_of(parts),
    )


def gain_parts(changes: Mapping[str, int], ring: int | None = None) -> list[Sentence]:
    """What has changed in a county, each in a few words; how far its exploration is, if that is known."""
    parts = []
    if more := changes.get("area"):
        parts.append(say("area +{points}", points=more))
    if more := changes.get("flock"):
        parts.append(say("sheep +{points}", points=more))
    if more := changes.get("whiskey"):
        parts.append(say("whiskey +{points}", points=more))
    if more := changes.get("circles"):
        parts.append(say("circles +{points}", points=more))
    if more := changes.get("closed"):
        parts.append(say("exploration complete, +{points}", points=more))
    elif changes.get("ring") and ring is not None:
        complete = say(
            "exploration {covered} of {spaces} (+{points} when complete)",
            covered=ring,
            spaces=RING_SIZE,
            points=RING_POINTS,
        )
        parts.append(complete)
    elif more := changes.get("ring"):
        parts.append(say_many("{count} exploration space", "{count} exploration spaces", more))
    if (more := changes.get("towers", 0)) > 0:
        parts.append(say_many("{count} tower", "{count} towers", more))
    if (more := changes.get("bonus", 0)) > 0:
        parts.append(say_many("{count} bonus tile", "{count} bonus tiles", more))
    if (more := changes.get("sheep", 0)) > 0:
        parts.append(say_many("{count} wooden sheep", "{count} wooden sheep", more))
    return parts


def points(changes: Mapping[str, int]) -> int:
    """The points in what has changed; the marker, which depends on others, is not among them."""
    return sum(changes.get(name, 0) for name in ("area", "flock", "whiskey", "circles", "closed"))
