#!/usr/bin/env python3
"""A complete engine in forty lines: moves at random, but captures a revealed flag if it can.

    junqi match "cmd=python3 examples/random_engine.py" random --mode 1v1 --games 20

docs/PROTOCOL.md specifies the protocol.
"""
import random
import re
import sys


def say(line):
    print(line, flush=True)


def main():
    flags = set()
    for line in sys.stdin:
        words = line.split()
        command = words[0] if words else ""
        if command == "uci":
            say("id name random_engine")
            say("option name Seed type spin default 1 min 0 max 9007199254740991")
            say("uciok")
        elif command == "isready":
            say("readyok")
        elif command == "setoption" and words[2] == "Seed":
            random.seed(int(words[4]))
        elif command == "setup":  # setup seat S rules .. visibility .. offered <six groups>
            say("bestsetup " + line.split(" offered ")[1].strip())
        elif command == "position":  # an event with ,!Sh1 reveals the flag of South on h1
            flags = set(re.findall(r",![SENW]([a-q]\d+)", line))
        elif command == "go":  # go nodes .. movetime .. legal g6g7 ..
            legal = line.split(" legal ")[1].split() if " legal " in line else []
            strikes = [m for m in legal if re.match(r"[a-q]\d+(.*)", m)[1] in flags]
            say("bestmove " + random.choice(strikes or legal or ["none"]))
        elif command == "quit":
            break


main()
