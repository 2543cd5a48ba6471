"""Words inside pictures: `<text>` elements that stand in English and can be given in another language."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tilery.games.art import number, text
from tilery.games.drawing import Picture, named
from tilery.words import Sentence, translated


class Lettering:
    """Makes the text of one picture and remembers the sentences in it, for the picture's `words`."""

    def __init__(self) -> None:
        self.words: list[Sentence] = []

    def at(self, x: float, y: float, words: object, style: str = "") -> str:
        """Text at a point. What is no sentence, such as a number, is the same in every language."""
        known = ""
        if isinstance(words, Sentence):
            known = f' data-word="{len(self.words)}"'
            self.words.append(words)
        styled = f' class="{style}"' if style else ""
        return f'<text{styled} x="{number(x)}" y="{number(y)}"{known}>{text(words)}</text>'


def lettered(picture: Picture, language: str, players: Sequence[str] = ()) -> str:
    """The body of a picture with its words in a language, and with the names of the players if they are given."""

    def replaced(match: re.Match[str]) -> str:
        sentence = picture.words[int(match[2])]
        return f"{match[1]}{text(translated(named(sentence, players) if players else sentence, language))}<"

    return re.sub(r'(data-word="(\d+)">)[^<]*<', replaced, picture.body)
