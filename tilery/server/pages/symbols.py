"""A game's symbols, their meanings and its cover, for pages."""

from __future__ import annotations

import json
import re
from functools import cache
from xml.etree import ElementTree

from markupsafe import Markup

from tilery import games
from tilery.games import art
from tilery.games.drawing import Card
from tilery.games.lettering import lettered
from tilery.words import Sentence, translated

BARE_NUMBER = re.compile(r"<text(?=[^>]*>[^<\w]?(?:\d+|\w)</text>)")
"""The beginning of an element with a number or a letter, and nothing else."""


@cache
def all_symbols(game: str) -> Markup:
    """Return all SVG symbols that the pictures of a game use."""
    drawing = games.find(game).drawing
    return Markup("" if drawing is None else without_bare_numbers(drawing.symbols()))


def without_bare_numbers(svg: str) -> str:
    """Hide numbers and single letters from screen readers: alone they say nothing, and pictures have names in words."""
    return BARE_NUMBER.sub('<text aria-hidden="true"', svg)


@cache
def glossary(game: str, seats: int, language: str) -> str:
    """Return what the symbols of a game mean, as JSON for the page's script."""
    drawing = games.find(game).drawing
    meanings = {} if drawing is None else drawing.glossary(seats)
    found = {f"{game}-{symbol}": _explained(meaning, language) for symbol, meaning in meanings.items()}
    return json.dumps(found, ensure_ascii=False)


def _explained(meaning: Sentence | Card, language: str) -> str | dict[str, str]:
    if isinstance(meaning, Sentence):
        return translated(meaning, language)
    said = {"name": meaning.name, "kind": meaning.kind or "", "told": meaning.told, "worth": meaning.worth}
    width, height = art.number(meaning.picture.width), art.number(meaning.picture.height)
    body = lettered(meaning.picture, language)
    found = {part: translated(words, language) for part, words in said.items()}
    return {**found, "picture": f'<svg viewBox="0 0 {width} {height}" aria-hidden="true">{body}</svg>'}


@cache
def cover(game: str, language: str) -> Markup:
    """Render the cover of a game, together with just the symbols that it uses."""
    drawing = games.find(game).drawing
    if drawing is None:
        return Markup("")
    picture = drawing.cover()
    body = lettered(picture, language)
    box = f"0 0 {art.number(picture.width)} {art.number(picture.height)}"
    label = art.text(translated(picture.label, language))
    return Markup(
        f'<svg class="cover" viewBox="{box}" role="img" aria-label="{label}" preserveAspectRatio="xMidYMid slice">'
        f"<defs>{used_symbols(game, body)}</defs>{body}</svg>"
    )


def used_symbols(game: str, body: str) -> str:
    """Return just the symbols of a game that a drawing uses."""
    needed: dict[str, str] = {}
    _collect(body, _symbols_by_id(game), needed)
    return "".join(needed.values())


@cache
def _symbols_by_id(game: str) -> dict[str, ElementTree.Element]:
    elements = ElementTree.fromstring(f"<g>{all_symbols(game)}</g>")
    return {str(element.get("id")): element for element in elements}


def _collect(body: str, known: dict[str, ElementTree.Element], needed: dict[str, str]) -> None:
    """Collect the symbols that a drawing refers to, directly or through other symbols."""
    for name in re.findall(r'(?:href="#|url\(#)([^")]+)', body):
        if name in known and name not in needed:
            needed[name] = ElementTree.tostring(known[name], encoding="unicode")
            _collect(needed[name], known, needed)
