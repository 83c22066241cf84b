"""Registers the game with OpenSpiel: `python_junqi` with four players, `python_junqi_1v1` with two.

>>> import pyspiel
>>> import junqi.open_spiel
>>> game = pyspiel.load_game("python_junqi_1v1(deal=pool,max_plies=200)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), game.num_players()
(True, 2)

Actions are those of `junqi.State`, chance nodes those of the deal. Every rule is a parameter, and so are the board and
the army: `python_junqi_1v1(board=mini,max_plies=20)` is small enough for exact best responses.

Observation tensors are planes of the board as it lies. What they show depends on the type of the observation:

* private information of a single player: what the player sees, seats relative to it;
* of none: what an onlooker sees, the same for every player, seats relative to South;
* of all players: every kind, the same for every player.

With perfect recall there are texts alone. An observation without public information is refused.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

import junqi

# The mode is the name of the game.
_RULES: dict[str, Any] = {name: value for name, value in junqi.RULES.items() if name != "mode"}
_OPTIONS: dict[str, Any] = {
    "board": "siguo",
    "army": "",
    "visibility": "four-dark",
    "deal": "uniform",
    "beliefs": "may-be",
}


def _game_type(name: str, players: int, deal: str) -> pyspiel.GameType:
    chance = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=name,
        long_name=f"Four-country army chess, {players} players",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.DETERMINISTIC if deal == "players" else chance.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_OPTIONS | _RULES,
    )


class _Observer:
    """Tensors and texts, as OpenSpiel asks for them; with perfect recall texts alone."""

    def __init__(self, beliefs: junqi.Beliefs, kind: pyspiel.IIGObservationType) -> None:
        if not kind.public_info:
            raise junqi.JunqiError(
                "public_info: found False, expected True: kinds without the board tell a player nothing"
            )
        self._beliefs = beliefs
        self._private = kind.private_info
        self._perfect_recall = kind.perfect_recall
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if not self._perfect_recall:
            self.dict["planes"] = np.zeros((junqi.CHANNELS, 17, 17), np.float32)
            self.tensor = self.dict["planes"].reshape(-1)

    def _who(self, player: int) -> junqi.Observer:
        if self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return player
        return "public" if self._private == pyspiel.PrivateInfoType.NONE else "everyone"

    def set_from(self, state: _State, player: int) -> None:
        if self._perfect_recall:
            raise junqi.JunqiError(
                "perfect_recall: there is no tensor of everything seen so far, only its text, "
                "`information_state_string`; `observation_tensor` shows the board as it is now"
            )
        state.junqi.observe(self._who(player), self.dict["planes"], beliefs=self._beliefs)

    def string_from(self, state: _State, player: int) -> str:
        if self._perfect_recall:
            return state.junqi.information_state_string(self._who(player))
        return state.junqi.observation_string(self._who(player))


class _State(pyspiel.State):  # type: ignore[misc]
    """A state; `junqi` is the state of the library."""

    def __init__(self, game: pyspiel.Game, start: junqi.Game) -> None:
        super().__init__(game)
        self.junqi = start.new_initial_state()
        self._beliefs = game.beliefs  # asking for the game takes longer than an observation

    def current_player(self) -> int:
        return self.junqi.current_player()

    def is_terminal(self) -> bool:
        return self.junqi.is_terminal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.junqi.chance_outcomes()

    def returns(self) -> list[float]:
        return self.junqi.returns()

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The observation of a player, or of the one to act; quicker than by way of OpenSpiel."""
        player = self.current_player() if player is None else player
        return self.junqi.observation_tensor(player, beliefs=self._beliefs)

    def resample_from_infostate(self, player: int, probability: Any) -> _State:
        """A state that looks the same to the player; `probability` draws numbers from 0 to 1."""
        drawn = self.junqi.resample_from_infostate(player, int(probability() * 2**53))
        # The history of a clone would tell the true deal.
        other: _State = self.get_game().new_initial_state()
        for action in drawn.history():
            other.apply_action(action)
        return other

    def _legal_actions(self, player: int) -> list[int]:
        return self.junqi.legal_actions(player)

    def _apply_action(self, action: int) -> None:
        self.junqi.apply_action(action)

    def _action_to_string(self, _player: int, action: int) -> str:
        return self.junqi.action_to_string(action)

    def __str__(self) -> str:
        return str(self.junqi)


class _Game(pyspiel.Game):  # type: ignore[misc]
    """A game of OpenSpiel; `junqi` is the game of the library."""

    mode: junqi.Mode
    name: str

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = _OPTIONS | _RULES | (params or {})
        self.beliefs = chosen["beliefs"]
        rules = {name: chosen[name] for name in _RULES}
        self.junqi = junqi.Game(
            self.mode,
            board=chosen["board"],
            army=chosen["army"] or None,
            visibility=chosen["visibility"],
            deal=chosen["deal"],
            **rules,
        )
        info = pyspiel.GameInfo(
            num_distinct_actions=self.junqi.num_distinct_actions(),
            max_chance_outcomes=self.junqi.max_chance_outcomes(),
            num_players=self.junqi.num_players(),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.junqi.max_game_length(),
        )
        players = self.junqi.num_players()
        super().__init__(_game_type(self.name, players, chosen["deal"]), info, params or {})

    def new_initial_state(self) -> _State:
        return _State(self, self.junqi)

    def max_chance_nodes_in_history(self) -> int:
        return self.junqi.max_chance_nodes_in_history()

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Any = None
    ) -> _Observer:
        if isinstance(iig_obs_type, dict):  # `make_observer` without a type hands over the parameters alone
            iig_obs_type, params = None, iig_obs_type
        if params:
            raise ValueError(f"observation parameters: found {params}, expected none")
        return _Observer(
            self.beliefs, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        )


class JunqiGame(_Game):
    """Four players, opposite seats are partners."""

    mode = "2v2"
    name = "python_junqi"


class Junqi1v1Game(_Game):
    """South against North."""

    mode = "1v1"
    name = "python_junqi_1v1"


for _game, _players in ((JunqiGame, 4), (Junqi1v1Game, 2)):
    pyspiel.register_game(_game_type(_game.name, _players, "uniform"), _game)
