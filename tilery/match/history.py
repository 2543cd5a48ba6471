"""What a match tells of its moves: to everybody, to a seat, and to a match that is imagined from what a seat knows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from tilery.games.game import Game
from tilery.match.moves import Move


class PastMove(NamedTuple):
    """What an imagined match tells of a move that was played before it was imagined."""

    seat: int
    text: str
    """As the seat for which the match was imagined may read it."""
    public: str
    """As everybody may read it."""
    shown: str
    """What everybody saw when it was made."""
    faded: str
    """What is told of it once the moment is over, where players have to remember."""


class History(NamedTuple):
    """The moves of a match: those before it was imagined, if it was, and those that were played since."""

    game: Game
    past: tuple[PastMove, ...]
    played: Sequence[Move]
    is_imagined: bool
    viewer: int | None
    """For whom the match was imagined."""
    fades: bool
    """Whether players have to remember by themselves."""

    def log(self, seat: int | None) -> list[tuple[int, str]]:
        """Return all moves, each with its seat, as `seat` may read them; without a seat, as everybody may."""
        if self.fades:
            return self._log_that_fades(seat)
        notation = self.game.notation
        knows = seat is not None and seat == self.viewer
        past = [(move.seat, move.text if knows else move.public) for move in self.past]
        return past + [
            (move.seat, notation.text(move.code) if move.seat == seat else notation.public(move.code))
            for move in self.played
        ]

    def _log_that_fades(self, seat: int | None) -> list[tuple[int, str]]:
        """Return the last moves as everybody may read them, and of earlier ones what is told after the moment."""
        public, faded = self.game.notation.public, self.game.faded or self.game.notation.public
        moment = self._moment(seat)
        past = [(move.seat, move.faded if at < moment else move.public) for at, move in enumerate(self.past)]
        return past + [
            (move.seat, faded(move.code) if at < moment else public(move.code))
            for at, move in enumerate(self.played, len(self.past))
        ]

    def _moment(self, seat: int | None) -> int:
        """Return where the moves begin that are still told in full where players have to remember."""
        if seat is None:
            return len(self.past) + len(self.played) - 1
        own = self._last_decision(seat) or 0
        return max(own, len(self.past) - 1) if self.is_imagined and seat != self.viewer else own

    def since_own_decision(self, seat: int | None) -> list[tuple[int, str]]:
        """Return what others have done since `seat` last decided; for a spectator, what was done last."""
        log = self.log(seat)
        start = max(0, len(log) - 1)
        if seat is not None:
            own = self._last_decision(seat)
            start = 0 if own is None else own + 1
        return log[start:]

    def _last_decision(self, seat: int) -> int | None:
        """Return where in the log the last move of `seat` stands."""
        for place in range(len(self.played) - 1, -1, -1):
            if self.played[place].seat == seat:
                return len(self.past) + place
        return next((place for place in range(len(self.past) - 1, -1, -1) if self.past[place].seat == seat), None)

    def remembered_by(self, viewer: int | None, shown: Sequence[str]) -> tuple[PastMove, ...]:
        """Return what `viewer` may know of all moves; `shown` is what everybody saw as each was made."""
        notation, faded = self.game.notation, self.game.faded or self.game.notation.public
        knows = viewer is not None and viewer == self.viewer
        past = [move if knows else move._replace(text=move.public) for move in self.past]
        for move, seen in zip(self.played, shown[len(past) :], strict=True):
            public = notation.public(move.code)
            text = notation.text(move.code) if move.seat == viewer else public
            past.append(PastMove(move.seat, text, public, seen, faded(move.code)))
        if self.fades:  # what is over has to be remembered, also at the end of what is imagined from here
            moment = self._moment(viewer)
            past = [
                move._replace(text=public, public=public)
                for at, move in enumerate(past)
                for public in (move.faded if at < moment else move.public,)
            ]
        return tuple(past)
