"""The lid of Triqueta's box: a closed knot on a wooden table, other tiles around it."""

from __future__ import annotations

from functools import cache

from tilery.games.drawing import Picture
from tilery.games.triqueta.page.art import use
from tilery.words import say

WIDTH, HEIGHT = 282, 344


@cache
def cover() -> Picture:
    return Picture("cover", _lid(), WIDTH, HEIGHT, say("Three deer forming a Triqueta"))


def _lid() -> str:
    boards = "".join(
        f"M-5 {y}C60 {y + 5 - y % 11} 120 {y - 6 + y % 13} 180 {y + 4 - y % 7}S260 {y - 4 + y % 9} 295 {y + y % 5}"
        for y in range(4, HEIGHT + 10, 14)
    )
    loose = (("rabbit", -2, 118, -38), ("ram", 276, 138, 34), ("owl", 22, 338, 24), ("bear", 268, 330, -28))
    tiles = "".join(
        f'<g transform="translate({x} {y})rotate({turn})scale(1.3)">{use(f"t-{animal}")}</g>'
        for animal, x, y, turn in loose
    )
    return (
        f'<rect class="triqueta-lid" width="{WIDTH}" height="{HEIGHT}"/>'
        f'<path class="triqueta-boards" d="{boards}"/>'
        f'<g class="triqueta-loose">{tiles}</g><g class="triqueta-lifted" transform="translate(141 226)scale(1.62)">'
        f"{use('k-deer-3')}</g>"
    )
