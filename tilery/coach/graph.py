"""The graph of a review as SVG: chances to win along the game, missed chances as dots, luck as stars."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from tilery.coach.review import Moment, Review
from tilery.coach.verdicts import Name
from tilery.words import say, translated

WIDE, NARROW = 640, 340
"""Widths of the drawing: for a column, and for a phone, where it is shown at about its own size."""
HEIGHT = 138
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 22, 20
LABEL = 80  # units that a label below keeps from the next one, at least
RADII: dict[Name, float] = {"inaccuracy": 3.5, "mistake": 5.0, "blunder": 7.0}
STAR = "M0 -8 L2 -2 L8 0 L2 2 L0 8 L-2 2 L-8 0 L-2 -2 Z"
STEPS = (5, 10, 20, 50, 100)  # moves between two labels below


def draw(
    review: Review,
    colours: Sequence[str],
    here: int | None = None,
    own: int | None = None,
    width: int = WIDE,
    language: str = "en",
) -> str:
    """Draw the chances of all seats in their colours, and where one is: at a move's number.

    The lines of the seat that looks, `own`, are thicker. What has not been looked at yet is left open.
    """
    axes = _Axes(review.moves, width)
    parts = [
        f'<svg class="chances {"narrow" if width == NARROW else "wide"}" viewBox="0 0 {width} {HEIGHT}" role="img"'
        f' aria-label="{escape(translated(say("Chance to win"), language))}"'
        f' data-from="{LEFT}" data-to="{axes.end}" xmlns="http://www.w3.org/2000/svg">',
        *_grid(axes),
    ]
    if not review.is_whole:
        start = axes.x(len(review.moments))
        parts.append(
            f'<rect class="chances-open" x="{start:g}" y="{TOP}" width="{axes.end - start:g}"'
            f' height="{HEIGHT - TOP - BOTTOM}"/>'
        )
    if here is not None:
        x = axes.x(here)
        parts.append(f'<line class="chances-here" x1="{x:g}" x2="{x:g}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
    for seat in sorted(range(review.seats), key=lambda seat: seat == own):
        line = " ".join(f"{axes.x(at):g},{axes.y(all_of[seat]):g}" for at, all_of in enumerate(review.chances))
        thick = 2.6 if seat == own else 2.0
        parts.append(
            f'<polyline class="chances-line" stroke="{colours[seat]}" stroke-width="{thick}" points="{line}"/>'
        )
    for moment in review.moments:
        parts.append(_signs(moment, axes, colours))
    if here is not None:
        parts.append(f'<line class="chances-pointed" visibility="hidden" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>')
        parts.append(_flag(axes, here))
    return "".join((*parts, "</svg>"))


class _Axes:
    """Where a move and a chance are in the drawing."""

    def __init__(self, moves: int, width: int) -> None:
        self.moves = moves
        self.end = width - RIGHT

    def x(self, number: int) -> float:
        return round(LEFT + (self.end - LEFT) * number / max(self.moves, 1), 1)

    def y(self, chance: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - chance), 1)


def _grid(axes: _Axes) -> list[str]:
    parts = []
    for percent in (0, 50, 100):
        y = axes.y(percent / 100)
        parts.append(f'<line class="chances-grid" x1="{LEFT}" x2="{axes.end}" y1="{y:g}" y2="{y:g}"/>')
        parts.append(f'<text class="chances-label end" x="{LEFT - 6}" y="{y + 4:g}">{percent}\u202f%</text>')
    most = (axes.end - LEFT) / LABEL
    step = next((step for step in STEPS if axes.moves / step <= most), STEPS[-1])
    labels = [*range(0, axes.moves - step // 2, step), axes.moves]
    for number in labels:
        parts.append(f'<text class="chances-label middle" x="{axes.x(number):g}" y="{HEIGHT - 5}">{number}</text>')
    return parts


def _signs(moment: Moment, axes: _Axes, colours: Sequence[str]) -> str:
    """Return a dot for a missed chance, as large as what was missed; a star for luck, hollow if it was bad."""
    x = axes.x(moment.number)
    if moment.is_marked:
        y = axes.y(moment.after[moment.seat])
        return (
            f'<circle class="chances-missed" data-move="{moment.number}" cx="{x:g}" cy="{y:g}"'
            f' r="{RADII[moment.name]:g}" fill="{colours[moment.seat]}"/>'
        )
    seat = moment.lucky_seat
    if seat is None:
        return ""
    fill = colours[seat] if moment.luck[seat] > 0 else "var(--card, #fffdf7)"
    return (
        f'<path class="chances-luck" data-move="{moment.number}" fill="{fill}" stroke="{colours[seat]}"'
        f' transform="translate({x:g} {axes.y(moment.after[seat]):g})" d="{STAR}"/>'
    )


def _flag(axes: _Axes, number: int) -> str:
    left = min(max(axes.x(number), LEFT + 4.0), axes.end - 10.0)
    return (
        f'<g class="chances-flag" transform="translate({left:g} 11)">'
        f'<rect x="-15" y="-9" width="30" height="18" rx="9"/><text class="middle" y="5">{number}</text></g>'
    )
