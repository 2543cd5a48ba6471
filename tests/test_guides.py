"""The guides for contributors are followed word by word, in a copy of the repository."""

from __future__ import annotations

from pathlib import Path

from tests.guides import Guide


def test_adding_a_language(tmp_path: Path) -> None:
    """Only Topiary, the game of its examples, comes along."""
    assert Guide("adding-a-language.md", tmp_path, left_out=("triqueta", "tipperary", "terraflip")).follow() > 8


def test_adding_a_game(tmp_path: Path) -> None:
    """The copy has no other games, so that tests of all games run over the new one alone."""
    assert Guide("adding-a-game.md", tmp_path, left_out=("topiary", "triqueta", "tipperary", "terraflip")).follow() > 10
