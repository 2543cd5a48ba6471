"""Commands that write and read games in files: simulate, replay, score, verify."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from tqdm import tqdm

from tilery.cli.arguments import Commands, UsageError, output, read_options
from tilery.words import reason, say, say_many

if TYPE_CHECKING:
    from tilery.match.match import Match
    from tilery.match.record import Record


def add_commands(commands: Commands) -> None:
    tell, file = commands.tell, commands.file
    command = commands.add("simulate", simulate, say("play games and write their records, one per line"))
    command.add_argument("games", nargs="+", metavar=commands.game)
    commands.add_match_flags(command)
    about = say("number of games; default 1")
    command.add_argument("--games", dest="count", type=commands.count, default=1, metavar="K", help=tell(about))
    about = say("who plays: bot levels, your own bots as module:Class; default: random moves")
    command.add_argument("--bots", metavar="A,B,...", help=tell(about))
    about = say("number of processes; default: one per core")
    command.add_argument("--workers", type=commands.count, metavar="N", help=tell(about))
    command.add_argument("--out", type=Path, metavar=f"{file}.jsonl", help=tell(say("default: standard output")))

    about = say("check a record (or a file with one record per line) and show the table")
    command = commands.add("replay", replay, about)
    command.add_argument("file", type=Path, metavar=file)
    about = say("show the table after N moves")
    command.add_argument("--move", type=commands.count, metavar="N", help=tell(about))
    about = say("save a picture of the table to this file")
    command.add_argument("--svg", type=Path, metavar=f"{file}.svg", help=tell(about))
    about = say("draw what player N may see; default: what a spectator sees")
    command.add_argument("--seat", type=commands.count, metavar="N", help=tell(about))

    command = commands.add("score", score, say("score a final table (docs/positions.md)"))
    command.add_argument("file", type=Path, metavar=file)

    about = say("check the deal of a record against its seed, and the seed against its hash")
    command = commands.add("verify", verify, about)
    command.add_argument("file", type=Path, metavar=file)
    about = say("the seed hash that the table published before the first move")
    command.add_argument("--hash", metavar="SHA256", help=tell(about))

    about = say("look at every move of a finished game: what it gave away, and what was luck (docs/coach.md)")
    command = commands.add("review", review, about)
    command.add_argument("file", type=Path, metavar=file)
    command.add_argument("--json", action="store_true", help=tell(say("print the numbers as JSON")))
    about = say("seconds for the whole game; default: as many as it takes, so that the answer is always the same")
    command.add_argument("--seconds", type=commands.seconds, metavar="S", help=tell(about))
    about = say("same seed, same review; default 0")
    command.add_argument("--seed", type=commands.integer, default=0, metavar="S", help=tell(about))


def simulate(asked: argparse.Namespace) -> None:
    records = chain.from_iterable(_games_of(asked, name) for name in asked.games)
    total = asked.count * len(asked.games)
    with output(asked.out) as out:
        for record in tqdm(records, total=total, unit=f" {asked.tell(say('games'))}", disable=None, file=sys.stderr):
            print(record, file=out)


def _games_of(asked: argparse.Namespace, name: str) -> Iterator[Record]:
    """Yield the games of one game that were asked for, in their order."""
    from tilery.arena import dataset, playing  # noqa: PLC0415  (loads the compiler)
    from tilery.arena.players import split_names  # noqa: PLC0415
    from tilery.match.simulate import random_match  # noqa: PLC0415

    options = read_options(name, asked.option)
    if asked.bots is not None:
        workers = asked.workers or playing.all_cores()
        bots = split_names(asked.bots)
        yield from dataset.play(name, bots, asked.count, asked.seats, options, asked.seed, workers)
        return
    random_match(name, asked.seats, options=options)  # compiles, and refuses what cannot be
    for number in range(asked.count):
        yield random_match(name, asked.seats, options=options, seed=asked.seed, number=number).record()


def replay(asked: argparse.Namespace) -> None:
    from tilery.match.record import Record  # noqa: PLC0415  (loads the compiler)

    text = asked.file.read_text("utf-8")
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and all(line.startswith("{") and line.rstrip().endswith("}") for line in lines):
        _replay_all(asked, lines)
        return
    record = Record.parse(text)
    for match in record.steps():
        if len(match.moves) == asked.move:
            asked_for = match.copy()
    if asked.move is not None and asked.move > len(record.moves):
        raise UsageError(
            say_many(
                "the record has {count} move, so there is no move {number}",
                "the record has {count} moves, so there is no move {number}",
                len(record.moves),
                number=asked.move,
            )
        )
    shown = match if asked.move is None else asked_for
    if asked.svg is not None:
        _draw(shown, asked.seat, asked.svg, asked.language)
    for number, (seat, move) in enumerate(record.moves[: len(shown.moves)], 1):
        line = say("{number:>4}. player {player}: {move}", number=number, player=seat + 1, move=move)
        print(asked.tell(line))
    print()
    print(asked.tell(shown.picture))
    if shown.outcome:
        print()
        print(shown.outcome.table(asked.language))
        print(asked.tell(shown.outcome.verdict))


def _draw(match: Match, player: int | None, path: Path, language: str) -> None:
    from tilery.match.picture import to_svg  # noqa: PLC0415  (loads the compiler)

    if player is not None and not 1 <= player <= match.seats:
        raise UsageError(say("there are players 1 to {seats}, not {player}", seats=match.seats, player=player))
    view = match.view(None if player is None else player - 1)
    path.write_text(to_svg(view, language=language), "utf-8")


def score(asked: argparse.Namespace) -> None:
    from tilery.match.position import score_position  # noqa: PLC0415  (loads the compiler)

    sheet = score_position(asked.file.read_text("utf-8"))
    print(sheet.table(asked.language))
    print(asked.tell(sheet.verdict))
    for note in sheet.notes:
        print(asked.tell(say("Note: {note}.", note=note)))


def verify(asked: argparse.Namespace) -> None:
    from tilery.match.record import Record, seed_hash  # noqa: PLC0415  (loads the compiler)

    record = Record.parse(asked.file.read_text("utf-8"))
    match = record.replay()
    if record.seed is None:
        raise UsageError(say("this game started from a position, so it has no seed to verify"))
    found = seed_hash(record.seed)
    if asked.hash is not None and asked.hash.strip().lower() != found:
        raise UsageError(
            say(
                "the hash of the seed in the record is {found}, but the table published {hash}",
                found=found,
                hash=asked.hash,
            )
        )
    replayed = say_many(
        "{count} move replayed without errors; the deal matches the seed.",
        "{count} moves replayed without errors; the deal matches the seed.",
        len(match.moves),
    )
    print(asked.tell(replayed))
    if asked.hash is None:
        about = say(
            "The hash of its seed is {hash}: compare it with the one that the table published before the first move.",
            hash=found,
        )
    else:
        about = say("The seed has the hash that the table published before the first move.")
    print(asked.tell(about))


def _replay_all(asked: argparse.Namespace, lines: list[str]) -> None:
    """Replay a file with one record per line, or what an arena has saved."""
    from tilery.match.record import count_records, read_records  # noqa: PLC0415  (loads the compiler)

    count = count_records(lines)
    for name in ("move", "svg"):
        if getattr(asked, name) is not None:
            raise UsageError(
                say(
                    "--{name} needs a file with one record, but {file} has {count}",
                    name=name,
                    file=asked.file,
                    count=count,
                )
            )
    for number, record in enumerate(tqdm(read_records(lines), total=count, disable=None), 1):
        _replay_numbered(number, record)
    print(
        asked.tell(
            say_many("{count} record replayed without errors.", "{count} records replayed without errors.", count)
        )
    )


def _replay_numbered(number: int, record: Record) -> None:
    try:
        record.replay()
    except ValueError as error:
        raise UsageError(say("record {number}: {fault}", number=number, fault=reason(error))) from None


def review(asked: argparse.Namespace) -> None:
    from tilery.coach.report import to_text  # noqa: PLC0415  (loads the compiler)
    from tilery.coach.reviewing import begin, reviews_of  # noqa: PLC0415
    from tilery.match.record import Record  # noqa: PLC0415

    record = Record.parse(asked.file.read_text("utf-8"))
    found = begin(record)
    steps = reviews_of(record, seconds=asked.seconds, seed=asked.seed)
    for so_far in tqdm(steps, total=found.moves, unit=f" {asked.tell(say('moves'))}", disable=None, file=sys.stderr):
        found = so_far
    if asked.json:
        print(json.dumps(found.to_json(), ensure_ascii=False))
    else:
        print(to_text(found, asked.language))
