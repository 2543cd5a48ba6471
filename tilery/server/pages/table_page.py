"""The template context of a table's page for one viewer: translated sentences, pictures as SVG, offers as JSON.

It is built from the viewer's view alone, so a page cannot show more than the API does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any
from zlib import crc32

from markupsafe import Markup

from tilery import bots, games
from tilery.games import art
from tilery.games.drawing import Choice, Picture, Piece, Preview, Room, Scene, Selection, named
from tilery.games.drawing import player as anonymous
from tilery.games.lettering import lettered
from tilery.match.match import Match
from tilery.match.scores import ScoreSheet
from tilery.server.pages.activity import latest_activity
from tilery.server.pages.chat_messages import latest_messages
from tilery.server.pages.symbols import used_symbols, without_bare_numbers
from tilery.server.tables import commands
from tilery.server.tables.joining import JoinRequest
from tilery.server.tables.roles import Role
from tilery.server.tables.table import Table
from tilery.words import Sentence, all_of, say, say_many, translated

LOG_ENTRIES = 6

LEVELS: dict[str, Sentence] = {
    "random": say("random bot"),
    "greedy": say("greedy bot"),
    "novice": say("novice bot"),
    "easy": say("easy bot"),
    "medium": say("medium bot"),
    "hard": say("hard bot"),
    "expert": say("expert bot"),
}

LEVEL_NAMES: dict[str, Sentence] = {
    "novice": say("Novice"),
    "easy": say("Easy"),
    "medium": say("Medium"),
    "hard": say("Hard"),
    "expert": say("Expert"),
}
"""The levels that people choose from, where bots are meant anyway."""


def player_name(table: Table, seat: int) -> Sentence | str:
    """Return the name of a seat's player on pages."""
    player = table.players[seat]
    if player.kind == "bot":
        return LEVELS.get(player.level or "", say("bot"))
    if player.kind == "open":
        return say("Open seat")
    return player.name or anonymous(seat)


