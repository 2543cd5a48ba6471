"""Patterns for those who do not tell hues apart: each kind of tile has one, over a ground without a hue.

Drawings always have them; they are seen where `--hatch` of `tokens.css` says so, which a person chooses in the menu of
a table.
"""

from __future__ import annotations

from collections.abc import Iterable

PATTERNS = {
    "dots": '<path d="M3 3h.01M9 9h.01" stroke-width="3"/>',
    "rising": '<path d="M-2 2 2-2M0 12 12 0M10 14l4-4"/>',
    "falling": '<path d="M-2 10l4 4M0 0l12 12M10-2l4 4"/>',
    "net": '<path d="M0 12 12 0M0 0l12 12"/>',
    "grid": '<path d="M0 6h12M6 0v12"/>',
    "lines": '<path d="M0 3h12M0 9h12"/>',
    "bars": '<path d="M3 0v12M9 0v12"/>',
    "waves": '<path d="M0 4q3-3.500 6 0t6 0M0 10q3-3.500 6 0t6 0"/>',
    "rings": '<circle cx="6" cy="6" r="3.600"/>',
    "roofs": '<path d="M0 6l3-4 3 4 3-4 3 4M0 12l3-4 3 4 3-4 3 4"/>',
    "bricks": '<path d="M0 1h12M0 7h12M3 1v6M9 7v6M9-5v6"/>',
    "crosses": '<path d="M3 1v4M1 3h4M9 7v4M7 9h4"/>',
}
"""By name, the lines of a square of 12."""


def patterns(game: str, names: Iterable[str], size: float = 12) -> str:
    """Return the definitions that a game's pictures need, as wide as a pattern is to be there."""
    return "".join(
        f'<pattern id="{game}-hatch-{name}" width="{size:g}" height="{size:g}" patternUnits="userSpaceOnUse" '
        f'viewBox="0 0 12 12"><g class="hatching {game}-hatching">{PATTERNS[name]}</g></pattern>'
        for name in dict.fromkeys(names)
    )


def fill(game: str, name: str) -> str:
    """Return the attributes of an element that is to be filled with a pattern."""
    return f'class="hatch" fill="url(#{game}-hatch-{name})"'
