"""Hands and the box: short lists of tiles that stay sorted, so that no order tells where a tile came from."""

from __future__ import annotations

from tilery.games.topiary.rules.state import TopiaryState
from tilery.kernel.native import native


@native
def add_to_hand(state: TopiaryState, seat: int, tile: int) -> None:
    place = int(state.hand_size[seat])
    while place > 0 and state.hand[seat, place - 1] > tile:
        state.hand[seat, place] = state.hand[seat, place - 1]
        place -= 1
    state.hand[seat, place] = tile
    state.hand_size[seat] += 1


@native
def remove_from_hand(state: TopiaryState, seat: int, tile: int) -> None:
    last = int(state.hand_size[seat]) - 1
    place = 0
    while state.hand[seat, place] != tile:
        place += 1
    for index in range(place, last):
        state.hand[seat, index] = state.hand[seat, index + 1]
    state.hand[seat, last] = 0
    state.hand_size[seat] = last


@native
def add_to_box(state: TopiaryState, tile: int) -> None:
    place = int(state.box_size)
    while place > 0 and state.box[place - 1] > tile:
        state.box[place] = state.box[place - 1]
        place -= 1
    state.box[place] = tile
    state.box_size += 1
