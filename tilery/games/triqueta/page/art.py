"""The art of Triqueta: tiles, stacks, knots and the lid, as symbols that pictures use. Nothing here knows a table.

A tile is a kite with corners of 72, 84, 120 and 84 degrees: five points close the flower of a stack, three blunt
corners close the knot, exactly. A symbol of a tile has its origin in the middle of the widest line; its point is below.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import cos, pi, sin, sqrt
from pathlib import Path

from tilery.games import hatching
from tilery.games.art import Point, corners, icons, number, pair, rounded
from tilery.games.triqueta.rules.components import ANIMALS, VALUE

W = 40.0
"""Half the width of a tile."""
BLUNT, POINT = -0.5774 * W, 1.3764 * W
"""Where the blunt corner and the point lie on the axis."""
LOBE = 0.745 * W
FACE = BLUNT + 0.74 * W
"""Where the middle of the animal lies on the axis."""
CORNER_RADIUS = 0.19 * W
PLACES = (180, 60, -60)
"""How the tiles of a knot are turned: above, lower left, lower right."""
FLOWER = 1.954 * W
LIFT = 11
"""How much higher each layer of a stack is drawn."""
PETALS = (0, 4, 1, 3, 2)
"""The order in which the tiles of a layer stay: the last one is drawn first."""

ICONS = ("rabbit-head", "barn-owl", "deer-head", "boar", "ram-profile", "bear-head", "wolf-head")
HATCHES = dict(zip(ANIMALS, ("dots", "waves", "rising", "grid", "rings", "bars", "net"), strict=True))
SIZES = (40, 43, 43, 42, 40, 39, 40)


def kite(inset: float = 0) -> list[Point]:
    """The corners of a tile, or of one inside it with this distance; all four sides touch one circle."""
    corner = ((0.0, BLUNT), (W, 0.0), (0.0, POINT), (-W, 0.0))
    share = 1 - inset / (0.6842 * W)
    middle = 0.2127 * W
    return [(x * share, middle + (y - middle) * share) for x, y in corner]


def outline(inset: float = 0) -> str:
    return rounded(kite(inset), CORNER_RADIUS)


def brackets_outline() -> str:
    return corners(kite(-3.2), 0.36 * W, CORNER_RADIUS)


def _tips() -> list[Point]:
    return [(2 * LOBE * cos(turn), 2 * LOBE * sin(turn)) for turn in (pi / 2, pi * 7 / 6, pi * 11 / 6)]


def _arcs() -> list[str]:
    """The three arcs of the triquetra around its middle, from tip to tip."""
    tips, radius = _tips(), number(sqrt(3) * LOBE)
    return [f"M{pair(tips[i])}A{radius} {radius} 0 0 0 {pair(tips[(i + 1) % 3])}" for i in range(3)]


def _lobe() -> str:
    """The lobe that points down."""
    radius, tip, end = number(sqrt(3) * LOBE), number(2 * LOBE), number(-LOBE)
    return f"M0 {tip}A{radius} {radius} 0 0 0 0 {end}A{radius} {radius} 0 0 0 0 {tip}z"


def _grain() -> str:
    starts = ((-36 + 12 * line + line * 5 % 5, 3 + line % 3, -1 + line % 2 * 3) for line in range(7))
    return "".join(f"M{x} -30q{bend} 22 {end} 44t2 48" for x, bend, end in starts)


def _face(style: str, animal: str = "") -> str:
    """The upper side of a tile, with its part of the knot."""
    filled = f'<path class="triqueta-{animal}" d="{_lobe()}"/>' if animal else ""
    if animal:
        filled += f'<path {hatching.fill("triqueta", HATCHES[animal])} d="{_lobe()}"/>'
    return (
        f'{use("kite", style=style)}<g clip-path="url(#triqueta-clip)">{use("mark")}'
        f'<g transform="translate(0 {number(BLUNT)})">'
        f"{filled}{use('arcs', style='triqueta-band-edge')}{use('arcs', style='triqueta-band')}</g></g>"
        f"{use('kite', style='triqueta-line')}"
    )


def _side() -> str:
    return use("kite", 0, 4, "triqueta-side")


def _turned(turn: int, inner: str) -> str:
    """A tile of a knot around its middle, turned to one of the three places."""
    return f'<g transform="rotate({turn})translate(0 {number(-BLUNT)})">{inner}</g>'


def place_in_knot(place: int) -> Point:
    """Where the animal of a tile in a knot stands, from the middle of the knot."""
    turn, reach = PLACES[place] * pi / 180, FACE - BLUNT
    return -reach * sin(turn), reach * cos(turn)


def use(name: str, x: float = 0, y: float = 0, style: str = "") -> str:
    """An element that shows a symbol at a point."""
    at = f' x="{number(x)}" y="{number(y)}"' if x or y else ""
    styled = f' class="{style}"' if style else ""
    return f'<use href="#triqueta-{name}"{styled}{at}/>'


def _icon(folder_name: str, size: float, x: float = 0, y: float = 0) -> str:
    return icons(Path(__file__).parent)[folder_name].at(x - size / 2, y - size / 2, size)


def _slot(value: int, animal: str, filled: int) -> str:
    """The empty places of a knot, with the value to win."""
    empty = _kites(PLACES[filled:], "inner")
    shown = f'<g class="triqueta-slot">{empty}</g>'
    if filled < 3:
        shown += f'<text class="triqueta-to-win" x="{number(0.93 * W)}" y="{number(0.5 * W + 6)}">{value}</text>'
    if filled == 0:
        x, y = place_in_knot(0)
        shown += use(f"i-{animal}", x, y, "triqueta-absent")
    return shown


def _knot(animal: str, value: int, count: int) -> str:
    """The places of one animal with so many tiles in them; four stands for more than three."""
    shown = _slot(value, animal, min(count, 3))
    tiles = range(min(count, 3))
    shown += f'<g class="triqueta-side" transform="translate(0 4)">{_kites(PLACES[k] for k in tiles)}</g>'
    for place in tiles:
        x, y = place_in_knot(place)
        shown += _turned(PLACES[place], use(f"b-{animal}")) + use(f"i-{animal}", x, y, "triqueta-ivory")
    if count == 3:
        shown += use("weave")
    if count > 3:
        shown += f'<g class="triqueta-veil">{_kites(PLACES)}</g>'
        shown += f'<g transform="translate(0 {number(-0.3 * W)})">{use("kite", style="triqueta-fallen")}'
        shown += f"{use(f'n-{animal}')}{use('kite', style='triqueta-warning')}</g>"
    return shown


def _kites(turns: Iterable[int], name: str = "kite") -> str:
    return "".join(_turned(turn, use(name)) for turn in turns)


def _small_knot(animal: str, count: int) -> str:
    """The same for other players: read from its colour and its form at 40 pixels."""
    filled = min(count, 3)
    shown = f'<g class="triqueta-small-slot">{_kites(PLACES[filled:], "inner")}</g>'
    shown += f'<g class="triqueta-small triqueta-{animal}">{_kites(PLACES[:filled], "inner")}</g>'
    shown += f"<g {hatching.fill('triqueta', HATCHES[animal])}>{_kites(PLACES[:filled], 'inner')}</g>"
    if count == 3:
        shown += f'<g class="triqueta-thick">{use("weave")}</g>'
    if count > 3:
        shown += f'<g class="triqueta-small-warning">{_kites(PLACES)}</g>'
    return shown


def _weave() -> str:
    """The closed knot, one lobe up: each strand runs over one neighbour and under the other."""
    arcs, tips = _arcs(), _tips()

    def strand(arc: str) -> str:
        return f'<path class="triqueta-brass-edge" d="{arc}"/><path class="triqueta-brass" d="{arc}"/>'

    crossing = (-tips[0][0] / 2, -tips[0][1] / 2)
    over = (
        f'<clipPath id="triqueta-over"><circle cx="{number(crossing[0])}" cy="{number(crossing[1])}" r="9"/></clipPath>'
    )
    ends = "".join(f'<circle class="triqueta-brass-end" cx="{number(x)}" cy="{number(y)}" r="2.3"/>' for x, y in tips)
    woven = "".join(map(strand, arcs))
    return f'{over}<g transform="rotate(180)">{woven}<g clip-path="url(#triqueta-over)">{strand(arcs[0])}</g>{ends}</g>'


def _petal(petal: int, down: float, inner: str) -> str:
    return f'<g transform="translate(0 {number(down)})rotate({72 * petal})translate(0 {number(-POINT)})">{inner}</g>'


def _layer(count: int, back: str) -> str:
    """A layer of a stack with so many tiles left, points to the middle."""
    petals = PETALS[:count]
    sides = "".join(_petal(petal, down, use("kite")) for down in (8, 6, 4, 2) for petal in petals)
    tops = "".join(_petal(petal, 0, use(back)) for petal in petals)
    return f'<g class="{"triqueta-grey-side" if back == "grey" else "triqueta-side"}">{sides}</g>{tops}'


def flower_outline(margin: float) -> str:
    """The outline of a whole stack, for the mark of what may be chosen."""
    points = []
    for petal in range(10):
        reach = (FLOWER if petal % 2 == 0 else 1.7013 * W) + margin
        points.append((reach * sin(petal * pi / 5), -reach * cos(petal * pi / 5)))
    return rounded(points, 14)


def _small_flower() -> str:
    return "".join(_petal(petal, 0, use("inner")) for petal in range(5))


def _card() -> str:
    """The card at the head of a row."""
    lines = "M9 2q3 36-1 73M20 2q-3 30 1 73M33 2q3 40-1 73M42 2q-2 30 0 73"
    return (
        '<rect class="triqueta-side" x="1" y="5" width="48" height="74" rx="9"/>'
        '<rect class="triqueta-card" x="1" y="1" width="48" height="74" rx="9"/>'
        f'<path class="triqueta-grain" d="{lines}"/><path class="triqueta-arrow" d="M16 54h16m-6-6.5 6.5 6.5-6.5 6.5"/>'
    )


@cache
def symbols() -> str:
    parts = {
        "inner": f'<path d="{outline(2.4)}"/>',
        "mark": f'<path class="triqueta-grain" d="{_grain()}"/>',
        "arcs": f'<path d="{"".join(_arcs())}"/>',
        "back": _side() + _face("triqueta-back"),
        "grey": _side().replace("triqueta-side", "triqueta-grey-side") + _face("triqueta-grey"),
        "weave": _weave(),
        "card": _card(),
        "flower": _small_flower(),
        "place": f'<path class="triqueta-may" d="{outline(2.5)}"/><path class="triqueta-plus" d="M-7 10h14M0 3v14"/>',
        "gap": f'<path class="triqueta-gap" d="{outline(3)}"/>',
        "rock": _icon("rock", 22),
        "tree": _icon("oak", 22),
        "sign": _icon("triquetra", 512),
    }
    for animal, name, size, value in zip(ANIMALS, ICONS, SIZES, VALUE.tolist(), strict=True):
        parts[f"i-{animal}"] = _icon(name, size)
        parts[f"b-{animal}"] = _face("triqueta-wood", animal)
        parts[f"n-{animal}"] = _side() + use(f"b-{animal}") + use(f"i-{animal}", 0, FACE, "triqueta-ivory")
        burnt = f'<text class="triqueta-value" y="{number(BLUNT + 1.715 * W)}">{value}</text>'
        parts[f"t-{animal}"] = use(f"n-{animal}") + burnt
        for count in range(5):
            parts[f"k-{animal}-{count}"] = _knot(animal, value, count)
            parts[f"s-{animal}-{count}"] = _small_knot(animal, count)
    for count in range(1, 6):
        parts[f"l-{count}"] = _layer(count, "top")
        parts[f"g-{count}"] = _layer(count, "grey")
    parts["top"] = _face("triqueta-back")
    kite = f'<path id="triqueta-kite" d="{outline()}"/>'
    kite += '<clipPath id="triqueta-clip"><use href="#triqueta-kite"/></clipPath>'
    return (
        kite
        + hatching.patterns("triqueta", HATCHES.values(), 11)
        + "".join(f'<g id="triqueta-{name}">{body}</g>' for name, body in parts.items())
    )
