"""Scoring Triqueta: animals by their number, the rock and the trees (TRI-6 to TRI-8)."""

from __future__ import annotations

from tilery.games.triqueta.rules.components import ANIMALS, VALUE, animal_in_words
from tilery.games.triqueta.rules.kept import final_count
from tilery.games.triqueta.rules.state import TriquetaState
from tilery.kernel.contract import Points
from tilery.kernel.native import native
from tilery.words import say

CATEGORIES = {name: animal_in_words(name) for name in ANIMALS} | {"rock": say("rock"), "trees": say("trees")}
ROCK, TREES = 7, 8


@native
def animal_points(animal: int, count: int) -> int:
    """What a number of tiles of one animal is worth (TRI-7)."""
    if count < 3:
        return count
    return int(VALUE[animal]) if count == 3 else 3 - count


@native
def score(state: TriquetaState, out: Points) -> None:
    for seat in range(state.seats):
        for animal in range(7):
            out[seat, animal] = animal_points(animal, final_count(state, seat, animal))
        out[seat, ROCK] = 1 if state.rock == seat else 0
        out[seat, TREES] = state.trees[seat]


@native
def standing(state: TriquetaState, out: Points) -> None:
    """Points; then the number of animal tiles (TRI-8)."""
    for seat in range(state.seats):
        points = int(state.trees[seat])
        if state.rock == seat:
            points += 1
        tiles = 0
        for animal in range(7):
            count = final_count(state, seat, animal)
            points += animal_points(animal, count)
            tiles += count
        out[seat, 0] = points
        out[seat, 1] = tiles
