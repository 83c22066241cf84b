//! Who meets whom, and in which order: the plan of a ladder as a job.

use crate::base::job::{Job, WorkError};
use crate::base::random::derive;
use crate::play::SeatSpec;
use crate::tournament::{Games, Lineup, Series};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// A seat with the name it has in tables.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// Its name.
    pub name: String,
    /// The seat.
    pub seat: SeatSpec,
}

/// Names for the texts of seats.
pub type SeatNames = BTreeMap<String, String>;

/// Who meets whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Pairing {
    /// Everyone meets everyone.
    RoundRobin,
    /// The first so many meet all others, and not each other.
    Gauntlet(usize),
}

/// A ladder that is to be played.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LadderPlan {
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// Who meets whom.
    pub pairing: Pairing,
    /// Rules, deployments and seed; its lineup stands for any.
    pub series: Series,
    /// Games of every pair; the last unit is played to its end.
    pub games: u64,
}

/// Why a ladder cannot be played.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LadderPlanError {
    /// Too few take part.
    #[error("found {0} seats, expected two or more")]
    Few(usize),
    /// Somebody takes part twice.
    #[error("found {what} `{text}` twice, expected it once")]
    Twice {
        /// `the name` or `the seat`.
        what: &'static str,
        /// Which.
        text: String,
    },
    /// A gauntlet without challengers, or without anybody to challenge.
    #[error("found a gauntlet of {found} among {seats} seats, expected from 1 to {}", seats - 1)]
    Gauntlet {
        /// The challengers.
        found: usize,
        /// All seats.
        seats: usize,
    },
}

impl LadderPlan {
    /// Checks that everybody takes part once, and in something.
    ///
    /// # Errors
    ///
    /// If not.
    pub fn check(&self) -> Result<(), LadderPlanError> {
        let seats = self.entrants.len();
        if seats < 2 {
            return Err(LadderPlanError::Few(seats));
        }
        for (i, entrant) in self.entrants.iter().enumerate() {
            let (name, seat) = (&entrant.name, entrant.seat.to_string());
            for other in &self.entrants[..i] {
                if other.name == *name {
                    return Err(LadderPlanError::Twice { what: "the name", text: name.clone() });
                }
                if other.seat == entrant.seat {
                    return Err(LadderPlanError::Twice { what: "the seat", text: seat });
                }
            }
        }
        match self.pairing {
            Pairing::Gauntlet(found) if found == 0 || found >= seats => {
                Err(LadderPlanError::Gauntlet { found, seats })
            }
            _ => Ok(()),
        }
    }

    /// What the seats are called, by their texts.
    pub fn names(&self) -> SeatNames {
        self.entrants.iter().map(|e| (e.seat.to_string(), e.name.clone())).collect()
    }

    /// The pairs, as places in the list of entrants.
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

    /// The games of a pair: a match with a seed of its own, which follows from the two seats and not
    /// from who else takes part.
    pub fn games_of(&self, [first, second]: [usize; 2]) -> Games {
        let seats = [first, second].map(|place| self.entrants[place].seat.clone());
        let bytes =
            seats.iter().flat_map(|seat| seat.to_string().into_bytes().into_iter().chain([0]));
        let part: Vec<u64> = bytes.map(u64::from).collect();
        // Doubles hold it exactly, whoever reads the records.
        let seed = derive(self.series.seed, &part) >> 11;
        let series = Series { seed, lineup: Lineup::Match(seats), ..self.series.clone() };
        Games::new(series, self.games)
    }

    /// The pair of a line and the number of the game in its match: a unit of every pair, then the next
    /// of every pair, so that a ladder that was stopped is even, and more games follow those there are.
    fn place(&self, line: u64) -> ([usize; 2], u64) {
        let (pairs, unit) = (self.pairs(), self.series.unit());
        let round = unit * pairs.len() as u64;
        let (rounds, rest) = (line / round, line % round);
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
