//! Plays a game of two `greedy` seats against two `random` seats; prints its events and result.
//!
//! `cargo run --release --example self_play`

use junqi::game::belief::Visibility;
use junqi::game::board::{Board, Seat};
use junqi::game::rules::Rules;
use junqi::play::DeploymentSource;
use junqi::tournament::{Lineup, Series};
use std::sync::atomic::AtomicBool;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let series = Series {
        board: Board::siguo(),
        rules: Rules::default(),
        visibility: Visibility::FourDark,
        first: Seat::South,
        seed: 1,
        deal: DeploymentSource::Sample,
        lineup: Lineup::Match(["greedy".parse()?, "random".parse()?]),
    };
    let record = series.play(0, &AtomicBool::new(false))?;
    println!("{}", record.events);
    println!("{:?} after {} plies", record.result, record.plies);
    Ok(())
}
