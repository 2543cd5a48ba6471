"""Commands in which bots play: arena, train, calibrate, engine."""

from __future__ import annotations

import argparse
import secrets
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from tqdm import tqdm

from tilery import games
from tilery.cli.arguments import Commands, read_options
from tilery.words import Sentence, say


def add_commands(commands: Commands) -> None:
    tell, file = commands.tell, commands.file
    command = commands.add("arena", arena, say("let bots play against each other and rate them (docs/bots.md)"))
    command.add_argument("game", metavar=commands.game)
    about = say("bot levels, your own bots as module:Class, programs as engine:COMMAND (docs/engines.md)")
    command.add_argument("--bots", required=True, metavar="A,B,...", help=tell(about))
    commands.add_match_flags(command, is_seed_drawn=True)
    about = say("minimum number of games; default 200")
    command.add_argument("--games", type=commands.count, default=200, metavar="K", help=tell(about))
    about = say("seconds a bot may think about a move; default: no limit")
    command.add_argument("--seconds", type=commands.seconds, metavar="S", help=tell(about))
    about = say("stop as soon as it is clear which bot is better")
    command.add_argument("--until-decided", action="store_true", help=tell(about))
    about = say("save games to this file, and resume from it")
    command.add_argument("--out", type=Path, metavar=f"{file}.jsonl", help=tell(about))
    about = say("save a chart of the ratings to this file")
    command.add_argument("--chart", type=Path, metavar=f"{file}.svg", help=tell(about))
    about = say("number of processes; default: one per core")
    command.add_argument("--workers", type=commands.count, metavar="N", help=tell(about))
    about = say('play on a Ray cluster; "local" starts one on this computer')
    command.add_argument("--ray", metavar=tell(say("ADDRESS")), help=tell(about))

    about = say("train the learned evaluation of a game by self-play (docs/bots.md)")
    _add_training_flags(commands, commands.add("train", train, about))

    about = say("fit the win chances of a game to how games end (docs/bots.md)")
    _add_calibration_flags(commands, commands.add("calibrate", calibrate, about))

    about = say("play as an engine over standard input and output (docs/engines.md)")
    command = commands.add("engine", engine, about)
    about = say("level of the bot; default: hard")
    command.add_argument("--level", default="hard", metavar=tell(say("LEVEL")), help=tell(about))


def _add_training_flags(commands: Commands, command: argparse.ArgumentParser) -> None:
    counts = {
        "games": say("games of self-play in each round"),
        "rounds": say("rounds of self-play and fitting"),
        "gate": say("games of each match that decides whether new weights are used"),
        "keep-one-of": say("train on one of this many positions"),
        "hidden": say("units of the network"),
        "epochs": say("passes over the positions"),
        "workers": say("number of threads; default: one per core"),
    }
    _add_self_play_flags(commands, command, counts)
    about = say("weight of final results against what is foreseen later in a game, from 0 to 1")
    command.add_argument(
        "--td-lambda", type=commands.share, default=argparse.SUPPRESS, metavar="L", help=commands.tell(about)
    )  # fmt: skip
    about = say("play one step ahead in self-play instead of growing trees, for many more games")
    command.add_argument("--stepping", action="store_true", help=commands.tell(about))
    about = say("play the first move of the game's shortlist in self-play, for more games still")
    command.add_argument("--quick", action="store_true", help=commands.tell(about))
    about = say("write the weights to this file instead of beside the game")
    command.add_argument("--out", type=Path, metavar=f"{commands.file}.npz", help=commands.tell(about))


def _add_calibration_flags(commands: Commands, command: argparse.ArgumentParser) -> None:
    counts = {
        "games": say("games of each kind of players"),
        "playing": say("most iterations of players that search"),
        "repeated": say("positions that are searched several times, to check the errors"),
    }
    _add_self_play_flags(commands, command, counts)
    about = say("iterations of the searches that are fitted, in turn")
    command.add_argument(
        "--iterations", type=commands.counts, default=argparse.SUPPRESS, metavar="K,L,...", help=commands.tell(about)
    )  # fmt: skip
    about = say("write the maps to this file instead of beside the game")
    command.add_argument("--out", type=Path, metavar=f"{commands.file}.json", help=commands.tell(about))


