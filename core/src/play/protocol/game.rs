//! The commands at the beginning and the end of a game.

use super::error::{CommandError, found};
use crate::game::board::{Seat, SeatSet};
use crate::game::format::GameResult;
use crate::game::rules::{Rules, Team};
use std::fmt;

/// The game, seat and team in `ucinewgame`: programs that play seats of one team find each other by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewGame {
    /// Number of the game in its run, as in its record.
    pub game: u64,
    /// The seat that the engine plays.
    pub seat: Seat,
    /// The seats of its team.
    pub team: SeatSet,
}

/// The result in `gameover`, from the seat's point of view.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameOver {
    /// Who won.
    pub verdict: Verdict,
    /// Reason of the end, as in records: `eliminated`, `quiet`, `failure` and others.
    pub why: String,
}

/// Who won a game, from the point of view of a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The seat's team won.
    Win,
    /// The other team won.
    Loss,
    /// The game was drawn.
    Draw,
    /// The game was aborted.
    Unfinished,
}

const VERDICTS: [(&str, Verdict); 4] = [
    ("win", Verdict::Win),
    ("loss", Verdict::Loss),
    ("draw", Verdict::Draw),
    ("unfinished", Verdict::Unfinished),
];

impl NewGame {
    /// Parses the words after `ucinewgame`; `None` if they do not begin with `game`.
    pub(super) fn parse(text: &str) -> Result<Option<Self>, CommandError> {
        let mut words = text.split_whitespace();
        if words.next() != Some("game") {
            return Ok(None);
        }
        let mut value = |key: Option<&str>| {
            if let Some(key) = key {
                let word = words.next().unwrap_or_default();
                if word != key {
                    return Err(found(word, &format!("`{key}`")));
                }
            }
            Ok(words.next().unwrap_or_default())
        };
        let word = value(None)?;
        let game = word.parse().map_err(|_| found(word, "the number of a game"))?;
        let word = value(Some("seat"))?;
        let seat = word.parse().map_err(|_| found(word, "a seat: S, E, N or W"))?;
        let word = value(Some("team"))?;
        let team: Option<SeatSet> = word.chars().map(Seat::from_letter).collect();
        let team = team.filter(|team| team.contains(seat));
        let team = team.ok_or_else(|| found(word, &format!("the seats of {seat}'s team")))?;
        Ok(Some(Self { game, seat, team }))
    }
}

impl GameOver {
    /// A result as a seat sees it.
    pub fn of(result: &GameResult, rules: &Rules, seat: Seat) -> Self {
        let verdict = match result.winning_team() {
            Some(team) if team == rules.team(seat) => Verdict::Win,
            Some(Team::First | Team::Second) => Verdict::Loss,
            None if result.why == "unfinished" => Verdict::Unfinished,
            None => Verdict::Draw,
        };
        Self { verdict, why: result.why.clone() }
    }

    /// Parses the words after `gameover`.
    pub(super) fn parse(text: &str) -> Result<Self, CommandError> {
        let mut words = text.split_whitespace();
        let word = words.next().unwrap_or_default();
        let verdict = VERDICTS.iter().find(|(name, _)| *name == word);
        let &(_, verdict) = verdict.ok_or_else(|| found(word, "win, loss, draw or unfinished"))?;
        let why = match (words.next(), words.next()) {
            (None, _) => String::new(),
            (Some("why"), Some(why)) => why.to_owned(),
            (Some(other), _) => return Err(found(other, "`why` and a reason")),
        };
        Ok(Self { verdict, why })
    }
}

impl fmt::Display for NewGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let team: String = self.team.iter().map(Seat::letter).collect();
        write!(f, "game {} seat {} team {team}", self.game, self.seat)
    }
}

impl fmt::Display for GameOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = VERDICTS.iter().find(|(_, verdict)| *verdict == self.verdict);
        f.write_str(name.map_or("", |(name, _)| *name))?;
        if self.why.is_empty() { Ok(()) } else { write!(f, " why {}", self.why) }
    }
}
