"""Rendering templates: whole pages and pieces of pages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from functools import cache
from typing import Any, Protocol

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from jinja2.ext import Extension
from starlette.requests import Request
from starlette.responses import Response

from tilery.server.http.compression import compressed
from tilery.server.pages import symbols, table_page
from tilery.server.pages.page_request import THEMES, PageRequest
from tilery.server.pages.static_files import WEB, module_tags, static_url
from tilery.words import LANGUAGES, say, say_many, translated, whole

# Drawings place their parts by style attributes (`transform`, `--ratio`), which a browser animates when they change; as
# classes there would be one for every place. Attributes are therefore allowed, style elements are not.
PAGE_HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; "
    "form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
}
SECRET_PART = "/with/"
"""What the addresses of all secret links contain."""


class Reader(Protocol):
    """What rendering depends on besides its context: a language and a theme."""

    @property
    def language(self) -> str: ...

    @property
    def theme(self) -> str: ...


class PrefixExtension(Extension):
    """Puts the server's path prefix before the addresses in templates."""

    ADDRESS = re.compile(r'(\s(?:href|src|action|formaction|content|data-[a-z]+)=")/(?!/)')

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        del name, filename
        return self.ADDRESS.sub(r"\1{{ root }}/", source)


@cache
def _environment(root: str) -> Environment:
    """Return the Jinja environment for a path prefix, shared by all servers of a process: tests start hundreds."""
    environment = Environment(
        loader=FileSystemLoader(WEB / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=[PrefixExtension],
    )
    environment.filters["minus"] = lambda points: str(points).replace("-", "\N{MINUS SIGN}")
    environment.globals.update(
        say=say,
        say_many=say_many,
        whole=whole,
        static=lambda name: root + static_url(name),
        module=lambda name: module_tags(name, root),
        root=root,
        mark=table_page.mark,
        mark_symbols=table_page.mark_symbols,
        cover=symbols.cover,
        all_symbols=symbols.all_symbols,
        glossary=symbols.glossary,
        level_name=lambda level: table_page.LEVELS.get(level, say("bot")),
        short_level=table_page.LEVEL_NAMES.__getitem__,
        languages=LANGUAGES,
        themes=THEMES,
    )
    return environment


class Renderer:
    """Renders templates."""

    def __init__(self, root: str = "", announcement: Callable[[], str] = str) -> None:
        self.note_render: Callable[[float], None] = lambda _seconds: None
        """Told how long each picture of a table took."""
        self._announcement = announcement
        self._environment = _environment(root)

    def page(self, request: PageRequest, name: str, context: dict[str, Any], status: int = 200) -> Response:
        """Render a whole page. One whose address is a secret link must not tell that address with everything that it
        loads, because proxies log it (`Referer`); so it says itself where to come back to."""
        back = request.address if SECRET_PART in request.address else ""
        response = self.plain(
            self.fragment(request, name, {**context, "back": back}), "text/html", status, request.http
        )
        if back:
            response.headers["referrer-policy"] = "strict-origin"
        return response

    def fragment(self, reader: Reader, name: str, context: dict[str, Any]) -> str:
        """Render a piece of a page."""

        def words(sentence: str) -> str:
            return translated(sentence, reader.language)

        return self._environment.get_template(name).render(
            t=words, language=reader.language, theme=reader.theme, announcement=self._announcement(), **context
        )

    def plain(self, text: str, media: str, status: int = 200, request: Request | None = None) -> Response:
        """Respond with a text, compressed for the request if one is given."""
        body, encoding = (text.encode(), {}) if request is None else compressed(text.encode(), request)
        return Response(body, status, headers={**PAGE_HEADERS, **encoding}, media_type=media)

    def credits(self) -> list[dict[str, Any]]:
        """Return the credits: third-party work that is shipped."""
        found: list[dict[str, Any]] = json.loads((WEB / "vendor" / "credits.json").read_text("utf-8"))
        return found
