"""Everything for people is said in English, French and German, by whole sentences from literal templates."""

from __future__ import annotations

import ast
import io
import os
import pickle
import re
import runpy
import string
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from jinja2 import Environment, nodes

from tilery import cli, games
from tilery.games.game import NotationError
from tilery.match.match import IllegalMoveError, Match
from tilery.match.record import Record, RecordError
from tilery.match.simulate import random_match
from tilery.words import (
    LANGUAGES,
    Sentence,
    all_of,
    any_of,
    arranged,
    environment_language,
    joined,
    reason,
    say,
    say_many,
    translated,
    whole,
)

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "tilery"
SOURCES = sorted(PACKAGE.rglob("*.py"))
BY_PACKAGE = {top: list(paths) for top, paths in groupby(SOURCES, lambda path: path.relative_to(PACKAGE).parts[0])}
each_package = pytest.mark.parametrize("sources", BY_PACKAGE.values(), ids=BY_PACKAGE)  # a test a file takes longer
PAGES = sorted(PACKAGE.rglob("*.html"))
SAME_EVERYWHERE = {"Tilery", "R", "F"}
"""A name and keys."""
OTHERS = [language for language in LANGUAGES if language != "en"]
EXTRACT = runpy.run_path(str(ROOT / "scripts" / "extract_words.py"))
HOMES: dict[Path, set[str | tuple[str, str]]] = EXTRACT["homes"]()

Message = tuple[str, tuple[str, ...], tuple[str, ...]]


def messages(home: Path, language: str) -> Iterator[Message]:
    """The name of a message for the reader of a failure, its English forms and its translations."""
    for message in EXTRACT["read"](home, language):
        if message.id:
            forms = (message.id,) if isinstance(message.id, str) else tuple(message.id)
            spoken = (message.string,) if isinstance(message.string, str) else tuple(message.string)
            yield f"{home.name} {language}: {forms[0]}", forms, spoken


def placeholders(template: str) -> set[str]:
    braces = {f"{name}!{conversion}:{form}" for _, name, form, conversion in string.Formatter().parse(template) if name}
    return braces | set(re.findall(r"%(?:\(\w+\))?[a-z]", template))


def name(path: Path) -> str:
    return str(path.relative_to(PACKAGE))


# The catalogues.


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("home", HOMES, ids=name)
def test_the_catalogues_have_exactly_the_templates_of_the_sources(home: Path, language: str) -> None:
    text = (home / f"words.{language}.po").read_text("utf-8")
    assert text == EXTRACT["updated"](home, language, HOMES[home]), "make words"
    assert "#~" not in text
    assert "fuzzy" not in text


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("home", HOMES, ids=name)
def test_every_template_is_translated_with_its_placeholders(home: Path, language: str) -> None:
    for which, forms, spoken in messages(home, language):
        assert len(spoken) == (1 if len(forms) == 1 else Catalog(locale=language).num_plurals), which
        assert all(spoken), f"{which}: no translation"
        for number, text in enumerate(spoken):
            assert placeholders(text) == placeholders(forms[min(number, len(forms) - 1)]), which


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("home", HOMES, ids=name)
def test_every_template_can_be_filled_in(home: Path, language: str) -> None:
    for which, forms, spoken in messages(home, language):
        for text in (*forms, *spoken):
            filled = text.format(**{name: 7 for _, name, _, _ in string.Formatter().parse(text) if name})
            assert "{" not in filled, which


@pytest.mark.parametrize("home", HOMES, ids=name)
def test_french_and_german_typography(home: Path) -> None:
    """Spaces that do not break, narrow ones before ; ! ? and wide ones before : and inside « »; „these“ quotes."""
    for which, _, spoken in messages(home, "fr"):
        for text in spoken:
            plain = re.sub(r"{[^}]*}", "x", text)
            assert not re.search(r"[ \u202f][:»]|«[ \u202f]|\w»|«\w", plain), which
            assert not re.search(r"[ \u00a0\w][;!?]", plain), which
            assert not re.search(r"[a-zà-ÿ]'[a-zà-ÿ«]", plain, re.IGNORECASE), which
            assert "„" not in plain, which
    for which, _, spoken in messages(home, "de"):
        for text in spoken:
            assert text.count("„") == text.count("“"), which
            assert "«" not in text, which


