"""A trained policy as a seat of `junqi match`, through the engine protocol (docs/PROTOCOL.md).

    junqi match "cmd=python policy_seat.py trained/policy.pt" greedy --mode 1v1 --games 20
"""

from __future__ import annotations

import sys
from pathlib import Path

import junqi
from policy import act, load


def say(line: str) -> None:
    print(line, flush=True)


def main() -> None:
    policy = load(Path(sys.argv[1]))
    state: junqi.State | junqi.JunqiError | None = None
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "uci":
            say("id name policy")
            say("uciok")
        elif command == "isready":
            say("readyok")
        elif command == "setup":
            say("bestsetup " + rest.split(" offered ")[1])
        elif command == "position":  # [visibility V] jfen JFEN [moves EVENT ..]
            head, _, seen = rest.partition("jfen ")
            visibility = head.split()[1] if head else "four-dark"
            start, _, events = seen.partition(" moves ")
            text = f"{start.removesuffix(' moves')}\n{events}\n"
            try:
                state = junqi.State.from_information_state(text, visibility=visibility)  # type: ignore[arg-type]
            except junqi.JunqiError as error:
                state = error  # after the end of a game, or with another seat than South to begin
        elif command == "go" and isinstance(state, junqi.JunqiError):
            raise state
        elif command == "go" and state is not None:
            state.apply_turned_action(act(policy, state), actions="compact")
            say("bestmove " + state.action_to_string(state.history()[-1]))
        elif command == "quit":
            break


main()
