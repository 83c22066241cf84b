//! The ratings of all engines of some games, on one Elo scale.

use super::results::{LadderResults, StandingError};
use crate::game::belief::Visibility;
use crate::game::rules::Rules;
use crate::tournament::lineup::unit_of_match;
use crate::tournament::rating::{Ladder, LadderError, Meeting, rate};
use serde::Serialize;

/// The default anchor.
const ANCHOR: &str = "random";

/// The rating and the results of an engine.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RankedSeat {
    /// The engine with its settings.
    pub seat: String,
    /// Elo difference to the anchor.
    pub elo: f64,
    /// Lower end of its 95 % interval.
    pub low: f64,
    /// Upper end of its 95 % interval.
    pub high: f64,
    /// Number of games in finished units.
    pub games: u64,
    /// Number of games won.
    pub wins: u64,
    /// Number of games drawn.
    pub draws: u64,
    /// Number of games lost.
    pub losses: u64,
    /// Score, 0 to 1.
    pub score: f64,
}

/// The results of a pair.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Pair {
    /// The first engine.
    pub first: String,
    /// The second engine.
    pub second: String,
    /// Games in finished units.
    pub games: u64,
    /// Score of the first engine, 0 to 1.
    pub score: f64,
    /// Score of the first engine that the ratings predict, 0 to 1.
    pub expected: f64,
}

/// The ratings of a ladder.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Standing {
    /// Game mode: `2v2` or `1v1`.
    pub mode: &'static str,
    /// Pieces whose kinds the players knew from the start.
    pub visibility: Visibility,
    /// The rules; only what differs from the default.
    pub rules: Rules,
    /// The engine whose Elo is 0.
    pub anchor: String,
    /// The engines, the strongest first.
    pub places: Vec<RankedSeat>,
    /// The pairs, in the order of the places.
    pub pairs: Vec<Pair>,
    /// Games in finished units.
    pub games: u64,
    /// Games in a unit.
    pub games_per_unit: u64,
    /// Number of excluded games: those of unfinished units.
    pub left_out: u64,
    /// Whether a drawn game was added to some pairs, without which a rating would be infinite.
    pub supported: bool,
}

impl Standing {
    /// The score of an engine against another, and the score that the ratings predict; none if they did
    /// not play each other.
    pub fn share(&self, first: &str, second: &str) -> Option<[f64; 2]> {
        self.pairs.iter().find_map(|pair| {
            if pair.first == first && pair.second == second {
                return Some([pair.score, pair.expected]);
            }
            let turned = pair.first == second && pair.second == first;
            turned.then_some([1.0 - pair.score, 1.0 - pair.expected])
        })
    }
}

impl LadderResults {
    /// Rates all engines. The anchor, whose Elo is 0, is `random` by default if it played, else the first
    /// engine.
    ///
    /// # Errors
    ///
    /// If there is no finished unit, the anchor did not play, or no chain of games connects an engine to
    /// it.
    pub fn standing(&self, anchor: Option<&str>) -> Result<Standing, StandingError> {
        let common = self.common.as_ref().ok_or(StandingError::Empty)?;
        let size = unit_of_match(common.rules.mode);
        let (seats, meetings) = self.met(size);
        let found = |name: &str| seats.iter().position(|seat| *seat == name);
        let anchor = match anchor {
            _ if seats.is_empty() => return Err(StandingError::Empty),
            None => found(ANCHOR).unwrap_or(0),
            Some(name) => found(name).ok_or_else(|| StandingError::Anchor {
                found: name.into(),
                names: seats.join(", "),
            })?,
        };
        let rated = rate(seats.len(), anchor, &meetings).map_err(|error| match error {
            LadderError::Unconnected { seat, anchor } => {
                let [seat, anchor] = [seat, anchor].map(|place| seats[place].to_owned());
                StandingError::Apart { seat, anchor }
            }
            error => error.into(),
        })?;
        let mut order: Vec<usize> = (0..seats.len()).collect();
        order.sort_by(|&a, &b| rated.ratings[b].elo.total_cmp(&rated.ratings[a].elo));
        let table = Table { seats, meetings, rated };
        let places = order.iter().map(|&seat| table.place(seat)).collect();
        let pairs = order.iter().enumerate().flat_map(|(i, &first)| {
            let table = &table;
            order[i + 1..].iter().filter_map(move |&second| table.pair(first, second))
        });
        let pairs: Vec<Pair> = pairs.collect();
        let games = pairs.iter().map(|pair| pair.games).sum();
        Ok(Standing {
            mode: common.rules.mode.name(),
            visibility: common.visibility,
            rules: common.rules,
            anchor: table.seats[anchor].to_owned(),
            places,
            pairs,
            games,
            games_per_unit: size,
            left_out: self.games() - games,
            supported: table.rated.supported,
        })
    }

    /// The seats that finished a unit, and their meetings by place in this list.
    fn met(&self, size: u64) -> (Vec<&str>, Vec<Meeting>) {
        let mut meetings = self.meetings(size);
        let met = |seat: usize| meetings.iter().any(|m| m.first == seat || m.second == seat);
        let numbers: Vec<usize> = (0..self.seats.len()).filter(|&seat| met(seat)).collect();
        let place = |seat| numbers.binary_search(&seat).expect("it met somebody");
        for meeting in &mut meetings {
            (meeting.first, meeting.second) = (place(meeting.first), place(meeting.second));
        }
        (numbers.iter().map(|&seat| self.seats[seat].as_str()).collect(), meetings)
    }
}

/// Seats that met, and their ratings.
struct Table<'a> {
    seats: Vec<&'a str>,
    meetings: Vec<Meeting>,
    rated: Ladder,
}

impl Table<'_> {
    /// What a seat came to, against another or all: won, drawn, lost.
    fn results(&self, seat: usize, other: Option<usize>) -> [u64; 3] {
        let mut sum = [0; 3];
        for meeting in &self.meetings {
            let pair = [meeting.first, meeting.second];
            let Some(side) = pair.iter().position(|&s| s == seat) else { continue };
            if other.is_some_and(|other| pair[1 - side] != other) {
                continue;
            }
            for (results, units) in &meeting.units {
                for (i, games) in results.iter().enumerate() {
                    sum[if side == 0 { i } else { 2 - i }] += games * units;
                }
            }
        }
        sum
    }

    fn place(&self, seat: usize) -> RankedSeat {
        let [wins, draws, losses] = self.results(seat, None);
        let (games, rating) = (wins + draws + losses, self.rated.ratings[seat]);
        RankedSeat {
            seat: self.seats[seat].to_owned(),
            elo: rating.elo,
            low: rating.low,
            high: rating.high,
            games,
            wins,
            draws,
            losses,
            score: share([wins, draws, losses]),
        }
    }

    fn pair(&self, first: usize, second: usize) -> Option<Pair> {
        let results = self.results(first, Some(second));
        let games = results.iter().sum();
        (games > 0).then(|| Pair {
            first: self.seats[first].to_owned(),
            second: self.seats[second].to_owned(),
            games,
            score: share(results),
            expected: self.rated.expected(first, second),
        })
    }
}

/// The share of points.
fn share([wins, draws, losses]: [u64; 3]) -> f64 {
    (wins as f64 + draws as f64 / 2.0) / (wins + draws + losses) as f64
}
