//! Results of games, as records have them.

use crate::game::rules::{DrawReason, Mode, Outcome, Rules, Team};
use serde::{Deserialize, Serialize};

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameResult {
    /// The team that won (0: S and N, 1: E and W), in a two-player game the seat (0: S, 2: N); null
    /// for a draw or a game broken off.
    pub winner: Option<u8>,
    /// `eliminated`; or of a draw `quiet`, `max_plies`, `no_move`, `agreement`; or `failure`: a
    /// player failed and its side lost; or `unfinished`.
    pub why: String,
    /// The part that failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

impl GameResult {
    /// The result of a world, finished or not.
    pub fn of(outcome: Option<Outcome>, rules: &Rules) -> Self {
        let (winner, why) = match outcome {
            Some(Outcome::Win(team)) => (Some(Self::winner_number(team, rules)), "eliminated"),
            Some(Outcome::Draw(DrawReason::Quiet)) => (None, "quiet"),
            Some(Outcome::Draw(DrawReason::MaxPlies)) => (None, "max_plies"),
            Some(Outcome::Draw(DrawReason::NoMove)) => (None, "no_move"),
            Some(Outcome::Draw(DrawReason::Agreement)) => (None, "agreement"),
            None => (None, "unfinished"),
        };
        Self { winner, why: why.into(), detail: None }
    }

    /// The result of a game that ended because a player failed: the other team wins.
    pub fn failure(loser: Team, rules: &Rules, detail: String) -> Self {
        let winner = Some(Self::winner_number(loser.other(), rules));
        Self { winner, why: "failure".into(), detail: Some(detail) }
    }

    fn winner_number(team: Team, rules: &Rules) -> u8 {
        match (rules.mode, team) {
            (_, Team::First) => 0,
            (Mode::FourPlayer, Team::Second) => 1,
            (Mode::TwoPlayer, Team::Second) => 2,
        }
    }

    /// The team that won.
    pub fn winning_team(&self) -> Option<Team> {
        self.winner.map(|w| if w == 0 { Team::First } else { Team::Second })
    }
}
