"""A simulation of Tipperary for its players: displays as grids, what they are worth, and playing on with them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bench.players.arrays import Floats, Ints
from tilery.kernel.native import native

Grid = NDArray[np.int8]

SIZE, ORIGIN = 64, 30  # 0,0 of a display lies at ORIGIN,ORIGIN of the grid
EMPTY, MEADOW, ONE_SHEEP, TWO_SHEEP, GRAIN, DISTILLERY, RUIN, BOG, CIRCLE, TOWN, TOWER, WOODEN, BONUS_MEADOW = range(13)
TRACK = np.array([0, 3, 6, 10, 13, 17, 21, 25, 30], np.float64)
SHEEP_SPACES = np.array([0, 0, 1, 0, 1, 0, 1, 0, 0])
BONUS_FACES = np.array(
    [ONE_SHEEP, TWO_SHEEP, GRAIN, GRAIN, DISTILLERY, DISTILLERY, RUIN, RUIN, BOG, BOG, BONUS_MEADOW, CIRCLE]
)
SIDES = np.array([1, -1, SIZE, -SIZE])
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


@native
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


@native
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


@native
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


@native
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


@native
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


@native
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


@native
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


@native
def stretch(facts: Ints, at: int) -> None:
    """Let a display reach a field."""
    facts[LEFT], facts[RIGHT] = min(facts[LEFT], at % SIZE), max(facts[RIGHT], at % SIZE)
    facts[TOP], facts[BOTTOM] = min(facts[TOP], at // SIZE), max(facts[BOTTOM], at // SIZE)


@native
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


@native
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


@native
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


@native
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


@native
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


@native
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


@native
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


@native
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


@native
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


@native
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
