"""What may be changed at a table before its game begins: who sits where, who is ready, and how it is played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any

from tilery.server.tables.events import Command
from tilery.server.tables.players import Settings, find_game
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.table import Table
from tilery.words import say, say_many

Order = Sequence[int | None]
"""For every seat of a new order, the seat it was before; None for one that is new and open."""


@dataclass(frozen=True)
class Agreement:
    """How a table is played, as its owner may change it before the start."""

    seats: int
    options: dict[str, Any]
    settings: Settings
    public: bool
    name: str


def ready(table: Table, seat: int, on: bool) -> Command:
    """Mark a seat as ready, or not ready."""
    _check_open(table)
    player = table.players[seat]
    if player.kind != "person":
        raise Refusal("not_seated", say("That seat is empty."))
    if player.ready == on:
        raise Refusal("no_change", say("You are ready already.") if on else say("You were not ready."))
    return Command("ready", seat, {"on": on})


def swap(table: Table, one: int, other: int) -> Command:
    """Swap two seats."""
    _check_open(table)
    for seat in (one, other):
        if not 0 <= seat < table.seats:
            raise Refusal("no_seat", say("This table has seats 0 to {last}.", last=table.seats - 1))
    if one == other:
        raise Refusal("no_change", say("You sit there already."))
    order = list(range(table.seats))
    order[one], order[other] = other, one
    return Command("arrange", None, {"order": order})


def move_to(table: Table, seat: int, to: int) -> Command:
    """Move to another, open seat."""
    command = swap(table, seat, to)
    if table.players[to].kind != "open":
        raise Refusal("seat_taken", say("That seat is taken."))
    return command


def draw_lots(table: Table, chance: Random) -> Command:
    """Shuffle the seats."""
    _check_open(table)
    order = list(range(table.seats))
    chance.shuffle(order)
    return Command("arrange", None, {"order": order, "by_lot": True})


def remove_bot(table: Table, seat: int) -> Command:
    """Remove a bot from a seat."""
    _check_open(table)
    if not (0 <= seat < table.seats and table.players[seat].kind == "bot"):
        raise Refusal("not_seated", say("There is no bot on that seat."))
    return Command("rise", seat)


def edit(table: Table, agreed: Agreement) -> Command:
    """Change how the table is played. Whoever was ready has to say so again."""
    _check_open(table)
    _, options = find_game(table.game, agreed.seats, agreed.options)
    return Command(
        "edit",
        None,
        {
            "order": _resized(table, agreed.seats),
            "options": options,
            "settings": asdict(agreed.settings),
            "public": agreed.public,
            "name": agreed.name,
        },
    )


def _resized(table: Table, seats: int) -> list[int | None]:
    """Return the order with more or fewer seats: open ones go, the last first."""
    order: list[int | None] = list(range(table.seats))
    for seat in reversed(range(table.seats)):
        if len(order) > seats and table.players[seat].kind == "open":
            order.remove(seat)
    if len(order) > seats:
        taken = len(order)
        raise Refusal(
            "full",
            say_many(
                "{count} seat is taken; choose at least as many.",
                "{count} seats are taken; choose at least as many.",
                taken,
            ),
        )
    return order + [None] * (seats - len(order))


def _check_open(table: Table) -> None:
    if table.match is not None:
        raise Refusal("started", say("The game has already started."))
