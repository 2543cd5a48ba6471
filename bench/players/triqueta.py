"""Two players of Triqueta: one step ahead with learned tables, and rollouts by the same judgement.

What a set of animals will be worth at the end, by the number of rows still to take, was learned from games of `Greedy`
against itself (`python -m bench.players.triqueta_tables`); the tables lie beside this file.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from bench.players.arrays import Floats, Ints
from tilery.kernel.native import native
from tilery.match.match import Match
from tilery.match.moves import Move

ANIMALS = ("rabbit", "owl", "deer", "boar", "ram", "bear", "wolf")
KINDS = 7
MOST = 8  # of one animal that a table tells apart
TABLES = Path(__file__).with_suffix(".npy")
ROLLOUTS = 150

# A position is one array of whole numbers. The first ones stand alone:
SEATS, TURN, ROUND, ROCK, NEXT, HAND, SECOND, FIRST_TREATMENT, TOGETHER, DUEL, WOLVES = range(11)
# then come parts of it:
IN_ROUND = 16  # a flag for each seat
TREES = 21
KEEPS = 26  # kept tiles of each seat
OPEN = 31  # a flag for each row
HAVE = 36  # animals of each seat that must be counted
KEPT = HAVE + 5 * KINDS  # those that may be
ROWS = KEPT + 5 * KINDS
SIZES = ROWS + 5 * KINDS  # of the four stacks
STACKS = SIZES + 4  # 20 tiles each
LENGTH = STACKS + 4 * 20

NONE = -1
DRAW, KEEP, RETURN, TAKE, PUT = 0, 1, 2, 10, 20  # TAKE + row, PUT + row
BY_ROW, BY_KEEPING, BY_RETURNING = 1, 2, 3

# What a policy weighs; tuned by games against itself.
HINDER, SLOT, PATIENCE, EAGER, ALONE = range(5)
WEIGHTS = np.array([0.8, 1.0, 2.0, 1.0, 0.0])


@native
def worth(animal: int, count: int) -> float:
    """Points for a number of one animal at the end."""
    if count < 3:
        return float(count)
    if count == 3:
        return 5.0 + animal
    return 3.0 - count


@native
def final(position: Ints, seat: int) -> tuple[float, int]:
    """Points and animal tiles of a seat at the end."""
    points = float(position[TREES + seat])
    if position[ROCK] == seat:
        points += 1
    tiles = 0
    for animal in range(KINDS):
        count = position[HAVE + seat * KINDS + animal]
        spare = position[KEPT + seat * KINDS + animal]
        while spare > 0 and count < 3:
            count += 1
            spare -= 1
        points += worth(animal, count)
        tiles += count
    return points, tiles


@native
def gain_of(position: Ints, tables: Floats, seat: int, row: int, extra: int) -> float:
    """What taking a row now is worth to a seat, compared with an empty one; `extra` is a tile put into it before."""
    left = 3 - position[ROUND]
    total = 0.0
    for animal in range(KINDS):
        more = position[ROWS + row * KINDS + animal]
        if animal == extra:
            more += 1
        if more > 0:
            count = position[HAVE + seat * KINDS + animal]
            spare = min(position[KEPT + seat * KINDS + animal], 2)
            total += tables[left, animal, min(count + more, MOST - 1), spare]
            total -= tables[left, animal, min(count, MOST - 1), spare]
    return total


@native
def outlook(position: Ints, tables: Floats, weights: Floats, seat: int, gone: int, row: int, extra: int) -> float:
    """What the round will bring a seat more than the others, if they choose in turn.

    `gone` is a row that the seat itself takes; `extra` is a tile that lies in `row` by then.
    """
    seats = position[SEATS]
    taken = 0  # a bit for each row
    mine = 0.0
    if gone != NONE:
        taken |= 1 << gone
        mine = gain_of(position, tables, seat, gone, NONE)
    theirs, others = 0.0, 0
    for step in range(1, seats):
        other = (seat + step) % seats
        if position[IN_ROUND + other] == 0:
            continue
        others += 1
        best, chosen = -99.0, NONE
        for index in range(seats):
            if position[OPEN + index] and not taken >> index & 1:
                gain = gain_of(position, tables, other, index, extra if index == row else NONE)
                if gain > best:
                    best, chosen = gain, index
        if chosen == NONE:
            continue
        theirs += best
        if best >= weights[EAGER] or gone != NONE:
            taken |= 1 << chosen
    if gone == NONE:
        mine = -99.0
        for index in range(seats):
            if position[OPEN + index] and not taken >> index & 1:
                mine = max(mine, gain_of(position, tables, seat, index, extra if index == row else NONE))
    return float(mine - weights[HINDER] * theirs / max(seats - 1, 1))


@native
def keeping(position: Ints, tables: Floats, weights: Floats, seat: int, tile: int) -> float:
    """What keeping a tile is worth to a seat, less what the chance to keep another one is."""
    left = 3 - position[ROUND]
    count = min(position[HAVE + seat * KINDS + tile], MOST - 1)
    spare = position[KEPT + seat * KINDS + tile]
    more = tables[left, tile, count, min(spare + 1, 2)] - tables[left, tile, count, min(spare, 2)]
    free = position[SIZES + position[ROUND]] - position[NEXT]
    return float(more - weights[SLOT] * (left + free / 15.0))


@native
def place_tile(position: Ints, tables: Floats, weights: Floats, seat: int, tile: int, barred: int) -> tuple[int, float]:
    """The best action for a drawn tile, and its outlook."""
    seats = position[SEATS]
    best, chosen = -1e9, NONE
    if barred != BY_ROW:
        for row in range(seats):
            if position[OPEN + row]:
                value = outlook(position, tables, weights, seat, NONE, row, tile)
                if value > best:
                    best, chosen = value, PUT + row
    if (barred != BY_KEEPING and position[KEEPS + seat] < 2) or (position[DUEL] and position[TOGETHER] > 1):
        still = outlook(position, tables, weights, seat, NONE, NONE, NONE)
        if barred != BY_KEEPING and position[KEEPS + seat] < 2:
            value = still + keeping(position, tables, weights, seat, tile)
            if value > best:
                best, chosen = value, KEEP
        if position[DUEL] and position[TOGETHER] > 1 and barred != BY_RETURNING and still > best:
            best, chosen = still, RETURN
    return chosen, best


@native
def unseen_tiles(position: Ints, seat: int, unseen: Ints) -> int:
    """Count the white tiles of each animal that a seat has not seen; also how many in all."""
    total = 0
    for animal in range(6):
        seen = position[KEPT + seat * KINDS + animal]
        for other in range(position[SEATS]):
            seen += position[HAVE + other * KINDS + animal] + position[ROWS + other * KINDS + animal]
        unseen[animal] = max(10 - seen, 0)
        total += unseen[animal]
    return total


@native
def decide(position: Ints, tables: Floats, weights: Floats) -> int:
    """The move of the seat to move, one step ahead."""
    seat, seats = position[TURN], position[SEATS]
    if position[HAND] != NONE:
        return place_tile(position, tables, weights, seat, position[HAND], position[FIRST_TREATMENT])[0]
    best, chosen, present = -1e9, NONE, 0
    for row in range(seats):
        if position[OPEN + row]:
            value = outlook(position, tables, weights, seat, row, NONE, NONE)
            if value > best:
                best, chosen = value, TAKE + row
    for other in range(seats):
        present += position[IN_ROUND + other]
    drawn = position[NEXT]
    if drawn >= position[SIZES + position[ROUND]]:
        return chosen
    if drawn >= 15:
        return chosen if best > 0 else DRAW
    unseen = np.zeros(KINDS, np.int64)
    total = unseen_tiles(position, seat, unseen)
    expected = 0.0
    for animal in range(6):
        if unseen[animal]:
            expected += unseen[animal] * place_tile(position, tables, weights, seat, animal, NONE)[1]
    expected /= max(total, 1)
    bias = weights[ALONE] if present == 1 else weights[PATIENCE] * (present - 1)
    return DRAW if expected + bias > best else chosen


@native
def end_turn(position: Ints, seat: int) -> None:
    """Give the turn to the next seat in the round."""
    position[HAND] = position[SECOND] = position[FIRST_TREATMENT] = NONE
    seats = position[SEATS]
    for step in range(1, seats + 1):
        other = (seat + step) % seats
        if position[IN_ROUND + other]:
            position[TURN] = other
            return


@native
def play(position: Ints, move: int) -> None:
    """Play a move. The game is over when the round is 4."""
    seat, seats = position[TURN], position[SEATS]
    if move == DRAW:
        stack = position[ROUND]
        count = 0
        for _ in range(2 if position[DUEL] else 1):
            if position[NEXT] >= position[SIZES + stack]:
                break
            tile = position[STACKS + stack * 20 + position[NEXT]]
            if position[NEXT] >= 15:
                position[HAVE + seat * KINDS + tile] += 1
            elif position[HAND] == NONE:
                position[HAND] = tile
            else:
                position[SECOND] = tile
            position[NEXT] += 1
            count += 1
        position[TOGETHER] = count
        if position[HAND] == NONE:
            end_turn(position, seat)
        return
    if TAKE <= move < PUT:
        row = move - TAKE
        for animal in range(KINDS):
            position[HAVE + seat * KINDS + animal] += position[ROWS + row * KINDS + animal]
            position[ROWS + row * KINDS + animal] = 0
        position[OPEN + row] = 0
        position[IN_ROUND + seat] = 0
        for other in range(seats):
            if position[IN_ROUND + other]:
                end_turn(position, seat)
                return
        position[ROCK] = seat
        if position[ROUND] < 3:
            position[TREES + seat] += 1
        position[ROUND] += 1
        position[NEXT] = 0
        for other in range(seats):
            position[IN_ROUND + other] = 1
            position[OPEN + other] = 1
        position[TURN] = seat
        return
    tile = position[HAND]
    treatment = BY_RETURNING
    if move == KEEP:
        position[KEPT + seat * KINDS + tile] += 1
        position[KEEPS + seat] += 1
        treatment = BY_KEEPING
    elif move >= PUT:
        position[ROWS + (move - PUT) * KINDS + tile] += 1
        treatment = BY_ROW
    if position[SECOND] != NONE:
        position[HAND] = position[SECOND]
        position[SECOND] = NONE
        position[FIRST_TREATMENT] = treatment
    else:
        end_turn(position, seat)


@native
def share_and_lead(position: Ints, seat: int) -> tuple[float, float]:
    """The part of the victory that a seat has at the end, and its lead."""
    points, tiles = final(position, seat)
    best, equal, ahead = -99.0, 1, True
    for other in range(position[SEATS]):
        if other == seat:
            continue
        theirs, more = final(position, other)
        best = max(best, theirs)
        if theirs > points or (theirs == points and more > tiles):
            ahead = False
        elif theirs == points and more == tiles:
            equal += 1
    return (1.0 / equal if ahead else 0.0), points - best


@native
def finish(position: Ints, tables: Floats, weights: Floats) -> None:
    """Play on to the end, everybody one step ahead."""
    while position[ROUND] < 4:
        play(position, decide(position, tables, weights))


@native
def shuffle(tiles: Ints, count: int) -> None:
    for index in range(count - 1, 0, -1):
        other = np.random.randint(0, index + 1)
        tiles[index], tiles[other] = tiles[other], tiles[index]


@native
def imagine(position: Ints, viewer: int, white: Ints, grey: Ints, hidden: Ints) -> None:
    """Deal what a viewer cannot see: `hidden` has the kept, grey and returned tiles of each seat, by number."""
    shuffle(white, len(white))
    shuffle(grey, len(grey))
    used, used_grey = 0, 0
    for seat in range(position[SEATS]):
        if seat == viewer:
            continue
        for _ in range(hidden[seat, 0]):
            position[KEPT + seat * KINDS + white[used]] += 1
            used += 1
        for _ in range(hidden[seat, 1]):
            position[HAVE + seat * KINDS + grey[used_grey]] += 1
            used_grey += 1
        used += hidden[seat, 2]
    for stack in range(position[ROUND], 4):
        first = position[NEXT] if stack == position[ROUND] else 0
        for index in range(first, position[SIZES + stack]):
            if index < 15:
                position[STACKS + stack * 20 + index] = white[used]
                used += 1
            else:
                position[STACKS + stack * 20 + index] = grey[used_grey]
                used_grey += 1


@native
def try_moves(
    position: Ints, moves: Ints, white: Ints, grey: Ints, hidden: Ints, tables: Floats, weights: Floats,
    rollouts: int, seed: int,
) -> Floats:  # fmt: skip
    """The mean worth of each move, over the same deals."""
    np.random.seed(seed)
    viewer = position[TURN]
    totals = np.zeros(len(moves))
    dealt, trial = position.copy(), position.copy()
    for _ in range(rollouts):
        dealt[:] = position
        imagine(dealt, viewer, white, grey, hidden)
        for index in range(len(moves)):
            trial[:] = dealt
            play(trial, moves[index])
            finish(trial, tables, weights)
            share, lead = share_and_lead(trial, viewer)
            totals[index] += share + 0.01 * lead
    return totals / rollouts


def read(view: Any) -> tuple[Ints, Ints, Ints, Ints]:
    """A position as a seat sees it, the unseen white and grey tiles, and how many tiles each seat hides."""
    table, seats, viewer = view.table, view.seats, view.seat
    position = np.zeros(LENGTH, np.int64)
    position[SEATS], position[TURN], position[ROUND], position[ROCK] = (
        seats, table["turn"] or 0, table["round"] - 1, table["rock"],
    )  # fmt: skip
    position[[HAND, SECOND, FIRST_TREATMENT]] = NONE
    position[TOGETHER] = table["drawn_together"]
    position[DUEL] = view.options["two_player"] == "designer"
    position[WOLVES] = view.options["wolves"] == "on"
    white = np.array([10] * 6)
    grey = np.array([1] * 6 + [9]) if position[WOLVES] else np.zeros(KINDS, np.int64)
    hidden = np.zeros((seats, 3), np.int64)
    for seat in range(seats):
        position[IN_ROUND + seat] = seat not in table["taken_by"]
        position[OPEN + seat] = table["taken_by"][seat] is None
        position[TREES + seat] = table["trees"][seat]
        position[KEEPS + seat] = table["kept_sizes"][seat]
        hidden[seat] = table["kept_sizes"][seat], table["grey_sizes"][seat], table["returned_sizes"][seat]
        for name, count in table["collections"][seat].items():
            position[HAVE + seat * KINDS + ANIMALS.index(name)] += count
            if name != "wolf":
                white[ANIMALS.index(name)] -= count
        for name in table["rows"][seat]:
            position[ROWS + seat * KINDS + ANIMALS.index(name)] += 1
            white[ANIMALS.index(name)] -= 1
    for name in table["kept"][viewer]:
        position[KEPT + viewer * KINDS + ANIMALS.index(name)] += 1
        white[ANIMALS.index(name)] -= 1
    for name, count in table["grey"][viewer].items():
        position[HAVE + viewer * KINDS + ANIMALS.index(name)] += count
        grey[ANIMALS.index(name)] -= count
    for name, count in table["returned"][viewer].items():
        white[ANIMALS.index(name)] -= count
    hand = [ANIMALS.index(name) for name in table["hand"] or ()]
    for tile in hand:
        white[tile] -= 1
    if hand:
        position[HAND] = hand[0]
        position[SECOND] = hand[1] if len(hand) > 1 else NONE
    treatments = {None: NONE, "row": BY_ROW, "keep": BY_KEEPING, "return": BY_RETURNING}
    position[FIRST_TREATMENT] = treatments[table["first_treatment"]]
    for index, stack in enumerate(table["stacks"]):
        size = 20 if position[WOLVES] and index else 15
        position[SIZES + index] = size
        if index == position[ROUND]:
            position[NEXT] = size - stack["white"] - stack["grey"]
    return position, np.repeat(np.arange(6), white), np.repeat(np.arange(KINDS), grey), hidden


def written(move: int) -> str:
    """A move in the notation of records."""
    if move >= PUT:
        return f"row {move - PUT + 1}"
    if move >= TAKE:
        return f"take {move - TAKE + 1}"
    return {DRAW: "draw", KEEP: "keep", RETURN: "return"}[move]


def coded(text: str) -> int:
    """A move that is written in the notation of records."""
    word, _, number = text.partition(" ")
    if number:
        return {"take": TAKE, "row": PUT}[word] + int(number) - 1
    return {"draw": DRAW, "keep": KEEP, "return": RETURN}[word]


def tables_for(seats: int) -> Floats:
    """Learned worth by rows to take after this one, animal, number and kept ones, for a number of seats."""
    learned: Floats = np.load(TABLES)
    return np.ascontiguousarray(learned[seats - 2])


class Greedy:
    """Takes, draws and places by learned tables, one step ahead; counts what the others gain."""

    def __init__(self) -> None:
        self._tables = {seats: tables_for(seats) for seats in range(2, 6)}

    def choose(self, match: Match, seat: int, seed: int) -> Move:  # noqa: ARG002  (it draws nothing)
        view = match.view(seat)
        position = read(view)[0]
        chosen = written(decide(position, self._tables[view.seats], WEIGHTS))
        return next(move for move in match.legal_moves(seat) if str(move) == chosen)


class Rollouts:
    """Plays every move on to the end in the same deals, everybody greedily, and takes the one that wins most."""

    def __init__(self) -> None:
        self._tables = {seats: tables_for(seats) for seats in range(2, 6)}

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        legal = match.legal_moves(seat)
        if len(legal) == 1:
            return legal[0]
        view = match.view(seat)
        position, white, grey, hidden = read(view)
        moves = np.array([coded(str(move)) for move in legal])
        values = try_moves(
            position, moves, white, grey, hidden, self._tables[view.seats], WEIGHTS, ROLLOUTS, seed % 2**32
        )
        return legal[int(np.argmax(values))]
