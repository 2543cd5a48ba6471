"""The icons of the app that a browser can install, made from the logo: systems that install apps want them as PNG."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import resvg_py

LOGO = Path(__file__).parents[2] / "web" / "logo.svg"
LOGO_SIZE = 38
GROUND = "#f6efe3"
SIZES = (192, 512)
TOUCH = "apple-touch-icon.png"
"""What phones of one maker ask for; they show nothing through it and round it themselves."""
SAFE = 0.6
"""How much of a maskable icon the logo takes up: systems cut such icons into any shape."""


@cache
def icons() -> dict[str, bytes]:
    """Return all icons by their file names."""
    found = {f"icon-{size}.png": _drawn(size, 0.9) for size in SIZES}
    found["icon-maskable.png"] = _drawn(max(SIZES), SAFE)
    found[TOUCH] = _drawn(180, 0.76)
    return found


def _drawn(size: int, share: float) -> bytes:
    """Draw the logo on a ground of its own, so that it is seen on dark and light screens."""
    logo = re.sub(r"</?svg[^>]*>", "", LOGO.read_text("utf-8"))
    scale, edge = share * size / LOGO_SIZE, (1 - share) / 2 * size
    document = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}">'
        f'<rect width="{size}" height="{size}" fill="{GROUND}"/>'
        f'<g transform="translate({edge:g} {edge:g})scale({scale:g})">{logo}</g></svg>'
    )
    return bytes(resvg_py.svg_to_bytes(svg_string=document, skip_system_fonts=True))
