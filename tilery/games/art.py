"""What the drawings of several games share: numbers and text in SVG, the marks of the seats, brackets, icons.

Colours are not here but in `tokens.css` and `states.css`: an element of a seat has the class `seat-1` to `seat-5`,
which gives it `--seat` and `--seat-edge`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from html import escape
from math import cos, hypot, pi, sin
from pathlib import Path

Point = tuple[float, float]

SHAPES = ("circle", "square", "triangle", "diamond", "cross")
"""The shape of each seat's mark, in the order of the seats."""


class MissingIconsError(RuntimeError):
    """The icons of a game were not fetched."""


@lru_cache(maxsize=16_384)  # a picture has hundreds, mostly the same ones
def number(value: float) -> str:
    """A coordinate with at most two decimals, as short as it can be written."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def pair(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"


def short(point: Point) -> Point:
    """A point with one decimal, which is as exact as can be seen and shorter to send."""
    return round(point[0], 1), round(point[1], 1)


def text(words: object) -> str:
    """Words as the content of an element or of an attribute."""
    return escape(str(words), quote=True)


def place(x: float, y: float, *more: str) -> str:
    """The attribute that puts an element at a point; a change of it travels. `more` are further CSS transforms."""
    return f'style="transform:translate({number(x)}px,{number(y)}px){"".join(more)}"'


def at(x: float, y: float) -> str:
    """The attribute that puts an element at a point where it stays."""
    return f'transform="translate({pair((x, y))})"'


def signed(value: int) -> str:
    """A change: "+3", or with a real minus."""
    return f"{value:+}".replace("-", "\N{MINUS SIGN}")


def button(legal: bool, style: str = "") -> str:
    """The attributes of an element that stands for a choice; `legal` if it can be chosen now. See `states.css`."""
    if not legal:
        return f'class="{style}"' if style else ""
    return f'class="{style} legal"'.replace('" ', '"') + ' tabindex="0" role="button"'


def seat_class(seat: int) -> str:
    return f"seat-{seat + 1}"


def mark_outline(seat: int, radius: float) -> str:
    """The shape of a seat around the origin, as the data of a path. All five look equally large."""
    r = radius
    match SHAPES[seat]:
        case "circle":
            return circle(0.94 * r)
        case "square":
            a = 0.86 * r
            return polygon([(-a, -a), (a, -a), (a, a), (-a, a)])
        case "triangle":
            return polygon([(1.16 * r * cos(a * pi / 6), 0.2 * r + 1.16 * r * sin(a * pi / 6)) for a in (-3, 1, 5)])
        case "diamond":
            return polygon([(0, -1.16 * r), (r, 0), (0, 1.16 * r), (-r, 0)])
        case _:
            a, b = r, 0.38 * r
            corners = [(-b, -a), (b, -a), (b, -b), (a, -b), (a, b), (b, b), (b, a), (-b, a), (-b, b), (-a, b), (-a, -b)]
            return polygon([*corners, (-b, -b)])


def mark(seat: int, radius: float, x: float = 0, y: float = 0, *, empty: bool = False) -> str:
    """The mark of a seat; `empty` for something that is gone."""
    where = f" {at(x, y)}" if x or y else ""
    style = "mark empty" if empty else "mark"
    return f'<path class="{style} {seat_class(seat)}" d="{mark_outline(seat, radius)}"{where}/>'


def circle(radius: float) -> str:
    """A circle around the origin, as the data of a path."""
    r, d = number(radius), number(2 * radius)
    return f"M-{r} 0a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0-{d} 0z"


def polygon(points: Sequence[Point]) -> str:
    """A closed outline, as the data of a path."""
    return "M" + "L".join(map(pair, points)) + "z"


def rounded(points: Sequence[Point], radius: float) -> str:
    """A closed outline with round corners, as the data of a path."""
    parts = []
    for index, corner in enumerate(points):
        before, after = points[index - 1], points[(index + 1) % len(points)]
        parts.append(f"{pair(towards(corner, before, radius))}Q{pair(corner)} {pair(towards(corner, after, radius))}")
    return "M" + "L".join(parts) + "z"


def towards(start: Point, goal: Point, length: float) -> Point:
    """The point at a distance from `start` in the direction of `goal`."""
    share = length / hypot(goal[0] - start[0], goal[1] - start[1])
    return start[0] + (goal[0] - start[0]) * share, start[1] + (goal[1] - start[1]) * share


def corners(points: Sequence[Point], length: float, radius: float = 0) -> str:
    """Only the corners of an outline, as the data of a path."""
    parts = []
    for index, corner in enumerate(points):
        before, after = points[index - 1], points[(index + 1) % len(points)]
        start, end = towards(corner, before, length), towards(corner, after, length)
        if radius:
            bend = f"{pair(towards(corner, before, radius))}Q{pair(corner)} {pair(towards(corner, after, radius))}"
        else:
            bend = pair(corner)
        parts.append(f"M{pair(start)}L{bend}L{pair(end)}")
    return "".join(parts)


def box(x: float, y: float, width: float, height: float) -> list[Point]:
    """The corners of a rectangle."""
    return [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]


def brackets(outline: str, width: float) -> str:
    """Corner brackets that tell what a seat did last; the element around them has the class of the seat.

    `outline` is the data of a path, as `corners` gives it, and `width` that of the line in the seat's colour.
    """
    layers = (("ground", 2.4), ("edge", 1.7), ("colour", 1.0))
    return "".join(
        f'<path class="bracket-{name}" d="{outline}" stroke-width="{number(width * share)}"/>' for name, share in layers
    )


@dataclass(frozen=True)
class Icon:
    """A drawing in one colour from an icon set, from the origin."""

    width: float
    height: float
    body: str

    def at(self, x: float, y: float, width: float, style: str = "icon") -> str:
        """The icon with its upper left corner at a point."""
        scale = f"{width / self.width:.4f}".lstrip("0")
        return f'<g class="{style}" transform="translate({pair((x, y))})scale({scale})">{self.body}</g>'


@cache
def icons(folder: Path) -> dict[str, Icon]:
    """The icons that a folder's `icons.txt` asks for, as they were fetched when the package was built."""
    path = folder / "icons.json"
    if not path.exists():
        raise MissingIconsError(
            f"the icons of {folder.name} are not here; they are fetched when Tilery is installed (pip install -e .)"
        )
    return {name: Icon(**icon) for name, icon in json.loads(path.read_text("utf-8")).items()}
