"""What a seat cannot know is dealt anew among all that is possible, and what it knows stays (TOP-9, TOP-10)."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from tests.frequencies import assert_as_often
from tests.games.topiary.histories import Put, traces
from tests.games.topiary.naive import Naive
from tests.games.topiary.tables import ALL_WAYS, WITH_DRAFT, WITHOUT_DRAFT, Dealt, Drawn, Table
from tests.games.topiary.worlds import possible_places, unseen_tiles
from tilery.games.topiary import GAME
from tilery.games.topiary.rules.components import CELLS, TILES
from tilery.kernel import chance, runner

SPECTATOR = -1


class Watched:
    """A game at some point, with its naive twin and all tiles that were put."""

    def __init__(self, seats: int, options: dict[str, str], seed: int, moves: int) -> None:
        draw = np.random.default_rng([seats, seed])
        self.table = Dealt(seats, options, seed)
        self.naive = Naive(seats, options, GAME.views.deal(self.table.state))
        self.puts: list[tuple[int, str]] = []
        self.puts_seen: list[Put] = []
        self.kept: dict[int, set[str]] = {}
        for _ in range(moves):
            if not (legal := self.table.moves()):
                break
            move = legal[draw.integers(len(legal))]
            if move.startswith("put"):
                self.puts.append((self.naive.turn, move.split()[1]))
                self.puts_seen.append(Put(*self.puts[-1], str(self.naive.cell)))
            if move.startswith("keep"):
                self.kept[self.naive.turn] = set(move.split()[1:])
            self.table.play(move)
            self.naive.play(move)


def redealt(table: Table, seat: int, rng: Any) -> Table:
    twin = Table()
    twin.states[:] = table.states
    runner.redeal(twin.states, seat, rng)
    return twin


PLACES = ("hand 0", "hand 1", "hand 2", "hand 3", "box", "garden")


def places_of(table: Table, seat: int, rng: Any, redeals: int) -> dict[str, list[str]]:
    """Where each tile that `seat` does not see is dealt, time after time."""
    states = np.repeat(table.states, redeals)
    for index in range(redeals):
        runner.redeal(states[index : index + 1], seat, rng)
    where = np.full((redeals, len(TILES)), -1)
    rows = np.arange(redeals)
    for index in range(table.state.box_size):
        where[rows, states["box"][:, index]] = PLACES.index("box")
    for cell in range(25):
        if int(table.state.face_down) >> cell & 1 and cell != table.state.cell:
            where[rows, states["garden"][:, cell]] = PLACES.index("garden")
    if table.stage != "over":
        for other in set(range(table.state.seats)) - {seat}:
            for index in range(table.state.hand_size[other]):
                where[rows, states["hand"][:, other, index]] = other
    unseen = [tile for tile in range(len(TILES)) if (where[:, tile] >= 0).any()]
    assert (where[:, unseen] >= 0).all()
    return {TILES[tile]: [PLACES[place] for place in where[:, tile]] for tile in unseen}


def public_part(table: Table) -> list[Any]:
    state = table.state
    return [state.put_by.tolist(), state.visitors.tolist(), int(state.face_down), state.scratch.any(), table.waiting]


@pytest.mark.ruling("TOP-9", "TOP-10")
@pytest.mark.parametrize(("seats", "options"), ALL_WAYS)
def test_a_redeal_looks_the_same_to_the_seat(seats: int, options: dict[str, str]) -> None:
    rng = chance.generator(seats)
    for number in range(0, 40, 3):
        watched = Watched(seats, options, number, number * 2 if number < 35 else 99)
        table = watched.table
        for seat in range(-1, seats):
            before = table.view(seat)
            for _ in range(3):
                twin = redealt(table, seat, rng)
                assert twin.view(seat) == before
                assert public_part(twin) == public_part(table)
                assert sorted(twin.all_tiles()) == sorted(table.all_tiles())
                if table.waiting == {seat}:
                    assert twin.moves() == table.moves()


@pytest.mark.ruling("TOP-9")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_redeal_of_a_redeal_fits_what_the_other_seat_saw(seats: int) -> None:
    """The state that a bot gets is one that play could have led to: what others passed on is where it can be."""
    rng = chance.generator(3)
    for number in range(0, 40, 3):
        watched = Watched(seats, WITH_DRAFT, number, number * 2 if number < 35 else 99)
        for seat in range(-1, seats):
            once = redealt(watched.table, seat, rng)
            _check_packets(once, watched)
            for other in range(-1, seats):
                twice = redealt(once, other, rng)
                assert twice.view(other) == once.view(other)
                _check_packets(twice, watched)


def _check_packets(table: Table, watched: Watched) -> None:
    """Follow the packet from the box, or from the one who chooses, back up to the last seat."""
    drafting = table.stage == "draft"
    lowest = watched.naive.turn if drafting else 0
    packets = {seat: set(table.view(seat)["passed_on"] or ()) for seat in range(table.state.seats)}
    leftovers = {2: 4, 3: 1, 4: 3}[int(table.state.seats)]
    for seat, packet in packets.items():
        assert len(packet) == (0 if drafting and seat <= lowest else leftovers)
    if not drafting:
        assert packets[0] == set(table.box())
    for seat in range(lowest, int(table.state.seats) - 1):
        own = set(table.hand(seat)) | {tile for player, tile in watched.puts if player == seat}
        assert packets[seat + 1] <= own | packets[seat]
        from_above = own & set().union(*(packets[higher] for higher in packets if higher > seat))
        assert len(from_above) <= (leftovers if drafting and seat == lowest else 3)


def moments(seats: int) -> list[int]:
    """After how many moves to look: all through the draft, in the middle of turns, late, at the end."""
    return [*range(seats + 1), seats + 3, seats + 5, 14, 22, 23, 24, 33, 41, 99]


@pytest.mark.ruling("TOP-9", "TOP-10")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [WITH_DRAFT, WITHOUT_DRAFT], ids=["draft", "no draft"])
def test_each_unseen_tile_is_dealt_wherever_it_can_be_and_nowhere_else(seats: int, options: dict[str, str]) -> None:
    rng = chance.generator(11)
    for moves in moments(seats):
        watched = Watched(seats, options, moves, moves)
        for seat in range(-1, seats):
            seen = {tile: set(places) for tile, places in places_of(watched.table, seat, rng, 250).items()}
            assert seen == possible_places(watched.naive, seat, watched.puts)


@pytest.mark.ruling("TOP-10")
def test_each_face_down_cell_gets_each_unseen_tile() -> None:
    watched = Watched(3, WITHOUT_DRAFT, 5, 30)
    rng = chance.generator(12)
    seen: dict[str, set[str]] = defaultdict(set)
    for _ in range(1500):
        state = redealt(watched.table, 1, rng).state
        for cell in range(25):
            if int(state.face_down) >> cell & 1 and state.garden[cell] >= 0:
                seen[CELLS[cell]].add(TILES[state.garden[cell]])
    assert set(seen) == set(watched.naive.face_down)
    assert all(tiles == unseen_tiles(watched.naive, 1) for tiles in seen.values())


def few_puts(seats: int) -> list[int]:
    """After how many moves to count out all histories: all through the draft, and until a few tiles were put."""
    return [seats - 1, seats, *([seats + 3, seats + 12] if seats < 4 else [seats + 2])]  # four have very many


@pytest.mark.ruling("TOP-9")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_history_of_the_game_is_as_likely_as_any_other(seats: int) -> None:
    """Packets and what became of them come as often as the number of their histories says."""
    rng = chance.generator(13)
    for moves in few_puts(seats):
        watched = Watched(seats, WITH_DRAFT, moves + 50, moves)
        naive = watched.naive
        for seat in range(-1, seats):
            kept, passed = watched.kept.get(seat, set()), (naive.passed_on[seat] if seat >= 0 else None) or set()
            weights = traces(naive, seat, watched.puts_seen, kept, passed)
            if len(weights) < 2:
                continue
            draws = 10 * len(weights) + 800
            common = {trace: weight for trace, weight in weights.items() if draws * weight > 5 * weights.total()}
            found = [trace_of(redealt(watched.table, seat, rng), watched, seat) for _ in range(draws)]
            assert set(found) <= set(weights)
            rare = weights.total() - sum(common.values())
            told = {trace: trace if trace in common else None for trace in weights}
            assert_as_often(
                (told[trace] for trace in found), common | ({None: rare} if rare * draws > 5 * weights.total() else {})
            )


def trace_of(table: Table, watched: Watched, viewer: int) -> Any:
    """Where everything is now that went around in the draft, told as in `histories`."""
    state = table.state
    drafting = table.stage == "draft"
    places = {tile: f"hand {seat}" for seat in range(state.seats) for tile in table.hand(seat)}
    places |= {put.tile: f"put {put.cell}" for put in watched.puts_seen}
    places |= dict.fromkeys(table.box(), "box")
    naive = watched.naive
    named = set[str]().union(*((naive.passed_on[viewer] or (), naive.received[viewer] or ()) if viewer >= 0 else ()))
    givers = [giver for giver in range(state.seats) if not drafting or giver > state.turn]

    def told(tile: int) -> str:
        name = TILES[tile]
        place = places.get(name, "viewer")
        if viewer >= 0 and place in (
            f"hand {viewer}",
            *(f"put {put.cell}" for put in watched.puts_seen if put.seat == viewer),
        ):
            place = "viewer"
        return f"{name} {place}" if name in named else place

    return tuple(
        (giver, tuple(sorted(told(tile) for tile in state.passed_on[giver, : state.leftovers].tolist())))
        for giver in givers
        if giver != viewer + 1 or viewer < 0
    )


@pytest.mark.ruling("TOP-10")
def test_without_a_draft_every_deal_that_fits_is_as_likely_as_any_other() -> None:
    """Six unseen tiles: two face down, two in hand, two in the box. All ways to spread them are counted out."""
    up = " ".join(f"{series}{value}" for series in ("wh", "sw", "el", "tr") for value in range(1, 6))
    garden = f"? ? {up} sp1 sp2 sp3"
    table = Drawn(garden, ": ic1 ic2", ": ic3 ic4", left=1)
    table.state.garden[0], table.state.garden[1] = TILES.index("pyramid-1"), TILES.index("pyramid-2")
    table.state.box[:2] = TILES.index("pyramid-3"), TILES.index("pyramid-4")
    table.state.box_size = 2
    rng = chance.generator(5)
    names = ["icosahedron-3", "icosahedron-4", "pyramid-1", "pyramid-2", "pyramid-3", "pyramid-4"]
    for seat in (0, SPECTATOR):
        unseen = names if seat == 0 else ["icosahedron-1", "icosahedron-2", *names]
        weights: Counter[Any] = Counter()
        for order in permutations(unseen):
            hands = [order[:2], order[2:4]] if seat == SPECTATOR else [order[:2]]
            rest = order[2 * len(hands) :]
            weights[tuple(tuple(sorted(hand)) for hand in hands), rest[:2], tuple(sorted(rest[2:]))] += 1

        def drawn(seat: int = seat) -> Any:
            twin = redealt(table, seat, rng)
            hands = tuple(tuple(sorted(twin.hand(other))) for other in range(2) if other != seat)
            return hands, tuple(TILES[tile] for tile in twin.state.garden[:2]), tuple(sorted(twin.box()))

        assert_as_often((drawn() for _ in range(8 * len(weights))), weights)


@pytest.mark.ruling("TOP-9")
def test_what_others_passed_on_is_unknown_too() -> None:
    """A seat knows its own packet and the one that it received; of the others', only what those two tell."""
    watched = Watched(4, WITH_DRAFT, 2, 4)
    naive, rng = watched.naive, chance.generator(14)
    known = naive.hands[1]
    seen: dict[int, set[str]] = defaultdict(set)
    for _ in range(1500):
        twin = redealt(watched.table, 1, rng)
        for other in (0, 1, 2, 3):
            seen[other] |= set(twin.view(other)["passed_on"])
    unseen = unseen_tiles(naive, 1)
    received, passed = naive.received[1], naive.passed_on[1]
    assert received is not None
    assert passed is not None
    assert seen[0] == unseen
    assert seen[1] == passed
    assert seen[2] == received
    assert seen[3] == (unseen - passed) | received
    assert not seen[0] & known


