"""What lies on the table of Tipperary between the players: the wheel with its five areas, and the river of rounds."""

from __future__ import annotations

from math import cos, pi, sin

from tilery.games.art import number, pair

WHEEL = 284.0
DISC = 58.0
RIVER_WIDTH, RIVER_HEIGHT = 404, 40


def polar(radius: float, turn: float) -> tuple[float, float]:
    """A point from the middle of the wheel; the turn is in degrees clockwise from above."""
    return radius * sin(turn * pi / 180), -radius * cos(turn * pi / 180)


def wheel() -> str:
    """The board around the wheel: five areas parted by walls, from the middle."""
    walls = ""
    for area in range(5):
        at, stones = DISC + 6, ""
        for index in range(8):
            length = min((11, 9, 12, 8, 11, 10, 12, 9)[(index + area) % 8], WHEEL / 2 - 5 - at)
            if length > 3:
                high = 8 - index % 2
                corner = f'x="{-high / 2:g}" y="{number(-at - length)}"'
                stones += f'<rect {corner} width="{high}" height="{number(length - 0.6)}" rx="2"/>'
            at += length
        walls += f'<g transform="rotate({72 * area + 36})">{stones}</g>'
    return f'<circle class="tipperary-board" r="{WHEEL / 2 - 3:g}"/><g class="tipperary-walls">{walls}</g>'


def sector(turn: float) -> str:
    """An area of the wheel, as the data of a path."""
    outer = WHEEL / 2 - 3
    a, b = polar(outer, turn - 36), polar(outer, turn + 36)
    c, d = polar(DISC, turn + 36), polar(DISC, turn - 36)
    return f"M{pair(a)}A{outer:g} {outer:g} 0 0 1 {pair(b)}L{pair(c)}A{DISC:g} {DISC:g} 0 0 0 {pair(d)}z"


def arc(turn: float) -> str:
    outer = WHEEL / 2 - 3
    return f"M{pair(polar(outer, turn - 36))}A{outer:g} {outer:g} 0 0 1 {pair(polar(outer, turn + 36))}"


def disc() -> str:
    return (
        f'<circle class="tipperary-disc" r="{DISC:g}"/>'
        f'<circle class="tipperary-disc-line" r="{DISC * 0.34:g}"/><circle class="tipperary-hub" r="3.7"/>'
    )


def arrow() -> str:
    """What points from a crest to its area, in the colour of its seat; its area is above."""
    return f'<path class="tipperary-shield" d="M0 {-DISC - 10:g}l-11.5 12q11.5-2.5 23 0z"/>'


def river_place(round_: int, rounds: int) -> tuple[float, float]:
    """Where a round lies on the river."""
    x = RIVER_WIDTH * (round_ - 0.5) / rounds
    return x, RIVER_HEIGHT / 2 + 3.6 * sin(x / RIVER_WIDTH * pi * 5)


def river(rounds: int) -> str:
    upper, lower = [], []
    for step in range(31):
        x = RIVER_WIDTH * step / 30
        y = RIVER_HEIGHT / 2 + 3.6 * sin(x / RIVER_WIDTH * pi * 5)
        upper.append((x, y - 13.2 - 1.6 * sin(1.8 * step)))
        lower.append((x, y + 13.2 + 1.6 * sin(1.4 * step + 1)))
    banks = f"M{'L'.join(map(pair, [*upper, *reversed(lower)]))}z"
    waves = "".join(f"M{number(x)} {number(y + 4)}q2.5-2 5 0t5 0" for x, y in upper[2:29:3])
    shown = f'<path class="tipperary-river" d="{banks}"/><path class="tipperary-wave" d="{waves}"/>'
    for place in range(1, rounds + 1):
        x, y = river_place(place, rounds)
        shown += f'<circle class="tipperary-round" cx="{number(x)}" cy="{number(y)}" r="8.6"/>'
        shown += f'<text class="tipperary-round-number" x="{number(x)}" y="{number(y + 3.8)}">{place}</text>'
    return shown
