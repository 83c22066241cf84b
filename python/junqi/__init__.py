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

from junqi._files import read_deployments, read_records
from junqi._junqi import (
    CHANNELS,
    KINDS,
    MOVE_ACTIONS,
    RULES,
    STATIONS,
    Batch,
    Belief,
    Deployment,
    Evaluation,
    Game,
    Job,
    JunqiError,
    Player,
    Posterior,
    Record,
    State,
    StopTest,
    best_response,
    evaluate_deployments,
    match,
)
from junqi.types import Beliefs, Deal, Layout, Mode, Numbering, Observations, Observer, Visibility

__all__ = [
    "CHANNELS",
    "KINDS",
    "MOVE_ACTIONS",
    "RULES",
    "STATIONS",
    "Batch",
    "Belief",
    "Beliefs",
    "Deal",
    "Deployment",
    "Evaluation",
    "Game",
    "Job",
    "JunqiError",
    "Layout",
    "Mode",
    "Numbering",
    "Observations",
    "Observer",
    "Player",
    "Posterior",
    "Record",
    "State",
    "StopTest",
    "Visibility",
    "best_response",
    "evaluate_deployments",
    "match",
    "read_deployments",
    "read_records",
]
__version__ = "0.1.0"
