"""A returning player's tables as the home page lists them, those that are due first."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from math import inf

from tilery.server.pages.table_page import TablePage
from tilery.server.tables.roles import Role, own_seats, viewing_seat
from tilery.server.tables.table import Table
from tilery.server.tables.texts import duration
from tilery.words import Sentence, all_of, say

SHORT = 4 * 3600.0
"""With less time than this left, one should hurry."""


@dataclass(frozen=True)
class OwnTable:
    """A table that somebody has a part in, at some moment."""

    page: TablePage
    seats: tuple[int, ...]
    """Their own seats."""
    now: float

    @classmethod
    def of(cls, table: Table, roles: list[Role], language: str, now: float) -> OwnTable:
        page = TablePage(table, viewing_seat(roles), frozenset(roles), language)
        return cls(page, tuple(own_seats(roles)), now)

    @property
    def table(self) -> Table:
        return self.page.table

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a decision."""
        return tuple(self.table.match.waiting) if self.table.match else ()

    @cached_property
    def due(self) -> tuple[int, ...]:
        """Their own seats that owe a decision, unless a bot plays there."""
        return tuple(seat for seat in self.seats if self.table.owes(seat))

    @cached_property
    def seconds_left(self) -> float | None:
        """The least time that any player has left; only their own seats count if one of these is due."""
        clocks = [
            self.table.players[seat].time_left(self.table.settings, self.now) for seat in self.due or self.waiting
        ]
        return min((left for left in clocks if left is not None), default=None)

    @property
    def left(self) -> Sentence | None:
        if self.seconds_left is None:
            return None
        return say("{time} left", time=duration(self.seconds_left))

    @property
    def is_urgent(self) -> bool:
        return self.seconds_left is not None and self.seconds_left < SHORT and self.table.settings.is_over_days

    @property
    def state(self) -> Sentence:
        """What is going on, in a few words."""
        names = self.page.names
        if self.table.status == "open":
            return say("Waiting for players")
        if self.seats and all(self.table.players[seat].away for seat in self.seats):
            return say("A bot is playing for you")
        others = [names[seat] for seat in self.waiting if seat not in self.due]
        if not self.due:
            return say("Waiting for {players}", players=all_of(others)) if others else say("In progress")
        if others:
            return say("Also to decide: {players}", players=all_of(others))
        rest = [name for seat, name in enumerate(names) if seat not in self.seats]
        return say("With {players}", players=all_of(rest)) if rest else say("Your turn")


def sorted_tables(tables: Iterable[OwnTable]) -> tuple[list[OwnTable], list[OwnTable], list[OwnTable]]:
    """Sort tables that are not over: those that are due, with the least time left first; running ones; open ones."""

    def hurry(own: OwnTable) -> float:
        return inf if own.seconds_left is None else own.seconds_left

    going = list(tables)
    running = [own for own in going if own.table.status == "running"]
    return (
        sorted((own for own in running if own.due), key=hurry),
        sorted((own for own in running if not own.due), key=hurry),
        [own for own in going if own.table.status == "open"],
    )
