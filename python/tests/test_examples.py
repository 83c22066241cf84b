"""The examples run."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

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


def test_speeds_are_measured(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["speed.py", "--seconds", "0.02", "--threads", "2"])
    runpy.run_path(str(_FOLDER / "speed.py"), run_name="__main__")
    assert "Batch, stations, none, compact, float32" in capsys.readouterr().out
