#![doc = include_str!("../README.md")]

pub mod belief;
pub mod board;
pub mod draw;
pub mod position;
pub mod rules;
pub mod score;
