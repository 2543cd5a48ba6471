"""The shapes of Topiary: sculptures, tiles, hedges, visitors and the garden itself, each drawn once as a symbol.

Lengths are in units of a hundredth of a tile. A tile is drawn around the origin; colours are in `drawing.css`.
"""

from __future__ import annotations

import random
from functools import cache
from math import atan2, cos, degrees, pi, sin
from pathlib import Path

from tilery.games import hatching
from tilery.games.art import Point, box, brackets, corners, icons, mark_outline, number, pair, polygon
from tilery.games.topiary.rules.components import CELLS, COMPASS, SERIES

FOLDER = Path(__file__).parent
PITCH = 118.0  # from tile to tile
GARDEN = 6 * PITCH  # the side of the whole board
RIM = 15.0  # the hedge around it
HEDGES = 4  # that look differently
PLOT = (PITCH / 2, PITCH / 2, 5 * PITCH, 5 * PITCH)

WHALE = (
    "M4 68C3 49 19 38 41 38 58 38 70 47 77 55.5 79.5 50 79 44.5 75.5 39.5 70.5 37.5 67 33.5 66 27.5 73.5 27 79.5 29.5"
    " 83.5 34 85.5 28 90.5 24 98 23 98.5 30.5 95.5 37 89 41 91.5 60 84 92 50 93 24 93.6 5 88 4 68z"
    "M31 37C31 28 27.5 22 19.5 21.5 14.5 21.2 11 24.5 10.5 29 9 21.5 12.5 14.5 20 14.5 25 14.5 29.5 17 32.5 21.5"
    " 35.5 17 40 14.5 45 14.5 52.5 14.5 56 21.5 54.5 29 54 24.5 50.5 21.2 45.5 21.5 37.5 22 34 28 34 37z"
)
WHALE_BACK = "M9 62C12 50 24 43 41 43 55 43 66 50 73 58 56 52 28 51 9 62z"
WHALE_LINES = (
    "M5.5 74C15 78.5 26 77.5 33 70.5M40 88C46 82 49 76 50 70"
    "M52 89C58.5 83 61.5 77 62.5 70M65 86C70.5 81 73.5 75 74.5 68"
)
SPIRAL_TIP = "M50 1C54 5 55.5 8.5 53.5 12.5H46.5C44.5 8.5 46 5 50 1z"
EYE = "M2.5 12S6 5.8 12 5.8 21.5 12 21.5 12 18 18.2 12 18.2 2.5 12 2.5 12z"
TAB = "M-50-41A9 9 0 0 1-41-50H-21A3 3 0 0 1-18-47V-26A8 8 0 0 1-26-18H-47A3 3 0 0 1-50-21z"
CLOSED_EYE = EYE + "M4 20 20 4"

SIGNS = {  # around the origin, in a box of 20
    "sight": f'<path transform="translate(-9 -9)scale(.75)" d="{EYE}"/><circle r="2.4"/>',
    "pair": '<path d="M-4-8 0 2H-8zM-4 2v6M5-4 9 4H1zM5 4v4"/>',
    "hand": '<rect x="-7" y="-8" width="13" height="16" rx="2.5"/><path d="M-7-2h6v-6"/>',
}
RING = '<rect class="ring full" x="-54.5" y="-54.5" width="109" height="114" rx="13" stroke-width="5"/>'

HATCHES = dict(zip(SERIES, ("waves", "dots", "grid", "rising", "rings", "roofs", "bricks", "crosses"), strict=True))

# Icons that serve as sculptures: name, place, size and the width of their edge.
FROM_ICONS = {
    "swan": ("swan", 0, -1, 100, 20),
    "elephant": ("elephant", 0, 3, 100, 20),
    "trex": ("dinosaur-rex", 2, 1, 96, 22),
}


@cache
def symbols() -> str:
    parts = [
        hatching.patterns("topiary", HATCHES.values(), 20),
        _foliage(),
        _leaves(),
        _gravel(),
        _garden(),
        *map(_hedge, range(HEDGES)),
    ]
    parts += [_symbol(f"sculpture-{series}", _sculpture(series)) for series in SERIES]
    parts += [_symbol(f"{series}-{value}", _tile(series, value)) for series in SERIES for value in range(1, 6)]
    parts += [_symbol(f"spot-{name}", _spot(name)) for name in COMPASS]
    parts += [_symbol(f"body-{name}", _body(name)) for name in COMPASS]
    parts += [
        _symbol(f"hat-{seat + 1}", f'<path class="topiary-hat" d="{mark_outline(seat, 10.8)}"/>') for seat in range(4)
    ]
    parts.append(_symbol("freed", '<rect class="topiary-freed" x="-46" y="-46" width="92" height="92" rx="8"/>'))
    parts.append(_symbol("slot", f'{RING}<rect class="topiary-slot" x="-46" y="-46" width="92" height="96" rx="9"/>'))
    parts.append(_symbol("last-tile", brackets(corners(box(-56, -56, 112, 117), 26, 13), 3.1)))
    parts.append(_symbol("last-visitor", brackets(corners(box(-19.5, -19.5, 39, 39), 11, 5), 2.2)))
    parts.append(_symbol("closed-eye", _closed_eye()))
    parts += [_symbol(f"sign-{name}", f'<g class="topiary-sign">{body}</g>') for name, body in SIGNS.items()]
    return "".join(parts)


