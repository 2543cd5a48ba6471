"""The fields of a display: how they are found, added and joined to groups."""

from __future__ import annotations

from tilery.games.tipperary.rules.components import IN_RING, TOWN_HEIGHT, TOWN_WIDTH
from tilery.games.tipperary.rules.landscapes import (
    BOG,
    BONUS_MEADOW,
    BONUS_WOODEN_SHEEP,
    CIRCLE,
    MEADOW,
    PASTURE,
    PASTURE_OF_TWO,
)
from tilery.games.tipperary.rules.state import SLOTS, TipperaryState
from tilery.kernel.native import native

# The total of a group of bogs: one bog alone, several just joined, or a site that has earned its bonus tile (TIP-11).
LONE_BOG, NEW_SITE, SITE = 1, 2, 3


@native
def place_of(x: int, y: int) -> int:
    return (y + 128) << 8 | x + 128


@native
def x_of(place: int) -> int:
    return (int(place) & 255) - 128


@native
def y_of(place: int) -> int:
    return (int(place) >> 8) - 128


@native
def slot_of(place: int) -> int:
    """Where to look for a field first: displays of up to 16 by 16 fields have a slot for every place."""
    return place >> 4 & 240 | place & 15


@native
def find(state: TipperaryState, seat: int, x: int, y: int) -> int:
    """The number of the field at a place, or -1."""
    place = place_of(x, y)
    slot = slot_of(place)
    while True:
        field = int(state.slots[seat, slot]) - 1
        if field < 0 or state.place[seat, field] == place:
            return field
        slot = (slot + 1) & (SLOTS - 1)


@native
def kind_at(state: TipperaryState, seat: int, x: int, y: int) -> int:
    """The kind of the field at a place, or -1."""
    field = find(state, seat, x, y)
    return -1 if field < 0 else int(state.kind[seat, field])


@native
def is_pasture(kind: int) -> bool:
    return PASTURE <= kind <= BONUS_WOODEN_SHEEP


@native
def is_free_meadow(kind: int) -> bool:
    """Whether a wooden sheep may stand there."""
    return kind in (MEADOW, BONUS_MEADOW)


@native
def add_field(state: TipperaryState, seat: int, x: int, y: int, kind: int) -> int:
    """Add a field at an empty place and return its number."""
    field = int(state.fields[seat])
    place = place_of(x, y)
    slot = slot_of(place)
    while state.slots[seat, slot]:
        slot = (slot + 1) & (SLOTS - 1)
    state.slots[seat, slot] = field + 1
    state.place[seat, field] = place
    state.fields[seat] = field + 1
    state.left[seat] = min(int(state.left[seat]), x)
    state.right[seat] = max(int(state.right[seat]), x)
    state.top[seat] = min(int(state.top[seat]), y)
    state.bottom[seat] = max(int(state.bottom[seat]), y)
    if -1 <= x <= TOWN_WIDTH and -1 <= y <= TOWN_HEIGHT:
        state.ring[seat] += IN_RING[state.side[seat], y + 1, x + 1]
    become(state, seat, field, kind)
    return field


@native
def become(state: TipperaryState, seat: int, field: int, kind: int) -> None:
    """Give a field its kind, a new one or another than before, and keep what is counted of the display."""
    if is_free_meadow(int(state.kind[seat, field])):
        state.free_meadows[seat] -= 1
    state.kind[seat, field] = kind
    if is_free_meadow(kind):
        state.free_meadows[seat] += 1
    elif is_pasture(kind):
        start_group(state, seat, field, 2 if kind == PASTURE_OF_TWO else 1)
        join_neighbours(state, seat, field)
        state.flock[seat] = max(int(state.flock[seat]), int(state.total[seat, root_of(state, seat, field)]))
    elif kind == BOG:
        start_group(state, seat, field, LONE_BOG)
        join_neighbours(state, seat, field)
    elif kind > CIRCLE:
        state.circles[seat] += kind - CIRCLE


@native
def start_group(state: TipperaryState, seat: int, field: int, total: int) -> None:
    state.parent[seat, field] = field
    state.total[seat, field] = total


@native
def root_of(state: TipperaryState, seat: int, field: int) -> int:
    while state.parent[seat, field] != field:
        field = int(state.parent[seat, field])
    return field


@native
def join_neighbours(state: TipperaryState, seat: int, field: int) -> None:
    place = state.place[seat, field]
    x, y = x_of(place), y_of(place)
    join(state, seat, field, find(state, seat, x, y - 1))
    join(state, seat, field, find(state, seat, x - 1, y))
    join(state, seat, field, find(state, seat, x + 1, y))
    join(state, seat, field, find(state, seat, x, y + 1))


@native
def join(state: TipperaryState, seat: int, field: int, other: int) -> None:
    """Make one group of two fields if both are pastures or both are bogs; the older field leads it."""
    if other < 0:
        return
    kind, other_kind = int(state.kind[seat, field]), int(state.kind[seat, other])
    if kind == BOG:
        if other_kind != BOG:
            return
    elif not is_pasture(other_kind):
        return
    first, second = root_of(state, seat, field), root_of(state, seat, other)
    if first == second:
        return
    if first > second:
        first, second = second, first
    one, two = int(state.total[seat, first]), int(state.total[seat, second])
    if kind == BOG:
        state.total[seat, first] = SITE if SITE in (one, two) else NEW_SITE
    else:
        state.total[seat, first] = one + two
    state.total[seat, second] = 0
    state.parent[seat, second] = first
