"""Whoever writes a game is told in one sentence what is wrong with it, and the other games go on working."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tilery import Match, games
from tilery.cli import main
from tilery.match import warmup
from tilery.match.faults import BrokenRulesError
from tilery.research.episode import Episode

PEBBLES = Path(__file__).parent.parent / "outside" / "pebbles"

Spoil = Callable[[str, str, str], Path]


@pytest.fixture
def spoil(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Spoil]:
    """Puts a game "broken" beside the others: Pebbles, with one text in one of its files replaced by another."""
    folder = tmp_path / "broken"
    shutil.copytree(PEBBLES, folder, ignore=shutil.ignore_patterns("__pycache__"))
    declaration = folder / "__init__.py"
    declaration.write_text(declaration.read_text("utf-8").replace('name="pebbles"', 'name="broken"'), "utf-8")
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])

    def replace(file: str, old: str, new: str) -> Path:
        path = folder / file
        text = path.read_text("utf-8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), "utf-8")
        return path

    yield replace
    games._loaded.cache_clear()
    warmup._warm_up_once.cache_clear()
    games._found.cache_clear()
    for name in [name for name in sys.modules if name.startswith("tilery.games.broken")]:
        del sys.modules[name]


def line_of(path: Path, text: str) -> int:
    return path.read_text("utf-8").split(text)[0].count("\n") + 1


def refusal(act: Callable[[], object], kind: type[Exception]) -> str:
    with pytest.raises(kind) as raised:
        act()
    assert raised.value.__cause__ is None
    return str(raised.value)


# Rules that do not compile.


def test_a_misspelt_field_names_its_file_and_line(spoil: Spoil) -> None:
    path = spoil("rules.py", "count = min(int(state.heap)", "count = min(int(state.heaps)")
    said = refusal(lambda: Match("broken"), BrokenRulesError)
    place = f"{path}, line {line_of(path, 'state.heaps')}"
    assert said == f'Pebbles does not work: {place}: there is no field "heaps"; did you mean "heap"?'


def test_a_misspelt_field_that_no_game_comes_to(spoil: Spoil) -> None:
    path = spoil(
        "rules.py", "    state.heap -= move\n", "    state.heap -= move\n    if move > 9:\n        state.zebra = 1\n"
    )
    said = refusal(lambda: Match("broken"), BrokenRulesError)
    assert f"{path}, line {line_of(path, 'state.zebra')}: there is no field" in said
    assert "the fields are seats, most, turn, heap, taken, card" in said


def test_python_that_cannot_be_compiled(spoil: Spoil) -> None:
    path = spoil("rules.py", "    state.heap -= move\n", "    state.heap -= move + len({1: [2]}) - 1\n")
    said = refusal(lambda: Match("broken"), BrokenRulesError)
    assert said.startswith(
        f"Pebbles does not work: {path}, line {line_of(path, '{1: [2]}')}: this cannot be compiled: "
    )
    assert "\n" not in said


def test_a_function_with_other_parameters(spoil: Spoil) -> None:
    path = spoil("rules.py", "def waiting(", "def waiting(seat: int, ")
    said = refusal(lambda: Match("broken"), BrokenRulesError)
    line = line_of(path, "def waiting") - 1
    assert said == (
        f"Pebbles does not work: {path}, line {line}: "
        "TypeError: waiting() missing 1 required positional argument: 'state'"
    )


def test_a_part_that_is_compiled_later(spoil: Spoil) -> None:
    path = spoil("learn.py", "out[0] = state.heap", "out[0] = state.heaps")
    Match("broken").play_randomly()
    said = refusal(lambda: Episode("broken"), BrokenRulesError)
    assert f"{path}, line {line_of(path, 'state.heaps')}: there is no field" in said


def test_the_whole_error_is_there_for_those_who_ask(spoil: Spoil, monkeypatch: pytest.MonkeyPatch) -> None:
    spoil("rules.py", "count = min(int(state.heap)", "count = min(int(state.heaps)")
    monkeypatch.setenv("TILERY_TRACEBACK", "1")
    with pytest.raises(BrokenRulesError) as raised:
        Match("broken")
    assert isinstance(raised.value.__cause__, KeyError)


# Folders that are no game.


def fault(spoil: Spoil, file: str, old: str, new: str) -> str:
    """What is said of a folder, after its place."""
    path = spoil(file, old, new)
    said = refusal(lambda: games.find("broken"), games.BrokenGameError)
    start = f"the game in {path.parent} cannot be loaded: "
    assert said.startswith(start)
    return said.removeprefix(start)


def test_a_function_of_the_contract_that_is_missing(spoil: Spoil) -> None:
    assert fault(spoil, "rules.py", "def redeal(", "def redealt(") == '"redeal" is missing from its "rules"'


def test_a_function_for_learners_that_is_missing(spoil: Spoil) -> None:
    assert fault(spoil, "learn.py", "def evaluate(", "def evaluated(") == '"evaluate" is missing from its "learn"'


def test_a_folder_without_a_declaration(spoil: Spoil) -> None:
    assert fault(spoil, "__init__.py", "GAME = Game[", "GAMES = Game[") == "its __init__.py declares no GAME = Game(…)"


def test_a_game_with_another_name_than_its_folder(spoil: Spoil) -> None:
    said = fault(spoil, "__init__.py", 'name="broken"', 'name="stones"')
    assert said == 'it is called "stones"; a game must be named after its folder'


def test_a_folder_that_cannot_be_imported(spoil: Spoil) -> None:
    said = fault(spoil, "rules.py", "MAX_MOVES = 3", "MAX_MOVES = THREE")
    assert re.fullmatch(r".*rules\.py, line \d+: NameError: name 'THREE' is not defined", said)


def test_a_file_that_is_no_python(spoil: Spoil) -> None:
    said = fault(spoil, "rules.py", "MAX_MOVES = 3", "MAX_MOVES = ")
    assert re.fullmatch(r".*rules\.py, line \d+: SyntaxError: invalid syntax", said)


def test_the_other_games_go_on_working(spoil: Spoil, capsys: pytest.CaptureFixture[str]) -> None:
    spoil("rules.py", "MAX_MOVES = 3", "MAX_MOVES = THREE")
    assert "broken" not in games.names()
    assert {"pebbles", "topiary"} <= set(games.names())
    assert list(games.faults()) == ["broken"]
    assert not Match("pebbles").is_over
    assert main(["games"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert any(line.startswith("topiary ") for line in listed)
    assert listed[-1].startswith("broken      the game in ")
