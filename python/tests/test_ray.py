"""Long jobs: shards in this process, and on Ray with a worker killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import junqi
import pytest

_PROGRAM = [sys.executable, "-m", "junqi"]
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


def planned(folder: Path, *sprt: str) -> tuple[Path, bytes]:
    """A manifest, and the bytes of the undivided run."""
    (folder / "job.toml").write_text(_JOB + (f"sprt = {json.dumps(sprt)}\n" if sprt else ""))
    subprocess.run([*_PROGRAM, "plan", "job.toml"], cwd=folder, check=True, capture_output=True)
    options = ["--mode", "1v1", "--games", "240", "--seed", "3", "--out", "whole.jsonl"]
    options += ["--sprt", *sprt] if sprt else []
    subprocess.run(
        [*_PROGRAM, "match", "greedy", "random", *options], cwd=folder, check=True, capture_output=True
    )
    return folder / "job.manifest.json", (folder / "whole.jsonl").read_bytes()


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


def test_what_cannot_be_planned_is_said(tmp_path: Path) -> None:
    pytest.importorskip("ray")
    import junqi.ray

    path = tmp_path / "job.toml"
    for text, sentence in (
        ("job = ", "not valid TOML"),
        (_JOB.replace("greedy", "gredy"), "found the name `gredy`"),
        (_JOB.replace("240", '"many"'), "many"),
        (_JOB.replace("24\n", "1000\n"), "can be divided"),
    ):
        path.write_text(text)
        with pytest.raises(junqi.JunqiError, match=sentence):
            junqi.ray.run(path)
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(junqi.JunqiError, match="bad.json: this is not a manifest"):
        junqi.ray.run(tmp_path / "bad.json")


def test_a_job_is_planned_without_the_program_on_the_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ray")
    import junqi.ray

    (tmp_path / "job.toml").write_text(_JOB)
    monkeypatch.setenv("PATH", str(tmp_path))  # where no program is
    manifest = junqi.ray._plan(tmp_path / "job.toml")
    assert junqi.Job(manifest.read_text()).shards == 24


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


def test_ray_survives_killed_workers(tmp_path: Path) -> None:
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
    manifest, whole = planned(tmp_path, "elo0=0", "elo1=100")
    job = junqi.Job(manifest.read_text())
    number = 0
    test = job.stop_test(tmp_path / "shards")
    while not test.is_decided():
        job.make_shard(tmp_path / "shards", number)
        number += 1
    assert number < job.shards
    job.merge(tmp_path / "shards", tmp_path / "merged.jsonl")
    assert (tmp_path / "merged.jsonl").read_bytes() == whole
