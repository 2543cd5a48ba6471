"""Templates into answers: pages, pieces of pages, and the files that they need."""

from __future__ import annotations

import gzip
import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import Response

from tilery import games
from tilery.server import stage
from tilery.server.routing import Way
from tilery.server.visit import THEMES, Visit
from tilery.words import LANGUAGES, say, say_many, translated, whole

WEB = Path(__file__).parent.parent / "web"
PAGE_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
}
TYPES = {".css": "text/css", ".js": "text/javascript", ".woff2": "font/woff2", ".svg": "image/svg+xml"}
WORTH_PACKING = 1000


class Renderer:
    """Fills in templates."""

    def __init__(self) -> None:
        self._environment = Environment(
            loader=FileSystemLoader(WEB / "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.filters["minus"] = lambda points: str(points).replace("-", "\N{MINUS SIGN}")
        self._environment.globals.update(
            say=say,
            say_many=say_many,
            whole=whole,
            static=static_url,
            mark=stage.mark,
            cover=stage.cover,
            all_symbols=stage.all_symbols,
            level_name=lambda level: stage.LEVELS.get(level, say("bot")),
            languages=LANGUAGES,
            themes=THEMES,
        )

    def page(self, visit: Visit, name: str, context: dict[str, Any], status: int = 200) -> Response:
        """A whole page."""
        return self.plain(self.fragment(visit, name, context), "text/html", status, visit.request)

    def fragment(self, visit: Visit, name: str, context: dict[str, Any]) -> str:
        """A piece of a page."""

        def words(sentence: str) -> str:
            return translated(sentence, visit.language)

        return self._environment.get_template(name).render(
            t=words, language=visit.language, theme=visit.theme, **context
        )

    def plain(self, text: str, media: str, status: int = 200, request: Request | None = None) -> Response:
        body = text.encode()
        headers = dict(PAGE_HEADERS)
        if request is not None and len(body) > WORTH_PACKING and "gzip" in request.headers.get("accept-encoding", ""):
            body = gzip.compress(body, 5)
            headers["content-encoding"] = "gzip"
            headers["vary"] = "accept-encoding"
        return Response(body, status, headers=headers, media_type=media)

    def credits(self) -> list[dict[str, Any]]:
        """Whose work is used here."""
        found: list[dict[str, Any]] = json.loads((WEB / "vendor" / "credits.json").read_text("utf-8"))
        return found


@cache
def _files() -> dict[str, tuple[bytes, str]]:
    """All files that pages may ask for, by name, with their types.

    Streams are a part of htmx here: it looks at a page once, as soon as it is there itself, and an extension that
    arrives later is not asked.
    """
    folder = Path(games.__file__).parent
    style = [folder / "tokens.css", folder / "states.css"]
    style += [games.find(name).folder / "drawing.css" for name in games.names() if games.find(name).drawing]
    style += [WEB / "style.css", WEB / "reading.css", WEB / "score.css"]
    found = {}
    for path in [*WEB.glob("*.js"), *WEB.glob("*.svg"), *(WEB / "vendor").iterdir()]:
        if path.suffix in TYPES:
            found[path.name] = (path.read_bytes(), TYPES[path.suffix])
    found["htmx.js"] = (found["htmx.js"][0] + b"\n" + found.pop("hx-sse.js")[0], TYPES[".js"])
    sheet = b"\n".join(path.read_bytes() for path in style)
    for name, (content, _) in found.items():
        sheet = sheet.replace(f'url("{name}")'.encode(), f'url("{_address(name, content)}")'.encode())
    found["style.css"] = (sheet, TYPES[".css"])
    return found


@cache
def static_url(name: str) -> str:
    """The address of a file, which changes with its content."""
    return _address(name, _files()[name][0])


def _address(name: str, content: bytes) -> str:
    return f"/static/{hashlib.sha256(content).hexdigest()[:12]}/{name}"


@cache
def _packed(name: str) -> bytes:
    return gzip.compress(_files()[name][0], 9)


async def serve_file(request: Request) -> Response:
    """A file, to be kept by browsers for as long as they like."""
    name = request.path_params["name"]
    if name not in _files() or static_url(name) != request.url.path:
        return Response(status_code=404)
    body, media = _files()[name]
    headers = {
        "cache-control": "public, max-age=31536000, immutable",
        "x-content-type-options": "nosniff",
        "vary": "accept-encoding",
    }
    if not name.endswith(".woff2") and "gzip" in request.headers.get("accept-encoding", ""):
        body = _packed(name)
        headers["content-encoding"] = "gzip"
    return Response(body, headers=headers, media_type=media)


FILES = Way("GET", "/static/{digest}/{name}", serve_file)
