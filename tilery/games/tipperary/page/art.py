"""The art of Tipperary: fields, towns, sheep and barrels, as symbols that pictures use. Nothing here knows a table.

A field is 48 units wide. Grounds differ in lightness and pictures in silhouette, so that landscapes can be told apart
without colours; pictures never turn with a tile. Small maps use patterns of a field one unit wide instead.
"""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin
from pathlib import Path

from tilery.games import hatching
from tilery.games.art import icons, number, pair, rounded
from tilery.games.tipperary.page import map_art, table_art
from tilery.games.tipperary.rules.components import TRACK, TRACK_SHEEP

S = 48.0
"""The width of a field."""
EDGE_RADIUS = 5.0
CRESTS = ("white-tower", "well", "stone-bridge", "bee", "tower-flag")
"""By town."""
CIRCLES = range(1, 10)

SQUARE = "M0 0h48v48H0z"
HAIR = '<path class="tipperary-hair" d="M48 0v48H0"/>'


def use(name: str, x: float = 0, y: float = 0, style: str = "") -> str:
    """An element that shows a symbol at a point."""
    at = (f' x="{number(x)}"' if x else "") + (f' y="{number(y)}"' if y else "")
    styled = f' class="{style}"' if style else ""
    return f'<use href="#tipperary-{name}"{styled}{at}/>'


def _scaled(name: str, x: float, y: float, scale: float, style: str = "") -> str:
    return f'<g transform="translate({pair((x, y))})scale({scale:g})">{use(name, style=style)}</g>'


def _tufts(style: str, *places: tuple[float, float, float]) -> str:
    data = ""
    for x, y, k in places:
        data += f"M{pair((x - 1.1 * k, y))}l{pair((-2.8 * k, -4.6 * k))}M{pair((x, y))}v{number(-6.6 * k)}"
        data += f"M{pair((x + 1.1 * k, y))}l{pair((2.8 * k, -4.6 * k))}"
    return f'<path class="{style}" d="{data}"/>'


def _ground(style: str) -> str:
    hatch = map_art.HATCHES.get(style)
    hatched = f'<path {hatching.fill("tipperary", hatch)} d="{SQUARE}"/>' if hatch else ""
    return f'<path class="tipperary-{style}" d="{SQUARE}"/>{hatched}'


def _sheep() -> str:
    """A sheep about 40 wide and 34 high, from the origin; its wool takes the colour of `--tipperary-fleece`."""
    wool = ((14, 14, 6.6), (20, 10, 7), (27, 10.6, 7), (32.5, 15, 6.4), (29.5, 20.2, 6.6), (22, 21, 7), (14.5, 19.6, 6))
    dark = "".join(f'<circle cx="{x}" cy="{y}" r="{number(r + 1.7)}"/>' for x, y, r in wool)
    light = "".join(f'<circle cx="{x}" cy="{y}" r="{r}"/>' for x, y, r in wool)
    legs = '<path d="M15 22h4.2v10.5H15zM26.5 22h4.2v10.5h-4.2z"/>'
    curls = '<path class="tipperary-curl" d="M21 14.5q2.5 2.6 5 0M26.5 19q2.2 2.3 4.6 0"/>'
    head = "M3.2 12.5c0-4 2.6-6.3 5.9-6.3s5.7 2.6 5.7 6.3c0 4.6-2.7 9.1-5.6 9.1s-6-4.5-6-9.1z"
    ear = '<ellipse cx="15" cy="10.6" rx="3.6" ry="2" transform="rotate(24 15 10.6)"/>'
    eye = '<circle class="tipperary-white" cx="7.4" cy="12.8" r="1.15"/>'
    return (
        f'<g class="tipperary-dark">{legs}{dark}</g><g class="tipperary-fleece">{light}</g>{curls}'
        f'<g class="tipperary-dark"><path d="{head}"/>{ear}</g>{eye}'
    )


