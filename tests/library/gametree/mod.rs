//! Game-tree search: agreement with minimax, theorems, and other games.

mod advice;
mod agreement;
mod chance;
mod expected;
mod fuzzy;
mod own_game;
mod partition;
mod quiet;
mod real_game;
mod selective;
mod stations;
mod theorems;
