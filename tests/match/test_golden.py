"""Golden games: one random game of every variant, kept as it was. A difference means that behaviour changed.

If that was meant, raise the version of the rules and write the files anew: `python -m tests.match.test_golden GAME`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.variants import VARIANTS, Variant
from tilery.match.record import Record
from tilery.match.simulate import random_match

FOLDER = Path(__file__).parent.parent / "golden"


def play(variant: Variant) -> Record:
    return random_match(variant.game, variant.seats, options=variant.options, seed=2024).record()


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_golden_game(variant: Variant) -> None:
    kept = (FOLDER / f"{variant}.json").read_text("utf-8").rstrip("\n")
    assert str(play(variant)) == kept
    Record.parse(kept).replay()


def test_no_golden_game_without_its_variant() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == {str(variant) for variant in VARIANTS}


if __name__ == "__main__":
    for name in sys.argv[1:]:
        for old in FOLDER.glob(f"{name}-*"):
            old.unlink()
        for each in VARIANTS:
            if each.game == name:
                (FOLDER / f"{each}.json").write_text(f"{play(each)}\n", "utf-8")