def _add_self_play_flags(commands: Commands, command: argparse.ArgumentParser, counts: dict[str, Sentence]) -> None:
    """Add what commands that let a game play against itself have in common, and how often they do what."""
    tell = commands.tell
    command.add_argument("game", metavar=commands.game)
    about = say("default: every number of seats")
    command.add_argument("--seats", type=commands.integer, metavar="N", help=tell(about))
    about = say("same seed, same games; default 0")
    command.add_argument("--seed", type=commands.integer, default=argparse.SUPPRESS, metavar="S", help=tell(about))
    for name, about in counts.items():
        command.add_argument(
            f"--{name}", type=commands.count, default=argparse.SUPPRESS, metavar="K", help=tell(about)
        )  # fmt: skip


def arena(asked: argparse.Namespace) -> None:
    from tilery.arena import arena as running  # noqa: PLC0415  (loads the compiler)
    from tilery.arena import playing, ratings, report  # noqa: PLC0415
    from tilery.arena.players import split_names  # noqa: PLC0415
    from tilery.arena.schedule import Contest  # noqa: PLC0415

    game = games.find(asked.game)
    seats = asked.seats or game.seats[0]
    game.check_seats(seats)
    options = game.read_options(seats, read_options(asked.game, asked.option))
    seed = running.seed_of_file(asked.out) if asked.seed is None else asked.seed
    seed = secrets.randbits(128) if seed is None else seed  # whoever can guess it can deal the same games
    contest = Contest(game.name, seats, options, tuple(split_names(asked.bots)), seed, asked.seconds)
    deals = max(-(-asked.games // contest.games_a_deal), 1)
    play = running.on_ray(asked.ray) if asked.ray else running.here(asked.workers or playing.all_cores())
    results = running.run(contest, deals, play, asked.out, asked.until_decided)
    table = ratings.rate(contest, ratings.whole_deals(contest, results))
    print(asked.tell(report.as_text(table, contest.seed)))
    if asked.chart:
        title = asked.tell(say("{game}, {seats} seats", game=game.title, seats=seats))
        asked.chart.write_text(report.as_svg(table, title, asked.language), "utf-8")


def train(asked: argparse.Namespace) -> None:
    from dataclasses import fields  # noqa: PLC0415

    from tilery.arena.playing import all_cores  # noqa: PLC0415  (loads the compiler)
    from tilery.bots.training.train import Trainer, TrainingSettings  # noqa: PLC0415

    game = games.find(asked.game)
    given = {field.name: getattr(asked, field.name) for field in fields(TrainingSettings) if hasattr(asked, field.name)}
    settings = TrainingSettings(**{"workers": all_cores(), **given})
    for seats in [asked.seats] if asked.seats else game.seats:
        with tqdm(disable=None) as bar:
            told = Trainer(game, seats, settings, _ticker(asked, bar)).run(asked.out)
        for sentence in told:
            print(asked.tell(sentence), flush=True)


def _ticker(asked: argparse.Namespace, bar: tqdm[NoReturn]) -> Callable[[Sentence, int, int], None]:
    """Return what moves a bar on."""

    def tick(what: Sentence, done: int, total: int) -> None:
        bar.set_description(asked.tell(what), refresh=False)
        bar.total, bar.n = total, done
        bar.refresh()

    return tick


def calibrate(asked: argparse.Namespace) -> None:
    from dataclasses import fields  # noqa: PLC0415

    from tilery.bots import judgement  # noqa: PLC0415  (loads the compiler)
    from tilery.bots.training.calibrate import CalibrationSettings, Calibrator  # noqa: PLC0415

    game = games.find(asked.game)
    given = {
        field.name: getattr(asked, field.name) for field in fields(CalibrationSettings) if hasattr(asked, field.name)
    }
    for seats in [asked.seats] if asked.seats else game.seats:
        with tqdm(disable=None) as bar:
            found = Calibrator(game, seats, CalibrationSettings(**given), _ticker(asked, bar)).run()
        path = asked.out or judgement.file_of(game, seats)
        judgement.write(path, found)
        judgement.forget()
        for among, truth in found.results.items():
            said = say(
                "{game}, {seats} seats, level {level}: Brier {brier}, calibration error {error}, points {bias}",
                game=game.title,
                seats=seats,
                level=among,
                brier=f"{truth['brier']:.3f}",
                error=f"{truth['calibration_error']:.3f}",
                bias=f"{truth['points_bias']:+.2f}",
            )
            print(asked.tell(said))
        print(asked.tell(say("Wrote {file}.", file=path)), flush=True)


def engine(asked: argparse.Namespace) -> None:
    from tilery.arena.engine_server import serve  # noqa: PLC0415  (loads the compiler)

    serve(asked.level, sys.stdin.buffer, sys.stdout.buffer)
