"""The work budget of clients: everything costly is counted before it is done, in one budget for API and pages."""

from __future__ import annotations

from tilery.server.tables.callers import EVERY, Caller
from tilery.server.tables.clients import client_at
from tilery.server.tables.rate_limit import RateLimit

AT_ONCE = 1 / 4
"""Which share of a minute's work a client may ask for at once: while it is done, all others wait longer."""


class Budget:
    """Milliseconds of work that each client may ask for in a minute."""

    def __init__(self, work_a_minute: int) -> None:
        self._work = RateLimit(work_a_minute, at_once=work_a_minute * AT_ONCE)

    def spend(self, caller: Caller, milliseconds: float) -> None:
        """Count work that a caller is about to cause, or refuse it; the API and pages draw on one budget."""
        self._work.count(caller.client, milliseconds)

    def count_request(self, address: str, milliseconds: float = EVERY) -> None:
        """Count a request from an address, or refuse it."""
        self._work.count(client_at(address), milliseconds)
