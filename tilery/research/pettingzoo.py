"""The games as environments of PettingZoo, one agent at a time (AEC).

Where several seats decide at once they are asked one after the other, and none sees what another has chosen. Agents are
`player_0`, `player_1` and so on by their seats. Rewards come at the end: 1 for the winner, and for the others so much
that the sum is 0.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np

from tilery.games.learning import highest
from tilery.match.extras import needs
from tilery.match.picture import to_svg
from tilery.research.episode import Episode

with needs("research"):
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

Where = Literal["observation", "info"]


def env(game: str, seats: int | None = None, **settings: Any) -> AECEnv[str, Any, Any]:
    """An environment with PettingZoo's usual checks around it; the arguments are those of `Environment`."""
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(Environment(game, seats, **settings)))


class Environment(AECEnv[str, Any, Any]):  # type: ignore[misc]  # PettingZoo has no types
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
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self._episode = Episode(game, seats, options=options, seed=0)
        self._masks = masks
        self.render_mode = render_mode
        title = self._episode.game.name
        self.metadata = {
            "name": f"{title}_v{self._episode.game.version}",
            "render_modes": ["ansi", "human", "svg"],
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self._episode.seats)]
        self._draw = np.random.default_rng(secrets.randbits(128))
        self._actions = {agent: spaces.Discrete(len(self._episode.mask())) for agent in self.possible_agents}
        self._observations = {agent: self._observation_space() for agent in self.possible_agents}

    def _observation_space(self) -> spaces.Space[Any]:
        high = highest(self._episode.game.observation.fields(self._episode.seats))
        seen = spaces.Box(np.zeros_like(high), high, dtype=np.int8)
        if self._masks == "info":
            return seen
        mask = spaces.Box(0, 1, self._episode.mask().shape, np.int8)
        return spaces.Dict({"observation": seen, "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a match; without a seed, another one each time."""
        if seed is not None:
            self._draw = np.random.default_rng(seed)
        episode = self._episode
        dealt = int.from_bytes(self._draw.bytes(16))
        self._episode = Episode(episode.game, episode.seats, options=episode.match.options, seed=dealt)
        self.agents = self.possible_agents.copy()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._ask()

    def _ask(self) -> None:
        """Point to the agent that decides next; masks of the others are empty."""
        if self._episode.seat is not None:
            self.agent_selection = self.possible_agents[self._episode.seat]
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        if self._masks == "info":
            self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: str) -> np.ndarray[Any, np.dtype[np.int8]]:
        mask = self._episode.mask()
        is_asked = self._episode.seat == self.possible_agents.index(agent)
        return mask.copy() if is_asked else np.zeros_like(mask)

    def observe(self, agent: str) -> Any:
        seen = self._episode.observe(self.possible_agents.index(agent))
        return seen if self._masks == "info" else {"observation": seen, "action_mask": self._mask(agent)}

    def step(self, action: Any) -> None:
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._episode.act(action)
        self._clear_rewards()
        if self._episode.seat is None:
            self.rewards = dict(zip(self.agents, self._episode.rewards().tolist(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        self._ask()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """What everybody may see: text for `ansi`, a picture for `svg`; `human` prints the text."""
        match self.render_mode:
            case "human":
                print(self._episode.match)
            case "ansi":
                return str(self._episode.match)
            case "svg":
                return to_svg(self._episode.match.view())
        return None

    def close(self) -> None:
        """There is nothing to close."""
