"""One running game in Python: who is to move, what is legal, what a seat may see, who won."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from functools import cache
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from tilery import games
from tilery.games.game import Game
from tilery.games.reading import Node
from tilery.games.state_text import StateTexts
from tilery.kernel import chance, runner
from tilery.kernel.arguments import index, instance, shown, whole
from tilery.kernel.contract import SPECTATOR
from tilery.match import messages
from tilery.match.history import History, PastMove
from tilery.match.moves import LegalMoves, Move
from tilery.match.scores import ScoreSheet
from tilery.match.seeds import given_or_drawn, read_seed
from tilery.match.view import View
from tilery.match.warmup import warm_up
from tilery.words import Sentence, SpokenError, say

if TYPE_CHECKING:
    from tilery.match.record import Record


A_SEAT = say("a seat")  # made once: every move checks its seat
_SEATS = (1 << runner.SEAT_BITS) - 1
_FIRST = [(seats & -seats).bit_length() - 1 for seats in range(_SEATS + 1)]  # the first of seats that are given as bits


class IllegalMoveError(SpokenError):
    """A move cannot be played now; the sentence says which rule forbids it. The match is as it was before."""


class ImaginedMatchError(SpokenError):
    """A redealt match was asked for something that only a true one has."""


class Match:
    """A match of one game.

    Examples:
        >>> match = Match("topiary", seats=2, seed=7)
        >>> match.waiting
        (0,)
        >>> match.play("visit c1S")
        <Move visit c1S by seat 0>
    """

    _is_told = False  # whether somebody has asked what was seen as moves were made

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        seed: SupportsIndex | str | None = None,
        rules: SupportsIndex | None = None,
        deal: Mapping[str, Any] | None = None,
    ) -> None:
        """A seed is a whole number below 2^128, or the text of one as records hold it; without one, it is drawn.

        `rules` is an older version of the rules to play by, for games that still know it. `deal` says what lies where,
        as `Match.deal` and records do, instead of a seed.
        """
        self.game = games.find(game) if isinstance(game, str) else instance(game, Game, say("a game"))
        self.seats = self.game.seats[0] if seats is None else whole(seats, say("a number of seats"))
        self.game.check_seats(self.seats)
        self.options = self.game.read_options(self.seats, {} if options is None else options)
        self._seed: int | None = read_seed(seed) if isinstance(seed, str) else given_or_drawn(seed)
        self._imagined = False
        self._viewer: int | None = None
        self._past: tuple[PastMove, ...] = ()
        self.rules = self.game.version if rules is None else index(rules, say("a version of the rules"))
        self.game.check_version(self.rules)
        self._encoded = self.game.encode_options(self.options, self.rules)
        warm_up(self.game.name)
        self._buffer = np.zeros(self.game.rules.MAX_MOVES, np.int32)
        self._states = runner.new_states(self.game.rules.STATE)
        runner.setup(self._states, self.seats, self._encoded, chance.generator(self._seed))
        if deal is not None:
            if seed is not None:
                raise SpokenError(say("give a seed or a deal, not both"))
            self._seed = None
            state_texts(self.game).read_deal(Node(deal), self.state)
        self._begin()

    def _begin(self) -> None:
        """Take the state as it is for the beginning, where `undo` ends."""
        self._owing = runner.waiting(self._states)
        self._start = runner.copied(self._states)
        self._start_owing = self._owing
        self._played: list[Move] = []
        self._shown: list[str] = []  # what was seen as moves were made, once somebody has asked
        self._listed = (0, 0)  # a seat, and how many legal moves of it stand in the buffer

    @classmethod
    def from_position(cls, position: str | Mapping[str, Any]) -> Match:
        """Return a match that starts from a position: JSON text, or the object that it describes. It has no seed."""
        from tilery.match.position import read_position  # noqa: PLC0415  (positions are read into matches)

        return read_position(position)

    @classmethod
    def from_state(
        cls,
        game: str | Game,
        seats: int,
        states: runner.States,
        *,
        options: Mapping[str, Any] | None = None,
        rules: int | None = None,
    ) -> Match:
        """Return a match that starts from a state of the game's own making, in an array of one: a row of a batch.

        The state is copied. Where states of the game can be written down, it is checked as a written one is.
        """
        from tilery.match.position import check_state  # noqa: PLC0415

        match = cls(game, seats, options=options, seed=0, rules=rules)
        check_state(match, states)
        match._states = runner.copied(states)
        match._start_here()
        return match

    def _start_here(self) -> None:
        """Take the state as it is for one that nobody dealt."""
        self._seed = None
        self._begin()

    def position(self) -> str:
        """Return the whole state as text, with all that is hidden, from which a match can start again."""
        from tilery.match.position import write_position  # noqa: PLC0415

        return write_position(self)

    @property
    def seed(self) -> int:
        """The seed that the match was dealt by; an imagined match has none, nor has one that started elsewhere."""
        if self._seed is None:
            kind = ImaginedMatchError if self._imagined else SpokenError
            raise kind(messages.no_seed(is_imagined=self._imagined))
        return self._seed

    @property
    def has_seed(self) -> bool:
        """Whether the match was dealt by a seed."""
        return self._seed is not None

    @property
    def start(self) -> Match:
        """The match as it was before its first move; for an imagined one, when it was imagined."""
        twin = self.copy()
        twin._restart()
        return twin

    @property
    def is_imagined(self) -> bool:
        """Whether the match was redealt: what its seat cannot know was drawn anew."""
        return self._imagined

    @property
    def imagined_for(self) -> int | None:
        """The seat from whose knowledge the match was imagined; None for a spectator's, and for a true match."""
        return self._viewer

    @property
    def state(self) -> Any:
        """The whole state with all that is hidden, for reading; it changes as moves are played.

        Its fields are those of the game's class: `state: TopiaryState = match.state` tells mypy.
        """
        return self._states.view(np.recarray)[0]

    @property
    def states(self) -> runner.States:
        """The state as an array of one, as compiled code takes it."""
        return self._states

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats that are to move; empty when the game is over."""
        return _seats(self._owing)

    @property
    def is_over(self) -> bool:
        return not self._owing

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played so far; of an imagined match, those since it was imagined."""
        return tuple(self._played)

    def legal_moves(self, seat: SupportsIndex | None = None) -> LegalMoves:
        """Return the moves that `seat` can play now, or none; it may be left out while only one seat is to move."""
        if seat is None:
            seat = self._only_seat()
        elif type(seat) is not int or not 0 <= seat < self.seats:
            seat = self._checked(seat)
        listed, count = self._listed
        if listed != seat or not count:
            if not self._owing >> seat & 1:
                return LegalMoves(self.game, seat, self._buffer[:0].copy())
            count = runner.legal_moves(self._states, seat, self._buffer)
            self._listed = (seat, count)
        return LegalMoves(self.game, seat, self._buffer[:count].copy())

    def play(self, move: Move | str, seat: SupportsIndex | None = None) -> Move:
        """Play a move, given as an object or in notation. `seat` may be left out while only one is to move."""
        if not isinstance(move, Move):
            move = self._read_move(move, seat)
        after, seat = runner.ILLEGAL, move.seat
        told = self.copy() if self._is_told and self.game.shown is not None else None
        if 0 <= seat < self.seats and (move.game is self.game or move.game.name == self.game.name):
            listed, count = self._listed
            after = self.game.step(self._states, seat, move.code, self._buffer, count if listed == seat else 0)
        if after == runner.ILLEGAL:
            self._listed = (0, 0)
            raise IllegalMoveError(say("{move}: {sentence}", move=str(move), sentence=self.why_not(move)))
        self._owing = owing = after & _SEATS
        self._listed = (_FIRST[owing], after >> runner.SEAT_BITS)
        self._played.append(move)
        if told is not None and self.game.shown is not None:
            self._shown = [*self._shown, self.game.shown(told.state, seat, move.code)]
        return move

    def _read_move(self, text: str, seat: SupportsIndex | None) -> Move:
        if not isinstance(text, str):
            raise SpokenError(say("a move must be a Move or its notation, not {value}", value=shown(text)))
        number = self._only_seat() if seat is None else index(seat, A_SEAT)
        code = self.game.notation.code(text)
        if not 0 <= number < self.seats:
            raise IllegalMoveError(say("{move}: {sentence}", move=text, sentence=messages.no_seat(number, self.seats)))
        return Move(self.game, number, code)

    def play_randomly(self, limit: SupportsIndex | None = None, *, seed: SupportsIndex | None = None) -> None:
        """Play random moves to the end of the game, or at most `limit` of them, all in compiled code.

        Every legal move is as likely as another; where several seats owe a decision, one of them is drawn first.
        """
        longest = self.game.rules.MAX_LENGTH
        if limit is not None:
            longest = min(longest, whole(limit, say("a limit")))
        rng = chance.generator(given_or_drawn(seed))
        seats = np.zeros(longest, np.int32)
        codes = np.zeros(longest, np.int32)
        count = runner.random_moves(self._states, rng, self._buffer, seats, codes, longest)
        played = zip(seats[:count].tolist(), codes[:count].tolist(), strict=True)
        self.note_played([Move(self.game, seat, code) for seat, code in played], runner.waiting(self._states))

    def note_played(self, moves: Iterable[Move], owing: int) -> None:
        """Note legal moves that compiled code has played on `states`, and the seats that owe a decision now as bits."""
        self._listed = (0, 0)
        self._shown, self._is_told = [], False
        self._owing = owing
        self._played.extend(moves)

    def why_not(self, move: Move) -> Sentence | None:
        """Return the rule that forbids `move` now, as a sentence; None if it is legal."""
        if instance(move, Move, say("a move")).game.name != self.game.name:
            return say("that is a move in {other}, but this is {game}", other=move.game.title, game=self.game.title)
        if not self._owing:
            return say("the game is over")
        if not 0 <= move.seat < self.seats:
            return messages.no_seat(move.seat, self.seats)
        if move.seat not in self.waiting:
            return messages.not_to_move(move.seat, self.waiting)
        self._listed = (0, 0)
        if runner.is_legal(self._states, move.seat, move.code, self._buffer):
            return None
        if not move.can_be_written:
            return say("{game} has no such move", game=self.game.title)
        return self.game.refusals.why_not(self.state, move.seat, move.code)

    def _only_seat(self) -> int:
        waiting = self.waiting
        if len(waiting) == 1:
            return waiting[0]
        if not waiting:
            raise IllegalMoveError(say("the game is over"))
        raise IllegalMoveError(messages.several_to_move(waiting))

    def _checked(self, seat: SupportsIndex) -> int:
        """Check a seat that was given as an argument."""
        number = index(seat, A_SEAT)
        if not 0 <= number < self.seats:
            raise SpokenError(messages.no_seat(number, self.seats))
        return number

    def view(self, seat: SupportsIndex | None = None) -> View:
        """Return what `seat` may see; without a seat, what everybody may see."""
        seat = None if seat is None else self._checked(seat)
        viewer = SPECTATOR if seat is None else seat
        return View(
            game=self.game.name,
            seats=self.seats,
            options=copied_options(self.options),
            seat=seat,
            waiting=self.waiting,
            legal_moves=() if seat is None else tuple(map(str, self.legal_moves(seat))),
            table=self.game.views.view(self.state, viewer),
            last_moves=tuple(self._history.since_own_decision(seat)),
        )

    def log(self, seat: SupportsIndex | None = None) -> list[tuple[int, str]]:
        """Return the moves so far, each with its seat, as `seat` may read them; without a seat, as everybody may.

        Of what was played before a match was imagined, only what its seat knew is told. In a game in which players have
        to remember, only the last moves are told in full while it runs: for a seat, those since its own last decision.
        """
        return self._history.log(None if seat is None else self._checked(seat))

    @property
    def _history(self) -> History:
        fades = self.game.faded is not None and not self.is_over and self.game.is_memory_asked(self.options)
        return History(self.game, self._past, self._played, self._imagined, self._viewer, fades)

    def story(self, seat: SupportsIndex | None = None) -> list[tuple[int, str]]:
        """Return the log for those who tell it in words: each move followed by what everybody saw as it was made."""
        shown = self._seen_by_all()
        return [(who, f"{text} {seen}".rstrip()) for (who, text), seen in zip(self.log(seat), shown, strict=True)]

    def _seen_by_all(self) -> list[str]:
        if self.game.shown is not None and not self._is_told:
            again = self.copy()
            again._is_told = True
            again._restart()
            for move in self._played:
                again.play(move)
            self._shown, self._is_told = again._shown, True  # from now on it is noted with every move
        return [move.shown for move in self._past] + (self._shown or [""] * len(self._played))

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
        """All that chance decided for the whole game; an imagined match has none."""
        again = Match(self.game, self.seats, options=self.options, seed=self.seed, rules=self.rules)
        return self.game.views.deal(again.state)

    def copy(self) -> Match:
        """Return an independent match at the same point."""
        twin = object.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin._states = runner.copied(self._states)
        twin._buffer = self._buffer.copy()
        twin._listed = (0, 0)
        twin._played = self._played.copy()
        twin.options = copied_options(self.options)
        return twin

    __copy__ = copy

    def __deepcopy__(self, _memory: dict[int, Any]) -> Match:
        return self.copy()

    def __getstate__(self) -> dict[str, Any]:
        """For pickles: games are found by their names, and moves are numbers."""
        played = [(move.seat, move.code) for move in self._played]
        return {**self.__dict__, "game": self.game.name, "_played": played}

    def __setstate__(self, members: dict[str, Any]) -> None:
        self.__dict__.update(members)
        self.game = games.find(members["game"])
        self._played = [Move(self.game, seat, code) for seat, code in members["_played"]]
        warm_up(self.game.name)

    def undo(self, count: SupportsIndex = 1) -> None:
        """Undo the last moves, by playing all earlier ones again; never past the moment a match was imagined."""
        count = whole(count, say("a number of moves"), low=1)
        if count > len(self._played):
            kind = ImaginedMatchError if self._imagined else SpokenError
            raise kind(messages.cannot_undo(len(self._played), count, is_imagined=self._imagined))
        kept = self._played[:-count]
        self._restart()
        for move in kept:
            self.play(move)

    def _restart(self) -> None:
        """Go back to the deal, or to the moment when the match was imagined."""
        self._states = runner.copied(self._start)
        self._owing = self._start_owing
        self._played = []
        self._shown = []
        self._listed = (0, 0)

    def redeal(self, seat: SupportsIndex | None = None, seed: SupportsIndex | None = None) -> Match:
        """Imagine a match that looks the same to `seat`, with all that it cannot know drawn anew.

        Nothing of the truth is in it: no seed and no deal, and of earlier moves only what the seat may read. It can be
        played on and undone back to this moment, but not recorded.
        """
        viewer = None if seat is None else self._checked(seat)
        twin = object.__new__(Match)
        twin.game, twin.seats, twin.options = self.game, self.seats, copied_options(self.options)
        twin.rules, twin._encoded = self.rules, self._encoded
        twin._seed, twin._imagined, twin._viewer = None, True, viewer
        twin._past = self._history.remembered_by(viewer, self._seen_by_all())
        twin._states = runner.copied(self._states)
        runner.redeal(twin._states, SPECTATOR if viewer is None else viewer, chance.generator(given_or_drawn(seed)))
        twin._start, twin._start_owing = runner.copied(twin._states), self._owing
        twin._buffer = np.zeros_like(self._buffer)  # this one holds legal moves, of others too
        twin._restart()
        return twin

    def record(self) -> Record:
        """Return the match as a document that can be saved and replayed; an imagined match has none."""
        if self._imagined:
            raise ImaginedMatchError(
                say("an imagined match cannot be recorded: nobody dealt it, and its past is not known in full")
            )
        from tilery.match.record import Record  # noqa: PLC0415  (records replay matches)

        return Record.of(self)

    @property
    def picture(self) -> Sentence:
        """The table as a drawing in text, with all that everybody may see."""
        return self.game.views.picture(self.game.views.view(self.state, SPECTATOR))

    def __str__(self) -> str:
        return self.picture

    def _repr_svg_(self) -> str | None:
        """Draw it for a notebook: what everybody may see."""
        return self.view()._repr_svg_()

    def __repr__(self) -> str:
        stage = "over" if self.is_over else "waiting for " + " and ".join(f"seat {seat}" for seat in self.waiting)
        if self._imagined:
            whom = "a spectator" if self._viewer is None else f"seat {self._viewer}"
            stage += f", imagined for {whom}"
        count = len(self._past) + len(self._played)
        return f"<Match of {self.game.title}, {self.seats} seats, {count} moves played, {stage}>"


def state_texts(game: Game) -> StateTexts[Any]:
    """Return how the states of a game are written, if they can be."""
    if game.states is None:
        raise SpokenError(say("states of {game} cannot be written down", game=game.title))
    return game.states


def copied_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options that can be changed without changing those of a match; nearly all of them are plain words."""
    return {name: value if isinstance(value, str) else deepcopy(value) for name, value in options.items()}


@cache
def _seats(bits: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(int(bits).bit_length()) if bits >> seat & 1)  # uncompiled, NumPy's number
