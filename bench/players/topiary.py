"""Two players of Topiary: one turn ahead with learned tables of lines, and rollouts by the same judgement.

What a visitor will see at the end, by the values that lie in its line and the turns that are left, was learned from
games of `Greedy` against itself (`python -m bench.players.topiary_tables`); the tables lie beside this file.
"""

from __future__ import annotations

from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from bench.players.arrays import Floats, Ints
from tilery.kernel.native import native
from tilery.match.match import Match
from tilery.match.moves import Move

SERIES = ("whale", "swan", "elephant", "trex", "spiral", "icosahedron", "pyramid", "pompom")
DIRECTIONS = {
    "N": (0, -1), "S": (0, 1), "E": (1, 0), "W": (-1, 0), "NE": (1, -1), "SE": (1, 1), "SW": (-1, 1), "NW": (-1, -1),
}  # fmt: skip
CELLS = [column + row for row in "12345" for column in "abcde"]
TABLES = Path(__file__).with_suffix(".npz")
PHASES = 8
PATTERNS = 6**2 + 6**3 + 6**4 + 6**5
HIDDEN = -1
NOBODY = -1


def _spots() -> dict[str, list[int]]:
    """Every spot with the cells of its line."""
    found = {}
    for row in range(5):
        for column in range(5):
            for name, (right, down) in DIRECTIONS.items():
                if 0 <= column - right < 5 and 0 <= row - down < 5:
                    continue
                line, x, y = [], column, row
                while 0 <= x < 5 and 0 <= y < 5:
                    line.append(y * 5 + x)
                    x, y = x + right, y + down
                if len(line) > 1:
                    found[CELLS[row * 5 + column] + name] = line
    return found


SPOTS = _spots()
NAMES = list(SPOTS)
LENGTHS = np.array([len(line) for line in SPOTS.values()])
LINES = np.array([line + [-1] * (5 - len(line)) for line in SPOTS.values()])
THROUGH = np.array(
    [(found + [-1] * 8)[:8] for found in ([i for i in range(48) if cell in LINES[i]] for cell in range(25))]
)

# A position is one array of whole numbers: single ones first,
SEATS, TURN, LEFT = range(3)  # LEFT: turns to play in all
GARDEN = 8  # the tile on each cell that lies face up
UNDER = GARDEN + 25  # the tile on each cell that lies face down
OWNER = UNDER + 25  # who stands on each spot; -2 where nobody may
HANDS = OWNER + 48  # three tiles a seat, and a fourth one within a turn
LENGTH = HANDS + 16

# What a policy weighs.
HINDER, HELD_SEEN, HELD_UNSEEN, FOURTH, OPENING = range(5)
WEIGHTS = np.array([1.0, 0.8, 0.25, 0.5, 0.3])
PASS = -1
BUDGET = 900  # playouts for a decision


@native
def pattern_of(position: Ints, spot: int, cell: int, tile: int) -> tuple[int, int, int]:
    """The pattern of values in a line, its points and its bonus now; `tile` is imagined on `cell`."""
    length = LENGTHS[spot]
    pattern, highest, points, bonus, counts = 0, 0, 0, 0, 0
    for index in range(length):
        at = LINES[spot, index]
        here = tile if at == cell else position[GARDEN + at]
        value = 0
        if here != HIDDEN:
            value = here % 5 + 1
            if value > highest:
                highest = value
                points += value
                shift = here // 5 * 4
                before = counts >> shift & 15
                bonus += 2 if before == 1 else (1 if before > 1 else 0)
                counts += 1 << shift
        pattern = pattern * 6 + value
    if length > 2:
        pattern += 36
    if length > 3:
        pattern += 216
    if length > 4:
        pattern += 1296
    return pattern, points, bonus


