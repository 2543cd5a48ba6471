"""Whether a move has shown anybody something hidden, in which case it cannot be taken back."""

from __future__ import annotations

from tilery.kernel import chance, runner
from tilery.kernel.contract import SPECTATOR
from tilery.match.match import Match
from tilery.match.moves import Move

SAMPLES = 32
"""How many possible worlds are compared for each viewer."""


def last_move_reveals(match: Match) -> bool:
    """Return whether the last move has shown something."""
    before = match.copy()
    before.undo()
    return reveals(before, match.moves[-1])


def reveals(before: Match, move: Move) -> bool:
    """Return whether a move shows anybody something that it could not know before.

    Worlds that look the same to a viewer before the move must look the same to it after the move.
    """
    after = before.copy()
    after.play(move)
    for viewer in (None, *range(before.seats)):
        seen = _knowledge(after, viewer)
        for sample in range(SAMPLES):
            world = _other_world(before, viewer, sample)
            if world.why_not(move) is not None:
                return True
            world.play(move)
            if _knowledge(world, viewer) != seen:
                return True
    return False


def _other_world(match: Match, viewer: int | None, seed: int) -> Match:
    """Draw anew what a viewer cannot know; quicker than `Match.redeal`, which also writes down the viewer's past."""
    world = match.copy()
    runner.redeal(world.states, SPECTATOR if viewer is None else viewer, chance.generator(seed))
    return world


def _knowledge(match: Match, viewer: int | None) -> tuple[object, ...]:
    """Return all that a viewer knows of a match, quickly."""
    moves = [] if viewer is None else [move.code for move in match.legal_moves(viewer)]
    seat = SPECTATOR if viewer is None else viewer
    return match.waiting, match.game.views.view(match.state, seat), moves
