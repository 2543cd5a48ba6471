"""The file of components: what it says, and the sentence that every wrong file gets."""

from __future__ import annotations

from pathlib import Path

import pytest

from tilery.games import triqueta
from tilery.games.reading import DocumentError
from tilery.games.triqueta.rules.components import ANIMALS, read

TEXT = (Path(triqueta.__file__).parent / "rules" / "components.toml").read_text("utf-8")


@pytest.mark.ruling("TRI-1", "TRI-10")
def test_the_animals_and_their_values() -> None:
    components = read(TEXT)
    assert dict(zip(components.animals, components.values, strict=True)) == {
        "rabbit": 5,
        "owl": 6,
        "deer": 7,
        "boar": 8,
        "ram": 9,
        "bear": 10,
        "wolf": 11,
    }


@pytest.mark.parametrize(
    ("right", "wrong", "sentence"),
    [
        ("rounds = 4", "rounds = ", "the file is not TOML: Invalid value"),
        ("rounds = 4", "rounds = 5", "rounds: 5 is not between 4 and 4"),
        ("rounds = 4", "", '"rounds" is missing'),
        ("rounds = 4", "rounds = 4\nrows = 2", '"rows" is unknown here; expected one of animals, rounds, stack'),
        ("stack = 15", "stack = 20", "stack: 20 is not between 15 and 15"),
        ("keeps = 2", 'keeps = "two"', "keeps: expected a whole number"),
        ("trees = 3", "trees = 4", "trees: 4 is not between 3 and 3"),
        ('name = "owl"', 'name = "rabbit"', 'animals[1].name: the animal "rabbit" is named twice'),
        (
            'name = "owl"',
            'name = "Owl"',
            'animals[1].name: the name of an animal must be letters a to z in lower case, not "Owl"',
        ),
        ('name = "owl"', "name = 6", "animals[1].name: expected a string"),
        ("value = 6", "value = 2", "animals[1].value: 2 is not between 3 and 99"),
        ("value = 6, tiles = 10", "value = 6, tiles = 9", "animals[1].tiles: 9 is not between 10 and 10"),
        (
            "value = 6, tiles",
            "value = 6, count = 1, tiles",
            'animals[1]: "count" is unknown here; expected one of name',
        ),
        ('    { name = "bear", value = 10, tiles = 10 },\n', "", "animals: expected 6 elements, found 5"),
        ('name = "wolf"', 'name = "bear"', 'grey.name: the animal "bear" is named twice'),
        ("wolves = 9", "wolves = 10", "grey.wolves: 10 is not between 9 and 9"),
        ("layer = 5", "layer = 4", "grey.layer: 4 is not between 5 and 5"),
        (
            "layer = 5",
            "layer = 5\ndepth = 1",
            'grey: "depth" is unknown here; expected one of name, value, wolves, layer',
        ),
    ],
)
def test_a_wrong_file_gets_a_sentence_with_its_place(right: str, wrong: str, sentence: str) -> None:
    assert right in TEXT
    with pytest.raises(DocumentError) as caught:
        read(TEXT.replace(right, wrong, 1))
    assert str(caught.value).startswith(sentence)


@pytest.mark.ruling("TRI-1")
def test_the_animals_are_named() -> None:
    assert ANIMALS == ["rabbit", "owl", "deer", "boar", "ram", "bear", "wolf"]