# Words that the glossary replaced, by language; docs/glossary.md says by what.
AVOIDED = {
    "en": r"tak(e|en|es) back|look(s|ed|ing)? (back|on)\b|\bowes?\b|two-faced|\bhedges? (at|of)\b|"
    r"\b(some|any|every)body\b|(?<!there )\bis no [a-z]|by itself|\bstorage\b|\bvictory\b|cardboard|common rules|\d %|"
    r"brings?\b|lay a tile|\bpoint at (a|it|one)\b",
    "fr": r"\bhaies? (ouverte|fermée)|\bde {(player|family)}|\btour de jeu\b|en ce moment|rendre à la boîte|"
    r"donne honnête|reprendre le coup|\bindice\b|\benvirons\b|règles communes",
    "de": r"leichter Bot|starker Bot|Rückschau|zurzeit|\bFels\b|gelauscht|Geheimnis|\bUmgebung (\{|erkundet)|"
    r"Platzbonus|Duell des Autors|behandel|geschlossene? Hecke|ehrlich|\(sonst |umdreh",
}


@pytest.mark.parametrize("home", HOMES, ids=name)
@pytest.mark.parametrize("language", LANGUAGES)
def test_words_that_the_glossary_replaced_stay_away(home: Path, language: str) -> None:
    for which, english, spoken in messages(home, OTHERS[0] if language == "en" else language):
        for text in english if language == "en" else spoken:
            assert not re.search(AVOIDED[language], text, re.IGNORECASE), which


# The sources.


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def calls(path: Path, *functions: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions:
            yield node


@each_package
def test_templates_are_literals_with_a_value_for_every_placeholder(sources: list[Path]) -> None:
    for path in sources:
        for call in calls(path, "say", "say_many", "arranged"):
            where = f"{path.name}:{call.lineno}"
            many = isinstance(call.func, ast.Name) and call.func.id == "say_many"
            templates = call.args[:2] if many else call.args
            given = {keyword.arg for keyword in call.keywords}
            assert templates, where
            for template in templates:
                assert isinstance(template, ast.Constant), f"{where}: a template is a literal"
                assert isinstance(template.value, str), where
                named = {field for _, field, _, _ in string.Formatter().parse(template.value) if field}
                assert named <= given | ({"count"} if many else set()), where
                assert given <= named, f"{where}: a value that the template does not use"
            for keyword in call.keywords:
                raw = isinstance(keyword.value, ast.Name) and keyword.value.id == "error"
                assert not raw, f"{where}: what an error says is `reason(error)`"


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_templates_on_pages_are_literals_with_a_value_for_every_placeholder(path: Path) -> None:
    for call in Environment(autoescape=True).parse(path.read_text("utf-8")).find_all(nodes.Call):
        if not isinstance(call.node, nodes.Name) or call.node.name not in ("say", "say_many"):
            continue
        where = f"{path.name}:{call.lineno}"
        many = call.node.name == "say_many"
        given = {keyword.key for keyword in call.kwargs} | ({"count"} if many else set())
        assert len(call.args) == (3 if many else 1), where
        for template in call.args[: 2 if many else 1]:
            assert isinstance(template, nodes.Const), f"{where}: a template is a literal"
            named = {field for _, field, _, _ in string.Formatter().parse(template.value) if field}
            assert named == given, where
            assert template.value in texts_of(HOMES[PACKAGE / "web"]), f"{where}: not found by Babel"


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_pages_have_no_words_but_sentences(path: Path) -> None:
    """Neither between elements nor in what is read aloud."""
    parsed = Environment(autoescape=True).parse(path.read_text("utf-8"))
    for block in parsed.find_all(nodes.Block):
        block.body = [] if block.name == "class" else block.body
    text = "".join(
        part.data if isinstance(part, nodes.TemplateData) else "\0"
        for output in parsed.find_all(nodes.Output)
        for part in output.nodes
    )
    aloud = re.findall(r'\b(?:aria-label|title|alt|placeholder|data-sure)="([^"\0]*)"', text)
    hidden = r"<(script|style|code)\b.*?</\1>|<!--.*?-->|<[^>]*>|[?&]\w+="  # the last: in addresses
    between = re.sub(hidden, "\0", text, flags=re.DOTALL)
    words = set(re.findall(r"[^\W\d_]+", " ".join([between, *(one for one in aloud if "://" not in one)])))
    assert words <= SAME_EVERYWHERE


def texts_of(templates: set[str | tuple[str, str]]) -> set[str]:
    return {text for one in templates for text in ((one,) if isinstance(one, str) else one)}


@cache
def errors_for_people() -> set[str]:
    """The classes of errors that carry a sentence."""
    bases = {
        node.name: {base.id for base in node.bases if isinstance(base, ast.Name)}
        for path in SOURCES
        for node in ast.walk(tree(path))
        if isinstance(node, ast.ClassDef)
    }
    found = {"SpokenError", "Refusal"}
    while more := {one for one, its in bases.items() if its & found} - found:
        found |= more
    return found


@each_package
def test_errors_for_people_are_sentences(sources: list[Path]) -> None:
    """No text and nothing built from text; what a caught error said is `reason(error)`, not `str(error)`."""
    for path in sources:
        for call in calls(path, *errors_for_people()):
            assert isinstance(call.func, ast.Name)
            where = f"{path.name}:{call.lineno}"
            sentence = call.args[1 if call.func.id == "Refusal" else 0]
            assert not isinstance(sentence, ast.Constant | ast.JoinedStr | ast.BinOp), where
            assert "str(error)" not in ast.unparse(sentence), where


@each_package
def test_errors_of_value_carry_sentences(sources: list[Path]) -> None:
    """The command prints any ValueError, so each of ours is a SpokenError."""
    for path in sources:
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.ClassDef) and node.name != "SpokenError":
                assert "ValueError" not in map(ast.unparse, node.bases), f"{path.name}: {node.name}"


