"""The games as environments of PettingZoo: one agent at a time (AEC), or all agents at once (Parallel).

Agents are `player_0`, `player_1` and so on by their seats. Where several seats decide at once, none sees what another
has chosen: in the AEC environment they are asked one after the other, in the Parallel one they answer together. Rewards
come at the end: 1 for the winner, and for the others so much that the sum is 0.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import NDArray

from tilery.games.game import Game
from tilery.games.learning import Numbers, highest, size
from tilery.kernel.arguments import index, instance, one_of, shown, whole
from tilery.kernel.contract import POINTS_SHAPE
from tilery.match.extras import needs
from tilery.match.match import IllegalMoveError, Match
from tilery.match.moves import Move
from tilery.match.picture import to_svg
from tilery.research.episode import AN_ACTION, Episode
from tilery.research.turn_order import (
    ALL_DECIDED,
    decide_one,
    mask_one,
    new_turn_orders,
    observe_one,
    reward_one,
    words_for,
)
from tilery.words import SpokenError, say

with needs("research"):
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers

Where = Literal["observation", "info"]
Render = Literal["ansi", "human", "svg"]
ByAgent = dict[str, Any]


def env(
    game: str,
    seats: int | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    masks: Where = "observation",
    render_mode: Render | None = None,
) -> AECEnv[str, Any, Any]:
    """Return an environment for one agent at a time, with PettingZoo's checks of the order of calls around it."""
    return OrderChecked(Environment(game, seats, options=options, masks=masks, render_mode=render_mode))


def parallel_env(
    game: str,
    seats: int | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    masks: Where = "observation",
    render_mode: Render | None = None,
) -> ParallelEnv[str, Any, Any]:
    """Return an environment for all agents at once."""
    return ParallelEnvironment(game, seats, options=options, masks=masks, render_mode=render_mode)


