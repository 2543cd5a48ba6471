"""docs/research.md tells all fields and action counts. `python -m tests.research.test_docs` writes the tables anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilery import games
from tilery.games.learning import size

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "research.md"
GAMES = ("topiary", "triqueta", "tipperary", "terraflip")


def tables(name: str) -> str:
    """What is told about the numbers of a game."""
    game = games.find(name)
    counts = ", ".join(
        f"{seats} seats: {game.actions.count(seats):,} actions, {size(game.observation.fields(seats)):,} numbers"
        for seats in game.seats
    )
    lines = [counts + ".", "", "| field | shape with 2 seats | up to | meaning |", "|---|---|---|---|"]
    for field in game.observation.fields(2):
        shape = " × ".join(map(str, field.shape))  # noqa: RUF001
        lines.append(f"| `{field.name}` | {shape} | {field.high} | {field.meaning} |")
    return "\n".join(lines)


def between(name: str) -> tuple[str, str]:
    return f"<!-- fields of {name} -->\n", f"\n<!-- end of fields of {name} -->"


@pytest.mark.parametrize("name", GAMES)
def test_the_fields_of_every_game_are_documented(name: str) -> None:
    begin, end = between(name)
    text = DOCUMENT.read_text("utf-8")
    assert text.split(begin)[1].split(end)[0] == tables(name)


def write() -> None:
    text = DOCUMENT.read_text("utf-8")
    for name in GAMES:
        begin, end = between(name)
        before, _, rest = text.partition(begin)
        text = before + begin + tables(name) + end + rest.partition(end)[2]
    DOCUMENT.write_text(text, "utf-8")


if __name__ == "__main__":
    write()