def _meadow() -> str:
    dots = '<g class="tipperary-flower"><circle cx="37" cy="34" r="1.7"/><circle cx="11" cy="35" r="1.5"/>'
    dots += '<circle cx="23" cy="12" r="1.4"/></g>'
    return _ground("meadow") + _tufts("tipperary-tuft", (13, 20, 1), (34, 17, 0.85), (25, 38, 1)) + dots


def _pasture(sheep: int) -> str:
    if sheep == 1:
        tufts = _tufts("tipperary-tuft-2", (9, 13, 0.75), (40, 44, 0.75))
        return _ground("pasture") + tufts + _scaled("sheep", 5.6, 9.8, 0.9)
    tufts = _tufts("tipperary-tuft-2", (39, 12, 0.7), (9, 42, 0.7))
    return _ground("pasture") + tufts + _scaled("sheep", 1.8, 3.5, 0.7) + _scaled("sheep", 16.8, 22, 0.7)


def _ear(x: float, y: float, height: float, tilt: float) -> str:
    grains = "".join(
        f'<ellipse cx="{3.1 * side}" cy="{number(3.6 - height + 5.4 * row)}" rx="2" ry="3.5" '
        f'transform="rotate({32 * side} {3.1 * side} {number(3.6 - height + 5.4 * row)})"/>'
        for row in range(3)
        for side in (-1, 1)
    )
    top = f'<ellipse cy="{number(-height - 2.2)}" rx="2" ry="3.8"/>'
    return f'<g transform="translate({x} {y})rotate({tilt})"><path d="M0 0v{-height}"/>{grains}{top}</g>'


def _grain() -> str:
    furrows = "M0 12 12 0M0 28 28 0M0 44 44 0M12 48 48 12M28 48 48 28M44 48l4-4"
    ears = _ear(13.5, 42, 25, -7) + _ear(34.5, 42, 25, 7) + _ear(24, 44, 31, 0)
    return f'{_ground("grain")}<path class="tipperary-furrow" d="{furrows}"/><g class="tipperary-ears">{ears}</g>'


def _distillery() -> str:
    still = (
        "M10 41.5c-5.5-11 .5-17.2 5-19.7 2.4-1.4 2.3-4.4 2.3-8.1 0-6.2 6.3-8.6 11-5.6l11.2 8.6c1 .8 1.2 1.7 1.2 3v2.3"
        "h-4.2v-1.6l-9.8-7.3c-2.3-1.6-3.6-.7-3.6 1.7 0 3.9.3 5.7 2.8 7.2 4.8 2.9 9 9.2 4.1 19.5z"
    )
    return (
        f'{_ground("still")}<path class="tipperary-still-2" d="M0 41h48v7H0z"/>'
        f'<g class="tipperary-copper"><rect x="33.5" y="22" width="10" height="19.5" rx="1.2"/><path d="{still}"/></g>'
        '<path class="tipperary-copper-line" d="M9 31.5q9.5 3.6 20.8 0M33.5 28h10M33.5 35.5h10"/>'
        '<path class="tipperary-shine" d="M13.2 30.2c.4-2.6 2-4.4 3.7-5.4"/>'
    )


def _ruin() -> str:
    wall = "M6.5 42V13.5h4.2v3.6h3.8v-3.6h4.2v6.4l5 2.4 3.2-2 4.5 5.5 3.4-.3 2.8 5.2 3.9 2.3V42z"
    gate = "M19.5 42v-7.5c0-3.6 2-6 4.3-7.4 2.4 1.4 4.4 3.8 4.4 7.4V42z"
    return (
        f'{_ground("ruin")}<path class="tipperary-ruin-2" d="M0 40.5q12-4 24-1.5t24-.5V48H0z"/>'
        f'<path class="tipperary-wall" d="{wall}"/><path class="tipperary-gate" d="{gate}"/>'
        '<path class="tipperary-slit" d="M10.2 22.5v4.6M14.8 22.5v4.6"/>'
        '<path class="tipperary-stones" d="M6.5 32.5h7M10.5 37.5h5.5M32.5 34H39M35.5 38.5h6"/>'
    )


