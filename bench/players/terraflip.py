"""Two players of Terraflip: one turn ahead with the best reply in mind, and rollouts by the same judgement of flips."""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from typing import Any

import numpy as np

from bench.players.arrays import Floats, Ints
from tilery.kernel.native import native
from tilery.match.match import Match
from tilery.match.moves import Move

COLOURS = ("desert", "forest", "mountain", "river")
POWERS = ("catapult", "rider", "camp")
CATAPULT, RIDER, CAMP = 4, 5, 6
RADIUS = 5
PLACES = [(q, r) for q in range(-5, 6) for r in range(-5, 6) if max(abs(q), abs(r), abs(q + r)) <= RADIUS]
INDEX = {place: index for index, place in enumerate(PLACES)}
COUNT = len(PLACES)
TOWER_PLACE = INDEX[0, 0]
DISTANCE = np.array([max(abs(q), abs(r), abs(q + r)) for q, r in PLACES])
SIDES = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
NEXT_TO = np.array([[INDEX.get((q + dq, r + dr), -1) for dq, dr in SIDES] for q, r in PLACES])
EMPTY, TOWER = -1, 4


def _crossed(dq: int, dr: int) -> list[tuple[int, int]]:
    """The places whose open hexagon a step from 0,0 to dq,dr enters, without its ends."""
    found = []
    for m, n in PLACES:
        if (m, n) in ((0, 0), (dq, dr)):
            continue
        low, high = Fraction(0), Fraction(1)
        for a, b in ((1, -1), (2, 1), (1, 2)):  # |a·u + b·v| < 1
            slope, start = Fraction(a * dq + b * dr), Fraction(-a * m - b * n)
            if slope == 0:
                if abs(start) >= 1:
                    low, high = Fraction(1), Fraction(0)
                continue
            ends = sorted(((-1 - start) / slope, (1 - start) / slope))
            low, high = max(low, ends[0]), min(high, ends[1])
        if low < high:
            found.append((m, n))
    return found


DIRECTIONS = sorted((place for place in PLACES if gcd(*place) == 1), key=lambda place: (DISTANCE[INDEX[place]], place))
IS_ROW = np.array([q == 0 or r == 0 or q + r == 0 for q, r in DIRECTIONS])
_CROSSED = [_crossed(*direction) for direction in DIRECTIONS]
STEPS = np.array([[INDEX.get((q + dq, r + dr), -1) for dq, dr in DIRECTIONS] for q, r in PLACES])
CROSSES = np.full((COUNT, len(DIRECTIONS), max(map(len, _CROSSED))), -1)
for _at, (_q, _r) in enumerate(PLACES):
    for _d, _list in enumerate(_CROSSED):
        for _i, (_m, _n) in enumerate(_list):
            CROSSES[_at, _d, _i] = INDEX.get((_q + _m, _r + _n), -2)

# A position is one array of whole numbers: single ones first,
SEATS, TURN, LIMIT, ORIGIN, IS_FRESH, PLACED, ROWS_ONLY = range(7)  # PLACED: the kind, or -1 before it
SPIES = 8
HANDS = 12  # for each seat how many of each kind: four undersides and three powers
COLOUR = HANDS + 4 * 7
SPECIAL = COLOUR + COUNT
UNDER = SPECIAL + COUNT
KNOWN = UNDER + COUNT  # a bit for each seat
LENGTH = KNOWN + COUNT

END, PLACE, FLIP, THROW, SPY = range(5)  # a move is its kind, then tile or place, then place
CHAIN = 0.6  # what a tile of the own colour is worth as the beginning of a chain
POWER = 0.8  # what a power is worth in hand while there is time
TRIED = 14
BUDGET = 700


@native
def weight_of(position: Ints, seat: int, colour: int) -> float:
    """What a point of a colour is worth to a seat."""
    if colour == seat:
        return 1.0
    if 0 <= colour < position[SEATS]:
        return -1.0 if position[SEATS] == 2 else -0.55
    return 0.0


@native
def points_at(position: Ints, place: int) -> int:
    """The points of the tile on a place."""
    colour = position[COLOUR + place]
    for side in range(6):
        other = NEXT_TO[place, side]
        if other >= 0 and (position[COLOUR + other] == colour or position[COLOUR + other] == TOWER):
            return 2
    return 1


