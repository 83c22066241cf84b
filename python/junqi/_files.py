"""Reading files by their endings."""

from __future__ import annotations

from pathlib import Path

from junqi._junqi import Deployment, Record


def read_records(path: str | Path, *, rules: str = "qq") -> list[Record]:
    """The games of a file: a record a line (.jsonl), or one replay of the QQ client (.jgs).

    Args:
        path: of the file.
        rules: by which a replay was played; records have their own.

    Raises:
        junqi.JunqiError: if a game cannot be read or does not follow the rules.
    """
    path = Path(path)
    if path.suffix == ".jgs":
        return [Record.from_jgs(path.read_bytes(), rules=rules)]
    # Not `splitlines`, which also divides at separators that may stand in chat.
    lines = path.read_text(encoding="utf-8-sig").split("\n")
    return [Record(line) for line in lines if line.strip()]


def read_deployments(path: str | Path) -> list[tuple[str, Deployment]]:
    """The deployments of a file with their names: drawings (.txt), a layout of the QQ client (.jql), or those
    of recorded games (.jsonl, .jgs).

    Raises:
        junqi.JunqiError: if one cannot be read or is not legal.
    """
    path = Path(path)
    if path.suffix == ".jql":
        return [(path.stem, Deployment.from_jql(path.read_bytes()))]
    if path.suffix not in (".jsonl", ".jgs"):
        return Deployment.parse(path.read_text(encoding="utf-8-sig"))
    return [
        (f"{path.stem} game {number} {seat}", deployment)
        for number, record in enumerate(read_records(path))
        for seat, deployment in zip("SENW", record.deployments, strict=True)
        if deployment is not None
    ]
