//! The plan of a ladder: its players, its pairs, and its games as a job.

use super::LadderError;
use crate::tournament::games::Games;
use crate::tournament::series::{Lineup, Series};
use junqi_core::base::job::{Job, WorkError};
use junqi_core::base::random::derive;
use junqi_core::play::PlayerSpec;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// A player with its display name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// Display name.
    pub name: String,
    /// The player and its settings.
    pub seat: PlayerSpec,
}

/// Display names by seat text.
pub type SeatNames = BTreeMap<String, String>;

/// Which players play each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pairing {
    /// Every player plays every other.
    RoundRobin,
    /// The first N players play all others, but not each other.
    Gauntlet(usize),
}

/// A ladder to play.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LadderPlan {
    /// The players.
    pub entrants: Vec<Entrant>,
    /// The pairing.
    pub pairing: Pairing,
    /// Rules, deployments and seed; its lineup is replaced for every pair.
    pub series: Series,
    /// Number of games per pair; rounded up to whole units.
    pub games: u64,
}

impl LadderPlan {
    /// Whether a player plays by the clock, so that its games differ from run to run.
    pub fn is_timed(&self) -> bool {
        self.entrants.iter().any(|entrant| entrant.seat.is_timed())
    }

    /// Checks that there are at least two different players and at least one pair.
    ///
    /// # Errors
    ///
    /// If not.
    pub fn check(&self) -> Result<(), LadderError> {
        let seats = self.entrants.len();
        if seats < 2 {
            return Err(LadderError::Few(seats));
        }
        for (i, entrant) in self.entrants.iter().enumerate() {
            let name = &entrant.name;
            let seat = entrant.seat.to_string();
            for other in &self.entrants[..i] {
                if other.name == *name {
                    return Err(LadderError::Listed { what: "the name", text: name.clone() });
                }
                if other.seat == entrant.seat {
                    return Err(LadderError::Listed { what: "the seat", text: seat });
                }
            }
        }
        match self.pairing {
            Pairing::Gauntlet(found) if found == 0 || found >= seats => {
                Err(LadderError::Gauntlet { found, seats })
            }
            _ => Ok(()),
        }
    }

    /// The display names of the players.
    pub fn names(&self) -> SeatNames {
        self.entrants.iter().map(|e| (e.seat.to_string(), e.name.clone())).collect()
    }

    /// The pairs, as indices of the entrants.
    pub fn pairs(&self) -> Vec<[usize; 2]> {
        let seats = self.entrants.len();
        let firsts = match self.pairing {
            Pairing::RoundRobin => seats,
            Pairing::Gauntlet(challengers) => challengers,
        };
        let others = |first: usize| match self.pairing {
            Pairing::RoundRobin => first + 1..seats,
            Pairing::Gauntlet(challengers) => challengers..seats,
        };
        (0..firsts).flat_map(|first| others(first).map(move |second| [first, second])).collect()
    }

    /// The games of a pair: a match whose seed depends on the two players, not on the other entrants.
    pub fn games_of(&self, [first, second]: [usize; 2]) -> Games {
        let seats = [first, second].map(|place| self.entrants[place].seat.clone());
        let bytes =
            seats.iter().flat_map(|seat| seat.to_string().into_bytes().into_iter().chain([0]));
        let part: Vec<u64> = bytes.map(u64::from).collect();
        // Every JSON reader can hold it exactly as a double.
        let seed = derive(self.series.seed, &part) >> 11;
        let series = Series { seed, lineup: Lineup::Match(seats), ..self.series.clone() };
        Games::new(series, self.games)
    }

    /// The pair of a line, and the index of the game in its match. All pairs play one unit, then all play
    /// the next, so that an interrupted ladder is balanced and can be extended by more games.
    fn place(&self, line: u64) -> ([usize; 2], u64) {
        let pairs = self.pairs();
        let unit = self.series.unit();
        let round = unit * pairs.len() as u64;
        let rounds = line / round;
        let rest = line % round;
        (pairs[(rest / unit) as usize], rounds * unit + rest % unit)
    }
}

impl Job for LadderPlan {
    fn lines(&self) -> u64 {
        self.series.whole_units(self.games).saturating_mul(self.pairs().len() as u64)
    }

    fn unit(&self) -> u64 {
        self.series.unit()
    }

    fn beginning(&self) -> &'static [u8] {
        Games::BEGINNING
    }

    fn line(&self, number: u64, stop: &AtomicBool) -> Result<String, WorkError> {
        let (pair, game) = self.place(number);
        self.games_of(pair).line(game, stop)
    }

    fn check(&self, number: u64, line: &str) -> Result<(), String> {
        let (pair, game) = self.place(number);
        self.games_of(pair).check(game, line)
    }
}