@native
def worth_around(position: Ints, seat: int, place: int) -> float:
    """The worth of a tile and those that touch it."""
    total = 0.0
    colour = position[COLOUR + place]
    if 0 <= colour < TOWER:
        total += weight_of(position, seat, colour) * points_at(position, place)
    for side in range(6):
        other = NEXT_TO[place, side]
        if other >= 0 and 0 <= position[COLOUR + other] < TOWER:
            weight = weight_of(position, seat, position[COLOUR + other])
            if weight != 0.0:
                total += weight * points_at(position, other)
    return total


@native
def change(position: Ints, seat: int, place: int, colour: int) -> float:
    """What it is worth to a seat that a place gets a colour."""
    before = worth_around(position, seat, place)
    old = position[COLOUR + place]
    position[COLOUR + place] = colour
    after = worth_around(position, seat, place)
    position[COLOUR + place] = old
    return after - before


@native
def targets_from(position: Ints, seat: int, origin: int, found: Ints) -> int:
    """Mark the places that can be flipped by a line from an origin; returns how many."""
    count = 0
    for direction in range(STEPS.shape[1]):
        if position[ROWS_ONLY] and not IS_ROW[direction]:
            continue
        at, length = origin, 0
        while True:
            beyond = STEPS[at, direction]
            if beyond < 0 or position[COLOUR + beyond] == EMPTY:
                break
            is_open = True
            for index in range(CROSSES.shape[2]):
                crossed = CROSSES[at, direction, index]
                if crossed == -1:
                    break
                if crossed == -2 or position[COLOUR + crossed] == EMPTY:
                    is_open = False
                    break
            if not is_open:
                break
            if position[COLOUR + beyond] == seat or position[COLOUR + beyond] == TOWER:
                back = origin
                for _ in range(length):
                    back = STEPS[back, direction]
                    if not position[SPECIAL + back]:
                        found[count] = back
                        count += 1
                break
            at = beyond
            length += 1
    return count


@native
def flip_worth(position: Ints, seat: int, place: int) -> float:
    """What flipping a tile is worth to a seat for what it knows."""
    shown, under = position[COLOUR + place], position[UNDER + place]
    if position[KNOWN + place] >> seat & 1:
        return change(position, seat, place, under) + (CHAIN if under == seat else 0.0)
    total = 0.0
    for colour in range(4):
        if colour != shown:
            total += change(position, seat, place, colour) + (CHAIN if colour == seat else 0.0)
    return total / 3.0


@native
def all_targets(position: Ints, seat: int, found: Ints) -> int:
    """All places that the seat could flip now."""
    origin = position[ORIGIN]
    if origin < 0:
        return 0
    count = targets_from(position, seat, origin, found)
    if position[IS_FRESH] and position[PLACED] == CAMP:
        for side in range(6):
            other = NEXT_TO[origin, side]
            if other < 0 or not 0 <= position[COLOUR + other] < TOWER:
                continue
            if position[COLOUR + other] != seat and not position[SPECIAL + other]:
                found[count] = other
                count += 1
    return count


@native
def best_flip(position: Ints, seat: int, found: Ints) -> tuple[int, float]:
    """The best tile to flip, or -1, and what it is worth."""
    count = all_targets(position, seat, found)
    best, chosen = 0.0, -1
    for index in range(count):
        value = flip_worth(position, seat, found[index])
        if value > best:
            best, chosen = value, found[index]
    return chosen, best


@native
def may_place(position: Ints, kind: int, place: int) -> bool:
    limit = position[LIMIT] + (1 if kind == RIDER else 0)
    if position[COLOUR + place] != EMPTY or DISTANCE[place] > limit:
        return False
    for side in range(6):
        other = NEXT_TO[place, side]
        if other >= 0 and position[COLOUR + other] != EMPTY:
            return True
    return False


