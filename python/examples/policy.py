"""A small policy for two players: stations are mixed with each other, moves are pairs of stations."""

from __future__ import annotations

import math
from pathlib import Path

import junqi
import torch
from torch import Tensor, nn

WIDTH = 64
HEAD = 32
TEMPERATURE = 0.3
MOVES = torch.from_numpy(junqi.Game("1v1").possible_moves().astype("int64"))
"""The pairs of stations of the compact actions: the policy has a logit for each."""


class Mixer(nn.Module):
    """Lets every station see all others, then works on each alone."""

    def __init__(self) -> None:
        super().__init__()
        self.norms = nn.ModuleList([nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)])
        self.across = nn.Linear(junqi.STATIONS, junqi.STATIONS)
        self.along = nn.Linear(WIDTH, WIDTH)

    def forward(self, x: Tensor) -> Tensor:
        x = x + self.across(self.norms[0](x).transpose(1, 2)).transpose(1, 2)
        return x + torch.relu(self.along(self.norms[1](x)))


class Policy(nn.Module):
    """Logits of the possible moves and the expected return.

    From observations of shape (n, 129, 78), uint8, and a mask of legal moves among the possible ones.
    """

    def __init__(self) -> None:
        super().__init__()
        self.read = nn.Linear(junqi.CHANNELS, WIDTH)
        self.places = nn.Parameter(torch.zeros(junqi.STATIONS, WIDTH))
        self.mixer = Mixer()
        self.origin = nn.Linear(WIDTH, HEAD)
        self.target = nn.Linear(WIDTH, HEAD)
        self.value = nn.Linear(WIDTH, 1)

    def forward(self, observations: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        x = torch.relu(self.read(observations.float() / 255)) + self.places
        x = self.mixer(x)
        pairs = self.origin(x) @ self.target(x).transpose(1, 2) / math.sqrt(HEAD)
        logits = pairs.flatten(1)[:, MOVES].masked_fill(~mask, -1e9)
        return logits, self.value(x.mean(1)).squeeze(1)


def load(path: Path) -> Policy:
    """A policy from a file of weights."""
    policy = Policy()
    policy.load_state_dict(torch.load(path, weights_only=True))
    return policy.eval()


@torch.no_grad()
def act(policy: Policy, state: junqi.State) -> int:
    """A compact turned action of the player to act, mostly one of the likeliest: always the likeliest would go in circles."""
    observation = torch.empty(1, junqi.STATIONS, junqi.CHANNELS, dtype=torch.uint8)
    player = state.current_player()
    state.observe(player, observation[0].numpy(), layout="stations", turned=True)
    mask = torch.zeros(1, len(MOVES), dtype=torch.bool)
    mask[0, state.turned_legal_actions(player, actions="compact")] = True
    logits, _ = policy(observation, mask)
    return int(torch.distributions.Categorical(logits=logits[0] / TEMPERATURE).sample())
