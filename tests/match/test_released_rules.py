"""Records outlive versions: games that were played by every released version of the rules still replay.

`tests/records/<game>-rules-<version>` holds a random game and one of bots for every number of seats and every
combination of options. A new version of a game's rules gets its folder by `python -m tests.match.test_released_rules`;
what is there is never written again.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.games.tipperary.sets import random_set
from tests.variants import VARIANTS, Variant
from tilery import bots, games
from tilery.games.game import ChoiceOption
from tilery.match.record import Record, read_records
from tilery.match.simulate import random_match

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "tests" / "records"
FILES = sorted(FOLDER.glob("*/*.jsonl"))
OURS = [name for name in games.names() if games.find(name).folder.is_relative_to(ROOT / "tilery")]


def records(path: Path) -> list[Record]:
    with path.open(encoding="utf-8") as lines:
        return list(read_records(lines))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_records_of_released_rules_replay(path: Path) -> None:
    game, version = re.fullmatch(r"(\w+)-rules-(\d+)", path.parent.name).groups()  # type: ignore[union-attr]
    found = records(path)
    assert len(found) >= 2
    for record in found:
        assert (record.game, record.rules) == (game, int(version))
        assert record.replay().is_over


def test_every_released_version_has_its_records() -> None:
    """The changelog names the version of every game's rules; a game that changes them gets another line there."""
    told = re.findall(r"^- Rules versions: (.*)\.$", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    released = {(name.lower(), int(version)) for line in told for name, version in re.findall(r"(\w+) (\d+)", line)}
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}-rules-{version}" for name, version in released}
    assert {(name, games.find(name).version) for name in OURS} <= released


@pytest.mark.parametrize("name", OURS)
def test_the_records_have_every_number_of_seats_and_every_value_of_an_option(name: str) -> None:
    game = games.find(name)
    folder = FOLDER / f"{name}-rules-{game.version}"
    found = [record for path in folder.iterdir() for record in records(path)]
    assert {record.seats for record in found} == set(game.seats)
    for option in game.options:
        values = [record.options[option.name] for record in found]
        if isinstance(option, ChoiceOption):
            assert set(values) == set(option.values)
        else:
            assert any(value != option.default for value in values)


def played_by_bots(variant: Variant) -> Record:
    match = variant.match(seed=2024)
    while not match.is_over:
        seat = match.waiting[0]
        match.play(bots.choose("medium", match, seat, len(match.moves)))
    return match.record()


if __name__ == "__main__":
    variants = {str(each): each for each in VARIANTS}
    variants["tipperary-2-tiles-own"] = Variant("tipperary", 2, {"tiles": random_set(1)})
    for title, each in variants.items():
        version = games.find(each.game).version
        file = FOLDER / f"{each.game}-rules-{version}" / f"{title.removeprefix(each.game)[1:]}.jsonl"
        if each.game in OURS and not file.exists():
            file.parent.mkdir(parents=True, exist_ok=True)
            at_random = random_match(each.game, each.seats, options=each.options, seed=1).record()
            file.write_text(f"{at_random}\n{played_by_bots(each)}\n", "utf-8")
            print(file.relative_to(ROOT))
