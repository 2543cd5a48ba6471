"""What Topiary says to people: names of tiles, spots and lines, and the log of a match."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilery.games.topiary.components import LINE_LENGTH, SPOTS
from tilery.words import Sentence, all_of, say


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


@dataclass
class Turn:
    """What a seat did in one turn, as far as the log tells."""

    seat: int
    spot: str | None = None
    cell: str | None = None
    tile: str | None = None
    passed: bool = False
    kept: tuple[str, ...] = ()


def turns(moves: Sequence[tuple[int, str]]) -> list[Turn]:
    """A log of moves, cut into turns; the first may have begun before it."""
    found: list[Turn] = []
    for seat, move in moves:
        verb, *objects = move.split()
        if verb in {"visit", "keep"} or not found or found[-1].seat != seat:
            found.append(Turn(seat))
        turn = found[-1]
        match verb:
            case "visit":
                turn.spot = objects[0]
            case "take":
                turn.cell = objects[0]
            case "put":
                turn.tile = objects[0]
            case "keep":
                turn.kept = tuple(objects)
            case _:
                turn.passed = True
    return found


def told(turn: Turn, player: str) -> Sentence:
    if turn.kept:
        if "?" in turn.kept:
            return say("{player} keeps three tiles", player=player)
        return say("{player} keeps {tiles}", player=player, tiles=all_of([tile_name(tile) for tile in turn.kept]))
    if turn.spot is None:
        return _told_end(turn, player)
    line = line_of(turn.spot)
    if turn.tile:
        tile = tile_name(turn.tile)
        return say(
            "{player} looks along {line} and plants {tile} at {cell}",
            player=player,
            line=line,
            tile=tile,
            cell=turn.cell,
        )
    if turn.cell:
        return say(
            "{player} looks along {line} and takes the hedge at {cell}", player=player, line=line, cell=turn.cell
        )
    if turn.passed:
        return say("{player} looks along {line} and keeps the hedges closed", player=player, line=line)
    return say("{player} looks along {line}", player=player, line=line)


def _told_end(turn: Turn, player: str) -> Sentence:
    """A turn whose beginning is not in the log."""
    if turn.tile:
        return say("{player} plants {tile}", player=player, tile=tile_name(turn.tile))
    if turn.cell:
        return say("{player} takes the hedge at {cell}", player=player, cell=turn.cell)
    return say("{player} keeps the hedges closed", player=player)
