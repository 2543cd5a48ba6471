"""The rules for people name every ruling, in every language."""

from __future__ import annotations

import re

import pytest

from tilery.games.topiary import GAME
from tilery.games.topiary.components import SERIES

RULINGS = [f"TOP-{number}" for number in range(1, 12)]


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_rules_have_a_point_for_every_ruling(language: str) -> None:
    text = (GAME.folder / f"rules.{language}.md").read_text("utf-8")
    assert re.findall(r"^- \*\*(TOP-\d+)\*\*", text, re.MULTILINE) == RULINGS
    assert all(name in text for name in SERIES)
