"""The fields of Tipperary's small maps: patterns one unit wide, to fill a path with all fields of a landscape."""

from __future__ import annotations

from tilery.games import hatching

HATCHES = {
    "pasture": "dots",
    "grain": "rising",
    "still": "grid",
    "ruin": "bricks",
    "bog": "waves",
    "circle": "rings",
    "tower": "bars",
}
"""By ground, its pattern; meadows have none."""

FIELDS = {
    "m": ("meadow", ""),
    "p1": ("pasture", '<circle class="tipperary-dot" cx="6" cy="6" r="2.5"/>'),
    "p2": (
        "pasture",
        '<circle class="tipperary-dot" cx="3.9" cy="4.1" r="2.1"/>'
        '<circle class="tipperary-dot" cx="8.1" cy="7.9" r="2.1"/>',
    ),
    "ms": ("meadow", '<circle class="tipperary-dot tipperary-wooden-dot" cx="6" cy="6" r="2.7"/>'),
    "g": ("grain", '<path class="tipperary-small-ears" d="M3.5 9.5v-6M6 9.5v-7M8.5 9.5v-6"/>'),
    "d": (
        "still",
        '<path class="tipperary-small-still" d="M3 9.5c-1.2-3 .6-4.3 1.6-4.9V2.5h4l1 2H6.6c.6 1 2.7 2 1.5 5z"/>',
    ),
    "r": ("ruin", '<path class="tipperary-gate" d="M2.5 9.5V3h2v1.5H6V3h1.5v3l2 1.5v2z"/>'),
    "b": (
        "bog",
        '<ellipse class="tipperary-pool" cx="6" cy="8" rx="4" ry="1.7"/>'
        '<path class="tipperary-small-reed" d="M6 7.5V3"/>',
    ),
    "c": ("circle", '<circle class="tipperary-small-circle" cx="6" cy="6" r="3.2"/>'),
    "t": ("tower", '<path class="tipperary-gate-2" d="M3.5 10V3H5v1.2h2V3h1.5v7z"/>'),
    "#": ("parchment", ""),
}
"""By token, the ground and a picture that is clear under 18 pixels, 12 units wide."""


def name_of(token: str) -> str:
    return "c" if token.startswith("c") else "h" if token == "#" else token


def pattern(token: str) -> str:
    ground, picture = FIELDS[token]
    size = 'width="1" height="1" patternUnits="userSpaceOnUse" viewBox="0 0 12 12"'
    square = 'd="M0 0h12v12H0z"'
    hatched = f"<path {hatching.fill('tipperary', HATCHES[ground])} {square}/>" if ground in HATCHES else ""
    shown = (
        f'<path class="tipperary-{ground}" {square}/>{hatched}{picture}<path class="tipperary-hair" d="M12 0v12H0"/>'
    )
    return f'<pattern id="tipperary-s-{name_of(token)}" {size}>{shown}</pattern>'
