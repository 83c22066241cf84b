"""Types of options and arrays."""

from typing import Literal

import numpy as np
import numpy.typing as npt

Mode = Literal["1v1", "2v2"]
"""Two players, South against North; or four, opposite seats being partners."""
Visibility = Literal["four-dark", "double-open", "all-open"]
"""The pieces whose kinds a player knows: its own, its team's, all."""
Deal = Literal["uniform", "pool", "players"]
"""How the armies come to the board: see `junqi.Game`."""
Layout = Literal["planes", "stations"]
"""The arrangement of a tensor: see `junqi.State.observe`."""
Beliefs = Literal["none", "may-be", "posterior"]
"""What a tensor shows of hidden pieces: see `junqi.State.observe`."""
Numbering = Literal["pairs", "compact"]
"""The numbers of actions: `from * n + to` of *n* stations, or places among the possible moves; see `junqi.Batch`."""
Observer = int | Literal["public", "everyone"]
"""Who looks at a state: a player by its number; an onlooker, who knows what every player knows; or one who knows
every kind."""
Observations = npt.NDArray[np.float32] | npt.NDArray[np.uint8]
"""Arrays of observations; in uint8 255 stands for 1."""
