"""What the landscapes and pieces of Tipperary are good for, for somebody who points at one and does not know."""

from __future__ import annotations

from tilery.games.tipperary.page.art import CIRCLES
from tilery.games.tipperary.rules.components import TOWNS
from tilery.words import Sentence, say, say_many


def glossary(seats: int) -> dict[str, Sentence]:
    del seats  # it is the same for all
    sheep = say(
        "Pasture. Sheep on pastures that are connected edge to edge are a flock; each sheep of your largest flock "
        "scores 1 point."
    )
    wooden = say("Wooden sheep. Placed on a meadow, it makes a pasture with one sheep of it.")
    tower = say("Tower. Earned by three ruins in a straight line, placed after the last round: it covers one space.")
    track = say(
        "The town with its whiskey track. The barrel shows the points: each new pair of grain and distillery moves it "
        "one step. On the green steps you also get a wooden sheep."
    )
    return {
        "m": say("Meadow. Scores nothing on its own; a wooden sheep or a bonus tile can be placed on it."),
        "p1": sheep,
        "p2": sheep,
        "g": say("Grain. Each new pair of grain and distillery side by side moves your barrel one step."),
        "d": say("Distillery. Each new pair of grain and distillery side by side moves your barrel one step."),
        "r": say("Ruin. Three or more in a straight line earn a tower."),
        "b": say("Bog. Two or more side by side earn a bonus tile, which you place at once."),
        "t": tower,
        "towers": tower,
        "plus": say("When you place this tile, you get a wooden sheep for one of your meadows."),
        "wooden": wooden,
        "sheep-sign": wooden,
        "bonus": say("Bonus tile: one space, earned by bogs side by side."),
        "fox": say("Bonus tiles left: each is one space, earned by bogs side by side."),
        "bag": say("Landscape tiles left in the bag."),
        "marker-sign": say("Marker for the largest flock: 5 points for whoever holds it at the end."),
        "barrel": say("Barrel: on the whiskey track it shows your points, on the river the round."),
        "open": say("A space around your town that is still free. Covering all 18 scores 5 points at the end."),
        "town": track,
        "wheel": say("The wheel points each town to a region with two tiles: you take one of them this round."),
        **{
            f"c{points}": say_many(
                "Stone circle: {count} point at the end.", "Stone circle: {count} points at the end.", points
            )
            for points in CIRCLES
        },
        **{f"crest-{town}": track for town in range(len(TOWNS))},
    }
