"""Limits on how often somebody may do something, and on how much somebody may have; and whose turn it is."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable, Hashable
from weakref import WeakValueDictionary

from tilery.server.tables.refusal import Refusal
from tilery.words import say_many

MOST_REMEMBERED = 10_000
"""How many are remembered before those are looked for who can be forgotten."""


class RateLimit:
    """A token bucket per client: `a_minute` units a minute, of which `at_once` in a burst (all, unless told otherwise);
    an action can cost several units."""

    def __init__(self, a_minute: int, now: Callable[[], float] = time.monotonic, at_once: float | None = None) -> None:
        self._a_minute = a_minute
        self._at_once = a_minute if at_once is None else at_once
        self._now = now
        self._used: dict[Hashable, tuple[float, float]] = {}
        self._most = MOST_REMEMBERED

    def count(self, who: Hashable, times: float = 1) -> None:
        """Take units from the bucket of a client, or refuse if it has too few."""
        now = self._now()
        used, at = self._used.get(who, (0.0, now))
        used = max(0.0, used - (now - at) * self._a_minute / 60)
        times = min(times, self._at_once)
        if used + times > self._at_once:
            wait = math.ceil((used + times - self._at_once) * 60 / self._a_minute)
            raise Refusal(
                "too_often",
                say_many(
                    "Too many requests. Try again in {count} second.",
                    "Too many requests. Try again in {count} seconds.",
                    wait,
                ),
            )
        self._used[who] = (used + times, now)
        if len(self._used) > self._most:
            self._forget(now)

    def _forget(self, now: float) -> None:
        """Drop the buckets that are full again.

        If that leaves many, look again when there are twice as many: a client with many addresses must not make every
        request look at all of them.
        """
        self._used = {
            who: (used, at) for who, (used, at) in self._used.items() if used > (now - at) * self._a_minute / 60
        }
        self._most = max(MOST_REMEMBERED, 2 * len(self._used))


class Turns:
    """Lets those who wait for the same client go one after another, so that others come in between."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()

    def of(self, who: Hashable) -> asyncio.Lock:
        """Return what a client holds while it is its turn."""
        return self._locks.setdefault(who, asyncio.Lock())


def check_public(count: int, most: int) -> None:
    """Refuse one more public table to who has many."""
    if count >= most:
        sentence = say_many(
            "You already have {count} public table. Finish or delete one first.",
            "You already have {count} public tables. Finish or delete one first.",
            count,
        )
        raise Refusal("too_many_tables", sentence)
