"""What an observer gets of a state, and that nothing else shows."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import junqi
import numpy as np
import pytest
from conftest import play

pyspiel = pytest.importorskip("pyspiel")

import junqi.open_spiel  # noqa: E402, F401
from open_spiel.python.observation import (  # noqa: E402
    INFO_STATE_OBS_TYPE,
    make_observation,
)

NONE, SINGLE, ALL = (
    pyspiel.PrivateInfoType.NONE,
    pyspiel.PrivateInfoType.SINGLE_PLAYER,
    pyspiel.PrivateInfoType.ALL_PLAYERS,
)
NAMES = {"1v1": "python_junqi_1v1", "2v2": "python_junqi"}


def kind(recall: bool, private: Any, public: bool = True) -> Any:
    return pyspiel.IIGObservationType(
        perfect_recall=recall, public_info=public, private_info=private
    )


def twin(state: junqi.State, hidden: list[str], rng: random.Random) -> junqi.State:
    """The same events after another deal: pieces of hidden seats are exchanged where the rules let it pass."""
    record = junqi.Record.of(state).to_dict()
    exchanged = 0
    for _ in range(300):
        at = rng.choice(hidden)
        letters = list(record["deployments"][at])
        a, b = rng.sample([i for i, letter in enumerate(letters) if letter.isalpha()], 2)
        letters[a], letters[b] = letters[b], letters[a]
        other = record | {"deployments": record["deployments"] | {at: "".join(letters)}}
        try:
            junqi.Record(json.dumps(other))
        except junqi.JunqiError:
            continue
        exchanged += other != record
        record = other
    assert exchanged, "no twin was found"
    return junqi.Record(json.dumps(record)).state()


def in_open_spiel(state: junqi.State) -> Any:
    game = state.game()
    name = f"{NAMES[game.mode]}(visibility={game.visibility})"
    here = pyspiel.load_game(name).new_initial_state()
    for action in state.history():
        here.apply_action(action)
    return here


@pytest.mark.parametrize("visibility", ["four-dark", "double-open", "all-open"])
def test_no_observer_of_open_spiel_tells_twins_apart(
    mode: junqi.Mode, visibility: junqi.Visibility
) -> None:
    rng = random.Random(5)
    start = junqi.Game(mode, visibility=visibility).new_initial_state(seed=3)
    state = play(start, 60, seed=3)
    here = in_open_spiel(state)
    seats = junqi.Game(mode).seats
    team = {seat: seats[i % 2 :: 2] if mode == "2v2" else [seat] for i, seat in enumerate(seats)}
    known = {"four-dark": {s: [s] for s in seats}, "double-open": team, "all-open": {}}[visibility]
    cases: list[tuple[Any, int, list[str]]] = []
    for player, seat in enumerate(seats):
        own = known.get(seat, seats)
        cases.append((SINGLE, player, [s for s in seats if s not in own]))
        cases.append((NONE, player, [] if visibility == "all-open" else seats))
    for private, player, hidden in cases:
        if not hidden:
            continue
        there = in_open_spiel(twin(state, hidden, rng))
        assert str(there) != str(here)
        for recall in (False, True):
            observer = make_observation(here.get_game(), kind(recall, private))
            assert observer.string_from(here, player) == observer.string_from(there, player)
            if not recall:
                observer.set_from(here, player)
                seen = observer.tensor.copy()
                observer.set_from(there, player)
                assert seen.tobytes() == observer.tensor.tobytes()
        if private == SINGLE:
            assert here.observation_tensor(player) == there.observation_tensor(player)
            assert here.observation_string(player) == there.observation_string(player)
            assert here.information_state_string(player) == there.information_state_string(player)


def test_the_public_and_everyone_see_the_same_as_every_player(mode: junqi.Mode) -> None:
    state = in_open_spiel(play(junqi.Game(mode).new_initial_state(seed=1), 30, seed=1))
    seen = {}
    for private, recall in itertools.product((NONE, ALL), (False, True)):
        observer = make_observation(state.get_game(), kind(recall, private))
        texts = {observer.string_from(state, player) for player in range(state.num_players())}
        assert len(texts) == 1
        seen[private, recall] = texts.pop()
    rows = seen[NONE, False].split()[0]
    assert "?" in rows and not set("abcdefghixm") & set(rows)
    assert seen[ALL, False] == str(state)
    assert seen[NONE, True].splitlines()[1:] == seen[ALL, True].splitlines()[1:]
    everyone = make_observation(state.get_game(), kind(False, ALL))
    everyone.set_from(state, 0)
    pieces = sum(letter.isupper() for letter in str(state).split()[0])
    assert everyone.dict["planes"][:48].sum() == pieces


def test_observers_that_there_are_not_are_refused() -> None:
    game = pyspiel.load_game("python_junqi_1v1(deal=pool)")
    for recall, private in itertools.product((False, True), (NONE, SINGLE, ALL)):
        with pytest.raises(junqi.JunqiError, match="public_info: found False, expected True"):
            make_observation(game, kind(recall, private, public=False))
        observer = make_observation(game, kind(recall, private))
        assert (observer.tensor is None) == (observer.dict == {}) == recall
    with pytest.raises(ValueError, match="observation parameters: found {'colour': 1}"):
        make_observation(game, params={"colour": 1})
    assert game.make_observer({}) is not None
    with pytest.raises(junqi.JunqiError, match="player: found `nobody`, expected a number, `public`"):
        junqi.Game().new_initial_state(1).observation_string("nobody")  # type: ignore[arg-type]


def test_there_is_no_tensor_with_perfect_recall() -> None:
    game = pyspiel.load_game("python_junqi_1v1(deal=pool)")
    state = game.new_initial_state()
    for action in (3, 5):
        state.apply_action(action)
    observer = make_observation(game, INFO_STATE_OBS_TYPE)
    for asked in (
        state.information_state_tensor,
        lambda: state.information_state_tensor(1),
        game.information_state_tensor_shape,
        lambda: observer.set_from(state, 0),
    ):
        with pytest.raises(junqi.JunqiError, match="perfect_recall: there is no tensor"):
            asked()
    assert observer.string_from(state, 1) == state.information_state_string(1)


@pytest.mark.parametrize("beliefs", ["none", "may-be", "posterior"])
def test_observation_tensors_are_lists_of_the_same_numbers(beliefs: str) -> None:
    game = pyspiel.load_game(f"python_junqi_1v1(deal=pool,beliefs={beliefs})")
    state, rng = game.new_initial_state(), random.Random(4)
    observer = make_observation(game)
    for _ in range(60):
        actions = [a for a, _ in state.chance_outcomes()] or state.legal_actions()
        state.apply_action(rng.choice(actions))
        for player in range(2):
            listed = state.observation_tensor(player)
            observer.set_from(state, player)
            assert isinstance(listed, list) and listed == observer.tensor.tolist()
    assert state.observation_tensor() == state.observation_tensor(state.current_player())


def test_the_public_of_a_state_is_nobody() -> None:
    game = junqi.Game("2v2")
    state = play(game.new_initial_state(seed=2), 40, seed=2)
    out = [np.empty((junqi.STATIONS, junqi.CHANNELS), np.uint8) for _ in range(2)]
    other = state.resample_from_infostate("public", seed=1)
    assert other != state
    for each, array in zip((state, other), out, strict=True):
        each.observe("public", array, layout="stations", beliefs="posterior")
    assert np.array_equal(out[0], out[1])
    with pytest.raises(junqi.JunqiError, match="not one seat's view"):
        junqi.State.from_information_state(state.information_state_string("public"))
    with pytest.raises(junqi.JunqiError):
        junqi.Belief(state.information_state_string("public"))