def _bog() -> str:
    pools = '<ellipse cx="19" cy="37.5" rx="15.5" ry="5.6"/><ellipse cx="38" cy="19" rx="8" ry="2.9"/>'
    pools += '<ellipse cx="9" cy="15.5" rx="5.5" ry="2.1"/>'
    reeds = "M19 39V13M29 40q.5-12 3.5-19M11 38.5q-.3-7-2.5-12M19 39q-1-9-5-13M29 40q3-7 9-9.5M29 40q-2-6-4.5-8"
    heads = '<rect x="16.2" y="6" width="5.6" height="13" rx="2.8"/>'
    heads += '<rect x="30.6" y="13.5" width="5.2" height="11.5" rx="2.6" transform="rotate(14 33 19)"/>'
    return (
        f'{_ground("bog")}<g class="tipperary-pool">{pools}</g><path class="tipperary-reed" d="{reeds}"/>'
        f'<g class="tipperary-bulrush">{heads}</g><path class="tipperary-glint" d="M9 38.3h7M22 40.5h8"/>'
    )


def _stones() -> str:
    """Nine stones in a circle around the middle of a field."""
    sizes = ((3.7, 3.0), (3.1, 3.4), (3.8, 3.1), (3.2, 2.9), (3.7, 3.3), (3.1, 3.1), (3.6, 3.2), (3.9, 2.9), (3.2, 3.3))
    shown = ""
    for index, (rx, ry) in enumerate(sizes):
        turn = 40 * index - 90
        x, y = 24 + 17.2 * cos(turn * pi / 180), 24 + 17.2 * sin(turn * pi / 180)
        shown += f'<rect x="{number(x - rx)}" y="{number(y - ry)}" width="{number(2 * rx)}" height="{number(2 * ry)}" '
        shown += f'rx="{number(0.78 * ry)}" transform="rotate({turn + 90} {pair((x, y))})"/>'
    return shown


def _circle() -> str:
    marks = "".join(f'<circle cx="{x}" cy="{y}" r="1.5"/>' for x in (4.5, 43.5) for y in (4.5, 43.5))
    return (
        f'{_ground("circle")}<g class="tipperary-circle-2">{marks}</g>'
        '<circle class="tipperary-inside" cx="24" cy="24" r="12.8"/>'
        f"{use('stones', style='tipperary-menhir')}{HAIR}"
    )


def _tower() -> str:
    keep = "M14.5 41V20h-3V8.5h5.4v4h4.3v-4h5.6v4h4.3v-4h5.4V20h-3v21z"
    return (
        f'{_ground("tower")}<ellipse class="tipperary-shade" cx="24" cy="41" rx="15" ry="3.6"/>'
        f'<path class="tipperary-keep" d="{keep}"/>'
        '<path class="tipperary-keep-line" d="M11.5 20h25"/>'
        '<path class="tipperary-gate-2" d="M20.5 41v-6.5a3.5 3.5 0 0 1 7 0V41z"/>'
        '<path class="tipperary-slit-2" d="M24 23.5V28"/>'
    )


def _barrel() -> str:
    """A barrel 24 wide and high around the origin."""
    return (
        '<g transform="translate(-12 -12)">'
        '<path class="tipperary-barrel" d="M6.5 2.5h11q3.5 9.5 0 19h-11q-3.5-9.5 0-19z"/>'
        '<path class="tipperary-stave" d="M9.8 2.8q-1.5 9.2 0 18.4M14.2 2.8q1.5 9.2 0 18.4"/>'
        '<path class="tipperary-hoop" d="M5.1 7.5h13.8M5.1 16.5h13.8"/></g>'
    )


def _marker() -> str:
    """The marker for the largest flock, 40 high, from the origin."""
    rosette = [
        (20 + r * cos(pi * k / 14), 17 + r * sin(pi * k / 14)) for k in range(28) for r in (16.5 - 2.5 * (k % 2),)
    ]
    ribbons = "M13 24 8 38l6-2.5 3 4 3.5-13zM27 24l5 14-6-2.5-3 4-3.5-13z"
    return (
        f'<path class="tipperary-ribbon" d="{ribbons}"/>'
        f'<path class="tipperary-rosette" d="M{"L".join(map(pair, rosette))}z"/>'
        f'<circle class="tipperary-medal" cx="20" cy="17" r="11"/>{_scaled("sheep", 11.2, 9.6, 0.43)}'
    )