@native
def stays_joined(position: Ints, lifted: int) -> bool:
    """Whether every tile is joined to the tower without a lifted one."""
    reached = np.zeros(COUNT, np.bool_)
    queue = np.empty(COUNT, np.int64)
    queue[0], filled, done = TOWER_PLACE, 1, 0
    reached[TOWER_PLACE] = True
    while done < filled:
        at = queue[done]
        done += 1
        for side in range(6):
            other = NEXT_TO[at, side]
            if other >= 0 and other != lifted and not reached[other] and position[COLOUR + other] != EMPTY:
                reached[other] = True
                queue[filled] = other
                filled += 1
    for place in range(COUNT):
        if place != lifted and position[COLOUR + place] != EMPTY and not reached[place]:
            return False
    return True


@native
def best_throw(position: Ints, seat: int) -> tuple[int, int, float]:
    """The best throw of a catapult just placed: from, to, and what it is worth; from is -1 if there is none."""
    best, source, goal = 0.0, -1, -1
    origin = position[ORIGIN]
    for side in range(6):
        place = NEXT_TO[origin, side]
        if place < 0 or not 0 <= position[COLOUR + place] < TOWER:
            continue
        shown = position[COLOUR + place]
        if shown == seat or position[SPECIAL + place] or not stays_joined(position, place):
            continue
        lifted = change(position, seat, place, EMPTY)
        position[COLOUR + place] = EMPTY
        knows = position[KNOWN + place] >> seat & 1
        for to in range(COUNT):
            if to == place or not may_place(position, 0, to):
                continue
            value = 0.0
            for colour in range(4):
                if colour == shown or (knows and colour != position[UNDER + place]):
                    continue
                value += change(position, seat, to, colour) + (CHAIN if colour == seat else 0.0)
            value = lifted + (value if knows else value / 3.0)
            if value > best:
                best, source, goal = value, place, to
        position[COLOUR + place] = shown
    return source, goal, best


@native
def placing(position: Ints, seat: int, kind: int, place: int, found: Ints) -> float:
    """What placing a tile is worth to a seat, with its first flip."""
    value = change(position, seat, place, seat)
    position[COLOUR + place] = seat
    position[ORIGIN], position[IS_FRESH], position[PLACED] = place, 1, kind
    value += best_flip(position, seat, found)[1]
    position[COLOUR + place] = EMPTY
    position[ORIGIN], position[IS_FRESH], position[PLACED] = -1, 0, -1
    return value


@native
def play(position: Ints, seat: int, move: int, first: int, second: int) -> None:
    """Play a move; turns do not end by themselves."""
    if move == PLACE:
        position[HANDS + seat * 7 + first] -= 1
        position[COLOUR + second] = seat
        position[SPECIAL + second] = first >= 4
        position[UNDER + second] = first if first < 4 else seat
        position[KNOWN + second] = 15 if first >= 4 else 1 << seat
        position[ORIGIN], position[IS_FRESH], position[PLACED] = second, 1, first
    elif move in (FLIP, THROW):
        shown, under = position[COLOUR + first], position[UNDER + first]
        if move == THROW:
            position[COLOUR + first] = EMPTY
            position[SPECIAL + second] = 0
            first = second
        position[COLOUR + first], position[UNDER + first], position[KNOWN + first] = under, shown, 15
        position[ORIGIN] = first if under == seat else -1
        position[IS_FRESH] = 0
    elif move == SPY:
        position[SPIES + seat] -= 1
        position[KNOWN + first] |= 1 << seat
    else:
        position[ORIGIN], position[IS_FRESH], position[PLACED] = -1, 0, -1
        position[TURN] = (seat + 1) % position[SEATS]


@native
def tiles_left(position: Ints, seat: int) -> int:
    total = 0
    for kind in range(7):
        total += position[HANDS + seat * 7 + kind]
    return total


@native
def finish_turn(position: Ints, seat: int, found: Ints) -> None:
    """Flip as long as it pays, then end the turn."""
    if position[PLACED] == CATAPULT and position[IS_FRESH]:
        source, goal, value = best_throw(position, seat)
        if source >= 0 and value > best_flip(position, seat, found)[1]:
            play(position, seat, THROW, source, goal)
    while position[ORIGIN] >= 0:
        target, _ = best_flip(position, seat, found)
        if target < 0:
            break
        play(position, seat, FLIP, target, -1)
    play(position, seat, END, -1, -1)


