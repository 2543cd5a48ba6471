"""Seeds of matches: given as numbers, written as in records, or drawn."""

from __future__ import annotations

import secrets
from typing import SupportsIndex

from tilery.kernel import chance
from tilery.words import SpokenError, say


def given_or_drawn(seed: SupportsIndex | None) -> int:
    """Return the given seed, or draw one."""
    return secrets.randbits(128) if seed is None else chance.read_seed(seed)


def read_seed(text: str) -> int:
    """Read a seed that is written as in records."""
    if len(text) != 32 or any(digit not in "0123456789abcdef" for digit in text):
        raise SpokenError(say("a seed must have 32 digits, each 0 to 9 or a to f"))
    return int(text, 16)
