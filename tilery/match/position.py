"""Positions: final tables as text, written and scored. `docs/positions.md` specifies the format."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import numpy as np

from tilery import games
from tilery.games.reading import DocumentError, Node, json_fault, no_doubles
from tilery.kernel import runner
from tilery.match.match import Match
from tilery.match.scores import ScoreSheet
from tilery.words import SpokenError, say

FORMAT = 1


def score_position(document: str | dict[str, Any]) -> ScoreSheet:
    """Score a final table, given as JSON text or as the object that it describes."""
    if isinstance(document, str):
        try:
            document = json.loads(document, object_pairs_hook=no_doubles)
        except json.JSONDecodeError as error:
            raise DocumentError(say("the position is not JSON: {fault}", fault=json_fault(error))) from None
    node = Node(document)
    if node["position"].value != FORMAT or isinstance(node["position"].value, bool):
        node["position"].fail(say("only version {version} of the format can be read", version=FORMAT))
    name = node["game"]
    game = games.find(name.choice(games.names()))
    states = runner.new_states(game.rules.STATE)
    notes = game.positions.read(node, states.view(np.recarray)[0])
    return replace(ScoreSheet.of(game, states), notes=tuple(notes))


def position_of(match: Match) -> dict[str, Any]:
    """Return the final table of a match that is over."""
    if not match.is_over:
        raise SpokenError(say("a position is a final table, but this match is not over"))
    return {"position": FORMAT, "game": match.game.name, **match.game.positions.write(match.state)}
