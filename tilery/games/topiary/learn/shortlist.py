"""The most promising moves of Topiary, judged as parts of whole turns: a spot, a tile to take, a tile to put.

A turn is worth what it changes in the lines of all visitors, by a table of what lines come to show (`later.txt`,
counted by `bench/topiary_later.py`), what the tiles left in hand may bring, and less by the best spot that it leaves to
the next player. A spot is as good as the best turn that begins with it. `bench/topiary_turns.py` evolves the weights.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tilery.games.topiary.learn.lines import CROSSING, LATER, MOST_LEFT, NEXT, TALLEST, through
from tilery.games.topiary.rules.components import LINE, LINE_CELLS, LINE_LENGTH
from tilery.games.topiary.rules.moves import PASS, kept_by, put_move, take_move, visit_move
from tilery.games.topiary.rules.scoring import counts_in_hand, look, with_seen
from tilery.games.topiary.rules.state import DRAFT, EMPTY, NOBODY, TAKE, VISIT, TopiaryState
from tilery.games.topiary.rules.tiles import series_of, value_of
from tilery.games.topiary.rules.turns import legal_moves
from tilery.kernel.contract import Moves, Values
from tilery.kernel.native import native

# What weights say; a table of them has a row for each phase of the game.
(
    HINDER,  # for a point that a visitor of another player comes to see
    BONUS,  # for a bonus point that a visitor has now
    SEEN,  # for a point of a tile in hand that counts
    UNSEEN,  # for a point of one that does not yet, by the number of higher values in its series
    TAKING,  # for a tile that is taken
    OPENING,  # for a point of the best spot that is left to the next player
) = range(6)
WEIGHTS = 6
PHASES = 6
PHASE = np.array([0, 1, 2, 2, 3, 3, 3, 4, 4, 4, 4] + [5] * (MOST_LEFT - 10), np.int64)  # by visitors to come
WEIGHT = np.loadtxt(Path(__file__).with_name("shortlist.txt")).reshape(3, PHASES, WEIGHTS)  # by seats from 2

Worths = NDArray[np.float64]
Crossing = tuple[float, float, float, float, float, float, float, float]  # by line through a cell

_PARTS = 256.0  # of a point, in scores
_CODES = 64  # a score is written together with a number below this
_ABOVE_ZERO = 300.0  # points that are added to scores, so that none is negative
_NONE = -1


@native
def shortlist(state: TopiaryState, seat: int, most: int, out: Moves) -> int:
    return listed(state, seat, most, WEIGHT[int(state.seats) - 2], LATER[int(state.seats) - 2], out)


@native
def listed(state: TopiaryState, seat: int, most: int, weights: Values, worths: Worths, out: Moves) -> int:
    """Write up to `most` moves, best first; all in their usual order if there are no more."""
    count = legal_moves(state, seat, out)
    if count <= most:
        return count
    if state.stage == DRAFT:
        return _list_kept(out, count, most)
    left = 0
    for player in range(state.seats):
        left += int(state.visitors_left[player])
    if state.stage == VISIT:
        rate_visits(state, worths, seat, left - 1, weights[PHASE[left - 1]], out)
        size = 48
    elif state.stage == TAKE:
        rate_takes(state, worths, seat, left, weights[PHASE[left]], out)
        size = count
    else:
        rate_puts(state, worths, seat, left, weights[PHASE[left]], out)
        size = count
    _bring_forward(out, size, most)
    for index in range(most):
        code = int(out[index]) % _CODES
        if state.stage == VISIT:
            out[index] = visit_move(code)
        elif state.stage == TAKE:
            out[index] = PASS if code == _CODES - 1 else take_move(code)
        else:
            out[index] = put_move(code)
    return most


@native
def _bring_forward(out: Moves, size: int, kept: int) -> None:
    """Bring the highest numbers to the beginning, highest first."""
    for place in range(kept):
        best = place
        for index in range(place + 1, size):
            if out[index] > out[best]:
                best = index
        highest = out[best]
        out[best] = out[place]
        out[place] = highest


@native
def _list_kept(out: Moves, count: int, most: int) -> int:
    """Bring the best ways to keep three tiles to the beginning: tall and small ones, two of a series."""
    for place in range(most):
        best = place
        for index in range(place + 1, count):
            if _three(int(out[index])) > _three(int(out[best])):
                best = index
        out[place], out[best] = out[best], out[place]
    return most


@native
def _three(move: int) -> int:
    """How good three tiles are to begin with."""
    first, second, third = kept_by(move)
    pairs = int(series_of(first) == series_of(second)) + int(series_of(second) == series_of(third))
    worth = 2 * pairs + (1 if max(value_of(first), value_of(second), value_of(third)) == TALLEST else 0)
    return worth + abs(value_of(first) - 3) + abs(value_of(second) - 3) + abs(value_of(third) - 3)


@native
def _packed(worth: float, code: int) -> int:
    return int((worth + _ABOVE_ZERO) * _PARTS) * _CODES + code


@native
def _line_worth(
    state: TopiaryState, worths: Worths, spot: int, cell: int, tile: int, left: int, bonus_worth: float
) -> float:
    """What a visitor on a spot will see, with a tile imagined on a cell."""
    pattern = 0
    tallest = 0
    tiles_seen = 0
    for step in range(LINE_LENGTH[spot]):
        at = int(LINE[spot, step])
        here = int(state.garden[at])
        if at == cell:
            here = tile
        elif state.face_down >> at & 1:
            here = EMPTY
        value = 0
        if here >= 0:
            value = value_of(here)
            if value > tallest:
                tallest = value
                tiles_seen += 1 << 3 * series_of(here)
        pattern = NEXT[pattern, value]
    bonus = 0
    if tiles_seen & 0o66666666:  # some series is seen twice or more
        while tiles_seen:
            if tiles_seen & 7 >= 2:
                bonus += tiles_seen & 7
            tiles_seen >>= 3
    return float(worths[left, pattern]) + bonus_worth * bonus


@native
def _held(tile: int, highest_seen: int, left: int, weights: Values) -> float:
    """What a tile in hand will bring."""
    value = value_of(tile)
    if counts_in_hand(tile, highest_seen):
        return float(weights[SEEN]) * value
    return float(weights[UNSEEN]) * value * (5 - value) / 4.0 if left else 0.0


@native
def _hand(state: TopiaryState, seat: int, but: int, highest_seen: int, left: int, weights: Values) -> float:
    """What the tiles in hand will bring, but for one of them."""
    total = 0.0
    for index in range(state.hand_size[seat]):
        if index != but:
            total += _held(int(state.hand[seat, index]), highest_seen, left, weights)
    return total


@native
def _highest_seen(state: TopiaryState, seat: int) -> int:
    """The highest value of each series that a player's visitors see."""
    highest = 0
    for spot in range(48):
        if state.visitors[spot] == seat:
            _, _, highest = look(state, spot, highest)
    return highest


