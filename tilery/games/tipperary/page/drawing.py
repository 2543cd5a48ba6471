"""Tipperary as pictures and sentences: what its drawing gives to pages, notebooks and the command line."""

from __future__ import annotations

from tilery.games.drawing import Scene, Seen
from tilery.games.tipperary.page import guide, prompts
from tilery.games.tipperary.page.art import symbols
from tilery.games.tipperary.page.board import board
from tilery.games.tipperary.page.choices import choices, pieces
from tilery.games.tipperary.page.cover import cover
from tilery.games.tipperary.page.hand import hand
from tilery.games.tipperary.page.illustrations import ILLUSTRATIONS
from tilery.games.tipperary.page.log import tell
from tilery.games.tipperary.page.panels import panels
from tilery.games.tipperary.page.previews import preview
from tilery.games.tipperary.page.sources import sources

__all__ = ["ILLUSTRATIONS", "cover", "preview", "scene", "symbols", "tell"]


def scene(seen: Seen) -> Scene:
    return Scene(
        todo=prompts.todo(seen),
        board=board(seen),
        hand=hand(seen),
        panels=panels(seen),
        heading=prompts.heading(seen),
        steps=prompts.steps(seen),
        step=prompts.step(seen),
        notes=prompts.notes(seen),
        choices=choices(seen),
        pieces=pieces(seen),
        sources=sources(seen) if seen.table["stage"] == "over" else {},
        rule=guide.rule(seen),
        advice=guide.advice(seen),
    )
