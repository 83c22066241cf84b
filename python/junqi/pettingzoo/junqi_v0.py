"""The environments of PettingZoo.

>>> from junqi.pettingzoo import junqi_v0
>>> env = junqi_v0.env(mode="1v1")
>>> env.reset(seed=1)
>>> env.agent_selection, env.observe("player_0")["observation"].shape
('player_0', (78, 17, 17))

An observation has an `observation` of uint8 planes (see `junqi.CHANNELS`, 255 for 1) and an `action_mask`. The
board is turned: the observer's arm is at the bottom, in observations and actions alike. Eliminated players stay
until the end and share their team's reward.

An illegal action raises `junqi.JunqiError`, and the game is unchanged; with `illegal="lose"` it ends the game: -1 for
its player, 0 for the others. `actions="compact"` numbers the possible moves alone, as in `junqi.Batch`.
"""

from __future__ import annotations

from typing import Any

import gymnasium
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers

import junqi
from junqi._table import Illegal, Observation, Table, checked

_METADATA = {"render_modes": ["ansi"], "name": "junqi_v0", "is_parallelizable": True, "render_fps": 1}


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801, the name that PettingZoo expects
    """Players act in turn. An illegal action raises `junqi.JunqiError`."""

    metadata = _METADATA

    def __init__(
        self, render_mode: str | None = None, beliefs: junqi.Beliefs = "may-be", **options: Any
    ) -> None:
        super().__init__()
        self.render_mode = render_mode
        self._table = Table(beliefs, **options)
        self.possible_agents = list(self._table.agents)
        space = self._table.space(self._table.actions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(self._table.actions) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._table.reset(seed)
        self.agents = list(self.possible_agents)
        self.agent_selection = self._table.to_act()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> Observation:
        return self._table.observe(agent, self._table.actions)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent}: found no action, expected one")
        self._table.step(int(action))
        self._cumulative_rewards[agent] = 0.0
        if self._table.state.is_terminal():
            self.rewards = self._table.returns()
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._table.to_act()

    def render(self) -> str | None:
        """The position with all kinds, a JFEN line: for people, not for players."""
        return self._table.render() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing to close."""


class parallel_env(ParallelEnv):  # type: ignore[misc]  # noqa: N801
    """All players act at once; those who are not to act have one legal action, the last: to pass.

    With `illegal="lose"` the reason is in the `infos` of the player whose action was illegal.
    """

    metadata = _METADATA

    def __init__(
        self,
        render_mode: str | None = None,
        beliefs: junqi.Beliefs = "may-be",
        illegal: Illegal = "raise",
        **options: Any,
    ) -> None:
        self._illegal = checked(illegal)
        self.render_mode = render_mode
        self._table = Table(beliefs, **options)
        self.possible_agents = list(self._table.agents)
        self._pass = self._table.actions
        space = self._table.space(self._pass + 1)
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(self._pass + 1) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self._table.reset(seed)
        self.agents = list(self.possible_agents)
        return self._observe(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[
        dict[str, Observation],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, Any]],
    ]:
        agents, to_act = list(self.agents), self._table.to_act()
        none = dict.fromkeys(agents, False)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        # The player to act comes last: its action changes the game.
        for agent in sorted(agents, key=to_act.__eq__):
            try:
                self._act(agent, actions.get(agent), agent == to_act)
            except junqi.JunqiError as error:
                if self._illegal == "raise":
                    raise
                infos[agent]["illegal"] = str(error)
                break
        rewards = self._table.returns()
        rewards.update((agent, -1.0) for agent, info in infos.items() if info)
        over = self._table.state.is_terminal() or any(infos.values())
        observations = self._observe()
        if over:
            self.agents = []
        return observations, rewards, dict.fromkeys(agents, over), none, infos

    def _act(self, agent: str, action: int | None, is_to_act: bool) -> None:
        """Makes an action of the player to act; others pass, or leave out their action."""
        if is_to_act and action is not None:
            self._table.step(int(action))
        elif is_to_act:
            raise junqi.JunqiError(f"{agent}: found no action, expected one: it is to act")
        elif action is not None and int(action) != self._pass:
            raise junqi.JunqiError(
                f"{agent}: found action {action}, expected {self._pass}, to pass: it is not to act"
            )

    def _observe(self) -> dict[str, Observation]:
        seen = {agent: self._table.observe(agent, self._pass + 1) for agent in self.agents}
        to_act = None if self._table.state.is_terminal() else self._table.to_act()
        for agent, observation in seen.items():
            observation["action_mask"][self._pass] = agent != to_act
        return seen

    def render(self) -> str | None:
        """The position with all kinds, a JFEN line: for people, not for players."""
        return self._table.render() if self.render_mode == "ansi" else None


def env(illegal: Illegal = "raise", **options: Any) -> AECEnv[str, Observation, int]:
    """The environment in which players act in turn. Options are those of `junqi.Game`, `beliefs` and `actions`.

    With `illegal="lose"` PettingZoo's wrapper writes a warning.
    """
    made = raw_env(**options)
    if checked(illegal) == "lose":
        made = wrappers.TerminateIllegalWrapper(made, -1)
    return wrappers.OrderEnforcingWrapper(made)
