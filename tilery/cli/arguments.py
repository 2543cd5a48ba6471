"""What all commands share: how arguments are declared, read and refused, in the language of the terminal."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from tilery import games
from tilery.words import LANGUAGES, Sentence, SpokenError, environment_language, reason, say

Tell = Callable[[str], str]
Run = Callable[[argparse.Namespace], None]


class UsageError(SpokenError):
    """The command cannot do what it was asked to."""


class Commands:
    """The commands that have been declared so far, and the words that several of them use."""

    def __init__(self, parser: argparse.ArgumentParser, tell: Tell) -> None:
        self.tell = tell
        self.all: list[argparse.ArgumentParser] = []
        self._parsers = parser.add_subparsers(title=tell(say("commands")), required=True, metavar=tell(say("COMMAND")))
        self.game, self.file = tell(say("GAME")), tell(say("FILE"))
        self.count, self.integer = reader(_count, tell), reader(_integer, tell)
        self.seconds, self.counts = reader(_seconds, tell), reader(_counts, tell)
        self.share = reader(_share, tell)

    def add(self, name: str, run: Run, about: Sentence) -> argparse.ArgumentParser:
        command = self._parsers.add_parser(name, help=self.tell(about))
        add_language(command, self.tell)
        command.set_defaults(run=run)
        self.all.append(command)
        return command

    def add_group(self, name: str, about: Sentence) -> Commands:
        """Add a command that has commands of its own."""
        return Commands(self._parsers.add_parser(name, help=self.tell(about)), self.tell)

    def add_match_flags(self, command: argparse.ArgumentParser, is_seed_drawn: bool = False) -> None:
        """Add what is dealt: seats, options and a seed."""
        tell = self.tell
        seed = say("same seed, same games; default 0")
        if is_seed_drawn:
            seed = say("same seed, same games; default: that of the file, or drawn")
        command.add_argument(
            "--seats", type=self.integer, metavar="N", help=tell(say("default: the minimum for the game"))
        )
        command.add_argument(
            "--seed", type=self.integer, default=None if is_seed_drawn else 0, metavar="S", help=tell(seed)
        )
        command.add_argument(
            "--option", action="append", default=[], metavar=tell(say("NAME=VALUE")), help=tell(say("may be repeated"))
        )


def add_language(parser: argparse.ArgumentParser, tell: Tell) -> None:
    about = tell(say("language of the output; default: that of the terminal"))
    parser.add_argument("--language", choices=LANGUAGES, default=argparse.SUPPRESS, help=about)


def read_options(game: str, texts: list[str]) -> dict[str, Any]:
    known = {option.name: option for option in games.find(game).options}
    options: dict[str, Any] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(say('an option is written NAME=VALUE, not "{text}"', text=text))
        options[name] = known[name].from_command_line(value) if name in known else value
    return options


def _count(text: str) -> int:
    if not text.isdecimal():
        raise UsageError(say('expected a whole number, not "{text}"', text=text))
    return int(text)


def _counts(text: str) -> tuple[int, ...]:
    return tuple(map(_count, text.split(",")))


def _integer(text: str) -> int:
    return -_count(text[1:]) if text[:1] == "-" else _count(text)


def _seconds(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise UsageError(say('expected a number of seconds, not "{text}"', text=text)) from None


def _share(text: str) -> float:
    with contextlib.suppress(ValueError):
        if 0 <= (number := float(text)) <= 1:
            return number
    raise UsageError(say('expected a number from 0 to 1, not "{text}"', text=text))


def reader(read: Callable[[str], Any], tell: Tell) -> Callable[[str], Any]:
    """Return what reads an argument, with errors as `argparse` takes them."""

    def reads(text: str) -> Any:
        try:
            return read(text)
        except UsageError as error:
            raise argparse.ArgumentTypeError(tell(reason(error))) from None

    return reads


@contextlib.contextmanager
def output(path: Path | None) -> Iterator[IO[str]]:
    if path is None:
        yield sys.stdout
    else:
        with path.open("w", encoding="utf-8") as out:
            yield out


def asked_language(arguments: Sequence[str] | None) -> str:
    """Return the language that is asked for, needed before anything else is said; or that of the terminal."""
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    parser.add_argument("--language", nargs="?")
    asked = parser.parse_known_args(arguments)[0].language
    return asked if asked in LANGUAGES else environment_language()


@contextlib.contextmanager
def argparse_speaks(tell: Tell) -> Iterator[None]:
    """Translate argparse's own sentences."""
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
