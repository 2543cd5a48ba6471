"""Tipperary as pictures and sentences: what its drawing gives to pages, notebooks and the command line."""

from __future__ import annotations

from collections.abc import Sequence

from tilery.games.drawing import Picture, Room, Scene, Seen, main_seat
from tilery.games.tipperary.page import guide, prompts
from tilery.games.tipperary.page.art import symbols
from tilery.games.tipperary.page.board import board
from tilery.games.tipperary.page.choices import ACTIONS, choices, pieces
from tilery.games.tipperary.page.county import county
from tilery.games.tipperary.page.cover import cover
from tilery.games.tipperary.page.figures import told
from tilery.games.tipperary.page.glossary import glossary
from tilery.games.tipperary.page.hand import aside, hand
from tilery.games.tipperary.page.ids import category_id
from tilery.games.tipperary.page.illustrations import ILLUSTRATIONS
from tilery.games.tipperary.page.log import tell
from tilery.games.tipperary.page.panels import panels
from tilery.games.tipperary.page.previews import preview
from tilery.games.tipperary.page.sources import sources

__all__ = ["ILLUSTRATIONS", "cover", "display", "glossary", "preview", "scene", "symbols", "tell"]


def scene(seen: Seen, room: Room = Room.DESK) -> Scene:
    return Scene(
        todo=prompts.todo(seen),
        board=board(seen, room),
        hand=hand(seen, room),
        aside=aside(seen),
        panels=panels(seen),
        heading=prompts.heading(seen),
        steps=prompts.steps(seen),
        step=prompts.step(seen),
        notes=prompts.notes(seen),
        choices=choices(seen),
        actions=ACTIONS,
        pieces=pieces(seen),
        about={category_id(name): about for name, about in told(seen.table["displays"][main_seat(seen)]).items()},
        sources=sources(seen) if seen.table["stage"] == "over" else {},
        refusal=prompts.refusal(seen),
        rule=guide.rule(seen),
        goal=guide.goal(seen),
        advice=guide.advice(seen),
    )


def display(seen: Seen, seat: int) -> Sequence[Picture]:
    return [county(seen, seat, (), seen.table["stage"] == "over", last=True)]