@native
def _crossing(state: TopiaryState, worths: Worths, cell: int, tile: int, left: int, bonus_worth: float) -> Crossing:
    """What visitors on each of the spots that look at a cell would see, with a tile imagined there; EMPTY for none.

    Worked out once, because a turn asks several times: what it brings to the player, to others, and to who is next.
    """
    at = cell if tile != EMPTY else -1
    return (
        _line_through(state, worths, cell, 0, at, tile, left, bonus_worth),
        _line_through(state, worths, cell, 1, at, tile, left, bonus_worth),
        _line_through(state, worths, cell, 2, at, tile, left, bonus_worth),
        _line_through(state, worths, cell, 3, at, tile, left, bonus_worth),
        _line_through(state, worths, cell, 4, at, tile, left, bonus_worth),
        _line_through(state, worths, cell, 5, at, tile, left, bonus_worth),
        _line_through(state, worths, cell, 6, at, tile, left, bonus_worth),
        _line_through(state, worths, cell, 7, at, tile, left, bonus_worth),
    )


@native
def _line_through(
    state: TopiaryState, worths: Worths, cell: int, number: int, at: int, tile: int, left: int, bonus_worth: float
) -> float:
    spot = through(cell, number)
    return _line_worth(state, worths, spot, at, tile, left, bonus_worth) if spot >= 0 else 0.0


