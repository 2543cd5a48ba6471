"""The log of a match of Tipperary in words: an entry for every tile, with what was placed after it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

from tilery.games.after_move import after_move
from tilery.games.drawing import LogEntry
from tilery.games.tipperary.page.figures import difference
from tilery.games.tipperary.page.ids import bonus_id, land_id, tile_id
from tilery.games.tipperary.page.known_state import figures_of
from tilery.games.tipperary.page.phrases import gain_parts, points
from tilery.games.tipperary.rules.state import TipperaryState
from tilery.words import Sentence, all_of, say, say_many

CHANGE = re.compile(r"([a-z]+)([+-]\d+)")
MARKER = re.compile(r"marker=(-?\d+)")
WAITING = ("sheep", "bonus")
"""Of what is placed in the same turn: what it brought is told, and not that it was waiting."""


def tell(moves: Sequence[tuple[int, str]], players: Sequence[str]) -> list[LogEntry]:
    """One entry for a tile and what the same player placed next after it."""
    turns: list[tuple[int, list[str]]] = []
    for seat, move in moves:
        if not turns or turns[-1][0] != seat or move.startswith("place") or _ends_rounds(turns[-1][1], move):
            turns.append((seat, []))
        turns[-1][1].append(move)
    ends = accumulate(len(turn) for _, turn in turns)
    return [
        LogEntry(seat, _with_marker(_told(players[seat], tuple(turn)), turn, players), end, _places(seat, turn))
        for (seat, turn), end in zip(turns, ends, strict=True)
    ]


def _with_marker(told: Sentence, turn: Sequence[str], players: Sequence[str]) -> Sentence:
    """An entry with who holds the marker for the largest flock from then on, if that changed: it is worth points."""
    found = [int(holder) for move in turn for holder in MARKER.findall(move)]
    if not found:
        return told
    if found[-1] < 0:
        return say("{told}. Nobody holds the marker for the largest flock any more", told=told)
    return say(
        "{told}. {player} takes the marker for the largest flock: 5 points", told=told, player=players[found[-1]]
    )


def _places(seat: int, turn: Sequence[str]) -> list[str]:
    """Where a turn can be seen: the tiles in one's own county, or the whole county of another on its small map."""
    laid = []
    for move in turn:
        match move.split():
            case ["place", tile, *_]:
                laid.append(tile_id(int(tile)))
            case ["bonus", tile, *_]:
                laid.append(bonus_id(int(tile)))
    return [land_id(seat), *laid] if laid else []


def _ends_rounds(turn: Sequence[str], move: str) -> bool:
    """Whether a move is the first after the last round."""
    return move.startswith(("tower", "done")) and not turn[-1].startswith("tower")


def shown(state: TipperaryState, seat: int, move: int) -> str:
    """What a move changes in the county of its seat, as words such as `area+3`; and who gets the marker by it."""
    after = after_move(state, seat, move)
    changes = difference(figures_of(state, seat), figures_of(after, seat))
    words = [f"{name}{change:+}" for name, change in changes.items()]
    if after.marker != state.marker:  # at the end of a round, so it may go to somebody else
        words.append(f"marker={int(after.marker)}")
    return " ".join(words)


def _changes(moves: Sequence[str]) -> dict[str, int]:
    """What several moves have changed together."""
    total: Counter[str] = Counter()
    for move in moves:
        for name, change in CHANGE.findall(move):
            total[name] += int(change)
    return {name: change for name, change in total.items() if name not in WAITING}


@lru_cache(maxsize=4096)  # the whole log is told whenever something has happened
def _told(player: str, moves: tuple[str, ...]) -> Sentence:
    """A turn in the log: the tile, what was placed after it, and what all of it brought."""
    words = [move.split()[0] for move in moves]
    parts = []
    if "place" in words:
        parts.append(say("a tile"))
    if count := words.count("sheep"):
        parts.append(say_many("{count} wooden sheep", "{count} wooden sheep", count))
    if count := words.count("bonus"):
        parts.append(say_many("{count} bonus tile", "{count} bonus tiles", count))
    if count := words.count("tower"):
        parts.append(say_many("{count} tower", "{count} towers", count))
    if not parts:
        return say("{player} is done placing towers", player=player)
    changes = _changes(moves)
    if gains := gain_parts(changes):
        return say_many(
            "{player} places {things}: {gains} ({count} point)",
            "{player} places {things}: {gains} ({count} points)",
            points(changes),
            player=player,
            things=all_of(parts),
            gains=all_of(gains),
        )
    return say("{player} places {things}: no gain", player=player, things=all_of(parts))
