"""Lessons: a game in a few steps, each a small position with something to do. No account and no table is needed.

The address says all: which step, the moves that did its first tasks, and the move that is tried now.
"""

from __future__ import annotations

from typing import Any

from starlette.responses import RedirectResponse, Response

from tilery.coach.lessons import NotDoneError, Progress, answers, does, follow
from tilery.coach.puzzles import puzzles_of
from tilery.games.game import Game, NotationError
from tilery.games.lessons import Lesson
from tilery.match.moves import Move
from tilery.server.http.routing import Route
from tilery.server.pages.page_base import PageBase, find_game
from tilery.server.pages.page_request import PageRequest
from tilery.server.pages.replay_pages import whole_number
from tilery.server.pages.study import read_number, study_context, study_page
from tilery.server.tables.callers import PICTURE, PREVIEW
from tilery.server.tables.refusal import Refusal
from tilery.words import reason, say, translated, whole

BETWEEN = "|"  # stands in no move
LONGEST = 400  # characters


class LearnPages(PageBase):
    """The handlers."""

    def routes(self) -> list[Route]:
        return [
            self._route("GET", "/learn/{game}", self.begin),
            self._route("GET", "/learn/{game}/{step}", self.step),
            self._route("GET", "/learn/{game}/{step}/preview", self.preview),
        ]

    async def begin(self, request: PageRequest) -> Response:
        """Go to the first step, from which the page's script goes on to where somebody left."""
        game = _game(request)
        return RedirectResponse(f"/learn/{game.name}/1?continue=yes", 303)

    async def step(self, request: PageRequest) -> Response:
        """Show a step, or what comes of the move that is tried there."""
        game = _game(request)
        number = whole_number(request.http.path_params["step"])
        if number == len(game.lessons) + 1:
            known = {"game": game, "lessons": game.lessons, "has_puzzles": bool(puzzles_of(game.name))}
            return self._page(request, "lesson-end.html", known)
        self._service.budget.spend(request.visitor, PICTURE)
        lesson = _lesson(game, number)
        progress, state = await self._progress(request, game, lesson), "asking"
        context: dict[str, Any] = {}
        if tried := request.query.get("tried", ""):
            progress, state, context = _judged(progress, tried)
        elif progress.task is None:
            state = "done"
        page = study_page(
            progress.match, lesson.seat, request.language, request.room, read_number(request.query.get("n", ""))
        )
        context = {
            **study_context(page, is_open=state != "done"),
            **context,
            "kind": "lesson",
            "keep": f"{game.name} {number}",
            "heading": translated(say("Learn to play"), request.language),
            "here": f"/learn/{game.name}/{number}",
            "lessons": game.lessons,
            "lesson": lesson,
            "number": number,
            "task": progress.task,
            "told": progress.told,
            "state": state,
            "played": BETWEEN.join(map(str, progress.match.moves)),
            "room_template": "lesson-room.html",
        }
        if state == "wrong" and "again" in request.query:
            context["wanted"] = _wanted(context, progress)
        return self._page(request, "lesson-room.html" if request.is_script else "study.html", context)

    async def preview(self, request: PageRequest) -> Response:
        """Send what a move would do."""
        self._service.budget.spend(request.visitor, PREVIEW)
        game = _game(request)
        lesson = _lesson(game, whole_number(request.http.path_params["step"]))
        progress = await self._progress(request, game, lesson)
        page = study_page(progress.match, lesson.seat, request.language, request.room)
        return self._json(page.preview(request.query.get("move", "")))

    async def _progress(self, request: PageRequest, game: Game, lesson: Lesson) -> Progress:
        await self._service.tables.warmup.prepare(game.name)
        played = request.query.get("played", "")[:LONGEST]
        try:
            return follow(lesson, played.split(BETWEEN) if played else ())
        except (NotDoneError, NotationError) as error:
            raise Refusal("bad_move", whole(reason(error))) from None


def _game(request: PageRequest) -> Game:
    game = find_game(request.http.path_params["game"])
    if not game.lessons or game.drawing is None:
        raise Refusal("no_lesson", say("There are no lessons for {game} yet.", game=game.title))
    return game


def _lesson(game: Game, number: int) -> Lesson:
    if not 1 <= number <= len(game.lessons):
        raise Refusal("no_lesson", say("{game} has {count} lessons.", game=game.title, count=len(game.lessons)))
    return game.lessons[number - 1]


def _judged(progress: Progress, tried: str) -> tuple[Progress, str, dict[str, Any]]:
    """Return the lesson after a move that is tried, in which state that leaves it, and what to say about the move."""
    lesson, match = progress.lesson, progress.match
    if progress.task is None:
        raise Refusal("bad_move", say("This step is done."))
    try:
        move = Move(match.game, lesson.seat, match.game.notation.code(tried))
    except NotationError as error:
        raise Refusal("bad_move", whole(reason(error))) from None
    if (refusal := match.why_not(move)) is not None:
        raise Refusal("illegal_move", whole(refusal))
    if not does(progress, move):
        return progress, "wrong", {"advice": progress.task.advice(str(move))}
    after = follow(lesson, [*map(str, match.moves), str(move)])
    return after, "asking" if after.task else "done", {}


def _wanted(context: dict[str, Any], progress: Progress) -> list[str]:
    """Return the ids of the elements that lead to a move that does the task, for somebody who does not find it."""
    right = {str(move) for move in answers(progress)}
    scene = context["scene"]
    found = [choice.taken or choice.target for choice in scene.choices if choice.move in right]
    found += [choice.target for choice in scene.choices if choice.move in right]
    found += [piece.target for piece in scene.pieces if any(_fits(piece.move, move) for move in right)]
    return sorted({element for element in found if element})


def _fits(template: str, move: str) -> bool:
    return move.split()[:2] == template.split()[:2]
