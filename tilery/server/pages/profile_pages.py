"""A player's profile: what they have played. Only they can see it, unless they share a link to it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from babel.dates import format_date
from starlette.responses import RedirectResponse, Response

from tilery import games
from tilery.server.config import Config
from tilery.server.http.routing import Route
from tilery.server.pages.page_base import PageBase
from tilery.server.pages.page_request import PageRequest
from tilery.server.pages.preferences import known_name
from tilery.server.pages.templates import Renderer
from tilery.server.tables.callers import PROFILE
from tilery.server.tables.profiles import PlayedGame, Profile, Profiles, Streak
from tilery.server.tables.service import TableService

WIDTH, HEIGHT = 640.0, 180.0
MOST_POINTS = 60
"""How many of the latest games the picture shows."""
SMOOTHED = 5
"""Over how many games the line is the mean."""


@dataclass(frozen=True)
class ProfilePage:
    """A profile in one language."""

    profile: Profile
    language: str

    @property
    def days(self) -> Streak:
        return self.profile.days_in_a_row(datetime.now(UTC).date())

    @property
    def shown(self) -> list[PlayedGame]:
        """The reviewed games that the picture shows."""
        return self.profile.reviewed[-MOST_POINTS:]

    @property
    def points(self) -> list[tuple[float, float]]:
        """Where the games of the picture are: from left to right, an accuracy of 100 at the top."""
        return [self._point(number, game.accuracy or 0.0) for number, game in enumerate(self.shown)]

    @property
    def line(self) -> str:
        """The mean of some games each, as the points of a line."""
        values = [game.accuracy or 0.0 for game in self.shown]
        means = [
            sum(values[max(0, number + 1 - SMOOTHED) : number + 1]) / min(SMOOTHED, number + 1)
            for number in range(len(values))
        ]
        return " ".join("{:.1f},{:.1f}".format(*self._point(number, mean)) for number, mean in enumerate(means))

    def _point(self, number: int, accuracy: float) -> tuple[float, float]:
        steps = max(1, len(self.shown) - 1)
        return round(10 + (WIDTH - 20) * number / steps, 1), round(HEIGHT - HEIGHT * accuracy / 100, 1)

    def title_of(self, game: str) -> str:
        return games.find(game).title if game in games.names() else game

    def day(self, at: float) -> str:
        return format_date(datetime.fromtimestamp(at, UTC).date(), "medium", locale=self.language)


class ProfilePages(PageBase):
    """The handlers."""

    def __init__(self, service: TableService, config: Config, renderer: Renderer) -> None:
        super().__init__(service, config, renderer)
        self._profiles = Profiles(service.tables)

    def routes(self) -> list[Route]:
        return [
            self._route("GET", "/me/profile", self.own),
            self._route("POST", "/me/profile", self.share),
            self._route("GET", "/profile/{link}", self.shared),
        ]

    async def own(self, request: PageRequest) -> Response:
        self._service.budget.spend(request.caller, PROFILE)
        secret = request.caller.secret
        profile = Profile(()) if secret is None else await self._profiles.of(secret)
        link = None if secret is None else await self._profiles.shared_link(secret)
        context = {
            "page": ProfilePage(profile, request.language),
            "name": known_name(request.http.cookies),
            "is_own": True,
            "link": link,
        }
        return self._page(request, "profile.html", context)

    async def share(self, request: PageRequest) -> Response:
        """Share the profile by a link, or stop sharing it."""
        on = (await request.form()).get("shared") == "on"
        self._service.budget.spend(request.caller, PROFILE)
        await self._profiles.share(request.browser, known_name(request.http.cookies), on)
        return RedirectResponse("/me/profile", 303)

    async def shared(self, request: PageRequest) -> Response:
        self._service.budget.spend(request.caller, PROFILE)
        name, profile = await self._profiles.find_shared(str(request.http.path_params["link"]))
        context = {"page": ProfilePage(profile, request.language), "name": name, "is_own": False, "link": None}
        return self._page(request, "profile.html", context)
