"""What a person has played: results by game, accuracy over time, streaks. Nobody else sees it unless it is shared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

from sqlalchemy import Connection

from tilery.match.scores import ScoreSheet
from tilery.server.storage import profile_queries
from tilery.server.storage.profile_queries import OwnGame
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.registry import Tables
from tilery.server.tables.tokens import digest_of, new_token
from tilery.words import say

MOST_GAMES = 1000
"""How many games a profile looks back on."""
MOST_AT_ONCE = 40
"""How many games are played again for one look at a profile; the others follow with the next one."""


@dataclass(frozen=True)
class PlayedGame:
    """A finished game as one of its players sees it."""

    table_id: str
    game: str
    at: float
    place: int
    seats: int
    with_people: bool
    """Whether somebody else than bots played, too."""
    accuracy: float | None

    @property
    def is_won(self) -> bool:
        return self.place == 1


@dataclass(frozen=True)
class GameRow:
    """What somebody has done in one game."""

    game: str
    played: int
    won: int
    with_people: int
    accuracy: float | None
    """The mean, where games were reviewed."""


@dataclass(frozen=True)
class Streak:
    """How often something has happened in a row: now, and at most."""

    now: int
    best: int


@dataclass(frozen=True)
class Profile:
    """The games of a person, the first one first."""

    games: tuple[PlayedGame, ...]
    uncounted: int = 0
    """How many games are yet to be looked at."""

    @property
    def rows(self) -> list[GameRow]:
        """Results by game, those played most often first."""
        names = sorted({game.game for game in self.games})
        rows = [_row(name, [game for game in self.games if game.game == name]) for name in names]
        return sorted(rows, key=lambda row: -row.played)

    @property
    def reviewed(self) -> list[PlayedGame]:
        return [game for game in self.games if game.accuracy is not None]

    @property
    def wins_in_a_row(self) -> Streak:
        return streak([game.is_won for game in self.games])

    def days_in_a_row(self, today: date) -> Streak:
        """Return on how many days in a row a game was finished, by universal time; today may still be missing."""
        days = sorted({day_of(game.at) for game in self.games})
        runs: list[list[date]] = []
        for day in days:
            if runs and day - runs[-1][-1] == timedelta(days=1):
                runs[-1].append(day)
            else:
                runs.append([day])
        is_on = bool(runs) and today - runs[-1][-1] <= timedelta(days=1)
        return Streak(len(runs[-1]) if is_on else 0, max(map(len, runs), default=0))


def streak(happened: Sequence[bool]) -> Streak:
    """Count how often something has happened in a row."""
    best = run = 0
    for each in happened:
        run = run + 1 if each else 0
        best = max(best, run)
    return Streak(run, best)


def day_of(at: float) -> date:
    return datetime.fromtimestamp(at, UTC).date()


def places_of(outcome: ScoreSheet) -> list[int]:
    """Return the place of each seat: winners first, the others by their points; equals share a place."""
    keys = [(seat in outcome.winners, total) for seat, total in enumerate(outcome.totals)]
    return [1 if key[0] else 1 + sum(other[0] or other > key for other in keys) for key in keys]


def _row(name: str, games: Sequence[PlayedGame]) -> GameRow:
    known = [game.accuracy for game in games if game.accuracy is not None]
    return GameRow(
        game=name,
        played=len(games),
        won=sum(game.is_won for game in games),
        with_people=sum(game.with_people for game in games),
        accuracy=sum(known) / len(known) if known else None,
    )


class Profiles:
    """The profiles of all who have played here."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._storage = tables.storage

    async def of(self, secret: str) -> Profile:
        return await self.of_holder(digest_of(secret))

    async def of_holder(self, holder: str) -> Profile:
        """Return what somebody has played. Games whose end is not known yet are played again, some at a time."""
        found = await self._storage.read(lambda connection: profile_queries.own_games(connection, holder, MOST_GAMES))
        new: list[tuple[str, dict[str, Any]]] = []
        counted: list[OwnGame] = []
        uncounted = 0
        for own in found:
            if _is_complete(own):
                counted.append(own)
            elif len(new) < MOST_AT_ONCE:
                result = await self._result(own)
                new.append((own.table_id, result))
                counted.append(replace(own, result=result))
            else:
                uncounted += 1
        if new:
            await self._storage.write(lambda connection: profile_queries.keep_results(connection, new))
        games = [_played(own) for own in reversed(counted) if own.result and own.result.get("places")]
        return Profile(tuple(games), uncounted)

    async def _result(self, own: OwnGame) -> dict[str, Any]:
        """Return how a game ended; nothing of one by rules that are no longer here."""
        reviewed = await self._storage.read(lambda connection: profile_queries.accuracies(connection, own.table_id))
        accuracy = {"accuracy": reviewed} if reviewed else {}
        if own.result is not None:
            return {**own.result, **accuracy}
        try:
            table = (await self._tables.find(own.table_id)).table
        except Refusal:
            return {}
        if table.match is None or table.match.outcome is None:
            return {}
        people = sum(player.kind == "person" for player in table.players)
        return {"places": places_of(table.match.outcome), "people": people, **accuracy}

    # Sharing.

    async def shared_link(self, secret: str) -> str | None:
        """Return the link that shows a profile to others; None if it is not shared."""
        return await self._storage.read(lambda connection: profile_queries.shared_link(connection, digest_of(secret)))

    async def share(self, secret: str, name: str, on: bool) -> None:
        """Show a profile to whoever has its link, which is a new one each time, or to nobody any more."""
        holder = digest_of(secret)

        def work(connection: Connection) -> None:
            if on:
                profile_queries.share(connection, holder, new_token(), name)
            else:
                profile_queries.unshare(connection, holder)

        await self._storage.write(work)

    async def find_shared(self, link: str) -> tuple[str, Profile]:
        """Return the name and the profile that a link shows."""
        found = await self._storage.read(lambda connection: profile_queries.find_shared(connection, link))
        if found is None:
            raise Refusal("not_found", say("This profile does not exist, or it is not shared any more."))
        return found[1], await self.of_holder(found[0])


def _is_complete(own: OwnGame) -> bool:
    return own.result is not None and (not own.is_reviewed or "accuracy" in own.result)


def _played(own: OwnGame) -> PlayedGame:
    assert own.result is not None
    places, accuracy = own.result["places"], own.result.get("accuracy", ())
    return PlayedGame(
        table_id=own.table_id,
        game=own.game,
        at=own.changed,
        place=places[own.seat],
        seats=len(places),
        with_people=own.result["people"] > 1,
        accuracy=accuracy[own.seat] if own.seat < len(accuracy) else None,
    )