@each_package
def test_plain_errors_are_not_for_people(sources: list[Path]) -> None:
    """Packages whose errors people read raise no bare ValueError with a text."""
    for path in sources:
        if path.relative_to(PACKAGE).parts[0] not in ("games", "match", "bots", "arena", "cli"):
            continue
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
                texts = [one for one in node.exc.args if isinstance(one, ast.Constant | ast.JoinedStr)]
                assert not texts or ast.unparse(node.exc.func) not in ("ValueError", "TypeError", "RuntimeError"), (
                    path.name
                )


# Sentences.


def parts(sentence: str) -> Iterator[Sentence]:
    """A sentence and all that stand in it."""
    if isinstance(sentence, Sentence):
        yield sentence
        for value in sentence.values.values():
            if isinstance(value, str):
                yield from parts(value)


def is_translated(sentence: str) -> bool:
    """Whether every part of a sentence has its translation in the catalogue where it is looked for."""
    found = list(parts(sentence))
    for part in found:
        if part.home is not None:
            home = next((folder for folder in Path(part.home).parents[:2] if folder in HOMES), PACKAGE / "web")
            key = part.template if part.plural is None else (part.template, part.plural)
            if key not in HOMES[home]:
                return False
    return bool(found)


@pytest.mark.parametrize("game", ["topiary", "triqueta", "tipperary", "terraflip"])
def test_what_a_game_declares_can_be_translated(game: str) -> None:
    declared = games.find(game)
    said: list[str] = [option.meaning for option in declared.options]
    said += [*declared.categories.values(), *declared.tiebreaks]
    assert all(map(is_translated, said))


@pytest.mark.parametrize("game", ["topiary", "triqueta", "tipperary", "terraflip"])
def test_refusals_and_pictures_can_be_translated(game: str) -> None:
    """Moves of later positions are tried on earlier ones: their refusals are of many kinds."""
    played = [str(move) for move in random_match(game, seed=5).moves][:60]
    match = Match(game, seed=5)
    refused = 0
    for _ in played:
        assert is_translated(match.view(match.waiting[0]).picture)
        for other in played:
            try:
                match.copy().play(other, match.waiting[0])
            except IllegalMoveError as error:
                sentence = error.args[0]
                assert is_translated(sentence)
                assert len({translated(sentence, language) for language in LANGUAGES}) == len(LANGUAGES)
                refused += 1
        match.play(match.legal_moves(match.waiting[0])[0])
        if match.is_over:
            break
    assert refused > 100
    with pytest.raises(NotationError) as nonsense:
        match.game.notation.code("nonsense")
    assert is_translated(nonsense.value.args[0])


def test_a_sentence_is_translated_with_the_sentences_in_it() -> None:
    match = Match("terraflip", seed=1)
    with pytest.raises(IllegalMoveError) as refused:
        match.play("place desert 0,1")
    sentence = refused.value.args[0]
    assert sentence == "place desert 0,1: desert is your own colour, and none of your tiles has it on both sides"
    assert translated(sentence, "fr") == (
        "place desert 0,1\u00a0: désert\u00a0: c\u2019est votre propre couleur,"
        " et aucune de vos tuiles ne la porte des deux côtés"
    )
    assert translated(sentence, "de") == (
        "place desert 0,1: Wüste: Das ist deine eigene Farbe, und keines deiner Plättchen hat sie auf beiden Seiten"
    )