@dataclass(frozen=True)
class TablePage:
    """A table as one viewer sees it."""

    table: Table
    seat: int | None
    roles: frozenset[Role]
    language: str
    room: Room = Room.DESK
    join_requests: tuple[JoinRequest, ...] = ()
    """Who waits to be let in, for those who can do so."""
    owners: tuple[int, ...] = ()
    """The seats of whoever made the table, as long as it is open."""

    def words(self, sentence: Sentence | str | None) -> str:
        """Translate a sentence into the viewer's language and fill in the players' names."""
        if sentence is None:
            return ""
        if isinstance(sentence, Sentence):
            sentence = named(sentence, self.names)
        return translated(sentence, self.language)

    @cached_property
    def names(self) -> list[str]:
        """The players' names; bots of the same level and people of the same name are numbered."""
        names = [translated(player_name(self.table, seat), self.language) for seat in range(self.table.seats)]
        for seat, player in enumerate(self.table.players):
            if player.kind == "bot":
                name = names[seat][:1].upper() + names[seat][1:]
                same = [other for other, them in enumerate(self.table.players) if them.level == player.level]
                names[seat] = f"{name} {same.index(seat) + 1}" if len(same) > 1 else name
            elif player.kind == "person" and player.name:
                same = [other for other, them in enumerate(self.table.players) if _is_same(them.name, player.name)]
                names[seat] = f"{player.name} ({same.index(seat) + 1})" if len(same) > 1 else player.name
        return names

    def verdict(self, outcome: ScoreSheet) -> str:
        """Say who won, and with how many points."""
        points = outcome.totals[outcome.winners[0]]
        if len(outcome.winners) > 1:
            players = all_of([say("{name}", name=self.names[seat]) for seat in outcome.winners])
            shared = say_many(
                "{players} share the win with {count} point",
                "{players} share the win with {count} points",
                points,
                players=players,
            )
            return self.words(shared)
        if outcome.winners[0] == self.seat:
            return self.words(say_many("You win with {count} point", "You win with {count} points", points))
        name = self.names[outcome.winners[0]]
        return self.words(
            say_many("{player} wins with {count} point", "{player} wins with {count} points", points, player=name)
        )

    def svg(self, picture: Picture, *, prefix: str = "", still: bool = False, is_told: bool = False) -> Markup:
        """Render a picture as an SVG element of the page.

        `still` if nothing in it can be chosen and the page may have it twice; `is_told` if words beside it tell its
        numbers.
        """
        body = lettered(picture, self.language, self.names)
        if still:
            body = re.sub(r' (?:id|tabindex|role)="[^"]*"', "", body)
        label = self.words(picture.label)
        if is_told or any(sign.isdigit() for sign in label):  # a screen reader would tell the numbers twice
            body = without_bare_numbers(body)
        box = f"0 0 {art.number(picture.width)} {art.number(picture.height)}"
        name = f"{prefix}{picture.name}"
        return Markup(
            f'<svg id="picture-{name}" class="picture {picture.name}" viewBox="{box}" data-box="{box}" role="group"'
            f' aria-label="{art.text(label)}" style="--ratio:{picture.width / picture.height:.4f}">{body}'
            f'<g class="overlay" data-for="{picture.name}"></g></svg>'
        )

    @cached_property
    def thumbnail(self) -> Markup:
        """The board, small and still, with just the symbols that it uses; empty where nothing can be drawn."""
        match, drawing = self.table.match, games.find(self.table.game).drawing
        if match is None or drawing is None:
            return Markup("")
        board = drawing.scene(match.view(self.seat), Room.PHONE).board
        if not board:
            return Markup("")
        body = re.sub(r' (?:id|tabindex|role|aria-label)="[^"]*"', "", lettered(board[0], self.language, self.names))
        box = f"0 0 {art.number(board[0].width)} {art.number(board[0].height)}"
        return Markup(
            f'<svg class="picture {board[0].name} thumbnail" viewBox="{box}" aria-hidden="true">'
            f"<defs>{used_symbols(self.table.game, body)}</defs>{body}</svg>"
        )

    def context(self) -> dict[str, Any]:
        """Return everything that the template needs."""
        table = self.table
        found: dict[str, Any] = {
            "page": self,
            "table": table,
            "game": games.find(table.game),
            "seat": self.seat,
            "is_owner": any(role.kind == "owner" for role in self.roles),
            "may_sit": any(role.kind in ("owner", "invite", "public") for role in self.roles),
            "names": self.names,
            "join_requests": self.join_requests,
            "chat": latest_messages(table, self.names, self.seat),
            "owners": self.owners,
            "scene": None,
            "outcome": None,
            "text": "",
            "told": 0,
            "news": 0,
            "offers": json.dumps({"number": table.number}),
            "levels": list(bots.FOR_PEOPLE),
            "may_undo": self._may_undo(),
            "room": str(self.room),
            "is_whole": False,
            "activity": latest_activity(table, self.names),
            "warming": False,
            "open_seats": [seat for seat, player in enumerate(table.players) if player.kind == "open"],
        }
        if table.match is not None:
            view = table.match.view(self.seat)
            found["view"] = view
            found["told"], found["news"], found["log"] = self._log(table.match)
            if found["game"].drawing is not None:
                scene = found["game"].drawing.scene(view, self.room)
                found["scene"] = scene
                found["offers"] = json.dumps(self._offers(scene), ensure_ascii=False, separators=(",", ":"))
            else:
                found["text"] = view.picture
                found["offers"] = json.dumps(self._plain_offers(view.legal_moves), ensure_ascii=False)
            if table.match.outcome is not None:
                found["outcome"] = table.match.outcome
        found["signs"] = self.signs(found["scene"])
        found["log_signs"] = self.signs(found["scene"], brief_mark)
        return found

    @property
    def tools_are_for(self) -> str:
        """Name what changes the tools of the page, which are not sent with every picture."""
        found = [self.table.status, "" if self.seat is None else f"seat-{self.seat}"]
        if self.seat is not None:
            player = self.table.players[self.seat]
            found += ["away" if player.away else "", "on-holiday" if player.holiday_since is not None else ""]
            found += ["named" if player.name else ""]
        if any(role.kind == "owner" for role in self.roles):  # who can remove and mute the others
            found += [
                f"with-{seat}-{crc32(other.name.encode()):x}{'-muted' if other.is_muted else ''}"
                for seat, other in enumerate(self.table.players)
                if other.kind == "person" and not other.is_removed
            ]
        return " ".join(filter(None, found))

    @property
    def hurried(self) -> int | None:
        """The seat whose time is up first, of those that owe a decision."""
        moments = {seat: self.table.time_up(seat) for seat in range(self.table.seats)}
        found = {seat: moment for seat, moment in moments.items() if moment is not None}
        return min(found, key=lambda seat: found[seat], default=None)

    def _may_undo(self) -> bool:
        """Return whether there is a move of this seat to take back."""
        if self.seat is None or self.table.match is None:
            return False
        return commands.may_undo(self.table, self.seat)

    def look(self, player: int) -> dict[str, Any]:
        """Return what is shown of one player, large: what lies before them, their numbers, and what they did last."""
        found = self.context()
        match, drawing = self.table.match, found["game"].drawing
        pictures: Sequence[Picture] = ()
        told: list[Sentence] = []
        if match is not None and drawing is not None:
            pictures = drawing.display(found["view"], player)
            entries = drawing.tell(match.story(self.seat), self.names)
            told = [entry.sentence for entry in entries if entry.seat == player]
        return {
            **found,
            "player": player,
            "pictures": pictures,
            "panel": found["scene"].panels[player] if found["scene"] and found["scene"].panels else None,
            "last": self.words(told[-1]) if told else "",
        }

    def signs(self, scene: Scene | None, usual: Callable[[int], Markup] | None = None) -> list[Markup]:
        """Return the players' signs: the game's own, or the usual marks."""
        usual = usual or mark
        own = {seat: panel.mark for seat, panel in enumerate(scene.panels if scene else ()) if panel.mark}
        return [_sign(own[seat]) if seat in own else usual(seat) for seat in range(self.table.seats)]

    def _log(self, match: Match) -> tuple[int, int, list[tuple[int, str, Sequence[str]]]]:
        """Return how many log entries there are, how many of them are news, and the latest, newest first: seat, words,
        elements they refer to."""
        moves = match.story(self.seat)
        drawing = match.game.drawing
        if drawing is None:
            news = self._news([seat for seat, _ in moves])
            return len(moves), news, [(seat, text, ()) for seat, text in reversed(moves[-LOG_ENTRIES:])]
        told = drawing.tell(moves, self.names)
        latest = reversed(told[-LOG_ENTRIES:])
        shown = [(entry.seat, translated(entry.sentence, self.language), entry.places) for entry in latest]
        return len(told), self._news([entry.seat for entry in told]), shown

    def _news(self, tellers: Sequence[int]) -> int:
        """Return how many entries of the log, which are of these seats, came after the viewer's own last one."""
        if self.seat is None:
            return 0
        return next((count for count, teller in enumerate(reversed(tellers)) if teller == self.seat), len(tellers))

    # What the viewer can do, as JSON for the page's script.

    def _offers(self, scene: Scene) -> dict[str, Any]:
        return {
            "number": self.table.match_event,
            "choices": [self._choice(choice) for choice in scene.choices],
            "pieces": [self._piece(piece) for piece in scene.pieces],
            "selections": [self._selection(selection) for selection in scene.selections],
            "names": {element: self.words(name) for element, name in scene.names.items()},
            "actions": {verb: self.words(name) for verb, name in scene.actions.items()},
            "about": self._abouts(scene),
        }

    def _abouts(self, scene: Scene) -> dict[str, str]:
        """Say what elements are: each sentence once, with the elements that it is about."""
        found: dict[str, str] = {}
        for element, about in scene.about.items():
            sentence = self.words(about)
            found[sentence] = f"{found[sentence]} {element}" if sentence in found else element
        return found

    def _plain_offers(self, moves: Iterable[str]) -> dict[str, Any]:
        choices = [{"move": move, "name": move, "target": None, "taken": None, "question": None} for move in moves]
        return {"number": self.table.match_event, "choices": choices}

    def _choice(self, choice: Choice) -> dict[str, Any]:
        return {
            "move": choice.move,
            "name": self.words(choice.name),
            "target": choice.target,
            "taken": choice.taken,
            "question": choice.question and self.words(choice.question),
        }

    def _selection(self, selection: Selection) -> dict[str, Any]:
        return {
            "name": self.words(selection.name),
            "count": selection.count,
            "targets": dict(selection.targets),
            "move": selection.move,
        }

    def _piece(self, piece: Piece) -> dict[str, Any]:
        return {
            "name": self.words(piece.spoken or piece.name),
            "target": piece.target,
            "move": piece.move,
            "unit": piece.unit,
            "origin": piece.origin,
            "picture": piece.picture,
            "faces": list(piece.faces),
            "frame": piece.frame,
            "beside": _fields(piece.beside),
            "under": piece.under,
            "orientations": [
                {
                    "cells": list(orientation.cells),
                    "places": _fields(orientation.places),
                    "name": orientation.name,
                    "frame": orientation.frame,
                    "turn": orientation.turn,
                    "flip": orientation.flip,
                }
                for orientation in piece.orientations
            ],
        }

    def preview(self, move: str) -> dict[str, Any]:
        """Return what a legal move would do, as JSON for the page's script."""
        assert self.table.match is not None
        view = self.table.match.view(self.seat)
        drawing = self.table.match.game.drawing
        if move not in view.legal_moves or drawing is None:
            return {"effect": "", "overlays": {}, "lit": [], "dimmed": [], "card": ""}
        preview: Preview = drawing.preview(view, move, self.room)
        return {
            "effect": self.words(preview.effect),
            "overlays": dict(preview.overlays),
            "lit": list(preview.lit),
            "dimmed": list(preview.dimmed),
            "card": "" if preview.card is None else str(self.svg(preview.card, prefix="card-", is_told=True)),
        }


