"""Who sits at a table, what was agreed when it was made, and the clocks of those who owe a decision."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tilery import games
from tilery.games.game import Game, OptionError
from tilery.server.tables.refusal import Refusal
from tilery.words import reason

DAY = 86_400.0


@dataclass(frozen=True)
class Settings:
    """What was agreed when the table was made. Times are in seconds; None is no limit."""

    chat: bool = True
    seconds_per_move: float | None = None
    seconds_per_game: float | None = None
    increment: float = 0.0
    """What every move adds to the time for the whole game."""
    holiday_seconds: float = 0.0
    """For how long a player may stop their clock, in all."""
    absent_after: float = 120.0
    """The shortest time after which somebody can be called absent; see `fair_wait`."""
    bot_seconds: float = 0.0
    """How long a bot pauses before each move, for everybody. Pages have a pace of their own for each person."""
    stand_in: str = "greedy"
    """The level of the bot that plays for people who are away."""
    rated: bool = False
    """Whether the game counts: there are no hints, and against bots no more can be undone than among people."""

    @property
    def has_clock(self) -> bool:
        return self.seconds_per_move is not None or self.seconds_per_game is not None

    @property
    def is_over_days(self) -> bool:
        """Whether nobody is expected to sit and wait."""
        return (self.seconds_per_move or 0.0) >= DAY or (self.seconds_per_game or 0.0) >= 3 * DAY

    @property
    def fair_wait(self) -> float:
        """How long a decision may take before any one of the others may let a bot take over."""
        if self.is_over_days:
            return max(self.absent_after, DAY)
        usual = self.seconds_per_move or (self.seconds_per_game or 0.0) / 4
        return max(self.absent_after, usual / 2)


@dataclass
class Player:
    """Who sits on a seat: nobody yet ("open"), a person, or a bot. A bot may play for a person who is away."""

    kind: str = "open"
    name: str = ""
    level: str | None = None
    ready: bool = False
    """Whether a person wants the game to begin."""
    asked: bool = False
    """Whether a person was asked for a rematch and has not answered."""
    away: bool = False
    is_removed: bool = False
    """Whether the owner or the host has taken the seat away for good; a bot plays on."""
    is_muted: bool = False
    """Whether the owner lets them say nothing."""
    waited_since: float | None = None
    """Since when it owes the decision that it owes now."""
    used: float = 0.0
    """Seconds that it took for earlier decisions."""
    decisions: int = 0
    """How many decisions it has made."""
    paused: float = 0.0
    """For how much of the present wait a holiday stopped its clock."""
    holiday_since: float | None = None
    holiday_used: float = 0.0
    """How long earlier holidays took."""
    votes: frozenset[int] = frozenset()
    """Seats that want a bot to take over before the fair wait is over."""

    @property
    def is_played_by_bot(self) -> bool:
        return self.kind == "bot" or self.away

    def time_up(self, settings: Settings) -> float | None:
        """Return when the time of a person who owes a decision runs out."""
        if self.waited_since is None or self.is_played_by_bot:
            return None
        limits = []
        if settings.seconds_per_move is not None:
            limits.append(settings.seconds_per_move)
        if settings.seconds_per_game is not None:
            limits.append(settings.seconds_per_game + settings.increment * self.decisions - self.used)
        if not limits:
            return None
        return self.waited_since + min(limits) + self._stopped(self.holiday_end(settings))

    def time_left(self, settings: Settings, now: float) -> float | None:
        """Return what the clock of a person who owes a decision shows: a holiday stops it."""
        end = self.time_up(settings)
        if end is None:
            return None
        return max(0.0, end - max(now, self.holiday_end(settings) or now))

    def waited(self, settings: Settings, now: float) -> float | None:
        """Return for how long the others have been kept waiting, holidays apart."""
        if self.waited_since is None:
            return None
        end = self.holiday_end(settings)
        return now - self.waited_since - self._stopped(now if end is None else min(now, end))

    def holiday_end(self, settings: Settings) -> float | None:
        """Return when a holiday ends at the latest; None if there is none."""
        if self.holiday_since is None:
            return None
        return self.holiday_since + max(0.0, settings.holiday_seconds - self.holiday_used)

    def holiday_left(self, settings: Settings, now: float) -> float:
        """Return for how long the clock may still be stopped."""
        taken = 0.0 if self.holiday_since is None else max(0.0, now - self.holiday_since)
        return max(0.0, settings.holiday_seconds - self.holiday_used - taken)

    def is_on_holiday(self, settings: Settings, now: float) -> bool:
        return self.holiday_since is not None and self.holiday_left(settings, now) > 0.0

    def begin_holiday(self, at: float) -> None:
        self.holiday_since = at

    def end_holiday(self, settings: Settings, at: float) -> None:
        end = self.holiday_end(settings)
        if end is not None and self.holiday_since is not None:
            if self.waited_since is not None:
                self.paused = self._stopped(min(at, end))
            self.holiday_used += max(0.0, min(at, end) - self.holiday_since)
            self.holiday_since = None

    def begin_wait(self, at: float) -> None:
        """Start the clock."""
        self.waited_since, self.paused, self.votes = at, 0.0, frozenset()

    def end_wait(self, settings: Settings, at: float) -> None:
        """Stop the clock."""
        self.used += max(0.0, self.waited(settings, at) or 0.0)
        self.waited_since, self.paused, self.votes = None, 0.0, frozenset()

    def _stopped(self, until: float | None) -> float:
        """Return for how much of the present wait the clock will have stood still by then."""
        if self.holiday_since is None or self.waited_since is None or until is None:
            return self.paused
        return self.paused + max(0.0, until - max(self.holiday_since, self.waited_since))


def update_clocks(
    players: Sequence[Player], settings: Settings, waiting: Sequence[int], at: float, moved: int | None = None
) -> None:
    """Start and stop the clocks of those who begin or cease to owe a decision."""
    for seat, player in enumerate(players):
        player.decisions += seat == moved
        if player.waited_since is not None and (seat not in waiting or seat == moved):
            player.end_wait(settings, at)
        if player.waited_since is None and seat in waiting:
            player.begin_wait(at)


def find_game(name: str, seats: int, options: dict[str, Any]) -> tuple[Game, dict[str, Any]]:
    """Find a game and complete its options for so many seats; refuse what cannot be played."""
    try:
        found = games.find(name)
        found.check_seats(seats)
        return found, found.read_options(seats, options)
    except (games.UnknownGameError, OptionError) as error:
        raise Refusal("bad_table", reason(error)) from None
