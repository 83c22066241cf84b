//! The results of a deployment's games.

use super::losses::Losses;
use crate::game::board::Seat;
use crate::game::format::{GameRecord, RecordError};
use crate::game::rules::Act;
use crate::tournament::rating::Units;
use crate::tournament::series::Series;
use std::collections::BTreeMap;

/// The results of a deployment, from its side's point of view.
#[derive(Debug, Clone)]
pub struct DeploymentTally {
    /// Scores of whole units.
    pub units: Units,
    /// Scores of the games of whole units in which its side moved first, half of each, and of the others.
    pub by_turn: [Units; 2],
    /// Scores of games in which its side attacked more often than it was attacked, and of the others.
    pub by_attack: [Units; 2],
    /// The places where it lost pieces.
    pub losses: Losses,
    /// Number of games.
    pub games: u64,
    /// Number of moves in all games.
    pub plies: u64,
    /// Number of drawn games.
    pub draws: u64,
    /// Number of games by reason of ending.
    pub endings: BTreeMap<String, u64>,
    /// Half points of each unit, for paired differences.
    pub points: Vec<u64>,
    /// Half points in the unit that is not whole yet, where its side moved first and in the others.
    under_way: [u64; 2],
}

impl DeploymentTally {
    /// An empty tally.
    pub fn new(series: &Series) -> Self {
        let (unit, half, game) = (series.unit(), series.unit() / 2, 1);
        Self {
            units: Units::new(unit),
            by_turn: [half, half].map(Units::new),
            by_attack: [game, game].map(Units::new),
            losses: Losses::default(),
            games: 0,
            plies: 0,
            draws: 0,
            endings: BTreeMap::new(),
            points: vec![],
            under_way: [0; 2],
        }
    }

    /// Counts a game.
    ///
    /// # Errors
    ///
    /// If the record cannot be replayed.
    pub fn add(&mut self, series: &Series, record: &GameRecord) -> Result<(), RecordError> {
        let own = series.team_of_first(record.game);
        let half_points = series.half_points(record.game, &record.result);
        let mut attacks = [0_u32; 2];
        record.replay(series.board, |world, event| {
            if let Act::Move(_, Some(_)) = event.act {
                attacks[series.side(record.game, event.seat)] += 1;
            }
            self.losses.learn(world, event, own);
        })?;
        let turn = Seat::from_letter(record.first).map(|seat| series.side(record.game, seat));
        self.under_way[usize::from(turn != Some(0))] += half_points;
        self.by_attack[usize::from(attacks[0] <= attacks[1])].add(half_points);
        self.losses.games += 1;
        self.games += 1;
        self.plies += u64::from(record.plies);
        self.draws += u64::from(half_points == 1);
        *self.endings.entry(record.result.why.clone()).or_default() += 1;
        if (record.game + 1).is_multiple_of(series.unit()) {
            let by_turn = std::mem::take(&mut self.under_way);
            self.by_turn.iter_mut().zip(by_turn).for_each(|(units, points)| units.add(points));
            let points = by_turn.iter().sum();
            self.units.add(points);
            self.points.push(points);
        }
        Ok(())
    }

    /// The score in whole units, 0 to 1; 0.5 without units.
    pub fn score(&self) -> f64 {
        self.units.mean().unwrap_or(0.5)
    }
}
