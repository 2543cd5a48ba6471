"""Whole games by random players, the same for the same seed on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from tilery.match.match import Match


def random_match(
    game: str, seats: int | None = None, *, options: Mapping[str, Any] | None = None, seed: int = 0, number: int = 0
) -> Match:
    """Game `number` of a series: dealt and played to its end by players that choose among all legal moves alike.

    Where several seats owe a decision, one of them is drawn to be the next.
    """
    digest = hashlib.sha256(f"tilery simulate {seed} {number}".encode()).digest()
    match = Match(game, seats, options=options, seed=int.from_bytes(digest[:16]))
    match.play_randomly(seed=int.from_bytes(digest[16:]))
    return match
