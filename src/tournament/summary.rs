//! The summary of games in fixed seats.

use crate::game::format::GameRecord;
use crate::game::rules::Team;
use serde::Serialize;
use std::collections::BTreeMap;

/// The summary of some games.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct SeriesSummary {
    /// Number of games.
    pub games: u64,
    /// Games won by the first team: S and N, in 1v1 games S.
    pub first_team: u64,
    /// Games won by the second team.
    pub second_team: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games won by the team of each seat.
    pub seat_wins: [u64; 4],
    /// Games that each seat survived to the end.
    pub seat_survived: [u64; 4],
    /// Number of games by reason of ending.
    pub endings: BTreeMap<String, u64>,
    /// Number of moves in all games.
    pub plies: u64,
    /// Number of moves in the shortest game.
    pub shortest: u32,
    /// Number of moves in the longest game.
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