def track_places() -> list[tuple[float, float]]:
    """The nine places of the whiskey track on the six inner fields of a town, from their corner."""
    margin = 0.36 * S
    columns = [margin + (3 * S - 2 * margin) * k / 3 for k in range(4)]
    low = 2 * S - margin
    return [*((x, margin) for x in columns), (columns[3], S), *((x, low) for x in reversed(columns))]


def _town() -> str:
    """The six inner fields: parchment, the seat's frame, and the whiskey track."""
    places = track_places()
    way = f"M{pair(places[0])}H{number(places[3][0])}V{number(places[5][1])}H{number(places[8][0])}"
    shown = f'<path class="tipperary-parchment" d="M0 0h144v96H0z"/><path class="tipperary-way" d="{way}"/>'
    shown += '<rect class="tipperary-frame" x="4.5" y="4.5" width="135" height="87" rx="5"/>'
    for index, (x, y) in enumerate(places):
        sheep = bool(TRACK_SHEEP[index])
        style = "tipperary-place tipperary-sheep-place" if sheep else "tipperary-place"
        shown += f'<circle class="{style}" cx="{number(x)}" cy="{number(y)}" r="11.3"/>'
        if index:
            shown += f'<text class="tipperary-track" x="{number(x)}" y="{number(y + 4.1)}">{TRACK[index]}</text>'
        else:
            shown += f'<g transform="translate({pair((x, y))})scale(.55)" opacity=".45">{use("barrel")}</g>'
        if sheep:
            shown += _scaled("sheep", x + 4.5, y - 16 - 4 * (index == 4), 0.36)
    return shown


def _shield() -> str:
    """A crest around the origin, 25 high, in the colour of its seat."""
    return '<path class="tipperary-shield" d="M-10.7-12.5h21.4v12q0 8.5-10.7 13-10.7-4.5-10.7-13z"/>'


def _crest(town: int) -> str:
    icon = icons(Path(__file__).parent)[CRESTS[town]]
    return use("shield") + icon.at(-7.8, -10.6, 15.6, "icon tipperary-device")


def _plus() -> str:
    """The symbol for a sheep to win, in the upper right corner of a field."""
    return (
        '<rect class="tipperary-pill" x="21" y="3" width="24" height="15.4" rx="7.7"/>'
        f'<path class="tipperary-pill-plus" d="M25.6 10.7h6.4M28.8 7.5v6.4"/>{_scaled("sheep", 32.4, 5.4, 0.3)}'
    )


def _bonus() -> str:
    return '<path class="tipperary-bonus" d="M0 33v10q0 5 5 5h10z"/>' + use("one")


def _contours() -> str:
    """Faint lines of height under a county, in a box of 652 by 520."""
    data = ""
    for x, y, radius, bend in ((90, 120, 150, 0.0), (560, 90, 170, 2.1), (520, 470, 190, 4.0), (120, 480, 140, 1.2)):
        for line in range(4):
            points = []
            for step in range(12):
                turn = step * pi / 6
                r = (
                    radius
                    * (1 - 0.23 * line)
                    * (1 + 0.16 * sin(2 * turn + bend) + 0.09 * sin(3 * turn + 2 * bend + line))
                )
                points.append((x + r * cos(turn), y + 0.85 * r * sin(turn)))
            middles = [
                ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in zip(points, points[1:] + points[:1], strict=True)
            ]
            data += f"M{number(middles[-1][0])} {number(middles[-1][1])}"
            data += "".join(f"Q{pair(p)} {pair(m)}" for p, m in zip(points, middles, strict=True))
    return f'<path class="tipperary-contour" d="{data}"/>'


