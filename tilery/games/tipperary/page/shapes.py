"""Outlines of fields on a grid, and where on a county points come from; how many they are, `scoring` counts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from functools import lru_cache

from tilery.games.art import number

Cell = tuple[int, int]
Rectangle = tuple[int, int, int, int]
"""Column, row, width and height."""

AROUND = ((0, -1), (1, 0), (0, 1), (-1, 0))


def beside(cells: Set[Cell]) -> set[Cell]:
    """The empty fields that lie edge to edge with some of the given ones."""
    return {(x + dx, y + dy) for x, y in cells for dx, dy in AROUND} - cells


def loops(cells: Iterable[Cell]) -> list[list[Cell]]:
    """The corners of the outlines, clockwise around fields and the other way around holes."""
    inside = set(cells)
    starts: dict[Cell, list[Cell]] = {}
    for x, y in sorted(inside):
        sides = (((x, y), (x + 1, y)), ((x + 1, y), (x + 1, y + 1)), ((x + 1, y + 1), (x, y + 1)), ((x, y + 1), (x, y)))
        for (dx, dy), (start, end) in zip(AROUND, sides, strict=True):
            if (x + dx, y + dy) not in inside:
                starts.setdefault(start, []).append(end)
    found = []
    while starts:
        here = first = next(iter(starts))
        before: Cell | None = None
        loop: list[Cell] = []
        while not loop or here != first:
            ends = starts[here]
            if len(ends) > 1 and before is not None:
                right = (here[0] - (here[1] - before[1]), here[1] + (here[0] - before[0]))
                ends.sort(key=right.__ne__)
            loop.append(here)
            before, here = here, ends.pop(0)
            if not ends:
                del starts[before]
        found.append([corner for index, corner in enumerate(loop) if _is_corner(loop, index)])
    return found


def _is_corner(loop: Sequence[Cell], index: int) -> bool:
    before, here, after = loop[index - 1], loop[index], loop[(index + 1) % len(loop)]
    return (before[0] == here[0]) != (here[0] == after[0])


def outline(cells: Iterable[Cell], size: float, radius: float = 0) -> str:
    """The outline of fields as the data of a path, with round corners."""
    return _outline(frozenset(cells), size, radius)


@lru_cache(maxsize=4096)  # most of a table lies as it lay before
def _outline(cells: frozenset[Cell], size: float, radius: float) -> str:
    return "".join(_rounded(loop, size, radius) for loop in loops(cells))


def _rounded(loop: Sequence[Cell], size: float, radius: float) -> str:
    data = ""
    for index, (x, y) in enumerate(loop):
        (dx, dy), (ex, ey) = _way(loop, index - 1), _way(loop, index)
        if index == 0:
            data = f"M{_numbers(x * size - dx * radius, y * size - dy * radius)}"
        if radius:
            turn = (dx * radius, dy * radius, (dx + ex) * radius, (dy + ey) * radius)
            data += f"q{_numbers(*turn)}"
        after = loop[(index + 1) % len(loop)]
        length = abs(after[0] - x + after[1] - y) * size - 2 * radius
        data += f"h{number(ex * length)}" if ex else f"v{number(ey * length)}"
    return data + "z"


def _way(loop: Sequence[Cell], index: int) -> Cell:
    """The direction in which the outline leaves a corner."""
    (x, y), (u, v) = loop[index], loop[(index + 1) % len(loop)]
    return (u > x) - (u < x), (v > y) - (v < y)


def _numbers(*values: float) -> str:
    """Numbers as close together as a path allows."""
    return " ".join(map(number, values)).replace(" -", "-")


def runs(cells: Iterable[Cell]) -> str:
    """Fields as the data of a path in units of a field, side by side in one piece."""
    return _runs(frozenset(cells))


@lru_cache(maxsize=4096)
def _runs(cells: frozenset[Cell]) -> str:
    data = ""
    left = set(cells)
    for x, y in sorted(left, key=lambda at: (at[1], at[0])):
        if (x, y) in left:
            width = 0
            while (x + width, y) in left:
                left.remove((x + width, y))
                width += 1
            data += f"M{_numbers(x, y)}h{width}v1h-{width}z"
    return data


def corners(cells: Iterable[Cell], size: float, length: float) -> str:
    """Brackets at the outward corners of fields, as the data of a path."""
    data = ""
    for loop in loops(cells):
        for index, (x, y) in enumerate(loop):
            (dx, dy), (ex, ey) = _way(loop, index - 1), _way(loop, index)
            if dx * ey - dy * ex > 0:
                start = f"M{_numbers(x * size - dx * length, y * size - dy * length)}"
                data += f"{start}l{_numbers(dx * length, dy * length)}l{_numbers(ex * length, ey * length)}"
    return data


def largest_rectangle(cells: Set[Cell]) -> Rectangle:
    """A largest rectangle without gaps; the first one from above."""
    return _largest_rectangle(frozenset(cells))


@lru_cache(maxsize=512)
def _largest_rectangle(cells: frozenset[Cell]) -> Rectangle:
    best = (0, 0, 0, 0)
    left, right = min(x for x, _ in cells), max(x for x, _ in cells) + 1
    heights = dict.fromkeys(range(left, right), 0)
    for y in range(min(y for _, y in cells), max(y for _, y in cells) + 1):
        for x in range(left, right):
            heights[x] = heights[x] + 1 if (x, y) in cells else 0
        for x in range(left, right):
            height = heights[x]
            for end in range(x, right):
                height = min(height, heights[end])
                if not height:
                    break
                if height * (end + 1 - x) > best[2] * best[3]:
                    best = (x, y - height + 1, end + 1 - x, height)
    return best


def in_rectangle(rectangle: Rectangle) -> set[Cell]:
    x, y, width, height = rectangle
    return {(x + dx, y + dy) for dx in range(width) for dy in range(height)}


def largest_group(sheep: Mapping[Cell, int]) -> set[Cell]:
    """The fields of a largest flock."""
    best: set[Cell] = set()
    left = set(sheep)
    while left:
        group = {min(left)}
        while more := beside(group) & left:
            group |= more
        left -= group
        if sum(sheep[at] for at in group) > sum(sheep[at] for at in best):
            best = group
    return best
