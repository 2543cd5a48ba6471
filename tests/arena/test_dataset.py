"""Datasets: games of real play, the same for the same seed, however they are played."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tilery import cli
from tilery.arena import dataset
from tilery.arena.arena import ArenaError
from tilery.match.record import read_records


def test_the_same_games_in_the_same_order_with_any_number_of_processes() -> None:
    alone = list(dataset.play("pebbles", ["medium", "random"], 7, seed=3))
    together = list(dataset.play("pebbles", ["medium", "random"], 7, seed=3, workers=2))
    assert list(map(str, together)) == list(map(str, alone))
    assert len({record.seed for record in alone}) == 7
    for record in alone:
        assert record.replay().is_over
    assert list(map(str, dataset.play("pebbles", ["medium", "random"], 2, seed=4))) != list(map(str, alone[:2]))


def test_bots_take_turns_on_the_seats() -> None:
    """A bot that always takes one pebble sits on seat 0 in every other game."""
    lone = [
        {seat: {text for who, text in record.moves if who == seat} for seat in range(2)}
        for record in dataset.play("pebbles", ["tests.arena.bots:First", "greedy"], 6, seed=1)
    ]
    for number, by_seat in enumerate(lone):
        assert by_seat[number % 2] == {"take 1"}


def test_the_command_writes_games_of_several_games_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    asked = [
        "simulate",
        "pebbles",
        "triqueta",
        "--bots",
        "medium",
        "--games",
        "3",
        "--workers",
        "1",
        "--out",
        str(file),
    ]
    assert cli.main(asked) == 0
    found = list(read_records(file.read_text("utf-8").splitlines()))
    assert [record.game for record in found] == ["pebbles"] * 3 + ["triqueta"] * 3
    assert cli.main(["replay", str(file)]) == 0
    assert "6 records replayed without errors." in capsys.readouterr().out


def test_real_play_is_stronger_than_random_play() -> None:
    """A medium player against a random one wins most of the games that are written."""
    won = 0
    for number, record in enumerate(dataset.play("triqueta", ["medium", "random"], 20, seed=5)):
        assert record.ending is not None
        won += record.ending["winners"] == [number % 2]
    assert won >= 15


def test_a_fault_ends_the_series_with_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ArenaError, match=r"game 1, move \d: tests\.arena\.bots:Cheat chose an illegal move"):
        list(dataset.play("pebbles", ["tests.arena.bots:Cheat"], 3))
    assert cli.main(["simulate", "pebbles", "--bots", "genius"]) == 1
    assert 'there is no bot "genius"' in capsys.readouterr().err


def test_random_games_are_what_they_were(capsys: pytest.CaptureFixture[str]) -> None:
    """Without bots, a seed gives the games that it gave before there were any."""
    assert cli.main(["simulate", "pebbles", "--seed", "4"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["seed"] == "6a053b3ea350df30927c52f60211fd9b"
