"""One running game in Python: who owes a decision, what is legal, what a seat may see, who won."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from tilery import games
from tilery.games.game import Game
from tilery.kernel import chance, drive
from tilery.kernel.contract import SPECTATOR, State
from tilery.match.moves import LegalMoves, Move
from tilery.match.prepared import load
from tilery.match.scores import ScoreSheet
from tilery.words import Sentence, SpokenError, all_of, say, say_many

if TYPE_CHECKING:
    from tilery.match.record import Record


class IllegalMoveError(SpokenError):
    """A move cannot be played now; the sentence says which rule forbids it. The match is as it was before."""


@dataclass(frozen=True)
class View:
    """All that one seat may know of a match now; `seat` is None for a spectator."""

    game: str
    seats: int
    options: dict[str, Any]
    seat: int | None
    waiting: tuple[int, ...]
    legal_moves: tuple[str, ...]
    table: dict[str, Any]
    last_moves: tuple[tuple[int, str], ...]

    @property
    def picture(self) -> Sentence:
        """The table as text."""
        return games.find(self.game).views.picture(self.table)

    def to_json(self) -> str:
        return json.dumps({**vars(self), "picture": self.picture}, ensure_ascii=False, separators=(",", ":"))

    def __str__(self) -> str:
        return self.picture

    def _repr_svg_(self) -> str | None:
        """How a notebook shows it; as text if the game has no drawing."""
        from tilery.match.picture import to_svg  # noqa: PLC0415  (pictures show views)

        return to_svg(self) if games.find(self.game).drawing else None


class Match:
    """A match of one game.

    Examples:
        >>> match = Match("topiary", seats=2, seed=7)
        >>> match.waiting
        (0,)
        >>> match.play("visit c1S")
        <Move visit c1S by seat 0>
    """

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        seed: int | str | None = None,
    ) -> None:
        """A seed is a whole number below 2^128, or the text of one as records hold it; without one, it is drawn."""
        self.game = games.find(game) if isinstance(game, str) else game
        self.seats = self.game.seats[0] if seats is None else seats
        self.game.check_seats(self.seats)
        self.options = self.game.read_options(self.seats, options or {})
        self.seed = secrets.randbits(128) if seed is None else read_seed(seed) if isinstance(seed, str) else seed
        self._encoded = np.array(self.game.encode_options(self.options), np.int64)
        load(self.game.name)
        self._buffer = np.zeros(self.game.rules.MAX_MOVES, np.int32)
        self._deal()

    def _deal(self) -> None:
        self._states = drive.new_states(self.game.rules.STATE)
        self._owing = drive.setup(self._states, self.seats, self._encoded, chance.generator(self.seed))
        self._played: list[Move] = []
        self._shown: list[str] = []  # what was seen as moves were made, as far as somebody has asked
        self._listed = (0, 0)  # a seat, and how many legal moves of it stand in the buffer

    @property
    def state(self) -> State:
        """The whole state with all that is hidden, for reading; it changes as moves are played."""
        record: State = self._states.view(np.recarray)[0]
        return record

    @property
    def states(self) -> drive.States:
        """The state as an array of one, as compiled code takes it."""
        return self._states

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that owe a decision; none when the game is over."""
        return _seats(self._owing)

    @property
    def is_over(self) -> bool:
        return not self._owing

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played so far."""
        return tuple(self._played)

    def legal_moves(self, seat: int | None = None) -> LegalMoves:
        """The moves that `seat` can play now; none if it owes no decision. May be left out while only one seat does."""
        if seat is None:
            seat = self._only_seat()
        if not 0 <= seat < self.seats or not self._owing >> seat & 1:
            return LegalMoves(self.game, seat, self._buffer[:0].copy())
        count = drive.legal_moves(self._states, seat, self._buffer)
        self._listed = (seat, count)
        return LegalMoves(self.game, seat, self._buffer[:count].copy())

    def play(self, move: Move | str, seat: int | None = None) -> Move:
        """Play a move, given as an object or in notation. `seat` may be left out while only one owes a decision."""
        if not isinstance(move, Move):
            move = Move(self.game, self._only_seat() if seat is None else int(seat), self.game.notation.code(str(move)))
        owing = drive.ILLEGAL
        if self._may_try(move):
            listed = self._listed[1] if self._listed[0] == move.seat else 0
            self._listed = (0, 0)
            owing = drive.step(self._states, move.seat, move.code, self._buffer, listed)
        if owing == drive.ILLEGAL:
            raise IllegalMoveError(say("{move}: {sentence}", move=str(move), sentence=self.why_not(move)))
        self._owing = owing
        self._played.append(move)
        return move

    def play_randomly(self, limit: int | None = None, *, seed: int | None = None) -> None:
        """Play random moves to the end of the game, or at most `limit` of them, all in compiled code.

        Every legal move is as likely as another; where several seats owe a decision, one of them is drawn first.
        """
        longest = self.game.rules.MAX_LENGTH if limit is None else limit
        rng = chance.generator(secrets.randbits(128) if seed is None else seed)
        seats = np.zeros(longest, np.int32)
        codes = np.zeros(longest, np.int32)
        self._listed = (0, 0)
        count = drive.random_moves(self._states, rng, self._buffer, seats, codes, longest)
        self._owing = drive.waiting(self._states)
        for seat, code in zip(seats[:count].tolist(), codes[:count].tolist(), strict=True):
            self._played.append(Move(self.game, seat, code))

    def _may_try(self, move: Move) -> bool:
        return 0 <= move.seat < self.seats and (move.game is self.game or move.game.name == self.game.name)

    def why_not(self, move: Move) -> Sentence | None:
        """The rule that forbids `move` now, as a sentence; None if it is legal."""
        if move.game.name != self.game.name:
            return say("that is a move of {other}, and this is {game}", other=move.game.title, game=self.game.title)
        if not self._owing:
            return say("the game is over")
        if not 0 <= move.seat < self.seats:
            return self._no_seat(move.seat)
        if move.seat not in self.waiting:
            player, others = move.seat + 1, self._who_owes()
            return say("player {player} owes no decision now; {others}", player=player, others=others)
        self._listed = (0, 0)
        if drive.is_legal(self._states, move.seat, move.code, self._buffer):
            return None
        return self.game.refusals.why_not(self.state, move.seat, move.code)

    def _only_seat(self) -> int:
        waiting = self.waiting
        if len(waiting) == 1:
            return waiting[0]
        if not waiting:
            raise IllegalMoveError(say("the game is over"))
        others = self._who_owes()
        raise IllegalMoveError(say("say which seat is meant, because several may play: {others}", others=others))

    def _who_owes(self) -> Sentence:
        players = [say("player {player} (seat {seat})", player=seat + 1, seat=seat) for seat in self.waiting]
        return say_many("{players} does", "{players} do", len(players), players=all_of(players))

    def _no_seat(self, seat: int) -> Sentence:
        return say("there are seats 0 to {last}, not {seat}", last=self.seats - 1, seat=seat)

    def view(self, seat: int | None = None) -> View:
        """What `seat` may see; without a seat, what everybody may see."""
        if seat is not None and not 0 <= seat < self.seats:
            raise SpokenError(self._no_seat(seat))
        viewer = SPECTATOR if seat is None else seat
        return View(
            game=self.game.name,
            seats=self.seats,
            options=self.options,
            seat=seat,
            waiting=self.waiting,
            legal_moves=() if seat is None else tuple(map(str, self.legal_moves(seat))),
            table=self.game.views.view(self.state, viewer),
            last_moves=tuple(self._since_own_decision(seat)),
        )

    def _since_own_decision(self, seat: int | None) -> list[tuple[int, str]]:
        """What others have done since `seat` last decided; for a spectator, what was done last."""
        played = self._played
        start = max(0, len(played) - 1)
        if seat is not None:
            own = [index for index, move in enumerate(played) if move.seat == seat]
            start = own[-1] + 1 if own else 0
        return self.log(seat)[start:]

    def log(self, seat: int | None = None) -> list[tuple[int, str]]:
        """The moves so far, each with its seat, as `seat` may read them; without a seat, as everybody may."""
        notation = self.game.notation
        return [
            (move.seat, notation.text(move.code) if move.seat == seat else notation.public(move.code))
            for move in self._played
        ]

    def story(self, seat: int | None = None) -> list[tuple[int, str]]:
        """The log for those who tell it in words: each move followed by what everybody saw as it was made."""
        shown = self._seen_by_all()
        return [(who, f"{text} {seen}".rstrip()) for (who, text), seen in zip(self.log(seat), shown, strict=True)]

    def _seen_by_all(self) -> list[str]:
        if self.game.shown is not None and len(self._shown) != len(self._played):
            shown, again = [], self.copy()
            again._deal()
            for move in self._played:
                shown.append(self.game.shown(again.state, move.code))
                again.play(move)
            self._shown = shown
        return self._shown or [""] * len(self._played)

    @property
    def scores(self) -> ScoreSheet:
        """The score sheet as if the game ended now. It counts what is hidden: not for showing before the end."""
        return ScoreSheet.of(self.game, self._states)

    @property
    def outcome(self) -> ScoreSheet | None:
        """The final score sheet with the winners; None while the game runs."""
        return self.scores if self.is_over else None

    @property
    def deal(self) -> dict[str, Any]:
        """All that chance decided for the whole game."""
        return self.game.views.deal(Match(self.game, self.seats, options=self.options, seed=self.seed).state)

    def copy(self) -> Match:
        """An independent match at the same point."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin._states = drive.copied(self._states)
        twin._buffer = self._buffer.copy()
        twin._listed = (0, 0)
        twin._played = self._played.copy()
        return twin

    def __getstate__(self) -> dict[str, Any]:
        """For pickles: games are found by their names, and moves are numbers."""
        played = [(move.seat, move.code) for move in self._played]
        return {**self.__dict__, "game": self.game.name, "_played": played}

    def __setstate__(self, members: dict[str, Any]) -> None:
        self.__dict__.update(members)
        self.game = games.find(members["game"])
        self._played = [Move(self.game, seat, code) for seat, code in members["_played"]]
        load(self.game.name)

    def undo(self, count: int = 1) -> None:
        """Take back the last moves, by playing all earlier ones again."""
        if not 0 < count <= len(self._played):
            raise SpokenError(
                say_many(
                    "{count} move was played, so {wanted} cannot be taken back",
                    "{count} moves were played, so {wanted} cannot be taken back",
                    len(self._played),
                    wanted=count,
                )
            )
        kept = self._played[:-count]
        self._deal()
        for move in kept:
            self.play(move)

    def redeal(self, seat: int | None = None, seed: int | None = None) -> Match:
        """A match that looks the same to `seat`, with all that it cannot know drawn anew.

        Its log of moves stays that of this match, though what others did in secret may differ: it cannot be recorded.
        """
        twin = self.copy()
        rng = chance.generator(secrets.randbits(128) if seed is None else seed)
        drive.redeal(twin._states, SPECTATOR if seat is None else seat, rng)
        return twin

    def record(self) -> Record:
        """The match as a document that can be saved and replayed."""
        from tilery.match.record import Record  # noqa: PLC0415  (records replay matches)

        return Record.of(self)

    @property
    def picture(self) -> Sentence:
        """The table as a drawing in text, with all that everybody may see."""
        return self.game.views.picture(self.game.views.view(self.state, SPECTATOR))

    def __str__(self) -> str:
        return self.picture

    def _repr_svg_(self) -> str | None:
        """How a notebook shows it: what everybody may see."""
        return self.view()._repr_svg_()

    def __repr__(self) -> str:
        stage = "over" if self.is_over else "waiting for " + " and ".join(f"seat {seat}" for seat in self.waiting)
        return f"<Match of {self.game.title}, {self.seats} seats, {len(self._played)} moves played, {stage}>"


def read_seed(text: str) -> int:
    """A seed that is written as in records."""
    if len(text) != 32 or any(digit not in "0123456789abcdef" for digit in text):
        raise SpokenError(say("a seed has 32 digits, each 0 to 9 or a to f"))
    return int(text, 16)


@cache
def _seats(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(bits.bit_length()) if bits >> seat & 1)
