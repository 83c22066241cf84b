"""Four-country army chess (四国军棋, Siguo Junqi): exact rules, beliefs and engines for research.

>>> import junqi
>>> game = junqi.Game("1v1", deal="pool")
>>> state = game.new_initial_state(seed=1)
>>> state.current_player()
0
>>> state.apply_action(state.legal_actions()[0])
>>> state.returns()
[0.0, 0.0]
"""

from junqi._junqi import (
    CHANNELS,
    MOVE_ACTIONS,
    STATIONS,
    Batch,
    Game,
    Job,
    JunqiError,
    Player,
    State,
    StopTest,
)
from junqi.types import Beliefs, Deal, Layout, Mode, Observations, Visibility

__all__ = [
    "CHANNELS",
    "MOVE_ACTIONS",
    "STATIONS",
    "Batch",
    "Beliefs",
    "Deal",
    "Game",
    "Job",
    "JunqiError",
    "Layout",
    "Mode",
    "Observations",
    "Player",
    "State",
    "StopTest",
    "Visibility",
]
__version__ = "0.1.0"
