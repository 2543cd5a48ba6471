"""The `tilery` command, used as people use it."""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tilery import games
from tilery.cli import main
from tilery.match.position import position_of
from tilery.match.simulate import random_match


def run(*arguments: str | Path) -> int:
    return main([str(argument) for argument in arguments])


def test_games_lists_every_game_with_seats_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("games") == 0
    out = capsys.readouterr().out
    for name in games.names():
        game = games.find(name)
        assert f"{name:<12}{game.seats[0]}-{game.seats[-1]} seats" in out
        assert all(f"option {option.name} = " in out for option in game.options)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("name", ["topiary", "triqueta", "tipperary", "terraflip"])
def test_rules_in_three_languages(name: str, language: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", name, "--language", language) == 0
    out = capsys.readouterr().out
    assert out.startswith("# ")
    assert len(out) > 2000


@pytest.mark.parametrize("command", [["rules", "tipperary"], ["rules", "triqueta"], ["arena", "--help"]], ids=" ".join)
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_terminal_without_typographic_characters_prints_plain_ones(
    command: list[str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(printed, encoding="latin-1", write_through=True))
    with contextlib.suppress(SystemExit):  # by which --help ends
        assert run(*command, "--language", language) == 0
    text = printed.getvalue().decode("latin-1")
    assert len(text) > 1000
    assert "\\u" not in text
    assert "?" not in text.replace("-?", "")


def test_rules_speak_the_language_of_the_terminal() -> None:
    def first_words(language: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "tilery", "rules", "topiary"],
            env={**os.environ, "LC_ALL": language},
            check=True,
            capture_output=True,
            encoding="utf-8",
        )
        return done.stdout

    texts = [first_words(language) for language in ("de_DE.UTF-8", "fr_FR.UTF-8", "C")]
    assert len(set(texts)) == 3
    assert first_words("it_IT.UTF-8") == texts[2]


def test_simulate_writes_the_same_records_for_the_same_seed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("simulate", "pebbles", "--seats", "3", "--games", "5", "--seed", "9", "--option", "most=two")
    assert run(*asked, "--out", tmp_path / "a.jsonl") == 0
    assert run(*asked, "--out", tmp_path / "b.jsonl") == 0
    text = (tmp_path / "a.jsonl").read_text()
    assert text == (tmp_path / "b.jsonl").read_text()
    records = [json.loads(line) for line in text.splitlines()]
    assert len(records) == len({record["seed"] for record in records}) == 5
    assert {record["options"]["most"] for record in records} == {"two"}
    assert {record["seats"] for record in records} == {3}
    assert run("simulate", "pebbles", "--games", "1", "--seed", "4") == 0
    assert json.loads(capsys.readouterr().out)["game"] == "pebbles"


def test_replay_checks_a_file_of_records(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("simulate", "pebbles", "--games", "4", "--out", tmp_path / "games.jsonl")
    assert run("replay", tmp_path / "games.jsonl") == 0
    assert "4 records replayed without errors." in capsys.readouterr().out
    lines = (tmp_path / "games.jsonl").read_text().splitlines()
    lines[2] = lines[2].replace('"take 1"', '"take 9"', 1).replace('"take 2"', '"take 9"', 1)
    (tmp_path / "games.jsonl").write_text("\n".join(lines))
    assert run("replay", tmp_path / "games.jsonl") == 1
    assert "tilery: record 3: move " in capsys.readouterr().err


def test_replay_shows_moves_table_and_score(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = random_match("topiary", 3, seed=3).record()
    (tmp_path / "game.json").write_text(json.dumps(record.to_json(), indent=2))
    assert run("replay", tmp_path / "game.json") == 0
    out = capsys.readouterr().out
    assert f"   1. player 1: {record.moves[0][1]}" in out
    assert "total" in out
    assert " wins with " in out
    assert run("replay", tmp_path / "game.json", "--move", "2") == 0
    out = capsys.readouterr().out
    assert "   2. player" in out
    assert "   3. player" not in out
    assert "wins" not in out
    assert run("replay", tmp_path / "game.json", "--move", "999") == 1
    assert "so there is no move 999" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["topiary", "triqueta", "tipperary", "terraflip", "pebbles"])
def test_score_counts_a_final_table(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = random_match(name, seed=6)
    (tmp_path / "table.json").write_text(json.dumps(position_of(match)))
    assert run("score", tmp_path / "table.json") == 0
    assert capsys.readouterr().out == f"{match.scores}\n{match.scores.verdict}\n"


def test_errors_are_one_sentence_and_exit_code_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bad.json").write_text("{")
    (tmp_path / "empty.json").write_text("{}")
    for arguments, sentence in (
        (("simulate", "chess"), 'there is no game "chess"'),
        (("simulate", "pebbles", "--seats", "9"), "Pebbles has 2 to 3 seats, not 9"),
        (("simulate", "pebbles", "--option", "most"), 'an option is written NAME=VALUE, not "most"'),
        (("simulate", "pebbles", "--option", "color=red"), "Pebbles has no option color"),
        (("replay", tmp_path / "none.json"), "No such file"),
        (("replay", tmp_path / "bad.json"), "the record is not JSON: line 1"),
        (("score", tmp_path / "bad.json"), "the position is not JSON: line 1"),
        (("score", tmp_path / "empty.json"), '"position" is missing'),
        (("rules", "chess"), 'there is no game "chess"'),
    ):
        assert run(*arguments) == 1
        err = capsys.readouterr().err
        assert err.startswith("tilery: ")
        assert sentence in err
        assert err.count("\n") == 1


def test_replay_draws_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run("simulate", "topiary", "--out", tmp_path / "game.json")
    for number, more in enumerate([(), ("--move", "9"), ("--move", "9", "--seat", "2")]):
        assert run("replay", tmp_path / "game.json", "--svg", tmp_path / f"{number}.svg", *more) == 0
    pictures = {(tmp_path / f"{number}.svg").read_text("utf-8") for number in range(3)}
    assert len(pictures) == 3
    assert all(picture.startswith("<svg ") for picture in pictures)
    capsys.readouterr()
    assert run("replay", tmp_path / "game.json", "--svg", tmp_path / "x.svg", "--seat", "3") == 1
    assert "players 1 to 2" in capsys.readouterr().err
    run("simulate", "topiary", "--games", "2", "--out", tmp_path / "games.jsonl")
    assert run("replay", tmp_path / "games.jsonl", "--svg", tmp_path / "x.svg") == 1
    assert "--svg needs a file with one record" in capsys.readouterr().err


def test_bench_gives_one_entry_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("bench", "--json", "--seconds", "0.02") == 0
    found = json.loads(capsys.readouterr().out)
    assert set(found["playouts"]) == set(games.names())
    for entry in found["playouts"].values():
        assert entry["moves_per_second"] > entry["games_per_second"] > 0
    assert run("bench", "--seconds", "0.02") == 0
    assert "moves/s" in capsys.readouterr().out


def test_a_game_outside_the_package_through_the_command(tmp_path: Path) -> None:
    """The fifth game in a process that knows it only from TILERY_GAMES: listed, simulated, replayed, scored."""
    environment = {**os.environ, "TILERY_GAMES": str(Path(__file__).parent / "outside")}

    def tilery(*arguments: str | Path) -> str:
        command = [sys.executable, "-m", "tilery", *map(str, arguments)]
        return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout

    assert "pebbles     2-3 seats" in tilery("games")
    tilery("simulate", "pebbles", "--games", "20", "--out", tmp_path / "games.jsonl")
    assert "20 records replayed" in tilery("replay", tmp_path / "games.jsonl")
    assert tilery("rules", "pebbles", "--language", "en").startswith("# Pebbles")
    table = {"position": 1, "game": "pebbles", "players": [{"pebbles": 8, "card": 2}, {"pebbles": 4, "card": 6}]}
    (tmp_path / "table.json").write_text(json.dumps(table))
    assert "Player 2 wins with 10 points. Tiebreaker: a higher card." in tilery("score", tmp_path / "table.json")


def test_review_tells_what_was_given_away_and_what_was_luck(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    golden = Path(__file__).parent / "golden" / "triqueta-2-two_player-designer.json"
    assert run("review", golden, "--json", "--seconds", "0") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["decisions"]
    for player in told["players"]:
        assert player["final"] - player["initial"] == player["skill"] + player["others"] + player["luck"]
    assert run("review", golden, "--seconds", "0", "--language", "de") == 0
    assert "Gewinnchancen" in capsys.readouterr().out
    unfinished = tmp_path / "unfinished.json"
    unfinished.write_text(str(random_match("triqueta", seed=1).start.record()))
    assert run("review", unfinished) == 1
    assert "only a finished game can be reviewed" in capsys.readouterr().err
