"""The `tilery` command. Every error is one sentence on standard error and exit code 1.

It speaks the language of the terminal; records, notation and JSON are the same in all languages.
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback
from collections.abc import Sequence
from functools import partial

import tilery
from tilery.cli import about, admin, contests, puzzles, records, server
from tilery.cli.arguments import Commands, Tell, add_language, argparse_speaks, asked_language
from tilery.words import Sentence, reason, say, simplify_typography, translated


def main(arguments: Sequence[str] | None = None) -> int:
    simplify_typography(sys.stdout, sys.stderr)
    language = asked_language(arguments)
    tell = partial(translated, language=language)
    with argparse_speaks(tell):
        asked = _parser(tell).parse_args(admin.protect_ids(sys.argv[1:] if arguments is None else arguments))
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


def _parser(tell: Tell) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="tilery", description=tell(say("Play, score, replay and analyse tile games."))
    )
    version = f"tilery {tilery.__version__}"
    parser.add_argument("--version", action="version", version=version, help=tell(say("show the version and exit")))
    add_language(parser, tell)
    commands = Commands(parser, tell)
    for group in (about, records, puzzles, server, admin, contests):
        group.add_commands(commands)
    return parser
