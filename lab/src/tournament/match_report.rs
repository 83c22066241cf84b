//! The result of a match: scores of units, Elo, and the sequential test that may end it.

use super::games::Failures;
use super::rating::{ConfidenceInterval, Hypothesis, Sprt, Units};
use super::series::Series;
use junqi_core::base::job::WorkError;
use junqi_core::game::board::Seat;
use junqi_core::game::format::{GameRecord, RecordError};
use junqi_core::game::rules::Team;
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Results of a match, from the first side's point of view. Games count once their unit is whole.
#[derive(Debug, Clone)]
pub struct MatchTally {
    wins: u64,
    draws: u64,
    losses: u64,
    plies: u64,
    endings: BTreeMap<String, u64>,
    failures: Failures,
    /// The games of the unfinished unit.
    unfinished: Vec<GameRecord>,
    units: Units,
    /// For each side: nodes searched, and the number of turns in which they were searched.
    effort: [(u64, u64); 2],
    sprt: Option<Sprt>,
    accepted: Option<Hypothesis>,
}

/// The result of a match, from the first side's point of view.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MatchReport {
    /// Number of games that the first side won.
    pub wins: u64,
    /// Number of drawn games.
    pub draws: u64,
    /// Number of games that the second side won.
    pub losses: u64,
    /// Fraction of drawn games; none without games.
    pub draw_rate: Option<f64>,
    /// Number of finished units.
    pub units: u64,
    /// Number of games in a unit.
    pub games_per_unit: u64,
    /// Number of units by half points of the first side, from 0 to twice the games of a unit.
    pub unit_scores: Vec<u64>,
    /// Score of the first side in finished units, 0 to 1.
    pub score: Option<ConfidenceInterval>,
    /// Elo difference of the first side to the second; none without a finished unit.
    pub elo: Option<ConfidenceInterval>,
    /// Normalized Elo difference, which is measured in standard deviations of a game.
    pub normalized_elo: Option<ConfidenceInterval>,
    /// Likelihood of superiority (LOS): probability that the first side is stronger, 0 to 1.
    pub superiority: Option<f64>,
    /// The sequential test, if there is one.
    pub sprt: Option<SprtReport>,
    /// Number of moves in all games.
    pub plies: u64,
    /// Mean nodes per move of each side; none if the player does not report nodes.
    pub nodes_a_move: [Option<f64>; 2],
    /// Number of games by reason of ending.
    pub endings: BTreeMap<String, u64>,
    /// The games that a player lost by a failure.
    #[serde(skip_serializing_if = "Failures::is_empty")]
    pub failures: Failures,
}

/// The state of a sequential test.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SprtReport {
    /// The settings of the test.
    #[serde(flatten)]
    pub terms: Sprt,
    /// Log-likelihood ratio of H1 to H0.
    pub llr: f64,
    /// Bound at or below which H0 is accepted.
    pub lower: f64,
    /// Bound at or above which H1 is accepted.
    pub upper: f64,
    /// The accepted hypothesis; none while the test goes on.
    pub accepted: Option<Hypothesis>,
}

impl MatchTally {
    /// An empty tally, with or without a sequential test.
    pub fn new(series: &Series, sprt: Option<Sprt>) -> Self {
        Self {
            wins: 0,
            draws: 0,
            losses: 0,
            plies: 0,
            endings: BTreeMap::new(),
            failures: Failures::default(),
            unfinished: vec![],
            units: Units::new(series.unit()),
            effort: [(0, 0); 2],
            sprt,
            accepted: None,
        }
    }

    /// Counts the next game of a match. Returns [`ControlFlow::Break`] once the sequential test is
    /// decided, which only happens after whole units; later games are not counted.
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
        self.failures.add(&record.result);
        self.unfinished.push(record.clone());
        if (record.game + 1).is_multiple_of(series.unit()) {
            let unit = std::mem::take(&mut self.unfinished);
            let points = unit.iter().map(|record| self.count(series, record));
            let points = points.sum::<Result<u64, RecordError>>()?;
            self.units.add(points);
            self.accepted = self.sprt.and_then(|sprt| sprt.verdict(sprt.llr(&self.units)));
        }
        Ok(if self.accepted.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    }

    /// Counts a game of a whole unit; returns its half points.
    fn count(&mut self, series: &Series, record: &GameRecord) -> Result<u64, RecordError> {
        let half_points = series.half_points(record.game, &record.result);
        self.wins += u64::from(half_points == 2);
        self.draws += u64::from(half_points == 1);
        self.losses += u64::from(half_points == 0);
        self.plies += u64::from(record.plies);
        *self.endings.entry(record.result.why.clone()).or_default() += 1;
        self.add_effort(series, record)?;
        Ok(half_points)
    }

    /// Counts the next game of a match, given as a line of its file, like [`Self::add`].
    ///
    /// # Errors
    ///
    /// If the line is no record, or its events cannot be read.
    pub fn add_line(&mut self, series: &Series, line: &str) -> Result<ControlFlow<()>, WorkError> {
        let record = GameRecord::read(line)?;
        Ok(self.add(series, &record)?)
    }

    /// The games that a player lost by a failure.
    pub fn failures(&self) -> &Failures {
        &self.failures
    }

    fn add_effort(&mut self, series: &Series, record: &GameRecord) -> Result<(), RecordError> {
        if record.nodes.iter().all(Option::is_none) {
            return Ok(());
        }
        let side = |seat| series.side(record.game, seat);
        let tells = |seat: &Seat| record.nodes[seat.index()].is_some();
        for seat in record.turns(series.board)?.filter(tells) {
            self.effort[side(seat)].1 += 1;
        }
        for seat in series.rules.seats().iter() {
            self.effort[side(seat)].0 += record.nodes[seat.index()].unwrap_or(0);
        }
        Ok(())
    }

    /// The scores of the finished units.
    pub fn units(&self) -> &Units {
        &self.units
    }

    /// The numbers of games that the first side won, drew and lost.
    pub fn wins_draws_losses(&self) -> [u64; 3] {
        [self.wins, self.draws, self.losses]
    }

    /// The state of the sequential test, if there is one.
    pub fn sprt(&self) -> Option<SprtReport> {
        self.sprt.map(|terms| {
            let [lower, upper] = terms.bounds();
            let llr = terms.llr(&self.units);
            SprtReport { terms, llr, lower, upper, accepted: self.accepted }
        })
    }

    /// The results so far.
    pub fn report(&self) -> MatchReport {
        let Self { wins, draws, losses, .. } = *self;
        let games = wins + draws + losses;
        let sprt = self.sprt();
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
            failures: self.failures.clone(),
        }
    }
}

/// The summary of games in fixed seats.
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
