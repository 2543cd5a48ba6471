"""Terraflip as pictures and sentences: what its drawing gives to pages, notebooks and the command line."""

from __future__ import annotations

from collections.abc import Sequence

from tilery.games.drawing import Picture, Room, Scene, Seen
from tilery.games.terraflip.page import guide, prompts
from tilery.games.terraflip.page.art import symbols
from tilery.games.terraflip.page.board import board
from tilery.games.terraflip.page.choices import ACTIONS, choices, names
from tilery.games.terraflip.page.cover import cover
from tilery.games.terraflip.page.glossary import about, glossary
from tilery.games.terraflip.page.hand import hand
from tilery.games.terraflip.page.illustrations import ILLUSTRATIONS
from tilery.games.terraflip.page.known_state import KnownState
from tilery.games.terraflip.page.log import tell
from tilery.games.terraflip.page.panels import panels
from tilery.games.terraflip.page.previews import preview
from tilery.games.terraflip.page.sources import sources

__all__ = ["ILLUSTRATIONS", "cover", "display", "glossary", "preview", "scene", "symbols", "tell"]


def scene(seen: Seen, room: Room = Room.DESK) -> Scene:
    del room  # the pictures are the same in every room
    known = KnownState(seen)
    offered = choices(seen)
    return Scene(
        todo=prompts.todo(seen),
        board=board(seen, known, offered),
        hand=hand(seen, offered),
        panels=panels(seen, known),
        heading=prompts.heading(seen),
        notes=prompts.notes(seen),
        choices=offered,
        actions=ACTIONS,
        names=names(offered),
        about=about(seen),
        sources=sources(seen, known) if seen.table["stage"] == "over" else {},
        refusal=prompts.refusal(seen),
        rule=guide.rule(seen),
        goal=guide.goal(seen),
        advice=guide.advice(seen),
    )


def display(seen: Seen, seat: int) -> Sequence[Picture]:
    del seen, seat  # all share one board
    return ()
