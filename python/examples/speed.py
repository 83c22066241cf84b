"""Measures steps per second: of states, of OpenSpiel's games (chess too, to compare), of batches.

    python speed.py [--seconds 2] [--threads 2]

Games are random. Of batches, the time to choose actions is not counted.
"""

from __future__ import annotations

import argparse
import random
import time
from functools import partial

import junqi
import numpy as np

BATCH = 256


def of_states(mode: junqi.Mode, seconds: float) -> float:
    """Steps of single states that list their actions."""
    game, rng, steps, began = junqi.Game(mode), random.Random(1), 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        state = game.new_initial_state(steps)
        while actions := state.legal_actions():
            state.apply_action(actions[int(rng.random() * len(actions))])
            steps += 1
    return steps / (time.perf_counter() - began)


def of_open_spiel(name: str, seconds: float) -> float:
    """Steps of a game of OpenSpiel, chance nodes included."""
    import junqi.open_spiel
    import pyspiel

    game, rng, steps, began = pyspiel.load_game(name), random.Random(1), 0, time.perf_counter()
    while time.perf_counter() - began < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = [o[0] for o in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])
            steps += 1
    return steps / (time.perf_counter() - began)


def of_batches(
    mode: junqi.Mode,
    layout: junqi.Layout,
    beliefs: junqi.Beliefs,
    actions: junqi.Numbering,
    dtype: type,
    seconds: float,
    size: int = BATCH,
    threads: int = 1,
) -> float:
    """Steps of the games of a batch."""
    game, rng = junqi.Game(mode), np.random.default_rng(1)
    batch = junqi.Batch(game, size, layout=layout, beliefs=beliefs, actions=actions, threads=threads)
    observations = np.empty((size, *batch.observation_shape), dtype)
    mask = np.empty((size, batch.num_actions), np.bool_)
    rewards = np.empty((size, game.num_players()), np.float32)
    done, players = np.empty(size, np.bool_), np.empty(size, np.int32)
    batch.observe(observations, mask, rewards, done, players)
    steps, spent = 0, 0.0
    while spent < seconds:
        _, legal = np.nonzero(mask)
        ends = mask.sum(axis=1).cumsum()
        firsts = np.concatenate(([0], ends[:-1]))
        chosen = legal[rng.integers(firsts, ends)]
        began = time.perf_counter()
        batch.step(chosen, observations, mask, rewards, done, players)
        spent += time.perf_counter() - began
        steps += size
    return steps / spent


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures steps per second.")
    parser.add_argument("--seconds", type=float, default=2.0, help="of each measurement")
    parser.add_argument("--threads", type=int, default=1, help="of the last measurement, of 1,024 games")
    options = parser.parse_args()
    seconds, modes = options.seconds, ("1v1", "2v2")

    def row(what: str, *values: float) -> None:
        print(f"{what:52}" + "".join(f"{value:12,.0f}" for value in values), flush=True)

    print(" " * 52 + "".join(f"{mode:>12}" for mode in modes))
    row("State", *(of_states(mode, seconds) for mode in modes))
    try:
        row("OpenSpiel", *(of_open_spiel(name, seconds) for name in ("python_junqi_1v1", "python_junqi")))
        row("OpenSpiel's chess", of_open_spiel("chess", seconds))
    except ImportError:
        print("OpenSpiel is not installed")
    for layout, beliefs in (("planes", "may-be"), ("stations", "none")):
        for actions in ("pairs", "compact"):
            for dtype in (np.uint8, np.float32):
                what = f"Batch, {layout}, {beliefs}, {actions}, {dtype.__name__}"
                row(what, *(of_batches(mode, layout, beliefs, actions, dtype, seconds) for mode in modes))
    for threads in {1, options.threads} if options.threads > 1 else ():
        what = f"the second last, 1,024 games, threads: {threads}"
        batch = partial(of_batches, layout="stations", beliefs="none", actions="compact", dtype=np.uint8)
        row(what, *(batch(mode, seconds=seconds, size=1024, threads=threads) for mode in modes))


if __name__ == "__main__":
    main()
