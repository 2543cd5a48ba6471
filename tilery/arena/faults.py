"""What makes a player lose a game at once."""

from __future__ import annotations

from tilery.words import SpokenError

GRACE = 0.25
"""Seconds by which a player may be late: what it takes to send a message, or to switch threads on a busy machine."""


class PlayerFault(Exception):  # noqa: N818  (the fault of a player, not an error of the arena)
    """A player raised, hung, died or chose what is no move; it loses the game. The text says what it did."""


class LateFault(PlayerFault):
    """A player did not answer in its time."""


class PlayerError(SpokenError):
    """There is no such player."""