@pytest.mark.ruling("TOP-9")
def test_the_first_player_knows_the_whole_box() -> None:
    for seats in (2, 3, 4):
        watched = Watched(seats, WITH_DRAFT, 1, seats + 9)
        assert watched.table.view(0)["passed_on"] == watched.table.box()
        rng = chance.generator(15)
        assert all(redealt(watched.table, 0, rng).box() == watched.table.box() for _ in range(50))


@pytest.mark.ruling("TOP-9")
def test_a_tile_passed_on_is_never_in_the_garden() -> None:
    watched = Watched(3, WITH_DRAFT, 6, 3)
    (tile,) = watched.table.view(2)["passed_on"]
    assert set(places_of(watched.table, 2, chance.generator(17), 200)[tile]) == {"hand 0", "hand 1", "box"}


@pytest.mark.ruling("TOP-10")
def test_hands_are_known_at_the_end_but_not_the_rest() -> None:
    table = Watched(3, WITHOUT_DRAFT, 1, 99).table
    assert table.stage == "over"
    rng = chance.generator(16)
    gardens, boxes = set(), set()
    for _ in range(50):
        twin = redealt(table, SPECTATOR, rng)
        assert [twin.hand(seat) for seat in range(3)] == [table.hand(seat) for seat in range(3)]
        gardens.add(tuple(twin.state.garden.tolist()))
        boxes.add(tuple(twin.box()))
    assert len(gardens) > 1
    assert len(boxes) > 1
    for seat in (SPECTATOR, 0, 1, 2):
        assert table.view(seat)["hands"] == [table.hand(0), table.hand(1), table.hand(2)]
        assert "hidden" in table.view(seat)["garden"]


@pytest.mark.ruling("TOP-4")
def test_watchers_do_not_learn_whether_the_put_tile_is_the_one_just_taken() -> None:
    """Two tables on which the same is seen: seat 0 put the tile that it took, or one that it had."""
    garden = "? ? ? ? ?  ? ? ? ? ?  ? ? sw3 ? ?  ? ? ? ? ?  ? ? ? ? ?"
    one = Drawn(garden, ": wh1 wh2 wh3", ": tr1 tr2 tr3", left=2)
    other = Drawn(garden, ": wh1 wh2 wh3", ": tr1 tr2 tr3", left=2)
    taken, held = one.state.garden[0], one.state.hand[0, 0]
    other.state.garden[0], other.state.hand[0, 0] = held, taken  # they change places
    other.state.hand[0, :3] = sorted(other.state.hand[0, :3])
    for table in (one, other):
        table.play("visit a1E", "take a1", "put whale-1")
    for seat in (SPECTATOR, 1):
        assert one.view(seat) == other.view(seat)
    assert one.view(0) == other.view(0)
