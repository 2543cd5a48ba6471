"""Sentences about what cannot be done with a match."""

from __future__ import annotations

from collections.abc import Iterable

from tilery.words import Sentence, all_of, say, say_many


def no_seat(seat: int, seats: int) -> Sentence:
    return say("there are seats 0 to {last}, not {seat}", last=seats - 1, seat=seat)


def not_to_move(seat: int, waiting: Iterable[int]) -> Sentence:
    players = _players(waiting)
    others = say_many("{players} is to move", "{players} are to move", len(players), players=all_of(players))
    return say("it is not player {player}'s turn; {others}", player=seat + 1, others=others)


def several_to_move(waiting: Iterable[int]) -> Sentence:
    return say("specify the seat, because several can move: {players}", players=all_of(_players(waiting)))


def _players(seats: Iterable[int]) -> list[Sentence]:
    return [say("player {player} (seat {seat})", player=seat + 1, seat=seat) for seat in seats]


def no_seed(*, is_imagined: bool) -> Sentence:
    if is_imagined:
        return say("an imagined match has no seed: it was redealt, and nobody knows the true deal")
    return say("this match has no seed: it started from a position or a given deal")


def cannot_undo(played: int, wanted: int, *, is_imagined: bool) -> Sentence:
    if is_imagined:
        return say_many(
            "{count} move was played since this match was imagined, so {wanted} cannot be undone",
            "{count} moves were played since this match was imagined, so {wanted} cannot be undone",
            played,
            wanted=wanted,
        )
    return say_many(
        "{count} move was played, so {wanted} cannot be undone",
        "{count} moves were played, so {wanted} cannot be undone",
        played,
        wanted=wanted,
    )
