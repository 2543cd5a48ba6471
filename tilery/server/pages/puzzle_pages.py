"""Puzzles: the puzzle of the day, the same for everybody on a date, and all puzzles of a game.

A tried move is judged as a review would judge it. Nothing is stored here: who has solved what is kept in the browser.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import cached_property

from markupsafe import Markup
from starlette.responses import RedirectResponse, Response

from tilery import games
from tilery.coach.outlook import Deadline
from tilery.coach.puzzles import (
    Attempt,
    Puzzle,
    game_of_the_day,
    judge_try,
    puzzle_of_the_day,
    puzzles_of,
    theme_name,
)
from tilery.coach.report import percent
from tilery.games.drawing import Choice, Preview
from tilery.games.game import Game, NotationError
from tilery.match.match import Match
from tilery.match.moves import Move
from tilery.server.config import Config
from tilery.server.http.routing import Route
from tilery.server.pages.line_told import line_told
from tilery.server.pages.page_base import PageBase, find_game
from tilery.server.pages.page_request import PageRequest
from tilery.server.pages.study import StudyPage, read_number, study_context, study_page
from tilery.server.pages.templates import Renderer
from tilery.server.tables.callers import HINT, PICTURE, PREVIEW
from tilery.server.tables.clients import owner_of
from tilery.server.tables.refusal import Refusal
from tilery.server.tables.service import TableService
from tilery.server.tables.thinkers import Urgency
from tilery.words import Sentence, reason, say, translated, whole

MOST_JUDGED = 500  # tried moves whose judgement is kept


class PuzzlePages(PageBase):
    """The handlers."""

    def __init__(self, service: TableService, config: Config, renderer: Renderer) -> None:
        super().__init__(service, config, renderer)
        self._judged: OrderedDict[tuple[str, str, str], Attempt] = OrderedDict()

    def routes(self) -> list[Route]:
        return [
            self._route("GET", "/puzzle", self.today),
            self._route("GET", "/puzzle/{game}", self.today_of_game),
            self._route("GET", "/puzzle/{game}/{name}", self.puzzle),
            self._route("GET", "/puzzle/{game}/{name}/preview", self.preview),
        ]

    async def today(self, request: PageRequest) -> Response:
        """Go to the puzzle of the day; the games take turns."""
        del request  # the same for everybody
        game = game_of_the_day(tuple(games.names()), _today())
        if game is None:
            raise Refusal("no_puzzle", say("Today's puzzle is being prepared."))
        return RedirectResponse(f"/puzzle/{game}", 303)

    async def today_of_game(self, request: PageRequest) -> Response:
        game = find_game(request.http.path_params["game"])
        puzzle = puzzle_of_the_day(game.name, _today())
        if puzzle is None:
            raise Refusal("no_puzzle", say("There are no puzzles for {game} yet.", game=game.title))
        return await self._show(request, game, puzzle)

    async def puzzle(self, request: PageRequest) -> Response:
        return await self._show(request, *_find(request))

    async def preview(self, request: PageRequest) -> Response:
        """Send what a move would do."""
        self._service.budget.spend(request.visitor, PREVIEW)
        game, puzzle = _find(request)
        await self._service.tables.warmup.prepare(game.name)
        page = study_page(puzzle.match(), puzzle.seat, request.language, request.room)
        return self._json(page.preview(request.query.get("move", "")))

    async def _show(self, request: PageRequest, game: Game, puzzle: Puzzle) -> Response:
        self._service.budget.spend(request.visitor, PICTURE)
        await self._service.tables.warmup.prepare(game.name)
        match = puzzle.match()
        text, tried = request.query.get("tried", ""), None
        if text:
            tried = await self._judge(request, puzzle, _read(match, puzzle, text))
        is_shown = "shown" in request.query
        state = "solved" if tried and tried.is_solved else "shown" if is_shown else "wrong" if tried else "asking"
        page = study_page(match, puzzle.seat, request.language, request.room, read_number(request.query.get("n", "")))
        known = puzzles_of(game.name)
        answer = _Answer(page, match, puzzle, state in ("solved", "shown"))
        context = {
            **study_context(page, is_open=state in ("asking", "wrong")),
            "kind": "puzzle",
            "keep": f"{game.name} {puzzle.name}",
            "heading": translated(say("Puzzle"), request.language),
            "here": f"/puzzle/{game.name}/{puzzle.name}",
            "puzzle": puzzle,
            "is_today": puzzle == puzzle_of_the_day(game.name, _today()),
            "number": known.index(puzzle) + 1,
            "count": len(known),
            "following": known[(known.index(puzzle) + 1) % len(known)],
            "themes": [theme_name(theme) for theme in puzzle.themes],
            "others": _todays(),
            "verdict": verdict(puzzle, tried) if tried else None,
            "answer": answer,
            "percent": percent,
            "state": state,
            "room_template": "puzzle-room.html",
        }
        return self._page(request, "puzzle-room.html" if request.is_script else "study.html", context)

    async def _judge(self, request: PageRequest, puzzle: Puzzle, move: Move) -> Attempt:
        """Judge a move, or remember how it was judged."""
        key = (puzzle.game, puzzle.name, str(move))
        if key not in self._judged:
            self._service.budget.spend(request.visitor, HINT)
            await self._service.tables.warmup.prepare(puzzle.game, "bots")
            self._judged[key] = await self._service.thinkers.think(
                lambda limit: judge_try(puzzle, move, deadline=Deadline(limit.seconds)),
                Urgency.WAITING,
                owner_of(request.visitor.client),
            )
            while len(self._judged) > MOST_JUDGED:
                self._judged.popitem(last=False)
        return self._judged[key]


def _today() -> date:
    return datetime.now(UTC).date()


def _todays() -> list[tuple[Game, Puzzle]]:
    """Return the puzzles of the day of all games."""
    found = [(games.find(name), puzzle_of_the_day(name, _today())) for name in games.names()]
    return [(game, puzzle) for game, puzzle in found if puzzle is not None]


def _find(request: PageRequest) -> tuple[Game, Puzzle]:
    game = find_game(request.http.path_params["game"])
    name = request.http.path_params["name"]
    puzzle = next((puzzle for puzzle in puzzles_of(game.name) if puzzle.name == name), None)
    if puzzle is None:
        raise Refusal("no_puzzle", say("There is no such puzzle any more."))
    return game, puzzle


def _read(match: Match, puzzle: Puzzle, text: str) -> Move:
    try:
        move = Move(match.game, puzzle.seat, match.game.notation.code(text))
    except NotationError as error:
        raise Refusal("bad_move", whole(reason(error))) from None
    if (refusal := match.why_not(move)) is not None:
        raise Refusal("illegal_move", whole(refusal))
    return move


def verdict(puzzle: Puzzle, tried: Attempt) -> Sentence:
    """Return what to say about a move that was tried."""
    lost = percent(tried.lost.chance)
    match tried.answer:
        case "best":
            return say(
                "You win {chance} of the games from here; after the second best move it would be {second}.",
                chance=percent(puzzle.chance),
                second=percent(puzzle.chance - puzzle.margin),
            )
        case "as-good":
            return say("Looking closely, this is as good as the best move.")
        case "second":
            return say("That is the second best move. It costs {lost} of your chance to win.", lost=lost)
        case "slip":
            return say("Not bad, but there is something better. It costs {lost} of your chance to win.", lost=lost)
        case "worse":
            return say("There is something better. This costs {lost} of your chance to win.", lost=lost)


class _Answer:
    """The best move, drawn and in words, once it may be seen."""

    def __init__(self, page: StudyPage, match: Match, puzzle: Puzzle, is_open: bool) -> None:
        self._page, self._puzzle, self.is_open = page, puzzle, is_open
        self._match, self._view = match, match.view(puzzle.seat)
        self._after = match.copy()
        self._after.play(puzzle.best, puzzle.seat)
        drawing = match.game.drawing
        assert drawing is not None  # or there would be no page
        self._drawing = drawing

    @cached_property
    def _choice(self) -> Choice | None:
        """The best move as it is offered; None if it lays a piece."""
        choices = self._drawing.scene(self._view).choices
        return next((choice for choice in choices if choice.move == self._puzzle.best), None)

    @cached_property
    def _preview(self) -> Preview:
        return self._drawing.preview(self._view, self._puzzle.best)

    @property
    def move(self) -> str:
        """The best move in words."""
        return self._page.words(self._choice.name) if self._choice else self.line[0][1]

    @property
    def effect(self) -> str:
        return self._page.words(self._preview.effect)

    @cached_property
    def line(self) -> list[tuple[int, str]]:
        """How the game may go on, in words."""
        return line_told(self._match, [(self._puzzle.seat, self._puzzle.best), *self._puzzle.line[1:]], self._page)

    def board(self) -> list[Markup]:
        """Return the board; once the best move may be seen, it is laid over it, or played if it lays a piece."""
        if not self.is_open:
            return [self._page.svg(picture) for picture in self._drawing.scene(self._view, self._page.room).board]
        view = self._view if self._choice else self._after.view(self._puzzle.seat)
        scene = self._drawing.scene(replace(view, legal_moves=()), self._page.room)
        return [self._laid_over(picture.name, self._page.svg(picture)) for picture in scene.board]

    def elements(self) -> list[str]:
        """Return the ids of the elements that stand for the best move."""
        if not self.is_open or self._choice is None:
            return []
        own = (self._choice.target, self._choice.taken)
        return [element for element in (*own, *self._preview.lit) if element]

    def _laid_over(self, name: str, svg: Markup) -> Markup:
        laid = self._preview.overlays.get(name) if self._choice else None
        if not laid:
            return svg
        empty = f'<g class="overlay" data-for="{name}"></g>'
        return Markup(str(svg).replace(empty, f'<g class="laid better">{laid}</g>{empty}'))
