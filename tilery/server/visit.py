"""Somebody who visits pages: the browser by its cookie, the language, the theme, and what a form says."""

from __future__ import annotations

from urllib.parse import parse_qsl, urlsplit, urlunsplit

from starlette.requests import Request
from starlette.responses import Response

from tilery.server.answers import read_bytes
from tilery.server.config import Config
from tilery.server.hall import new_token
from tilery.server.table import Refusal
from tilery.words import LANGUAGES, say

COOKIE = "tilery"
YEAR = 365 * 86400
THEMES = ("auto", "light", "dark")


class Visit:
    """One request for a page, and who makes it."""

    def __init__(self, request: Request, config: Config) -> None:
        self.request = request
        self.config = config
        known = request.cookies.get(COOKIE, "")
        self.is_new = not (20 <= len(known) <= 100 and known.isascii() and known.isprintable())
        self.browser = new_token() if self.is_new else known
        self.language = self._language()
        theme = request.cookies.get("theme", "")
        self.theme = theme if theme in THEMES else THEMES[0]

    def _language(self) -> str:
        """The one that was chosen, or the first that the browser likes and we speak."""
        chosen = self.request.cookies.get("language", "")
        if chosen in LANGUAGES:
            return chosen
        liked = []
        for part in self.request.headers.get("accept-language", "").split(","):
            name, _, quality = part.partition(";q=")
            try:
                liked.append((-float(quality or 1), name.strip()[:2].lower()))
            except ValueError:
                continue
        return next((name for _, name in sorted(liked, key=lambda one: one[0]) if name in LANGUAGES), LANGUAGES[0])

    @property
    def came_from(self) -> str:
        """The page of ours from which this was asked for, with its query; home if it does not say."""
        page = urlsplit(self.request.headers.get("referer", ""))
        if page.netloc != self.request.headers.get("host") or not page.path.startswith("/") or "//" in page.path:
            return "/"
        return urlunsplit(("", "", page.path, page.query, ""))

    async def form(self) -> dict[str, str]:
        """The fields of a form."""
        kind = self.request.headers.get("content-type", "").split(";")[0].strip().lower()
        if kind != "application/x-www-form-urlencoded":
            raise Refusal("not_a_form", say("Send the fields of a form."), 415)
        body = await read_bytes(self.request, self.config.body_bytes, self.config.request_seconds)
        try:
            pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=100, errors="strict")
        except ValueError:
            raise Refusal("not_a_form", say("Send the fields of a form."), 400) from None
        return dict(pairs)

    def remember(self, response: Response) -> Response:
        """Let the browser be known the next time."""
        if self.is_new:
            secure = self.request.url.scheme == "https"
            response.set_cookie(COOKIE, self.browser, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
        return response