@native
def _change(state: TopiaryState, seat: int, cell: int, before: Crossing, after: Crossing, weights: Values) -> float:
    """What putting a tile on a cell brings to the player, less what it brings to others."""
    total = 0.0
    for number in range(CROSSING):
        spot = through(cell, number)
        if spot < 0:
            break
        owner = int(state.visitors[spot])
        if owner < 0:
            continue
        change = after[number] - before[number]
        total += change if owner == seat else -float(weights[HINDER]) * change / (int(state.seats) - 1)
    return total


@native
def _free_spots(state: TopiaryState, worths: Worths, left: int, weights: Values) -> tuple[int, int, int, int]:
    """The best four free spots with what they will show, packed."""
    first = second = third = fourth = _NONE
    if left == 0 or weights[OPENING] == 0.0:
        return first, second, third, fourth
    for spot in range(48):
        if state.visitors[spot] == NOBODY:
            found = _packed(_line_worth(state, worths, spot, -1, EMPTY, left, weights[BONUS]), spot)
            if found > first:
                first, second, third, fourth = found, first, second, third
            elif found > second:
                second, third, fourth = found, second, third
            elif found > third:
                third, fourth = found, third
            elif found > fourth:
                fourth = found
    return first, second, third, fourth


@native
def _best_without(spots: tuple[int, int, int, int], but: int, cell: int) -> int:
    """The best of four spots, packed, but for one of them and those that look at a cell."""
    for number in range(4):
        spot = spots[number] % _CODES
        if spots[number] >= 0 and spot != but and not (cell >= 0 and LINE_CELLS[spot] >> cell & 1):
            return spots[number]
    return _NONE


@native
def _best_through(state: TopiaryState, cell: int, after: Crossing, left: int, weights: Values) -> tuple[int, int]:
    """The best two free spots that look at a cell, packed, with a tile imagined there."""
    first = second = _NONE
    if left == 0 or weights[OPENING] == 0.0:
        return first, second
    for number in range(CROSSING):
        spot = through(cell, number)
        if spot < 0:
            break
        if state.visitors[spot] == NOBODY:
            found = _packed(after[number], spot)
            if found > first:
                first, second = found, first
            elif found > second:
                second = found
    return first, second