@native
def quick_turn(position: Ints, found: Ints) -> None:
    """A turn of a playout: one kind of tile is drawn from the hand and goes where it is worth most."""
    seat = position[TURN]
    left = tiles_left(position, seat)
    drawn = np.random.randint(0, left)
    kind = 0
    while drawn >= position[HANDS + seat * 7 + kind]:
        drawn -= position[HANDS + seat * 7 + kind]
        kind += 1
    best, chosen = -1e9, -1
    for place in range(COUNT):
        if DISTANCE[place] <= position[LIMIT] + 1 and may_place(position, kind, place):
            value = placing(position, seat, kind, place, found) + 0.3 * np.random.random()
            if value > best:
                best, chosen = value, place
    play(position, seat, PLACE, kind, chosen)
    finish_turn(position, seat, found)


@native
def finish(position: Ints, found: Ints) -> None:
    while tiles_left(position, position[TURN]) > 0:
        quick_turn(position, found)


@native
def points_of(position: Ints, seat: int) -> tuple[int, int]:
    """Points and tiles of a seat now."""
    seats = position[SEATS]
    points = 0 if seat == seats - 1 else 3 - seat
    tiles = 0
    for place in range(COUNT):
        if position[COLOUR + place] == seat:
            points += points_at(position, place)
            tiles += 1
    return points, tiles


@native
def result(position: Ints, seat: int) -> float:
    """Half the victory, half the lead."""
    points, tiles = points_of(position, seat)
    won, best = 1.0, -99
    for other in range(position[SEATS]):
        if other != seat:
            theirs, more = points_of(position, other)
            best = max(best, theirs)
            if theirs > points or (theirs == points and more > tiles):
                won = 0.0
            elif theirs == points and more == tiles:
                won = min(won, 0.5)
    lead = float(points - best)
    return won + lead / (8.0 + abs(lead))


@native
def imagine(position: Ints, viewer: int, owners: Ints, spare: Ints, sizes: Ints) -> None:
    """Deal what a viewer cannot see: undersides of others' tiles, and their hands.

    `spare` has how many tiles of each underside are unaccounted for, by seat; `sizes` how many of them are in hand.
    """
    left = spare.copy()
    for place in range(COUNT):
        if position[COLOUR + place] == EMPTY or position[KNOWN + place] >> viewer & 1 or position[SPECIAL + place]:
            continue
        if position[COLOUR + place] == TOWER:
            continue
        owner, shown = owners[place], position[COLOUR + place]
        total = 0
        if owner >= 0:
            total = left[owner].sum()
        if owner < 0 or total == 0:
            position[UNDER + place] = (shown + 1 + np.random.randint(0, 3)) % 4
            continue
        drawn = np.random.randint(0, total)
        colour = 0
        while drawn >= left[owner, colour]:
            drawn -= left[owner, colour]
            colour += 1
        left[owner, colour] -= 1
        position[UNDER + place] = colour
    for seat in range(position[SEATS]):
        if seat == viewer:
            continue
        position[HANDS + seat * 7 : HANDS + seat * 7 + 4] = 0
        for _ in range(sizes[seat]):
            total = left[seat].sum()
            if total == 0:
                colour = (seat + 1 + np.random.randint(0, 3)) % 4
            else:
                drawn = np.random.randint(0, total)
                colour = 0
                while drawn >= left[seat, colour]:
                    drawn -= left[seat, colour]
                    colour += 1
                left[seat, colour] -= 1
            position[HANDS + seat * 7 + colour] += 1


@native
def best_reply(position: Ints, found: Ints) -> float:
    """What the next seat can gain by an ordinary tile, or with a power it has."""
    seat = position[TURN]
    best = -9.0
    if tiles_left(position, seat) == 0:
        return 0.0
    has_camp = position[HANDS + seat * 7 + CAMP] > 0
    for place in range(COUNT):
        if may_place(position, 0, place):
            best = max(best, placing(position, seat, 0, place, found))
            if has_camp:
                best = max(best, placing(position, seat, CAMP, place, found) - POWER)
    return best


