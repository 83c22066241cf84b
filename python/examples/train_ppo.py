"""Trains a policy for two players by self-play (PPO) and measures it against `random` and `greedy`.

    python train_ppo.py --minutes 20 --out trained

writes `trained/policy.pt` and `trained/curve.jsonl`, a line for each measurement. Needs PyTorch.

Source: Schulman and others, "Proximal policy optimization algorithms", arXiv:1707.06347, 2017. The value is that of
the player to act, so it changes sign when the other player is to act. Rewards are the result and the change of the
lead in pieces.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import junqi
import numpy as np
import torch
from policy import Policy, act
from torch import Tensor

GAMMA, LAMBDA, CLIP, ENTROPY = 0.98, 0.9, 0.2, 0.002
GAMES, STEPS, EPOCHS, BATCH = 64, 64, 2, 512
MOST_PLIES = 300
LEAD, WIN = 3.0, 3.0
KINDS = 12


class SelfPlay:
    """A batch of games in which the policy plays both sides."""

    def __init__(self, seed: int) -> None:
        game = junqi.Game("1v1", deal="pool", max_plies=MOST_PLIES)
        self.batch = junqi.Batch(game, GAMES, seed=seed, layout="stations", actions="compact")
        self.observations = np.empty((GAMES, *self.batch.observation_shape), np.uint8)
        self.mask = np.empty((GAMES, self.batch.num_actions), np.bool_)
        self.rewards = np.empty((GAMES, game.num_players()), np.float32)
        self.done = np.empty(GAMES, np.bool_)
        self.players = np.empty(GAMES, np.int32)
        self.arrays = (self.observations, self.mask, self.rewards, self.done, self.players)
        self.batch.observe(*self.arrays)

    def lead(self) -> np.ndarray[Any, Any]:
        """The lead in pieces of the players to act, from -LEAD to LEAD."""
        pieces = self.observations[:, :, : 4 * KINDS].reshape(GAMES, junqi.STATIONS, 4, KINDS)
        count = pieces.any(axis=3).sum(axis=1)
        return LEAD * (count[:, 0] - count[:, 2].astype(np.float32)) / 25

    @torch.no_grad()
    def collect(self, policy: Policy) -> dict[str, Tensor]:
        """Some steps of all games, with advantages and returns."""
        kept: dict[str, list[Any]] = {"observations": [], "mask": [], "actions": [], "log": []}
        values, rewards, same, goes_on = [], [], [], []
        for _ in range(STEPS):
            observations, mask = torch.from_numpy(self.observations), torch.from_numpy(self.mask)
            logits, value = policy(observations, mask)
            chances = torch.distributions.Categorical(logits=logits)
            actions = chances.sample()
            for name, item in (
                ("observations", observations.clone()),
                ("mask", mask.clone()),
                ("actions", actions),
                ("log", chances.log_prob(actions)),
            ):
                kept[name].append(item)
            before, movers = self.lead(), self.players.copy()
            self.batch.step(actions.numpy(), *self.arrays)
            sign = np.where(self.players == movers, 1.0, -1.0).astype(np.float32)
            on = (~self.done).astype(np.float32)
            result = self.rewards[np.arange(GAMES), movers]
            rewards.append(WIN * result + on * (GAMMA * sign * self.lead() - before))
            values.append(value.numpy())
            same.append(sign)
            goes_on.append(on)
        _, last = policy(torch.from_numpy(self.observations), torch.from_numpy(self.mask))
        values.append(last.numpy())
        advantage, advantages = np.zeros(GAMES, np.float32), []
        for t in reversed(range(STEPS)):
            follow = GAMMA * goes_on[t] * same[t]
            delta = rewards[t] + follow * values[t + 1] - values[t]
            advantage = delta + LAMBDA * follow * advantage
            advantages.append(advantage)
        gained = np.stack(advantages[::-1])
        flat = {name: torch.cat(items) for name, items in kept.items()}
        flat["advantages"] = torch.from_numpy(gained.reshape(-1).astype(np.float32))
        returns = (gained + np.stack(values[:-1])).reshape(-1)
        flat["returns"] = torch.from_numpy(returns.astype(np.float32))
        return flat


def improve(policy: Policy, optimizer: torch.optim.Optimizer, data: dict[str, Tensor]) -> None:
    """Some epochs of clipped policy gradient."""
    advantages = data["advantages"]
    advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    for _ in range(EPOCHS):
        for chosen in torch.randperm(len(advantages)).split(BATCH):
            logits, value = policy(data["observations"][chosen], data["mask"][chosen])
            chances = torch.distributions.Categorical(logits=logits)
            ratio = torch.exp(chances.log_prob(data["actions"][chosen]) - data["log"][chosen])
            gain = advantages[chosen]
            clipped = ratio.clamp(1 - CLIP, 1 + CLIP) * gain
            loss = -torch.min(ratio * gain, clipped).mean()
            loss = loss + 0.5 * (value - data["returns"][chosen]).square().mean()
            loss = loss - ENTROPY * chances.entropy().mean()
            optimizer.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimizer.step()


def score(policy: Policy, opponent: str, games: int, seed: int) -> float:
    """The share of points of the policy against a player, sides and deals in pairs."""
    game = junqi.Game("1v1", deal="pool")
    player, points = junqi.Player(opponent, seed=seed), 0.0
    for number in range(games):
        state, own = game.new_initial_state(seed + number // 2), number % 2
        while not state.is_terminal():
            if state.current_player() == own:
                state.apply_turned_action(act(policy, state), actions="compact")
            else:
                state.apply_action(player.act(state))
        points += (1 + state.returns()[own]) / 2
    return points / games


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--out", type=Path, default=Path("trained"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--games", type=int, default=40, help="games of each measurement")
    options = parser.parse_args()
    torch.manual_seed(options.seed)
    torch.set_num_threads(options.threads)
    options.out.mkdir(parents=True, exist_ok=True)
    policy, play = Policy(), SelfPlay(options.seed)
    optimizer = torch.optim.Adam(policy.parameters(), lr=2e-3)
    spent, steps, next_measure = 0.0, 0, 0.0
    with (options.out / "curve.jsonl").open("w") as curve:
        while True:
            over = spent >= 60 * options.minutes
            if over or spent >= next_measure:
                torch.save(policy.state_dict(), options.out / "policy.pt")
                row: dict[str, float] = {"minutes": round(spent / 60, 2), "steps": steps}
                for opponent in ("random", "greedy"):
                    row[opponent] = score(policy, opponent, options.games, seed=1000)
                print(json.dumps(row), file=curve, flush=True)
                print(row, flush=True)
                next_measure += 60 * options.minutes / 8
            if over:
                break
            began = time.perf_counter()
            improve(policy, optimizer, play.collect(policy))
            spent += time.perf_counter() - began
            steps += GAMES * STEPS


if __name__ == "__main__":
    main()
