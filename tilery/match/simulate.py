"""Whole games by random players, the same for the same seed on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, SupportsIndex

from tilery.kernel.arguments import index
from tilery.match.match import Match
from tilery.words import say


def random_match(
    game: str,
    seats: SupportsIndex | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    seed: SupportsIndex = 0,
    number: SupportsIndex = 0,
) -> Match:
    """Game `number` of a series: dealt and played to its end by players that choose among all legal moves alike.

    Where several seats owe a decision, one of them is drawn to be the next.
    """
    series, place = index(seed, say("a seed")), index(number, say("the number of a game"))
    digest = hashlib.sha256(f"tilery simulate {series} {place}".encode()).digest()
    chairs = None if seats is None else index(seats, say("a number of seats"))
    match = Match(game, chairs, options=options, seed=int.from_bytes(digest[:16]))
    match.play_randomly(seed=int.from_bytes(digest[16:]))
    return match