@native
def line_worth(position: Ints, tables: Floats, spot: int, cell: int, tile: int, left: int) -> float:
    """What a visitor will see at the end, as far as tables tell."""
    pattern, points, bonus = pattern_of(position, spot, cell, tile)
    if left <= 0:
        return float(points + bonus)
    return float(tables[min(left // 3, PHASES - 1), pattern] + bonus)


@native
def sees_higher(position: Ints, seat: int, tile: int, extra: int, cell: int, put: int) -> bool:
    """Whether a visitor of a seat, or one on the spot `extra`, sees a higher tile of a tile's series."""
    series, value = tile // 5, tile % 5
    for spot in range(48):
        if position[OWNER + spot] != seat and spot != extra:
            continue
        highest = -1
        for index in range(LENGTHS[spot]):
            at = LINES[spot, index]
            here = put if at == cell else position[GARDEN + at]
            if here != HIDDEN and here % 5 > highest:
                highest = here % 5
                if here // 5 == series and highest > value:
                    return True
    return False


@native
def seen_series(position: Ints, seat: int, seen: Ints) -> None:
    """The highest value of each series that visitors of a seat see, or -1."""
    seen[:] = -1
    for spot in range(48):
        if position[OWNER + spot] != seat:
            continue
        highest = -1
        for index in range(LENGTHS[spot]):
            here = position[GARDEN + LINES[spot, index]]
            if here != HIDDEN and here % 5 > highest:
                highest = here % 5
                seen[here // 5] = max(seen[here // 5], highest)


@native
def held_worth(seen: Ints, weights: Floats, tile: int, put: int, left: int) -> float:
    """What a tile in hand will bring; `put` is a tile that is about to be seen."""
    value = tile % 5
    if left <= 1:
        sure, open_chance = 1.0, 0.0
    else:
        sure, open_chance = weights[HELD_SEEN], weights[HELD_UNSEEN] * min(left / 10.0, 1.0)
    if seen[tile // 5] > value or (put >= 0 and put // 5 == tile // 5 and put % 5 > value):
        return sure * (value + 1)
    return open_chance * (value + 1) * (4 - value) / 4.0


@native
def change_of(position: Ints, tables: Floats, weights: Floats, seat: int, cell: int, tile: int, left: int) -> float:
    """What putting a tile on a cell changes for those who stand around it, own gains less those of others."""
    total = 0.0
    share = weights[HINDER] / (position[SEATS] - 1)
    for index in range(8):
        spot = THROUGH[cell, index]
        if spot < 0:
            break
        owner = position[OWNER + spot]
        if owner < 0:
            continue
        now = line_worth(position, tables, spot, -1, -1, left)
        then = line_worth(position, tables, spot, cell, tile, left)
        total += (then - now) if owner == seat else -share * (then - now)
    return total


@native
def best_turns(position: Ints, tables: Floats, weights: Floats, plans: Ints, values: Floats, only: int) -> int:
    """Fill in the best cell (or PASS) of every free spot with its value; returns how many there are.

    `only` names the one spot to consider, where a visitor already stands; all others are considered without it.
    With `only`, every cell is a plan of its own.
    """
    seat = position[TURN]
    left = position[LEFT] - 1
    seen = np.empty(8, np.int64)
    seen_series(position, seat, seen)
    changes = np.full((25, 3), np.nan)
    held = 0.0
    for index in range(3):
        held += held_worth(seen, weights, position[HANDS + seat * 4 + index], -1, left)
    count = 0
    for spot in range(48):
        if only >= 0 and spot != only:
            continue
        if only < 0 and position[OWNER + spot] != NOBODY:
            continue
        best, chosen = line_worth(position, tables, spot, -1, -1, left) + held, PASS
        if only >= 0:
            plans[count, 0], plans[count, 1], values[count] = spot, PASS, best
            count += 1
        for step in range(LENGTHS[spot]):
            cell = LINES[spot, step]
            if position[GARDEN + cell] != HIDDEN:
                continue
            value = -1e9
            for index in range(3):
                tile = position[HANDS + seat * 4 + index]
                if np.isnan(changes[cell, index]):
                    changes[cell, index] = change_of(position, tables, weights, seat, cell, tile, left)
                here = changes[cell, index]
                if only < 0:
                    here += line_worth(position, tables, spot, cell, tile, left)
                for other in range(3):
                    if other != index:
                        here += held_worth(seen, weights, position[HANDS + seat * 4 + other], tile, left)
                value = max(value, here)
            value += weights[FOURTH]
            if only >= 0:
                value += line_worth(position, tables, spot, -1, -1, left)
                plans[count, 0], plans[count, 1], values[count] = spot, cell, value
                count += 1
            elif value > best:
                best, chosen = value, cell
        if only < 0:
            plans[count, 0], plans[count, 1], values[count] = spot, chosen, best
            count += 1
    return count


@native
def best_put(position: Ints, tables: Floats, weights: Floats, cell: int) -> int:
    """Which of four tiles in hand to put on a freed cell, by its place in the hand."""
    seat = position[TURN]
    left = position[LEFT] - 1
    seen = np.empty(8, np.int64)
    seen_series(position, seat, seen)
    best, chosen = -1e9, 0
    for index in range(4):
        tile = position[HANDS + seat * 4 + index]
        value = change_of(position, tables, weights, seat, cell, tile, left)
        for other in range(4):
            if other != index:
                value += held_worth(seen, weights, position[HANDS + seat * 4 + other], tile, left)
        if value > best:
            best, chosen = value, index
    return chosen


@native
def put(position: Ints, cell: int, index: int) -> None:
    """Put a tile of the hand on a cell and end the turn."""
    hand = HANDS + position[TURN] * 4
    position[GARDEN + cell] = position[hand + index]
    position[hand + index] = position[hand + 3]
    position[hand + 3] = HIDDEN
    end_turn(position)


@native
def end_turn(position: Ints) -> None:
    position[TURN] = (position[TURN] + 1) % position[SEATS]
    position[LEFT] -= 1


@native
def finish_turn(position: Ints, tables: Floats, weights: Floats, cell: int) -> None:
    """Take the tile of a cell, or pass, and put the best one there."""
    if cell == PASS:
        end_turn(position)
        return
    position[HANDS + position[TURN] * 4 + 3] = position[UNDER + cell]
    put(position, cell, best_put(position, tables, weights, cell))


@native
def finish(position: Ints, tables: Floats, weights: Floats) -> None:
    """Play on to the end, everybody one turn ahead."""
    plans, values = np.empty((48, 2), np.int64), np.empty(48)
    while position[LEFT] > 0:
        count = best_turns(position, tables, weights, plans, values, -1)
        chosen = np.argmax(values[:count])
        position[OWNER + plans[chosen, 0]] = position[TURN]
        finish_turn(position, tables, weights, plans[chosen, 1])


@native
def points_of(position: Ints, seat: int) -> tuple[int, int]:
    """Points at the end, and those by tiles in hand."""
    total, held = 0, 0
    for spot in range(48):
        if position[OWNER + spot] == seat:
            _, points, bonus = pattern_of(position, spot, -1, -1)
            total += points + bonus
    for index in range(3):
        tile = position[HANDS + seat * 4 + index]
        if sees_higher(position, seat, tile, -1, -1, -1):
            held += tile % 5 + 1
    return total + held, held


@native
def victory(position: Ints, seat: int) -> tuple[float, float]:
    """Whether a seat has won, and its lead."""
    points, held = points_of(position, seat)
    best, won = -99, 1.0
    for other in range(position[SEATS]):
        if other != seat:
            theirs, their_held = points_of(position, other)
            best = max(best, theirs)
            if (theirs, their_held, other) > (points, held, seat):
                won = 0.0
    return won, float(points - best)


@native
def imagine(position: Ints, viewer: int, unseen: Ints) -> None:
    """Deal what a viewer cannot see."""
    for index in range(len(unseen) - 1, 0, -1):
        other = np.random.randint(0, index + 1)
        unseen[index], unseen[other] = unseen[other], unseen[index]
    used = 0
    for cell in range(25):
        if position[GARDEN + cell] == HIDDEN:
            position[UNDER + cell] = unseen[used]
            used += 1
    for seat in range(position[SEATS]):
        if seat != viewer:
            for index in range(3):
                position[HANDS + seat * 4 + index] = unseen[used]
                used += 1


@native
def rollout(position: Ints, tables: Floats, weights: Floats, unseen: Ints, plans: Ints, budget: int, seed: int) -> int:
    """The best plan: playouts go to all, then again and again to the better half. A plan is spot, cell and tile."""
    np.random.seed(seed)
    viewer, count = position[TURN], len(plans)
    totals, times, order = np.zeros(count), np.zeros(count), np.arange(count)
    dealt, trial = position.copy(), position.copy()
    while count > 1:
        each = max(budget // (count * 3), 4)
        for _ in range(each):
            dealt[:] = position
            imagine(dealt, viewer, unseen)
            for index in range(count):
                plan = order[index]
                trial[:] = dealt
                spot, cell, tile = plans[plan, 0], plans[plan, 1], plans[plan, 2]
                trial[OWNER + spot] = viewer
                if tile >= 0:
                    put(trial, cell, tile)
                else:
                    finish_turn(trial, tables, weights, cell)
                finish(trial, tables, weights)
                won, lead = victory(trial, viewer)
                totals[plan] += won + 0.5 * lead / (8.0 + abs(lead))
                times[plan] += 1
        means = totals / np.maximum(times, 1)
        ranked = np.argsort(-means[order[:count]])
        order[:count] = order[:count][ranked]
        count = (count + 1) // 2 if count > 2 else 1
    return int(order[0])


def coded_tile(text: str) -> int:
    series, _, value = text.rpartition("-")
    return SERIES.index(series) * 5 + int(value) - 1


def read(view: Any) -> tuple[Ints, Ints]:
    """A position as a seat sees it, and the tiles it has not seen."""
    table, seats, viewer = view.table, view.seats, view.seat
    position = np.full(LENGTH, HIDDEN, np.int64)
    position[SEATS], position[TURN], position[LEFT] = seats, table["turn"] or 0, sum(table["visitors_left"])
    if table["spot"] is not None:
        position[LEFT] += 1  # the turn still goes on
    unseen = {tile for tile in range(40) if SERIES[tile // 5] != table["removed_series"]}
    for cell, text in enumerate(table["garden"]):
        if text not in (None, "hidden", "free"):
            position[GARDEN + cell] = coded_tile(text)
            unseen.discard(coded_tile(text))
    position[OWNER : OWNER + 48] = NOBODY
    for spot, name in enumerate(NAMES):
        if name in table["visitors"]:
            position[OWNER + spot] = table["visitors"][name]
        elif view.options["diagonals"] == "long" and len(name) == 4 and LENGTHS[spot] < 5:
            position[OWNER + spot] = -2
    for index, text in enumerate(table["hands"][viewer][:4]):
        position[HANDS + viewer * 4 + index] = coded_tile(text)
    unseen -= {coded_tile(text) for text in table["hands"][viewer]}
    return position, np.array(sorted(unseen))


def kept_in_draft(moves: list[str]) -> str:
    """Three tiles to start with: high ones to put, and low ones of the same series to hold."""

    def worth(text: str) -> int:
        tiles = [coded_tile(name) for name in text.split()[1:]]
        pairs = sum(one // 5 == other // 5 for one, other in combinations(tiles, 2))
        return 2 * pairs + sum(abs(tile % 5 - 2) for tile in tiles) + (max(tile % 5 for tile in tiles) == 4)

    return max(moves, key=worth)


def plans_of(position: Ints, stage: str, table: dict[str, Any], tables: Floats, most: int) -> tuple[Ints, list[str]]:
    """The promising plans of a stage, best first, and the move that begins each."""
    plans, values = np.empty((48, 2), np.int64), np.empty(48)
    if stage == "put":
        cell, spot = CELLS.index(table["cell"]), NAMES.index(table["spot"])
        first = best_put(position, tables, WEIGHTS, cell)
        order = [first] + [index for index in range(4) if index != first]
        hand = [position[HANDS + position[TURN] * 4 + index] for index in order]
        texts = [f"put {SERIES[tile // 5]}-{tile % 5 + 1}" for tile in hand]
        return np.array([[spot, cell, index] for index in order]), texts
    only = NAMES.index(table["spot"]) if stage == "take" else -1
    count = best_turns(position, tables, WEIGHTS, plans, values, only)
    order = np.argsort(-values[:count], kind="stable")[:most].tolist()
    found = np.array([[plans[index, 0], plans[index, 1], -1] for index in order])
    if stage == "take":
        return found, ["pass" if cell == PASS else f"take {CELLS[cell]}" for _, cell, _ in found]
    return found, [f"visit {NAMES[spot]}" for spot, _, _ in found]


def tables_by_seats() -> dict[int, Floats]:
    """Learned points of a line by turns left and pattern, for each number of seats."""
    with np.load(TABLES) as stored:
        return {seats: np.ascontiguousarray(stored["hundredths"][seats - 2] / 100) for seats in (2, 3, 4)}


class Greedy:
    """Judges every whole turn (spot, cell, tile) by what it brings its seat and the others; one turn ahead."""

    def __init__(self) -> None:
        self._tables = tables_by_seats()

    def choose(self, match: Match, seat: int, seed: int) -> Move:  # noqa: ARG002  (it draws nothing)
        legal = match.legal_moves(seat)
        view = match.view(seat)
        if view.table["stage"] == "draft":
            chosen = kept_in_draft([str(move) for move in legal])
        else:
            chosen = plans_of(read(view)[0], view.table["stage"], view.table, self._tables[view.seats], 1)[1][0]
        return next(move for move in legal if str(move) == chosen)


class Rollouts:
    """Plays the most promising turns on to the end, everybody greedily, and takes the one that wins most."""

    def __init__(self) -> None:
        self._tables = tables_by_seats()

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        legal = match.legal_moves(seat)
        view = match.view(seat)
        if view.table["stage"] == "draft":
            chosen = kept_in_draft([str(move) for move in legal])
        else:
            position, unseen = read(view)
            tables = self._tables[view.seats]
            plans, texts = plans_of(position, view.table["stage"], view.table, tables, 12)
            best = rollout(position, tables, WEIGHTS, unseen, plans, BUDGET, seed % 2**32) if len(plans) > 1 else 0
            chosen = texts[best]
        return next(move for move in legal if str(move) == chosen)
