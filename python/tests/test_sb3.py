"""Masked PPO of sb3-contrib learns without an adapter; `pip install sb3-contrib` beside the package."""

from __future__ import annotations

import pytest

gymnasium = pytest.importorskip("gymnasium")
sb3 = pytest.importorskip("sb3_contrib")

import junqi.gymnasium  # noqa: E402, F401


def test_masked_ppo_learns() -> None:
    options = {"opponent": "random", "deal": "pool", "actions": "compact", "flat": True}
    env = gymnasium.make("junqi/Junqi-v0", mode="1v1", **options)
    policy = sb3.MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=32, n_epochs=1, seed=1)
    policy.learn(64)
    seen, _ = env.reset(seed=2)
    mask = env.get_wrapper_attr("action_masks")()
    action, _ = policy.predict(seen, action_masks=mask)
    assert mask[action]
    env.step(action)
