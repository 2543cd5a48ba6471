"""Topiary as pictures and sentences: what its drawing gives to pages, notebooks and the command line."""

from __future__ import annotations

from collections.abc import Sequence

from tilery.games.drawing import Picture, Room, Scene, Seen
from tilery.games.topiary.page import guide, prompts
from tilery.games.topiary.page.art import symbols
from tilery.games.topiary.page.board import board
from tilery.games.topiary.page.choices import ACTIONS, choices, names, selections
from tilery.games.topiary.page.cover import cover
from tilery.games.topiary.page.glossary import glossary
from tilery.games.topiary.page.hand import hand
from tilery.games.topiary.page.illustrations import ILLUSTRATIONS
from tilery.games.topiary.page.known_state import KnownState
from tilery.games.topiary.page.log import tell
from tilery.games.topiary.page.panels import panels
from tilery.games.topiary.page.previews import preview
from tilery.games.topiary.page.sources import sources

__all__ = ["ILLUSTRATIONS", "cover", "display", "glossary", "preview", "scene", "symbols", "tell"]


def scene(seen: Seen, room: Room = Room.DESK) -> Scene:
    del room  # the pictures are the same in every room
    known = KnownState(seen)
    offered = choices(seen)
    return Scene(
        todo=prompts.todo(seen),
        board=board(seen, offered),
        hand=hand(seen, known),
        panels=panels(seen, known),
        heading=prompts.heading(seen),
        steps=prompts.steps(seen),
        step=prompts.step(seen),
        notes=prompts.notes(seen),
        choices=offered,
        actions=ACTIONS,
        selections=selections(seen),
        names=names(seen),
        sources=sources(seen, known) if seen.table["stage"] == "over" else {},
        refusal=prompts.refusal(seen),
        rule=guide.rule(seen),
        goal=guide.goal(seen),
        advice=guide.advice(seen),
    )


def display(seen: Seen, seat: int) -> Sequence[Picture]:
    del seen, seat  # all share one board
    return ()
