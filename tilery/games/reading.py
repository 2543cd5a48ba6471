"""Careful reading of documents from outside: every error is a sentence that names its place in the document."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NoReturn

from tilery.words import Sentence, SpokenError, joined, say, say_many


class DocumentError(SpokenError):
    """A file or document is wrong; the sentence says where and what would be right."""


class Node:
    """A value in a JSON or TOML document that remembers where it stands."""

    def __init__(self, value: Any, place: str = "") -> None:
        self.value = value
        self.place = place

    def fail(self, sentence: Sentence) -> NoReturn:
        raise DocumentError(say("{place}: {sentence}", place=self.place, sentence=sentence) if self.place else sentence)

    def __getitem__(self, key: str) -> Node:
        found = self.get(key)
        if found is None:
            self.fail(say('"{name}" is missing', name=key))
        return found

    def get(self, key: str) -> Node | None:
        """The member `key`, or nothing if it is not there."""
        members = self.mapping()
        return Node(members[key], f"{self.place}.{key}" if self.place else key) if key in members else None

    def mapping(self) -> dict[str, Any]:
        if not isinstance(self.value, dict):
            self.fail(say("expected an object with named members"))
        return self.value

    def only(self, keys: Iterable[str]) -> None:
        """Refuse members with other names."""
        known = list(keys)
        for key in self.mapping():
            if key not in known:
                self.fail(say('"{name}" is unknown here; expected one of {names}', name=key, names=", ".join(known)))

    def items(self, count: int | None = None) -> list[Node]:
        """The elements of a list, exactly `count` of them if given."""
        if not isinstance(self.value, list):
            self.fail(say("expected a list"))
        if count is not None and len(self.value) != count:
            self.fail(
                say_many(
                    "expected {count} element, found {found}",
                    "expected {count} elements, found {found}",
                    count,
                    found=len(self.value),
                )
            )
        return [Node(value, f"{self.place}[{index}]") for index, value in enumerate(self.value)]

    def __iter__(self) -> Iterator[Node]:
        return iter(self.items())

    def text(self) -> str:
        if not isinstance(self.value, str):
            self.fail(say("expected a string"))
        return self.value

    def integer(self, low: int, high: int) -> int:
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            self.fail(say("expected a whole number"))
        if not low <= self.value <= high:
            self.fail(say("{value} is not between {low} and {high}", value=self.value, low=low, high=high))
        return self.value

    def flag(self) -> bool:
        if not isinstance(self.value, bool):
            self.fail(say("expected true or false"))
        return self.value

    def choice(self, names: Iterable[str]) -> str:
        known = list(names)
        text = self.text()
        if text not in known:
            self.fail(say('"{name}" is unknown; expected one of {names}', name=text, names=", ".join(known)))
        return text


def players_of(document: Node, game: str, least: int, most: int) -> list[Node]:
    """The players of a position, as many as the game can have."""
    players = document["players"]
    found = players.items()
    if not least <= len(found) <= most:
        players.fail(
            say("{game} has {low} to {high} players, not {count}", game=game, low=least, high=most, count=len(found))
        )
    return found


def no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of a JSON document, for `json.loads(text, object_pairs_hook=no_doubles)`; no member may stand twice."""
    members = dict(pairs)
    if len(members) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise DocumentError(say('"{name}" appears twice in one object', name=name))
            seen.add(name)
    return members


_JSON_FAULTS: dict[str, Sentence] = {
    str(fault): fault
    for fault in (
        say("Expecting value"),
        say("Expecting property name enclosed in double quotes"),
        say("Expecting ':' delimiter"),
        say("Expecting ',' delimiter"),
        say("Extra data"),
        say("Unterminated string starting at"),
        say("Invalid control character at"),
        say("Invalid \\escape"),
        say("Invalid \\uXXXX escape"),
        say("Illegal trailing comma before end of object"),
        say("Illegal trailing comma before end of array"),
    )
}


def json_fault(error: json.JSONDecodeError) -> Sentence:
    """Where a text stops being JSON, and why."""
    message = _JSON_FAULTS.get(error.msg.removesuffix(": "), joined([error.msg]))
    return say("line {line}, column {column}: {message}", line=error.lineno, column=error.colno, message=message)
