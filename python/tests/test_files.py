"""Errors about files name the file."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import junqi
import pytest

GAME = junqi.Game("1v1", deal="pool", max_plies=6)
BOOK = junqi.Deployment.book()[:2]
SEEN = GAME.new_initial_state(1).information_state_string(0)
WRITING: list[Callable[[Path], Any]] = [
    lambda path: junqi.match(GAME, "random", "random", games=2, out=path),
    lambda path: junqi.evaluate_deployments(GAME, BOOK, games=4, out=path),
]
READING: list[Callable[[Path], Any]] = [
    junqi.read_records,
    junqi.read_deployments,
    junqi.Evaluation,
    lambda path: junqi.Belief(SEEN, opponent=str(path)),
]


@pytest.mark.parametrize("write", WRITING)
def test_a_file_that_cannot_be_written_is_named(write: Callable[[Path], Any], tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder\n")
    path = tmp_path / "file" / "x.jsonl"
    with pytest.raises(junqi.JunqiError, match=re.escape(str(path))):
        write(path)


def test_a_file_of_another_match_is_named(tmp_path: Path) -> None:
    path = tmp_path / "other.jsonl"
    path.write_text("hello\n")
    with pytest.raises(junqi.JunqiError, match="other.jsonl: line 1: found no record"):
        WRITING[0](path)
    assert path.read_text() == "hello\n"


@pytest.mark.parametrize("read", READING)
@pytest.mark.parametrize("name", ["a.jsonl", "a.jgs", "a.jql", "a.txt"])
def test_a_file_that_cannot_be_read_is_named(
    read: Callable[[Path], Any], name: str, tmp_path: Path
) -> None:
    path = tmp_path / name
    with pytest.raises((junqi.JunqiError, FileNotFoundError), match=re.escape(str(path))):
        read(path)
    for content in (b"hello\n", b"\xff\xfe\n"):
        path.write_bytes(content)
        with pytest.raises(junqi.JunqiError, match=re.escape(str(path))):
            read(path)


def test_a_bad_record_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    good = str(junqi.Record.of(GAME.new_initial_state(1)))
    path.write_text(f"{good}\n\n{json.dumps(json.loads(good) | {'plies': 3})}\n")
    for read in (junqi.read_records, junqi.read_deployments):
        with pytest.raises(junqi.JunqiError, match=r"games\.jsonl, line 3: .*plies"):
            read(path)
