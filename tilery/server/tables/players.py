"""Who sits at a table, what was agreed when it was made, and the clocks of those who owe a decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """What was agreed when the table was made. Times are in seconds; None is no limit."""

    chat: bool = True
    seconds_per_move: float | None = None
    seconds_per_game: float | None = None
    absent_after: float = 120.0
    bot_seconds: float = 1.0
    stand_in: str = "greedy"
    """The level of the bot that plays for people who are away."""

    @property
    def has_clock(self) -> bool:
        return self.seconds_per_move is not None or self.seconds_per_game is not None


@dataclass
class Player:
    """Who sits on a seat: nobody yet ("open"), a person, or a bot. A bot may play for a person who is away."""

    kind: str = "open"
    name: str = ""
    level: str | None = None
    away: bool = False
    waited_since: float | None = None
    """Since when it owes the decision that it owes now."""
    used: float = 0.0
    """Seconds that it took for earlier decisions."""

    @property
    def is_played_by_bot(self) -> bool:
        return self.kind == "bot" or self.away

    def time_up(self, settings: Settings) -> float | None:
        """Return when the time of a person who owes a decision runs out."""
        if self.waited_since is None or self.is_played_by_bot:
            return None
        limits = []
        if settings.seconds_per_move is not None:
            limits.append(self.waited_since + settings.seconds_per_move)
        if settings.seconds_per_game is not None:
            limits.append(self.waited_since + settings.seconds_per_game - self.used)
        return min(limits, default=None)


def update_clocks(players: Sequence[Player], waiting: Sequence[int], at: float, moved: int | None = None) -> None:
    """Start and stop the clocks of those who begin or cease to owe a decision."""
    for seat, player in enumerate(players):
        if player.waited_since is not None and (seat not in waiting or seat == moved):
            player.used += max(0.0, at - player.waited_since)
            player.waited_since = None
        if player.waited_since is None and seat in waiting:
            player.waited_since = at
