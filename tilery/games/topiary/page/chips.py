"""Numbers that are laid over the garden of Topiary."""

from __future__ import annotations

from tilery.games.art import at, number


def chip(x: float, y: float, text: str, style: str = "chip", width: int = 42) -> str:
    frame = f'x="{number(-width / 2)}" y="-16.5" width="{width}" height="33" rx="16.5"'
    return f'<g class="{style}" {at(x, y)}><rect {frame}/><text y="7">{text}</text></g>'
