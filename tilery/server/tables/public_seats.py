"""Seats at public tables whose games have not started, by who has taken them: nobody may keep many tables waiting."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tilery.server.tables.refusal import Refusal
from tilery.server.tables.registry import Tables
from tilery.words import say_many

Seats = set[tuple[str, int | None]]
"""Tables and seats; no seat while it is being taken."""


class PublicSeats:
    """What each client holds, as far as this process knows."""

    def __init__(self, tables: Tables, most: int) -> None:
        self._tables = tables
        self._most = most
        self._held: dict[str, Seats] = {}

    @contextmanager
    def taking(self, client: str, table_id: str) -> Iterator[Seats]:
        """Refuse another seat to a client that keeps several tables waiting; yield its seats, to add to."""
        held = {key for key in self._held.get(client, set()) if self._is_waiting(*key)}
        self._held[client] = held
        if len(held) >= self._most:
            sentence = say_many(
                "You already have a seat at {count} public table that has not started.",
                "You already have a seat at {count} public tables that have not started.",
                len(held),
            )
            raise Refusal("too_many_seats", sentence)
        held.add((table_id, None))  # until it is known which: others may ask meanwhile
        try:
            yield held
        finally:
            held.discard((table_id, None))
            if not held:
                self._held.pop(client, None)

    def _is_waiting(self, table_id: str, seat: int | None) -> bool:
        if seat is None:
            return True
        live = self._tables.find_in_memory(table_id)
        if live is None or live.table.match is not None or seat >= live.table.seats:
            return False
        return live.table.players[seat].kind == "person"
