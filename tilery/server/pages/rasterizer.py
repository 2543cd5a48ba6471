"""Renders an SVG document from standard input as PNG: a program of its own, because resvg keeps Python's lock for as
long as it takes, some hundred milliseconds in which a server could answer nobody."""

from __future__ import annotations

import asyncio
import contextlib
import sys

SECONDS = 60
"""How long a picture may take, on a machine that is very busy."""


async def rasterized(svg: str, fonts: list[str]) -> bytes:
    """Return a drawing as PNG."""
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tilery.server.pages.rasterizer", *fonts),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(SECONDS):
            png, _ = await program.communicate(svg.encode())
    finally:
        with contextlib.suppress(ProcessLookupError):
            if program.returncode is None:
                program.kill()
        await program.wait()
    if program.returncode:
        raise RuntimeError(f"a picture could not be rendered: exit code {program.returncode}")
    return png


def main() -> None:
    import resvg_py  # noqa: PLC0415  (the server itself does not need it)

    png = resvg_py.svg_to_bytes(
        svg_string=sys.stdin.buffer.read().decode(),
        font_files=sys.argv[1:],
        serif_family="Source Serif 4",
        sans_serif_family="Cabin",
    )
    sys.stdout.buffer.write(bytes(png))


if __name__ == "__main__":
    main()
