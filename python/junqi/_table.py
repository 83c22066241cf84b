"""A game in progress, as PettingZoo and Gymnasium see it."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

import junqi

Observation = dict[str, npt.NDArray[Any]]


class Table:
    """A game in progress, with turned actions and observations by agent: `player_0` and so on."""

    def __init__(self, beliefs: junqi.Beliefs, **options: Any) -> None:
        self.game = junqi.Game(**options)
        self.beliefs = beliefs
        self.agents = [f"player_{i}" for i in range(self.game.num_players())]
        self.actions = self.game.num_distinct_actions()
        self.state = self.game.new_initial_state(0)
        self._seeds = np.random.default_rng()

    def space(self, actions: int) -> gymnasium.spaces.Dict:
        planes = gymnasium.spaces.Box(0, 255, (junqi.CHANNELS, 17, 17), np.uint8)
        mask = gymnasium.spaces.Box(0, 1, (actions,), np.int8)
        return gymnasium.spaces.Dict({"observation": planes, "action_mask": mask})

    def reset(self, seed: int | None) -> None:
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self.state = self.game.new_initial_state(int(self._seeds.integers(2**63)))

    def observe(self, agent: str, actions: int) -> Observation:
        player = self.agents.index(agent)
        planes = np.empty((junqi.CHANNELS, 17, 17), np.uint8)
        self.state.observe(player, planes, beliefs=self.beliefs, turned=True)
        mask = np.zeros(actions, np.int8)
        mask[self.state.turned_legal_actions(player)] = 1
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int) -> None:
        self.state.apply_turned_action(action)

    def to_act(self) -> str:
        return self.agents[max(self.state.current_player(), 0)]

    def returns(self) -> dict[str, float]:
        return dict(zip(self.agents, self.state.returns(), strict=True))

    def render(self) -> str:
        return str(self.state)
