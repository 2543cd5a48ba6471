"""What people write: names and messages, without control characters and needless spaces, of a limited length."""

from __future__ import annotations

from tilery.server.tables.refusal import Refusal
from tilery.words import say, whole

LONGEST_NAME = 40
LONGEST_CHAT = 500
LONGEST_CLIENT_ID = 64


def tidy(text: str) -> str:
    """Take control characters and needless spaces out of a text."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def clean_name(name: str) -> str:
    """Tidy the name of a person, who has to have one."""
    clean = tidy(name)
    if not clean or len(name) > LONGEST_NAME:
        raise Refusal("bad_name", say("A name must have 1 to {most} characters.", most=LONGEST_NAME))
    return clean


def check_client_id(client: str) -> str:
    """Check the id that a client gives its move."""
    if not (0 < len(client) <= LONGEST_CLIENT_ID and client.isascii() and client.isprintable()):
        sentence = say("a move id must have 1 to {most} printable ASCII characters", most=LONGEST_CLIENT_ID)
        raise Refusal("bad_request", whole(sentence))
    return client
