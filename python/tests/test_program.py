"""The program `junqi` that comes with the package."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import junqi
import pytest

_SCRIPT = str(Path(sys.executable).with_name("junqi"))


def run(*words: str | Path) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([_SCRIPT, *words], capture_output=True)


@pytest.mark.parametrize("program", [[_SCRIPT], [sys.executable, "-m", "junqi"]])
def test_the_program_is_installed(program: list[str]) -> None:
    for words, code, text in (
        (["--version"], 0, f"junqi {junqi.__version__}\n"),
        (["perft", "start", "--depth", "2"], 0, "perft 2: 2831 "),
        (["perft", "start", "--depth", "x"], 2, "invalid value 'x'"),
        (["perft", "start", "--deep", "2"], 2, "error: unexpected argument '--deep'"),
        (["verify", "nowhere.jsonl"], 1, "nowhere.jsonl"),
    ):
        ran = subprocess.run([*program, *words], capture_output=True, text=True)
        assert (ran.returncode, text in ran.stdout + ran.stderr) == (code, True), ran
        assert "Traceback" not in ran.stderr


def test_files_of_the_program_are_those_of_the_library(tmp_path: Path) -> None:
    games, match = tmp_path / "games.jsonl", tmp_path / "match.jsonl"
    assert run("selfplay", "--games", "2", "--seed", "1", "--out", games).returncode == 0
    assert games.read_text("utf-8") == "".join(f"{record}\n" for record in junqi.read_records(games))
    options = ["--mode", "1v1", "--games", "4", "--seed", "3", "--out", str(match)]
    assert run("match", "greedy", "random", *options).returncode == 0
    library = tmp_path / "library.jsonl"
    junqi.match(junqi.Game("1v1", deal="pool"), "greedy", "random", games=4, seed=3, out=library)
    assert library.read_bytes() == match.read_bytes()


def test_a_closed_pipe_is_no_error() -> None:
    program = subprocess.Popen([_SCRIPT, "man", "--help"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert program.stdout and program.stderr
    program.stdout.close()
    assert (program.wait(60), program.stderr.read()) == (0, b"")


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signals_are_those_of_the_program(number: signal.Signals, tmp_path: Path) -> None:
    for words, first, code in (
        (["serve", "--port", "0", "--games", str(tmp_path)], b"junqi serves http://127.0.0.1:", 0),
        (["engine"], b"readyok", -number),
    ):
        program = subprocess.Popen(
            [_SCRIPT, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert program.stdin and program.stdout and program.stderr
        program.stdin.write(b"isready\n")
        program.stdin.flush()
        assert program.stdout.readline().startswith(first)
        program.send_signal(number)
        assert (program.wait(60), b"Traceback" in program.stderr.read()) == (code, False)
