"""Terraflip as pictures and sentences: what its drawing gives to pages, notebooks and the command line."""

from __future__ import annotations

from tilery.games.drawing import Scene, Seen
from tilery.games.terraflip.page import guide, prompts
from tilery.games.terraflip.page.art import symbols
from tilery.games.terraflip.page.board import board
from tilery.games.terraflip.page.choices import choices, names
from tilery.games.terraflip.page.cover import cover
from tilery.games.terraflip.page.hand import hand
from tilery.games.terraflip.page.illustrations import ILLUSTRATIONS
from tilery.games.terraflip.page.known_state import KnownState
from tilery.games.terraflip.page.log import tell
from tilery.games.terraflip.page.panels import panels
from tilery.games.terraflip.page.previews import preview
from tilery.games.terraflip.page.sources import sources

__all__ = ["ILLUSTRATIONS", "cover", "preview", "scene", "symbols", "tell"]


def scene(seen: Seen) -> Scene:
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
        names=names(offered),
        sources=sources(seen, known) if seen.table["stage"] == "over" else {},
        rule=guide.rule(seen),
        advice=guide.advice(seen),
    )
