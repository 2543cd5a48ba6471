"""What a placement triggers: whiskey, towers and bonus tiles (TIP-9 to TIP-11), and claims on the supplies (TIP-7).

New are the fields numbered `first` to `last`: those of a landscape tile, or the single one of a bonus tile.
"""

from __future__ import annotations

from tilery.games.tipperary.rules.components import BONUS_TILES, TRACK_END, TRACK_SHEEP
from tilery.games.tipperary.rules.display import NEW_SITE, SITE, find, kind_at, root_of, x_of, y_of
from tilery.games.tipperary.rules.landscapes import BOG, DISTILLERY, GRAIN, RUIN
from tilery.games.tipperary.rules.state import TipperaryState
from tilery.kernel.native import native


@native
def trigger(state: TipperaryState, seat: int, first: int, last: int) -> None:
    """Claim everything that the new fields earn."""
    for field in range(first, last + 1):
        kind = int(state.kind[seat, field])
        if kind == GRAIN:
            advance_barrel(state, seat, new_neighbours(state, seat, field, last, DISTILLERY))
        elif kind == DISTILLERY:
            advance_barrel(state, seat, new_neighbours(state, seat, field, last, GRAIN))
        elif kind == RUIN:
            claim_towers(state, seat, new_lines(state, seat, field, first, last))
        elif kind == BOG:
            root = root_of(state, seat, field)
            if state.total[seat, root] == NEW_SITE:
                state.total[seat, root] = SITE
                claim_bonus_tile(state, seat)


@native
def new_neighbours(state: TipperaryState, seat: int, field: int, last: int, kind: int) -> int:
    """How many fields of `kind` are beside a new field; a neighbour that is new too and comes later counts for it."""
    place = state.place[seat, field]
    x, y = x_of(place), y_of(place)
    return (
        _counts(state, seat, find(state, seat, x, y - 1), field, last, kind)
        + _counts(state, seat, find(state, seat, x - 1, y), field, last, kind)
        + _counts(state, seat, find(state, seat, x + 1, y), field, last, kind)
        + _counts(state, seat, find(state, seat, x, y + 1), field, last, kind)
    )


@native
def _counts(state: TipperaryState, seat: int, other: int, field: int, last: int, kind: int) -> int:
    return int(other >= 0 and state.kind[seat, other] == kind and not field < other <= last)


@native
def new_lines(state: TipperaryState, seat: int, field: int, first: int, last: int) -> int:
    """How many lines of three or more ruins pass through a new ruin, were none before, and have no earlier new one."""
    return int(_is_new_line(state, seat, field, first, last, 1, 0)) + int(
        _is_new_line(state, seat, field, first, last, 0, 1)
    )


@native
def _is_new_line(state: TipperaryState, seat: int, field: int, first: int, last: int, right: int, down: int) -> bool:
    place = state.place[seat, field]
    x, y = x_of(place), y_of(place)
    while kind_at(state, seat, x - right, y - down) == RUIN:
        x -= right
        y -= down
    length = 0
    old_in_a_row = 0
    while True:
        other = find(state, seat, x, y)
        if other < 0 or state.kind[seat, other] != RUIN:
            return length >= 3
        if first <= other <= last:
            if other < field:
                return False
            old_in_a_row = 0
        else:
            old_in_a_row += 1
            if old_in_a_row == 3:
                return False
        length += 1
        x += right
        y += down


@native
def advance_barrel(state: TipperaryState, seat: int, steps: int) -> None:
    for _ in range(steps):
        if state.barrel[seat] < TRACK_END:
            state.barrel[seat] += 1
            if TRACK_SHEEP[state.barrel[seat]]:
                claim_sheep(state, seat)


@native
def claim_sheep(state: TipperaryState, seat: int) -> None:
    if state.sheep_left:
        state.sheep_left -= 1
        state.sheep_to_place[seat] += 1


@native
def claim_towers(state: TipperaryState, seat: int, lines: int) -> None:
    claimed = min(lines, int(state.towers_left))
    state.towers_left -= claimed
    state.towers[seat] += claimed


@native
def claim_bonus_tile(state: TipperaryState, seat: int) -> None:
    if state.bonus_drawn < BONUS_TILES:
        tile = int(state.bonus_order[state.bonus_drawn])
        state.bonus_drawn += 1
        state.bonus_to_place[seat] |= 1 << tile


@native
def settle_sites(state: TipperaryState, seat: int) -> None:
    """Bogs that are printed side by side on a town are a site from the start and earn nothing (TIP-1)."""
    for field in range(state.fields[seat]):
        if state.kind[seat, field] == BOG and state.total[seat, field] == NEW_SITE:
            state.total[seat, field] = SITE
