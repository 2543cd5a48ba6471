"""The shapes of Terraflip: terrains, special tiles, the tower, the map, each drawn once as a symbol.

Lengths are in hundredths of a tile's side. A tile is drawn around the origin; colours are in `drawing.css`.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin, sqrt
from pathlib import Path

from tilery.games import hatching
from tilery.games.art import Point, at, brackets, corners, icons, number, pair, polygon, rounded, short
from tilery.games.terraflip.rules.components import FAMILIES
from tilery.games.terraflip.rules.geometry import HEXAGONS, PLACES, RADIUS, STEPS, distance

FOLDER = Path(__file__).parent
SIDE = 104.0  # of a place; a tile is a little smaller
THICK = 9
HATCHES = {"desert": "dots", "forest": "rising", "mountain": "net", "river": "waves"}
ICONS = {"catapult": "catapult", "rider": "cavalry", "camp": "camping-tent"}

FLIP_SIGN = "M4.5 10.5a8 8 0 0 1 14-2.5M19 3.5V8.2h-4.7M19.5 13.5a8 8 0 0 1-14 2.5M5 20.5v-4.7h4.7"  # in a box of 24
CHEVRON = "M-4-8 4 0-4 8"

DESERT = (
    '<path class="terraflip-d0" d="M-100-100h200v200h-200z"/><circle class="terraflip-d5" cx="40" cy="-42" r="19"/>'
    '<path class="terraflip-d1" d="M-110-2C-70-40-44-46-14-22 14-2 52-10 110-30V100H-110z"/>'
    '<path class="terraflip-d2" d="M-14-22C14-2 52-10 110-30V20C60 18 10 14-36 26-14 12-6-6-14-22z"/>'
    '<path class="terraflip-d4" d="M-110 44C-60 8-10 14 30 34 56 48 84 46 110 38V100H-110z"/>'
    '<path class="terraflip-d3" d="M30 34C56 48 84 46 110 38V100H-20C20 86 38 62 30 34z"/>'
    '<path class="terraflip-dunes" d="M-72 44C-52 32-30 30-10 36M-80 60C-52 46-26 46 0 54M-62 74C-44 66-24 66-8 72M52-4'
    'C66-6 80-10 90-14"/>'
    '<path class="terraflip-d6" transform="translate(-50 -2)scale(.9)" d="M-5 22V-26a5 5 0 0 1 10 0V22z'
    'M-18-14a4 4 0 0 1 8 0v7h7v8h-9a6 6 0 0 1-6-6zM18-20a4 4 0 0 0-8 0v9h-7v8h9a6 6 0 0 0 6-6z"/>'
)
MOUNTAIN = (
    '<path class="terraflip-m0" d="M-100-100h200v200h-200z"/>'
    '<path class="terraflip-birds" d="M-52-58c8-8 18-8 24 0c6-5 14-4 18 2M46-66c6-6 14-6 19 0"/>'
    '<path class="terraflip-m2" d="M-112 60-56-34 0 60zM6 60 64-28 122 60z"/>'
    '<path class="terraflip-m4" d="M-56-34 0 60H-52L-44 30-58 8zM64-28 122 60H66L74 34 60 10z"/>'
    '<path class="terraflip-m6" d="M-56-34-74-4-64-8-58 2-50-9-39-5zM64-28 46-1 56-5 62 4 70-7 81-2z"/>'
    '<path class="terraflip-m3" d="M-70 78 6-64 82 78z"/><path class="terraflip-m5" d="M6-64 82 78H10L20 36 0 2z"/>'
    '<path class="terraflip-m6" d="M6-64-20-16-8-22 2-8 12-22 31-17z"/>'
    '<path class="terraflip-m1" d="M-112 62C-60 44-20 70 30 58 62 50 90 56 112 64V110H-112z"/>'
    '<path class="terraflip-birds" d="M-58 70h16M-26 76h20M14 70h14M40 76h18"/>'
)
STREAMS = (
    "M-112-46C-70-70-30-66 4-40 40-14 70-22 112-46V-4C70 22 36 22 0-2-34-26-70-22-112 0z"
    "M-112 44C-70 20-30 24 4 48 40 72 70 68 112 44V92C70 112 36 112 0 92-34 72-70 66-112 90z"
)
WAVES = {-62: (-30, 24), -30: (-64, -8, 48), 4: (-82, -28, 28, 84), 38: (-60, -2, 56), 68: (-30, 28)}
TREES = {-34: (-64, -22, 20, 62), 8: (-86, -43, 0, 42, 84), 52: (-66, -22, 22, 66)}

GLYPHS = {  # of the families, in a box of 24
    "desert": '<path d="M9.8 21V4.7a2.2 2.2 0 0 1 4.4 0V21zM3.2 8.7a1.8 1.8 0 0 1 3.6 0v2.8h2.4v3.6H6.2a3 3 0 0 1-3-3z'
    "M20.8 6.7a1.8 1.8 0 0 0-3.6 0v3.3h-2.4v3.6h3a3 3 0 0 0 3-3zM4.5 20.2h15a.9.9 0 0 1 0 1.8h-15a.9.9 0 0 1 0-1.8z"
    '"/>',
    "forest": '<path d="M12 2l5 7h-2.4l4 5.5h-2.7l3.6 4.5H13.3v3h-2.6v-3H4.5l3.6-4.5H5.4l4-5.5H7z"/>',
    "mountain": '<path d="M1.5 20 9 5.5l4 7.5 2.5-4 7 11z"/>',
    "river": '<path class="terraflip-waves" d="M2.5 7.5c3-3.6 6-3.6 9 0s6 3.6 10 0M2.5 13c3-3.6 6-3.6 9 0s6 3.6 10 0'
    'M2.5 18.5c3-3.6 6-3.6 9 0s6 3.6 10 0"/>',
}


def hexagon(radius: float) -> list[Point]:
    return [(radius * cos(turn * pi / 3), radius * sin(turn * pi / 3)) for turn in range(6)]


HEX = rounded(hexagon(100), 10)


@cache
def symbols() -> str:
    parts = [f'<clipPath id="terraflip-shape"><path d="{HEX}"/></clipPath>']
    parts.append(hatching.patterns("terraflip", HATCHES.values(), 26))
    parts.append(_symbol("conifer", CONIFER))
    parts += [_symbol(f"glyph-{family}", _glyph(family)) for family in FAMILIES]
    parts += [_symbol(family, _tile(family)) for family in FAMILIES]
    parts += [_symbol(f"fold-{family}", _fold(family)) for family in FAMILIES]
    parts += [_symbol(f"mark-{family}", _mark(family)) for family in FAMILIES]
    parts += [_symbol(name, _special(icon)) for name, icon in ICONS.items()]
    parts += [
        _symbol("tower", _tower()),
        _symbol("cell", f'<path class="terraflip-cell" d="{rounded(hexagon(97), 10)}"/>'),
    ]
    parts += [_symbol(f"cells-{steps}", _cells(steps)) for steps in range(1, RADIUS + 1)]
    parts += [_symbol(f"map-{steps}", _map(steps)) for steps in range(3, RADIUS + 1)]
    parts.append(_symbol("ring", f'<path class="ring" d="{rounded(hexagon(101), 10)}" stroke-width="9"/>'))
    parts.append(_symbol("place", f'<path class="terraflip-place" d="{rounded(hexagon(96), 10)}" stroke-width="5"/>'))
    parts.append(_symbol("free", f'<path class="terraflip-open" d="{rounded(hexagon(92), 10)}"/>'))
    parts.append(_symbol("apart", f'<path class="terraflip-apart" d="{rounded(hexagon(97), 10)}"/>'))
    parts.append(_symbol("last", brackets(corners(hexagon(102), 25), 5)))
    parts.append(_symbol("spy", icons(FOLDER)["spy"].at(-50, -50, 100, "terraflip-ink")))
    spy = icons(FOLDER)["spy"].at(-26, -27, 52, "terraflip-emblem")
    parts.append(_symbol("looked", f'<circle class="terraflip-looked" r="34"/>{spy}'))
    parts.append(
        _symbol(
            "flip",
            f'{BADGE}<path class="terraflip-badge-line" transform="translate(-21 -21)scale(1.75)" d="{FLIP_SIGN}"/>',
        )
    )
    parts.append(_symbol("unknown", f'{BADGE}<text class="terraflip-badge-text" y="14">?</text>'))
    parts.append(_symbol("then", f'<path class="terraflip-then" d="{CHEVRON}"/>'))
    return "".join(parts)


BADGE = '<circle class="terraflip-badge" r="30"/>'


def use(name: str, more: str = "") -> str:
    return f'<use href="#terraflip-{name}"{more}/>'


def centre(place: int) -> Point:
    """The middle of a place, from the tower."""
    return middle(*HEXAGONS[place])


def map_at(where: str) -> Point:
    """The middle of a place by its name, as exact as it is sent."""
    return short(centre(PLACES.index(where)))


def middle(q: int, r: int) -> Point:
    return 1.5 * SIDE * q, sqrt(3) * SIDE * (r + q / 2)


def extent(steps: int) -> Point:
    """Half the width and half the height of the map that reaches so many steps."""
    reach = SIDE * (sqrt(3) * (steps + 0.5) + 0.8)
    return reach * cos(pi / 6), reach - 0.52 * SIDE


def _symbol(name: str, body: str) -> str:
    return f'<symbol id="terraflip-{name}" overflow="visible">{body}</symbol>'


def _terrain(family: str) -> str:
    match family:
        case "desert":
            return DESERT
        case "mountain":
            return MOUNTAIN
        case "forest":
            return _forest()
        case _:
            return _river()


def _forest() -> str:
    trees = [
        _conifer(x + (3 if index % 2 else -2), y + (4 if index % 2 else 0), 0.92 + 0.1 * row)
        for row, (y, places) in enumerate(TREES.items())
        for index, x in enumerate(places)
    ]
    return (
        '<path class="terraflip-f0" d="M-100-100h200v200h-200z"/>'
        '<path class="terraflip-f1" d="M-110-20C-60-44 0-44 110-14V100H-110z"/>'
        '<path class="terraflip-grass" d="M-30-72h12M6-66h14M40-74h10M-52-62h8"/>'
        + "".join(trees)
        + '<path class="terraflip-grass" d="M-40 70h14M6 74h16M36 68h9"/>'
    )


def _conifer(x: float, y: float, size: float) -> str:
    return f'<use href="#terraflip-conifer" transform="translate({pair((x, y))})scale({number(size)})"/>'


CONIFER = (
    '<path class="terraflip-f4" d="M-3 0h6v9h-6z"/>'
    '<path class="terraflip-f3" d="M0-46 9-28H5L15-13H9L20 3H-20L-9-13H-15L-5-28H-9z"/>'
    '<path class="terraflip-f2" d="M0-46-9-28H-5L-15-13H-9L-20 3H-3L0-10z"/>'
)


def _river() -> str:
    waves = "".join(f"M{x - 20} {y}c6-9 14-9 20 0c6 9 14 9 20 0" for y, places in WAVES.items() for x in places)
    return (
        '<path class="terraflip-r0" d="M-100-100h200v200h-200z"/>'
        f'<path class="terraflip-r1" d="{STREAMS}"/><path class="terraflip-r2" d="{waves}"/>'
    )


def _tile(family: str) -> str:
    return (
        f'<path class="terraflip-side terraflip-{family}" d="{HEX}" transform="translate(0 {THICK})"/>'
        f'<g clip-path="url(#terraflip-shape)">{_terrain(family)}</g>{_hatch(family, HEX)}'
        f'<path class="terraflip-inset" d="{rounded(hexagon(92), 9)}"/>'
    )


def _hatch(family: str, outline: str) -> str:
    return f'<path {hatching.fill("terraflip", HATCHES[family])} d="{outline}"/>'


def _special(icon: str) -> str:
    """The rim and the disc of a tile that cannot be turned; the element around it has the class of its family."""
    rivets = "".join(f"M{pair(point)}h.01" for point in hexagon(86))
    return (
        f'<path class="terraflip-rim" d="{rounded(hexagon(90), 8)}"/><path class="terraflip-rivets" d="{rivets}"/>'
        f'<circle class="terraflip-disc" r="50"/>{icons(FOLDER)[icon].at(-37, -37, 74, "terraflip-emblem")}'
    )


def _fold(family: str) -> str:
    """The upper right corner turned over: it shows the underside."""
    share = 0.82
    corner = (50.0, -86.6)
    left = (corner[0] - 100 * share, corner[1])
    right = (corner[0] + 50 * share, corner[1] + 86.6 * share)
    tip = (left[0] + right[0] - corner[0], left[1] + right[1] - corner[1])
    x, y = (left[0] + right[0] + tip[0]) / 3, (left[1] + right[1] + tip[1]) / 3
    curl = (
        f"M{pair(left)}Q{pair((left[0] + 8, left[1] + 26))} {pair((tip[0] - 6, tip[1] - 5))}"
        f"Q{pair(tip)} {pair((tip[0] + 9, tip[1] + 1))}Q{pair((right[0] - 22, right[1] + 3))} {pair(right)}z"
    )
    gone = polygon([(left[0] - 6, left[1] - 7), (corner[0] + 8, corner[1] - 7), (right[0] + 9, right[1] + 1), left])
    return (
        f'<path class="terraflip-gone" d="{gone}"/><path class="terraflip-curl-shadow" d="{curl}" {at(-4, 6)}/>'
        f'<path class="terraflip-curl terraflip-{family}" d="{curl}"/>{_hatch(family, curl)}'
        f'<use href="#terraflip-glyph-{family}" transform="translate({pair((x - 13.5, y - 17))})scale(1.21)"/>'
    )


def _glyph(family: str) -> str:
    return f'<g class="terraflip-glyph terraflip-{family}">{GLYPHS[family]}</g>'


def _mark(family: str) -> str:
    """The sign of a family, in a box of 26 around the origin."""
    return (
        f'<path class="terraflip-mark terraflip-{family}" d="{rounded(hexagon(12.2), 1.6)}"/>'
        f'<use href="#terraflip-glyph-{family}" transform="translate(-6.75 -6.75)scale(.56)"/>'
    )


def _tower() -> str:
    arcs = "".join(map(_arc, range(4)))
    return (
        f'<path class="terraflip-tower-side" d="{HEX}" transform="translate(0 {THICK})"/>'
        f'<path class="terraflip-tower-top" d="{HEX}"/>'
        f'<path class="terraflip-inset" d="{rounded(hexagon(92), 9)}"/>{arcs}'
        '<circle class="terraflip-tower-disc" r="57"/>'
        f"{icons(FOLDER)['stone-tower'].at(-41, -44, 82, 'terraflip-stones')}"
    )


def _arc(index: int) -> str:
    """A quarter of the tower's ring, which is of all colours."""
    start, end = (-3 / 4 + index / 2 + 1 / 60) * pi, (-1 / 4 + index / 2 - 1 / 60) * pi
    (ax, ay), (bx, by) = ((66 * cos(turn), 66 * sin(turn)) for turn in (start, end))
    return (
        f'<path class="terraflip-arc terraflip-{FAMILIES[index]}" d="M{pair((ax, ay))}A66 66 0 0 1 {pair((bx, by))}"/>'
    )


