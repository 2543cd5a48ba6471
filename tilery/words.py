"""Sentences for people, in English and translated.

`say` makes a sentence from a template and its values. It is a `str` in English, so that it can be printed, raised and
logged like any other; `translated` gives it in another language, from the catalogue `words.<language>.po` in the
folder of the code that says it, or else from that of the pages. A value that is a sentence itself is translated too.
`make words` writes new templates into the catalogues.
"""

from __future__ import annotations

import codecs
import os
import sys
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, TextIO

LANGUAGES = ("en", "fr", "de")
"""English, which everything is written in, and the languages that it is translated to: the only list of them."""
COMMON = Path(__file__).parent / "web"


class Sentence(str):
    """A text in English that knows how it was made."""

    __slots__ = ("home", "number", "plural", "shape", "template", "values")

    template: str
    plural: str | None
    number: int
    values: dict[str, Any]
    home: str | None
    """The file of the code that said it; None if only its values are translated."""
    shape: Callable[[str], str] | None
    """What is done to the text in any language."""

    def with_values(self, values: dict[str, Any]) -> Sentence:
        """Return the same sentence about something else."""
        return _made(self.template, self.plural, self.number, values, self.home, self.shape)


class SpokenError(ValueError):
    """An error whose sentence is for people."""

    def __init__(self, sentence: Sentence) -> None:
        super().__init__(sentence)


def say(template: str, /, **values: Any) -> Sentence:
    """Make a sentence: `say("{name} takes a tile", name="Ann")`. The template is a literal."""
    return _made(template, None, 1, values, sys._getframe(1).f_code.co_filename)


def say_many(one: str, many: str, count: int, /, **values: Any) -> Sentence:
    """Make a sentence that depends on a number: `say_many("{count} tile", "{count} tiles", 3)`."""
    return _made(one, many, count, {"count": count, **values}, sys._getframe(1).f_code.co_filename)


def arranged(layout: str, /, **values: Any) -> Sentence:
    """Values in an arrangement that is the same in all languages: `arranged("{word:<12}{count:>4}", ...)`."""
    return _made(layout, None, 1, values, None)


def joined(texts: Sequence[str], between: str = ", ") -> Sentence:
    """Texts one after the other, such as the lines of a picture."""
    values = {f"text{index}": text for index, text in enumerate(texts)}
    return _made(between.join(f"{{{name}}}" for name in values), None, 1, values, None)


def all_of(texts: Sequence[str]) -> Sentence:
    """ "a, b and c"."""
    if len(texts) == 1:
        return joined(texts)
    return say("{texts} and {last}", texts=joined(texts[:-1]), last=texts[-1])


def any_of(texts: Sequence[str]) -> Sentence:
    """ "a, b or c"."""
    if len(texts) == 1:
        return joined(texts)
    return say("{texts} or {last}", texts=joined(texts[:-1]), last=texts[-1])


def shaped(text: str, shape: Callable[[str], str]) -> Sentence:
    """Make a text to which something is done in any language, such as breaking its lines."""
    return _made("{text}", None, 1, {"text": text}, None, shape)


def whole(text: str) -> Sentence:
    """Give a sentence a capital letter and a full stop, so that it can stand alone."""
    return shaped(text, _whole)


