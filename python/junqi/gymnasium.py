"""One player's view of the game for Gymnasium; seats of the library play the others.

>>> import gymnasium, junqi.gymnasium
>>> env = gymnasium.make("junqi/Junqi-v0", mode="1v1", opponent="random")
>>> observation, info = env.reset(seed=1)
>>> observation["observation"].shape, int(observation["action_mask"].sum()) > 0
((78, 17, 17), True)

An observation has an `observation` of uint8 planes (see `junqi.CHANNELS`, 255 for 1) and an `action_mask`. The
board is turned: the player's arm is at the bottom. The reward is the result at the end of the game.

With `actions="compact", flat=True` the environment is one for policies of dense layers; `action_masks()` is what
sb3-contrib asks for:

    MaskablePPO("MlpPolicy", gymnasium.make("junqi/Junqi-v0", mode="1v1", actions="compact", flat=True))
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

import junqi
from junqi._table import Illegal, Table, checked


class JunqiEnv(gymnasium.Env[Any, int]):
    """The game of one player.

    Args:
        opponent: the seat that plays the other players, such as "greedy" or "pimc:nodes=500".
        partner: the seat that plays the partner of a four-player game; None for the same as `opponent`.
        player: the player's number; None to change it from game to game.
        beliefs: what is shown of hidden pieces: see `junqi.State.observe`.
        illegal: what follows an illegal action: "raise", a `junqi.JunqiError`, the game being unchanged; or
            "lose", the end of the game with -1 and the reason in `info["illegal"]`.
        actions: the numbering of actions: see `junqi.Batch`.
        flat: whether an observation is one array of float32, the stations of `junqi.State.observe` in a row,
            without the mask.
        options: those of `junqi.Game`.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012, as Gymnasium has it

    def __init__(
        self,
        opponent: str = "greedy",
        partner: str | None = None,
        player: int | None = None,
        beliefs: junqi.Beliefs = "may-be",
        render_mode: str | None = None,
        illegal: Illegal = "raise",
        actions: junqi.Numbering = "pairs",
        flat: bool = False,
        **options: Any,
    ) -> None:
        self.render_mode = render_mode
        self._table = Table(beliefs, actions, **options)
        self._illegal = checked(illegal)
        self._flat = flat
        self._specs = (opponent, partner or opponent)
        players = self._table.game.num_players()
        if player is not None and not 0 <= player < players:
            raise ValueError(f"player: found {player}, expected 0 to {players - 1}, or None")
        self._player = player
        self._own = player or 0
        self._seats: dict[int, junqi.Player] = {}
        if flat:
            size = (self._table.game.num_stations() * junqi.CHANNELS,)
            self.observation_space = gymnasium.spaces.Box(0, 1, size, np.float32)
        else:
            self.observation_space = self._table.space(self._table.actions)
        self.action_space = gymnasium.spaces.Discrete(self._table.actions)  # type: ignore[assignment]

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        players = self._table.game.num_players()
        self._table.reset(int(self.np_random.integers(2**32)))
        drawn = int(self.np_random.integers(players))
        self._own = drawn if self._player is None else self._player
        opponent, partner = self._specs
        self._seats = {
            other: junqi.Player(
                partner if players == 4 and (other - self._own) % 4 == 2 else opponent,
                seed=int(self.np_random.integers(2**32)),
            )
            for other in range(players)
            if other != self._own
        }
        self._play_others()
        return self._observe(), {"player": self._own}

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now."""
        return self._table.mask(self._agent(), self._table.actions).astype(np.bool_)

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        try:
            self._table.step(int(action))
        except junqi.JunqiError as error:
            if self._illegal == "raise":
                raise
            return self._observe(), -1.0, True, False, {"illegal": str(error)}
        self._play_others()
        state = self._table.state
        return self._observe(), state.returns()[self._own], state.is_terminal(), False, {}

    def _play_others(self) -> None:
        """Plays until it is the player's turn or the game is over."""
        state = self._table.state
        while (to_act := state.current_player()) in self._seats:
            state.apply_action(self._seats[to_act].act(state))

    def _agent(self) -> str:
        return self._table.agents[self._own]

    def _observe(self) -> Any:
        table = self._table
        if not self._flat:
            return table.observe(self._agent(), table.actions)
        out = np.empty((table.game.num_stations(), junqi.CHANNELS), np.float32)
        table.state.observe(self._own, out, layout="stations", beliefs=table.beliefs, turned=True)
        return out.reshape(-1)

    def render(self) -> str | None:
        """The position as the player sees it, a JFEN line."""
        if self.render_mode != "ansi":
            return None
        return self._table.state.observation_string(self._own)


gymnasium.register("junqi/Junqi-v0", entry_point="junqi.gymnasium:JunqiEnv")
