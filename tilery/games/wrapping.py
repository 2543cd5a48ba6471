"""Lines of the pictures in text, which are at most 100 columns wide in every language."""

from __future__ import annotations

import textwrap

from tilery.words import Sentence, shaped

COLUMNS = 100


def wrapped(line: str) -> Sentence:
    """A line that goes on in the next one, indented, where it is too long."""
    return shaped(line, _filled)


def _filled(line: str) -> str:
    return textwrap.fill(line, COLUMNS, subsequent_indent="    ")
