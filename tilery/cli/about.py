"""Commands about the games and this machine: games, rules, prepare, bench."""

from __future__ import annotations

import argparse
import importlib
import json

from tilery import games
from tilery.cli.arguments import Commands
from tilery.words import arranged, say

PARTS = {
    "rules": "tilery.match.warmup",
    "bots": "tilery.bots.search",
    "training": "tilery.bots.training.train",
    "batches": "tilery.research.batch",
    "opponents": "tilery.research.batch",
    "episodes": "tilery.research.episode",
}
"""What can be compiled ahead, and the module that knows how."""


def add_commands(commands: Commands) -> None:
    tell = commands.tell
    commands.add("games", show_games, say("list the games with their seats and options"))

    command = commands.add("rules", show_rules, say("show the rules of a game and the rulings on open questions"))
    command.add_argument("game", metavar=commands.game)

    command = commands.add("prepare", prepare, say("compile the rules now instead of on first use"))
    command.add_argument("games", nargs="*", metavar=commands.game, help=tell(say("default: all")))
    about = say("what to compile; may be repeated; default: rules and bots")
    command.add_argument("--part", action="append", choices=PARTS, help=tell(about))

    command = commands.add("bench", bench, say("measure how fast games run and bots think on this computer"))
    command.add_argument("--json", action="store_true", help=tell(say("print the numbers as JSON")))
    about = say("seconds per measurement; default 1.5")
    command.add_argument("--seconds", type=commands.seconds, default=1.5, metavar="S", help=tell(about))


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


def prepare(asked: argparse.Namespace) -> None:
    from tilery.match.warmup import warm_up  # noqa: PLC0415  (loads the compiler)

    for part in asked.part or ("rules", "bots"):
        importlib.import_module(PARTS[part])
        for name in asked.games or games.names():
            warm_up(name, part)


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
