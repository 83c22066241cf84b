//! Long jobs divided into shards.

use crate::errors::{in_file, refused};
use crate::interrupt::interruptible;
use junqi::shards::{Manifest, RunOptions, Shards, merge_job, run};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Mutex;

#[pyclass(module = "junqi", frozen)]
pub struct Job {
    manifest: Manifest,
}

impl Job {
    fn shards_in(&self, folder: PathBuf) -> Shards<'_> {
        self.manifest.shards_in(folder)
    }
}

#[pymethods]
impl Job {
    #[new]
    fn new(manifest: &str) -> PyResult<Self> {
        Ok(Self { manifest: Manifest::parse(manifest).map_err(refused)? })
    }

    #[getter]
    fn id(&self) -> &str {
        self.manifest.id()
    }

    #[getter]
    fn shards(&self) -> u64 {
        self.manifest.shards()
    }

    #[getter]
    fn lines(&self) -> u64 {
        self.manifest.job().task().lines()
    }

    #[pyo3(signature = (folder, number, *, jobs=1))]
    fn make_shard(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        number: u64,
        jobs: usize,
    ) -> PyResult<String> {
        interruptible(py, |stop| {
            let shards = self.shards_in(folder);
            let chosen = [shards.shard(number)];
            let options = RunOptions { chosen: &chosen, verify: false, threads: jobs, stop };
            let outcomes =
                run(&self.manifest, &shards, &options, &mut |_| ControlFlow::Continue(()));
            let outcomes = outcomes.map_err(refused)?;
            Ok(outcomes.into_iter().map(|outcome| outcome.state.to_string()).collect())
        })
    }

    fn shard_path(&self, folder: PathBuf, number: u64) -> PathBuf {
        let shards = self.shards_in(folder);
        shards.path(shards.shard(number))
    }

    fn has_shard(&self, folder: PathBuf, number: u64) -> PyResult<bool> {
        let shards = self.shards_in(folder);
        let shard = shards.shard(number);
        let read = shards.read(shard).map_err(|error| in_file(&shards.path(shard), error));
        Ok(read?.is_some())
    }

    fn stop_test(slf: Bound<'_, Self>, folder: PathBuf) -> StopTest {
        let test = junqi::shards::StopTest::new(&slf.get().manifest).into();
        StopTest { job: slf.unbind(), folder, test }
    }

    fn merge(&self, folder: PathBuf, out: PathBuf) -> PyResult<()> {
        let gaps = merge_job(&self.manifest, &self.shards_in(folder), &out).map_err(refused)?;
        if gaps.is_empty() {
            Ok(())
        } else {
            Err(refused(format!("not all shards are there{gaps}")))
        }
    }
}

/// The sequential test of a job, as far as the shards in a folder decide it.
#[pyclass(module = "junqi", frozen)]
pub struct StopTest {
    job: Py<Job>,
    folder: PathBuf,
    test: Mutex<Option<junqi::shards::StopTest>>,
}

#[pymethods]
impl StopTest {
    fn is_decided(&self) -> PyResult<bool> {
        let job = self.job.get();
        let mut test = self.test.lock().map_err(refused)?;
        let shards = job.shards_in(self.folder.clone());
        Ok(test.as_mut().is_some_and(|test| test.is_decided(&job.manifest, &shards, shards.of)))
    }
}