def _cells(steps: int) -> str:
    """The places that lie so many steps from the tower, and the line around them."""
    ring = [(q, r) for q, r in HEXAGONS if distance(q, r) == steps]
    cells = "".join(use("cell", f' x="{number(x)}" y="{number(y)}"') for x, y in (middle(q, r) for q, r in ring))
    return f'<g class="terraflip-cells-{steps}">{cells}</g>'


def _border(steps: int) -> str:
    """The edges between places that lie `steps` from the tower and those beyond."""
    edges = []
    for q, r in HEXAGONS:
        for right, down in STEPS:
            if distance(q, r) == steps < distance(q + right, r + down):
                (x, y), (dx, dy) = middle(q, r), middle(right, down)
                mx, my, vx, vy = x + dx / 2, y + dy / 2, -dy / (2 * sqrt(3)), dx / (2 * sqrt(3))
                edges.append(f"M{pair((mx - vx, my - vy))}L{pair((mx + vx, my + vy))}")
    return f'<path class="terraflip-border" d="{"".join(edges)}"/>'


def _map(steps: int) -> str:
    reach = SIDE * (sqrt(3) * (steps + 0.5) + 0.8)
    plate, inner = ([(y, x) for x, y in hexagon(size)] for size in (reach, reach - 0.16 * SIDE))
    return (
        f'<path class="terraflip-map" d="{rounded(plate, 2.1 * SIDE)}"/>'
        f'<path class="terraflip-map-line" d="{rounded(inner, 2.02 * SIDE)}"/>'
        + "".join(use(f"cells-{ring}") for ring in range(1, steps + 1))
        + "".join(map(_border, range(1, steps)))
    )
