"""The file of components is checked when it is read."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilery.games.reading import DocumentError
from tilery.games.topiary import GAME
from tilery.games.topiary.rules import components
from tilery.games.topiary.rules.components import read_box

TRUE_FILE = Path(components.__file__).with_name("components.toml")


def test_the_true_file_says_what_is_in_the_box() -> None:
    box = read_box(TRUE_FILE)
    assert len(box.series) == 8
    assert box.visitors == {2: 8, 3: 6, 4: 5}
    assert box.removed == {2: 1, 3: 1, 4: 0}


@pytest.mark.parametrize(
    ("right", "wrong", "sentence"),
    [
        ('"whale", ', "", "box.toml.series: expected 8 elements, found 7"),
        ('"whale"', '"swan"', 'box.toml.series[1]: the series "swan" is named twice'),
        ('"trex"', '"T-Rex"', 'box.toml.series[3]: the name of a series must be one word in lower case, not "T-Rex"'),
        ('"trex"', "4", "box.toml.series[3]: expected a string"),
        ("[1, 2, 3, 4, 5]", "[1, 2, 3, 5, 4]", "box.toml.values[3]: 5 is not between 4 and 4"),
        ("[1, 2, 3, 4, 5]", "[1, 2]", "box.toml.values: expected 5 elements, found 2"),
        ("garden = 5", "garden = 6", "box.toml.garden: 6 is not between 5 and 5"),
        ("garden = 5", "gardens = 5", 'box.toml: "gardens" is unknown here'),
        ("hand = 3", "hand = true", "box.toml.hand: expected a whole number"),
        ("hand = 3", "", 'box.toml: "hand" is missing'),
        ("2 = 8", "2 = 9", "box.toml.visitors.2: 9 is not between 1 and 8"),
        ("2 = 8", "", 'box.toml.visitors: "2" is missing'),
        ("2 = 8", "2 = 8\n5 = 4", 'box.toml.visitors: "5" is unknown here; expected one of 2, 3, 4'),
        ("4 = 0", "4 = 2", "box.toml.removed.4: 2 is not between 0 and 1"),
        ("[removed]", "[removed", "box.toml: not a TOML file: "),
    ],
)
def test_a_wrong_file_gets_a_sentence_with_its_place(tmp_path: Path, right: str, wrong: str, sentence: str) -> None:
    text = TRUE_FILE.read_text("utf-8")
    assert text.count(right) >= 1
    path = tmp_path / "box.toml"
    path.write_text(text.replace(right, wrong, 1), "utf-8")
    with pytest.raises(DocumentError) as error:
        read_box(path)
    assert str(error.value).startswith(sentence)


def test_a_file_that_is_not_text_gets_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(DocumentError, match=r"^box\.toml: not a TOML file"):
        read_box(path)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_rules_name_every_series_as_moves_write_it(language: str) -> None:
    text = (GAME.folder / f"rules.{language}.md").read_text("utf-8")
    assert all(series in text for series in components.SERIES)
