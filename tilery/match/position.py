"""Positions as text: final tables, written and scored, and whole states, from which matches start.

`docs/positions.md` specifies both formats.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from tilery import games
from tilery.games.game import OptionError
from tilery.games.reading import DocumentError, Node, json_fault, no_doubles
from tilery.kernel import runner
from tilery.match.match import Match, state_texts
from tilery.match.scores import ScoreSheet
from tilery.words import SpokenError, reason, say

FORMAT = 1
STATE_FORMAT = 2
STATE_MEMBERS = ("position", "game", "rules", "seats", "options", "state")


def score_position(document: str | dict[str, Any]) -> ScoreSheet:
    """Score a final table, given as JSON text or as the object that it describes."""
    node = _parse(document)
    if node["position"].value != FORMAT or isinstance(node["position"].value, bool):
        node["position"].fail(say("only version {version} of the format can be read", version=FORMAT))
    name = node["game"]
    game = games.find(name.choice(games.names()))
    states = runner.new_states(game.rules.STATE)
    notes = game.positions.read(node, states.view(np.recarray)[0])
    return replace(ScoreSheet.of(game, states), notes=tuple(notes))


def _parse(document: str | Mapping[str, Any]) -> Node:
    if not isinstance(document, str):
        return Node(document)
    try:
        return Node(json.loads(document, object_pairs_hook=no_doubles))
    except json.JSONDecodeError as error:
        raise DocumentError(say("the position is not JSON: {fault}", fault=json_fault(error))) from None
    except DocumentError:
        raise
    except (ValueError, RecursionError):  # numbers and lists that Python does not read
        raise DocumentError(say("the position is not readable JSON")) from None


def read_position(document: str | Mapping[str, Any]) -> Match:
    """Return a match that starts from a whole state."""
    node = _parse(document)
    node.only(STATE_MEMBERS)
    if node["position"].value != STATE_FORMAT or isinstance(node["position"].value, bool):
        node["position"].fail(say("a match starts from version {version} of the format", version=STATE_FORMAT))
    game = games.find(node["game"].choice(games.names()))
    try:
        match = Match(
            game,
            node["seats"].integer(1, 64),
            options=node["options"].mapping(),
            seed=0,
            rules=node["rules"].integer(1, 10**6),
        )
    except OptionError as error:
        node.fail(reason(error))
    state_texts(game).read(node["state"], match.state)
    match._start_here()
    return match


def check_state(match: Match, states: Any) -> None:
    """Refuse what is not a state of the same game, seats and options as `match`, before compiled code sees it.

    It is written down and read back, which checks it; games whose states cannot be written have to trust it.
    """
    fault = say("this is not one state of {game}", game=match.game.title)
    expected = match.states
    if not isinstance(states, np.ndarray) or states.dtype != expected.dtype or states.shape != expected.shape:
        raise SpokenError(fault)
    if match.game.states is None:
        return
    state = states.view(np.recarray)[0]
    again = runner.copied(expected)
    try:
        if state.seats != match.seats:
            raise SpokenError(fault)
        document = match.game.states.write(state)
        match.game.states.read(Node(document), again.view(np.recarray)[0])
    except (SpokenError, ArithmeticError, LookupError, TypeError, ValueError) as error:
        raise SpokenError(fault) from error
    if match.game.states.write(again.view(np.recarray)[0]) != document:
        raise SpokenError(fault)


def write_position(match: Match) -> str:
    """Return the whole state of a match, in one line."""
    return json.dumps(state_document(match), ensure_ascii=False, separators=(",", ":"))


def state_document(match: Match) -> dict[str, Any]:
    return {
        "position": STATE_FORMAT,
        "game": match.game.name,
        "rules": match.rules,
        "seats": match.seats,
        "options": match.options,
        "state": state_texts(match.game).write(match.state),
    }


def position_of(match: Match) -> dict[str, Any]:
    """Return the final table of a match that is over."""
    if not match.is_over:
        raise SpokenError(say("a position is a final table, but this match is not over"))
    return {"position": FORMAT, "game": match.game.name, **match.game.positions.write(match.state)}
