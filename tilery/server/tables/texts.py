"""Cleaning of names and messages: no control characters, no needless spaces, limited length."""

from __future__ import annotations

import math
import unicodedata

from tilery.server.tables.refusal import Refusal
from tilery.words import Sentence, say, whole

BLANKS = "\u115f\u1160\u2800\u3164\uffa0\ufffc\U0001d159"
"""Letters and signs that look like nothing: fillers of Hangul, the empty pattern of Braille, what stands for an object
that is not there, a note without a head."""
LONGEST_NAME = 40
LONGEST_CHAT = 500
LONGEST_CLIENT_ID = 64
SHORTEST_SECRET_ID = 16


def tidy(text: str) -> str:
    """Take control characters and needless spaces out of a text."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def clean_name(name: str) -> str:
    """Tidy the name of a person, who has to have one that can be seen."""
    clean = tidy(name)
    if not clean or len(name) > LONGEST_NAME:
        raise Refusal("bad_name", say("A name must have 1 to {most} characters.", most=LONGEST_NAME))
    if not is_visible(clean):
        raise Refusal("bad_name", say("That name cannot be seen. Use letters, digits or signs."))
    return clean


def is_visible(text: str) -> bool:
    """Return whether there is something to see: not only marks that belong to a letter, and letters that are blank."""
    return any(unicodedata.category(letter)[0] in "LNPS" and letter not in BLANKS for letter in text)


def duration(seconds: float) -> Sentence:
    """Say how long something takes, in the two largest units: "2 d 14 h"."""
    left = max(1, math.ceil(seconds))
    minutes, seconds_left = divmod(left, 60)
    hours, minutes_left = divmod(minutes, 60)
    days, hours_left = divmod(hours, 24)
    if days:
        return say("{days} d {hours} h", days=days, hours=hours_left)
    if hours:
        return say("{hours} h {minutes} min", hours=hours, minutes=minutes_left)
    if minutes:
        return say("{minutes} min {seconds} s", minutes=minutes, seconds=seconds_left)
    return say("{seconds} s", seconds=left)


def check_client_id(client: str) -> str:
    """Check the id that a client gives a command."""
    if not (0 < len(client) <= LONGEST_CLIENT_ID and client.isascii() and client.isprintable()):
        sentence = say("an id must have 1 to {most} printable ASCII characters", most=LONGEST_CLIENT_ID)
        raise Refusal("bad_request", whole(sentence))
    return client


def check_secret_id(client: str) -> str:
    """Check the id of a command whose answer holds secrets: who repeats it gets them again."""
    if len(check_client_id(client)) < SHORTEST_SECRET_ID:
        sentence = say("this id must have at least {least} random characters", least=SHORTEST_SECRET_ID)
        raise Refusal("bad_request", whole(sentence))
    return client