def _whole(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def reason(error: BaseException) -> Sentence:
    """Return what an error says."""
    told = error.args[0] if error.args else None
    return told if isinstance(told, Sentence) else joined([str(error)])


def _made(
    template: str,
    plural: str | None,
    number: int,
    values: dict[str, Any],
    home: str | None,
    shape: Callable[[str], str] | None = None,
) -> Sentence:
    text = (template if plural is None or number == 1 else plural).format(**values)
    sentence = Sentence(shape(text) if shape else text)
    sentence.template, sentence.plural, sentence.number = template, plural, number
    sentence.values, sentence.home, sentence.shape = values, home, shape
    return sentence


def translated(text: str, language: str) -> str:
    """Translate a sentence; a plain text, or one without a translation, stays as it is."""
    if not isinstance(text, Sentence) or language == "en":
        return str(text)
    spoken = _template(text, language).format(**{name: _spoken(value, language) for name, value in text.values.items()})
    return text.shape(spoken) if text.shape else spoken


def _template(text: Sentence, language: str) -> str:
    """Return the template of a sentence in a language, in the form that goes with its number."""
    if text.home is None:
        return text.template
    catalogue = _catalogue(text.home, language)
    if text.plural is None:
        return catalogue.gettext(text.template)
    return catalogue.ngettext(text.template, text.plural, int(text.number))


def _spoken(value: Any, language: str) -> Any:
    """Write a value as it stands in a sentence of a language."""
    if isinstance(value, str):
        return translated(value, language)
    return _Decimal(value, language) if isinstance(value, float) else value


class _Decimal(float):
    """A number that is written with the point and the groups of a language: 0,5 in French and German."""

    _language: str

    def __new__(cls, value: float, language: str) -> _Decimal:
        made = super().__new__(cls, value)
        made._language = language
        return made

    def __format__(self, how: str) -> str:
        english = super().__format__(how)
        spoken = english.translate(_signs(self._language))
        grown = len(spoken) - len(english)
        return spoken.removeprefix(" " * grown)  # a column stays as wide as the template wants it


@cache
def _signs(language: str) -> Mapping[int, str]:
    """Return what stands for the signs of an English number."""
    from babel import Locale  # noqa: PLC0415  (English needs no Babel)
    from babel.numbers import get_decimal_symbol, get_group_symbol  # noqa: PLC0415

    percent = Locale.parse(language).percent_formats[None].pattern.lstrip("#,0")
    return {ord("."): get_decimal_symbol(language), ord(","): get_group_symbol(language), ord("%"): percent}


def environment_language(environment: Mapping[str, str] = os.environ) -> str:
    """Return the language of the terminal, if it is one of ours."""
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(variable):
            wanted = [language[:2].lower() for language in environment[variable].split(":")]
            return next((language for language in wanted if language in LANGUAGES), LANGUAGES[0])
    return LANGUAGES[0]


# Terminals that lack characters.

PLAIN = {
    "\N{NO-BREAK SPACE}": " ",
    "\N{NARROW NO-BREAK SPACE}": " ",
    "\N{NON-BREAKING HYPHEN}": "-",
    "\N{EN DASH}": "-",
    "\N{EM DASH}": "-",
    "\N{MINUS SIGN}": "-",
    "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{LEFT DOUBLE QUOTATION MARK}": '"',
    "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{DOUBLE LOW-9 QUOTATION MARK}": '"',
    "\N{HORIZONTAL ELLIPSIS}": "...",
    "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
    "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
    "\N{MULTIPLICATION SIGN}": "x",
    "ä": "ae",
    "ö": "oe",
    "ü": "ue",
    "Ä": "Ae",
    "Ö": "Oe",
    "Ü": "Ue",
    "ß": "ss",
    "æ": "ae",
    "œ": "oe",
    "Œ": "Oe",
}
"""What typographic characters become where the encoding has none: Latin-1 has umlauts, but no curved apostrophe."""


def simplify_typography(*streams: TextIO) -> None:
    """Make streams replace characters that their encoding lacks, instead of failing."""
    for stream in streams:
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=SIMPLIFIED)


def _simplified(error: UnicodeError) -> tuple[str, int]:
    """Spell what cannot be encoded: with a plain sign, or else with the letter below an accent."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    spelt = ""
    for missing in error.object[error.start : error.end]:
        letters = PLAIN.get(missing) or unicodedata.normalize("NFKD", missing)
        spelt += letters.encode("ascii", "ignore").decode() or "?"
    return spelt, error.end


SIMPLIFIED = "tilery-simplified"
codecs.register_error(SIMPLIFIED, _simplified)


@cache
def _catalogue(home: str, language: str) -> NullTranslations:
    """Find the translations for a file of code: a game's catalogues are in its folder, its code there or one below."""
    paths = [folder / f"words.{language}.po" for folder in (*Path(home).parents[:2], COMMON)]
    return _read(next((path for path in paths if path.exists()), paths[-1]))


@cache
def _read(path: Path) -> NullTranslations:
    """Read a catalogue, with the plural rule in its header; what it does not translate stays English."""
    from babel.messages.mofile import write_mo  # noqa: PLC0415  (English needs no Babel)
    from babel.messages.pofile import read_po  # noqa: PLC0415

    if not path.exists():
        return NullTranslations()
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file))
    compiled.seek(0)
    return GNUTranslations(compiled)
