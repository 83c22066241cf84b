//! What came of a match: scores of whole units, Elo, and when a sequential test is decided.

use super::Series;
use crate::game::board::Seat;
use crate::game::format::{GameRecord, RecordError};
use crate::tournament::rating::{ConfidenceInterval, Hypothesis, Sprt, Units};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Results of a match, from the first side's point of view.
#[derive(Debug, Clone)]
pub struct MatchTally {
    wins: u64,
    draws: u64,
    losses: u64,
    plies: u64,
    endings: BTreeMap<String, u64>,
    /// Half points of the unit under way.
    half_points: u64,
    units: Units,
    /// By side: nodes, and the turns they were visited in.
    effort: [(u64, u64); 2],
    sprt: Option<Sprt>,
    accepted: Option<Hypothesis>,
}

/// What `junqi match` prints.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MatchReport {
    /// Games the first side won.
    pub wins: u64,
    /// Games nobody won.
    pub draws: u64,
    /// Games the second side won.
    pub losses: u64,
    /// Share of games that nobody won.
    pub draw_rate: Option<f64>,
    /// Finished units.
    pub units: u64,
    /// Games in a unit.
    pub games_per_unit: u64,
    /// Units by half points of the first side, from 0 to twice the games of a unit.
    pub unit_scores: Vec<u64>,
    /// Share of the points in finished units.
    pub score: Option<ConfidenceInterval>,
    /// Elo of the first side over the second; none without a finished unit.
    pub elo: Option<ConfidenceInterval>,
    /// The same in standard deviations of a game.
    pub normalized_elo: Option<ConfidenceInterval>,
    /// Likelihood of superiority: how sure it is that the first side is stronger.
    pub superiority: Option<f64>,
    /// The sequential test, if there is one.
    pub sprt: Option<SprtReport>,
    /// Moves made in all games.
    pub plies: u64,
    /// By side: nodes a move; none if the side does not tell.
    pub nodes_a_move: [Option<f64>; 2],
    /// Games by reason of ending.
    pub endings: BTreeMap<String, u64>,
}

/// Where a sequential test is.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SprtReport {
    /// Its terms.
    #[serde(flatten)]
    pub terms: Sprt,
    /// The logarithm of the likelihood ratio of the two hypotheses.
    pub llr: f64,
    /// At or below this H0 is accepted.
    pub lower: f64,
    /// At or above this H1 is.
    pub upper: f64,
    /// What was accepted.
    pub accepted: Option<Hypothesis>,
}

impl MatchTally {
    /// Of no games yet, with a sequential test or without.
    pub fn new(series: &Series, sprt: Option<Sprt>) -> Self {
        Self {
            wins: 0,
            draws: 0,
            losses: 0,
            plies: 0,
            endings: BTreeMap::new(),
            half_points: 0,
            units: Units::new(series.unit()),
            effort: [(0, 0); 2],
            sprt,
            accepted: None,
        }
    }

    /// Counts the next game of a match: [`ControlFlow::Break`] once its sequential test is decided,
    /// which only whole units can do; games after that are not counted.
    ///
    /// # Errors
    ///
    /// If the events of the record cannot be read.
    pub fn add(
        &mut self,
        series: &Series,
        record: &GameRecord,
    ) -> Result<ControlFlow<()>, RecordError> {
        if self.accepted.is_some() {
            return Ok(ControlFlow::Break(()));
        }
        let first = series.team_of_first(record.game);
        let half_points = match record.result.winning_team() {
            None => 1,
            Some(team) => 2 * u64::from(team == first),
        };
        self.wins += u64::from(half_points == 2);
        self.draws += u64::from(half_points == 1);
        self.losses += u64::from(half_points == 0);
        self.plies += u64::from(record.plies);
        *self.endings.entry(record.result.why.clone()).or_default() += 1;
        self.add_effort(series, record)?;
        self.half_points += half_points;
        if (record.game + 1).is_multiple_of(series.unit()) {
            self.units.add(std::mem::take(&mut self.half_points));
            self.accepted = self.sprt.and_then(|sprt| sprt.verdict(sprt.llr(&self.units)));
        }
        Ok(if self.accepted.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    fn add_effort(&mut self, series: &Series, record: &GameRecord) -> Result<(), RecordError> {
        if record.nodes.iter().all(Option::is_none) {
            return Ok(());
        }
        let side = |seat| series.rules.team(seat) != series.team_of_first(record.game);
        let tells = |seat: &Seat| record.nodes[seat.index()].is_some();
        for seat in record.turns(series.board)?.filter(tells) {
            self.effort[usize::from(side(seat))].1 += 1;
        }
        for seat in series.rules.seats().iter() {
            self.effort[usize::from(side(seat))].0 += record.nodes[seat.index()].unwrap_or(0);
        }
        Ok(())
    }

    /// The scores of the units so far.
    pub fn units(&self) -> &Units {
        &self.units
    }

    /// The results so far.
    pub fn report(&self) -> MatchReport {
        let Self { wins, draws, losses, .. } = *self;
        let games = wins + draws + losses;
        let sprt = self.sprt.map(|terms| {
            let [lower, upper] = terms.bounds();
            let llr = terms.llr(&self.units);
            SprtReport { terms, llr, lower, upper, accepted: self.accepted }
        });
        MatchReport {
            wins,
            draws,
            losses,
            draw_rate: (games > 0).then(|| draws as f64 / games as f64),
            units: self.units.total(),
            games_per_unit: self.units.games(),
            unit_scores: self.units.counts().to_vec(),
            score: self.units.score(),
            elo: self.units.elo(),
            normalized_elo: self.units.normalized_elo(),
            superiority: self.units.superiority(),
            sprt,
            plies: self.plies,
            nodes_a_move: self
                .effort
                .map(|(n, turns)| (turns > 0).then(|| n as f64 / turns as f64)),
            endings: self.endings.clone(),
        }
    }
}
