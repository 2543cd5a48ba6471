"""Random sets of tiles, wilder than any real one, so that rare effects become common."""

from __future__ import annotations

import random

TOKENS = ["m", "m", "p1", "p2", "g", "g", "d", "d", "r", "r", "r", "b", "b", "c1", "c9"]


def random_tile(choose: random.Random) -> list[str]:
    """A tile of 1 to 8 fields."""
    cells = {(0, 0)}
    for _ in range(choose.randrange(8)):
        x, y = choose.choice(sorted(cells))
        right, down = choose.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
        cells.add((x + right, y + down))
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    width, height = max(x for x, _ in cells) - left + 1, max(y for _, y in cells) - top + 1
    grid = [["."] * width for _ in range(height)]
    for x, y in sorted(cells):
        grid[y - top][x - left] = choose.choice(TOKENS) + "+" * (choose.random() < 0.15)
    return [" ".join(row) for row in grid]


def random_set(seed: int) -> list[list[str]]:
    choose = random.Random(seed)
    return [random_tile(choose) for _ in range(60)]
