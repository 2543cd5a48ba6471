"""What a seat of Triqueta cannot know, dealt anew.

Unknown are the stacks, later ones and what is left of earlier ones included, and what others drew and have not
shown: tiles in hand, kept tiles, grey tiles, tiles returned to the box in the duel. The backs tell white tiles from
grey ones. At the end grey tiles and added tiles are shown, and everybody can tell that a tile was put back because its
owner had three of the animal without it (TRI-6): no other tile can have lain in its place.
"""

from __future__ import annotations

import numpy as np

from tilery.games.triqueta.rules.components import GREY_TILES, ROUNDS, WHITE_TILES, WOLF
from tilery.games.triqueta.rules.kept import final_count, is_added, sort_kept
from tilery.games.triqueta.rules.state import EMPTY, OVER, TriquetaState
from tilery.kernel.chance import Rng, below, mix
from tilery.kernel.native import native


@native
def redeal(state: TriquetaState, seat: int, rng: Rng) -> None:
    _gather_white(state, seat)
    _deal_kept(state, rng)
    if state.turn != seat:
        for index in range(state.hand_size):
            state.hand[index] = _draw(state, rng)
    if state.designer:
        for other in range(2):
            if other != seat:
                _deal_returned(state, other, rng)
    for place in range(WHITE_TILES):
        if state.white[place] != EMPTY:
            state.white[place] = _draw(state, rng)
    if state.wolves:
        _redeal_grey(state, seat, rng)


@native
def _gather_white(state: TriquetaState, seat: int) -> None:
    """Add all white tiles that `seat` does not know to the pool, where they are counted by animal.

    Kept tiles leave an empty place, and tiles returned by another player stay counted where they are.
    """
    for place in range(WHITE_TILES):
        if state.white[place] != EMPTY:
            state.pool[state.white[place]] += 1
    if state.turn != seat:
        for index in range(state.hand_size):
            state.pool[state.hand[index]] += 1
    for other in range(state.seats):
        if other == seat:
            continue
        for index in range(state.kept_size[other]):
            if state.stage != OVER or not is_added(state, other, index):
                state.pool[state.kept[other, index]] += 1
                state.kept[other, index] = EMPTY
        if state.designer:
            for animal in range(WOLF):
                state.pool[animal] += state.returned[other, animal]


@native
def _draw(state: TriquetaState, rng: Rng) -> int:
    """Take a random tile out of the pool."""
    total = 0
    for animal in range(WOLF + 1):
        total += int(state.pool[animal])
    place = below(rng, total)
    animal = 0
    while place >= state.pool[animal]:
        place -= int(state.pool[animal])
        animal += 1
    state.pool[animal] -= 1
    return animal


@native
def _deal_returned(state: TriquetaState, other: int, rng: Rng) -> None:
    count = 0
    for animal in range(WOLF):
        count += int(state.returned[other, animal])
        state.returned[other, animal] = 0
    for _ in range(count):
        state.returned[other, _draw(state, rng)] += 1


@native
def _deal_kept(state: TriquetaState, rng: Rng) -> None:
    """Fill the empty places among kept tiles, every possible way being equally likely.

    Each place gets a random tile of those that can lie there; if one tile was wanted twice, all are dealt again.
    """
    tiles = 0  # those chosen, four bits each
    dealt = False
    while not dealt:
        for animal in range(WOLF):
            state.used[animal] = 0
        tiles = 0
        places = 0
        dealt = True
        for owner in range(state.seats):
            for index in range(state.kept_size[owner]):
                if dealt and state.kept[owner, index] == EMPTY:
                    tile = _draw_for(state, owner, rng)
                    dealt = tile != EMPTY
                    tiles |= max(tile, 0) << 4 * places
                    places += 1
    for animal in range(WOLF):
        state.pool[animal] -= state.used[animal]
        state.used[animal] = 0
    for owner in range(state.seats):
        for index in range(state.kept_size[owner]):
            if state.kept[owner, index] == EMPTY:
                state.kept[owner, index] = tiles & 15
                tiles >>= 4
        sort_kept(state, owner)


