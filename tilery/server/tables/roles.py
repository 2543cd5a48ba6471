"""What a secret opens at a table, and by which role a request is made."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

EVERYBODY = ("seat", "owner", "invite", "watch", "public")
"""All kinds of roles, those that open more first."""


@dataclass(frozen=True)
class Role:
    """What a secret opens: the whole table for its owner, one seat, a place to sit down, or a look."""

    kind: str
    seat: int | None = None

    def rotated(self, seats: int) -> Role:
        """Return the same role at a rematch, where everybody moves on by one seat."""
        return self if self.seat is None else Role(self.kind, (self.seat - 1) % seats)


PUBLIC = Role("public")
BARRED = Role("barred")
"""What the secrets of somebody who was removed open: nothing, whatever link they follow."""


def choose_role(roles: Iterable[Role], allowed: Collection[str], seat: int | None = None) -> Role | None:
    """Choose the role by which something is done; who has several seats says which one with `seat`."""
    fitting = [
        role for role in roles if role.kind in allowed and (seat is None or role.seat is None or role.seat == seat)
    ]
    return min(fitting, key=lambda role: (EVERYBODY.index(role.kind), role.seat or 0), default=None)


def own_seats(roles: Iterable[Role]) -> list[int]:
    return sorted(role.seat for role in roles if role.seat is not None)


def viewing_seat(roles: Iterable[Role], seat: int | None = None) -> int | None:
    """Choose the seat from which a table is seen: `seat` if it is one's own, else the first of one's own."""
    own = own_seats(roles)
    return seat if seat in own else own[0] if own else None


def seat_of(role: Role) -> int:
    """Return the seat of a role that has one."""
    assert role.seat is not None
    return role.seat