@native
def _opened(spots: tuple[int, int, int, int], crossing: tuple[int, int], but: int, cell: int, weights: Values) -> float:
    """What the best free spot after a turn costs."""
    best = crossing[1] if crossing[0] % _CODES == but else crossing[0]
    best = max(best, _best_without(spots, but, cell))
    if best < 0:
        return 0.0
    return float(weights[OPENING]) * (best // _CODES / _PARTS - _ABOVE_ZERO)


_NO_CROSSING = (_NONE, _NONE)  # nothing was put


@native
def rate_visits(state: TopiaryState, worths: Worths, seat: int, left: int, weights: Values, out: Moves) -> None:
    """Write a number for every spot: higher for a better one, -1 for one that is not free."""
    highest_seen = _highest_seen(state, seat)
    spots = _free_spots(state, worths, left, weights)
    nothing_put = _hand(state, seat, -1, highest_seen, left, weights)
    for spot in range(48):
        out[spot] = _NONE
        if state.visitors[spot] == NOBODY:
            worth = _line_worth(state, worths, spot, -1, EMPTY, left, weights[BONUS])
            worth -= _opened(spots, _NO_CROSSING, spot, -1, weights)
            out[spot] = _packed(worth + nothing_put, spot)
    for cell in range(25):
        if not state.face_down >> cell & 1:
            continue
        before = _crossing(state, worths, cell, EMPTY, left, weights[BONUS])
        for index in range(3):
            tile = int(state.hand[seat, index])
            after = _crossing(state, worths, cell, tile, left, weights[BONUS])
            rest = _hand(state, seat, index, with_seen(highest_seen, tile), left, weights) + weights[TAKING]
            rest += _change(state, seat, cell, before, after, weights)
            crossing = _best_through(state, cell, after, left, weights)
            for number in range(CROSSING):
                spot = through(cell, number)
                if spot < 0:
                    break
                if state.visitors[spot] == NOBODY:
                    worth = after[number] - _opened(spots, crossing, spot, cell, weights)
                    out[spot] = max(out[spot], _packed(worth + rest, spot))
    for spot in range(48):
        if state.visitors[spot] == NOBODY:
            _, _, highest = look(state, spot, highest_seen)
            if highest != highest_seen:
                more = _hand(state, seat, -1, highest, left, weights) - nothing_put
                out[spot] += int(more * _PARTS) * _CODES


@native
def best_turn(state: TopiaryState, seat: int, left: int) -> float:
    """What the best turn would bring to a player who began one now, with so many visitors to come after it.

    It leaves out that a visitor's line may make tiles in hand count.
    """
    worths = LATER[int(state.seats) - 2]
    weights = WEIGHT[int(state.seats) - 2, PHASE[left]]
    highest_seen = _highest_seen(state, seat)
    spots = _free_spots(state, worths, left, weights)
    nothing_put = _hand(state, seat, -1, highest_seen, left, weights)
    best = -_ABOVE_ZERO
    for spot in range(48):
        if state.visitors[spot] == NOBODY:
            worth = _line_worth(state, worths, spot, -1, EMPTY, left, weights[BONUS])
            best = max(best, worth - _opened(spots, _NO_CROSSING, spot, -1, weights))
    for cell in range(25):
        if not state.face_down >> cell & 1:
            continue
        before = _crossing(state, worths, cell, EMPTY, left, weights[BONUS])
        for index in range(state.hand_size[seat]):
            tile = int(state.hand[seat, index])
            after = _crossing(state, worths, cell, tile, left, weights[BONUS])
            rest = _hand(state, seat, index, with_seen(highest_seen, tile), left, weights) - nothing_put
            rest += _change(state, seat, cell, before, after, weights) + weights[TAKING]
            crossing = _best_through(state, cell, after, left, weights)
            for number in range(CROSSING):
                spot = through(cell, number)
                if spot < 0:
                    break
                if state.visitors[spot] == NOBODY:
                    best = max(best, rest + after[number] - _opened(spots, crossing, spot, cell, weights))
    return float(best)


@native
def rate_takes(state: TopiaryState, worths: Worths, seat: int, left: int, weights: Values, out: Moves) -> None:
    """Write a number for every tile that may be taken, and for passing."""
    highest_seen = _highest_seen(state, seat)
    spot = int(state.spot)
    spots = _free_spots(state, worths, left, weights)
    count = 0
    for step in range(LINE_LENGTH[spot]):
        cell = int(LINE[spot, step])
        if not state.face_down >> cell & 1:
            continue
        best = -_ABOVE_ZERO
        before = _crossing(state, worths, cell, EMPTY, left, weights[BONUS])
        for index in range(3):
            tile = int(state.hand[seat, index])
            after = _crossing(state, worths, cell, tile, left, weights[BONUS])
            worth = _hand(state, seat, index, with_seen(highest_seen, tile), left, weights)
            worth -= _opened(spots, _best_through(state, cell, after, left, weights), -1, cell, weights)
            best = max(best, worth + _change(state, seat, cell, before, after, weights))
        out[count] = _packed(best + float(weights[TAKING]), cell)
        count += 1
    passing = _hand(state, seat, -1, highest_seen, left, weights) - _opened(spots, _NO_CROSSING, -1, -1, weights)
    out[count] = _packed(passing, _CODES - 1)


@native
def rate_puts(state: TopiaryState, worths: Worths, seat: int, left: int, weights: Values, out: Moves) -> None:
    """Write a number for every tile in hand that may be put."""
    highest_seen = _highest_seen(state, seat)
    spots = _free_spots(state, worths, left, weights)
    cell = int(state.cell)
    before = _crossing(state, worths, cell, EMPTY, left, weights[BONUS])
    for index in range(state.hand_size[seat]):
        tile = int(state.hand[seat, index])
        after = _crossing(state, worths, cell, tile, left, weights[BONUS])
        worth = _hand(state, seat, index, with_seen(highest_seen, tile), left, weights)
        worth += _change(state, seat, cell, before, after, weights)
        worth -= _opened(spots, _best_through(state, cell, after, left, weights), -1, cell, weights)
        out[index] = _packed(worth, tile)
