"""Reading files by their endings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from junqi._junqi import Deployment, JunqiError, Record


@contextmanager
def naming(place: str | Path) -> Iterator[None]:
    """Errors about the content of a file name the file."""
    try:
        yield
    except (JunqiError, UnicodeDecodeError) as error:
        raise JunqiError(f"{place}: {error}") from error


def read_records(path: str | Path, *, rules: str = "qq") -> list[Record]:
    """The games of a file: a record a line (.jsonl), or one replay of the QQ client (.jgs).

    Args:
        path: of the file.
        rules: by which a replay was played; records have their own.

    Raises:
        junqi.JunqiError: if a game cannot be read or does not follow the rules.
        OSError: if the file cannot be read.
    """
    path = Path(path)
    with naming(path):
        if path.suffix == ".jgs":
            return [Record.from_jgs(path.read_bytes(), rules=rules)]
        text = path.read_text(encoding="utf-8-sig")
    records = []
    # Not `splitlines`, which also divides at separators that may stand in chat.
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            with naming(f"{path}, line {number}"):
                records.append(Record(line))
    return records


def read_deployments(path: str | Path, *, board: str = "siguo") -> list[tuple[str, Deployment]]:
    """The deployments of a file with their names: drawings (.txt), a layout of the QQ client (.jql), or those
    of recorded games (.jsonl, .jgs).

    Args:
        path: of the file.
        board: the board of drawings, by its name or text, as in `junqi.Game`.

    Raises:
        junqi.JunqiError: if one cannot be read or is not legal.
        OSError: if the file cannot be read.
    """
    path = Path(path)
    if path.suffix in (".jsonl", ".jgs"):
        return [
            (f"{path.stem} game {number} {seat}", deployment)
            for number, record in enumerate(read_records(path))
            for seat, deployment in zip("SENW", record.deployments, strict=True)
            if deployment is not None
        ]
    with naming(path):
        if path.suffix == ".jql":
            return [(path.stem, Deployment.from_jql(path.read_bytes()))]
        return Deployment.parse(path.read_text(encoding="utf-8-sig"), board=board)
