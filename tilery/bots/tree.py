"""A tree of moves and answers, grown over redeals: compiled, for any game by the contract.

Every iteration redeals what the searching seat cannot know and walks down the tree. States that look alike to the
seat on turn share their statistics: to the searching seat by all that it knows, to the others by what everybody knows,
so that they are never taken to know what the searching seat hides. Each seat goes for its own worth. Where several
seats owe a decision at once, the searching seat decides first and the others follow in turn.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tilery.bots.beliefs import imagine
from tilery.bots.judging import Evaluator, Scratch, judge, judge_by_hand
from tilery.bots.playout import GIVEN, TRIED, WALKED, next_seat, play_on
from tilery.games.thinking import Thinking
from tilery.kernel import contract
from tilery.kernel.chance import Rng, mix
from tilery.kernel.contract import POINTS_SHAPE, SPECTATOR, Moves, Values
from tilery.kernel.native import embedded, native
from tilery.kernel.runner import States

Indexes = NDArray[np.int32]
Keys = NDArray[np.uint64]

MOST_NODES = 50_000
MOST_EDGES = 500_000
MOST_DEPTH = 64
ROOM = 2.5  # slots of the hash table for each node, at least
NOTHING = -1

NODES, EDGES, DEEPEST = range(3)  # what is counted in `used`

_ROOT = np.uint64(0x51ED270B35AE9D01)
_ONE = np.uint64(1)


class TreeSettings(NamedTuple):
    """How a tree grows; see `Thinking`."""

    width: int
    widening: float
    exploration: float
    trust: float
    ripe: int
    depth: int
    playout: int
    tries: int


class Tree(NamedTuple):
    """Nodes and the moves out of them, in arrays of fixed size. A tree that is full grows no further."""

    used: NDArray[np.int64]
    slots: Indexes  # of a hash table: a node plus 1
    # By node.
    key: Keys
    listed: Keys  # a number for the list of legal moves when it was first seen
    first: Indexes  # its most promising move
    last: Indexes
    visits: Indexes
    harmonic: Values  # 1 + 1/2 + … + 1/visits, which grows like a logarithm but is the same on every machine
    # By move out of a node.
    move: Indexes
    by: Indexes  # the seat
    following: Indexes  # the next move out of the same node
    leads_to: Indexes  # the node that mostly comes after it
    tried: Indexes
    prior: Values
    worth: Values
    # By move of the given state, which come first: sums over all visits by seat, and of squares for the searching seat.
    wins: Values
    points: Values
    squares: Values
    # The way down in this iteration.
    path: Indexes
    # The most promising moves while a node is looked into.
    best: Indexes
    best_prior: Values


def new_tree_settings(thinking: Thinking) -> TreeSettings:
    return TreeSettings(
        thinking.width,
        float(thinking.widening),
        float(thinking.exploration),
        float(thinking.trust),
        thinking.ripe,
        min(thinking.depth, MOST_DEPTH),
        thinking.playout,
        thinking.tries,
    )


WORTHS, WINS, POINTS = range(3)  # of which squares are added up


def new_tree(iterations: int, width: int) -> Tree:
    nodes = min(MOST_NODES, iterations + 1)
    edges = min(MOST_EDGES, nodes * width) + width
    slots = 1
    while slots < ROOM * nodes:
        slots *= 2
    return Tree(
        used=np.zeros(3, np.int64),
        slots=np.zeros(slots, np.int32),
        key=np.zeros(nodes, np.uint64),
        listed=np.zeros(nodes, np.uint64),
        first=np.zeros(nodes, np.int32),
        last=np.zeros(nodes, np.int32),
        visits=np.zeros(nodes, np.int32),
        harmonic=np.zeros(nodes),
        move=np.zeros(edges, np.int32),
        by=np.zeros(edges, np.int32),
        following=np.zeros(edges, np.int32),
        leads_to=np.zeros(edges, np.int32),
        tried=np.zeros(edges, np.int32),
        prior=np.zeros(edges),
        worth=np.zeros(edges),
        wins=np.zeros((width, POINTS_SHAPE[0])),
        points=np.zeros((width, POINTS_SHAPE[0])),
        squares=np.zeros((width, 3)),
        path=np.zeros(MOST_DEPTH, np.int32),
        best=np.zeros(width + 1, np.int32),
        best_prior=np.zeros(width + 1),
    )


@native
def clear(tree: Tree) -> None:
    """Make a tree as good as new."""
    for slot in range(len(tree.slots)):
        tree.slots[slot] = 0
    for node in range(tree.used[NODES]):
        tree.visits[node] = 0
        tree.harmonic[node] = 0.0
    for edge in range(tree.used[EDGES]):
        tree.tried[edge] = 0
        tree.worth[edge] = 0.0
    for edge in range(len(tree.wins)):
        for seat in range(POINTS_SHAPE[0]):
            tree.wins[edge, seat] = 0.0
            tree.points[edge, seat] = 0.0
        for what in range(3):
            tree.squares[edge, what] = 0.0
    for what in range(3):
        tree.used[what] = 0


@native
def favourite(tree: Tree) -> int:
    """Return the move of the given state that was tried most; of equal ones the better."""
    best = NOTHING
    edge = tree.first[0]
    while edge != NOTHING:
        if (
            best == NOTHING
            or tree.tried[edge] > tree.tried[best]
            or (tree.tried[edge] == tree.tried[best] and tree.worth[edge] > tree.worth[best])
        ):
            best = edge
        edge = tree.following[edge]
    return int(best)


@embedded
def _listing(moves: Moves, count: int) -> np.uint64:
    key = _ROOT
    for index in range(count):
        key = mix(key, moves[index])
    return key


@embedded
def _find(tree: Tree, key: np.uint64) -> int:
    """Return the node of a key, made if it is new; `NOTHING` if there is no room for it."""
    mask = np.uint64(len(tree.slots) - 1)
    slot = key & mask
    while True:
        node = tree.slots[slot] - 1
        if node < 0:
            break
        if tree.key[node] == key:
            return int(node)
        slot = (slot + _ONE) & mask
    node = int(tree.used[NODES])
    if node == len(tree.key):
        return NOTHING
    tree.used[NODES] += 1
    tree.slots[slot] = node + 1
    tree.key[node] = key
    tree.first[node] = NOTHING
    tree.last[node] = NOTHING
    return node


@embedded
def _add(tree: Tree, node: int, seat: int, move: int, prior: float) -> int:
    edge = int(tree.used[EDGES])
    if edge == len(tree.move):
        return NOTHING
    tree.used[EDGES] += 1
    tree.move[edge] = move
    tree.by[edge] = seat
    tree.following[edge] = NOTHING
    tree.leads_to[edge] = NOTHING
    tree.prior[edge] = prior
    if tree.last[node] == NOTHING:
        tree.first[node] = edge
    else:
        tree.following[tree.last[node]] = edge
    tree.last[node] = edge
    return edge


@embedded
def _promise(states: States, seat: int, seats: int, move: int, evaluator: Evaluator, scratch: Scratch) -> float:
    """Return what a move is worth to `seat` at first sight."""
    states[TRIED] = states[WALKED]
    contract.play(states[TRIED], seat, move)
    over = contract.waiting(states[TRIED]) == 0
    if over or evaluator.orders or not evaluator.learned:
        judge(states[TRIED], seats, over, evaluator, scratch)
    else:
        judge_by_hand(states[TRIED], seats, evaluator, scratch)
    return float(scratch.worth[seat])


@embedded
def _look_into(
    tree: Tree,
    node: int,
    states: States,
    seat: int,
    seats: int,
    moves: Moves,
    count: int,
    evaluator: Evaluator,
    scratch: Scratch,
) -> None:
    """Note the most promising moves of a node, best first."""
    widest = len(tree.best) - 1
    kept = 0
    for index in range(count):
        prior = _promise(states, seat, seats, moves[index], evaluator, scratch)
        place = kept
        while place > 0 and tree.best_prior[place - 1] < prior:
            tree.best[place] = tree.best[place - 1]
            tree.best_prior[place] = tree.best_prior[place - 1]
            place -= 1
        tree.best[place] = moves[index]
        tree.best_prior[place] = prior
        kept = min(kept + 1, widest)
    for place in range(kept):
        _add(tree, node, seat, tree.best[place], tree.best_prior[place])


@embedded
def _add_missing(
    tree: Tree,
    node: int,
    states: States,
    seat: int,
    seats: int,
    moves: Moves,
    count: int,
    evaluator: Evaluator,
    scratch: Scratch,
) -> None:
    """Note moves that were not legal in earlier redeals, as far as there are few."""
    if count >= len(tree.best):
        return
    for index in range(count):
        edge = tree.first[node]
        while edge != NOTHING and tree.move[edge] != moves[index]:
            edge = tree.following[edge]
        if edge == NOTHING:
            _add(tree, node, seat, moves[index], _promise(states, seat, seats, moves[index], evaluator, scratch))


@embedded
def _choose(tree: Tree, node: int, moves: Moves, count: int, all_legal: bool, tree_settings: TreeSettings) -> int:
    """Return the move to try: one that did well, or was tried little. `NOTHING` if none of the noted moves is legal."""
    limit = len(tree.move)
    if tree_settings.widening > 0:
        limit = 3 + int(tree_settings.widening * sqrt(tree.visits[node]))
    best = NOTHING
    best_hope = -1.0
    edge = tree.first[node]
    while edge != NOTHING and limit > 0:
        if all_legal or _is_among(moves, count, tree.move[edge]):
            limit -= 1
            tried = tree.tried[edge]
            mean = (tree.worth[edge] + tree_settings.trust * tree.prior[edge]) / (tried + tree_settings.trust)
            hope = mean + tree_settings.exploration * sqrt(tree.harmonic[node] / (tried + 1))
            if hope > best_hope:
                best_hope = hope
                best = edge
        edge = tree.following[edge]
    return int(best)


@embedded
def _is_among(moves: Moves, count: int, move: int) -> bool:
    for index in range(count):  # noqa: SIM110  (compiled)
        if moves[index] == move:
            return True
    return False


@embedded
def _walk_down(
    tree: Tree,
    states: States,
    seat: int,
    seats: int,
    tree_settings: TreeSettings,
    evaluator: Evaluator,
    moves: Moves,
    scratch: Scratch,
) -> int:
    """Follow the tree from states[WALKED] to a node that is new; return how many moves were made."""
    depth = 0
    key = _ROOT
    while depth < tree_settings.depth:
        owing = contract.waiting(states[WALKED])
        if not owing:
            break
        actor = next_seat(owing, seat, seats)
        key = mix(contract.sight(states[WALKED], actor if actor == seat else SPECTATOR, key), actor)
        node = _find(tree, key)
        if node == NOTHING:
            break
        if depth:
            before = tree.path[depth - 1]
            known = tree.leads_to[before]
            if known == NOTHING or tree.visits[known] < tree.visits[node]:
                tree.leads_to[before] = node
        tree.visits[node] += 1
        tree.harmonic[node] += 1.0 / tree.visits[node]
        if depth and tree.visits[node] < tree_settings.ripe:
            break
        count = contract.shortlist(states[WALKED], actor, tree_settings.width, moves)
        listing = _listing(moves, count)
        fresh = tree.first[node] == NOTHING
        if fresh:
            tree.listed[node] = listing
            _look_into(tree, node, states, actor, seats, moves, count, evaluator, scratch)
        elif tree.listed[node] != listing:
            _add_missing(tree, node, states, actor, seats, moves, count, evaluator, scratch)
        edge = _choose(tree, node, moves, count, tree.listed[node] == listing, tree_settings)
        if edge == NOTHING:
            break
        contract.play(states[WALKED], actor, tree.move[edge])
        tree.path[depth] = edge
        depth += 1
        key = mix(key, tree.move[edge])
        if fresh and depth > 1:
            break
    return depth


@native
def grow(
    tree: Tree,
    states: States,
    seat: int,
    seats: int,
    tree_settings: TreeSettings,
    evaluator: Evaluator,
    rng: Rng,
    moves: Moves,
    scratch: Scratch,
    iterations: int,
) -> None:
    """Walk down, play on and judge, and tell every move on the way what it was worth to who made it."""
    for _ in range(iterations):
        states[WALKED] = states[GIVEN]
        imagine(states[WALKED], seat, evaluator.believes, rng)
        depth = _walk_down(tree, states, seat, seats, tree_settings, evaluator, moves, scratch)
        tree.used[DEEPEST] = max(tree.used[DEEPEST], depth)
        play_on(states, seat, seats, tree_settings.playout, tree_settings.tries, evaluator, rng, moves, scratch)
        for step in range(depth):
            edge = tree.path[step]
            tree.tried[edge] += 1
            tree.worth[edge] += scratch.worth[tree.by[edge]]
        if depth and tree.path[0] < len(tree.wins):
            _note(tree, tree.path[0], seat, seats, scratch)


@embedded
def _note(tree: Tree, edge: int, seat: int, seats: int, scratch: Scratch) -> None:
    """Add what came of a move of the given state."""
    for other in range(seats):
        tree.wins[edge, other] += scratch.wins[other]
        tree.points[edge, other] += scratch.guess[other]
    tree.squares[edge, WORTHS] += scratch.worth[seat] * scratch.worth[seat]
    tree.squares[edge, WINS] += scratch.wins[seat] * scratch.wins[seat]
    tree.squares[edge, POINTS] += scratch.guess[seat] * scratch.guess[seat]
