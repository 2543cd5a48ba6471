"""Running a contest: games are played, kept in a file as they end, and taken up again where a run broke off."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, SupportsIndex

from tqdm import tqdm

from tilery import games
from tilery.arena.players import find_player
from tilery.arena.playing import Play, play_here, play_on_ray, unplayed
from tilery.arena.ratings import is_decided, whole_deals
from tilery.arena.schedule import Contest, Result
from tilery.kernel.arguments import whole
from tilery.match.match import Match
from tilery.match.warmup import warm_up
from tilery.words import SpokenError, environment_language, say, translated

MOST_WORKERS = 1024


class ArenaError(SpokenError):
    """A contest cannot be played as asked, or a file holds another one."""


def check(contest: Contest) -> None:
    """Refuse a contest that cannot be; this also compiles the game before workers need it."""
    if len(set(contest.players)) != len(contest.players):
        raise ArenaError(say("name each bot only once; a bot takes several seats when there are fewer bots than seats"))
    if len(contest.players) == 1:
        raise ArenaError(say("an arena needs two bots or more"))
    prepare(contest)


def prepare(contest: Contest) -> None:
    """Find the players, and compile the game before workers need it."""
    for name in contest.players:
        find_player(name).close()
    Match(games.find(contest.game), contest.seats, options=contest.options)
    warm_up(contest.game, "bots")


def run(
    contest: Contest,
    deals: SupportsIndex,
    play: Play,
    file: str | os.PathLike[str] | None = None,
    until_decided: bool = False,
    quiet: bool = False,
) -> list[Result]:
    """Play so many deals, or fewer if asked to stop when it is decided; results in the order of the schedule.

    With a file, games that it holds are not played again, and new ones are added to it as they end.
    """
    deals = whole(deals, say("a number of deals"), low=1)
    check(contest)
    path = None if file is None else Path(file)
    results = _resume(contest, path) if path else []
    total = deals * contest.games_a_deal
    kept = [result for result in results if result.deal < deals]
    unit = f" {translated(say('games'), environment_language())}"
    with (
        _appending(contest, path) as out,
        tqdm(total=total, initial=len(kept), unit=unit, disable=True if quiet else None) as bar,
    ):
        if not (until_decided and _decided_at(contest, kept)):
            for result in play(contest, unplayed(contest, deals, kept)):
                kept.append(result)
                if out:
                    print(result.to_json(), file=out, flush=True)
                bar.update()
                if until_decided and _decided_at(contest, kept):
                    break
    ready = whole_deals(contest, kept)
    if until_decided:
        ready = ready[: _decided_at(contest, kept) or len(ready)]
    return [result for deal in ready for result in deal]


def _decided_at(contest: Contest, results: list[Result]) -> int:
    """After how many deals it was decided, however many were played after it; 0 if it is not."""
    ready = whole_deals(contest, results)
    for count in range(10, len(ready) + 1):
        if is_decided(contest, ready[:count]):
            return count
    return 0


@contextlib.contextmanager
def _appending(contest: Contest, file: Path | None) -> Iterator[IO[str] | None]:
    """Open the file of a contest at its end; a line that a kill broke off is cut away."""
    if file is None:
        yield None
        return
    content = file.read_bytes() if file.exists() else b""
    whole = content.rfind(b"\n") + 1
    if not whole:
        file.write_text(contest.to_json() + "\n", "utf-8")
    elif whole < len(content):
        os.truncate(file, whole)
    with file.open("a", encoding="utf-8") as out:
        yield out


def _resume(contest: Contest, file: Path) -> list[Result]:
    """Return the games that a file holds already."""
    if not file.exists() or b"\n" not in file.read_bytes():
        return []
    head, found = read(file)
    if head != contest:
        raise ArenaError(
            say(
                "{file} belongs to another contest ({players}, seed {seed}); use another file or remove this one",
                file=file,
                players=", ".join(head.players),
                seed=head.seed,
            )
        )
    return found


def read(file: str | os.PathLike[str]) -> tuple[Contest, list[Result]]:
    """Return a contest and its games from a file; what follows the last whole line is ignored."""
    try:
        lines = Path(file).read_bytes().split(b"\n")[:-1]
        head = json.loads(lines[0])
        if head.pop("arena") != 1:
            raise ValueError
        contest = Contest(**{**head, "players": tuple(head["players"])})
        return contest, [Result.from_json(json.loads(line)) for line in lines[1:]]
    except (IndexError, KeyError, TypeError, ValueError):
        raise ArenaError(say("{file} is not an arena file", file=file)) from None


def seed_of_file(file: str | os.PathLike[str] | None) -> int | None:
    """Return the seed of the contest that a file holds; None if there is none yet."""
    if file is None or not Path(file).exists() or b"\n" not in Path(file).read_bytes():
        return None
    return read(file)[0].seed


def here(workers: SupportsIndex) -> Play:
    """Play on this machine, in that many processes."""
    workers = whole(workers, say("a number of workers"), 1, MOST_WORKERS)
    return lambda contest, pairings: play_here(contest, pairings, workers)


def on_ray(address: str) -> Play:
    """Play on a Ray cluster."""
    return lambda contest, pairings: play_on_ray(contest, pairings, address)
