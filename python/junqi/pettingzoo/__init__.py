"""The game for PettingZoo: `from junqi.pettingzoo import junqi_v0; env = junqi_v0.env()`."""

from junqi.pettingzoo import junqi_v0

__all__ = ["junqi_v0"]
