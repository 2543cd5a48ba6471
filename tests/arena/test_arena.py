"""The arena: what is played, how it is kept and resumed, and what is concluded from it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tilery import cli
from tilery.arena import arena, playing, ratings, report
from tilery.arena.faults import PlayerError
from tilery.arena.players import find_player
from tilery.arena.schedule import Contest, Pairing, Result
from tilery.match.extras import MissingExtraError
from tilery.match.record import Record

ROOT = Path(__file__).parent.parent.parent


def contest(*players: str, game: str = "pebbles", seats: int = 2, seed: int = 1) -> Contest:
    return Contest(game, seats, {"most": "three"} if game == "pebbles" else {}, players, seed)


def test_every_deal_is_played_in_all_rotations() -> None:
    deal = contest("random", "greedy", "novice", seats=3).deal(4)
    assert [pairing.seated for pairing in deal] == [
        ("random", "greedy", "novice"),
        ("greedy", "novice", "random"),
        ("novice", "random", "greedy"),
    ]
    assert {pairing.deal for pairing in deal} == {4}


def test_with_fewer_bots_than_seats_the_last_one_sits_on_the_rest() -> None:
    deal = contest("greedy", "random", seats=3).deal(0)
    assert [pairing.seated.index("greedy") for pairing in deal] == [0, 2, 1]
    assert all(pairing.seated.count("random") == 2 for pairing in deal)


def test_with_more_bots_than_seats_everybody_meets_everybody() -> None:
    met = Counter(frozenset(pairing.seated) for pairing in contest("random", "greedy", "novice").deal(0))
    assert sorted(met.values()) == [2, 2, 2]


def test_games_of_one_deal_have_the_same_deal_and_their_records_replay() -> None:
    results = arena.run(contest("random", "greedy"), 3, arena.here(1), quiet=True)
    for first, second in zip(results[::2], results[1::2], strict=True):
        assert first.record["deal"] == second.record["deal"]
    for result in results:
        match = Record.parse(json.dumps(result.record)).replay()
        assert match.scores.winners == result.winners
        assert match.scores.totals == result.totals


def unhurried(results: list[Result]) -> list[tuple[object, ...]]:
    """Results without the time they took."""
    return [
        (result.deal, result.seated, result.winners, result.totals, str(result.record), result.fault)
        for result in results
    ]


def test_two_processes_play_the_same_games_as_one() -> None:
    """Also what somebody's own bot plays until it loses by a fault."""
    alone = arena.run(contest("greedy", "tests.arena.bots:Rude"), 3, arena.here(1), quiet=True)
    together = arena.run(contest("greedy", "tests.arena.bots:Rude"), 3, arena.here(2), quiet=True)
    assert unhurried(together) == unhurried(alone)
    assert len(alone) == 3 * 2
    assert all(result.fault is not None for result in alone)


