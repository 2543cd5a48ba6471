"""Two players of Tipperary: one placement ahead, and rollouts of whole displays by the same judgement.

A display is judged alone, but for the marker: others can take little from it. The judgement is written from the
score sheet: a rectangle that may still have gaps, the flock, the ring, whiskey and circles, and what is about to bring
towers or bonus tiles.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import tilery
from bench.players.compiling import Floats, Ints, fast
from tilery.match.match import Match
from tilery.match.moves import Move

Grid = NDArray[np.int8]

SIZE, ORIGIN = 64, 30  # 0,0 of a display lies at ORIGIN,ORIGIN of the grid
EMPTY, MEADOW, ONE_SHEEP, TWO_SHEEP, GRAIN, DISTILLERY, RUIN, BOG, CIRCLE, TOWN, TOWER, WOODEN, BONUS_MEADOW = range(13)
LETTERS = {
    "m": MEADOW,
    "g": GRAIN,
    "d": DISTILLERY,
    "r": RUIN,
    "b": BOG,
    "c": CIRCLE,
    "#": TOWN,
    "t": TOWER,
    "T": TOWER,
}
TRACK = np.array([0, 3, 6, 10, 13, 17, 21, 25, 30], np.float64)
SHEEP_SPACES = np.array([0, 0, 1, 0, 1, 0, 1, 0, 0])
BONUS_FACES = np.array(
    [ONE_SHEEP, TWO_SHEEP, GRAIN, GRAIN, DISTILLERY, DISTILLERY, RUIN, RUIN, BOG, BOG, BONUS_MEADOW, CIRCLE]
)
BONUS_NAMES = ("p1", "p2", "g", "g", "d", "d", "r", "r", "b", "b", "m", "c2")
SIDES = np.array([1, -1, SIZE, -SIZE])
RING_FRONT = ((0, 0), (1, 0), (0, 1), (1, 1), (2, 1), (0, 2), (1, 2), (2, 2), (2, 3))
LARGEST = 8  # fields of a tile

# Facts of a display beside its grid.
LEFT, RIGHT, TOP, BOTTOM, BARREL, TOWERS, CIRCLES, SHEEP, BONUSES, BY_OTHERS, HAS_MARKER = range(11)
FACTS = 12


# What the judgement weighs, found by games of a single display (`python -m bench.players.tipperary_weights`).
GAP, LATE, EDGE, NICHE, HOLE, SECOND_FLOCK, RING, WHISKEY = range(8)
LONELY_BOG, TWO_RUINS, OPEN_FLOCK, A_TOWER, A_SHEEP, A_BONUS, MARKER, CONTACT = range(8, 16)
WEIGHTS = np.array(
    [0.231, 0.863, 0.66, 0.64, 1.428, 0.178, 5.705, 0.314, 0.7, 1.001, 0.053, 1.955, 2.317, 3.75, 0.703, 0.262]
)

PREFERRED = 24  # placements of a tile that a playout judges in full
TRIED = 12
ROLLED = 25  # playouts of each


@fast
def flock_at(grid: Grid, start: int, seen: Grid, queue: Ints) -> int:
    """Sheep of the flock that a field belongs to; marks its fields as seen."""
    queue[0], filled, done, sheep = start, 1, 0, 0
    seen[start] = 1
    while done < filled:
        at = queue[done]
        done += 1
        sheep += 2 if grid[at] == TWO_SHEEP else 1
        for side in range(4):
            other = at + SIDES[side]
            if not seen[other] and (grid[other] == ONE_SHEEP or grid[other] == TWO_SHEEP or grid[other] == WOODEN):
                seen[other] = 1
                queue[filled] = other
                filled += 1
    return sheep


@fast
def flocks(grid: Grid, facts: Ints, seen: Grid, queue: Ints) -> tuple[int, int]:
    """The largest flock and the second one."""
    first, second = 0, 0
    for y in range(facts[TOP], facts[BOTTOM] + 1):
        seen[y * SIZE + facts[LEFT] : y * SIZE + facts[RIGHT] + 1] = 0
    for y in range(facts[TOP], facts[BOTTOM] + 1):
        for x in range(facts[LEFT], facts[RIGHT] + 1):
            at = y * SIZE + x
            if not seen[at] and (grid[at] == ONE_SHEEP or grid[at] == TWO_SHEEP or grid[at] == WOODEN):
                sheep = flock_at(grid, at, seen, queue)
                if sheep > first:
                    first, second = sheep, first
                elif sheep > second:
                    second = sheep
    return first, second


@fast
def likely_area(grid: Grid, facts: Ints, gap: float, edge: float) -> float:
    """The best rectangle if every field in it counts 1, every gap costs `gap` and every row and column `edge`.

    Edges cost so that squares are better than strips, which grow at their ends only.
    """
    best = 0.0
    width = facts[RIGHT] - facts[LEFT] + 1
    sums = np.empty(SIZE)
    for top in range(facts[TOP], facts[BOTTOM] + 1):
        sums[:width] = -edge
        for bottom in range(top, facts[BOTTOM] + 1):
            row = bottom * SIZE + facts[LEFT]
            running = 0.0
            for x in range(width):
                sums[x] += 1.0 if grid[row + x] != EMPTY else -gap
                running = max(running, 0.0) + sums[x]
                best = max(best, running - edge * (bottom - top + 1))
    return best


@fast
def full_area(grid: Grid, facts: Ints, gaps: int, box: Ints) -> int:
    """The largest rectangle with at most some gaps; `box` becomes its left, top, right and bottom."""
    best, fewest = 0, 99
    width = facts[RIGHT] - facts[LEFT] + 1
    empty = np.empty(SIZE, np.int64)
    for top in range(facts[TOP], facts[BOTTOM] + 1):
        empty[:width] = 0
        for bottom in range(top, facts[BOTTOM] + 1):
            row = bottom * SIZE + facts[LEFT]
            start, missing = 0, 0
            for x in range(width):
                empty[x] += grid[row + x] == EMPTY
                missing += empty[x]
                while missing > gaps:
                    missing -= empty[start]
                    start += 1
                area = (x - start + 1) * (bottom - top + 1)
                if area > best or (area == best and missing < fewest):
                    best, fewest = area, missing
                    box[0], box[1], box[2], box[3] = facts[LEFT] + start, top, facts[LEFT] + x, bottom
    return best


@fast
def prospects(grid: Grid, facts: Ints, rounds: float, weights: Floats) -> float:
    """What lies about that may still bring something: grain, distilleries, ruins in line, single bogs."""
    total, holes = 0.0, 0.0
    for y in range(facts[TOP], facts[BOTTOM] + 1):
        for x in range(facts[LEFT], facts[RIGHT] + 1):
            at = y * SIZE + x
            field = grid[at]
            if field == EMPTY:
                closed = 0
                for side in range(4):
                    closed += grid[at + SIDES[side]] != EMPTY
                if closed == 4:
                    holes += weights[HOLE]
                elif closed == 3:
                    holes += weights[NICHE]
            elif field in (GRAIN, DISTILLERY):
                free = 0
                for side in range(4):
                    free += grid[at + SIDES[side]] == EMPTY
                total += weights[WHISKEY] * min(free, 3)
            elif field == BOG:
                lonely, free = True, 0
                for side in range(4):
                    lonely &= grid[at + SIDES[side]] != BOG
                    free += grid[at + SIDES[side]] == EMPTY
                if lonely and free:
                    total += weights[LONELY_BOG]
            elif field == RUIN:
                for side in (0, 2):
                    step = SIDES[side]
                    before, beyond = grid[at - step], grid[at + 2 * step]
                    is_pair = before != RUIN and grid[at + step] == RUIN and beyond != RUIN
                    if is_pair and EMPTY in (before, beyond):
                        total += weights[TWO_RUINS]
            elif field in (ONE_SHEEP, TWO_SHEEP, WOODEN):
                for side in range(4):
                    if grid[at + SIDES[side]] == EMPTY:
                        total += weights[OPEN_FLOCK]
    return total * min(rounds / 4.0, 1.0) - holes


@fast
def judge(grid: Grid, facts: Ints, ring: Ints, rounds: int, weights: Floats, seen: Grid, queue: Ints) -> float:
    """What a display will be worth at the end, with some rounds to go."""
    first, second = flocks(grid, facts, seen, queue)
    closed = 0
    for index in range(18):
        closed += grid[ring[index]] != EMPTY
    total = TRACK[facts[BARREL]] + facts[CIRCLES] + first
    ahead = first - facts[BY_OTHERS]
    if rounds == 0:
        box = np.empty(4, np.int64)
        missing = 18 - closed
        area = float(full_area(grid, facts, facts[TOWERS], box))
        if missing == 0:
            area += 5
        elif missing <= facts[TOWERS]:
            area = max(area, full_area(grid, facts, facts[TOWERS] - missing, box) + 5.0)
        marker = 5.0 if ahead > 0 or (ahead == 0 and facts[HAS_MARKER]) else 0.0
        return float(total + area + marker)
    total += weights[SECOND_FLOCK] * second * min(rounds / 4.0, 1.0)
    total += likely_area(grid, facts, weights[GAP] + weights[LATE] / (rounds + 1.0), weights[EDGE])
    total += weights[A_TOWER] * facts[TOWERS]
    total += weights[RING] * (closed / 18.0) ** 2
    total += min(max(2.5 + weights[MARKER] * ahead, 0.0), 5.0)
    return float(total + prospects(grid, facts, float(rounds), weights))


@fast
def effects(grid: Grid, facts: Ints, placed: Ints, count: int, fresh: Grid, seen: Grid, queue: Ints) -> None:
    """Add what fields that were just placed bring: whiskey, towers, sheep and bonus tiles."""
    for index in range(count):
        fresh[placed[index]] = 1
    for index in range(count):
        at = placed[index]
        field = grid[at]
        if field in (GRAIN, DISTILLERY):
            match = GRAIN + DISTILLERY - field
            for side in range(4):
                other = at + SIDES[side]
                if grid[other] == match and (not fresh[other] or at < other) and facts[BARREL] < 8:
                    facts[BARREL] += 1
                    facts[SHEEP] += SHEEP_SPACES[facts[BARREL]]
        elif field == RUIN:
            for side in (0, 2):
                step = SIDES[side]
                start = at
                while grid[start - step] == RUIN:
                    start -= step
                length, old, longest, is_first, here = 0, 0, 0, True, start
                while grid[here] == RUIN:
                    if fresh[here]:
                        if here < at:
                            is_first = False
                        old = 0
                    else:
                        old += 1
                        longest = max(longest, old)
                    length += 1
                    here += step
                if is_first and length >= 3 and longest < 3:
                    facts[TOWERS] += 1
        elif field == BOG:
            queue[0], filled, done, is_first, has_site = at, 1, 0, True, False
            seen[at] = 9
            while done < filled:
                here = queue[done]
                done += 1
                if fresh[here] and here < at:
                    is_first = False
                for side in range(4):
                    other = here + SIDES[side]
                    if grid[other] == BOG:
                        if not fresh[here] and not fresh[other]:
                            has_site = True
                        if seen[other] != 9:
                            seen[other] = 9
                            queue[filled] = other
                            filled += 1
            for done in range(filled):
                seen[queue[done]] = 0
            if is_first and not has_site and filled >= 2:
                facts[BONUSES] += 1
    for index in range(count):
        fresh[placed[index]] = 0


@fast
def stretch(facts: Ints, at: int) -> None:
    """Let a display reach a field."""
    facts[LEFT], facts[RIGHT] = min(facts[LEFT], at % SIZE), max(facts[RIGHT], at % SIZE)
    facts[TOP], facts[BOTTOM] = min(facts[TOP], at // SIZE), max(facts[BOTTOM], at // SIZE)


@fast
def put_tile(
    grid: Grid, facts: Ints, tile: Ints, corner: int, placed: Ints, fresh: Grid, seen: Grid, queue: Ints
) -> int:
    """Lay a tile; a tile is its number of fields, then for each its offset, landscape, points and sheep symbols."""
    count = tile[0]
    for index in range(count):
        at = corner + tile[1 + index * 4]
        placed[index] = at
        grid[at] = tile[2 + index * 4]
        facts[CIRCLES] += tile[3 + index * 4]
        facts[SHEEP] += tile[4 + index * 4]
        stretch(facts, at)
    effects(grid, facts, placed, count, fresh, seen, queue)
    return int(count)


@fast
def fits(grid: Grid, tile: Ints, corner: int) -> bool:
    touches = False
    for index in range(tile[0]):
        at = corner + tile[1 + index * 4]
        if grid[at] != EMPTY:
            return False
        if not touches:
            for side in range(4):
                touches |= grid[at + SIDES[side]] != EMPTY
    return touches


@fast
def glance(grid: Grid, facts: Ints, tile: Ints, corner: int, is_ring: Grid) -> float:
    """A quick opinion of a placement, by what its fields touch."""
    total = 0.0
    for index in range(tile[0]):
        at = corner + tile[1 + index * 4]
        field = tile[2 + index * 4]
        x, y = at % SIZE, at // SIZE
        if facts[LEFT] <= x <= facts[RIGHT] and facts[TOP] <= y <= facts[BOTTOM]:
            total += 1.0
        if is_ring[at]:
            total += 0.8
        for side in range(4):
            other = grid[at + SIDES[side]]
            if other == EMPTY:
                continue
            total += 1.0
            if field in (ONE_SHEEP, TWO_SHEEP):
                if other in (ONE_SHEEP, TWO_SHEEP, WOODEN):
                    total += 1.5 * (field - ONE_SHEEP + 1)
            elif field == GRAIN:
                total += 3.0 if other == DISTILLERY else 0.0
            elif field == DISTILLERY:
                total += 3.0 if other == GRAIN else 0.0
            elif field == BOG and other == BOG:
                total += 1.5
            elif field == RUIN and other == RUIN:
                total += 1.0
    return total


@fast
def settle(
    grid: Grid,
    facts: Ints,
    ring: Ints,
    rounds: int,
    weights: Floats,
    bonuses: Ints,
    drawn: Ints,
    fresh: Grid,
    seen: Grid,
    queue: Ints,
) -> None:
    """Place the sheep and bonus tiles that are due; `drawn[0]` bonus tiles of the supply are gone."""
    one = np.empty(1, np.int64)
    while facts[SHEEP] > 0 or facts[BONUSES] > 0:
        if facts[BONUSES] > 0:
            facts[BONUSES] -= 1
            if drawn[0] >= len(bonuses):
                continue
            face = bonuses[drawn[0]]
            drawn[0] += 1
            at = best_bonus(grid, facts, ring, rounds, weights, face, fresh, seen, queue)
            grid[at] = face
            stretch(facts, at)
            if face == CIRCLE:
                facts[CIRCLES] += 2
            one[0] = at
            effects(grid, facts, one, 1, fresh, seen, queue)
        else:
            facts[SHEEP] -= 1
            at = best_meadow(grid, facts, seen, queue)
            if at < 0:
                continue
            grid[at] = WOODEN


@fast
def best_meadow(grid: Grid, facts: Ints, seen: Grid, queue: Ints) -> int:
    """The meadow where a sheep makes the largest flock; -1 if there is none."""
    best, chosen = -1.0, -1
    for y in range(facts[TOP], facts[BOTTOM] + 1):
        for x in range(facts[LEFT], facts[RIGHT] + 1):
            at = y * SIZE + x
            if grid[at] != MEADOW and grid[at] != BONUS_MEADOW:
                continue
            old = grid[at]
            grid[at] = WOODEN
            first, second = flocks(grid, facts, seen, queue)
            grid[at] = old
            value = first + 0.2 * second
            for side in range(4):
                value += 0.02 * (grid[at + SIDES[side]] == MEADOW) + 0.03 * (grid[at + SIDES[side]] == EMPTY)
            if value > best:
                best, chosen = value, at
    return chosen


@fast
def best_bonus(
    grid: Grid, facts: Ints, ring: Ints, rounds: int, weights: Floats, face: int, fresh: Grid, seen: Grid, queue: Ints
) -> int:
    """Where a bonus tile is worth most."""
    best, chosen = -1e9, -1
    one, trial = np.empty(1, np.int64), facts.copy()
    for y in range(facts[TOP] - 1, facts[BOTTOM] + 2):
        for x in range(facts[LEFT] - 1, facts[RIGHT] + 2):
            at = y * SIZE + x
            if grid[at] == EMPTY:
                touches = False
                for side in range(4):
                    touches |= grid[at + SIDES[side]] != EMPTY
                if not touches:
                    continue
            elif grid[at] != MEADOW:
                continue
            old = grid[at]
            grid[at] = face
            trial[:] = facts
            stretch(trial, at)
            one[0] = at
            effects(grid, trial, one, 1, fresh, seen, queue)
            value = judge(grid, trial, ring, rounds, weights, seen, queue)
            value += weights[A_SHEEP] * (trial[SHEEP] - facts[SHEEP]) + weights[A_BONUS] * (
                trial[BONUSES] - facts[BONUSES]
            )
            grid[at] = old
            if value > best:
                best, chosen = value, at
    return chosen


@fast
def judge_placement(
    grid: Grid, facts: Ints, ring: Ints, rounds: int, weights: Floats, tile: Ints, corner: int, trial: Ints,
    placed: Ints, fresh: Grid, seen: Grid, queue: Ints,
) -> float:  # fmt: skip
    """What a display is worth after a placement, with what it brings counted at a mean price."""
    trial[:] = facts
    trial[SHEEP] = trial[BONUSES] = 0
    count = put_tile(grid, trial, tile, corner, placed, fresh, seen, queue)
    value = (
        judge(grid, trial, ring, rounds, weights, seen, queue)
        + weights[A_SHEEP] * trial[SHEEP]
        + weights[A_BONUS] * trial[BONUSES]
    )
    for index in range(count):
        grid[placed[index]] = EMPTY
    return float(value)


@fast
def play_round(
    grid: Grid, facts: Ints, ring: Ints, is_ring: Grid, rounds: int, weights: Floats, tiles: Ints,
    counts: Ints, first: int, second: int, bonuses: Ints, drawn: Ints, fresh: Grid, seen: Grid, queue: Ints,
) -> None:  # fmt: skip
    """Place the better of two tiles where a quick opinion and then the judgement like it, with its effects."""
    best, chosen, corner_of = -1e9, -1, -1
    opinions, corners, shapes = np.empty(PREFERRED), np.empty(PREFERRED, np.int64), np.empty(PREFERRED, np.int64)
    trial, placed = facts.copy(), np.empty(LARGEST, np.int64)
    for choice in range(2):
        number = first if choice == 0 else second
        filled, worst = 0, 0
        for shape in range(number * 8, number * 8 + counts[number]):
            tile = tiles[shape]
            width, height = tile[33], tile[34]
            for y in range(facts[TOP] - height, facts[BOTTOM] + 2):
                for x in range(facts[LEFT] - width, facts[RIGHT] + 2):
                    corner = y * SIZE + x
                    if not fits(grid, tile, corner):
                        continue
                    opinion = glance(grid, facts, tile, corner, is_ring)
                    if filled < PREFERRED:
                        opinions[filled], corners[filled], shapes[filled] = opinion, corner, shape
                        filled += 1
                        if filled == PREFERRED:
                            worst = int(np.argmin(opinions))
                    elif opinion > opinions[worst]:
                        opinions[worst], corners[worst], shapes[worst] = opinion, corner, shape
                        worst = int(np.argmin(opinions))
        for index in range(filled):
            value = judge_placement(
                grid,
                facts,
                ring,
                rounds,
                weights,
                tiles[shapes[index]],
                corners[index],
                trial,
                placed,
                fresh,
                seen,
                queue,
            )
            value += weights[CONTACT] * opinions[index]
            if value > best:
                best, chosen, corner_of = value, shapes[index], corners[index]
    put_tile(grid, facts, tiles[chosen], corner_of, placed, fresh, seen, queue)
    settle(grid, facts, ring, rounds, weights, bonuses, drawn, fresh, seen, queue)


@fast
def judge_all(
    grid: Grid, facts: Ints, ring: Ints, is_ring: Grid, rounds: int, weights: Floats, tiles: Ints, shapes: Ints,
    corners: Ints,
) -> Floats:  # fmt: skip
    """Judge the placements of each tile that a quick opinion likes; others are worth nothing."""
    opinions, values = np.empty(len(shapes)), np.full(len(shapes), -1e9)
    fresh, seen, queue = np.zeros(SIZE * SIZE, np.int8), np.zeros(SIZE * SIZE, np.int8), np.empty(SIZE * SIZE, np.int64)
    trial, placed = facts.copy(), np.empty(LARGEST, np.int64)
    for index in range(len(shapes)):
        opinions[index] = glance(grid, facts, tiles[shapes[index]], corners[index], is_ring)
    order = np.argsort(-opinions)
    judged = np.zeros(len(tiles) // 8, np.int64)
    for index in order:
        number = shapes[index] // 8
        if judged[number] == PREFERRED:
            continue
        judged[number] += 1
        values[index] = weights[CONTACT] * opinions[index] + judge_placement(
            grid, facts, ring, rounds, weights, tiles[shapes[index]], corners[index], trial, placed, fresh, seen, queue
        )
    return values


@fast
def roll_out(
    grid: Grid, facts: Ints, ring: Ints, is_ring: Grid, rounds: int, weights: Floats, depth: int, tiles: Ints,
    counts: Ints, shapes: Ints, corners: Ints, bag: Ints, bonuses: Ints, samples: int, seed: int,
) -> Floats:  # fmt: skip
    """The mean worth of placements some rounds later, in the same draws."""
    np.random.seed(seed)
    totals = np.zeros(len(shapes))
    fresh, seen, queue = np.zeros(SIZE * SIZE, np.int8), np.zeros(SIZE * SIZE, np.int8), np.empty(SIZE * SIZE, np.int64)
    placed, drawn = np.empty(LARGEST, np.int64), np.zeros(1, np.int64)
    far = min(depth, rounds)
    for _ in range(samples):
        np.random.shuffle(bag)
        np.random.shuffle(bonuses)
        for index in range(len(shapes)):
            board, state = grid.copy(), facts.copy()
            drawn[0] = 0
            put_tile(board, state, tiles[shapes[index]], corners[index], placed, fresh, seen, queue)
            settle(board, state, ring, rounds, weights, bonuses, drawn, fresh, seen, queue)
            for later in range(far):
                play_round(
                    board, state, ring, is_ring, rounds - later - 1, weights, tiles, counts,
                    bag[later * 2], bag[later * 2 + 1], bonuses, drawn, fresh, seen, queue,
                )  # fmt: skip
            totals[index] += judge(board, state, ring, rounds - far, weights, seen, queue)
    return totals / samples


def drawn_tile(rows: list[str]) -> list[tuple[int, int, str]]:
    """The fields of a drawn tile: x, y and token."""
    return [(x, y, token) for y, row in enumerate(rows) for x, token in enumerate(row.split()) if token != "."]


def turned(fields: list[tuple[int, int, str]], name: str) -> list[tuple[int, int, str]]:
    """A tile in an orientation, as records write it."""
    width, height = max(x for x, _, _ in fields) + 1, max(y for _, y, _ in fields) + 1
    if name.endswith("*"):
        fields = [(width - 1 - x, y, token) for x, y, token in fields]
    for _ in range(int(name[0])):
        fields = [(height - 1 - y, x, token) for x, y, token in fields]
        width, height = height, width
    return fields


def packed(fields: list[tuple[int, int, str]]) -> list[int]:
    """A tile as numbers (see `put_tile`), with its width and height at the end."""
    numbers = [len(fields)]
    for x, y, token in fields:
        landscape = field_of(token)
        numbers += [y * SIZE + x, landscape, int(token[1]) if landscape == CIRCLE else 0, token.count("+")]
    numbers += [0] * (33 - len(numbers))
    return [*numbers, max(x for x, _, _ in fields) + 1, max(y for _, y, _ in fields) + 1]


def field_of(token: str) -> int:
    """The landscape of a token of a drawing."""
    if token.startswith("p"):
        return TWO_SHEEP if token[1] == "2" else ONE_SHEEP
    if token.startswith("ms"):
        return WOODEN
    return LETTERS[token[0]]


ORIENTATIONS = ("0", "1", "2", "3", "0*", "1*", "2*", "3*")


def reconstructed() -> list[list[str]]:
    """The set of tiles that is printed with the rules."""
    text = Path(tilery.__file__).parent / "games" / "tipperary" / "rules" / "tiles.txt"
    tiles: list[list[str]] = []
    for line in text.read_text().splitlines():
        if line.startswith("tile "):
            tiles.append([])
        elif line.strip() and not line.startswith("#"):
            tiles[-1].append(line)
    return tiles


class TileSet:
    """All orientations of all tiles as numbers, each look once."""

    def __init__(self, drawings: list[list[str]]) -> None:
        self.numbers = np.zeros((len(drawings) * 8, 35), np.int64)
        self.counts = np.zeros(len(drawings), np.int64)
        self.shapes: dict[tuple[int, str], int] = {}
        for number, rows in enumerate(drawings):
            fields = drawn_tile(rows)
            looks: list[list[tuple[int, int, str]]] = []
            for name in ORIENTATIONS:
                look = sorted(turned(fields, name))
                if look not in looks:
                    index = number * 8 + len(looks)
                    self.numbers[index] = packed(look)
                    self.shapes[number + 1, name] = index
                    looks.append(look)
            self.counts[number] = len(looks)


class Display:
    """The display of a seat as numbers."""

    def __init__(self, table: dict[str, Any], seat: int) -> None:
        own = table["displays"][seat]
        self.grid = np.zeros(SIZE * SIZE, np.int8)
        self.facts = np.zeros(FACTS, np.int64)
        self.facts[[LEFT, TOP]] = SIZE
        left, top = own["corner"]
        for y, row in enumerate(own["drawing"]):
            for x, token in enumerate(row.split()):
                if token != ".":
                    at = place(left + x, top + y)
                    self.grid[at] = field_of(token)
                    stretch(self.facts, at)
        for x, y in own["towers"]:
            self.grid[place(x, y)] = TOWER
        for tile in own["bonus"]:
            x, y = tile["at"] if isinstance(tile, dict) else tile[-2:]
            if self.grid[place(x, y)] == MEADOW:
                self.grid[place(x, y)] = BONUS_MEADOW
        self.facts[BARREL] = np.searchsorted(TRACK, own["barrel"])  # a view has the points under the barrel
        self.facts[CIRCLES] = own["circles"]
        self.facts[TOWERS] = own["towers_to_place"]
        self.facts[BY_OTHERS] = max(other["flock"] for index, other in enumerate(table["displays"]) if index != seat)
        self.facts[HAS_MARKER] = table["marker"] == seat
        front = own["side"] == "front"
        town = {(x if front else 2 - x, y) for x, y in RING_FRONT}
        around = {(x + dx, y + dy) for x, y in town for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - town
        self.ring = np.array(sorted(place(x, y) for x, y in around))
        self.is_ring = np.zeros(SIZE * SIZE, np.int8)
        self.is_ring[self.ring] = 1

    def plan_towers(self) -> set[int]:
        """The places where towers bring most at the end."""
        towers = int(self.facts[TOWERS])
        missing = {int(at) for at in self.ring if self.grid[at] == EMPTY}
        box = np.zeros(4, np.int64)
        plans = []
        for for_ring in {0, len(missing)} if len(missing) <= towers else {0}:
            grid, chosen = self.grid, set[int]()
            if for_ring:
                grid, chosen = self.grid.copy(), set(missing)
                grid[list(missing)] = TOWER
            facts = self.facts.copy()
            for at in chosen:
                stretch(facts, at)
            area = full_area(grid, facts, towers - for_ring, box)
            inside = [y * SIZE + x for y in range(box[1], box[3] + 1) for x in range(box[0], box[2] + 1)]
            chosen |= {at for at in inside if grid[at] == EMPTY}
            grown = self._grown(grid, box, towers - len(chosen)) if len(chosen) < towers else set()
            plans.append((area + len(grown) + 5 * (for_ring > 0 or not missing), -len(chosen | grown), chosen | grown))
        return max(plans, key=lambda plan: plan[:2])[2]

    def _grown(self, grid: Grid, box: Ints, spare: int) -> set[int]:
        """Places of a whole row or column beside a rectangle that is within reach of spare towers."""
        left, top, right, bottom = (int(edge) for edge in box)
        best: set[int] = set()
        sides = [
            *([y * SIZE + x for x in range(left, right + 1)] for y in (top - 1, bottom + 1)),
            *([y * SIZE + x for y in range(top, bottom + 1)] for x in (left - 1, right + 1)),
        ]
        most = 0
        for cells in sides:
            free = {at for at in cells if grid[at] == EMPTY}
            if len(free) <= spare and len(cells) > most:
                best, most = free, len(cells)
        return best


def place(x: int, y: int) -> int:
    return (y + ORIGIN) * SIZE + x + ORIGIN


class Greedy:
    """Judges the display after every placement, sheep or bonus tile, and takes the best."""

    samples = 0

    def __init__(self) -> None:
        self._sets: dict[str, TileSet] = {}

    def _tiles(self, option: Any) -> TileSet:
        key = str(option)
        if key not in self._sets:
            self._sets[key] = TileSet(reconstructed() if option == "reconstructed" else option)
        return self._sets[key]

    def choose(self, match: Match, seat: int, seed: int) -> Move:
        legal = {str(move): move for move in match.legal_moves(seat)}
        if len(legal) == 1:
            return next(iter(legal.values()))
        view = match.view(seat)
        display = Display(view.table, seat)
        rounds = view.table["rounds"] - view.table["round"]
        kinds = {text.split()[0] for text in legal}
        if "place" in kinds:
            return legal[self._placement(view, display, list(legal), rounds, seed)]
        if "bonus" in kinds:
            return legal[self._bonus(display, list(legal), rounds)]
        if "sheep" in kinds:
            return legal[self._sheep(display, list(legal))]
        return legal[self._tower(display, list(legal))]

    def _placement(self, view: Any, display: Display, legal: list[str], rounds: int, seed: int) -> str:
        tiles = self._tiles(view.options["tiles"])
        texts, shapes, corners = [], [], []
        for text in legal:
            _, number, name, at = text.split()
            x, y = map(int, at.split(","))
            if max(abs(x), abs(y)) < ORIGIN - 10:
                texts.append(text)
                shapes.append(tiles.shapes[int(number), name])
                corners.append(place(x, y))
        if not texts:
            return legal[0]
        coded, at_corner = np.array(shapes), np.array(corners)
        values = judge_all(
            display.grid, display.facts, display.ring, display.is_ring, rounds, WEIGHTS, tiles.numbers, coded, at_corner
        )
        order = np.argsort(-values, kind="stable")
        if not self.samples or rounds == 0:
            return str(texts[order[0]])
        tried = order[:TRIED]
        used = {placement["tile"] for other in view.table["displays"] for placement in other["placements"]}
        bag = np.array([number for number in range(60) if number + 1 not in used])
        seen = [face for other in view.table["displays"] for face in bonus_faces(other)]
        faces = list(BONUS_FACES)
        for face in seen:
            if face in faces:
                faces.remove(face)
        better = roll_out(
            display.grid, display.facts, display.ring, display.is_ring, rounds, WEIGHTS, 12, tiles.numbers,
            tiles.counts, coded[tried], at_corner[tried], bag, np.array(faces), self.samples, seed % 2**32,
        )  # fmt: skip
        return str(texts[tried[int(np.argmax(better))]])

    def _bonus(self, display: Display, legal: list[str], rounds: int) -> str:
        """Where a bonus tile that waits is worth most."""
        values = {}
        fresh, seen = np.zeros(SIZE * SIZE, np.int8), np.zeros(SIZE * SIZE, np.int8)
        queue = np.empty(SIZE * SIZE, np.int64)
        for text in legal:
            if not text.startswith("bonus"):
                continue
            _, number, at = text.split()
            x, y = map(int, at.split(","))
            if max(abs(x), abs(y)) >= ORIGIN - 2:
                continue
            face = BONUS_FACES[int(number) - 1]
            grid, facts = display.grid.copy(), display.facts.copy()
            grid[place(x, y)] = face
            stretch(facts, place(x, y))
            effects(grid, facts, np.array([place(x, y)]), 1, fresh, seen, queue)
            values[text] = judge(grid, facts, display.ring, rounds, WEIGHTS, seen, queue)
            values[text] += WEIGHTS[A_SHEEP] * facts[SHEEP] + WEIGHTS[A_BONUS] * facts[BONUSES]
        return max(values, key=values.__getitem__)

    def _sheep(self, display: Display, legal: list[str]) -> str:
        queue, seen = np.empty(SIZE * SIZE, np.int64), np.zeros(SIZE * SIZE, np.int8)
        at = best_meadow(display.grid, display.facts, seen, queue)
        text = f"sheep {at % SIZE - ORIGIN},{at // SIZE - ORIGIN}"
        return text if text in legal else legal[0]

    def _tower(self, display: Display, legal: list[str]) -> str:
        planned = {f"tower {at % SIZE - ORIGIN},{at // SIZE - ORIGIN}" for at in display.plan_towers()}
        return min(planned & set(legal), default="done")


def bonus_faces(own: dict[str, Any]) -> list[int]:
    """The faces of bonus tiles that lie in a display, as far as a drawing tells."""
    left, top = own["corner"]
    rows = [row.split() for row in own["drawing"]]
    found = []
    for tile in own["bonus"]:
        x, y = tile["at"] if isinstance(tile, dict) else tile[-2:]
        found.append(field_of(rows[y - top][x - left]))
    return [BONUS_MEADOW if face in (MEADOW, WOODEN) else face for face in found]


class Rollouts(Greedy):
    """Plays its best placements on to the end, alone and in the same draws, and takes the one that brings most."""

    samples = ROLLED
