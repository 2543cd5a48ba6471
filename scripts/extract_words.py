"""Writes every template of the sources into the catalogues `words.<language>.po`; `make words` runs it.

A game's templates go to the catalogues in its folder, all others to those of the pages. Translations stay; a new
template comes without one, and what nobody says any more goes.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from tilery.words import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "tilery"
COMMON = PACKAGE / "web"
OTHERS = LANGUAGES[1:]
KEYWORDS = {"say": None, "say_many": (1, 2)}

HEADER = """\
# Tilery in {name}. New templates come in with `make words`.
msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plural_forms}\\n"

"""

Template = str | tuple[str, str]


def homes() -> dict[Path, set[Template]]:
    """The templates of all sources, by the folder of their catalogues."""
    found: dict[Path, set[Template]] = {COMMON: set()}
    for path in sorted(PACKAGE.rglob("*")):
        parts = path.relative_to(PACKAGE).parts
        home = PACKAGE / parts[0] / parts[1] if parts[0] == "games" and len(parts) > 2 else COMMON
        if templates := set(_templates(path)):
            found.setdefault(home, set()).update(templates)
    return found


def _templates(path: Path) -> Iterator[Template]:
    method: Any = {".py": extract_python, ".html": "jinja2", ".jinja": "jinja2"}.get(path.suffix)
    if method:
        found: Any = extract_from_file(method, path, keywords=KEYWORDS)
        for _, template, _, _ in found:
            yield template if isinstance(template, str) else (template[0], template[1])


def extract_python(
    file: IO[bytes],
    keywords: list[str],
    comment_tags: Any,  # noqa: ARG001  (Babel gives them)
    options: Any,  # noqa: ARG001
) -> Iterator[tuple[int, str, tuple[str, ...], list[str]]]:
    """What Babel calls for a Python source; its own method does not see a sentence among the values of another."""
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in keywords:
            texts = [argument.value for argument in node.args[:2] if isinstance(argument, ast.Constant)]
            yield node.lineno, node.func.id, tuple(text for text in texts if isinstance(text, str)), []


def read(home: Path, language: str) -> Catalog:
    """A catalogue as it is; empty if there is none yet."""
    path = home / f"words.{language}.po"
    if not path.exists():
        return Catalog(locale=language)
    with path.open("rb") as file:
        return read_po(file, locale=language)


def updated(home: Path, language: str, templates: set[Template]) -> str:
    """The text of a catalogue that has exactly these templates."""
    old = read(home, language)
    new = Catalog(locale=language)
    for template in sorted(templates, key=lambda one: (one,) if isinstance(one, str) else one):
        before: Message | None = old.get(template if isinstance(template, str) else template[0])
        kept = before is not None and before.id == template
        new.add(
            template, string=before.string if before and kept else None, flags=before.flags if before and kept else ()
        )
    text = io.BytesIO()
    write_po(text, new, width=110, no_location=True, omit_header=True)
    header = HEADER.format(name=Locale.parse(language).english_name, language=language, plural_forms=new.plural_forms)
    return header + text.getvalue().decode("utf-8").rstrip() + "\n"


def main() -> int:
    missing = 0
    for home, templates in homes().items():
        home.mkdir(exist_ok=True)
        for language in OTHERS:
            path = home / f"words.{language}.po"
            path.write_text(updated(home, language, templates), "utf-8")
            empty = [message for message in read(home, language) if message.id and not all(_strings(message))]
            missing += len(empty)
            for message in empty:
                print(f"{path.relative_to(ROOT)}: no translation yet: {message.id!r}")
    print(f"{missing} translations are missing.")
    return 0


def _strings(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string)


if __name__ == "__main__":
    sys.exit(main())
