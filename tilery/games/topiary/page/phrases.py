"""The words of Topiary: names of tiles, spots and lines."""

from __future__ import annotations

from tilery.games.topiary.rules.components import LINE_LENGTH, SPOTS
from tilery.words import Sentence, say


def tile_name(tile: str) -> Sentence:
    series, value = tile.split("-")
    match series:
        case "whale":
            return say("whale {value}", value=value)
        case "swan":
            return say("swan {value}", value=value)
        case "elephant":
            return say("elephant {value}", value=value)
        case "trex":
            return say("T-Rex {value}", value=value)
        case "spiral":
            return say("spiral {value}", value=value)
        case "icosahedron":
            return say("icosahedron {value}", value=value)
        case "pyramid":
            return say("pyramid {value}", value=value)
        case _:
            return say("pom-pom {value}", value=value)


def none_of(series: str) -> Sentence:
    """That a series is not in the game."""
    match series:
        case "whale":
            return say("No whales in this garden")
        case "swan":
            return say("No swans in this garden")
        case "elephant":
            return say("No elephants in this garden")
        case "trex":
            return say("No T-Rex in this garden")
        case "spiral":
            return say("No spirals in this garden")
        case "icosahedron":
            return say("No icosahedra in this garden")
        case "pyramid":
            return say("No pyramids in this garden")
        case _:
            return say("No pom-poms in this garden")


def place_at(spot: str) -> Sentence:
    column, row, direction = spot[0], spot[1], spot[2:]
    match direction:
        case "S":
            return say("Place a visitor above column {column}, looking down", column=column)
        case "N":
            return say("Place a visitor below column {column}, looking up", column=column)
        case "E":
            return say("Place a visitor left of row {row}, looking right", row=row)
        case "W":
            return say("Place a visitor right of row {row}, looking left", row=row)
        case "SE":
            return say("Place a visitor at {cell}, looking down to the right", cell=column + row)
        case "SW":
            return say("Place a visitor at {cell}, looking down to the left", cell=column + row)
        case "NE":
            return say("Place a visitor at {cell}, looking up to the right", cell=column + row)
        case _:
            return say("Place a visitor at {cell}, looking up to the left", cell=column + row)


def line_of(spot: str) -> Sentence:
    """The line that a visitor looks along."""
    column, row, direction = spot[0], spot[1], spot[2:]
    if direction in {"N", "S"}:
        return say("column {column}", column=column)
    if direction in {"E", "W"}:
        return say("row {row}", row=row)
    if LINE_LENGTH[SPOTS.index(spot)] == 5:
        return say("a long diagonal")
    return say("a short diagonal from {cell}", cell=column + row)
