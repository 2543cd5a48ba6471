"""The files that pages need: style, scripts, fonts and pictures, at addresses that change with their content."""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import cache
from pathlib import Path, PurePosixPath
from posixpath import normpath

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from tilery import games
from tilery.server.http.compression import accepts_gzip
from tilery.server.http.routing import Route
from tilery.server.pages.icons import icons

WEB = Path(__file__).parents[2] / "web"
TYPES = {".css": "text/css", ".js": "text/javascript", ".woff2": "font/woff2", ".svg": "image/svg+xml"}


@cache
def _files() -> dict[str, tuple[bytes, str]]:
    """Return all files that pages may ask for, by name, with their types.

    Streams are a part of htmx here: it looks at a page once, as soon as it is there itself, and an extension that
    arrives later is not asked.
    """
    folder = Path(games.__file__).parent
    style = [folder / "tokens.css", folder / "states.css"]
    style += [games.find(name).page_folder / "drawing.css" for name in games.names() if games.find(name).drawing]
    style += [
        WEB / "style.css",
        WEB / "table.css",
        WEB / "club.css",
        WEB / "waiting.css",
        WEB / "end.css",
        WEB / "host.css",
        WEB / "own-set.css",
        WEB / "reading.css",
        WEB / "review.css",
        WEB / "score.css",
        WEB / "study.css",
    ]
    found = {}
    for path in [*WEB.glob("*.svg"), *(WEB / "vendor").iterdir()]:
        if path.suffix in TYPES:
            found[path.name] = (path.read_bytes(), TYPES[path.suffix])
    found |= {name: (picture, "image/png") for name, picture in icons().items()}
    for path in (WEB / "scripts").rglob("*.js"):
        found[path.relative_to(WEB).as_posix()] = (path.read_bytes(), TYPES[".js"])
    found["htmx.js"] = (found["htmx.js"][0] + b"\n" + found.pop("hx-sse.js")[0], TYPES[".js"])
    sheet = b"\n".join(path.read_bytes() for path in style)
    for name, (content, _) in found.items():
        sheet = sheet.replace(f'url("{name}")'.encode(), f'url("../..{_address(name, content)}")'.encode())
    found["style.css"] = (sheet, TYPES[".css"])
    return found


@cache
def static_url(name: str) -> str:
    """Return the address of a file, which changes with its content. Scripts import each other by relative addresses, so
    theirs change together."""
    return _address(name, _all_scripts() if name.startswith("scripts/") else _files()[name][0])


@cache
def _all_scripts() -> bytes:
    return b"".join(_files()[name][0] for name in sorted(_files()) if name.startswith("scripts/"))


def _address(name: str, content: bytes) -> str:
    return f"/static/{hashlib.sha256(content).hexdigest()[:12]}/{name}"


@cache
def module_tags(name: str, root: str = "") -> Markup:
    """Return the tags that load a script and, at the same time, all that it imports."""
    imports = [f'<link rel="modulepreload" href="{root}{static_url(module)}">' for module in _imports(name)]
    return Markup("\n".join([*imports, f'<script src="{root}{static_url(name)}" type="module"></script>']))


def _imports(name: str) -> list[str]:
    """Return the modules that a script imports, and those that they import."""
    found: list[str] = []
    waiting = [name]
    while waiting:
        module = waiting.pop()
        for address in re.findall(r'(?:^import| from) "(\.[^"]+)";$', _files()[module][0].decode(), re.MULTILINE):
            imported = normpath(PurePosixPath(module).parent / address)
            if imported not in found:
                found.append(imported)
                waiting.append(imported)
    return sorted(found)


@cache
def _packed(name: str) -> bytes:
    return gzip.compress(_files()[name][0], 9)


async def serve_file(request: Request) -> Response:
    """Serve a file that browsers may cache for as long as they like."""
    name = request.path_params["name"]
    if name not in _files() or static_url(name) != f"/static/{request.path_params['digest']}/{name}":
        return Response(status_code=404)
    body, media = _files()[name]
    headers = {
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
        "vary": "accept-encoding",
    }
    if not name.endswith((".woff2", ".png")) and accepts_gzip(request):
        body = _packed(name)
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type=media)


FILES = Route("GET", "/static/{digest}/{name:path}", serve_file)
