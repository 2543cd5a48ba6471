"""Triqueta as pictures and sentences: what its drawing gives to pages, notebooks and the command line."""

from __future__ import annotations

from collections.abc import Sequence

from tilery.games.drawing import Picture, Room, Scene, Seen
from tilery.games.triqueta.page import guide, prompts
from tilery.games.triqueta.page.art import symbols
from tilery.games.triqueta.page.board import animals_of, board, collection
from tilery.games.triqueta.page.choices import choices
from tilery.games.triqueta.page.cover import cover
from tilery.games.triqueta.page.glossary import about, glossary
from tilery.games.triqueta.page.hand import hand
from tilery.games.triqueta.page.illustrations import ILLUSTRATIONS
from tilery.games.triqueta.page.known_state import KnownState
from tilery.games.triqueta.page.log import tell
from tilery.games.triqueta.page.panels import panels
from tilery.games.triqueta.page.previews import preview
from tilery.games.triqueta.page.sources import sources
from tilery.games.triqueta.rules.components import ANIMALS

__all__ = ["ILLUSTRATIONS", "cover", "display", "glossary", "preview", "scene", "symbols", "tell"]


def scene(seen: Seen, room: Room = Room.DESK) -> Scene:
    known = KnownState(seen)
    return Scene(
        todo=prompts.todo(seen),
        board=board(seen, known, room),
        hand=hand(seen, room),
        panels=panels(seen, known),
        heading=prompts.heading(seen),
        steps=prompts.steps(seen),
        step=prompts.step(seen),
        notes=prompts.notes(seen),
        choices=choices(seen),
        about=about(seen),
        sources=sources(seen) if seen.table["stage"] == "over" else {},
        left_out=[animal for animal in ANIMALS if animal not in animals_of(seen)],
        refusal=prompts.refusal(seen),
        rule=guide.rule(seen),
        goal=guide.goal(seen),
        advice=guide.advice(seen),
    )


def display(seen: Seen, seat: int) -> Sequence[Picture]:
    return [collection(seen, KnownState(seen), seat)]
