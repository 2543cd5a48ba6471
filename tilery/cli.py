"""The `tilery` command. Every error is one sentence on standard error and exit code 1."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from tqdm import tqdm

import tilery
from tilery import games

LANGUAGES = ("en", "fr", "de")


class UsageError(ValueError):
    """The command cannot do what it was asked to."""


def main(arguments: Sequence[str] | None = None) -> int:
    parser = _parser()
    asked = parser.parse_args(arguments)
    try:
        asked.run(asked)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (ValueError, OSError) as error:
        print(f"tilery: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("tilery: stopped", file=sys.stderr)
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="tilery", description="Tile games: rules, records, scores.")
    parser.add_argument("--version", action="version", version=f"tilery {tilery.__version__}")
    commands = parser.add_subparsers(title="commands", required=True, metavar="COMMAND")

    command = commands.add_parser("games", help="list the games with their seats and options")
    command.set_defaults(run=show_games)

    command = commands.add_parser("rules", help="show the rules of a game and the rulings on its open points")
    command.add_argument("game", metavar="GAME")
    command.add_argument("--language", choices=LANGUAGES, default=_language(), help="default: that of the terminal")
    command.set_defaults(run=show_rules)

    command = commands.add_parser("simulate", help="play random games and write their records, one a line")
    command.add_argument("game", metavar="GAME")
    command.add_argument("--seats", type=int, help="default: the fewest")
    command.add_argument("--games", type=_count, default=1, metavar="K", help="how many; default 1")
    command.add_argument("--seed", type=int, default=0, metavar="S", help="same seed, same games; default 0")
    command.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="may be repeated")
    command.add_argument("--out", type=Path, metavar="FILE.jsonl", help="default: standard output")
    command.set_defaults(run=simulate)

    command = commands.add_parser("replay", help="check a record, or a file of records one a line, and show the table")
    command.add_argument("file", type=Path, metavar="FILE")
    command.add_argument("--move", type=_count, metavar="N", help="show the table after N moves")
    command.set_defaults(run=replay)

    command = commands.add_parser("score", help="count the score of a final table (docs/positions.md)")
    command.add_argument("file", type=Path, metavar="FILE")
    command.set_defaults(run=score)

    command = commands.add_parser("bench", help="measure how fast games run here")
    command.add_argument("--json", action="store_true", help="print the numbers as JSON")
    command.add_argument("--seconds", type=float, default=1.5, help="for each measurement; default 1.5")
    command.set_defaults(run=bench)
    return parser


def show_games(_asked: argparse.Namespace) -> None:
    for name in games.names():
        game = games.find(name)
        print(f"{name:<12}{game.seats[0]}-{game.seats[-1]} seats   rules version {game.version}")
        for option in game.options:
            values = getattr(option, "values", None)
            choices = " | ".join(values) if values else f"{option.default} | FILE"
            print(f"{'':<12}option {option.name} = {choices}: {option.meaning}")


def show_rules(asked: argparse.Namespace) -> None:
    game = games.find(asked.game)
    print((game.folder / f"rules.{asked.language}.md").read_text("utf-8").rstrip())


def simulate(asked: argparse.Namespace) -> None:
    from tilery.match.simulate import random_match  # noqa: PLC0415  (loads the compiler)

    game = games.find(asked.game)
    options = _options(asked.game, asked.option)
    random_match(game.name, asked.seats, options=options)  # compiles, and refuses what cannot be
    with _output(asked.out) as out:
        for number in tqdm(range(asked.games), unit=" games", disable=None, file=sys.stderr):
            match = random_match(game.name, asked.seats, options=options, seed=asked.seed, number=number)
            print(match.record(), file=out)


def replay(asked: argparse.Namespace) -> None:
    from tilery.match.record import Record, read_records  # noqa: PLC0415  (loads the compiler)

    text = asked.file.read_text("utf-8")
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and all(line.startswith("{") and line.rstrip().endswith("}") for line in lines):
        if asked.move is not None:
            raise UsageError(f"--move is for a file with one record, and {asked.file} has {len(lines)}")
        for number, record in enumerate(tqdm(read_records(iter(lines)), total=len(lines), disable=None), 1):
            _named(f"record {number}", record.replay)
        print(f"{len(lines)} records replayed without fault.")
        return
    record = Record.parse(text)
    whole = record.replay()
    if asked.move is not None and asked.move > len(record.moves):
        raise UsageError(f"the record has {len(record.moves)} moves, so there is no move {asked.move}")
    match = whole if asked.move is None else record.replay(asked.move)
    for number, (seat, move) in enumerate(record.moves[: len(match.moves)], 1):
        print(f"{number:>4}. player {seat + 1}: {move}")
    print()
    print(match)
    if match.outcome:
        print()
        print(match.outcome)
        print(match.outcome.verdict)


def score(asked: argparse.Namespace) -> None:
    from tilery.match.position import score_position  # noqa: PLC0415  (loads the compiler)

    sheet = score_position(asked.file.read_text("utf-8"))
    print(sheet)
    print(sheet.verdict)
    for note in sheet.notes:
        print(f"Note: {note}.")


def bench(asked: argparse.Namespace) -> None:
    from tilery.match import benchmark  # noqa: PLC0415  (loads the compiler)

    found = benchmark.measure(asked.seconds)
    print(json.dumps(found, indent=2) if asked.json else benchmark.report(found))


def _options(game: str, texts: list[str]) -> dict[str, Any]:
    known = {option.name: option for option in games.find(game).options}
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f'an option is written NAME=VALUE, not "{text}"')
        options[name] = known[name].from_command_line(value) if name in known else value
    return options


def _named(name: str, act: Any) -> None:
    try:
        act()
    except ValueError as error:
        raise UsageError(f"{name}: {error}") from None


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f'expected a whole number, not "{text}"')
    return int(text)


@contextlib.contextmanager
def _output(path: Path | None) -> Iterator[IO[str]]:
    if path is None:
        yield sys.stdout
    else:
        with path.open("w", encoding="utf-8") as out:
            yield out


def _language() -> str:
    """The language of the terminal, if the rules are written in it."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(variable):
            language = os.environ[variable][:2]
            return language if language in LANGUAGES else LANGUAGES[0]
    return LANGUAGES[0]
