"""The examples run."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import junqi
import pytest

_FOLDER = Path(__file__).parent.parent / "examples"


def test_the_notebook_runs(capsys: pytest.CaptureFixture[str]) -> None:
    cells = json.loads((_FOLDER / "beliefs.ipynb").read_text(encoding="utf-8"))["cells"]
    names: dict[str, object] = {}
    shown = ""
    for cell in cells:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
            shown += "".join("".join(output.get("text", "")) for output in cell["outputs"])
    assert capsys.readouterr().out == shown


def test_random_games_run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["random_games.py"])
    runpy.run_path(str(_FOLDER / "random_games.py"), run_name="__main__")
    assert capsys.readouterr().out


def test_a_strategy_is_trained(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pyspiel")
    words = ["exploitability.py", "--plies", "4", "--iterations", "200"]
    monkeypatch.setattr("sys.argv", words)
    runpy.run_path(str(_FOLDER / "exploitability.py"), run_name="__main__")
    values = [float(line.split()[-1]) for line in capsys.readouterr().out.splitlines()]
    uniform = junqi.best_response(junqi.Game(board="mini", max_plies=4), 0, "random")
    assert len(values) == 2 and values[-1] < values[0] < uniform


def test_speeds_are_measured(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["speed.py", "--seconds", "0.02", "--threads", "2"])
    runpy.run_path(str(_FOLDER / "speed.py"), run_name="__main__")
    assert "Batch, stations, none, compact, float32" in capsys.readouterr().out
