"""Plays random games of four players, first one by one, then many at once."""

from __future__ import annotations

import random
import time

import junqi
import numpy as np


def one_by_one(games: int) -> None:
    rng = random.Random(1)
    game = junqi.Game("2v2", deal="pool")
    wins = [0, 0]
    for seed in range(games):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        south, east = state.returns()[:2]
        wins[0] += south > 0
        wins[1] += east > 0
    print(f"{games} games: South and North won {wins[0]}, East and West {wins[1]}")


def at_once(games: int, seconds: float) -> None:
    game = junqi.Game("2v2", deal="pool")
    batch = junqi.Batch(game, games, layout="stations", beliefs="none")
    observations = np.empty((games, *batch.observation_shape), np.uint8)
    mask = np.empty((games, game.num_distinct_actions()), np.bool_)
    rewards = np.empty((games, game.num_players()), np.float32)
    done = np.empty(games, np.bool_)
    players = np.empty(games, np.int32)
    batch.observe(observations, mask, rewards, done, players)
    rng = np.random.default_rng(1)
    steps = ended = 0
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in mask], np.int64)
        batch.step(actions, observations, mask, rewards, done, players)
        steps += games
        ended += int(done.sum())
    print(f"a batch of {games}: {steps / seconds:,.0f} steps a second, {ended} games ended")


if __name__ == "__main__":
    one_by_one(10)
    at_once(64, 2.0)
