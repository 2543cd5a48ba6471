"""A request for a page: the browser by its cookie, the language, the theme, and what a form says."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from tilery.games.drawing import Room
from tilery.server.config import Config
from tilery.server.http.requests import BROWSER_COOKIE, address_of, asked_seat, content_type, read_bytes, table_id
from tilery.server.tables.callers import Caller
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.tokens import is_browser_secret, new_token
from tilery.words import LANGUAGES, say

COOKIE = BROWSER_COOKIE
YEAR = 365 * 86400
THEMES = ("auto", "light", "dark")


class PageRequest:
    """One request for a page, and who makes it."""

    def __init__(self, http: Request, config: Config) -> None:
        self.http = http
        self.config = config
        known = http.cookies.get(COOKIE, "")
        self.is_new = not is_browser_secret(known)
        self.browser = new_token() if self.is_new else known
        self.language = self._language()
        theme = http.cookies.get("theme", "")
        self.theme = theme if theme in THEMES else THEMES[0]
        self.room = self._room()

    def _language(self) -> str:
        """Return the language that was chosen, or the first that the browser likes and we speak."""
        chosen = self.http.cookies.get("language", "")
        if chosen in LANGUAGES:
            return chosen
        liked = []
        for part in self.http.headers.get("accept-language", "").split(","):
            name, _, quality = part.partition(";q=")
            try:
                liked.append((-float(quality or 1), name.strip()[:2].lower()))
            except ValueError:
                continue
        return next((name for _, name in sorted(liked, key=lambda one: one[0]) if name in LANGUAGES), LANGUAGES[0])

    def _room(self) -> Room:
        """Return how much room the browser has said to have; what it probably has, if it comes for the first time."""
        said = self.http.cookies.get("room", "")
        if said in set(Room):
            return Room(said)
        return Room.PHONE if "Mobi" in self.http.headers.get("user-agent", "") else Room.DESK

    @cached_property
    def caller(self) -> Caller:
        """Who asks, and for which seat."""
        return replace(self.visitor, seat=asked_seat(self.http))

    @property
    def visitor(self) -> Caller:
        """Who asks, for no seat; a browser that is new here has opened nothing yet."""
        return Caller(None if self.is_new else self.browser, address_of(self.http), browser=self.browser)

    @property
    def root(self) -> str:
        """The path below which everything is; usually empty."""
        return self.config.prefix

    @property
    def base(self) -> str:
        """The address of the server as people write it, without a slash at its end."""
        origin = self.config.origin or f"{self.http.url.scheme}://{self.http.headers.get('host', '')}"
        return origin + self.root

    @property
    def table_id(self) -> str:
        return table_id(self.http)

    @property
    def query(self) -> QueryParams:
        return self.http.query_params

    @property
    def is_script(self) -> bool:
        """Whether the request comes from a page's script rather than from a person."""
        return self.http.headers.get("x-tilery") == "script"

    @property
    def address(self) -> str:
        """The address of this page below the server's own, with its query."""
        return urlunsplit(("", "", self.http.url.path.removeprefix(self.root), self.http.url.query, ""))

    def came_from(self, told: str = "") -> str:
        """Return the page of ours from which this was asked for, with its query: what its form told, or else what the
        browser says; home if neither does."""
        page = urlsplit(told or self.http.headers.get("referer", ""))
        path = page.path if told else page.path.removeprefix(self.root)
        is_ours = not (page.scheme or page.netloc) if told else page.netloc == self.http.headers.get("host")
        if not is_ours or not path.startswith("/") or "//" in path or "\\" in path:
            return "/"
        return urlunsplit(("", "", path, page.query, ""))

    async def form(self) -> dict[str, str]:
        """Read the fields of a form."""
        if content_type(self.http) != "application/x-www-form-urlencoded":
            raise Refusal("wrong_type", say("Send the data as form fields."))
        body = await read_bytes(self.http, self.config.body_bytes, self.config.request_seconds)
        try:
            pairs = parse_qsl(body.decode(), keep_blank_values=True, max_num_fields=100, errors="strict")
        except ValueError:
            raise Refusal("not_a_form", say("Send the data as form fields.")) from None
        return dict(pairs)

    def remember(self, response: Response) -> Response:
        """Set the cookie by which the browser is recognised next time."""
        if self.is_new:
            secure = self.http.url.scheme == "https"
            response.set_cookie(COOKIE, self.browser, max_age=YEAR, httponly=True, samesite="lax", secure=secure)
        return response
