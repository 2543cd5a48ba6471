"""The file of components is checked on load: one sentence for every mistake."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilery.games.reading import DocumentError
from tilery.games.terraflip.rules import components

TEXT = (Path(components.__file__).with_name("components.toml")).read_text("utf-8")


@pytest.mark.ruling("TER-1", "TER-2")
def test_the_box() -> None:
    box = components.read(TEXT)
    assert dict(zip(box.families, box.colours, strict=True)) == {
        "desert": "yellow",
        "forest": "green",
        "mountain": "grey",
        "river": "blue",
    }
    assert (box.two_faced, box.specials, box.spies) == (3, ["catapult", "rider", "camp"], 3)
    assert components.TILES == 12


@pytest.mark.parametrize(
    ("right", "wrong", "sentence"),
    [
        ('"forest"', '"desert"', "families: a name is given twice"),
        (', "river"]', "]", "families: expected 4 elements, found 3"),
        ('"yellow"', "7", r"colours\[0\]: expected a string"),
        ("two_faced = 3", "two_faced = 4", "two_faced: 4 is not between 3 and 3"),
        ('"rider", "camp"', '"camp", "rider"', r'specials\[1\]: "camp" is unknown'),
        ("spies = 3", "spies = -1", "spies: -1 is not between"),
        ("spies = 3", "", '"spies" is missing'),
        ("rider_step = 1", "rider_step = true", "rider_step: expected a whole number"),
        ("isolated = 1", 'isolated = "1"', "points.isolated: expected a whole number"),
        ("connected = 2", "together = 2", 'points: "together" is unknown here'),
        ("3 = 3", "3 = 2", "limit.3: 2 is not between 3 and 4"),
        ("4 = 4", "4 = 5", "limit.4: 5 is not between 4 and 4"),
        ("3 = [3, 2, 0]", "3 = [3, 2]", "bonus.3: expected 3 elements, found 2"),
        ("2 = [3, 0]", "5 = [3, 0]", 'bonus: "5" is unknown here'),
        ("[limit]", "[reach]", '"reach" is unknown here'),
    ],
)
def test_a_wrong_file_gets_one_sentence_with_its_place(right: str, wrong: str, sentence: str) -> None:
    assert right in TEXT
    with pytest.raises(DocumentError, match=sentence):
        components.read(TEXT.replace(right, wrong, 1))