@pytest.fixture
def cluster() -> Iterator[str]:
    """The address of a real Ray with two workers, started as one starts the first machine of a cluster."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    folder = tempfile.mkdtemp(prefix="ray")  # short: Ray makes sockets in it
    command = [
        str(Path(sys.executable).with_name("ray")),
        "start",
        "--head",
        "--block",
        "--num-cpus=2",
        f"--port={port}",
    ]
    settings = ["--node-ip-address=127.0.0.1", "--include-dashboard=false", f"--temp-dir={folder}"]
    with subprocess.Popen(
        [*command, *settings], cwd=ROOT, start_new_session=True, stdout=subprocess.PIPE, text=True
    ) as head:
        assert head.stdout
        assert any("Ray runtime started" in line for line in head.stdout)
        yield f"127.0.0.1:{port}"
        os.killpg(head.pid, signal.SIGKILL)
    shutil.rmtree(folder, ignore_errors=True)


def test_a_ray_cluster_plays_the_same_games(cluster: str) -> None:
    there = arena.run(contest("random", "greedy"), 4, arena.on_ray(cluster), quiet=True)
    assert unhurried(there) == unhurried(arena.run(contest("random", "greedy"), 4, arena.here(1), quiet=True))


def test_without_ray_a_sentence_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'tilery\[ray\]'"):
        arena.run(contest("random", "greedy"), 1, arena.on_ray("auto"), quiet=True)


class KilledError(Exception):
    pass


def test_a_killed_run_goes_on_from_its_file(tmp_path: Path) -> None:
    """The kill comes in the middle of a deal and of a line."""
    file = tmp_path / "games.jsonl"
    played: list[Pairing] = []

    def play(contest: Contest, pairings: Iterator[Pairing]) -> Iterator[Result]:
        for pairing in pairings:
            if len(played) == 5:
                raise KilledError
            played.append(pairing)
            yield playing.play_game(contest, pairing)

    with pytest.raises(KilledError):
        arena.run(contest("random", "greedy"), 6, play, file, quiet=True)
    with file.open("a") as out:
        out.write('{"deal":2,"seated":["gre')
    played.clear()
    again = arena.run(contest("random", "greedy"), 4, play, file, quiet=True)
    assert len(played) == 3
    whole = arena.run(contest("random", "greedy"), 4, arena.here(1), quiet=True)
    assert unhurried(again) == unhurried(whole)
    head, kept = arena.read(file)
    assert head == contest("random", "greedy")
    assert unhurried(kept) == unhurried(whole)


def test_a_file_of_another_contest_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    arena.run(contest("random", "greedy"), 1, arena.here(1), file, quiet=True)
    before = file.read_bytes()
    with pytest.raises(arena.ArenaError, match="another contest"):
        arena.run(contest("random", "greedy", seed=2), 1, arena.here(1), file, quiet=True)
    assert file.read_bytes() == before
    file.write_text("no arena\n")
    with pytest.raises(arena.ArenaError, match="not an arena file"):
        arena.run(contest("random", "greedy"), 1, arena.here(1), file, quiet=True)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("genius", 'there is no bot "genius"'),
        ("hard+speed=3", "a setting is written NAME=VALUE"),
        ("hard+iterations=many", 'cannot be "many"'),
        ("tests.arena.bots:Nobody", "cannot be loaded"),
        ("tests.arena.nowhere:First", "cannot be loaded"),
        ("tests.arena.bots:Mute", "has no method choose"),
    ],
)
def test_a_bot_that_cannot_play_gets_a_sentence(name: str, sentence: str) -> None:
    with pytest.raises(PlayerError, match=sentence):
        find_player(name)


@pytest.mark.parametrize("players", [("random",), ("random", "random")])
def test_a_contest_needs_different_bots(players: tuple[str, ...]) -> None:
    with pytest.raises(arena.ArenaError):
        arena.run(contest(*players), 1, arena.here(1), quiet=True)


def made_up(
    strengths: dict[str, float], seats: tuple[float, ...], deals: int, seed: int
) -> tuple[Contest, list[Result]]:
    """Results drawn from the model: the chance to win is in proportion to exp(strength + advantage of the seat)."""
    meeting = contest(*strengths, seats=len(seats))
    draw = np.random.default_rng(seed)
    results = []
    for pairing in meeting.pairings(deals):
        weights = np.exp([strengths[name] + seat for name, seat in zip(pairing.seated, seats, strict=True)])
        winner = int(draw.choice(len(seats), p=weights / weights.sum()))
        blank = (0,) * len(seats)
        results.append(Result(pairing.deal, pairing.seated, (winner,), blank, tuple(map(float, blank)), {}))
    return meeting, results


def test_ratings_find_the_strengths_that_results_were_drawn_from() -> None:
    truth = {"random": 0.0, "greedy": 1.0, "novice": 0.4}
    mean = sum(truth.values()) / 3
    covered = 0
    for seed in range(40):
        meeting, results = made_up(truth, (0.5, 0.0), 60, seed)
        table = ratings.rate(meeting, ratings.whole_deals(meeting, results), seed)
        for standing in table.standings:
            expected = (truth[standing.player] - mean) * ratings.ELO
            covered += standing.rating.low <= expected <= standing.rating.high
    assert covered >= 0.88 * 120


def test_the_advantage_of_a_seat_is_shown_and_taken_out_of_the_ratings() -> None:
    meeting, results = made_up({"random": 0.0, "greedy": 0.0}, (1.2, 0.0), 300, 1)
    table = ratings.rate(meeting, ratings.whole_deals(meeting, results))
    assert table.seats[0].low > 0.6
    assert all(standing.rating.low < 0 < standing.rating.high for standing in table.standings)


def test_somebody_who_always_wins_has_a_finite_rating() -> None:
    meeting, results = made_up({"random": 0.0, "greedy": 50.0}, (0.0, 0.0), 30, 1)
    best, worst = ratings.rate(meeting, ratings.whole_deals(meeting, results)).standings
    assert best.share.value == 1
    assert 300 < best.rating.value < 3000
    assert best.rating.value == pytest.approx(-worst.rating.value)


def test_a_deal_that_is_not_whole_does_not_count() -> None:
    meeting, results = made_up({"random": 0.0, "greedy": 1.0}, (0.0, 0.0), 5, 1)
    assert len(ratings.whole_deals(meeting, results[:-1])) == 4
    assert len(ratings.whole_deals(meeting, results[1:])) == 0
    assert len(ratings.whole_deals(meeting, results[::-1])) == 5


def stopped_at(strength: float, seed: int, most: int) -> int:
    meeting, results = made_up({"random": 0.0, "greedy": strength}, (0.0, 0.0), most, seed)
    deals = ratings.whole_deals(meeting, results)
    return next((count for count in range(10, most + 1) if ratings.is_decided(meeting, deals[:count])), 0)


def test_looking_after_every_deal_rarely_decides_between_equals() -> None:
    assert sum(stopped_at(0.0, seed, 150) > 0 for seed in range(60)) <= 6


def test_a_clear_difference_is_decided_soon() -> None:
    needed = [stopped_at(2.0, seed, 150) for seed in range(20)]
    assert all(needed)
    assert sum(needed) / len(needed) < 40


def test_a_run_until_decided_ends_at_the_same_deal_however_it_is_cut(tmp_path: Path) -> None:
    meeting = contest("greedy", "tests.arena.bots:First", game="triqueta")
    file = tmp_path / "games.jsonl"
    whole = arena.run(meeting, 40, arena.here(1), until_decided=True, quiet=True)
    assert 20 <= len(whole) < 80
    arena.run(meeting, len(whole) // 2 + 5, arena.here(1), file, quiet=True)  # plays on after the decision
    assert unhurried(arena.run(meeting, 40, arena.here(1), file, True, True)) == unhurried(whole)


def test_the_command_shows_a_table_and_draws_a_chart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    chart = tmp_path / "chart.svg"
    arguments = ["arena", "pebbles", "--bots", "greedy,tests.arena.bots:First", "--games", "11", "--workers", "1"]
    assert cli.main([*arguments, "--chart", str(chart)]) == 0
    out = capsys.readouterr().out
    assert "12 games in 6 deals" in out
    assert "tests.arena.bots:First" in out
    assert "seat 2:" in out
    drawn = ET.fromstring(chart.read_text("utf-8"))
    assert drawn.tag.endswith("svg")
    assert len(drawn.findall(".//{http://www.w3.org/2000/svg}circle")) == 2


def test_numbers_of_the_table_stand_apart_when_all_is_won() -> None:
    all_won, wide = ratings.Estimate(1.0, 1.0, 1.0), ratings.Estimate(-1234.0, -1234.0, -1234.0)
    standing = ratings.Standing("expert", 10_000, all_won, wide, 123.4, 12.345)
    shown = str(report.as_text(ratings.Table((standing,), (all_won,), 5_000, 10_000, 0.5))).splitlines()[1]
    assert " ".join(shown.split()) == "expert 10000 100.0% 100.0% to 100.0% -1234 -1234 to -1234 123.4 12.345"


def test_a_chart_of_a_single_deal_can_be_drawn() -> None:
    meeting, results = made_up({"random": 0.0, "a<b": 1.0}, (0.0, 0.0), 1, 1)
    table = ratings.rate(meeting, ratings.whole_deals(meeting, results))
    ET.fromstring(report.as_svg(table, "Tea & tiles"))
