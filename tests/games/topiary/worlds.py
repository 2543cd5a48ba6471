"""Where each unseen tile of Topiary can be, found by trying every fate of the tiles that a seat passed on.

A *fate* says who kept each of them in the draft (a seat, `"box"`, or `"packet"` while the draft goes on). All other
unseen tiles look alike, so one fate stands for as many worlds as there are ways to spread those over what is left.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import factorial, prod

from tests.games.topiary.naive import Naive

Place = str  # "garden", "box", "hand 2"
Fate = tuple[tuple[str, Place], ...]  # each unseen tile that was passed on, and where it is now


def hidden_places(game: Naive, seat: int) -> dict[Place, int]:
    """The places whose tiles `seat` does not see now, with their number of tiles."""
    places = {"garden": len(game.face_down), "box": len(game.box)}
    if game.stage != "over":
        places |= {f"hand {other}": len(hand) for other, hand in enumerate(game.hands) if other != seat}
    return {place: size for place, size in places.items() if size}


def unseen_tiles(game: Naive, seat: int) -> set[str]:
    shown = range(game.seats) if game.stage == "over" else [seat] if seat >= 0 else []
    everything = set(game.face_down.values()) | set(game.face_up.values()) | game.box | set().union(*game.hands)
    return everything - set(game.face_up.values()) - set().union(*(game.hands[other] for other in shown))


def fates(game: Naive, seat: int, puts: list[tuple[int, str]]) -> dict[Fate, int]:
    """Every fate that agrees with what `seat` saw, with its number of worlds. `puts` tells who put which tile."""
    passed = sorted(game.passed_on[seat] or ()) if seat >= 0 else []
    earlier = range(game.turn + 1 if game.stage == "draft" else 0, max(seat, 0))
    last = "packet" if game.stage == "draft" else "box"
    found: Counter[Fate] = Counter()
    for keepers in product([*earlier, last], repeat=len(passed)):
        kept = {
            other: {tile for tile, keeper in zip(passed, keepers, strict=True) if keeper == other} for other in earlier
        }
        if all(_can_have_played(game, other, kept[other], set(passed), puts) for other in earlier):
            if any(
                tile == put for tile, keeper in zip(passed, keepers, strict=True) if keeper == last for _, put in puts
            ):
                continue
            now = [(tile, _place_now(game, keeper)) for tile, keeper in zip(passed, keepers, strict=True)]
            fate = tuple((tile, place) for tile, place in now if tile in unseen_tiles(game, seat))
            if worlds := _ways(game, seat, fate):
                found[fate] = worlds
    return found


def _can_have_played(game: Naive, who: int, kept: set[str], passed: set[str], puts: list[tuple[int, str]]) -> bool:
    """Play the turns of `who` again with these among the three kept tiles; `others` are tiles of any other kind."""
    hand, others = set(kept), 3 - len(kept)
    if others < 0:
        return False
    for player, tile in puts:
        if player != who:
            continue
        others += 1  # the tile taken from the garden: nobody passed it on
        if tile in passed:
            if tile not in hand:
                return False
            hand.remove(tile)
        else:
            others -= 1
    if game.stage == "over":
        return hand == game.hands[who] & passed
    return True


def _place_now(game: Naive, keeper: int | str) -> Place:
    if keeper == "packet":
        return f"hand {game.turn}"
    return "box" if keeper == "box" else f"hand {keeper}"


def _ways(game: Naive, seat: int, fate: Fate) -> int:
    """In how many ways the other unseen tiles fill what this fate leaves free."""
    free = Counter(hidden_places(game, seat))
    free.subtract(place for _, place in fate)
    if min(free.values()) < 0:
        return 0
    return factorial(sum(free.values())) // prod(factorial(size) for size in free.values() if size) if free else 1


def possible_places(game: Naive, seat: int, puts: list[tuple[int, str]]) -> dict[str, set[Place]]:
    """For each unseen tile, the places where it can be."""
    sizes = hidden_places(game, seat)
    result: dict[str, set[Place]] = {tile: set() for tile in unseen_tiles(game, seat)}
    for fate in fates(game, seat, puts):
        taken = Counter(place for _, place in fate)
        for tile, place in fate:
            result[tile].add(place)
        for tile in result.keys() - dict(fate).keys():
            result[tile] |= {place for place, size in sizes.items() if taken[place] < size}
    return result
