//! The engine: evaluation, searches, sampling, endgames.

mod advice;
mod belief_search;
mod endgame;
mod eval;
mod luck_correction;
mod network;
mod sampling;
mod searches;
