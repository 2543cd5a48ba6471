"""The lid of Terraflip's box. Its colours are those of print, the same by day and by night."""

from __future__ import annotations

from functools import cache

from tilery.games.art import at, number, pair
from tilery.games.drawing import Picture
from tilery.games.terraflip.page.art import HEX, middle, use
from tilery.games.terraflip.rules.geometry import distance
from tilery.words import say


@cache
def cover() -> Picture:
    return Picture("cover", _lid(), 285, 344, say("Hexagonal tiles around a tower, one of them being flipped"))


def _lid() -> str:
    lying = {
        (0, -1): "desert",
        (-2, 0): "desert",
        (-1, 0): "river",
        (2, -1): "river",
        (-2, 1): "forest",
        (0, 0): "tower",
        (1, 0): "forest",
        (-1, 1): "mountain",
        (2, 0): "desert",
        (-2, 2): "forest",
        (0, 1): "desert",
        (1, 1): "mountain",
        (-1, 2): "river",
        (0, 2): "forest",
    }
    empty = [(1, -1), (2, -2), (-1, -1)]
    parts = [
        f'<path d="{HEX}" fill="#3c1b36" stroke="#6e4163" stroke-width="2.5" {at(*middle(*place))}/>' for place in empty
    ]
    for (q, r), name in lying.items():
        parts.append(use(name, f" {at(*middle(q, r))}"))
        if distance(q, r) > 1:
            parts.append(f'<path d="{HEX}" fill="#2e1029" opacity=".34" {at(*middle(q, r))}/>')
    x, y = middle(1, -1)
    flying = (
        f'<g transform="translate({pair((x + 9, y - 76))})rotate(-24)skewX(-8)scale(1.1 .64)">{_thick("river")}</g>'
    )
    shadow = f'<ellipse cx="{number(x)}" cy="{number(y + 9)}" rx="72" ry="55" fill="#1e0b1a" opacity=".55"/>'
    lid = '<path d="M0 0h285v344H0z" fill="#4b2544"/>'
    return f'{lid}<g transform="translate(142 222)scale(.465)">{"".join(parts)}{shadow}{flying}</g>'


def _thick(family: str) -> str:
    return f'<path class="terraflip-side terraflip-{family}" d="{HEX}" transform="translate(0 24)"/>{use(family)}'