@native
def candidates(position: Ints, moves: Ints, values: Floats, deep: bool) -> int:
    """Fill in every placement with its value; with `deep` less the best reply of the next seat."""
    seat = position[TURN]
    found, trial = np.empty(400, np.int64), position.copy()
    turns = tiles_left(position, seat)
    count = 0
    for kind in range(7):
        if position[HANDS + seat * 7 + kind] == 0:
            continue
        for place in range(COUNT):
            if DISTANCE[place] > position[LIMIT] + 1 or not may_place(position, kind, place):
                continue
            value = placing(position, seat, kind, place, found)
            if kind == CATAPULT:
                trial[:] = position
                play(trial, seat, PLACE, kind, place)
                value = change(position, seat, place, seat)
                value += max(best_throw(trial, seat)[2], best_flip(trial, seat, found)[1])
            if kind >= 4:
                value -= POWER * min(turns - 3, 6) / 3.0
            elif kind < position[SEATS]:
                value -= 0.15 * turns / 12.0  # a tile that an opponent could turn to account
            moves[count, 0], moves[count, 1], moves[count, 2] = PLACE, kind, place
            values[count] = value
            count += 1
    if deep:
        order = np.argsort(-values[:count])
        for rank in range(count):
            index = order[rank]
            if rank >= 40:
                values[index] -= 99.0
                continue
            trial[:] = position
            play(trial, seat, PLACE, moves[index, 1], moves[index, 2])
            hopeful_turn(trial, seat, found)
            share = 0.7 if position[SEATS] == 2 else 0.4
            values[index] -= share * best_reply(trial, found)
    return count


@native
def hopeful_turn(position: Ints, seat: int, found: Ints) -> None:
    """Finish a turn as the seat expects it, without looking under tiles it does not know."""
    while position[ORIGIN] >= 0:
        target, _ = best_flip(position, seat, found)
        if target < 0 or not position[KNOWN + target] >> seat & 1:
            break
        play(position, seat, FLIP, target, -1)
    play(position, seat, END, -1, -1)