@native
def _draw_for(state: TriquetaState, owner: int, rng: Rng) -> int:
    """A random tile of the pool that `owner` can have kept, or EMPTY if it is one that was used before."""
    total = 0
    for animal in range(WOLF):
        if _can_have_kept(state, owner, animal):
            total += int(state.pool[animal])
    place = below(rng, total)
    for animal in range(WOLF):
        if _can_have_kept(state, owner, animal):
            if place < state.pool[animal]:
                if place < state.used[animal]:
                    break
                state.used[animal] += 1
                return animal
            place -= int(state.pool[animal])
    return EMPTY


@native
def _can_have_kept(state: TriquetaState, owner: int, animal: int) -> bool:
    """During the game any animal; at the end, for a tile that was put back, one that the owner has three of."""
    return state.stage != OVER or final_count(state, owner, animal) >= 3


@native
def _redeal_grey(state: TriquetaState, seat: int, rng: Rng) -> None:
    """The pool is empty again when the grey tiles get their turn."""
    for place in range(GREY_TILES):
        if state.grey[place] != EMPTY:
            state.pool[state.grey[place]] += 1
    if state.stage != OVER:
        for other in range(state.seats):
            if other != seat:
                for animal in range(WOLF + 1):
                    state.pool[animal] += state.grey_held[other, animal]
        for other in range(state.seats):
            if other != seat:
                _deal_grey_held(state, other, rng)
    for place in range(GREY_TILES):
        if state.grey[place] != EMPTY:
            state.grey[place] = _draw(state, rng)


@native
def _deal_grey_held(state: TriquetaState, other: int, rng: Rng) -> None:
    count = 0
    for animal in range(WOLF + 1):
        count += int(state.grey_held[other, animal])
        state.grey_held[other, animal] = 0
    for _ in range(count):
        state.grey_held[other, _draw(state, rng)] += 1


@native
def sight(state: TriquetaState, seat: int) -> np.uint64:
    """A number for what `seat` sees: the turn, the stacks, rows, open tiles and prizes, and tiles it knows itself."""
    depths = 0
    for number in range(ROUNDS):
        depths = depths * 32 + int(state.drawn[number])
    key = mix(np.uint64(state.round_number), depths * 8 + int(state.turn))
    key = mix(key, (int(state.stage) * 4 + int(state.treated)) * 8 + int(state.rock))
    key = mix(key, int(state.drawn_together) * 4 + int(state.hand_size))
    for row in range(state.seats):
        tiles = 0
        for index in range(state.row_length[row]):
            tiles = tiles * 8 + int(state.rows[row, index]) + 1
        key = mix(key, tiles * 8 + int(state.taken_by[row]) + 1)
    for other in range(state.seats):
        counts = 0
        for animal in range(WOLF + 1):
            counts += int(state.collection[other, animal]) << 4 * animal
        key = mix(key, (counts * 4 + int(state.trees[other])) * 4 + int(state.kept_size[other]))
        if state.wolves:
            key = _mix_grey(state, other, other == seat or state.stage == OVER, key)
        if state.designer:
            key = _mix_returned(state, other, other == seat, key)
        if other == seat or state.stage == OVER:
            for index in range(state.kept_size[other]):
                if other == seat or is_added(state, other, index):
                    key = mix(key, int(state.kept[other, index]) + 1)
    if state.turn == seat:
        for index in range(state.hand_size):
            key = mix(key, int(state.hand[index]))
    return key


@native
def _mix_grey(state: TriquetaState, other: int, known: bool, key: np.uint64) -> np.uint64:
    """How many grey tiles somebody has and, if they are known, which."""
    total, counts = 0, 0
    for animal in range(WOLF + 1):
        total += int(state.grey_held[other, animal])
        counts += int(state.grey_held[other, animal]) << 4 * animal
    return mix(key, counts * 16 + total if known else total)


@native
def _mix_returned(state: TriquetaState, other: int, known: bool, key: np.uint64) -> np.uint64:
    """How many tiles somebody returned to the box and, if they are known, which."""
    total, counts = 0, 0
    for animal in range(WOLF):
        total += int(state.returned[other, animal])
        counts += int(state.returned[other, animal]) << 4 * animal
    return mix(key, counts * 64 + total if known else total)
