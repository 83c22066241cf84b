"""Games on other boards than the standard one."""

from __future__ import annotations

import pickle
from typing import Any

import junqi
import numpy as np
import pytest
from conftest import play

MINI = junqi.Game(board="mini", max_plies=4)


def test_boards_and_armies_are_options() -> None:
    assert (MINI.board, MINI.army, MINI.mode) == ("mini", "aixmq", "1v1")
    assert (MINI.num_stations(), MINI.num_distinct_actions()) == (14, 196)
    other = junqi.Game(board="mini", army="aeimq", max_plies=4)
    assert (other.board, other.army) == ("mini:aeimq", "aeimq")
    for game in (MINI, other):
        assert pickle.loads(pickle.dumps(game)) == game and eval(repr(game), {"Game": junqi.Game}) == game
    assert MINI != other and MINI != junqi.Game("1v1", max_plies=4)
    with pytest.raises(junqi.JunqiError, match="army: .*an army of 3 pieces for arms of 5 posts"):
        junqi.Game(board="mini", army="aiq")
    with pytest.raises(junqi.JunqiError, match="board: found `maxi`, expected `siguo`, `mini`"):
        junqi.Game(board="maxi")
    with pytest.raises(junqi.JunqiError, match="found a pool of deployments"):
        junqi.Game(board="mini", deal="pool")
    with pytest.raises(junqi.JunqiError, match="no arm for seat E"):
        junqi.Game("2v2", board="mini")


def test_a_board_is_given_by_its_text() -> None:
    rows = ["H o H", "+ O +", "+ - +", "+ O +", "H o H"]
    drawing = "\n".join([" " * 10] * 6 + [" " * 14 + row for row in rows] + [""] * 6)
    text = f"board own\ngrid\n{drawing}\nend\narm S 9,7 10,9\narm N 7,9 6,7\narmy aixmq\nmines 1\n"
    game = junqi.Game(board=text)
    assert (game.board, game.num_stations()) == ("own", 15)
    assert junqi.Game(board="own") == game and pickle.loads(pickle.dumps(game)) == game
    record = junqi.Record.of(play(game.new_initial_state(seed=1), 3, seed=1))
    assert junqi.Record(str(record)).state().game().board == "own"
    with pytest.raises(junqi.JunqiError, match="board: line 3, column 1"):
        junqi.Game(board="board bad\ngrid\nx\n")


def test_everything_about_a_state_works_on_a_small_board() -> None:
    game = junqi.Game(board="mini")
    state = play(game.new_initial_state(seed=2), 3, seed=5)
    player = state.current_player()
    seen = state.information_state_string(player)
    belief = junqi.Belief(seen, board="mini")
    posterior = belief.posterior()
    assert posterior.marginals().shape == (2, 5, 12)
    assert np.allclose(posterior.marginals().sum(axis=2), 1)
    assert posterior.bits(posterior.sample(seed=1)) is not None
    again = junqi.State.from_information_state(seen, board="mini")
    assert again.information_state_string(player) == seen
    out = np.empty((14, junqi.CHANNELS), np.float32)
    state.observe(player, out, layout="stations", turned=True)
    assert out[:, 48].sum() > 0
    assert junqi.Player("pimc:nodes=50").act(state) in state.legal_actions()
    record = junqi.Record.of(state)
    assert junqi.Record(str(record)).state().history() == state.history()
    army = record.deployments[0]
    assert army is not None and len(army.kinds()) == 5 and pickle.loads(pickle.dumps(army)) == army
    assert junqi.Deployment(str(army), board="mini") == army
    report = junqi.match(game, "greedy", "random", games=20)
    assert report["wins"] > report["losses"]


def test_best_responses_are_those_of_open_spiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import junqi.open_spiel  # noqa: F401
    from open_spiel.python import policy
    from open_spiel.python.algorithms import best_response

    game = pyspiel.load_game("python_junqi_1v1(board=mini,max_plies=3)")
    assert game.num_distinct_actions() == 196
    small = junqi.Game(board="mini", max_plies=3)
    greedy: dict[str, int] = {}

    def choice(state: Any, player: int) -> int:
        key = state.information_state_string(player)
        if key not in greedy:
            greedy[key] = junqi.Player("greedy", seed=1).act(getattr(state, "junqi", state))
        return greedy[key]

    class Greedy(policy.Policy):  # type: ignore[misc]
        def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
            return {choice(state, state.current_player()): 1.0}

    for name, other in (("random", policy.UniformRandomPolicy(game)), ("greedy", Greedy(game, [0, 1]))):
        for player in range(2):
            theirs = best_response.BestResponsePolicy(game, player, other)
            value = theirs.value(game.new_initial_state())
            assert abs(value - junqi.best_response(small, player, name)) < 1e-12
    same = junqi.best_response(small, 0, lambda state: [(choice(state, state.current_player()), 1.0)])
    assert same == junqi.best_response(small, 0, "greedy")


def test_strategies_that_fail_are_told() -> None:
    with pytest.raises(junqi.JunqiError, match="found 503"):
        junqi.best_response(junqi.Game("1v1"), 0, "random")
    with pytest.raises(junqi.JunqiError, match="illegal"):
        junqi.best_response(MINI, 0, lambda _: [(0, 1.0)])
    with pytest.raises(ZeroDivisionError):
        junqi.best_response(MINI, 0, lambda _: [(1 // 0, 1.0)])
