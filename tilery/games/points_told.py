"""What a move brings and costs, told in the log: words such as `points-of-0+2` behind a move, and what they say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from tilery.games.art import signed
from tilery.words import Sentence, joined, say, say_many

CHANGE = re.compile(r"points-of-(\d)([+-]\d+)")


def changes_shown(before: Iterable[int], after: Iterable[int]) -> str:
    """Whose points a move changes, from what all seats had before it and after it."""
    changes = [now - was for was, now in zip(before, after, strict=True)]
    return " ".join(f"points-of-{whose}{change:+}" for whose, change in enumerate(changes) if change)


def changes_in(move: str) -> Counter[int]:
    """By seat, what a told move brought or cost."""
    found: Counter[int] = Counter()
    for whose, change in CHANGE.findall(move):
        found[int(whose)] += int(change)
    return found


def words_of(move: str) -> list[str]:
    """The words of a told move without those that tell of points."""
    return [word for word in move.split() if not CHANGE.fullmatch(word)]


def with_changes(told: Sentence, seat: int, changes: Mapping[int, int], players: Sequence[str]) -> Sentence:
    """What was done, and what came of it: the player's own points first, then those of others."""
    others = sorted(whose for whose, change in changes.items() if change and whose != seat)
    parts = [_own_change(changes[seat])] if changes.get(seat) else []
    parts += [
        say("{player}\N{NO-BREAK SPACE}({points})", player=players[whose], points=signed(changes[whose]))
        for whose in others
    ]
    return say("{told}: {changes}", told=told, changes=joined(parts)) if parts else told


def _own_change(change: int) -> Sentence:
    return say_many("{points} point", "{points} points", change, points=signed(change))
