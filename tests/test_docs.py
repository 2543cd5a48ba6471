"""The documents tell the truth: examples are run, every ruling is in three languages and has its test."""

from __future__ import annotations

import ast
import builtins
import doctest
import importlib
import re
from dataclasses import MISSING, fields
from pathlib import Path

import pytest

from tilery import games, score_position
from tilery.games.game import Game
from tilery.match.record import MEMBERS, Record

ROOT = Path(__file__).parent.parent
RULINGS = {"topiary": ("TOP", 11), "triqueta": ("TRI", 11), "tipperary": ("TIP", 18), "terraflip": ("TER", 14)}


def rulings(game: str, language: str) -> list[str]:
    text = (games.find(game).folder / f"rules.{language}.md").read_text("utf-8")
    return re.findall(r"^- \*\*([A-Z]{3}-\d+)\*\*", text, re.MULTILINE)


@pytest.mark.parametrize("game", RULINGS)
def test_every_ruling_is_told_in_three_languages(game: str) -> None:
    prefix, least = RULINGS[game]
    told = rulings(game, "en")
    assert told == [f"{prefix}-{number}" for number in range(1, len(told) + 1)]
    assert len(told) >= least
    assert rulings(game, "fr") == rulings(game, "de") == told


@pytest.mark.parametrize("game", RULINGS)
def test_every_ruling_has_a_test(game: str) -> None:
    sources = [path.read_text("utf-8") for path in (ROOT / "tests" / "games" / game).glob("test_*.py")]
    marked = {
        name for source in sources for call in re.findall(r"mark\.ruling\(([^)]*)\)", source)
        for name in re.findall(r'"([A-Z]{3}-\d+)"', call)
    }  # fmt: skip
    assert marked == set(rulings(game, "en"))


WHY = {"en": "*Why:* ", "fr": "*Pourquoi\u00a0:* ", "de": "*Grund:* "}


@pytest.mark.parametrize("language", WHY)
@pytest.mark.parametrize("game", RULINGS)
def test_every_ruling_gives_its_reason_once(game: str, language: str) -> None:
    text = (games.find(game).folder / f"rules.{language}.md").read_text("utf-8")
    for point in re.split(r"^- (?=\*\*[A-Z]{3}-\d+\*\*)", text, flags=re.MULTILINE)[1:]:
        ruling, *reasons = re.sub(r"[ \n]+", " ", point).split(WHY[language])
        assert len(reasons) == 1, ruling
        assert reasons[0].rstrip().endswith("."), ruling


@pytest.mark.parametrize("game", RULINGS)
def test_french_rules_are_set_like_french(game: str) -> None:
    """No line may begin with a colon, a question mark or a closing quotation mark, and apostrophes are curved."""
    text = (games.find(game).folder / "rules.fr.md").read_text("utf-8")
    prose = re.sub(r"`[^`]*`", "`", text)
    assert not re.findall(r"(?<!\u00a0)[:»](?!-)|«(?!\u00a0)", prose)
    assert not re.findall(r"(?<!\u202f)[;!?]", prose)
    assert "'" not in prose


def json_blocks(document: str) -> list[str]:
    return re.findall(r"^```json\n(.*?)^```", (ROOT / "docs" / document).read_text("utf-8"), re.MULTILINE | re.DOTALL)


def test_the_positions_of_the_document_are_scored() -> None:
    """Every whole position of docs/positions.md gives the sheet that is printed somewhere after it."""
    text = (ROOT / "docs" / "positions.md").read_text("utf-8")
    scored = []
    for block in json_blocks("positions.md"):
        if '"position": 1' in block:
            sheet = score_position(block)
            scored.append(sheet.game.name)
            assert str(sheet) in text.split(block, 1)[1]
    assert set(scored) == set(RULINGS)


def test_the_records_of_the_document_replay() -> None:
    replayed = []
    for block in json_blocks("records.md"):
        if '"record"' in block:
            record = Record.parse(block)
            record.replay()
            replayed.append(record.game)
    assert "topiary" in replayed


def test_the_members_of_a_record_are_documented_in_order() -> None:
    text = (ROOT / "docs" / "records.md").read_text("utf-8")
    table = re.findall(r"^\| `(\w+)` \|", text.split("## The document")[1].split("### Ties")[0], re.MULTILINE)
    assert tuple(table) == MEMBERS


def test_options_and_categories_of_every_game_are_documented() -> None:
    text = (ROOT / "docs" / "records.md").read_text("utf-8")
    for name in RULINGS:
        game = games.find(name)
        section = text.split(f"\n## {game.title}\n")[1].split("\n## ")[0]
        for word in [option.name for option in game.options] + list(game.categories):
            assert f"`{word}`" in section, f"{word} is not in the section on {game.title}"
        for words in game.tiebreaks:
            assert words in section, f'the tie-breaker "{words}" is not in the section on {game.title}'


WITH_EXAMPLES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts)
    for path in sorted((ROOT / "tilery").rglob("*.py"))
    if re.search(r"^ +>>> ", path.read_text("utf-8"), re.MULTILINE)
]


@pytest.mark.parametrize("module", WITH_EXAMPLES)
def test_the_examples_of_docstrings_are_true(module: str) -> None:
    tried = doctest.testmod(importlib.import_module(module))
    assert tried.attempted > 0
    assert tried.failed == 0


def declared() -> dict[str, set[str]]:
    """The names that each class and each module of the package declares; all together under "all"."""
    found: dict[str, set[str]] = {"all": set()}
    for path in (ROOT / "tilery").rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        for owner in ast.walk(tree):
            if isinstance(owner, ast.Module | ast.ClassDef):
                module = path.parent.name if path.stem == "__init__" else path.stem
                names = {
                    node.name
                    for node in owner.body
                    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
                }
                names |= {node.id for statement in owner.body for node in _assigned(statement)}
                found.setdefault(owner.name if isinstance(owner, ast.ClassDef) else module, set()).update(names)
                found["all"] |= names
    return found


def _assigned(statement: ast.stmt) -> list[ast.Name]:
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    if isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    return [target for target in targets if isinstance(target, ast.Name)]


def test_functions_that_the_architecture_names_are_there() -> None:
    """`Class.method`, `module.function`, and whatever is called, has an underscore or is named like a class."""
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    known = declared()
    checked = 0
    for owner, name, call in re.findall(r"`(?:([A-Za-z_]+)\.)?([A-Za-z_]+)(\([^`]*\))?`", text):
        is_code = call or "_" in name.strip("_") or re.match(r"[A-Z][a-z]", name) or owner in known
        if is_code and name != "py" and not hasattr(builtins, name):
            assert name in known.get(owner, known["all"]), f"docs/architecture.md names {owner}.{name}".replace(
                " .", " "
            )
            checked += 1
    assert checked > 60


def test_the_guide_names_all_that_a_game_may_offer() -> None:
    """Fields of the declaration that have a default, and functions that generic code asks for by name."""
    offered = {each.name for each in fields(Game) if each.default is not MISSING or each.default_factory is not MISSING}
    for file in ("kernel/contract.py", "bots/outcomes.py", "bots/beliefs.py"):
        path = ROOT / "tilery" / file
        offered |= set(re.findall(r'getattr\((?:_rules_of|learning_of)\(state\), "(\w+)"', path.read_text("utf-8")))
    assert len(offered) > 20
    guide = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")
    assert {name for name in offered if f"`{name}`" not in guide} == set()
