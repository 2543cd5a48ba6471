"""The lid of Topiary's box. Its colours are those of print, the same by day and by night."""

from __future__ import annotations

import random
from functools import cache

from tilery.games.art import number, pair
from tilery.games.drawing import Picture
from tilery.games.topiary.page.art import bushes, use
from tilery.words import say


@cache
def cover() -> Picture:
    return Picture("cover", _lid(), 285, 344, say("A garden with a T-Rex and a swan clipped from hedges"))


def _lid() -> str:
    return (
        '<rect width="285" height="344" fill="#f6e7be"/><circle cx="84" cy="142" r="58" fill="#f9d078"/>'
        + _treetops(196, 26, 5, "#bfcf91")
        + _treetops(214, 17, 3, "#93b56f")
        + '<path d="M0 236h285v108H0z" fill="#a9c576"/><path d="M96 236h28l66 108H30z" fill="#efe3c8"/>'
        '<path d="M96 236h28l66 108H30z" fill="url(#topiary-gravel)"/>'
        '<path d="M96 236 30 344M124 236l66 108" stroke="#d5c398" stroke-width="2" fill="none"/>'
        + _standing("trex", 200, 246, 166)
        + bushes(118, 232, 190, 46)
        + _standing("swan", 51, 290, 92)
        + bushes(-20, 282, 118, 32)
        + bushes(196, 296, 110, 30)
        + _stroller()
    )


def _treetops(y: float, step: float, rise: float, colour: str) -> str:
    draw = random.Random(int(y))
    outline, x = f"M-10 344V{number(y)}", -10.0
    while x < 295:
        width = step * draw.uniform(0.8, 1.25)
        x += width
        radius = number(0.56 * width)
        outline += f"A{radius} {radius} 0 0 1 {pair((x, y + draw.uniform(-rise, rise)))}"
    return f'<path d="{outline}V344z" fill="{colour}"/>'


def _standing(series: str, x: float, base: float, height: float) -> str:
    where = f"translate({pair((x - height / 2, base - 0.965 * height))})scale({number(height / 100)})"
    return use(f"sculpture-{series}", f' transform="{where}"')


def _stroller() -> str:
    """A visitor with a parasol, from behind."""
    canopy = "M-16-34C-15-54 6-66 24-58 40-51 44-34 41-24 37-29 31-31 27-28 23-33 15-36 10-32"
    canopy += " 5-38-3-39-6-35-9-38-13-37-16-34z"
    return (
        '<g transform="translate(118 314)"><ellipse cx="4" cy="16" rx="22" ry="4.5" fill="#503c1440"/>'
        '<path d="M-9 14-5-12C-4-17 4-17 5-12L9 14C4 17-4 17-9 14z" fill="#2f4a5e"/>'
        '<circle cy="-21" r="6" fill="#7a4b2e"/>'
        '<path d="M5-10 13-44" stroke="#6b4a2b" stroke-width="2" stroke-linecap="round"/>'
        f'<path d="{canopy}" fill="#c8452b"/>'
        '<path d="M20-59C12-52 9-42 10-32M22-59C28-50 29-38 27-28M18-60C4-58-5-47-6-35" stroke="#8e2a16"'
        ' stroke-width="1.5"'
        ' fill="none"/></g>'
    )