class OrderChecked(wrappers.OrderEnforcingWrapper[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """PettingZoo's own checks, with a short way to what is asked for at every step.

    Actions need no wrapper that asserts their bounds: the environment itself refuses what is not legal.
    """

    @property
    def agents(self) -> list[str]:
        return self.env.agents if self._has_reset else self.__getattr__("agents")  # type: ignore[no-any-return]

    @property
    def agent_selection(self) -> str:
        return self.env.agent_selection if self._has_reset else self.__getattr__("agent_selection")  # type: ignore[no-any-return]

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if not self._has_reset:
            return super().last(observe)  # type: ignore[no-any-return]  # which says what is wrong
        return self.env.last(observe)  # type: ignore[no-any-return]

    def step(self, action: Any) -> None:
        if self._has_reset and self.env.agents:
            self._has_updated = True
            self.env.step(action)
        else:
            super().step(action)


class _Surface:
    """What both environments show: agents, spaces and pictures."""

    def __init__(self, game: Game, seats: int, masks: Where, render_mode: Render | None, parallel: bool) -> None:
        one_of(masks, say("masks"), get_args(Where))
        if render_mode is not None:
            one_of(render_mode, say("render_mode"), get_args(Render))
        self.render_mode = render_mode
        self._in_info = masks == "info"
        self.metadata = {
            "name": f"{game.name}_v{game.version}",
            "render_modes": list(get_args(Render)),
            "is_parallelizable": parallel,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._draw = np.random.default_rng(secrets.randbits(128))
        actions = game.actions.count(seats)
        self._no_mask = np.zeros(actions, np.int8)
        self._actions = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._observations = {agent: self._observation_space(game, seats) for agent in self.possible_agents}

    def _observation_space(self, game: Game, seats: int) -> spaces.Space[Any]:
        high = highest(game.observation.fields(seats))
        seen = spaces.Box(np.zeros_like(high), high, dtype=np.int8)
        if self._in_info:
            return seen
        mask = spaces.Box(0, 1, self._no_mask.shape, np.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observations[self.possible_agents[self._seat(agent)]]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._actions[self.possible_agents[self._seat(agent)]]

    def _seat(self, agent: str) -> int:
        """Return the seat of an agent that was given as an argument."""
        try:
            return self._seat_of[agent]
        except (KeyError, TypeError):  # TypeError: what cannot be a name
            raise SpokenError(say("there is no agent {agent}", agent=shown(agent))) from None

    def _next_seed(self, seed: int | None) -> int:
        """Return the seed of the next deal: decided by the last seed that was given."""
        if seed is not None:
            self._draw = np.random.default_rng(whole(seed, say("a seed")))
        return int.from_bytes(self._draw.bytes(16))

    @property
    def _shown(self) -> Match:
        raise NotImplementedError

    def render(self) -> str | None:
        """Return what everybody may see: text for `ansi`, a picture for `svg`; `human` prints the text."""
        match self.render_mode:
            case "human":
                print(self._shown)
            case "ansi":
                return str(self._shown)
            case "svg":
                return to_svg(self._shown.view())
        return None

    def close(self) -> None:
        """There is nothing to close."""


class Environment(_Surface, AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """A match of a game, one agent at a time.

    Masks of legal actions are part of the observation, `{"observation": …, "action_mask": …}`, as in PettingZoo's own
    board games. With `masks="info"` they are in `infos` instead and observations are plain arrays, which most wrappers
    of SuperSuit ask for.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        masks: Where = "observation",
        render_mode: Render | None = None,
    ) -> None:
        self._episode = Episode(game, seats, options=options, seed=0)
        super().__init__(self._episode.game, self._episode.seats, masks, render_mode, parallel=False)

    @property
    def _shown(self) -> Match:
        return self._episode.match

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a match; without a seed, another one each time. Options are ignored, as PettingZoo's tests ask."""
        self._episode = self._episode.again(self._next_seed(seed))
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def _ask(self) -> None:
        """Point to the agent that decides next; masks of the others are empty."""
        seat = self._episode.seat
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
        if self._in_info:
            self.infos = {agent: {"action_mask": self._mask(self._seat_of[agent])} for agent in self.agents}

    def _mask(self, seat: int) -> NDArray[np.int8]:
        return self._episode.mask() if self._episode.seat == seat else self._no_mask.copy()

    def observe(self, agent: str) -> Any:
        seat, episode = self._seat(agent), self._episode
        seen = episode.observe(seat)
        return seen if self._in_info else {"observation": seen, "action_mask": self._mask(seat)}

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._episode.act(action)
        if self._episode.match.is_over:  # before the end there are no rewards to be cleared or added up
            self.rewards = dict(zip(self.agents, self._episode.rewards().tolist(), strict=True))
            self._cumulative_rewards = self.rewards.copy()
            self.terminations = dict.fromkeys(self.agents, True)
        self._ask()
        if self.render_mode == "human":
            self.render()


class ParallelEnvironment(_Surface, ParallelEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
    """A match of a game, all agents at once.

    Every agent that owes a decision takes an action; what they decide is played when all have decided. Where a move is
    made of two actions, the next step asks for the second. Masks of agents that owe nothing are empty, and what they
    answer is ignored.
    """

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        masks: Where = "observation",
        render_mode: Render | None = None,
    ) -> None:
        self._match = Episode(game, seats, options=options, seed=0).match  # which compiles what is missing
        super().__init__(self._match.game, self._match.seats, masks, render_mode, parallel=True)
        game_, seats_ = self._match.game, self._match.seats
        self._size = size(game_.observation.fields(seats_))
        self._buffer = np.empty(game_.rules.MAX_MOVES, np.int32)
        self._orders = [new_turn_orders() for _ in range(seats_)]
        self._masks = [self._no_mask.copy() for _ in range(seats_)]
        self._words = [np.zeros(words_for(len(self._no_mask)), np.uint64) for _ in range(seats_)]
        self.agents: list[str] = []

    @property
    def _shown(self) -> Match:
        return self._match

    def reset(
        self,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[ByAgent, ByAgent]:
        """Deal a match; without a seed, another one each time. Options are ignored, as PettingZoo's tests ask."""
        old = self._match
        self._match = Match(old.game, old.seats, options=old.options, seed=self._next_seed(seed))
        self.agents = self.possible_agents.copy()
        self._ask()
        return self._seen(), self._infos()

    def _ask(self) -> None:
        """Ask all seats that owe a decision, each as if it were alone."""
        self._owing = set(self._match.waiting)
        for seat, order in enumerate(self._orders):
            order[:] = 0
            order["seat"] = seat
            order["owing"] = order["left"] = 1 << seat
            self._mark(seat)

    def _mark(self, seat: int) -> None:
        if seat in self._owing:
            mask_one(self._match.states, self._orders[seat], self._buffer, self._masks[seat], self._words[seat])
        else:
            self._masks[seat][:] = 0

    def step(self, actions: Mapping[str, Any]) -> tuple[ByAgent, ByAgent, ByAgent, ByAgent, ByAgent]:
        """Take an action of every agent that owes a decision; if one is not legal, none is taken."""
        if not self.agents:
            return {}, {}, {}, {}, {}
        taken = self._read(actions)
        for seat, action in taken.items():
            room = self._buffer, self._masks[seat], self._words[seat]
            if decide_one(self._match.states, self._orders[seat], action, *room) == ALL_DECIDED:
                self._owing.remove(seat)
                self._mark(seat)
        if not self._owing:
            self._carry_out()
        is_over = self._match.is_over
        found = (
            self._seen(),
            self._rewards(),
            dict.fromkeys(self.agents, is_over),
            dict.fromkeys(self.agents, False),
            self._infos(),
        )
        if is_over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return found

    def _read(self, actions: Mapping[str, Any]) -> dict[int, int]:
        """Return the actions of those who owe a decision."""
        for agent in instance(actions, dict, say("the actions of a step")):
            self._seat(agent)
        taken = {}
        for seat in sorted(self._owing):
            agent = self.possible_agents[seat]
            if agent not in actions:
                raise SpokenError(say("{agent} has to decide, but its action is missing", agent=agent))
            action = index(actions[agent], AN_ACTION)
            if not 0 <= action < len(self._no_mask) or not self._masks[seat][action]:
                raise IllegalMoveError(say("{agent} cannot take action {action} now", agent=agent, action=action))
            taken[seat] = action
        return taken

    def _carry_out(self) -> None:
        """Play what all have decided, in the order of the seats."""
        for seat in self._match.waiting:
            self._match.play(Move(self._match.game, seat, int(self._orders[seat]["moves"][0, seat])))
        self._ask()

    def _observe(self, seat: int) -> Any:
        out: Numbers = np.empty(self._size, np.int8)
        observe_one(self._match.states, self._orders[seat], seat, out)
        return out if self._in_info else {"observation": out, "action_mask": self._masks[seat].copy()}

    def _seen(self) -> ByAgent:
        return {agent: self._observe(self._seat_of[agent]) for agent in self.agents}

    def _infos(self) -> ByAgent:
        if not self._in_info:
            return {agent: {} for agent in self.agents}
        return {agent: {"action_mask": self._masks[self._seat_of[agent]].copy()} for agent in self.agents}

    def _rewards(self) -> ByAgent:
        out, match = np.zeros(self._match.seats), self._match
        if match.is_over:
            columns = 1 + len(match.game.tiebreaks)
            reward_one(match.states, match.seats, columns, np.zeros(POINTS_SHAPE, np.int32), out)
        return dict(zip(self.agents, out.tolist(), strict=True))
