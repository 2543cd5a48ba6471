"""Careful reading of documents from outside: every error is a sentence that names its place in the document."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NoReturn


class DocumentError(ValueError):
    """A file or document is wrong; the sentence says where and what would be right."""


class Node:
    """A value in a JSON or TOML document that remembers where it stands."""

    def __init__(self, value: Any, place: str = "") -> None:
        self.value = value
        self.place = place

    def fail(self, sentence: str) -> NoReturn:
        raise DocumentError(f"{self.place}: {sentence}" if self.place else sentence)

    def __getitem__(self, key: str) -> Node:
        found = self.get(key)
        if found is None:
            self.fail(f'"{key}" is missing')
        return found

    def get(self, key: str) -> Node | None:
        """The member `key`, or nothing if it is not there."""
        members = self.mapping()
        return Node(members[key], f"{self.place}.{key}" if self.place else key) if key in members else None

    def mapping(self) -> dict[str, Any]:
        if not isinstance(self.value, dict):
            self.fail("expected an object with named members")
        return self.value

    def only(self, keys: Iterable[str]) -> None:
        """Refuse members with other names."""
        known = list(keys)
        for key in self.mapping():
            if key not in known:
                self.fail(f'"{key}" is unknown here; known are {", ".join(known)}')

    def items(self, count: int | None = None) -> list[Node]:
        """The elements of a list, exactly `count` of them if given."""
        if not isinstance(self.value, list):
            self.fail("expected a list")
        if count is not None and len(self.value) != count:
            self.fail(f"expected {count} elements, found {len(self.value)}")
        return [Node(value, f"{self.place}[{index}]") for index, value in enumerate(self.value)]

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items())

    def text(self) -> str:
        if not isinstance(self.value, str):
            self.fail("expected a text")
        return self.value

    def integer(self, low: int, high: int) -> int:
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            self.fail("expected a whole number")
        if not low <= self.value <= high:
            self.fail(f"{self.value} is not between {low} and {high}")
        return self.value

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            self.fail("expected true or false")
        return self.value

    def choice(self, names: Iterable[str]) -> str:
        known = list(names)
        text = self.text()
        if text not in known:
            self.fail(f'"{text}" is unknown; known are {", ".join(known)}')
        return text


def no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of a JSON document, for `json.loads(text, object_pairs_hook=no_doubles)`; no member may stand twice."""
    members = dict(pairs)
    if len(members) != len(pairs):
        names = [name for name, _ in pairs]
        raise DocumentError(f'"{next(name for name in names if names.count(name) > 1)}" stands twice in one object')
    return members
