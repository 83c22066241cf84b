//! The server, from outside: pages, refusals, whole games, studies, many tables.

mod browser;
mod folder;
mod games;
mod health;
mod leaks;
mod load;
mod messages;
mod pages;
mod room_noise;
mod studies;
#[path = "../support/mod.rs"]
mod support;
mod tables;
