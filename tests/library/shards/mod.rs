//! Long jobs in shards.

mod cases;
mod faults;
mod interrupted;
mod manifest;
mod merge;
mod sprt;