def test_errors_keep_their_sentences_on_the_way_up() -> None:
    record = random_match("topiary", 2, seed=3).record()
    broken = Record(**{**vars(record), "moves": ((0, "visit z9Q"), *record.moves[1:])})
    with pytest.raises(RecordError) as damaged:
        broken.replay()
    assert translated(reason(damaged.value), "de").startswith(
        f"Schritt 1 von {len(record.moves)}, Person 1: es gibt keinen Standort „z9Q“"
    )
    with pytest.raises(RecordError) as no_json:
        Record.parse("{")
    assert translated(reason(no_json.value), "fr") == (
        "l\u2019enregistrement n\u2019est pas du JSON\u00a0: "
        "ligne 1, colonne 2\u00a0: il manque un nom entre guillemets doubles"
    )


def test_numbers_choose_the_form() -> None:
    sheet = random_match("topiary", 2, seed=3).scores
    assert is_translated(sheet.verdict)

    def moves_played(count: int) -> list[str]:
        match = Match("topiary", seed=1)
        match.play_randomly(count, seed=1)
        with pytest.raises(ValueError, match="cannot be undone") as too_many:
            match.undo(99)
        return [translated(reason(too_many.value), language).split(",")[0] for language in LANGUAGES]

    assert moves_played(0) == ["0 moves were played", "0 coup a été joué", "0 Schritte wurden gespielt"]
    assert moves_played(1) == ["1 move was played", "1 coup a été joué", "1 Schritt wurde gespielt"]
    assert moves_played(2) == ["2 moves were played", "2 coups ont été joués", "2 Schritte wurden gespielt"]


def test_numbers_have_the_point_of_the_language() -> None:
    sentence = arranged("{share:.1%} {points:>9,.2f} {seats}", share=0.5, points=12345.678, seats=3)
    assert translated(sentence, "en") == "50.0% 12,345.68 3"
    assert translated(sentence, "fr") == "50,0\u00a0% 12\u202f345,68 3"
    assert translated(sentence, "de") == "50,0\u00a0% 12.345,68 3"


def test_lists_in_words() -> None:
    assert [all_of(["a"]), all_of(["a", "b"]), all_of(["a", "b", "c"])] == ["a", "a and b", "a, b and c"]
    assert any_of(["a", "b", "c"]) == "a, b or c"
    assert translated(all_of(["a", "b", "c"]), "fr") == "a, b et c"
    assert translated(any_of(["a", "b", "c"]), "de") == "a, b oder c"


def test_whole_sentences_have_a_capital_and_a_full_stop() -> None:
    over = Match("topiary", seed=1)
    over.play_randomly(seed=1)
    refusal = over.why_not(over.moves[0])
    assert refusal is not None
    spoken = [translated(whole(refusal), language) for language in LANGUAGES]
    assert spoken == ["The game is over.", "La partie est terminée.", "Die Partie ist zu Ende."]


def test_a_sentence_without_a_translation_stays_english() -> None:
    sentence = say("nobody says this but {who}", who=all_of(["a", "test"]))
    assert translated(sentence, "de") == "nobody says this but a und test"
    assert translated("a text", "de") == "a text"
    counted = say_many("{count} thing nobody counts", "{count} things nobody counts", 2)
    assert translated(counted, "fr") == "2 things nobody counts"


def test_values_with_braces_are_left_alone() -> None:
    with pytest.raises(games.UnknownGameError) as unknown:
        games.find("{name}")
    assert translated(reason(unknown.value), "fr").startswith("il n\u2019y a pas de jeu «\u00a0{name}\u00a0»")


def test_sentences_survive_pickling() -> None:
    sentence = whole(joined([say("nobody says this but {who}", who="a test")]))
    twin = pickle.loads(pickle.dumps(sentence))
    assert twin == sentence
    assert translated(twin, "fr") == translated(sentence, "fr")


# The command.


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_CA"}, "fr"),
        ({"LC_MESSAGES": "fr_CA", "LC_ALL": "C"}, "en"),
        ({"LANGUAGE": "it:de:fr", "LC_ALL": "fr_FR.UTF-8"}, "de"),
        ({"LANGUAGE": "", "LANG": "fr"}, "fr"),
        ({"LANG": "it_IT.UTF-8"}, "en"),
    ],
)
def test_the_language_of_the_environment(environment: dict[str, str], language: str) -> None:
    assert environment_language(environment) == language


def tilery(language: str, *arguments: str | Path) -> Any:
    environment = {**os.environ, "LANGUAGE": "", "LC_ALL": language, "PYTHONUTF8": "1", "COLUMNS": "100"}
    command = [sys.executable, "-m", "tilery", *map(str, arguments)]
    return subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)


