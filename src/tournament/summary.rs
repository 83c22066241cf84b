//! What came of a run.

use crate::game::format::GameRecord;
use crate::game::rules::Team;
use serde::Serialize;
use std::collections::BTreeMap;

/// What came of the games so far.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct SeriesSummary {
    /// Games played.
    pub games: u64,
    /// Won by the first team: S and N, in a game of two S.
    pub first_team: u64,
    /// Won by the second team.
    pub second_team: u64,
    /// Won by nobody.
    pub draws: u64,
    /// By seat: games its team won.
    pub seat_wins: [u64; 4],
    /// By seat: games at whose end it was still in.
    pub seat_survived: [u64; 4],
    /// Games by reason of ending.
    pub endings: BTreeMap<String, u64>,
    /// Moves made in all games.
    pub plies: u64,
    /// Moves of the shortest game.
    pub shortest: u32,
    /// Moves of the longest game.
    pub longest: u32,
}

impl SeriesSummary {
    /// Counts a game.
    pub fn add(&mut self, record: &GameRecord) {
        let first = self.games == 0;
        self.shortest = if first { record.plies } else { self.shortest.min(record.plies) };
        self.longest = self.longest.max(record.plies);
        self.games += 1;
        self.plies += u64::from(record.plies);
        *self.endings.entry(record.result.why.clone()).or_default() += 1;
        let winner = record.result.winning_team();
        match winner {
            Some(Team::First) => self.first_team += 1,
            Some(Team::Second) => self.second_team += 1,
            None => self.draws += 1,
        }
        for seat in record.rules.seats().iter() {
            let won = winner == Some(record.rules.team(seat));
            let out = record.events.contains(&format!(",-{seat}."));
            self.seat_wins[seat.index()] += u64::from(won);
            self.seat_survived[seat.index()] += u64::from(!out);
        }
    }
}
