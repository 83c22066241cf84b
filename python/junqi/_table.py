"""A game in progress, as PettingZoo and Gymnasium see it."""

from __future__ import annotations

from typing import Any, Literal, get_args

import gymnasium
import numpy as np
import numpy.typing as npt

import junqi

Observation = dict[str, npt.NDArray[Any]]
Illegal = Literal["raise", "lose"]
"""What follows an illegal action: `junqi.JunqiError`, or the end of the game with -1 for its player."""


def checked(illegal: Illegal) -> Illegal:
    """The option `illegal`."""
    if illegal not in get_args(Illegal):
        raise junqi.JunqiError(f"illegal: found {illegal!r}, expected 'raise' or 'lose'")
    return illegal


class Table:
    """A game in progress, with turned actions and observations by agent: `player_0` and so on."""

    def __init__(
        self, beliefs: junqi.Beliefs, actions: junqi.Numbering = "pairs", **options: Any
    ) -> None:
        self.game = junqi.Game(**options)
        self.beliefs = beliefs
        self.numbering = actions
        self.agents = [f"player_{i}" for i in range(self.game.num_players())]
        self.actions = self.game.num_distinct_actions()
        if actions == "compact":
            self.actions += len(self.game.possible_moves()) - self.game.num_stations() ** 2
        self.reset(0)
        self.mask(self.agents[0], self.actions)  # refuses another numbering
        self._seeds = np.random.default_rng()

    def space(self, actions: int) -> gymnasium.spaces.Dict:
        planes = gymnasium.spaces.Box(0, 255, (junqi.CHANNELS, 17, 17), np.uint8)
        mask = gymnasium.spaces.Box(0, 1, (actions,), np.int8)
        return gymnasium.spaces.Dict({"observation": planes, "action_mask": mask})

    def reset(self, seed: int | None) -> None:
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.state = self.game.new_initial_state(int(self._seeds.integers(2**63)))

    def mask(self, agent: str, actions: int) -> npt.NDArray[np.int8]:
        legal = self.state.turned_legal_actions(self.agents.index(agent), actions=self.numbering)
        mask = np.zeros(actions, np.int8)
        mask[legal] = 1
        return mask

    def observe(self, agent: str, actions: int) -> Observation:
        planes = np.empty((junqi.CHANNELS, 17, 17), np.uint8)
        self.state.observe(self.agents.index(agent), planes, beliefs=self.beliefs, turned=True)
        return {"observation": planes, "action_mask": self.mask(agent, actions)}

    def step(self, action: int) -> None:
        try:
            self.state.apply_turned_action(action, actions=self.numbering)
        except junqi.JunqiError as error:
            raise junqi.JunqiError(
                f"{self.to_act()}: action {action}: {error}; the action mask has the legal actions"
            ) from None

    def to_act(self) -> str:
        return self.agents[max(self.state.current_player(), 0)]

    def returns(self) -> dict[str, float]:
        return dict(zip(self.agents, self.state.returns(), strict=True))

    def render(self) -> str:
        return str(self.state)
