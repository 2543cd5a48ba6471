"""Pruning a tree, so that it looks into only some of the moves of the given state."""

from __future__ import annotations

from collections.abc import Sequence

from tilery.bots.tree import NOTHING, Tree


def prune(tree: Tree, seat: int, codes: Sequence[int]) -> None:
    """Leave only some moves at the root of a tree that has had one iteration; its edges are the first ones of all."""
    tree.first[0], tree.last[0] = 0, len(codes) - 1
    tree.visits[0], tree.harmonic[0] = 0, 0.0
    tree.wins[:], tree.points[:], tree.squares[:] = 0.0, 0.0, 0.0
    for edge, code in enumerate(codes):
        tree.move[edge], tree.by[edge], tree.tried[edge] = code, seat, 0
        tree.following[edge] = edge + 1 if edge + 1 < len(codes) else NOTHING
        tree.leads_to[edge] = NOTHING
        tree.prior[edge], tree.worth[edge] = 0.5, 0.0
