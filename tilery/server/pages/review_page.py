"""The review of a finished game for one reader, one move at a time, with both moves drawn on the board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from markupsafe import Markup

from tilery.coach import Decision, Moment, Review, graph, verdicts
from tilery.coach.report import change, key_moments, percent
from tilery.games.drawing import Choice, Drawing, Picture, Piece, Preview, Room, Scene
from tilery.match.match import Match
from tilery.match.view import View
from tilery.server.pages.line_told import line_told
from tilery.server.pages.replay_pages import ReplayMoment
from tilery.server.pages.study import StudyPage, study_page
from tilery.server.pages.table_page import TablePage
from tilery.server.tables.reviews import Progress, match_before
from tilery.server.tables.table import Table
from tilery.words import say, say_many, translated

MOST_NAMED = 3  # moves that were as good


@dataclass(frozen=True)
class ReviewPage:
    """The review of a table for one reader."""

    table: Table
    progress: Progress
    own: int | None
    """The seat of who looks."""
    language: str
    room: Room
    is_deep: bool
    """Whether the coach has looked as hard as it ever does."""
    may_invite: bool
    """Whether who looks may make links to the table."""
    is_own_only: bool = False
    """Whether previous and next lead only to moments of the seat of who looks."""

    @property
    def review(self) -> Review:
        return self.progress.review

    @cached_property
    def page(self) -> TablePage:
        return TablePage(self.table, self.own, frozenset(), self.language, self.room)

    @cached_property
    def moments(self) -> list[Moment]:
        """The key moments."""
        return key_moments(self.review)

    @property
    def default(self) -> int:
        """The move to begin with: the largest chance that the reader missed, or that anybody missed."""
        own = [moment for moment in self.review.marked if moment.seat == self.own]
        missed = own or list(self.review.marked)
        if missed:
            return max(missed, key=lambda moment: moment.loss).number
        return self.moments[0].number if self.moments else 1

    def position(self, number: int) -> StudyPage:
        """Return the position before a move, as the seat that made it saw it; another one can be chosen there."""
        seat = self.table.started_match.moves[number - 1].seat
        found = study_page(match_before(self.table, number), seat, self.language, self.room)
        found.table.players = list(self.table.players)
        return found

    def context(self, number: int, tried: Decision | None = None) -> dict[str, Any]:
        """Return what the template needs to show one move, and perhaps another one that was tried in its place."""
        review = self.review
        here = review.moments[number - 1] if number <= len(review.moments) else None
        shown = _Shown(self, number, here, tried)
        visited = [moment.number for moment in self.moments if not self.is_own_only or self._is_own(moment)]
        later = [other for other in visited if other > number]
        earlier = [other for other in visited if other < number]
        colours = [f"var(--seat-{seat + 1})" for seat in range(self.table.seats)]
        return {
            "page": self.page,
            "table": self.table,
            "game": self.table.started_match.game,
            "names": self.page.names,
            "review": review,
            "progress": self.progress,
            "own": self.own,
            "number": number,
            "here": here,
            "tried": tried,
            "shown": shown,
            "signs": self.page.signs(shown.scene),
            "graph": Markup(graph.draw(review, colours, number, self.own, language=self.language)),
            "narrow_graph": Markup(graph.draw(review, colours, number, self.own, graph.NARROW, self.language)),
            "moments": [(moment, self._told(moment)) for moment in self.moments],
            "earlier": earlier[-1] if earlier else None,
            "later": later[0] if later else None,
            "percent": percent,
            "change": change,
            "words_of": verdicts.words_of,
            "as_good": verdicts.AS_GOOD,
            "title": self._title(here),
            "why": self._why(tried or here),
            "line": shown.line_told(tried or here),
            "told": self._points_of_graph(),
            "visited": visited,
            "is_own_only": self.is_own_only,
            "is_deep": self.is_deep,
            "invites": not self.table.public and self.may_invite,
        }

    def _is_own(self, moment: Moment) -> bool:
        lucky = moment.lucky_seat
        return (moment.seat if lucky is None else lucky) == self.own

    def _why(self, judged: Decision | None) -> str:
        """Say in one sentence what the better move brings: to oneself, or by what it leaves to the others."""
        if judged is None or judged.loss <= verdicts.AS_GOOD:
            return ""
        own, taken = round(judged.points_lost), round(judged.left_to_another)
        if own >= max(taken, 1):
            told = say_many(
                "The better move earns about {count} point more in the end.",
                "The better move earns about {count} points more in the end.",
                own,
            )
        elif taken >= 1:
            told = say_many(
                "The better move leaves another player about {count} point less.",
                "The better move leaves another player about {count} points less.",
                taken,
            )
        else:
            told = say("Points would hardly differ on average, but few are enough to decide the game.")
        return translated(told, self.language)

    def _points_of_graph(self) -> list[str]:
        """Tell for the beginning and for every move who moved how, and the chances of all seats after it."""
        names = self.page.names
        entries = ReplayMoment(self.table, None, self.review.moves, self.language).frame([])["entries"]
        told = []
        for number, chances in enumerate(self.review.chances):
            words = next((f"{names[seat]}: {what}" for end, seat, what in entries if end >= number > 0), "")
            shares = ", ".join(
                f"{name} {translated(percent(chance), self.language)}"
                for name, chance in zip(names, chances, strict=True)
            )
            told.append(" \u00b7 ".join(part for part in (str(number), words, shares) if part))
        return told

    def _title(self, here: Moment | None) -> str:
        """Return what is to be said of a move, in a few words."""
        if here is None:
            return translated(say("Not reviewed yet"), self.language)
        if here.lucky_seat is not None:
            return self._told(here)[2]
        words = translated(verdicts.words_of(here.name), self.language)
        return words[:1].upper() + words[1:]

    def _told(self, moment: Moment) -> tuple[int, float, str]:
        """Return a key moment for the list: whose it is, the change of a chance, and words."""
        seat = moment.lucky_seat
        if seat is None:
            title = say("{name}: {what}", name=self.page.names[moment.seat], what=verdicts.words_of(moment.name))
            return moment.seat, -moment.loss, translated(title, self.language)
        name = self.page.names[seat]
        lucky = say("{name} is lucky", name=name)
        title = lucky if moment.luck[seat] > 0 else say("{name} is unlucky", name=name)
        return seat, moment.luck[seat], translated(title, self.language)


class _Shown:
    """The position before a move from the seat that decided, with the moves that are compared laid over it."""

    def __init__(self, review: ReviewPage, number: int, here: Moment | None, tried: Decision | None) -> None:
        self._page = review.page
        self.match: Match = match_before(review.table, number)
        move = review.table.started_match.moves[number - 1]
        self.seat = move.seat
        self.view: View = self.match.view(move.seat)
        self.played = str(move)
        judged = tried or here
        self.better = judged.best.move if judged is not None and judged.best.move != self.played else None
        self.tried = tried.played.move if tried is not None else None

    @cached_property
    def _drawing(self) -> Drawing | None:
        return self.match.game.drawing

    @cached_property
    def scene(self) -> Scene | None:
        """The position; nothing in it can be chosen."""
        if self._drawing is None:
            return None
        return self._drawing.scene(replace(self.view, legal_moves=(), last_moves=()), self._page.room)

    @cached_property
    def _offered(self) -> Scene | None:
        """The position with what could be chosen."""
        return None if self._drawing is None else self._drawing.scene(self.view, self._page.room)

    @cached_property
    def choices(self) -> dict[str, Choice]:
        """The legal moves that have a name of their own."""
        return {choice.move: choice for choice in self._offered.choices} if self._offered else {}

    def _laying(self, move: str) -> tuple[Piece, str] | None:
        """Return the piece that a move lays, and how it would lie there."""
        for piece in self._offered.pieces if self._offered else ():
            if (lying := piece.lying(move)) is not None:
                return piece, lying
        return None

    @cached_property
    def listed(self) -> list[tuple[str, str]]:
        """The legal moves with their names, in a game without a board to choose them on."""
        if self._drawing is not None or not self.is_a_choice:
            return []
        return [(move, self.name(move)) for move in self.view.legal_moves]

    @property
    def is_a_choice(self) -> bool:
        """Whether there was another move."""
        return len(self.view.legal_moves) > 1

    def name(self, move: str) -> str:
        """Return a move in words."""
        if move in self.choices:
            return self._page.words(self.choices[move].name)
        if laying := self._laying(move):
            return self._page.words(laying[0].name)
        if self._drawing is not None and (told := self._drawing.tell([(self.seat, move)], self._page.names)):
            return self._page.words(told[-1].sentence)
        return move

    def other_names(self, moves: Iterable[str]) -> list[str]:
        """Return the names of a few more moves, but none that is told already: all pieces may be called the same."""
        told = {self.name(move) for move in (self.better, self.tried or self.played) if move is not None}
        return [name for name in dict.fromkeys(map(self.name, moves)) if name not in told][:MOST_NAMED]

    def line_told(self, judged: Decision | None) -> list[tuple[int, str]]:
        """Tell how the game may go on after the best move."""
        return line_told(self.match, judged.line, self._page) if judged is not None else []

    def effect(self, move: str) -> str:
        """Return what a move brings, in words."""
        preview = self._preview(move)
        return self._page.words(preview.effect) if preview else ""

    def _preview(self, move: str) -> Preview | None:
        if self._drawing is None or move not in self.view.legal_moves:
            return None
        return self._drawing.preview(self.view, move, self._page.room)

    def elements(self, move: str | None) -> str:
        """Return the ids of the elements that stand for a move."""
        if move is None:
            return ""
        choice = self.choices.get(move)
        own = [choice.target, choice.taken] if choice else []
        if laying := self._laying(move):
            own = [laying[0].target]
        preview = self._preview(move)
        return " ".join(element for element in [*own, *(preview.lit if preview else ())] if element)

    def pictures(self) -> list[Markup]:
        """Return the board, and what the seat has at hand, with both moves drawn."""
        if self.scene is None:
            return [Markup("<pre class='text-picture'>{}</pre>").format(self._page.words(self.view.picture))]
        first, *others = self._shown_pictures()
        return [
            self._laid_over(first.name, self._page.svg(first)),
            *(self._laid_over(picture.name, self._page.svg(picture), is_aside=True) for picture in others),
        ]

    def _shown_pictures(self) -> list[Picture]:
        """Return the pictures on which the moves are drawn, or else the largest one; and the hand."""
        assert self.scene is not None
        moves = [move for move in (self.tried or self.played, self.better) if move is not None]
        drawn = {name for move in moves if (preview := self._preview(move)) for name in preview.overlays}
        drawn |= {laying[0].picture for move in moves if (laying := self._laying(move))}
        marked = " ".join(map(self.elements, moves)).split()
        found = [
            picture
            for picture in self.scene.board
            if picture.name in drawn or any(f'id="{element}"' in picture.body for element in marked)
        ]
        return [*(found or self.scene.board[:1]), *self.scene.hand]

    def _laid_over(self, name: str, svg: Markup, *, is_aside: bool = False) -> Markup:
        """Lay both moves over a picture; aside from the board, where numbers would lie on numbers, one at a time."""
        layers = []
        for kind, move in (("played", self.tried or self.played), ("better", self.better)):
            if move is None:
                continue
            preview, laying = self._preview(move), self._laying(move)
            lying = laying[1] if laying and laying[0].picture == name else ""
            drawn = lying + (preview.overlays.get(name, "") if preview else "")
            if drawn:
                waits = " waits" if is_aside and self.better and kind == "played" else ""
                layers.append(f'<g class="laid {kind}{waits}">{drawn}</g>')
        empty = f'<g class="overlay" data-for="{name}"></g>'
        return Markup(str(svg).replace(empty, f'<g class="overlay">{"".join(layers)}</g>'))
