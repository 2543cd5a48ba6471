"""The games in OpenSpiel: importing this module registers each as `tilery_` and its name.

All chance of a match is dealt at its start, as a number of 32 bits that nobody sees: four chance nodes of 256 outcomes
each give its bytes, the highest first, and the deal is that of `Match(seed=number)`. A game that leaves nothing to
chance has no chance nodes. Where several seats decide at once they are asked one after the other, and none sees what
another has chosen. Parameters are `players` and the options of the game, written as on the command line.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from tilery import games
from tilery.games.game import Game
from tilery.games.learning import parted, size
from tilery.kernel.arguments import real, shown, whole
from tilery.match.extras import needs
from tilery.research.episode import FORGOTTEN, RecallingEpisode
from tilery.words import SpokenError, say

with needs("openspiel"):
    import pyspiel

PREFIX = "tilery_"
BYTES = 4
OUTCOMES = 256
MOST_ACTIONS = 2  # that make up a move
LOG_COLUMNS = 1 + MOST_ACTIONS


def game_type(game: Game) -> pyspiel.GameType:
    """Return how a game is declared to OpenSpiel."""
    modes = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=PREFIX + game.name,
        long_name=game.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.EXPLICIT_STOCHASTIC if game.has_chance else modes.DETERMINISTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.seats[0],
            **{option.name: option.default for option in game.options},
        },
    )


class TileryGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """A game of Tilery for a number of players and with its options; each has a class of its own."""

    game: Game
    declared: pyspiel.GameType

    def __init__(self, parameters: dict[str, Any]) -> None:
        game, declared = self.game, self.declared
        self.seats = int(parameters["players"])
        game.check_seats(self.seats)
        written = {option.name: option.from_command_line(parameters[option.name]) for option in game.options}
        self.options = game.read_options(self.seats, written)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions.count(self.seats),
            max_chance_outcomes=OUTCOMES if game.has_chance else 0,
            num_players=self.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_ACTIONS * game.rules.MAX_LENGTH,
        )
        super().__init__(declared, info, parameters)

    def new_initial_state(self) -> TileryState:
        return TileryState(self)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its name and parameters."""
        return _load, (str(self),)

    def max_chance_nodes_in_history(self) -> int:
        return BYTES if self.game.has_chance else 0

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Observer | FactoredObserver:
        if parameters:
            raise ValueError(f"there are no parameters of observations, but these were given: {parameters}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER and kind.public_info:
            return Observer(self, kind.perfect_recall)
        return FactoredObserver(kind)


class TileryState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel has no types
    """A match, asked one seat at a time; its attributes are copied and pickled by OpenSpiel."""

    def __init__(self, game: TileryGame) -> None:
        super().__init__(game)
        self._bytes_left = BYTES if game.game.has_chance else 0
        self._seed = 0
        self._episode: RecallingEpisode | None = None

    @property
    def episode(self) -> RecallingEpisode:
        """The match as Tilery plays it, once it has been dealt."""
        if not self.is_dealt:
            raise SpokenError(say("the match is not dealt yet"))
        if self._episode is None:
            game = self.get_game()
            self._episode = RecallingEpisode(game.game, game.seats, options=game.options, seed=self._seed)
        return self._episode

    @property
    def is_dealt(self) -> bool:
        return not self._bytes_left

    def current_player(self) -> int:
        if not self.is_dealt:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.episode.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def is_terminal(self) -> bool:
        return self.is_dealt and self.episode.seat is None

    def _legal_actions(self, player: int) -> list[int]:
        return self.episode.legal_actions() if self.is_dealt and player == self.episode.seat else []

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """While chance deals, OpenSpiel 2.0.2 marks its outcomes among the fewer actions of a player, out of bounds."""
        if player is None:
            masks: list[int] = super().legal_actions_mask()
        elif self.is_dealt or player < 0:
            masks = super().legal_actions_mask(player)
        else:
            masks = [0] * self.num_distinct_actions()
        return masks

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

    def _apply_action(self, action: int) -> None:
        if self.is_dealt:
            self.episode.act(action)
        else:
            action = whole(action, say("an outcome of chance"), high=OUTCOMES - 1)
            self._seed = self._seed * OUTCOMES + action
            self._bytes_left -= 1

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.episode.action_text(action)

    def returns(self) -> list[float]:
        rewards: list[float] = self.episode.rewards().tolist() if self.is_dealt else [0.0] * self.num_players()
        return rewards

    def resample_from_infostate(self, player: int, sampler: Any) -> TileryState:
        """Return a state that is the same to `player`, with all that it cannot know drawn anew.

        `sampler()` gives random numbers from 0 to 1. The new state has no history: it would tell what others did.
        """
        if not callable(sampler):
            raise SpokenError(say("a sampler must be a function, not {value}", value=shown(sampler)))
        drawn = real(sampler(), say("what a sampler draws"), high=1.0)
        twin: TileryState = self.get_game().new_initial_state()
        twin._bytes_left = 0
        twin._episode = self.episode.resample(player, int(drawn * 2**53))
        return twin

    def __str__(self) -> str:
        """Return the deal and all that was done, for somebody who may know everything."""
        if not self.is_dealt:
            return f"{self._seed:x}, {self._bytes_left} bytes of the deal are missing"
        log = "; ".join(f"{entry.seat} {entry.text}" for entry in self.episode.log)
        return f"{self._seed:x}: {log}{''.join(map(self.episode.own_choice, range(self.num_players())))}"


class Observer:
    """What a player sees now, or with perfect recall all that it has seen, as numbers and as text.

    With perfect recall the log of moves follows the fields of the observation: for each move the seat, counted from the
    player's own and from 1, and its one or two actions, counted from 1; 0 where there is none and for actions that
    the player may not know.
    """

    def __init__(self, game: TileryGame, recalls: bool) -> None:
        self._fields = game.game.observation.fields(game.seats)
        self._recalls = recalls
        self._seen = size(self._fields)
        moves = game.game.rules.MAX_LENGTH if self._recalls else 0
        self.tensor = np.zeros(self._seen + LOG_COLUMNS * moves, np.float32)
        self.dict = dict(parted(self.tensor[: self._seen], self._fields))
        if self._recalls:
            self.dict["log"] = self.tensor[self._seen :].reshape(moves, LOG_COLUMNS)

    def set_from(self, state: TileryState, player: int) -> None:
        """Write what `player` sees to `tensor`, of which the arrays of `dict` are views."""
        self.tensor.fill(0)
        if not state.is_dealt:
            return
        episode = state.episode
        self.tensor[: self._seen] = episode.observe(player)
        if self._recalls:
            for row, entry in zip(self.dict["log"], episode.log, strict=False):
                known = entry if entry.seat == player else entry.for_others()
                row[0] = (known.seat - player) % episode.seats + 1
                row[1 : 1 + len(known.actions)] = [0 if a == FORGOTTEN else a + 1 for a in known.actions]

    def string_from(self, state: TileryState, player: int) -> str:
        if not state.is_dealt:
            return "not dealt yet"
        return state.episode.recall(player) if self._recalls else state.episode.picture(player)


class FactoredObserver:
    """One half of what a player sees, as text alone: what everybody sees, or what the player sees beyond that."""

    def __init__(self, kind: Any) -> None:
        is_public = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.NONE
        is_private = not kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if not is_public and not (is_private and not kind.perfect_recall):
            raise ValueError(
                "an observation is that of one player, or what is public, or what one player alone sees at the moment"
            )
        self._is_public, self._recalls = is_public, kind.perfect_recall
        self.tensor = None
        self.dict: dict[str, Any] = {}

    def set_from(self, state: TileryState, player: int) -> None:
        """There is no tensor to write to."""

    def string_from(self, state: TileryState, player: int) -> str:
        if not state.is_dealt:
            return ""
        episode = state.episode
        public = str(episode.match)
        if self._is_public:
            log = [f"{entry.seat} {entry.public}" for entry in episode.log] if self._recalls else []
            return "\n".join([*log, public])
        known = set(public.splitlines())
        return "\n".join(line for line in episode.picture(player).splitlines() if line not in known)


def _load(text: str) -> TileryGame:
    loaded: TileryGame = pyspiel.load_game(text)
    return loaded


def register() -> None:
    """Make all games known to OpenSpiel; those that it knows already are left alone."""
    known = pyspiel.registered_names()
    for name in games.names():
        if PREFIX + name not in known:
            _register(games.find(name))


def _register(game: Game) -> None:
    """OpenSpiel keeps a class until the very end of the process, where it could not get rid of a function."""
    declared = game_type(game)
    members = {"game": game, "declared": declared}
    pyspiel.register_game(declared, type(f"{game.title}Game", (TileryGame,), members))


register()
