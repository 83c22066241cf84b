"""The program `junqi` that comes with the package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("program", [[str(Path(sys.executable).with_name("junqi"))], [sys.executable, "-m", "junqi"]])
def test_the_program_is_installed(program: list[str]) -> None:
    for words, code, text in (
        (["perft", "start", "--depth", "2"], 0, "perft 2: 2831 "),
        (["perft", "start", "--depth", "x"], 2, "invalid value 'x'"),
        (["verify", "nowhere.jsonl"], 1, "nowhere.jsonl"),
    ):
        ran = subprocess.run([*program, *words], capture_output=True, text=True)
        assert (ran.returncode, text in ran.stdout + ran.stderr) == (code, True), ran