def _fields(fields: Iterable[tuple[int, int]]) -> str:
    """Write columns and rows shorter than JSON does: there are hundreds of places for a piece."""
    return " ".join(f"{x},{y}" for x, y in fields)


def _is_same(one: str, other: str) -> bool:
    """Return whether two names can be taken for each other."""
    return one.casefold() == other.casefold()


def _sign(picture: Picture) -> Markup:
    """Render a game's own sign of a seat, to stand beside the player's name."""
    box = f"0 0 {art.number(picture.width)} {art.number(picture.height)}"
    return Markup(f'<svg class="seat-mark" viewBox="{box}" aria-hidden="true">{picture.body}</svg>')


@cache
def brief_mark(seat: int) -> Markup:
    """Render the usual mark of a seat by a symbol of the page, for where a picture of the table has many of them."""
    style = art.seat_class(seat)
    return Markup(f'<svg class="seat-mark {style}" aria-hidden="true"><use href="#mark-of-{style}"/></svg>')


@cache
def mark_symbols() -> Markup:
    """Return the symbols that `brief_mark` uses."""
    seats = range(max(games.find(name).seats[-1] for name in games.names()))
    return Markup("").join(
        Markup(f'<symbol id="mark-of-{art.seat_class(seat)}" viewBox="-13 -13 26 26">{art.mark(seat, 10)}</symbol>')
        for seat in seats
    )


@cache
def mark(seat: int, name: str = "") -> Markup:
    """Render the usual mark of a seat, with an id if it is given a name."""
    identity = f' id="{name}"' if name else ""
    return Markup(
        f'<svg{identity} class="seat-mark {art.seat_class(seat)}" viewBox="-13 -13 26 26" aria-hidden="true">'
        f"{art.mark(seat, 10)}</svg>"
    )
