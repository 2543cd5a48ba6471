"""The lid of Tipperary's box: a flock before a patchwork of fields, a ruin on the hill behind."""

from __future__ import annotations

from functools import cache
from math import sin
from pathlib import Path
from random import Random

from tilery.games.art import icons, number
from tilery.games.drawing import Picture
from tilery.games.tipperary.page.art import use
from tilery.words import say

WIDTH, HEIGHT = 282, 344


@cache
def cover() -> Picture:
    return Picture(
        "cover", _lid(), WIDTH, HEIGHT, say("Sheep in front of a patchwork of fields, with a ruin on the hill")
    )


def _lid() -> str:
    ruin = icons(Path(__file__).parent)["castle-ruins"].at(176, 112, 92, "icon tipperary-far-ruin")
    clouds = (
        "M156 108h96a15 15 0 0 0-4-29 26 26 0 0 0-48-7 20 20 0 0 0-33 10 14 14 0 0 0-11 26z"
        "M-14 140h74a11 11 0 0 0-3-22 19 19 0 0 0-35-4 14 14 0 0 0-22 7z"
    )
    flock = "".join(
        f'<g transform="translate({x} {y})scale({side * size:g} {size:g})">'
        '<ellipse class="tipperary-shade-2" cx="22" cy="32" '
        f'rx="20" ry="3"/>{use("sheep")}</g>'
        for x, y, size, side in ((38, 268, 1.1, 1), (252, 266, 1.15, -1), (104, 272, 1.75, 1))
    )
    grass = "M30 322l-3-8M34 322v-9M38 322l3-8M236 330l-3-8M240 330v-9M244 330l3-8M84 338l-3-7M88 338v-8M92 338l3-7"
    return (
        f'<rect class="tipperary-sky" width="{WIDTH}" height="{HEIGHT}"/>'
        f'<path class="tipperary-cloud" d="{clouds}"/>'
        '<path class="tipperary-far" d="M-10 190C40 150 80 160 120 178 160 150 215 138 300 176V344H-10z"/>'
        f'<g clip-path="url(#tipperary-hill)">{_patchwork()}</g>{ruin}'
        '<path class="tipperary-slope" d="M138 214C176 190 246 180 300 198V226C250 208 196 204 138 214z"/>'
        '<path class="tipperary-near" d="M-10 268C50 244 110 262 170 256 220 250 260 250 300 258V344H-10z"/>'
        f'<path class="tipperary-nearest" d="M-10 300C60 282 150 302 300 282V344H-10z"/>{_stone_wall()}'
        f'<path class="tipperary-grass" d="{grass}"/>{flock}'
    )


def _patchwork() -> str:
    """Fields on the hill, in rows of different widths and greens."""
    chance = Random(8)
    shown = '<path class="tipperary-patch-0" d="M0 170h300v180H0z"/>'
    for row in range(5):
        x, y = -40, 176 + 21 * row
        while x < 330:
            width, hue = chance.choice([26, 34, 44, 56]), chance.randrange(8)
            shown += f'<path class="tipperary-patch tipperary-patch-{hue}" d="M{x} {y}h{width}l6 21h-{width}z"/>'
            if hue in (3, 6):
                crops = "".join(f"M{x + 5 + 6 * k} {y + 4}l3 13" for k in range(width // 6 - 1))
                shown += f'<path class="tipperary-crop" d="{crops}"/>'
            x += width
    return f'<g transform="rotate(-9 140 230)">{shown}</g>'


def _stone_wall() -> str:
    chance = Random(3)
    shown, x = "", -6.0
    while x < 292:
        width = chance.uniform(9, 16)
        share = (x + width / 2 + 10) / 310
        y = 264 - 9 * sin(3 * share) + 3 * share
        for down, right in ((-9, 0), (0, 3)):
            style = f"tipperary-stone-{chance.randrange(4)}"
            corner = f'x="{number(x + right)}" y="{number(y + down)}"'
            shown += f'<rect class="{style}" {corner} width="{number(width - 1.2)}" height="9" rx="3"/>'
        x += width
    return shown
