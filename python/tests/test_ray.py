"""Long jobs: shards in this process, and on Ray with a worker killed."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import threading
import time
from pathlib import Path

import junqi
import pytest

_PROGRAM = shutil.which("junqi", path=os.environ.get("JUNQI_FOLDER", os.defpath))
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

_JOB = """
job = "match"
a = "greedy"
b = "random"
mode = "1v1"
games = 240
seed = 3
shards = 24
"""


def planned(folder: Path, sprt: dict[str, float | str] | None = None) -> tuple[Path, bytes]:
    """The manifest of the job, and the bytes of the undivided run."""
    game, whole = junqi.Game("1v1", deal="pool"), folder / "whole.jsonl"
    job = junqi.Job.of_match(game, "greedy", "random", games=240, seed=3, sprt=sprt, shards=24)
    job.save(folder / "job.manifest.json")
    junqi.match(game, "greedy", "random", games=240, seed=3, sprt=sprt, out=whole)
    return folder / "job.manifest.json", whole.read_bytes()


@pytest.mark.skipif(_PROGRAM is None, reason="no program junqi in JUNQI_FOLDER")
@pytest.mark.parametrize(
    "more",
    [
        "",
        'sprt = ["elo0=0", "elo1=100"]\n',
        'sprt = "elo1=100,model=logistic"\n',
        'deployments = "sample"\nrules = "qq"\nvisibility = "double-open"\n',
    ],
)
def test_a_match_is_planned_as_the_program_does(tmp_path: Path, more: str) -> None:
    pytest.importorskip("ray")
    import junqi.ray

    assert _PROGRAM is not None
    (tmp_path / "job.toml").write_text(_JOB + more)
    subprocess.run([_PROGRAM, "plan", "job.toml"], cwd=tmp_path, check=True, capture_output=True)
    # It is kept only if it has the same content.
    assert junqi.ray._plan(tmp_path / "job.toml") == tmp_path / "job.manifest.json"
    (tmp_path / "job.toml").write_text(_JOB.replace("seed = 3", "seed = 4") + more)
    with pytest.raises(junqi.JunqiError, match="job.manifest.json: another file of this name exists"):
        junqi.ray._plan(tmp_path / "job.toml")


def test_what_cannot_be_planned_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ray")
    import junqi.ray

    monkeypatch.setenv("PATH", str(tmp_path))
    path = tmp_path / "job.toml"
    for text in (
        _JOB.replace('"match"', '"ladder"'),
        _JOB.replace("greedy", "seats.toml:mine"),
        _JOB.replace("games = 240", 'sprt = "elo1=9"'),
        _JOB + 'compare = "agents"\n',
        _JOB + 'deployments = "strong"\n',
    ):
        path.write_text(text)
        with pytest.raises(junqi.JunqiError, match="job.toml: to divide .* program `junqi` must be on the PATH"):
            junqi.ray.run(path)
    for text, sentence in (
        ("job = ", "job.toml: Invalid value"),
        (_JOB.replace("greedy", "gredy"), "job.toml: seat `gredy`: found the name `gredy`"),
        (_JOB.replace("240", '"many"'), "job.toml: games: found 'many', expected a whole number"),
        (_JOB.replace("24\n", "1000\n"), "job.toml: a job of .* units of work can be divided"),
    ):
        path.write_text(text)
        with pytest.raises(junqi.JunqiError, match=sentence):
            junqi.ray.run(path)
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(junqi.JunqiError, match="bad.json: this is not a manifest"):
        junqi.ray.run(tmp_path / "bad.json")


def test_shards_merge_to_the_undivided_run(tmp_path: Path) -> None:
    manifest, whole = planned(tmp_path)
    job = junqi.Job(manifest.read_text())
    assert (job.shards, job.lines) == (24, 240)
    with pytest.raises(junqi.JunqiError, match="not all shards are there"):
        job.merge(tmp_path / "shards", tmp_path / "merged.jsonl")
    for number in reversed(range(job.shards)):
        assert job.make_shard(tmp_path / "shards", number, jobs=2) == "made"
    assert job.make_shard(tmp_path / "shards", 0) == "already there"
    job.merge(tmp_path / "shards", tmp_path / "merged.jsonl")
    assert (tmp_path / "merged.jsonl").read_bytes() == whole
    job.shard_path(tmp_path / "shards", 3).write_text("no shard")
    with pytest.raises(junqi.JunqiError, match="shard-00003.jsonl: found no head of a shard"):
        job.has_shard(tmp_path / "shards", 3)
    with pytest.raises(junqi.JunqiError):
        junqi.Job("{}")


def kill_workers(stop: threading.Event, killed: list[int]) -> None:
    """Kills two workers while they make shards."""
    while not stop.is_set() and len(killed) < 2:
        found = subprocess.run(["pgrep", "-f", "ray::_shard"], capture_output=True, text=True).stdout
        for process in map(int, found.split()):
            if len(killed) < 2 and process not in killed:
                os.kill(process, signal.SIGKILL)
                killed.append(process)
                break
        time.sleep(0.02)


def test_ray_survives_killed_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ray = pytest.importorskip("ray")
    import junqi.ray

    manifest, whole = planned(tmp_path)
    ray.init(num_cpus=2, log_to_driver=False, include_dashboard=False)
    stop, killed = threading.Event(), list[int]()
    killer = threading.Thread(target=kill_workers, args=(stop, killed))
    killer.start()
    try:
        out = junqi.ray.run(manifest, progress=False)
        assert out.read_bytes() == whole
        (tmp_path / "job.toml").write_text(_JOB)
        monkeypatch.setenv("PATH", str(tmp_path))
        lost = tmp_path / "job.shards" / "shard-00007.jsonl"
        lost.unlink()
        assert junqi.ray.run(tmp_path / "job.toml", progress=False).read_bytes() == whole
        assert lost.exists()
    finally:
        stop.set()
        killer.join()
        ray.shutdown()
    assert killed, "no worker was seen"


def test_a_decided_test_ends_the_job(tmp_path: Path) -> None:
    manifest, whole = planned(tmp_path, {"elo0": 0, "elo1": 100})
    job = junqi.Job(manifest.read_text())
    number = 0
    test = job.stop_test(tmp_path / "shards")
    while not test.is_decided():
        job.make_shard(tmp_path / "shards", number)
        number += 1
    assert number < job.shards
    job.merge(tmp_path / "shards", tmp_path / "merged.jsonl")
    assert (tmp_path / "merged.jsonl").read_bytes() == whole
