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


def first(*values: Any) -> list[Any]:
    """The first value every time; the others every week."""
    return [values[0], *(pytest.param(value, marks=pytest.mark.weekly) for value in values[1:])]


@pytest.mark.parametrize("visibility", first("four-dark", "double-open", "all-open"))
@pytest.mark.parametrize("deal", first("uniform", "pool", "players"))
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


@pytest.mark.parametrize("options", first({"mode": "1v1"}, {"mode": "2v2"}, {"mode": "1v1", "deal": "players"}))
def test_pettingzoo(options: dict[str, Any]) -> None:
    short = options | {"max_plies": 40}
    api_test(junqi_v0.env(**short), num_cycles=150)
    seed_test(lambda: junqi_v0.env(**short), num_cycles=30)
    parallel_api_test(junqi_v0.parallel_env(**short), num_cycles=100)
    # This one draws actions without their masks.
    parallel_seed_test(lambda: junqi_v0.parallel_env(illegal="lose", **short), num_cycles=30)


@pytest.mark.parametrize("actions", ["pairs", "compact"])
def test_pettingzoo_refuses_illegal_actions(actions: junqi.Numbering) -> None:
    env = junqi_v0.env(mode="1v1", actions=actions)
    env.reset(seed=1)
    mask = env.observe("player_0")["action_mask"]
    for action in (int(mask.argmin()), len(mask), -1):
        with pytest.raises(junqi.JunqiError, match=f"player_0: action {action}: .*action mask"):
            env.step(action)
    env.step(int(mask.argmax()))
    assert env.agent_selection == "player_1" and not any(env.terminations.values())
    env = junqi_v0.env(mode="1v1", actions=actions, illegal="lose")
    env.reset(seed=1)
    env.step(int(mask.argmin()))
    assert env.rewards == {"player_0": -1, "player_1": 0} and all(env.terminations.values())

    together = junqi_v0.parallel_env(mode="1v1", actions=actions)
    last = len(together.reset(seed=1)[0]["player_0"]["action_mask"]) - 1
    wrong = {
        "player_0: action 0": {"player_0": 0, "player_1": last},
        "player_0: found no action, expected one": {"player_1": last},
        f"player_1: found action 5, expected {last}, to pass": {"player_0": mask.argmax(), "player_1": 5},
    }
    for sentence, chosen in wrong.items():
        with pytest.raises(junqi.JunqiError, match=sentence):
            together.step(chosen)
    together.step({"player_0": mask.argmax()})
    for sentence, chosen in wrong.items():
        losing = junqi_v0.parallel_env(mode="1v1", actions=actions, illegal="lose")
        losing.reset(seed=1)
        _, rewards, over, _, infos = losing.step(chosen)
        loser = sentence.partition(":")[0]
        assert sentence in infos[loser]["illegal"] and all(over.values())
        assert rewards == {agent: -1 if agent == loser else 0 for agent in over}


def test_other_ways_with_illegal_actions_are_refused() -> None:
    makers: tuple[Any, ...] = (junqi.gymnasium.JunqiEnv, junqi_v0.env, junqi_v0.parallel_env)
    for make in makers:
        with pytest.raises(junqi.JunqiError, match="illegal: found 'loose', expected 'raise' or 'lose'"):
            make(illegal="loose")
        with pytest.raises(junqi.JunqiError, match="actions: found `compat`"):
            make(actions="compat")


def test_gymnasium_refuses_a_player_who_does_not_play() -> None:
    with pytest.raises(ValueError, match="player: found 2, expected 0 to 1"):
        junqi.gymnasium.JunqiEnv(mode="1v1", player=2)


@pytest.mark.parametrize(
    "options",
    first(
        {"mode": "1v1"},
        {"mode": "2v2", "partner": "random", "player": 3, "illegal": "lose"},
        {"mode": "1v1", "actions": "compact", "flat": True},
        {"mode": "1v1", "actions": "compact", "deal": "players"},
    ),
)
def test_gymnasium(options: dict[str, Any]) -> None:
    env = gymnasium.make("junqi/Junqi-v0", opponent="greedy", max_plies=200, **options)
    # It draws actions without their masks.
    lenient = junqi.gymnasium.JunqiEnv(max_plies=200, **options | {"illegal": "lose"})
    check_env(lenient, skip_render_check=True)
    rng, players = np.random.default_rng(1), set()
    for seed in range(4):
        observation, info = env.reset(seed=seed)
        players.add(info["player"])
        over, reward = False, 0.0
        while not over:
            assert reward == 0
            mask = env.unwrapped.action_masks()
            if "flat" not in options:
                assert np.array_equal(observation["action_mask"], mask)
            observation, reward, over, _, _ = env.step(rng.choice(np.flatnonzero(mask)))
            assert env.observation_space.contains(observation)
        assert reward in (-1, 0, 1)
    assert players == ({options["player"]} if "player" in options else {0, 1})
    env.reset(seed=1)
    mask = env.unwrapped.action_masks()
    if "illegal" in options:
        _, reward, over, _, info = env.step(int(mask.argmin()))
        assert reward == -1 and over and "illegal" in info["illegal"]
    else:
        with pytest.raises(junqi.JunqiError, match="the action mask has the legal actions"):
            env.step(int(mask.argmin()))
        env.step(int(mask.argmax()))


def test_compact_actions_are_the_same_moves() -> None:
    pairs = junqi.gymnasium.JunqiEnv(mode="1v1", actions="pairs")
    compact = junqi.gymnasium.JunqiEnv(mode="1v1", actions="compact")
    moves = junqi.Game("1v1").possible_moves()
    assert len(compact.action_masks()) == len(moves)
    for seed in range(3):
        pairs.reset(seed=seed)
        compact.reset(seed=seed)
        for _ in range(10):
            legal = np.flatnonzero(compact.action_masks())
            assert np.array_equal(moves[legal], np.flatnonzero(pairs.action_masks()))
            pairs.step(int(moves[legal[0]]))
            seen = compact.step(int(legal[0]))[0]
            assert np.array_equal(seen["observation"], pairs._observe()["observation"])


def test_gymnasium_renders_what_the_player_sees() -> None:
    env = gymnasium.make("junqi/Junqi-v0", mode="1v1", player=1, render_mode="ansi")
    env.reset(seed=1)
    shown = env.render()
    assert shown == env.unwrapped._table.state.observation_string(1) and "S?" in shown


def test_a_flat_observation_is_the_stations_in_a_row() -> None:
    env = junqi.gymnasium.JunqiEnv(mode="1v1", flat=True, player=1)
    seen, _ = env.reset(seed=1)
    out = np.empty((junqi.STATIONS, junqi.CHANNELS), np.float32)
    env._table.state.observe(1, out, layout="stations", turned=True)
    assert np.array_equal(seen, out.reshape(-1))
