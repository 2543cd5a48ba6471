"""A batch is a vector environment of Gymnasium, as its own wrappers see it."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers import vector as wrappers

from tilery.research.batch import Batch
from tilery.words import SpokenError


def played(env: Any, batch: Batch, steps: int) -> Any:
    """What the last of some random steps gave."""
    for _ in range(steps):
        found = env.step(batch.random_actions())
    return found


def test_it_is_a_vector_environment() -> None:
    batch = Batch("topiary", count=6)
    assert isinstance(batch, VectorEnv)
    assert batch.num_envs == 6
    assert batch.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP
    assert batch.single_action_space == spaces.Discrete(batch.action_count)
    assert batch.action_space.shape == (6,)
    assert batch.single_observation_space.shape == (698,)
    observations, info = batch.reset(seed=1)
    for _ in range(60):
        assert batch.observation_space.contains(observations)
        assert all(map(batch.single_observation_space.contains, observations))
        actions = batch.random_actions()
        assert batch.action_space.contains(actions)
        observations, rewards, terminations, truncations, info = batch.step(actions)
        assert rewards.shape == terminations.shape == truncations.shape == (6,)
        assert terminations.dtype == truncations.dtype == info["action_mask"].dtype == np.bool_


def test_without_a_seed_every_reset_deals_anew() -> None:
    batch = Batch("topiary", count=3)
    seen = [batch.reset()[0].tobytes() for _ in range(3)]
    assert len(set(seen)) == 3
    first = [batch.reset(seed=5)[0].tobytes(), batch.reset()[0].tobytes(), batch.reset()[0].tobytes()]
    assert len(set(first)) == 3
    assert first == [batch.reset(seed=5)[0].tobytes(), batch.reset()[0].tobytes(), batch.reset()[0].tobytes()]


def test_gymnasium_records_episodes() -> None:
    batch = Batch("triqueta", count=8, opponents="novice", shaping=0.01)
    env = wrappers.RecordEpisodeStatistics(batch)
    env.reset(seed=2)
    returns, lengths, ended = np.zeros(8), np.zeros(8, int), 0
    for _ in range(60):
        _, rewards, terminations, _, info = env.step(batch.random_actions())
        returns, lengths = returns + rewards, lengths + 1
        for row in np.flatnonzero(terminations):
            assert info["episode"]["r"][row] == pytest.approx(returns[row])
            assert info["episode"]["l"][row] == lengths[row]
            returns[row] = lengths[row] = 0
            ended += 1
    assert ended > 20
    assert env.episode_count == ended


def test_other_wrappers_go_around_it() -> None:
    batch = Batch("triqueta", count=4)
    listed = wrappers.DictInfoToList(batch)
    listed.reset(seed=1)
    *_, terminations, _, infos = played(listed, batch, 40)
    assert [("points" in info) for info in infos] == terminations.tolist()
    assert infos[0]["action_mask"].shape == (13,)
    scaled = wrappers.NormalizeReward(batch)
    scaled.reset(seed=1)
    assert played(scaled, batch, 40)[1].shape == (4,)
    clipped = wrappers.ClipReward(batch, -0.5, 0.5)
    clipped.reset(seed=1)
    assert abs(played(clipped, batch, 40)[1]).max() <= 0.5


def test_arrays_can_be_taken_without_a_copy() -> None:
    """None is read-only, which torch would warn of, and masks are of type bool, which it would have to convert."""
    batch = Batch("triqueta", count=2)
    observations, info = batch.reset(seed=1)
    assert info["action_mask"].dtype == np.bool_
    for array in (observations, info["action_mask"], info["rewards"]):
        assert array.flags.writeable
        assert array.flags.c_contiguous
        assert array.__dlpack_device__() == (1, 0)  # the processor's memory
        taken = np.from_dlpack(array)
        assert np.shares_memory(taken, array)
        assert taken.dtype == array.dtype


def test_masks_that_were_taken_once_show_every_later_step() -> None:
    """By DLPack and by the buffer protocol, the two ways in which other libraries take arrays without a copy."""
    batch = Batch("triqueta", count=50)
    _, info = batch.reset(seed=1)
    taken, buffer = np.from_dlpack(info["action_mask"]), memoryview(info["action_mask"])
    assert taken.dtype == np.bool_
    assert (buffer.format, buffer.itemsize, buffer.readonly, buffer.c_contiguous) == ("?", 1, False, True)
    before = taken.copy()
    for _ in range(20):
        *_, info = batch.step(batch.random_actions())
        assert (taken == info["action_mask"]).all()
        assert bytes(buffer) == info["action_mask"].tobytes()
    assert (taken != before).any()


def test_torch_takes_masks_without_a_copy() -> None:
    torch = pytest.importorskip("torch")
    _, info = Batch("triqueta", count=2).reset(seed=1)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mask = torch.from_numpy(info["action_mask"])
    assert mask.dtype == torch.bool
    assert mask.data_ptr() == info["action_mask"].ctypes.data


def test_close_ends_threads_and_play() -> None:
    batch = Batch("triqueta", count=4, threads=2)
    batch.reset(seed=1)
    batch.close()
    assert batch.closed
    for ask in (batch.reset, batch.random_actions):
        with pytest.raises(SpokenError, match="the batch is closed"):
            ask()
    batch.close()


@pytest.mark.parametrize("opponents", [None, "easy"])
def test_shaped_rewards_add_up_to_the_lead(opponents: str | None) -> None:
    """Over a match, a point of lead is worth what `shaping` says; the victory is rewarded besides."""
    plain, shaped = (Batch("topiary", 3, count=5, opponents=opponents, shaping=each) for each in (0.0, 0.25))
    plain.reset(seed=3)
    shaped.reset(seed=3)
    totals, ended, steps = np.zeros((5, 3)), 0, 0
    while ended < 10:
        actions = plain.random_actions()
        *_, bare = plain.step(actions)
        *_, terminations, _, info = shaped.step(actions)
        assert info["rewards"].sum(axis=1) == pytest.approx(np.zeros(5))
        totals += info["rewards"] - bare["rewards"]
        for row in np.flatnonzero(terminations):
            points = info["points"][row].astype(float)
            lead = points - (points.sum() - points) / 2
            assert totals[row] == pytest.approx(0.25 * lead)
            totals[row] = 0
            ended += 1
        steps += 1
    assert steps > 10
