"""Batches: equal to single states, refused as a whole."""

from __future__ import annotations

import os
import sys
import threading
import time
from typing import Any

import junqi
import numpy as np
import pytest

N = 16


def arrays(batch: junqi.Batch, dtype: Any = np.float32) -> list[Any]:
    """Observations, mask, rewards, done, players."""
    game, n = batch.game(), len(batch)
    return [
        np.full((n, *batch.observation_shape), 7, dtype),
        np.ones((n, game.num_distinct_actions()), np.bool_),
        np.ones((n, game.num_players()), np.float32),
        np.ones(n, np.bool_),
        np.full(n, 9, np.int32),
    ]


def choose(mask: np.ndarray[Any, Any], rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """A random legal action in every row."""
    return np.array([rng.choice(np.flatnonzero(row)) for row in mask], np.int64)


@pytest.mark.parametrize("dtype", [np.float32, np.uint8])
@pytest.mark.parametrize("layout", ["planes", "stations"])
def test_a_batch_is_its_states(mode: junqi.Mode, layout: junqi.Layout, dtype: Any) -> None:
    game = junqi.Game(mode, max_plies=30)
    one = junqi.Batch(game, N, seed=5, layout=layout)
    two = junqi.Batch(game, N, seed=5, layout=layout, threads=2)
    here, there = arrays(one, dtype), arrays(two, dtype)
    one.observe(*here)
    states = [one.state(i) for i in range(N)]
    rng = np.random.default_rng(1)
    for _ in range(45):
        actions = choose(here[1], rng)
        one.step(actions, *here)
        two.step(actions, *there)
        assert all(np.array_equal(a, b) for a, b in zip(here, there, strict=True))
        observations, mask, rewards, done, players = here
        for i, state in enumerate(states):
            state.apply_turned_action(int(actions[i]))
            assert done[i] == state.is_terminal()
            assert rewards[i].tolist() == state.returns()
            if done[i]:
                states[i] = state = one.state(i)
            assert players[i] == state.current_player()
            seen = np.empty(one.observation_shape, dtype)
            state.observe(state.current_player(), seen, layout=layout, turned=True)
            assert np.array_equal(seen, observations[i])
            assert np.flatnonzero(mask[i]).tolist() == state.turned_legal_actions(players[i])
    assert len(one) == N


def test_seeds_decide() -> None:
    batches = [junqi.Batch(junqi.Game(), N, seed=seed) for seed in (1, 1, 2)]
    texts = [[str(batch.state(i)) for i in range(N)] for batch in batches]
    assert texts[0] == texts[1] != texts[2]
    assert len(set(texts[0])) == N


def test_what_does_not_fit_changes_nothing() -> None:
    batch = junqi.Batch(junqi.Game(), N)
    good = arrays(batch)
    batch.observe(*good)
    actions = choose(good[1], np.random.default_rng(1))
    before = [str(batch.state(i)) for i in range(N)]
    kept = [array.copy() for array in good]

    def refused(sentence: str, actions: Any = actions, **changed: Any) -> None:
        names = ("observations", "mask", "rewards", "done", "players")
        given = [changed.get(name, array) for name, array in zip(names, good, strict=True)]
        with pytest.raises(junqi.JunqiError, match=sentence):
            batch.step(actions, *given)
        assert [str(batch.state(i)) for i in range(N)] == before
        assert all(np.array_equal(a, b) for a, b in zip(good, kept, strict=True))

    wrong = actions.copy()
    wrong[3] = -5
    refused("game 3 of the batch: found action -5", wrong)
    refused("actions: found elements of int32, expected int64", actions.astype(np.int32))
    refused(r"actions: found shape \[15\], expected \[16\]", actions[1:])
    refused("observations: found elements of float64, expected float32", observations=good[0].astype(np.float64))
    refused("observations: .* not contiguous row by row", observations=np.asfortranarray(good[0]))
    refused("mask: found elements of uint8, expected bool", mask=good[1].astype(np.uint8))
    refused("mask: .* not contiguous row by row", mask=np.asfortranarray(good[1]))
    refused(r"rewards: found shape \[16\], expected \[16, 4\]", rewards=good[2][:, 0])
    refused("done: found <class 'list'>, expected a NumPy array", done=[False] * N)
    refused("players: found elements of int64, expected int32", players=good[4].astype(np.int64))
    batch.step(actions, *good)
    for games in (0, 10**12):
        with pytest.raises(junqi.JunqiError, match=f"found a batch of {games} games"):
            junqi.Batch(junqi.Game(), games)


def test_the_lock_is_released() -> None:
    batch = junqi.Batch(junqi.Game(), 1024)
    good = arrays(batch)
    stop, counted = threading.Event(), [0]

    def count() -> None:
        while not stop.is_set():
            counted[0] += 1
            time.sleep(0)  # releases the lock

    counter, interval = threading.Thread(target=count), sys.getswitchinterval()
    sys.setswitchinterval(60)  # only who releases the lock lets another thread run
    try:
        counter.start()
        before = counted[0]
        batch.observe(*good)
        after = counted[0]
    finally:
        stop.set()
        counter.join()
        sys.setswitchinterval(interval)
    assert after > before


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_is_refused_and_does_not_hang() -> None:
    batch = junqi.Batch(junqi.Game(), N, threads=2)
    good = arrays(batch)
    batch.observe(*good)
    child = os.fork()
    if child == 0:
        try:
            batch.observe(*good)
        except junqi.JunqiError as error:
            os._exit(0 if "threads of another process" in str(error) else 2)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
