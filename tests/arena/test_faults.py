"""A bot that does not play loses that game, and the contest goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.arena import spies
from tests.arena.test_arena import contest
from tilery import cli
from tilery.arena import arena, ratings, report
from tilery.arena.players import find_player, split_names
from tilery.arena.schedule import Contest
from tilery.match.record import Record

BOTS = "tests.arena.bots:"


@pytest.fixture
def spied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file in which bots note what they were asked."""
    monkeypatch.setenv(spies.FILE, str(tmp_path / "notes.jsonl"))


FAULTS = {
    "Rude": r"raised RuntimeError: I do not like this (bots.py:",
    "Quitter": r"raised SystemExit: enough (bots.py:",
    "Babbler": "chose {'move': 'take 1'}, which is not a move",
    "Scribbler": 'chose what is not a move: "castle" is not a move of Pebbles',
    "Usurper": "chose a move for seat ",
    "Cheat": "chose an illegal move, ",
}


@pytest.mark.parametrize("bot", FAULTS)
def test_a_fault_loses_the_game_and_the_contest_goes_on(bot: str, tmp_path: Path) -> None:
    meeting = contest("random", f"{BOTS}{bot}")
    results = arena.run(meeting, 4, arena.here(1), tmp_path / "games.jsonl", quiet=True)
    assert len(results) == 4 * 2
    for result in results:
        own = result.seated.index(f"{BOTS}{bot}")
        assert result.fault is not None
        assert (result.fault.seat, result.fault.player) == (own, f"{BOTS}{bot}")
        assert FAULTS[bot] in result.fault.reason
        assert result.winners == (1 - own,)
        assert result.fault.move == len(result.record["moves"]) + 1
        Record.parse(json.dumps(result.record)).replay()
    _, kept = arena.read(tmp_path / "games.jsonl")
    assert sorted(map(str, kept)) == sorted(map(str, results))
    told = str(report.as_text(ratings.rate(meeting, ratings.whole_deals(meeting, results))))
    assert "8 games were lost by a fault" in told
    assert f"{BOTS}{bot} {FAULTS[bot]}" in told


def test_of_three_who_play_the_other_two_share_the_victory() -> None:
    for result in arena.run(contest("random", f"{BOTS}Cheat", "greedy", seats=3), 1, arena.here(1), quiet=True):
        cheat = result.seated.index(f"{BOTS}Cheat")
        assert result.winners == tuple(seat for seat in range(3) if seat != cheat)


def test_only_the_first_faults_are_told_one_by_one() -> None:
    meeting = contest("random", f"{BOTS}Cheat")
    table = ratings.rate(meeting, ratings.whole_deals(meeting, arena.run(meeting, 8, arena.here(1), quiet=True)))
    told = str(report.as_text(table)).splitlines()
    assert sum("chose an illegal move" in line for line in told) == report.SHOWN_FAULTS
    assert told[-1] == "  and 6 more; a file of the games (--out) has all of them"


def limited(*players: str, seconds: float) -> Contest:
    return Contest("pebbles", 2, {}, players, 1, seconds)


@pytest.mark.parametrize("workers", [1, pytest.param(2, marks=pytest.mark.combination)])
def test_a_bot_that_thinks_for_ever_loses_when_its_time_is_up(workers: int) -> None:
    results = arena.run(limited("random", f"{BOTS}Thinker", seconds=0.1), 1, arena.here(workers), quiet=True)
    for result in results:
        assert result.fault is not None
        assert result.fault.player == f"{BOTS}Thinker"
        assert result.fault.reason == "thought for more than 0.1 s"


def test_levels_stop_thinking_when_their_time_is_up() -> None:
    """A tree of a thousand million iterations would take hours."""
    results = arena.run(
        limited("random", "hard+iterations=1000000000+playout=100", seconds=0.05), 1, arena.here(1), quiet=True
    )
    assert all(result.fault is None for result in results)


@pytest.mark.parametrize("seconds", [60.5, None])
def test_a_bot_is_told_how_much_time_it_has_if_it_asks(seconds: float | None, spied: None) -> None:  # noqa: ARG001
    arena.run(Contest("pebbles", 2, {}, ("random", f"{BOTS}Careful"), 1, seconds), 1, arena.here(1), quiet=True)
    assert {note["seconds"] for note in spies.notes()} == {seconds}


def test_an_instance_lives_for_one_game_on_one_seat(spied: None) -> None:  # noqa: ARG001
    arena.run(contest("random", f"{BOTS}Lasting"), 2, arena.here(1), quiet=True)
    notes = spies.notes()
    instances = {(note["process"], note["instance"]) for note in notes}
    assert len(instances) == 2 * 2  # deals, rotations
    assert len({(note["process"], note["instance"], note["seat"]) for note in notes}) == len(instances)


def test_a_bot_may_answer_in_notation() -> None:
    results = arena.run(contest("random", f"{BOTS}Writer"), 3, arena.here(1), quiet=True)
    assert all(result.fault is None for result in results)


def test_time_limits_belong_to_the_contest_of_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    asked = ["arena", "pebbles", "--bots", "random,greedy", "--games", "2", "--workers", "1", "--out", str(file)]
    assert cli.main([*asked, "--seconds", "5"]) == 0
    assert arena.read(file)[0].seconds == 5
    assert cli.main(asked) == 1
    assert "belongs to another contest" in capsys.readouterr().err


def test_files_of_an_arena_replay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also games that somebody lost by a fault."""
    file = tmp_path / "games.jsonl"
    bots = f"random,{BOTS}Rude"
    assert cli.main(["arena", "pebbles", "--bots", bots, "--games", "6", "--workers", "1", "--out", str(file)]) == 0
    capsys.readouterr()
    assert cli.main(["replay", str(file)]) == 0
    assert "6 records replayed without errors." in capsys.readouterr().out
    lines = file.read_text("utf-8").splitlines()
    lines[2] = lines[2].replace('"take 1"', '"take 9"', 1).replace('"take 2"', '"take 9"', 1)
    file.write_text("\n".join(lines), "utf-8")
    assert cli.main(["replay", str(file)]) == 1
    assert "tilery: record 2: move " in capsys.readouterr().err


def test_names_are_split_at_commas_outside_quotation_marks() -> None:
    assert split_names("hard,a:B,engine:node x.mjs") == ["hard", "a:B", "engine:node x.mjs"]
    assert split_names("""easy,engine:'a b' --set "x,y",hard""") == ["easy", """engine:'a b' --set "x,y\"""", "hard"]


def test_a_setting_with_which_a_search_cannot_be_names_the_bot() -> None:
    with pytest.raises(ValueError, match=r"hard\+iterations=0: the setting iterations must be at least 1, not 0"):
        find_player("hard+iterations=0")
    with pytest.raises(ValueError, match='the bot "random" has no settings'):
        find_player("random+iterations=5")
