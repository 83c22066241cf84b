//! Tournaments: ladders, measured deployments, statistics.

mod deployments;
mod ladder;
mod rating;
