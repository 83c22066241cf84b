//! Game-tree search: agreement with minimax, theorems, and other games.

mod agreement;
mod chance;
mod expected;
mod own_game;
mod quiet;
mod real_game;
#[path = "../support/mod.rs"]
mod support;
mod theorems;
