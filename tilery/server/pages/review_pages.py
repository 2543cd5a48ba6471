"""Reviews of finished games: what the coach has found, another try at a decision, and playing on from there."""

from __future__ import annotations

from dataclasses import replace

from starlette.responses import RedirectResponse, Response

from tilery.server.http.routing import Route
from tilery.server.pages import forms
from tilery.server.pages.page_base import PageBase
from tilery.server.pages.page_request import PageRequest
from tilery.server.pages.replay_pages import whole_number
from tilery.server.pages.review_page import ReviewPage
from tilery.server.pages.study import study_context
from tilery.server.tables.callers import HINT, PREVIEW, REVIEW
from tilery.server.tables.clients import owner_of
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.roles import choose_role, own_seats
from tilery.server.tables.service import HOSTING
from tilery.words import say, translated


class ReviewPages(PageBase):
    """The handlers."""

    def routes(self) -> list[Route]:
        return [
            self._route("GET", "/t/{id}/review", self.review),
            self._route("GET", "/t/{id}/review/{number}", self.position),
            self._route("GET", "/t/{id}/review/{number}/preview", self.preview),
            self._route("POST", "/t/{id}/review/try", self.try_again),
            self._route("POST", "/t/{id}/review/play", self.play_on),
            self._route("POST", "/t/{id}/review/again", self.look_again),
        ]

    async def review(self, request: PageRequest) -> Response:
        """Show the review of a finished game, as far as it has come, at one of its moves."""
        page, asked = await self._opened(request), request.query.get("move")
        page = replace(page, is_own_only="mine" in request.query and page.own is not None)
        number = page.default if asked is None else min(max(whole_number(asked), 1), page.review.moves)
        return self._page(request, "review.html", page.context(number))

    async def position(self, request: PageRequest) -> Response:
        """Show the position before a move on a board, for somebody who wants to try another one there."""
        page = await self._opened(request)
        number = _number(request, page)
        study = page.position(number)
        context = {
            **study_context(study, is_open=True),
            "kind": "review",
            "heading": translated(say("Review"), request.language),
            "here": f"/t/{page.table.id}/review/{number}",
            "reviewed": page.table.id,
            "number": number,
            "count": page.review.moves,
            "state": "asking",
            "room_template": "try-room.html",
        }
        return self._page(request, "study.html", context)

    async def preview(self, request: PageRequest) -> Response:
        """Send what another move in the place of one would do."""
        self._service.budget.spend(request.visitor, PREVIEW)
        page = await self._opened(request)
        return self._json(page.position(_number(request, page)).preview(request.query.get("move", "")))

    async def try_again(self, request: PageRequest) -> Response:
        """Judge another move in the place of one that was played, and show the page with what was found."""
        form = await request.form()
        page = await self._opened(request)
        number = forms.number(form, "move", 1, page.review.moves)
        self._service.budget.spend(request.visitor, HINT)
        owner = owner_of(request.visitor.client)
        tried = await self._service.reviews.judge(page.table, number, form.get("tried", ""), owner)
        return self._page(request, "review.html", page.context(number, tried))

    async def play_on(self, request: PageRequest) -> Response:
        """Make a table that goes on from before a move, and go there."""
        form = await request.form()
        page = await self._opened(request)
        number = forms.number(form, "move", 1, page.review.moves)
        seat = page.table.started_match.moves[number - 1].seat
        new = await self._service.play_on(request.caller, page.table, number - 1, seat, request.browser)
        return RedirectResponse(f"/t/{new.id}", 303)

    async def look_again(self, request: PageRequest) -> Response:
        """Let the coach begin anew: where it failed, or looking harder than it did."""
        await self._opened(request)
        table = await self._table(request)
        await self._service.reviews.find_again(table, owner_of(request.visitor.client))
        return RedirectResponse(f"/t/{table.id}/review", 303)

    async def _opened(self, request: PageRequest) -> ReviewPage:
        roles = await self._service.roles(request.visitor, request.table_id)
        self._service.budget.spend(request.visitor, REVIEW)
        table = await self._table(request)
        if table.status != "over":
            raise Refusal("running", say("A game can be reviewed when it is over."))
        progress = await self._service.reviews.find(table, owner_of(request.visitor.client))
        own = own_seats(roles)
        return ReviewPage(
            table,
            progress,
            own[0] if own else None,
            request.language,
            request.room,
            is_deep=self._service.reviews.is_deep(progress),
            may_invite=choose_role(roles, HOSTING) is not None,
        )


def _number(request: PageRequest, page: ReviewPage) -> int:
    """Return the number of a move, from an address."""
    return min(max(whole_number(request.http.path_params["number"]), 1), page.review.moves)
