"""Games and states."""

from __future__ import annotations

import copy
import itertools
import os
import pickle
import random
import signal
import threading
import time

import junqi
import numpy as np
import pytest
from conftest import play

DEALS: tuple[junqi.Deal, ...] = ("uniform", "pool", "players")
VISIBILITIES: tuple[junqi.Visibility, ...] = ("four-dark", "double-open", "all-open")


def test_options_are_kept_and_pickled() -> None:
    game = junqi.Game("1v1", rules="qq", visibility="double-open", deal="pool", max_plies=99)
    assert (game.mode, game.visibility, game.deal) == ("1v1", "double-open", "pool")
    assert game.rules == "draw_quiet_plies=71,max_plies=99,mode=1v1,no_move=qq"
    again = pickle.loads(pickle.dumps(game))
    assert again == game and hash(again) == hash(game) and again != junqi.Game("1v1")
    assert junqi.Game(rules="mode=1v1").mode == "1v1" and junqi.Game("2v2", rules="mode=1v1").mode == "2v2"
    assert eval(repr(game), {"Game": junqi.Game}) == game
    assert game.seats == ["S", "N"]
    assert len(junqi.Game().possible_moves()) == 5624


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"mode": "3v3"}, "rules: unknown variant `3v3`"),
        ({"visibility": "dark"}, "visibility: found `dark`, expected `four-dark`, `double-open`"),
        ({"deal": "fair"}, "deal: found `fair`, expected `uniform`, `pool`, `players`"),
        ({"draw_quiet_plies": 0}, "found rules without an end"),
        ({"colour": "red"}, "unknown field `colour`"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, str], sentence: str) -> None:
    with pytest.raises(junqi.JunqiError, match=sentence):
        junqi.Game(**options)  # type: ignore[arg-type]


@pytest.mark.parametrize(("deal", "visibility"), list(itertools.product(DEALS, VISIBILITIES)))
def test_copies_are_equal(mode: junqi.Mode, deal: junqi.Deal, visibility: junqi.Visibility) -> None:
    game = junqi.Game(mode, deal=deal, visibility=visibility)
    state = play(game.new_initial_state(seed=3), 130, seed=4)
    for other in (state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
        assert other == state and str(other) == str(state)
    before = state.history()
    action = state.legal_actions()[-1]
    assert state.string_to_action(state.action_to_string(action)) == action
    state.apply_action(action)
    assert state.undo_action() == action
    assert state.history() == before


def test_uniform_chance_is_exact() -> None:
    state = junqi.Game().new_initial_state()
    rng, product = random.Random(1), 1.0
    for _ in range(25):
        outcomes = state.chance_outcomes()
        assert abs(sum(p for _, p in outcomes) - 1) < 1e-12
        outcome, probability = rng.choice(outcomes)
        product *= probability
        state.apply_action(outcome)
    assert abs(product * 709_596_419_051_520_000 - 1) < 1e-9


def test_illegal_actions_change_nothing() -> None:
    state = junqi.Game().new_initial_state(seed=1)
    before = state.history()
    for action in (0, 16_641):
        with pytest.raises(junqi.JunqiError):
            state.apply_action(action)
    with pytest.raises(OverflowError):
        state.apply_action(-1)
    with pytest.raises(junqi.JunqiError, match="found player 4, expected a number from 0 to 3"):
        state.observation_string(4)
    assert state.history() == before


def test_resampled_states_look_the_same(mode: junqi.Mode) -> None:
    game = junqi.Game(mode)
    planes = [np.empty((junqi.CHANNELS, 17, 17), np.float32) for _ in range(2)]
    for moves in range(0, 160, 20):
        state = play(game.new_initial_state(seed=moves), moves, seed=moves)
        for player in range(game.num_players()):
            other = state.resample_from_infostate(player, seed=moves)
            assert other != state
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.legal_actions(player) == state.legal_actions(player)
            seen = state.information_state_string(player)
            assert junqi.State.from_information_state(seen).information_state_string(player) == seen
            for each, out in zip((state, other), planes, strict=True):
                each.observe(player, out)
            assert np.array_equal(planes[0], planes[1])


def test_arrays_that_do_not_fit_are_refused() -> None:
    state = junqi.Game().new_initial_state(seed=1)
    for out, sentence in (
        (np.zeros((78, 17, 16), np.float32), r"out: found shape \[78, 17, 16\], expected \[78, 17, 17\]"),
        (np.zeros((78, 17, 17), np.float64), "out: found elements of float64, expected float32"),
        (np.zeros((78, 17, 17), np.float32, order="F"), "not contiguous row by row"),
    ):
        with pytest.raises(junqi.JunqiError, match=sentence):
            state.observe(0, out)  # type: ignore[arg-type]
        assert not out.any()
    frozen = np.zeros((78, 17, 17), np.float32)
    frozen.flags.writeable = False
    with pytest.raises(junqi.JunqiError, match="expected a writable array"):
        state.observe(0, frozen)


def test_turned_actions_are_those_of_the_board(mode: junqi.Mode) -> None:
    state = play(junqi.Game(mode).new_initial_state(seed=2), 31, seed=2)
    player = state.current_player()
    turned = state.turned_legal_actions(player)
    assert len(turned) == len(state.legal_actions())
    reached = set()
    for action in turned:
        following = state.clone()
        following.apply_turned_action(action)
        reached.add(following.history()[-1])
    assert sorted(reached) == state.legal_actions()


def test_players_play_whole_games(mode: junqi.Mode) -> None:
    for deal in DEALS:
        state = junqi.Game(mode, deal=deal, max_plies=12).new_initial_state(seed=5)
        players = [junqi.Player("greedy", seed=1), junqi.Player("pimc:nodes=50", seed=2)]
        while not state.is_terminal():
            state.apply_action(players[state.current_player() % 2].act(state))
        assert sum(state.returns()) == 0
    assert repr(pickle.loads(pickle.dumps(players[1]))) == repr(players[1])
    with pytest.raises(junqi.JunqiError, match="seat `gredy`: found the name `gredy`"):
        junqi.Player("gredy")


def test_control_c_ends_a_long_search() -> None:
    state = junqi.Game("1v1").new_initial_state(seed=1)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have had it ignored
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        junqi.Player("pimc:movetime=60000,depth=64").act(state)
    assert time.monotonic() - began < 20


def test_notebooks_show_the_board() -> None:
    state = junqi.Game().new_initial_state(seed=1)
    drawn = state._repr_svg_()
    assert drawn is not None and drawn.startswith("<svg")
