"""Commands about puzzles: mining them from games of bots, and checking those that ship with a game."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from tqdm import tqdm

from tilery import games
from tilery.cli.arguments import Commands, UsageError, output
from tilery.words import say, say_many

if TYPE_CHECKING:
    from tilery.coach.puzzles import Puzzle

T = TypeVar("T")


def add_commands(commands: Commands) -> None:
    tell, file = commands.tell, commands.file
    about = say("find positions in games of bots in which one move is clearly best (docs/coach.md)")
    command = commands.add("puzzles", puzzles, about)
    command.add_argument("game", metavar=commands.game)
    about = say("number of games to look through; default 10")
    command.add_argument("--games", dest="count", type=commands.count, default=10, metavar="N", help=tell(about))
    about = say("number of players; default: games of the two smallest numbers by turns")
    command.add_argument("--seats", type=commands.count, metavar="N", help=tell(about))
    about = say("same seed, same puzzles; default 0")
    command.add_argument("--seed", type=commands.integer, default=0, metavar="S", help=tell(about))
    command.add_argument("--out", type=Path, metavar=f"{file}.jsonl", help=tell(say("default: standard output")))
    about = say("check puzzles by a stronger search instead, and write those that hold")
    command.add_argument("--check", action="store_true", help=tell(about))
    about = say("with --check: the puzzles to check; default: those that ship with the game")
    command.add_argument("--file", type=Path, metavar=f"{file}.jsonl", help=tell(about))
    about = say("with --check: how many times as hard to look as a review does; default 8")
    command.add_argument("--times", type=commands.count, default=8, metavar="N", help=tell(about))


def puzzles(asked: argparse.Namespace) -> None:
    if asked.check:
        _check(asked)
        return
    from tilery.coach.mining import mine  # noqa: PLC0415  (loads the compiler)

    found = mine(games.find(asked.game), asked.count, seats=asked.seats, seed=asked.seed)
    with output(asked.out) as out:
        for some in _with_progress(found, asked.count, asked.tell(say("games"))):
            for puzzle in some:
                print(puzzle.to_line(), file=out, flush=True)


def _check(asked: argparse.Namespace) -> None:
    from tilery.coach.mining import check  # noqa: PLC0415  (loads the compiler)

    known = _known(asked)
    if not known:
        raise UsageError(say("there are no puzzles of {game} to check", game=asked.game))
    held = []
    for puzzle in _with_progress(known, len(known), asked.tell(say("puzzles"))):
        checked = check(puzzle, asked.times)
        if not checked.is_refuted:
            held.append(puzzle)
        verdict = say("refuted by {move}", move=checked.rival) if checked.is_refuted else say("holds")
        line = say(
            "{name}: {best}, better than {rival} by {margin:.1%} ± {error:.1%}: {verdict}",
            name=puzzle.name,
            best=puzzle.best,
            rival=checked.rival,
            margin=checked.margin,
            error=checked.error,
            verdict=verdict,
        )
        print(asked.tell(line), file=sys.stderr, flush=True)
    count = len(known)
    refuted = say_many(
        "{refuted} of {count} puzzle refuted.",
        "{refuted} of {count} puzzles refuted.",
        count,
        refuted=count - len(held),
    )
    print(asked.tell(refuted), file=sys.stderr)
    if asked.out is not None:
        asked.out.write_text("".join(f"{puzzle.to_line()}\n" for puzzle in held), "utf-8")


def _known(asked: argparse.Namespace) -> list[Puzzle]:
    from tilery.coach.puzzles import Puzzle, puzzles_of  # noqa: PLC0415

    if asked.file is None:
        return list(puzzles_of(asked.game))
    return [Puzzle.from_line(line) for line in asked.file.read_text("utf-8").splitlines()]


def _with_progress(things: Iterable[T], total: int, unit: str) -> Iterable[T]:
    return tqdm(things, total=total, unit=f" {unit}", disable=None, file=sys.stderr)
