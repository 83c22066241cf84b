"""Shared by all tests."""

from __future__ import annotations

import random

import junqi
import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "weekly: runs under `./test --all`")


@pytest.fixture(params=["1v1", "2v2"])
def mode(request: pytest.FixtureRequest) -> junqi.Mode:
    mode: junqi.Mode = request.param
    return mode


def play(state: junqi.State, moves: int, seed: int) -> junqi.State:
    """The state after some random actions, before its end."""
    rng = random.Random(seed)
    state = state.clone()
    for _ in range(moves):
        following = state.clone()
        following.apply_action(rng.choice(state.legal_actions()))
        if following.is_terminal():
            break
        state = following
    return state
