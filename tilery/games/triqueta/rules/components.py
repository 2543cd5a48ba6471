"""The components of Triqueta, read from their file.

A tile is the number of its animal: tiles of an animal are alike, but a grey tile has another back than a white one.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from tilery.games.reading import DocumentError, Node
from tilery.kernel.state import Row
from tilery.words import Sentence, joined, reason, say

# The sizes that the rules and the state are built for; the file is checked against them.
WOLF = 6  # among the animals, after the six white ones
TILES_OF_EACH = 10
ROUNDS = 4
STACK = 15
KEEPS = 2
TREES = 3
WOLVES = 9
LAYER = 5
WHITE_TILES = ROUNDS * STACK
GREY_TILES = (ROUNDS - 1) * LAYER


@dataclass(frozen=True)
class Components:
    """What the file tells: all animals, the wolf last, and what three of each are worth."""

    animals: list[str]
    values: list[int]


def read(text: str) -> Components:
    """The components in a file of this text, or a `DocumentError`."""
    try:
        document = Node(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise DocumentError(say("the file is not TOML: {fault}", fault=reason(error))) from error
    document.only(("animals", "rounds", "stack", "keeps", "trees", "grey"))
    for name, size in (("rounds", ROUNDS), ("stack", STACK), ("keeps", KEEPS), ("trees", TREES)):
        document[name].integer(size, size)
    animals: list[str] = []
    values = []
    for node in document["animals"].items(WOLF):
        node.only(("name", "value", "tiles"))
        animals.append(_name(node["name"], animals))
        values.append(_value(node["value"]))
        node["tiles"].integer(TILES_OF_EACH, TILES_OF_EACH)
    grey = document["grey"]
    grey.only(("name", "value", "wolves", "layer"))
    animals.append(_name(grey["name"], animals))
    values.append(_value(grey["value"]))
    grey["wolves"].integer(WOLVES, WOLVES)
    grey["layer"].integer(LAYER, LAYER)
    return Components(animals, values)


def _name(node: Node, others: list[str]) -> str:
    name = node.text()
    if not (name.isascii() and name.isalpha() and name.islower()):
        node.fail(say('the name of an animal must be letters a to z in lower case, not "{name}"', name=name))
    if name in others:
        node.fail(say('the animal "{name}" is named twice', name=name))
    return name


def _value(node: Node) -> int:
    """Three alike are worth more than two: the use of face-down tiles relies on that (TRI-6)."""
    return node.integer(3, 99)


_components = read(Path(__file__).with_name("components.toml").read_text("utf-8"))
ANIMALS = _components.animals
ANIMAL_WORDS = {
    "rabbit": say("rabbit"),
    "owl": say("owl"),
    "deer": say("deer"),
    "boar": say("boar"),
    "ram": say("ram"),
    "bear": say("bear"),
    "wolf": say("wolf"),
}


def animal_in_words(name: str) -> Sentence:
    return ANIMAL_WORDS.get(name) or joined([name])


# The same as an array, for the compiled rules.
VALUE: Row[int] = np.array(_components.values, np.int8)
