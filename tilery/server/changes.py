"""What of a picture is new to somebody who has the one before.

An element with an id that is as it was is sent as an empty one with the attribute `data-same`; the page (`morph.js`)
puts the element that it has there, wherever that was before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_TAG = re.compile(r"""<(/?)([a-zA-Z][\w-]*)((?:[^>"']++|"[^"]*+"|'[^']*+')*+)>""")
_ID = re.compile(r'\sid="([^"]*)"')
_ENDLESS = frozenset({"br", "hr", "img", "input"})


class Changes:
    """What one viewer has been shown; at first nothing."""

    def __init__(self) -> None:
        self._shown: dict[str, str] = {}

    def to(self, picture: str) -> str:
        """The picture, without what the viewer has."""
        before, self._shown = self._shown, {}
        parts: list[str] = []
        sent = 0
        for start, end, tag, name in sorted(_elements(picture)):
            self._shown[name] = element = picture[start:end]
            same = f'<{tag} id="{name}" data-same></{tag}>'
            if start >= sent and before.get(name) == element and len(same) < len(element):
                parts += [picture[sent:start], same]
                sent = end
        return "".join([*parts, picture[sent:]])


def _elements(picture: str) -> Iterator[tuple[int, int, str, str]]:
    """The elements that have an id: where each begins and ends, its tag and its id."""
    begun: list[tuple[int, str | None]] = []
    for found in _TAG.finditer(picture):
        is_end, tag, attributes = found.groups()
        if is_end:
            start, name = begun.pop()
        else:
            start, name = found.start(), _id(attributes)
            if not attributes.endswith("/") and tag not in _ENDLESS:
                begun.append((start, name))
                continue
        if name is not None:
            yield start, found.end(), tag, name


def _id(attributes: str) -> str | None:
    """Most tags have none, which is seen quickly."""
    found = _ID.search(attributes) if 'id="' in attributes else None
    return None if found is None else found[1]
