"""The `tilery` command. Every error is one sentence on standard error and exit code 1.

It speaks the language of the terminal; records, notation and JSON are the same in all languages.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import os
import sys
import threading
import traceback
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from tqdm import tqdm

import tilery
from tilery import games
from tilery.words import (
    LANGUAGES,
    Sentence,
    SpokenError,
    arranged,
    environment_language,
    reason,
    say,
    say_many,
    simplify_typography,
    translated,
)

if TYPE_CHECKING:
    from tilery.match.match import Match
    from tilery.match.record import Record

Tell = Callable[[str], str]

PARTS = {
    "rules": "tilery.match.warmup",
    "bots": "tilery.bots.search",
    "training": "tilery.bots.training.train",
    "batches": "tilery.research.batch",
    "episodes": "tilery.research.episode",
}
"""What can be compiled ahead, and the module that knows how."""


class UsageError(SpokenError):
    """The command cannot do what it was asked to."""


def main(arguments: Sequence[str] | None = None) -> int:
    simplify_typography(sys.stdout, sys.stderr)
    language = _language(arguments)
    tell = partial(translated, language=language)
    with _argparse_speaks(tell):
        asked = _parser(tell).parse_args(arguments)
    asked.language, asked.tell = language, tell
    try:
        asked.run(asked)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except ModuleNotFoundError as error:
        missing = say("{module} is not installed; install it with: pip install tilery[server]", module=error.name)
        print(f"tilery: {tell(missing)}", file=sys.stderr)
        return 1
    except (ValueError, OSError) as error:
        if os.environ.get("TILERY_TRACEBACK"):
            traceback.print_exc()
        print(f"tilery: {tell(_fault(error))}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"tilery: {tell(say('stopped'))}", file=sys.stderr)
        return 130
    return 0


def _fault(error: Exception) -> Sentence:
    match error:
        case FileNotFoundError(filename=str(file)):
            return say("No such file or directory: {file}", file=file)
        case IsADirectoryError(filename=str(file)):
            return say("This is a directory, not a file: {file}", file=file)
        case PermissionError(filename=str(file)):
            return say("No permission to read or write: {file}", file=file)
        case UnicodeDecodeError():
            return say("The file is not UTF-8 text: {fault}", fault=str(error))
    return reason(error)


def _parser(tell: Tell) -> argparse.ArgumentParser:  # noqa: PLR0915  (a statement for each command)
    parser = argparse.ArgumentParser(
        prog="tilery", description=tell(say("Play, score, replay and analyse tile games."))
    )
    version = f"tilery {tilery.__version__}"
    parser.add_argument("--version", action="version", version=version, help=tell(say("show the version and exit")))
    _add_language(parser, tell)
    commands = parser.add_subparsers(title=tell(say("commands")), required=True, metavar=tell(say("COMMAND")))
    game, file = tell(say("GAME")), tell(say("FILE"))
    count, integer, seconds = _reader(_count, tell), _reader(_integer, tell), _reader(_seconds, tell)

    def add(name: str, run: Callable[[argparse.Namespace], None], about: Sentence) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=tell(about))
        _add_language(command, tell)
        command.set_defaults(run=run)
        return command

    add("games", show_games, say("list the games with their seats and options"))

    command = add("rules", show_rules, say("show the rules of a game and the rulings on open questions"))
    command.add_argument("game", metavar=game)

    command = add("simulate", simulate, say("play random games and write their records, one per line"))
    command.add_argument("game", metavar=game)
    command.add_argument("--seats", type=integer, metavar="N", help=tell(say("default: the minimum for the game")))
    command.add_argument("--games", type=count, default=1, metavar="K", help=tell(say("number of games; default 1")))
    command.add_argument(
        "--seed", type=integer, default=0, metavar="S", help=tell(say("same seed, same games; default 0"))
    )
    command.add_argument(
        "--option", action="append", default=[], metavar=tell(say("NAME=VALUE")), help=tell(say("may be repeated"))
    )
    command.add_argument("--out", type=Path, metavar=f"{file}.jsonl", help=tell(say("default: standard output")))

    command = add("replay", replay, say("check a record (or a file with one record per line) and show the table"))
    command.add_argument("file", type=Path, metavar=file)
    command.add_argument("--move", type=count, metavar="N", help=tell(say("show the table after N moves")))
    command.add_argument(
        "--svg", type=Path, metavar=f"{file}.svg", help=tell(say("save a picture of the table to this file"))
    )
    about = say("draw what player N may see; default: what a spectator sees")
    command.add_argument("--seat", type=count, metavar="N", help=tell(about))

    command = add("score", score, say("score a final table (docs/positions.md)"))
    command.add_argument("file", type=Path, metavar=file)

    command = add("verify", verify, say("check the deal of a record against its seed, and the seed against its hash"))
    command.add_argument("file", type=Path, metavar=file)
    about = say("the seed hash that the table published before the first move")
    command.add_argument("--hash", metavar="SHA256", help=tell(about))

    command = add("serve", serve, say("run a server with tables for people, bots and programs"))
    _add_server_flags(command, tell)

    command = add("play", play, say("start a private server on this computer and open it in the browser"))
    about = say("the port to listen on; default: any free port")
    command.add_argument("--port", type=count, default=0, metavar="N", help=tell(about))
    about = say("print the address instead of opening a browser")
    command.add_argument("--no-browser", dest="browser", action="store_false", help=tell(about))

    command = add("prepare", prepare, say("compile the rules now instead of on first use"))
    command.add_argument("games", nargs="*", metavar=game, help=tell(say("default: all")))
    about = say("what to compile; may be repeated; default: rules and bots")
    command.add_argument("--part", action="append", choices=PARTS, help=tell(about))

    command = add("arena", arena, say("let bots play against each other and rate them (docs/bots.md)"))
    _add_arena_flags(command, tell)

    command = add("train", train, say("train the learned evaluation of a game by self-play (docs/bots.md)"))
    _add_training_flags(command, tell)

    command = add("bench", bench, say("measure how fast games run and bots think on this computer"))
    command.add_argument("--json", action="store_true", help=tell(say("print the numbers as JSON")))
    command.add_argument(
        "--seconds", type=seconds, default=1.5, metavar="S", help=tell(say("seconds per measurement; default 1.5"))
    )
    return parser


def _add_arena_flags(command: argparse.ArgumentParser, tell: Tell) -> None:
    file = tell(say("FILE"))
    count, integer = _reader(_count, tell), _reader(_integer, tell)
    command.add_argument("game", metavar=tell(say("GAME")))
    command.add_argument(
        "--bots", required=True, metavar="A,B,...", help=tell(say("bot levels, or your own bots as module:Class"))
    )
    command.add_argument("--seats", type=integer, metavar="N", help=tell(say("default: the minimum for the game")))
    about = say("minimum number of games; default 200")
    command.add_argument("--games", type=count, default=200, metavar="K", help=tell(about))
    command.add_argument(
        "--seed", type=integer, default=0, metavar="S", help=tell(say("same seed, same games; default 0"))
    )
    command.add_argument(
        "--option", action="append", default=[], metavar=tell(say("NAME=VALUE")), help=tell(say("may be repeated"))
    )
    about = say("stop as soon as it is clear which bot is better")
    command.add_argument("--until-decided", action="store_true", help=tell(about))
    about = say("save games to this file, and resume from it")
    command.add_argument("--out", type=Path, metavar=f"{file}.jsonl", help=tell(about))
    command.add_argument(
        "--chart", type=Path, metavar=f"{file}.svg", help=tell(say("save a chart of the ratings to this file"))
    )
    command.add_argument(
        "--workers", type=count, metavar="N", help=tell(say("number of processes; default: one per core"))
    )
    about = say('play on a Ray cluster; "local" starts one on this computer')
    command.add_argument("--ray", metavar=tell(say("ADDRESS")), help=tell(about))


def _add_training_flags(command: argparse.ArgumentParser, tell: Tell) -> None:
    count, integer = _reader(_count, tell), _reader(_integer, tell)
    command.add_argument("game", metavar=tell(say("GAME")))
    command.add_argument("--seats", type=integer, metavar="N", help=tell(say("default: every number of seats")))
    about = say("same seed, same games; default 0")
    command.add_argument("--seed", type=integer, default=argparse.SUPPRESS, metavar="S", help=tell(about))
    for name, about in (
        ("games", say("games of self-play in each round")),
        ("rounds", say("rounds of self-play and fitting")),
        ("gate", say("games of each match that decides whether new weights are used")),
        ("keep-one-of", say("one of so many positions is learnt from")),
        ("hidden", say("units of the network")),
        ("epochs", say("passes over the positions")),
        ("workers", say("number of threads; default: one per core")),
    ):
        command.add_argument(f"--{name}", type=count, default=argparse.SUPPRESS, metavar="K", help=tell(about))
    about = say("write the weights to this file instead of beside the game")
    command.add_argument("--out", type=Path, metavar=f"{tell(say('FILE'))}.npz", help=tell(about))


def _add_language(parser: argparse.ArgumentParser, tell: Tell) -> None:
    about = tell(say("language of the output; default: that of the terminal"))
    parser.add_argument("--language", choices=LANGUAGES, default=argparse.SUPPRESS, help=about)


def show_games(asked: argparse.Namespace) -> None:
    for name in games.names():
        game = games.find(name)
        seats = f"{game.seats[0]}-{game.seats[-1]}"
        line = say("{name:<12}{seats} seats   rules version {version}", name=name, seats=seats, version=game.version)
        print(asked.tell(line))
        for option in game.options:
            values = getattr(option, "values", None)
            choices = " | ".join(values or (option.default, asked.tell(say("FILE"))))
            line = say(
                "option {name} = {choices}: {meaning}", name=option.name, choices=choices, meaning=option.meaning
            )
            print(f"{'':<12}{asked.tell(line)}")
    for name, fault in games.faults().items():
        print(asked.tell(arranged("{name:<12}{fault}", name=name, fault=fault)))


def show_rules(asked: argparse.Namespace) -> None:
    print(games.find(asked.game).rules_text(asked.language).rstrip())


def simulate(asked: argparse.Namespace) -> None:
    from tilery.match.simulate import random_match  # noqa: PLC0415  (loads the compiler)

    game = games.find(asked.game)
    options = _options(asked.game, asked.option)
    random_match(game.name, asked.seats, options=options)  # compiles, and refuses what cannot be
    unit = f" {asked.tell(say('games'))}"
    with _output(asked.out) as out:
        for number in tqdm(range(asked.games), unit=unit, disable=None, file=sys.stderr):
            match = random_match(game.name, asked.seats, options=options, seed=asked.seed, number=number)
            print(match.record(), file=out)


def replay(asked: argparse.Namespace) -> None:
    from tilery.match.record import Record, read_records  # noqa: PLC0415  (loads the compiler)

    text = asked.file.read_text("utf-8")
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) > 1 and all(line.startswith("{") and line.rstrip().endswith("}") for line in lines):
        for name in ("move", "svg"):
            if getattr(asked, name) is not None:
                raise UsageError(
                    say(
                        "--{name} needs a file with one record, but {file} has {count}",
                        name=name,
                        file=asked.file,
                        count=len(lines),
                    )
                )
        for number, record in enumerate(tqdm(read_records(iter(lines)), total=len(lines), disable=None), 1):
            _replay_numbered(number, record)
        count = len(lines)
        print(
            asked.tell(
                say_many("{count} record replayed without errors.", "{count} records replayed without errors.", count)
            )
        )
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


def serve(asked: argparse.Namespace) -> None:
    from tilery.server.config import of_flags  # noqa: PLC0415  (a part that need not be installed)
    from tilery.server.serve import serve as run  # noqa: PLC0415

    run(of_flags(asked, os.environ))


def play(asked: argparse.Namespace) -> None:
    from platformdirs import user_data_path  # noqa: PLC0415

    from tilery.server.config import Config  # noqa: PLC0415  (a part that need not be installed)
    from tilery.server.serve import serve as run  # noqa: PLC0415

    tables = user_data_path("tilery", ensure_exists=True) / "tables.db"

    def welcome(address: str) -> None:
        print(asked.tell(say("Tilery is running at {address}. Press Ctrl-C to stop.", address=address)), flush=True)
        if asked.browser:
            threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    run(Config(port=asked.port, database=f"sqlite:///{tables}", log="none"), welcome)


def prepare(asked: argparse.Namespace) -> None:
    from tilery.match.warmup import warm_up  # noqa: PLC0415  (loads the compiler)

    for part in asked.part or ("rules", "bots"):
        importlib.import_module(PARTS[part])
        for name in asked.games or games.names():
            warm_up(name, part)


def arena(asked: argparse.Namespace) -> None:
    from tilery.arena import arena as running  # noqa: PLC0415  (loads the compiler)
    from tilery.arena import playing, ratings, report  # noqa: PLC0415
    from tilery.arena.schedule import Contest  # noqa: PLC0415

    game = games.find(asked.game)
    seats = asked.seats or game.seats[0]
    game.check_seats(seats)
    options = game.read_options(seats, _options(asked.game, asked.option))
    contest = Contest(game.name, seats, options, tuple(asked.bots.split(",")), asked.seed)
    deals = max(-(-asked.games // contest.games_a_deal), 1)
    play = running.on_ray(asked.ray) if asked.ray else running.here(asked.workers or playing.all_cores())
    results = running.run(contest, deals, play, asked.out, asked.until_decided)
    table = ratings.rate(contest, ratings.whole_deals(contest, results))
    print(asked.tell(report.as_text(table)))
    if asked.chart:
        title = asked.tell(say("{game}, {seats} seats", game=game.title, seats=seats))
        asked.chart.write_text(report.as_svg(table, title, asked.language), "utf-8")


def train(asked: argparse.Namespace) -> None:
    from dataclasses import fields  # noqa: PLC0415

    from tilery.arena.playing import all_cores  # noqa: PLC0415  (loads the compiler)
    from tilery.bots.training.train import Course, Trainer  # noqa: PLC0415

    game = games.find(asked.game)
    given = {field.name: getattr(asked, field.name) for field in fields(Course) if hasattr(asked, field.name)}
    course = Course(**{"workers": all_cores(), **given})
    for seats in [asked.seats] if asked.seats else game.seats:
        with tqdm(disable=None) as bar:

            def tick(what: Sentence, done: int, total: int) -> None:
                bar.set_description(asked.tell(what), refresh=False)
                bar.total, bar.n = total, done
                bar.refresh()

            told = Trainer(game, seats, course, tick).run(asked.out)
        for sentence in told:
            print(asked.tell(sentence), flush=True)


def bench(asked: argparse.Namespace) -> None:
    from tilery.bots import benchmark as searches  # noqa: PLC0415  (loads the compiler)
    from tilery.match import benchmark  # noqa: PLC0415

    found = {**benchmark.measure(asked.seconds), **searches.measure(asked.seconds)}
    if asked.json:
        print(json.dumps(found, indent=2))
    else:
        print(asked.tell(benchmark.report(found)))
        print()
        print(asked.tell(searches.report(found)))


def _add_server_flags(command: argparse.ArgumentParser, tell: Tell) -> None:
    from tilery.server.config import add_flags  # noqa: PLC0415  (a part that need not be installed)

    add_flags(command, tell)


def _options(game: str, texts: list[str]) -> dict[str, Any]:
    known = {option.name: option for option in games.find(game).options}
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(say('an option is written NAME=VALUE, not "{text}"', text=text))
        options[name] = known[name].from_command_line(value) if name in known else value
    return options


def _replay_numbered(number: int, record: Record) -> None:
    try:
        record.replay()
    except ValueError as error:
        raise UsageError(say("record {number}: {fault}", number=number, fault=reason(error))) from None


def _count(text: str) -> int:
    if not text.isdecimal():
        raise UsageError(say('expected a whole number, not "{text}"', text=text))
    return int(text)


def _integer(text: str) -> int:
    return -_count(text[1:]) if text[:1] == "-" else _count(text)


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise UsageError(say('expected a number of seconds, not "{text}"', text=text)) from None


def _reader(read: Callable[[str], Any], tell: Tell) -> Callable[[str], Any]:
    """What reads an argument, with errors as `argparse` takes them."""

    def reads(text: str) -> Any:
        try:
            return read(text)
        except UsageError as error:
            raise argparse.ArgumentTypeError(tell(reason(error))) from None

    return reads


@contextlib.contextmanager
def _output(path: Path | None) -> Iterator[IO[str]]:
    if path is None:
        yield sys.stdout
    else:
        with path.open("w", encoding="utf-8") as out:
            yield out


def _language(arguments: Sequence[str] | None) -> str:
    """The language that is asked for, needed before anything else is said; or that of the terminal."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--language", nargs="?")
    asked = parser.parse_known_args(arguments)[0].language
    return asked if asked in LANGUAGES else environment_language()


@contextlib.contextmanager
def _argparse_speaks(tell: Tell) -> Iterator[None]:
    """Let `argparse` say its own sentences in the language of the others."""
    own = (
        say("usage: "),
        say("positional arguments"),
        say("options"),
        say("show this help message and exit"),
        say("%(prog)s: error: %(message)s\n"),
        say("argument %(argument_name)s: %(message)s"),
        say("the following arguments are required: %s"),
        say("unrecognized arguments: %s"),
        say("expected one argument"),
        say("ambiguous option: %(option)s could match %(matches)s"),
        say("ignored explicit argument %r"),
        say("invalid choice: %(value)r (choose from %(choices)s)"),
    )
    spoken = {str(sentence): tell(sentence) for sentence in own}
    module: Any = argparse
    before = module._
    module._ = lambda text: spoken.get(text, text)
    try:
        yield
    finally:
        module._ = before
