"""The one exception by which requests are refused; it knows neither HTTP nor pages."""

from __future__ import annotations

from tilery.words import Sentence, say


class Refusal(Exception):  # noqa: N818  (an answer, not a fault)
    """Something that was asked for cannot be: a sentence for people and a code for programs.

    What a code means in HTTP is decided where answers are written (`http/errors.py`).
    """

    def __init__(self, code: str, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


def no_table() -> Refusal:
    """Refuse alike what does not exist and what a secret does not open."""
    return Refusal("no_table", say("That table does not exist, or this link does not open it."))


def removed() -> Refusal:
    """Refuse somebody whom the owner or the host has removed from a table."""
    return Refusal("removed", say("You have been removed from this table."))