def test_the_command_in_french_and_german(tmp_path: Path) -> None:
    record = random_match("triqueta", 3, seed=3).record()
    (tmp_path / "game.json").write_text(str(record))
    french = tilery("fr_FR.UTF-8", "replay", tmp_path / "game.json").stdout
    assert f"   1. joueur 1\u00a0: {record.moves[0][1]}" in french
    assert re.search(r"^sanglier +-?\d", french, re.MULTILINE)
    assert re.search(r"^Le joueur \d gagne avec \d+ points\.", french, re.MULTILINE)
    german = tilery("fr_FR.UTF-8", "--language", "de", "replay", tmp_path / "game.json").stdout
    assert f"   1. Person 1: {record.moves[0][1]}" in german
    assert re.search(r"^Wildschwein +-?\d", german, re.MULTILINE)
    assert re.search(r"^Person \d gewinnt mit \d+ Punkten\.", german, re.MULTILINE)
    assert tilery("de_DE.UTF-8", "replay", tmp_path / "game.json", "--language=en").stdout != german


def test_records_are_the_same_in_all_languages() -> None:
    written = [tilery(language, "simulate", "topiary", "--seed", "4").stdout for language in ("C", "fr_FR", "de_DE")]
    assert len(set(written)) == 1


def test_errors_and_help_in_french_and_german() -> None:
    french = tilery("fr_FR.UTF-8", "simulate", "topiary", "--seats", "9")
    assert french.returncode == 1
    assert french.stderr == "tilery: Topiary compte de 2 à 4 places, pas 9\n"
    assert tilery("de_DE.UTF-8", "replay", "none.json").stderr == (
        "tilery: Diese Datei oder diesen Ordner gibt es nicht: none.json\n"
    )
    helped = tilery("de_DE.UTF-8", "--help").stdout
    assert helped.startswith("Aufruf: tilery ")
    assert "die Spiele mit ihren Plätzen und Optionen aufzählen" in helped
    wrong = tilery("fr_FR.UTF-8", "simulate", "topiary", "--games", "many")
    assert wrong.returncode == 2
    assert "argument --games\u00a0: un nombre entier est attendu, pas «\u00a0many\u00a0»" in wrong.stderr
    assert "il manque les arguments suivants\u00a0: JEU" in tilery("fr", "rules").stderr
    assert "Optionen" in tilery("en", "games", "--language", "de", "--help").stdout


@pytest.mark.parametrize("encoding", ["latin-1", "ascii"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_terminal_that_lacks_characters_shows_plainer_ones(
    language: str, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for command in (
        "",
        "games",
        "rules",
        "simulate",
        "replay",
        "score",
        "verify",
        "play",
        "serve",
        "arena",
        "bench",
        "prepare",
    ):
        out = io.TextIOWrapper(io.BytesIO(), encoding)
        monkeypatch.setattr(sys, "stdout", out)
        with pytest.raises(SystemExit) as ended:
            cli.main([*([command] if command else []), "--language", language, "--help"])
        out.flush()
        shown = out.buffer.getvalue().decode(encoding)
        assert ended.value.code == 0
        assert "--help" in shown
        assert "?" not in shown
    for game in games.names():
        out = io.TextIOWrapper(io.BytesIO(), encoding)
        monkeypatch.setattr(sys, "stdout", out)
        assert cli.main(["rules", game, "--language", language]) == 0


def test_a_german_error_in_a_western_terminal() -> None:
    environment = {**os.environ, "LANGUAGE": "", "LC_ALL": "de_DE", "PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1"}
    command = [sys.executable, "-m", "tilery", "rules", "nix"]
    failed = subprocess.run(command, env=environment, capture_output=True, encoding="latin-1", check=False)
    assert failed.returncode == 1
    assert failed.stderr.startswith('tilery: es gibt kein Spiel "nix"; es gibt ')


def test_percentages_stand_in_columns_as_wide_as_asked() -> None:
    sentence = arranged("{part:>8.1%}|{whole:>7.0%}|", part=0.5, whole=1.0)
    assert translated(sentence, "en") == "   50.0%|   100%|"
    assert translated(sentence, "fr") == "  50,0\u00a0%|  100\u00a0%|"


def test_an_unknown_language_is_refused_in_the_language_of_the_terminal() -> None:
    refused = tilery("de_DE.UTF-8", "games", "--language", "xx")
    assert refused.returncode == 2
    assert "'xx' steht nicht zur Wahl" in refused.stderr
