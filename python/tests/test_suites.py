"""The suites of OpenSpiel and of PettingZoo."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")
pyspiel = pytest.importorskip("pyspiel")
pytest.importorskip("pettingzoo")

import junqi.gymnasium  # noqa: E402
import junqi.open_spiel  # noqa: E402, F401
from gymnasium.utils.env_checker import check_env  # noqa: E402
from junqi.pettingzoo import junqi_v0  # noqa: E402
from pettingzoo.test import (  # noqa: E402
    api_test,
    parallel_api_test,
    parallel_seed_test,
    seed_test,
)

DEALS = ("uniform", "pool", "players")
VISIBILITIES = ("four-dark", "double-open", "all-open")


@pytest.mark.parametrize("visibility", VISIBILITIES)
@pytest.mark.parametrize("deal", DEALS)
@pytest.mark.parametrize("name", ["python_junqi", "python_junqi_1v1"])
def test_random_sim_test(name: str, deal: str, visibility: str) -> None:
    game = pyspiel.load_game(f"{name}(deal={deal},visibility={visibility},max_plies=40)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", ["python_junqi", "python_junqi_1v1"])
def test_open_spiel_simulation(name: str) -> None:
    """As the tests of OpenSpiel walk through a game: clones, pickles, returns within their range."""
    game = pyspiel.load_game(name, {"max_plies": 60})
    state, rng = game.new_initial_state(), random.Random(1)
    lengths = 0
    while not state.is_terminal():
        clone = state.clone()
        assert clone.history() == state.history() and str(clone) == str(state)
        _, restored = pyspiel.deserialize_game_and_state(
            pyspiel.serialize_game_and_state(game, state)
        )
        assert str(restored) == str(state)
        if state.is_chance_node():
            actions = [action for action, _ in state.chance_outcomes()]
        else:
            player = state.current_player()
            actions = state.legal_actions(player)
            assert actions == sorted(actions) and state.legal_actions((player + 1) % 2) == []
            assert len(state.observation_tensor(player)) == 78 * 17 * 17
            assert state.observation_string(player) in state.information_state_string(player) or lengths
            lengths += 1
        state.apply_action(rng.choice(actions))
    assert lengths <= game.max_game_length()
    assert sum(state.returns()) == game.utility_sum() == 0
    assert pickle.loads(pickle.dumps(game)).num_players() == game.num_players()


def test_open_spiel_resamples() -> None:
    game = pyspiel.load_game("python_junqi_1v1(deal=pool)")
    state, rng = game.new_initial_state(), random.Random(2)
    for _ in range(40):
        actions = [a for a, _ in state.chance_outcomes()] or state.legal_actions()
        state.apply_action(rng.choice(actions))
    for player in range(2):
        other = state.resample_from_infostate(player, rng.random)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.history() == other.junqi.history()
        assert other.history()[2:] == state.history()[2:]  # the moves after both deals


def test_open_spiel_refuses_unknown_parameters() -> None:
    with pytest.raises(pyspiel.SpielError, match="colour"):
        pyspiel.load_game("python_junqi(colour=red)")


@pytest.mark.parametrize("options", [{"mode": "1v1"}, {"mode": "2v2"}, {"mode": "1v1", "deal": "players"}])
def test_pettingzoo(options: dict[str, Any]) -> None:
    short = options | {"max_plies": 40}
    api_test(junqi_v0.env(**short), num_cycles=150)
    seed_test(lambda: junqi_v0.env(**short), num_cycles=30)
    parallel_api_test(junqi_v0.parallel_env(**short), num_cycles=100)
    parallel_seed_test(lambda: junqi_v0.parallel_env(**short), num_cycles=30)


def test_gymnasium_refuses_a_player_who_does_not_play() -> None:
    with pytest.raises(ValueError, match="player: found 2, expected 0 to 1"):
        junqi.gymnasium.JunqiEnv(mode="1v1", player=2)


@pytest.mark.parametrize("options", [{"mode": "1v1"}, {"mode": "2v2", "partner": "random", "player": 3}])
def test_gymnasium(options: dict[str, Any]) -> None:
    env = gymnasium.make("junqi/Junqi-v0", opponent="greedy", max_plies=200, **options)
    check_env(env.unwrapped, skip_render_check=True)
    rng, players = np.random.default_rng(1), set()
    for seed in range(4):
        observation, info = env.reset(seed=seed)
        players.add(info["player"])
        over, reward = False, 0.0
        while not over:
            assert reward == 0
            action = rng.choice(np.flatnonzero(observation["action_mask"]))
            observation, reward, over, _, _ = env.step(action)
        assert reward in (-1, 0, 1)
    assert players == ({options["player"]} if "player" in options else {0, 1})
    observation, _ = env.reset(seed=1)
    *_, info = env.step(int(observation["action_mask"].argmin()))
    assert "illegal" in info["illegal"]
