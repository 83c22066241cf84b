"""Deployments, beliefs, evaluations, records, matches."""

from __future__ import annotations

import pickle
from pathlib import Path

import junqi
import numpy as np
import pytest
from conftest import play

TEXT = "dfcei a.x.b ih.gd e.x.c hmifg mqmhg"
COUNTS = [1, 1, 2, 2, 2, 2, 3, 3, 3, 2, 3, 1]


def kinds(state: junqi.State) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """The true kinds by player and piece."""
    armies = [army.kinds() for army in junqi.Record.of(state).deployments if army is not None]
    return np.stack(armies)


def test_deployments_go_round(tmp_path: Path) -> None:
    deployment = junqi.Deployment(TEXT)
    assert str(deployment) == TEXT and eval(repr(deployment), {"Deployment": junqi.Deployment}) == deployment
    assert pickle.loads(pickle.dumps(deployment)) == deployment == deployment.mirror().mirror()
    assert len({deployment, deployment.mirror(), junqi.Deployment(TEXT)}) == 2
    assert [junqi.KINDS[kind] for kind in deployment.kinds()[:3]] == ["brigade", "battalion", "division"]
    assert np.bincount(deployment.kinds()).tolist() == COUNTS
    assert junqi.Deployment.sample(3) == junqi.Deployment.sample(3) != junqi.Deployment.sample(4)
    (tmp_path / "a.jql").write_bytes(deployment.to_jql())
    assert junqi.read_deployments(tmp_path / "a.jql") == [("a", deployment)]
    (tmp_path / "a.txt").write_text("name: one\n" + TEXT.replace(" ", "\n"))
    assert junqi.read_deployments(tmp_path / "a.txt") == [("one", deployment)]
    assert len(junqi.Deployment.book()) == 26
    svg = deployment._repr_svg_()
    assert svg.startswith("<svg")
    with pytest.raises(junqi.JunqiError, match="wrong number of flag pieces: 0 instead of 1"):
        junqi.Deployment(TEXT.replace("q", "g"))


def test_beliefs_are_exact_at_the_start() -> None:
    state = junqi.Game().new_initial_state(seed=1)
    posterior = state.posterior(1)
    assert posterior is not None and posterior.error is None
    marginals = posterior.marginals()
    assert marginals.shape == (4, 25, 12)
    assert np.allclose(marginals.sum(axis=2), 1)
    assert np.allclose(marginals[0].sum(axis=0), COUNTS)
    assert set(marginals[1].flat) == {0, 1}
    assert np.isclose(marginals[0, 21, 11], 1 / 2) and np.isclose(marginals[0, 21, 10], 1 / 6)
    assert np.allclose(posterior.entropy()[1], 0)
    assert sorted(posterior.stations().flat)[0] >= 0 and len(set(posterior.stations().flat)) == 100
    # Three armies are hidden, each with the published number of deployments.
    bits = posterior.bits(kinds(state))
    assert bits is not None and np.isclose(bits, 3 * np.log2(709_596_419_051_520_000))
    assert junqi.Game().new_initial_state().posterior(0) is None
    with pytest.raises(junqi.JunqiError, match=r"kinds: found shape \[2, 25\], expected \[4, 25\]"):
        posterior.bits(np.zeros((2, 25), np.uint8))


def test_beliefs_follow_a_game(mode: junqi.Mode) -> None:
    state = play(junqi.Game(mode).new_initial_state(seed=2), 90, seed=2)
    record = junqi.Record.of(state)
    start = record.information_state_string("S", 0)
    belief = junqi.Belief(start)
    for event in record.events:
        belief.learn(event)
    assert (belief.seat, belief.ply) == ("S", 90)
    exact = state.posterior(0)
    assert exact is not None
    assert np.allclose(belief.posterior().marginals(), exact.marginals(), atol=1e-9)
    assert np.array_equal(belief.posterior().stations(), exact.stations())
    # What was drawn is possible, and the truth is.
    for drawn in (kinds(state), exact.sample(1), exact.sample(2)):
        assert (np.take_along_axis(exact.marginals(), drawn[..., None].astype(np.intp), 2) > 0).all()
    learned = junqi.Belief(state.information_state_string(0), opponent="people")
    assert not np.allclose(learned.posterior().marginals(), exact.marginals())
    assert learned._repr_svg_().startswith("<svg")
    with pytest.raises(junqi.JunqiError, match="opponent nothing: No such file"):
        junqi.Belief(start, opponent="nothing")
    with pytest.raises(junqi.JunqiError, match="without an observer"):
        junqi.Belief(str(state))