def use(name: str, more: str = "") -> str:
    return f'<use href="#topiary-{name}"{more}/>'


def centre(cell: int) -> Point:
    """The middle of a cell of the garden."""
    return PITCH * (cell % 5 + 1), PITCH * (cell // 5 + 1)


def stand(spot: str) -> Point:
    """Where a visitor stands: all spots lie on a lattice, each exactly on its line."""
    x, y = centre(CELLS.index(spot[:2]))
    right, down = COMPASS[spot[2:]]
    return x - right * PITCH * 2 / 3, y - down * PITCH * 2 / 3


def hedge(cell: int) -> str:
    """The hedge of a closed cell: neighbours have their leaves in other places."""
    return use(f"hedge-{(cell % 5 + 2 * (cell // 5)) % HEDGES}")


def figure(direction: str, seat: int) -> str:
    """A visitor around the origin; the element around it has the class of the seat."""
    return use(f"body-{direction}") + use(f"hat-{seat + 1}")


def angle(direction: str) -> float:
    right, down = COMPASS[direction]
    return degrees(atan2(down, right))


def _symbol(name: str, body: str) -> str:
    return f'<symbol id="topiary-{name}" overflow="visible">{body}</symbol>'


def _leaf(x: float, y: float, turn: float, length: float) -> str:
    """A leaf, as a part of the data of a path."""
    ax, ay = length * cos(turn), length * sin(turn)
    bx, by = 0.75 * ay, -0.75 * ax
    there = f"q{pair((ax + bx, ay + by))} {pair((2 * ax, 2 * ay))}"
    back = f"q{pair((-ax - bx, -ay - by))} {pair((-2 * ax, -2 * ay))}"
    return f"M{pair((x - ax, y - ay))}{there}{back}z"


def _texture(name: str, side: float, count: int, lengths: Point, styles: tuple[str, ...], seed: int) -> str:
    """A pattern of leaves, even because they are scattered around the places of a grid."""
    draw = random.Random(seed)
    step = side / count
    leaves = dict.fromkeys(styles, "")
    for row in range(count):
        for column in range(count):
            x, y = ((place + 0.5 + draw.uniform(-0.4, 0.4)) * step for place in (column, row))
            leaves[draw.choice(styles)] += _leaf(x, y, draw.uniform(0, pi), draw.uniform(*lengths))
    size = number(side)
    shapes = "".join(f'<path class="topiary-{style}" d="{outline}"/>' for style, outline in leaves.items())
    return (
        f'<pattern id="topiary-{name}" width="{size}" height="{size}" patternUnits="userSpaceOnUse">{shapes}</pattern>'
    )


def _foliage() -> str:
    return _texture("foliage", 88, 10, (2.2, 3.6), ("leaf-light", "leaf-dark", "leaf-bright"), 40)


def _leaves() -> str:
    return _texture("leaves", 25, 5, (1.4, 1.6), ("glint", "gloom"), 11)


def _gravel() -> str:
    draw = random.Random(3)
    stones = {"stone-dark": "", "stone-light": ""}
    for index in range(34):
        x, y, r = draw.uniform(2, 78), draw.uniform(2, 78), draw.uniform(0.5, 1.5)
        stones["stone-light" if index % 3 == 0 else "stone-dark"] += f"M{pair((x, y))}h{number(r)}"
    shapes = "".join(f'<path class="topiary-{style}" d="{outline}"/>' for style, outline in stones.items())
    return f'<pattern id="topiary-gravel" width="80" height="80" patternUnits="userSpaceOnUse">{shapes}</pattern>'


def bushes(x: float, y: float, width: float, height: float, depth: float = 5.5) -> str:
    """A clipped hedge: a box whose edge is a row of round dots, its side below it."""
    dots = round(2 * (width + height) / 8.3)
    frame = f'x="{number(x + 5)}" y="{number(y + 5)}" width="{number(width - 10)}" height="{number(height - 10)}"'
    edge = f'{frame} stroke-width="10.4" stroke-linecap="round" pathLength="{dots}" stroke-dasharray="0 1"'
    return (
        f'<rect class="topiary-side" {edge} transform="translate(0 {number(depth)})"/>'
        f'<rect class="topiary-top" {edge}/>'
        f'<rect fill="url(#topiary-foliage)" stroke="url(#topiary-foliage)" {edge}/>'
    )


def _hedge(variant: int) -> str:
    """A face-down tile."""
    x, y = 22 * variant, 44 * (variant % 2)
    body = bushes(-49 - x, -49 - y, 98, 97)
    return _symbol(f"hedge-{variant}", f'{RING}<g transform="translate({x} {y})">{body}</g>')


def _garden() -> str:
    side = GARDEN - RIM
    ground = f'x="{number(RIM / 2)}" y="{number(RIM / 2)}" width="{number(side)}" height="{number(side)}" rx="30"'
    edge = f'{ground} fill="none" stroke-linecap="round" pathLength="240" stroke-dasharray="0 1" stroke-width="17.5"'
    x, y, width, height = PLOT
    return _symbol(
        "garden",
        f'<rect class="topiary-ground" {ground}/><rect fill="url(#topiary-gravel)" {ground}/>'
        f'<rect class="topiary-plot" x="{x}" y="{y}" width="{width}" height="{height}" rx="11"/>'
        f'<rect class="topiary-rim-side" {edge} transform="translate(0 3)"/><rect class="topiary-rim" {edge}/>'
        f'<rect {edge} stroke="url(#topiary-foliage)"/>{_coordinates()}',
    )


def _coordinates() -> str:
    """Letters and numbers on the rim, as the log and the notation name columns and rows."""
    middle, down = RIM / 2, RIM / 2 + 4
    places = [(letter, PITCH * (index + 1), down) for index, letter in enumerate("abcde")]
    places += [(str(index + 1), middle, PITCH * (index + 1) + 4) for index in range(5)]
    return "".join(
        f'<text class="topiary-coordinate" x="{number(x)}" y="{number(y)}">{name}</text>' for name, x, y in places
    )


def _tile(series: str, value: int) -> str:
    """A face-up tile: the higher, the larger its sculpture."""
    size = 40 + 10 * value
    shift = 4 if value >= 4 else 3
    stands = f"translate({pair((shift - size / 2, 43 - size))})scale({size / 100:.2g})"
    return (
        f'{RING}<rect class="topiary-{series}" x="-50" y="-45.5" width="100" height="100" rx="9"/>'
        f'<rect class="topiary-depth" x="-50" y="-45.5" width="100" height="100" rx="9"/>'
        f'<rect class="topiary-{series}" x="-50" y="-50" width="100" height="100" rx="9"/>'
        f'<rect {hatching.fill("topiary", HATCHES[series])} x="-50" y="-50" width="100" height="100" rx="9"/>'
        f'<rect class="topiary-inset" x="-46.2" y="-46.2" width="92.4" height="92.4" rx="6.5"/>'
        f'<ellipse class="topiary-shade" cx="{shift}" cy="43" rx="{number(0.42 * size)}" ry="3.2"/>'
        f'<use href="#topiary-sculpture-{series}" transform="{stands}"/>'
        f'<path class="topiary-tab" d="{TAB}"/>'
        f'<text class="topiary-value" x="-34.2" y="-25.7">{value}</text>'
    )


def _sculpture(series: str) -> str:
    """A clipped tree in a box of 100, standing on its lower edge."""
    match series:
        case "whale":
            return (
                f'<path class="topiary-edge" stroke-width="4" d="{WHALE}"/><path class="topiary-deep" d="{WHALE}"/>'
                f'<path class="topiary-pale" d="{WHALE_BACK}"/><path fill="url(#topiary-leaves)" d="{WHALE}"/>'
                f'<circle class="topiary-edge" cx="21" cy="65" r="2.6"/><path class="topiary-line" d="{WHALE_LINES}"/>'
            )
        case "spiral":
            return _trunk(12) + "".join(map(_turn, range(5))) + f'<path class="topiary-deep" d="{SPIRAL_TIP}"/>'
        case "icosahedron":
            return _icosahedron()
        case "pyramid":
            return (
                '<path class="topiary-facet topiary-f3" d="M50 6 8 88 58 97z"/>'
                '<path class="topiary-facet topiary-f6" d="M50 6 58 97 92 80z"/>'
                '<path fill="url(#topiary-leaves)" d="M50 6 8 88 58 97 92 80z"/>'
            )
        case "pompom":
            return _trunk(10) + _ball(75, 19.5) + _ball(42, 15) + _ball(15.5, 11.5)
    icon, x, y, width, edge = FROM_ICONS[series]
    shape = icons(FOLDER)[icon]
    place = f'transform="translate({x} {y})scale({width / shape.width:.4f})"'
    return (
        f'<g {place}><g class="topiary-edge" stroke-width="{edge}">{shape.body}</g>'
        f'<g class="topiary-deep">{shape.body}</g><g fill="url(#topiary-leaves)">{shape.body}</g></g>'
    )


def _trunk(top: int) -> str:
    return f'<path class="topiary-trunk" d="M47 99V{top}h6V99z"/>'


def _turn(index: int) -> str:
    """One turn of the corkscrew, with its light upper side."""
    part = index / 4
    y, w, h = 84 - part * 66, 37 - part * 25, 10.5 - part * 3

    def curve(points: list[Point]) -> str:
        start, *others = [pair((50 + w * a, y + h * b)) for a, b in points]
        return f"M{start}C{' '.join(others[:3])}C{' '.join(others[3:])}z"

    whole = curve([(-1, -0.15), (-0.7, 1.5), (0.45, 0.9), (1, -0.9), (0.72, -1.75), (-0.5, -1.25), (-1, -0.15)])
    light = curve([(-0.86, -0.2), (-0.5, -1.1), (0.5, -1.45), (0.86, -0.95), (0.4, -0.2), (-0.4, 0.4), (-0.86, -0.2)])
    shape = f'<path class="topiary-deep" d="{whole}"/><path class="topiary-pale" d="{light}"/>'
    return f'{shape}<path fill="url(#topiary-leaves)" d="{whole}"/>'


def _ball(y: float, radius: float) -> str:
    dots = max(9, int(2 * pi * radius / 5.2))
    edge = f'stroke-width="5" stroke-linecap="round" pathLength="{dots}" stroke-dasharray="0 1"'
    at = f'cx="50" cy="{number(y)}" r="{number(radius - 1.5)}" {edge}'
    light = f'cx="{number(50 - 0.2 * radius)}" cy="{number(y - 0.24 * radius)}" r="{number(0.66 * radius)}"'
    return (
        f'<circle class="topiary-tuft" {at}/><circle class="topiary-pale" {light}/>'
        f'<circle fill="url(#topiary-leaves)" cx="50" cy="{number(y)}" r="{number(radius)}"/>'
    )


def _icosahedron() -> str:
    def ring(radius: float, turns: tuple[int, ...]) -> list[Point]:
        return [(50 + radius * cos(turn * pi / 180), 47 + radius * sin(turn * pi / 180)) for turn in turns]

    o = ring(43, (-90, -30, 30, 90, 150, 210))
    i = ring(24, (-90, 30, 150))
    facets = [
        (2, i),
        (4, [o[0], o[1], i[0]]),
        (3, [o[0], o[5], i[0]]),
        (5, [o[1], i[0], i[1]]),
        (3, [o[5], i[0], i[2]]),
        (6, [o[1], o[2], i[1]]),
        (4, [o[5], o[4], i[2]]),
        (6, [o[2], o[3], i[1]]),
        (5, [o[4], o[3], i[2]]),
        (5, [o[3], i[1], i[2]]),
    ]
    shapes = "".join(f'<path class="topiary-facet topiary-f{tone}" d="{polygon(facet)}"/>' for tone, facet in facets)
    return (
        f'<path class="topiary-trunk" d="M46 99V84h8V99z"/>{shapes}<path fill="url(#topiary-leaves)" d="{polygon(o)}"/>'
    )


def _spot(direction: str) -> str:
    """A free place for a visitor: an arrow that tells where it would look."""
    return (
        '<circle class="topiary-reach" r="19"/><circle class="ring" r="11.5" stroke-width="3.5"/>'
        f'<circle class="topiary-spot" r="9.8"/>'
        f'<path class="topiary-arrow" transform="rotate({number(angle(direction))})" d="M-2.4-4.3 3 0-2.4 4.3"/>'
    )


def _body(direction: str) -> str:
    """A visitor from above, all but the hat: shoulders across the line of sight, and what it looks at."""
    turn = f'transform="rotate({number(angle(direction))})"'
    shoulders = f'cx="-1" rx="8.4" ry="15.8" {turn}'
    return (
        f'<path class="topiary-gaze" d="M8-5.5 27-12A30 30 0 0 1 27 12L8 5.5z" {turn}/>'
        f'<g transform="translate(1 3)"><ellipse class="topiary-cast" {shoulders}/></g>'
        f'<ellipse class="topiary-shoulders" {shoulders}/>'
    )


def _closed_eye() -> str:
    return (
        '<circle class="topiary-chip-back" r="16"/>'
        f'<path class="topiary-chip-line" transform="translate(-12 -12)" d="{CLOSED_EYE}"/>'
    )
