//! Four-country army chess: board, rules, beliefs, text formats and drawings. Knows no scores.

pub mod belief;
pub mod board;
pub mod draw;
pub mod format;
pub mod kind;
pub mod rules;
