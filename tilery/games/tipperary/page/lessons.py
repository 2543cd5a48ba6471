"""Tipperary in six small steps; the positions are in `lessons.json`."""

from __future__ import annotations

from pathlib import Path

from tilery.games.lessons import Lesson, Task, read_positions
from tilery.words import say

_POSITIONS = read_positions(Path(__file__).with_name("lessons.json"))

LESSONS = (
    Lesson(
        "area",
        say("A large rectangle"),
        say(
            "You surround your town with landscape. The largest rectangle without a gap scores 1 point for each of its "
            "spaces, those of the town included. A thin line shows it. Each round you choose one of two tiles."
        ),
        (
            Task(
                say("Place a tile so that the rectangle grows by 3 spaces or more"),
                say("The rectangle has grown. It pays to build without gaps from the start."),
                gains={"area": 3},
                otherwise=say(
                    "The rectangle stays smaller here. Rotate or flip the tile so that it lies flush with the town."
                ),
            ),
        ),
        _POSITIONS["area"],
    ),
    Lesson(
        "whiskey",
        say("Grain and distillery"),
        say(
            "Each time a grain space and a distillery come to lie side by side, your barrel moves one step: 3 points "
            "at first, up to 30. Some steps earn a sheep as well."
        ),
        (
            Task(
                say("Place a tile so that grain touches a distillery"),
                say("The barrel moves. One distillery can serve several grain spaces, so plan around it."),
                gains={"whiskey": 1},
                otherwise=say(
                    "No new grain lies beside a distillery here. Look at the colours of the spaces along the edge."
                ),
            ),
        ),
        _POSITIONS["whiskey"],
    ),
    Lesson(
        "sheep",
        say("Keep the flock together"),
        say(
            "Only your largest flock scores: 1 point for each sheep on pastures that are connected edge to edge. You "
            "have earned a wooden sheep. It turns a meadow into a pasture."
        ),
        (
            Task(
                say("Place the sheep so that your largest flock grows"),
                say("The flock has grown. The largest of all flocks is worth 5 points more."),
                gains={"sheep": 1},
                otherwise=say("There it would graze alone. Place it on a meadow next to the other sheep."),
            ),
        ),
        _POSITIONS["sheep"],
    ),
    Lesson(
        "bog",
        say("Bogs earn bonus tiles"),
        say(
            "Two bogs side by side form a protected site and earn a bonus tile of one space. It fills a gap in the "
            "rectangle, or covers a meadow."
        ),
        (
            Task(
                say("Place a tile so that two bogs lie side by side"),
                say("A new site. You may place a bonus tile at once."),
                opens="bonus *",
                otherwise=say("No two bogs lie side by side here that did not before."),
            ),
            Task(
                say("Place the bonus tile"),
                say("A single space often fits where no landscape tile would."),
                accepted=("bonus *",),
                otherwise=say("First place the bonus tile you have earned."),
            ),
        ),
        _POSITIONS["bog"],
    ),
    Lesson(
        "explore",
        say("All around the town"),
        say(
            "If all 18 spaces around your town are covered, the diagonal ones included, exploration scores 5 points. "
            "Only a little is missing here."
        ),
        (
            Task(
                say("Cover the last spaces around the town"),
                say("The town is surrounded: 5 points, and the rectangle likes it too."),
                gains={"exploration": 5},
                otherwise=say(
                    "A space around the town is still free. Look for the gap and rotate or flip the tile to fill it."
                ),
            ),
        ),
        _POSITIONS["explore"],
    ),
    Lesson(
        "tower",
        say("Towers fill the last gap"),
        say(
            "Three ruins in a straight line earn a tower. You place your towers after the last round, next to your "
            "display. They count for the rectangle."
        ),
        (
            Task(
                say("Place the tower where it enlarges the rectangle"),
                say("One tower closes the gap, and the rectangle grows by a whole row or column."),
                accepted=("tower *",),
                gains={"area": 1},
                mistakes={
                    "done": say("You still have a tower. It can enlarge your rectangle."),
                    "tower *": say("The rectangle does not grow here. Look for the gap that spoils a larger one."),
                },
            ),
        ),
        _POSITIONS["tower"],
    ),
)
