//! The results of matches and ladders, read from their records, and the ratings of all players on one Elo scale.

use super::LadderError;
use crate::tournament::rating::{Ladder, Meeting, RatingError, rate};
use crate::tournament::series::{is_exchanged, unit_of_match};
use junqi_core::game::belief::Visibility;
use junqi_core::game::format::GameRecord;
use junqi_core::game::rules::{Rules, Team};
use serde::Serialize;
use std::collections::BTreeMap;

/// The conditions that all games of a ladder share.
#[derive(Debug, Clone, PartialEq)]
struct Common {
    rules: Rules,
    visibility: Visibility,
    board: String,
}

/// A unit: seed of the match, pair, index.
type Unit = (u64, [usize; 2], u64);

/// Results of games between players, grouped into units.
#[derive(Debug, Clone, Default)]
pub struct LadderResults {
    common: Option<Common>,
    pub(super) seats: Vec<String>,
    /// The results of each unit's games for the first of the pair: 0 won, 1 drawn, 2 lost.
    units: BTreeMap<Unit, BTreeMap<u64, usize>>,
}

/// The seat of a team.
fn side(record: &GameRecord, team: Team) -> Result<&str, LadderError> {
    let seats = record.rules.seats().iter().filter(|&seat| record.rules.team(seat) == team);
    let mut names = seats.map(|seat| record.seats[seat.index()].as_deref());
    match names.next().flatten() {
        Some(name) if names.all(|other| other == Some(name)) => Ok(name),
        _ => Err(LadderError::Sides(format!("game {} with two on a side", record.game))),
    }
}

impl LadderResults {
    /// Counts a game.
    ///
    /// # Errors
    ///
    /// If it is not between two players, was played under other conditions than the games before, or was
    /// counted before.
    pub fn add(&mut self, record: &GameRecord) -> Result<(), LadderError> {
        self.check_kind(record)?;
        let first = side(record, Team::First)?;
        let second = side(record, Team::Second)?;
        if first == second {
            return Err(LadderError::Sides(format!("`{first}` on both")));
        }
        if record.result.why == "unfinished" {
            return Err(LadderError::Unfinished(record.game));
        }
        let [a, b] = [first, second].map(|seat| self.number(seat));
        let result = match record.result.winning_team() {
            Some(Team::First) => 0,
            None => 1,
            Some(Team::Second) => 2,
        };
        // The sides as the match names them. A unit in which they were not exchanged falls apart
        // here into two halves, neither of which is ever whole.
        let mode = record.rules.mode;
        let exchanged = is_exchanged(record.game, mode);
        let (pair, result) = if exchanged { ([b, a], 2 - result) } else { ([a, b], result) };
        let seed = record.seed;
        let index = record.game / unit_of_match(mode);
        let unit = self.units.entry((seed, pair, index)).or_default();
        let again = unit.insert(record.game, result).is_some();
        // A match with the same seed whose sides were named the other way round has the same games.
        let is_whole = |games: &BTreeMap<u64, usize>| games.len() as u64 == unit_of_match(mode);
        let other = (seed, [pair[1], pair[0]], index);
        if again || is_whole(unit) && self.units.get(&other).is_some_and(is_whole) {
            let pair = format!("`{first}` and `{second}`");
            return Err(LadderError::Twice { game: record.game, seed: record.seed, pair });
        }
        Ok(())
    }

    fn check_kind(&mut self, record: &GameRecord) -> Result<(), LadderError> {
        let rules = record.rules;
        let visibility = record.visibility;
        let board = record.board.clone();
        let found = Common { rules, visibility, board };
        let expected = self.common.get_or_insert_with(|| found.clone());
        if *expected == found {
            return Ok(());
        }
        let text = |c: &Common| format!("{}, {}, board {}", c.rules, c.visibility, c.board);
        Err(LadderError::Kind { found: text(&found), expected: text(expected) })
    }

    fn number(&mut self, seat: &str) -> usize {
        self.seats.iter().position(|s| s == seat).unwrap_or_else(|| {
            self.seats.push(seat.to_owned());
            self.seats.len() - 1
        })
    }

    /// Number of games, including those of unfinished units.
    fn games(&self) -> u64 {
        self.units.values().map(|games| games.len() as u64).sum()
    }

    /// The whole units of every pair.
    fn meetings(&self, games_per_unit: u64) -> Vec<Meeting> {
        let mut meetings: BTreeMap<[usize; 2], BTreeMap<[u64; 3], u64>> = BTreeMap::new();
        let whole = self.units.iter().filter(|(_, games)| games.len() as u64 == games_per_unit);
        for ((_, pair, _), games) in whole {
            let mut results = [0; 3];
            for &result in games.values() {
                results[result] += 1;
            }
            *meetings.entry(*pair).or_default().entry(results).or_default() += 1;
        }
        meetings
            .into_iter()
            .map(|([first, second], units)| Meeting { first, second, units })
            .collect()
    }
}

/// The default anchor.
const ANCHOR: &str = "random";

/// The rating and the results of a player.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RankedSeat {
    /// The player with its settings.
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
    /// The first player.
    pub first: String,
    /// The second player.
    pub second: String,
    /// Games in finished units.
    pub games: u64,
    /// Score of the first player, 0 to 1.
    pub score: f64,
    /// Score of the first player that the ratings predict, 0 to 1.
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
    /// The player whose Elo is 0.
    pub anchor: String,
    /// The players, the strongest first.
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
    /// The score of a player against another, and the score that the ratings predict; none if they did
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
    /// Rates all players. The anchor, whose Elo is 0, is `random` by default if it played, else the first
    /// player.
    ///
    /// # Errors
    ///
    /// If there is no finished unit, the anchor did not play, or no chain of games connects a player to
    /// it.
    pub fn standing(&self, anchor: Option<&str>) -> Result<Standing, LadderError> {
        let common = self.common.as_ref().ok_or(LadderError::Empty)?;
        let size = unit_of_match(common.rules.mode);
        let (seats, meetings) = self.met(size);
        let found = |name: &str| seats.iter().position(|seat| *seat == name);
        let anchor = match anchor {
            _ if seats.is_empty() => return Err(LadderError::Empty),
            None => found(ANCHOR).unwrap_or(0),
            Some(name) => found(name).ok_or_else(|| LadderError::Anchor {
                found: name.into(),
                names: seats.join(", "),
            })?,
        };
        let rated = rate(seats.len(), anchor, &meetings).map_err(|error| match error {
            RatingError::Unconnected { seat, anchor } => {
                let [seat, anchor] = [seat, anchor].map(|place| seats[place].to_owned());
                LadderError::Apart { seat, anchor }
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
        let games = wins + draws + losses;
        let rating = self.rated.ratings[seat];
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
