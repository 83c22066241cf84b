//! The results of a deployment's games, and the places where it lost its flag and its strong pieces.

use crate::tournament::rating::Units;
use crate::tournament::series::Series;
use junqi_core::game::board::{Board, Cell, SIZE, Seat, Station};
use junqi_core::game::format::{GameRecord, RecordError};
use junqi_core::game::rules::{Act, CombatResult, Event, Kind, Team, World};
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
        let unit = series.unit();
        let half = series.unit() / 2;
        let game = 1;
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

/// Kinds that count as strong.
const STRONG: [Kind; 4] = [Kind::Commander, Kind::General, Kind::Division, Kind::Brigade];

/// Losses by cell of the board, turned so that the owner sits at the bottom.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Losses {
    /// Number of strong pieces captured on each cell.
    pub strong: BTreeMap<(usize, usize), u32>,
    /// Number of flags captured on each cell.
    pub flags: BTreeMap<(usize, usize), u32>,
    /// Number of games counted.
    pub games: u64,
}

impl Losses {
    /// Counts the losses of a team in an event; `world` is the position before it.
    fn learn(&mut self, world: &World, event: &Event, own: Team) {
        let Act::Move(mv, Some(result)) = event.act else { return };
        let attacker = world.piece_at(mv.from);
        let defender = world.piece_at(mv.to);
        let fallen = match result {
            CombatResult::Win => [None, defender],
            CombatResult::Lose => [attacker, None],
            CombatResult::Both => [attacker, defender],
        };
        for piece in fallen.into_iter().flatten() {
            let seat = piece.seat();
            let kind = world.kind(piece);
            if world.rules().team(seat) != own {
                continue;
            }
            let cell = own_cell(world.board(), seat, mv.to);
            match kind {
                Kind::Flag => *self.flags.entry(cell).or_default() += 1,
                kind if STRONG.contains(&kind) => *self.strong.entry(cell).or_default() += 1,
                _ => {}
            }
        }
    }
}

/// Row and column of a station, from 0, on the board turned so that a seat is at the bottom.
fn own_cell(board: &Board, seat: Seat, station: Station) -> (usize, usize) {
    let cell: Cell = board.cell(station);
    let last = SIZE - 1;
    let mut row = cell.row();
    let mut col = cell.col();
    for _ in 0..seat.index() {
        (row, col) = (col, last - row);
    }
    (row, col)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Turned for its owner, every arm lies where the south one does.
    #[test]
    fn every_seat_sees_its_arm_at_the_bottom() {
        let board = Board::siguo();
        let cells = |seat: Seat| -> Vec<_> {
            board.arm(seat).unwrap().iter().map(|s| own_cell(board, seat, *s)).collect()
        };
        for seat in Seat::ALL {
            assert_eq!(cells(seat), cells(Seat::South), "{seat}");
        }
    }
}