def test_evaluations_are_sums() -> None:
    state = play(junqi.Game("1v1").new_initial_state(seed=3), 60, seed=3)
    evaluation = junqi.Evaluation()
    belief = junqi.Belief(state.information_state_string(1), opponent="engines")
    for of in (state, belief):
        explained = evaluation.explain(of)
        assert explained["total"] == evaluation.value(of)
        total = sum(feature["product"] for feature in explained["features"])
        assert abs(total - explained["total"]) < 1
        assert 0 < explained["probability"] < 1
        assert {"term", "name", "amount", "weight", "product"} == set(explained["features"][0])
    with pytest.raises(junqi.JunqiError, match="missing.json: No such file"):
        junqi.Evaluation("missing.json")


def test_records_go_round(mode: junqi.Mode, tmp_path: Path) -> None:
    state = play(junqi.Game(mode, visibility="double-open").new_initial_state(seed=4), 50, seed=4)
    record = junqi.Record.of(state)
    assert record.plies == len(record.events) == 50
    assert record.to_dict()["result"]["why"] == "unfinished"
    assert record.state() == state
    assert pickle.loads(pickle.dumps(record)) == record
    earlier = record.state(20)
    assert earlier.history() == state.history()[: len(earlier.history())]
    for number, seat in enumerate(state.game().seats):
        seen = earlier.information_state_string(number)
        assert record.information_state_string(seat, 20) == seen
    path = tmp_path / "games.jsonl"
    path.write_text(f"{record}\n{junqi.Record.of(earlier)}\n")
    assert [again.plies for again in junqi.read_records(path)] == [50, 20]
    assert len(junqi.read_deployments(path)) == 2 * len(state.game().seats)
    if mode == "2v2":
        (tmp_path / "game.jgs").write_bytes(record.to_jgs())
        [replayed] = junqi.read_records(tmp_path / "game.jgs", rules="default")
        assert replayed.events == record.events
    with pytest.raises(junqi.JunqiError, match="found 50 moves, expected at least 51"):
        record.state(51)
    with pytest.raises(junqi.JunqiError, match="expected ident at line 1"):
        junqi.Record("no record")


def test_moves_are_counted() -> None:
    game = junqi.Game(deal="pool")
    state = game.new_initial_state(seed=5)
    first = len(state.legal_actions())
    following = 0
    for action in state.legal_actions():
        other = state.clone()
        other.apply_action(action)
        following += len(other.legal_actions())
    assert [state.perft(depth) for depth in range(3)] == [1, first, following]


def test_matches_do_not_depend_on_jobs(tmp_path: Path) -> None:
    game = junqi.Game("1v1", deal="pool", max_plies=60)
    out = tmp_path / "games.jsonl"
    report = junqi.match(game, "greedy", "random", games=11, seed=2, out=out)
    assert report["wins"] + report["draws"] + report["losses"] == 12 == len(junqi.read_records(out))
    assert report == junqi.match(game, "greedy", "random", games=12, seed=2, jobs=3)
    written = out.read_bytes()
    assert report == junqi.match(game, "greedy", "random", games=12, seed=2, out=out)
    assert out.read_bytes() == written
    one = junqi.match(game, "greedy", "random", games=2, deployments=[junqi.Deployment(TEXT)])
    assert one["units"] == 1
    test = junqi.match(junqi.Game("1v1"), "greedy", "random", games=400, sprt={"elo0": 0, "elo1": 200})
    assert test["sprt"]["accepted"] == "H1" and test["units"] < 200
    with pytest.raises(junqi.JunqiError, match="seat `gredy`"):
        junqi.match(game, "gredy", "random")
    with pytest.raises(junqi.JunqiError, match="sprt: "):
        junqi.match(game, "greedy", "random", sprt={"elo": 0})


def test_deployments_are_measured() -> None:
    game = junqi.Game("1v1", max_plies=60)
    measured = [("one", junqi.Deployment(TEXT)), ("other", junqi.Deployment.sample(1))]
    report = junqi.evaluate_deployments(game, measured, seat="random", games=8, rounds=1)
    assert {place["name"] for place in report["deployments"]} == {"one", "other"}
    assert all(place["games"] == 8 for place in report["deployments"])
    assert report == junqi.evaluate_deployments(game, measured, seat="random", games=8, rounds=1, jobs=2)
    with pytest.raises(junqi.JunqiError, match="there is no deployment to measure"):
        junqi.evaluate_deployments(game, [])
