"""Cairn for programs that play or learn: as Pebbles."""

from tilery.games.pebbles.learn import (  # type: ignore[import-not-found]  # found through TILERY_GAMES
    count,
    decode,
    encode,
    evaluate,
    fields,
    observe,
    text,
)

__all__ = ["count", "decode", "encode", "evaluate", "fields", "observe", "text"]
