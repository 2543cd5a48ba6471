"""What the documentation site shows beyond the files in docs/: the rules of every game with a picture of its table.

MkDocs calls these functions by their names. No game is named here: a new one appears by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from babel import Locale
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from tilery import games
from tilery.games.game import Game
from tilery.match.match import Match
from tilery.match.picture import to_svg
from tilery.words import LANGUAGES

OUTSIDE = re.compile(r"\[([^\]]+)\]\(\.\./[^)]+\)")
NAMES = {language: str(Locale.parse(language).display_name).capitalize() for language in LANGUAGES}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the rules into the navigation."""
    assert config.nav is not None
    for section in config.nav:
        if "Rules" in section:
            section["Rules"] = [{game.title: f"rules/{game.name}.md"} for game in _games()]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages of the rules, in all languages, and their pictures."""
    for game in _games():
        for language in LANGUAGES:
            files.append(File.generated(config, _path(game, language), content=_rules(game, language)))
        if game.drawing is not None:
            files.append(File.generated(config, f"rules/{game.name}.svg", content=_picture(game)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:  # noqa: ARG001
    """What lies beside docs/ in the repository is named, not linked: it is no part of the site."""
    return OUTSIDE.sub(r"\1", markdown)


def _games() -> Iterator[Game]:
    return map(games.find, games.names())


def _path(game: Game, language: str) -> str:
    return f"rules/{game.name}.md" if language == LANGUAGES[0] else f"rules/{game.name}.{language}.md"


def _rules(game: Game, language: str) -> str:
    """The rules as the game brings them, with the way to the other languages."""
    title, _, body = game.rules_text(language).partition("\n")
    others = " · ".join(
        NAMES[other] if other == language else f"[{NAMES[other]}]({_path(game, other).partition('/')[2]})"
        for other in LANGUAGES
    )
    picture = f"![]({game.name}.svg)\n" if game.drawing is not None else ""
    return f"{title}\n\n{others}\n\n{picture}{body}"


def _picture(game: Game) -> str:
    """A table in the middle of a game, as its first player sees it."""
    match = Match(game.name, seed=1)
    match.play_randomly(seed=1)
    for _ in range(len(match.moves) // 2):
        match.undo()
    return to_svg(match.view(match.waiting[0]))