def _icons() -> dict[str, str]:
    """The signs of the score's categories, around the origin, about 30 high."""
    found = icons(Path(__file__).parent)
    land = '<g class="tipperary-sign"><rect x="-13" y="-10" width="26" height="20" rx="2.5"/></g>'
    land += '<path class="tipperary-sign-2" d="M-4.3-10v20M4.3-10v20M-13 0h26"/>'
    return {
        "area": land,
        "sheep-sign": _scaled("sheep", -17, -14.5, 0.8),
        "whiskey": f'<g transform="scale(1.2)">{use("barrel")}</g>',
        "circles": _scaled("stones", -15.6, -15.6, 0.65, "tipperary-menhir tipperary-menhir-sign"),
        "towers": found["stone-tower"].at(-14, -14, 28, "icon tipperary-quiet"),
        "ring-sign": '<circle class="tipperary-ring-sign" r="10"/>',
        "fox": found["fox-head"].at(-9, -9, 18, "icon tipperary-fox"),
        "bag": found["swap-bag"].at(-9, -9, 18, "icon tipperary-quiet"),
        "marker-sign": f'<g transform="translate(-16 -15)scale(.8)">{use("marker")}</g>',
    }


HILL = "M-10 232C40 186 110 186 160 208 200 190 250 186 300 204V344H-10z"
"""Behind the fields on the cover; a clip path has to stand among the symbols."""


@cache
def symbols() -> str:
    parts = {
        "sheep": _sheep(),
        "m": _meadow() + HAIR,
        "p1": _pasture(1) + HAIR,
        "p2": _pasture(2) + HAIR,
        "g": _grain() + HAIR,
        "d": _distillery() + HAIR,
        "r": _ruin() + HAIR,
        "b": _bog() + HAIR,
        "t": _tower() + use("one"),
        "c": _circle(),
        "stones": _stones(),
        "one": f'<path class="tipperary-edge" d="{rounded([(0, 0), (48, 0), (48, 48), (0, 48)], EDGE_RADIUS)}"/>',
        "bonus": _bonus(),
        "plus": _plus(),
        "wooden": '<ellipse class="tipperary-shade-2" cx="25" cy="41" rx="15" ry="3.5"/>'
        + _scaled("sheep", 4, 7.4, 1, "tipperary-wooden"),
        "barrel": _barrel(),
        "marker": _marker(),
        "town": _town(),
        "shield": _shield(),
        "open": '<circle class="tipperary-open" cx="24" cy="24" r="5.3"/>',
        "at": '<rect class="tipperary-at ring" x="3" y="3" width="42" height="42" rx="9"/>',
        "ring": '<rect class="ring tipperary-ring" x="-2" y="-2" width="52" height="52" rx="8"/>',
        "none": '<rect class="tipperary-none" x="3" y="3" width="42" height="42" rx="6"/>',
        "track-place": '<circle class="tipperary-reach" r="15"/><circle class="ring" r="13.5" stroke-width="3.5"/>',
        "pointed": '<rect class="tipperary-pointed" width="48" height="48" rx="6"/>',
        "contours": _contours(),
        "wheel": table_art.wheel(),
        "disc": table_art.disc(),
        "arrow": table_art.arrow(),
        **_icons(),
    }
    for points in CIRCLES:
        parts[f"c{points}"] = f'{use("c")}<text class="tipperary-points" x="24" y="31">{points}</text>'
    for town in range(len(CRESTS)):
        parts[f"crest-{town}"] = _crest(town)
    for rounds in (10, 12):
        parts[f"river-{rounds}"] = table_art.river(rounds)
        parts[f"past-{rounds}"] = f'<g class="tipperary-past">{table_art.river(rounds)}</g>'
    patterns = hatching.patterns("tipperary", map_art.HATCHES.values()) + "".join(map(map_art.pattern, map_art.FIELDS))
    hill = f'<clipPath id="tipperary-hill"><path d="{HILL}"/></clipPath>'
    return hill + patterns + "".join(f'<g id="tipperary-{name}">{body}</g>' for name, body in parts.items())
