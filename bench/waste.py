"""How often bots waste something: counted in games of every level against itself, by the rules alone.

A move is waste if it costs what another move of its kind costs, gains nothing for what its seat knows, and another one
would have gained something. What is merely a mistake is not counted.

Terraflip
    known spy       a spy looks under a tile whose underside the seat knows
    late spy        in the last turn of a seat, after placing, a spy looks under a tile that cannot be flipped now
    idle special    a catapult, rider or camp is placed and nothing is flipped or thrown, though on another place a
                    flip by the same tile would have gained points
    bad flip        a tile with known underside is flipped, the seat gains no point, no other loses one, no chain begins
    missed flip     the turn ends though a tile known to have the own colour underneath could be flipped for points
Triqueta
    empty row       an empty row is taken while another one would bring points at once
    gave up         an empty row is taken in the first two rounds though tiles can still be drawn
    costly row      a row that costs points is taken while another one costs none
    useless keep    a tile is kept of an animal of which the seat has three
Topiary
    blind visitor   a visitor sees nothing and its owner passes, or puts nothing, though the line has a face-down tile
    empty line      a visitor sees nothing at the end of its turn while a free spot saw something before
    poor put        in the last turn of the game another tile would have been better for its seat, no better for others
Tipperary
    idle tower      towers are left over although one more would bring points
    idle sheep      in the last round a sheep adds nothing to the largest flock though on another meadow it would
    idle tile       in the last round a tile is placed without a point, and without a tower, a sheep or a bonus tile to
                    place then, though it could have brought points

    python bench/waste.py --games 100
    python bench/waste.py terraflip --levels medium,expert --seats 3 --games 20
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench.players import terraflip, topiary, triqueta
from bench.players.arrays import Ints
from tilery import bots, games
from tilery.arena.players import find_player
from tilery.match.match import Match
from tilery.match.moves import Move


class Watcher:
    """Notes what is wasted; `occasions` counts how often it could have been."""

    kinds: tuple[str, ...] = ()

    def __init__(self) -> None:
        self.wasted: Counter[str] = Counter()
        self.occasions: Counter[str] = Counter()

    def note(self, kind: str, is_waste: bool) -> None:
        self.occasions[kind] += 1
        self.wasted[kind] += bool(is_waste)

    def look(self, match: Match, seat: int, move: Move) -> None:
        """Look at a move before it is played."""
        raise NotImplementedError


class TerraflipWatcher(Watcher):
    kinds = ("known spy", "late spy", "idle special", "bad flip", "missed flip")

    def __init__(self) -> None:
        super().__init__()
        self._special: tuple[int, bool] | None = None  # seat of a special just placed, and whether it had better places

    def look(self, match: Match, seat: int, move: Move) -> None:
        word, *rest = str(move).split()
        view = match.view(seat)
        position = terraflip.read(view)[0]
        if word == "place":
            self._settle(used=False)
            if rest[0] in terraflip.POWERS:
                self._special = seat, self._could_flip(position, seat, 4 + terraflip.POWERS.index(rest[0]))
            return
        if word in ("flip", "throw"):
            self._settle(used=True)
        if word == "spy":
            place = terraflip.place_of(rest[0])
            knows = bool(position[terraflip.KNOWN + place] >> seat & 1)
            self.note("known spy", knows)
            if view.table["stage"] != "place" and terraflip.tiles_left(position, seat) == 0:
                self.note("late spy", not knows and f"flip {rest[0]}" not in view.legal_moves)
        elif word == "flip":
            place = terraflip.place_of(rest[0])
            if position[terraflip.KNOWN + place] >> seat & 1:
                under = int(position[terraflip.UNDER + place])
                own, *others = self._changes(position, seat, place, under)
                self.note("bad flip", under != seat and own <= 0 <= min(others))
        elif word == "end":
            self._settle(used=False)
            self.note("missed flip", self._sure_flip(position, seat, view.legal_moves))

    def _settle(self, used: bool) -> None:
        """A special was used, or the turn is over."""
        if self._special is not None:
            self.note("idle special", not used and self._special[1])
            self._special = None

    @staticmethod
    def _could_flip(position: Ints, seat: int, kind: int) -> bool:
        found = np.empty(400, np.int64)
        for place in range(terraflip.COUNT):
            if terraflip.may_place(position, kind, place):
                plain = terraflip.change(position, seat, place, seat)
                if terraflip.placing(position, seat, kind, place, found) > plain + terraflip.CHAIN:
                    return True
        return False

    @staticmethod
    def _changes(position: Ints, seat: int, place: int, colour: int) -> tuple[int, ...]:
        """What the seat, and then each of the others, gains when a place gets a colour."""
        after = position.copy()
        after[terraflip.COLOUR + place] = colour
        gains = [
            terraflip.points_of(after, other)[0] - terraflip.points_of(position, other)[0]
            for other in range(position[terraflip.SEATS])
        ]
        return gains[seat], *gains[:seat], *gains[seat + 1 :]

    def _sure_flip(self, position: Ints, seat: int, legal: tuple[str, ...]) -> bool:
        for text in legal:
            if text.startswith("flip "):
                place = terraflip.place_of(text.split()[1])
                if position[terraflip.KNOWN + place] >> seat & 1 and position[terraflip.UNDER + place] == seat:
                    own, *others = self._changes(position, seat, place, seat)
                    if own > 0 and sum(others) <= 0:
                        return True
        return False


class TriquetaWatcher(Watcher):
    kinds = ("empty row", "gave up", "costly row", "useless keep")

    def look(self, match: Match, seat: int, move: Move) -> None:
        word, *rest = str(move).split()
        if word not in ("take", "keep"):
            return
        view = match.view(seat)
        position = triqueta.read(view)[0]
        if word == "keep":
            tile = position[triqueta.HAND]
            self.note("useless keep", position[triqueta.HAVE + seat * triqueta.KINDS + tile] >= 3)
            return
        gains = {}
        for row in range(view.seats):
            if position[triqueta.OPEN + row]:
                after = position.copy()
                first, beyond = triqueta.HAVE + seat * triqueta.KINDS, triqueta.ROWS + row * triqueta.KINDS
                after[first : first + triqueta.KINDS] += position[beyond : beyond + triqueta.KINDS]
                gains[row] = triqueta.final(after, seat)[0] - triqueta.final(position, seat)[0]
        chosen = int(rest[0]) - 1
        start = triqueta.ROWS + chosen * triqueta.KINDS
        is_empty = not position[start : start + triqueta.KINDS].any()
        self.note("empty row", is_empty and max(gains.values()) > 0)
        if view.table["round"] <= 2:
            self.note("gave up", is_empty and "draw" in view.legal_moves)
        self.note("costly row", gains[chosen] < 0 <= max(gains.values()))


class TopiaryWatcher(Watcher):
    kinds = ("blind visitor", "empty line", "poor put")

    def __init__(self) -> None:
        super().__init__()
        self._saw: bool | None = None  # whether a free spot saw something before the turn

    def look(self, match: Match, seat: int, move: Move) -> None:
        word, *rest = str(move).split()
        if word == "keep":
            return
        view = match.view(seat)
        position = topiary.read(view)[0]
        if word == "visit":
            spot = topiary.NAMES.index(rest[0])
            free = [other for other in range(48) if position[topiary.OWNER + other] == topiary.NOBODY and other != spot]
            self._saw = any(sum(topiary.pattern_of(position, other, -1, -1)[1:]) > 0 for other in free)
            line = topiary.LINES[spot][: topiary.LENGTHS[spot]]
            if all(position[topiary.GARDEN + cell] != topiary.HIDDEN for cell in line):
                self._end_of_turn(position, spot)
            return
        spot = topiary.NAMES.index(view.table["spot"])
        if word == "pass":
            self.note("blind visitor", sum(topiary.pattern_of(position, spot, -1, -1)[1:]) == 0)
            self._end_of_turn(position, spot)
        elif word == "put":
            cell, put = topiary.CELLS.index(view.table["cell"]), topiary.coded_tile(rest[0])
            after = position.copy()
            after[topiary.GARDEN + cell] = put
            self._end_of_turn(after, spot)
            if position[topiary.LEFT] == 1:
                results = {text: self._result(match, seat, text) for text in view.legal_moves}
                own, others = results[str(move)]
                better = any(
                    mine >= own and theirs <= others and (mine, theirs) != (own, others)
                    for mine, theirs in results.values()
                )
                self.note("poor put", better)

    def _end_of_turn(self, position: Ints, spot: int) -> None:
        sees = sum(topiary.pattern_of(position, spot, -1, -1)[1:]) > 0
        self.note("empty line", not sees and bool(self._saw))

    @staticmethod
    def _result(match: Match, seat: int, text: str) -> tuple[int, int]:
        """Own points after the last move of a game, and the most that the visitors of another one see."""
        twin = match.copy()
        twin.play(text, seat)
        position = topiary.read(twin.view(seat))[0]
        seen = [0] * match.seats
        for spot in range(48):
            if position[topiary.OWNER + spot] >= 0:
                seen[position[topiary.OWNER + spot]] += sum(topiary.pattern_of(position, spot, -1, -1)[1:])
        return twin.scores.totals[seat], max(points for other, points in enumerate(seen) if other != seat)


class TipperaryWatcher(Watcher):
    kinds = ("idle tower", "idle sheep", "idle tile")

    def look(self, match: Match, seat: int, move: Move) -> None:
        word = str(move).split()[0]
        table = match.view(seat).table
        is_last = table["stage"] == "round" and table["round"] == table["rounds"]
        now = match.scores.totals[seat]
        if word == "done":
            self.note("idle tower", any(self._points(match, seat, other) > now for other in match.legal_moves(seat)))
        elif word == "sheep" and is_last:
            gained = self._points(match, seat, move)
            self.note("idle sheep", gained <= now and self._is_better(match, seat, "sheep", gained))
        elif word == "place" and is_last:
            gained = self._points(match, seat, move)
            is_idle = gained <= now and not self._has_more_to_place(match, seat, move)
            self.note("idle tile", is_idle and self._is_better(match, seat, "place", now))

    def _is_better(self, match: Match, seat: int, word: str, points: int) -> bool:
        kind = [other for other in match.legal_moves(seat) if str(other).startswith(word)]
        return any(self._points(match, seat, other) > points for other in kind)

    @staticmethod
    def _points(match: Match, seat: int, move: Move) -> int:
        twin = match.copy()
        twin.play(move)
        return twin.scores.totals[seat]

    @staticmethod
    def _has_more_to_place(match: Match, seat: int, move: Move) -> bool:
        twin = match.copy()
        twin.play(move)
        display = twin.view(seat).table["displays"][seat]
        return bool(display["sheep_to_place"] or display["bonus_to_place"] or display["towers_to_place"])


WATCHERS: dict[str, type[Watcher]] = {
    "terraflip": TerraflipWatcher,
    "triqueta": TriquetaWatcher,
    "topiary": TopiaryWatcher,
    "tipperary": TipperaryWatcher,
}


def watch(name: str, bot: str, seats: int, number: int, seed: int) -> Watcher:
    """What a bot wastes in so many games against itself."""
    player, watcher = find_player(bot), WATCHERS[name]()
    for game in range(number):
        match = Match(name, seats, seed=seed * 1_000_003 + game)
        while not match.is_over:
            seat = match.waiting[0]
            chosen = player.choose(match, seat, (seed * 1_000_003 + game) * 1000 + len(match.moves), None)
            move = next(legal for legal in match.legal_moves(seat) if chosen in (legal, str(legal)))
            watcher.look(match, seat, move)
            match.play(move)
    return watcher


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games_of", nargs="*", metavar="GAME", default=list(WATCHERS))
    parser.add_argument("--levels", default=",".join(bots.LEVELS), help="levels, or your own bots as module:Class")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=4099)
    chosen = parser.parse_args()
    for name in chosen.games_of:
        kinds = WATCHERS[name].kinds
        print(f"| {games.find(name).title}, {chosen.games} games | {' | '.join(kinds)} |")
        print("|---|" + "---|" * len(kinds), flush=True)
        for level in chosen.levels.split(","):
            watcher = watch(name, level, chosen.seats, chosen.games, chosen.seed)
            cells = [f"{watcher.wasted[kind]} of {watcher.occasions[kind]}" for kind in kinds]
            print(f"| {level} | {' | '.join(cells)} |", flush=True)
        print()


if __name__ == "__main__":
    main()
