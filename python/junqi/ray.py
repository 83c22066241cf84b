"""Runs the shards of a long job on a Ray cluster.

    python -m junqi.ray JOB.toml --address auto

The job is divided into shards first, as by `junqi plan`; its manifest, JOB.manifest.json, may also be given.

Every shard is a Ray task that makes its bytes in a folder of its own and returns them, so the machines need not
share a folder. A task whose worker dies is tried again. Finished shards lie beside the manifest: the same command
resumes. A match with a sequential test ends as soon as the test is decided. The merged file has the bytes of an
undivided run; all machines must be of one platform, because logarithms differ in the last digit between platforms.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import junqi
import ray
from junqi._files import naming

_ENDING = ".manifest.json"


@ray.remote
def _shard(manifest: str, number: int, jobs: int) -> bytes:
    """The bytes of a shard."""
    job = junqi.Job(manifest)
    with tempfile.TemporaryDirectory() as folder:
        job.make_shard(folder, number, jobs=jobs)
        return job.shard_path(folder, number).read_bytes()


def _plan(job: Path) -> Path:
    """Divides a job into shards; returns the file of its manifest."""
    command = [sys.executable, "-m", "junqi", "plan", str(job)]
    planned = subprocess.run(command, capture_output=True, text=True)
    if planned.returncode != 0:
        raise junqi.JunqiError(planned.stderr.strip())
    return job.with_name(job.stem + _ENDING)


def run(
    manifest: str | Path,
    address: str | None = None,
    jobs: int = 1,
    retries: int = 5,
    progress: bool = True,
) -> Path:
    """Makes the shards of a job that are missing, merges all, and returns the merged file.

    Args:
        manifest: the file that `junqi plan` wrote, or a job (.toml) to plan now.
        address: of the cluster; None starts Ray on this machine unless it is started.
        jobs: games or trees at once in a shard, and the CPUs that a shard takes.
        retries: how often a shard is tried again after an error or the death of its worker.
        progress: whether a line on standard error shows the progress.

    Raises:
        junqi.JunqiError: if the job, the manifest or a shard is not what it should be, or platforms are mixed.
        ray.exceptions.RayError: if a shard could not be made in any of the tries. Finished shards are kept.
        OSError: if a file cannot be read or written.
    """
    manifest = Path(manifest)
    if manifest.suffix == ".toml":
        manifest = _plan(manifest)
    with naming(manifest):
        text = manifest.read_text(encoding="utf-8")
        job = junqi.Job(text)
    stem = manifest.name.removesuffix(_ENDING).removesuffix(".json")
    folder, out = manifest.with_name(f"{stem}.shards"), manifest.with_name(f"{stem}.jsonl")
    folder.mkdir(exist_ok=True)
    if not ray.is_initialized():
        ray.init(address=address, log_to_driver=False)
    make = _shard.options(num_cpus=jobs, max_retries=retries, retry_exceptions=True)
    missing = [n for n in range(job.shards) if not job.has_shard(folder, n)]
    shared = ray.put(text)
    running = {make.remote(shared, number, jobs): number for number in missing}
    test = job.stop_test(folder)
    try:
        while running and not test.is_decided():
            [ready], _ = ray.wait(list(running))
            path = job.shard_path(folder, running.pop(ready))
            part = path.with_suffix(".tmp")
            part.write_bytes(ray.get(ready))
            part.replace(path)
            if progress:
                print(f"\r{job.shards - len(running)} of {job.shards} shards", end="", file=sys.stderr)
    finally:
        if progress:
            print(file=sys.stderr)
        for unfinished in running:
            ray.cancel(unfinished)
    job.merge(folder, out)
    return out


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m junqi.ray", description="Run the shards of a long job on a Ray cluster."
    )
    parser.add_argument("job", type=Path, help="JOB.toml, or the manifest that `junqi plan` made of it")
    parser.add_argument("--address", help="of the Ray cluster, such as auto [default: this machine]")
    parser.add_argument("--jobs", type=int, default=1, help="games or trees at once in a shard")
    parser.add_argument("--retries", type=int, default=5, help="tries after an error of a shard")
    options = parser.parse_args()
    try:
        print(run(options.job, options.address, options.jobs, options.retries))
    except (junqi.JunqiError, OSError, ray.exceptions.RayError) as error:
        sys.exit(f"error: {error}")


if __name__ == "__main__":
    main()