@native
def search(position: Ints, moves: Ints, owners: Ints, spare: Ints, sizes: Ints, budget: int, seed: int) -> int:
    """The best move: playouts go to all, then again and again to the better half."""
    np.random.seed(seed)
    viewer, count = position[TURN], len(moves)
    totals, times, order = np.zeros(count), np.zeros(count), np.arange(count)
    dealt, trial, found = position.copy(), position.copy(), np.empty(400, np.int64)
    while count > 1:
        each = max(budget // (count * 3), 4)
        for _ in range(each):
            dealt[:] = position
            imagine(dealt, viewer, owners, spare, sizes)
            for rank in range(count):
                index = order[rank]
                trial[:] = dealt
                play(trial, viewer, moves[index, 0], moves[index, 1], moves[index, 2])
                if moves[index, 0] != END:
                    finish_turn(trial, viewer, found)
                finish(trial, found)
                totals[index] += result(trial, viewer)
                times[index] += 1
        means = totals / np.maximum(times, 1)
        ranked = np.argsort(-means[order[:count]])
        order[:count] = order[:count][ranked]
        count = (count + 1) // 2 if count > 2 else 1
    return int(order[0])


def place_of(text: str) -> int:
    q, _, r = text.partition(",")
    return INDEX[int(q), int(r)]


def written(place: int) -> str:
    return f"{PLACES[place][0]},{PLACES[place][1]}"


def read(view: Any) -> tuple[Ints, Ints, Ints, Ints]:
    """A position as a seat sees it, owners of tiles, and what is unaccounted for of each seat's tiles."""
    table, seats, viewer = view.table, view.seats, view.seat
    position = np.zeros(LENGTH, np.int64)
    position[SEATS], position[TURN], position[LIMIT] = seats, table["turn"] or 0, table["limit"]
    position[ROWS_ONLY] = view.options["lines"] == "rows"
    position[ORIGIN], position[PLACED] = -1, -1
    position[COLOUR : COLOUR + COUNT] = EMPTY
    position[COLOUR + TOWER_PLACE] = TOWER
    owners = np.full(COUNT, -1)
    spare = np.array([[0 if colour == seat else 3 for colour in range(4)] for seat in range(4)])
    for tile in table["tiles"]:
        place = place_of(tile["place"])
        colour = COLOURS.index(tile["colour"])
        position[COLOUR + place] = colour
        position[SPECIAL + place] = tile["special"] is not None
        owner = tile.get("owner")
        owners[place] = -1 if owner is None else owner
        if tile["special"] is not None:
            position[UNDER + place], position[KNOWN + place] = colour, 15
        elif tile["under"] is not None:
            under = COLOURS.index(tile["under"])
            position[UNDER + place] = under
            position[KNOWN + place] = sum(1 << seat for seat in tile.get("known_to") or ()) | 1 << viewer
            if owner is not None:
                other = under if colour == owner else colour
                spare[owner, other] = max(spare[owner, other] - 1, 0)
        else:
            position[KNOWN + place] = sum(1 << seat for seat in tile.get("known_to") or ()) & ~(1 << viewer)
    sizes = np.zeros(seats, np.int64)
    for seat, hand in enumerate(table["hands"]):
        position[SPIES + seat] = table["spies"][seat]
        sizes[seat] = hand["two_faced"]
        for power in hand["specials"]:
            position[HANDS + seat * 7 + 4 + POWERS.index(power)] = 1
        if seat == viewer:
            for name, count in hand["undersides"].items():
                position[HANDS + seat * 7 + COLOURS.index(name)] = count
        else:
            position[HANDS + seat * 7 + (seat + 1) % 4] = hand["two_faced"]
    if table["origin"] is not None:
        origin = place_of(table["origin"])
        position[ORIGIN] = origin
    return position, owners, spare, sizes


class Greedy:
    """Places and flips for the best change of points, less the best reply; spies only where a flip depends on it."""

    budget = 0

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        legal = {str(move): move for move in match.legal_moves(seat)}
        view = match.view(seat)
        position, owners, spare, sizes = read(view)
        if view.table["stage"] == "place":
            return legal[self._placement(position, owners, spare, sizes, seed)]
        return legal[self._action(position, owners, spare, sizes, list(legal), seed)]

    def _placement(self, position: Ints, owners: Ints, spare: Ints, sizes: Ints, seed: int) -> str:
        moves, values = np.empty((700, 3), np.int64), np.empty(700)
        count = candidates(position, moves, values, True)
        order = np.argsort(-values[:count], kind="stable")
        best = order[0]
        if self.budget:
            tried = moves[order[:TRIED]]
            best = order[search(position, tried, owners, spare, sizes, self.budget, seed % 2**32)]
        _, kind, place = moves[best]
        name = COLOURS[kind] if kind < 4 else POWERS[kind - 4]
        return f"place {name} {written(place)}"

    def _action(self, position: Ints, owners: Ints, spare: Ints, sizes: Ints, legal: list[str], seed: int) -> str:
        """A flip, a throw, a look at the tile that would be flipped, or the end of the turn."""
        seat = int(position[TURN])
        flips = [text for text in legal if text.startswith("flip ")]
        values = {text: flip_worth(position, seat, place_of(text.split()[1])) for text in flips}
        throws = [text for text in legal if text.startswith("throw ")]
        if throws:
            position[PLACED], position[IS_FRESH] = CATAPULT, 1
            source, goal, value = best_throw(position, seat)
            if source >= 0:
                values[f"throw {written(source)} {written(goal)}"] = value
        hopeful = [text for text, value in values.items() if value > 0]
        if not hopeful:
            return "end"
        best = max(hopeful, key=values.__getitem__)
        target = place_of(best.split()[1])
        spies = int(position[SPIES + seat])
        turns = tiles_left(position, seat)
        look = f"spy {written(target)}"
        if spies and look in legal and not position[KNOWN + target] >> seat & 1 and turns <= 4 * spies:
            return look
        if self.budget and len(hopeful) > 1:
            coded = np.array([[*code(text)] for text in hopeful])
            return hopeful[search(position, coded, owners, spare, sizes, self.budget // 2, seed % 2**32)]
        return best


def code(text: str) -> tuple[int, int, int]:
    """A flip or a throw as a move of the simulation."""
    words = text.split()
    if words[0] == "flip":
        return FLIP, place_of(words[1]), -1
    return THROW, place_of(words[1]), place_of(words[2])


class Rollouts(Greedy):
    """Plays the most promising placements on to the end with quick greedy turns, and takes the one that wins most."""

    budget = BUDGET
