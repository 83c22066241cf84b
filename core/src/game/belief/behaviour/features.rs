//! Features: behaviour statistics as numbers.

use super::stats::{BehaviourStats, PieceHistory};
use crate::game::board::Station;
use crate::game::rules::{PieceId, Point, PublicState};

/// A feature: a number that may predict a piece's kind.
#[derive(Debug, Clone, Copy)]
pub struct BehaviourFeature {
    /// The name in files.
    pub name: &'static str,
    /// What the feature measures.
    pub about: &'static str,
    value: fn(&FeatureInput<'_>) -> f64,
}

/// The input of a feature: a piece and its history.
struct FeatureInput<'a> {
    stats: &'a BehaviourStats,
    state: &'a PublicState,
    piece: PieceId,
    past: &'a PieceHistory,
    home: Point,
    /// Its station; `None` if it is dead.
    at: Option<Station>,
}

/// log2(1 + n): counts matter less the larger they are.
fn log(n: u32) -> f64 {
    f64::from(1 + n).log2()
}

fn flag(holds: bool) -> f64 {
    f64::from(u8::from(holds))
}

macro_rules! features {
    ($($name:literal, $about:literal, $value:expr;)*) => {
        /// All features, in the order of their numbers.
        pub const FEATURES: &[BehaviourFeature] =
            &[$(BehaviourFeature { name: $name, about: $about, value: $value }),*];
    };
}

features! {
    "front_camp", "log2(1 + turns begun in a front camp of its arm)", |s| log(s.past.camps[0]);
    "middle_camp", "log2(1 + turns begun in the middle camp of its arm)", |s| log(s.past.camps[1]);
    "in_rear_camp", "stands in a rear camp of its arm", |s| flag(s.own_camp(4));
    "left_alone", "unmoved: log2(1 + turns it did not attack a moved enemy in reach, counted by class)",
        |s| log(s.past.declined.iter().sum());
    "left_winner_alone", "unmoved: the same for enemies that had won a fight",
        |s| log(s.past.declined[1] + s.past.declined[2]);
    "camp_left_winner", "in a camp: log2(1 + turns it left an enemy alone that had won one fight)",
        |s| log(s.past.declined_in_camp[1]);
    "camp_left_champion", "in a camp: the same for enemies that had won two or more",
        |s| log(s.past.declined_in_camp[2]);
    "approached", "log2(1 + moved enemies without a win that it came within reach of)",
        |s| log(s.past.approached[0]);
    "approached_winner", "the same for enemies that had won a fight",
        |s| log(s.past.approached[1]) + log(s.past.approached[2]);
    "approached_unmoved", "log2(1 + unmoved enemies that it came within reach of)",
        |s| log(s.past.approached_unmoved);
    "ran", "log2(1 + moves out of reach of whoever threatened it)", |s| log(s.past.ran.iter().sum());
    "ran_from_winner", "the same, threatened by an enemy that had won a fight",
        |s| log(s.past.ran[1] + s.past.ran[2]);
    "stood", "log2(1 + turns it stayed where an enemy that had just moved could take it)",
        |s| log(s.past.stood);
    "struck_back", "log2(1 + attacks on a threat that had won nothing)", |s| log(s.past.struck_back);
    "retook", "log2(1 + attacks won where a piece of its team had just died)", |s| log(s.past.retaken);
    "moves", "log2(1 + moves)", |s| log(s.past.moves);
    "attacked_unmoved", "log2(1 + attacks on enemies that had not moved)", |s| log(s.past.attacked[0]);
    "attacked", "the same on moved enemies without a win", |s| log(s.past.attacked[1]);
    "attacked_winner", "the same on enemies that had won a fight",
        |s| log(s.past.attacked[2] + s.past.attacked[3]);
    "passed_unmoved", "moved: log2(1 + turns it left an enemy in reach alone that had not moved)",
        |s| log(s.past.passed[0]);
    "passed", "the same for moved enemies without a win", |s| log(s.past.passed[1]);
    "passed_winner", "the same for enemies that had won a fight",
        |s| log(s.past.passed[2] + s.past.passed[3]);
    "forward", "log2(1 + moves towards the front within its arm)", |s| log(s.past.forward);
    "slides", "log2(1 + moves longer than one edge)", |s| log(s.past.slides);
    "on_own_front", "moved and stands on the front row of its arm", |s| flag(s.own_row() == Some(1));
    "in_centre", "moved and stands in the nine stations of the centre", |s| flag(s.is_in_centre());
    "open_before", "moved, stands on a post of its arm with an empty station in front of it",
        |s| flag(s.is_open_before());
    "first_to_move", "was the first piece of its seat to move",
        |s| flag(s.stats.first[s.piece.seat().index()] == Some(s.piece));
    "moved_from_wing", "moved and began at (2,1) or (2,5)",
        |s| flag(s.past.moved && s.is_wing() && s.home.row() == 2);
    "idle_wing", "unmoved in column 1 or 5: log2(1 + turns it could have moved)",
        |s| s.unmoved(s.is_wing(), log(s.past.idle[0]));
    "shut_before_headquarters", "unmoved at (5,2) or (5,4): log2(1 + turns it could not move)",
        |s| s.unmoved(s.home.row() == 5 && matches!(s.home.col(), 2 | 4), log(s.past.idle[1]));
    "shut_middle", "unmoved at (5,3): log2(1 + turns it could not move)",
        |s| s.unmoved(s.home.row() == 5 && s.home.col() == 3, log(s.past.idle[1]));
    "flag_shown_behind", "unmoved in row 6 when its seat's flag is shown",
        |s| s.live(!s.past.moved && s.home.row() == 6, flag(s.is_flag_shown()));
    "winners_beside", "unmoved: of the eight points round its start, pieces that moved and won, at most 2",
        |s| s.live(!s.past.moved, s.winners_beside());
    "near_winner", "moved and one edge from a moved piece of its seat that won a fight",
        |s| s.live(s.past.moved, flag(s.is_near_winner()));
    "left_before", "unmoved in rows 3 or 4: pieces one row before, one column aside that have moved",
        |s| s.live(!s.past.moved && s.is_row(3, 4), s.around(-1, 1, |c, p| c.past(p).moved));
    "left_aside", "unmoved in rows 1 or 2: pieces one row behind, two columns aside that have moved",
        |s| s.live(!s.past.moved && s.is_row(1, 2), s.around(1, 2, |c, p| c.past(p).moved));
    "left_beside", "unmoved in rows 5 or 6: pieces beside it that have moved",
        |s| s.live(!s.past.moved && s.is_row(5, 6), s.around(0, 1, |c, p| c.past(p).moved));
    "followed", "moved, from rows 1 or 2: the piece right behind its start has moved",
        |s| s.live(s.past.moved && s.is_row(1, 2), s.around(1, 0, |c, p| c.past(p).moved));
    "lost_before", "moved, from rows 3 or 4: the piece right before its start is dead",
        |s| s.live(s.past.moved && s.is_row(3, 4), s.around_dead(-1, 0));
    "lost_behind", "moved, from rows 3 or 4: pieces one row behind, one column aside that are dead",
        |s| s.live(s.past.moved && s.is_row(3, 4), s.around_dead(1, 1));
    "out_from_fifth", "moved from row 5: a fifth of the moved living pieces of its seat",
        |s| s.live(s.past.moved && s.home.row() == 5, 0.2 * s.moved_living());
    "flag_left_2", "may be the flag: pieces of row 2 that moved, on its half less on the other",
        |s| s.flag_side(|c, _, p, home| home.row() == 2 && c.past(p).moved);
    "flag_left_3", "the same for row 3", |s| s.flag_side(|c, _, p, home| home.row() == 3 && c.past(p).moved);
    "flag_left_4", "the same for row 4", |s| s.flag_side(|c, _, p, home| home.row() == 4 && c.past(p).moved);
    "flag_lost_5", "may be the flag: dead pieces of row 5, on its half less on the other",
        |s| s.flag_side(|_, state, p, home| home.row() == 5 && state.station_of(p).is_none());
    "flag_camp", "may be the flag: moved pieces in the rear camp of its half less of the other",
        |s| s.flag_guard(|point| point.is_camp() && point.row() == 4);
    "flag_guard", "may be the flag: moved pieces on posts of rows 4 to 6, its half less the other",
        |s| s.flag_guard(|point| !point.is_camp() && point.row() >= 4);
    "flag_ahead", "may be the flag: moved pieces on posts of rows 1 to 3, its half less the other",
        |s| s.flag_guard(|point| !point.is_camp() && point.row() <= 3);
}

impl BehaviourStats {
    /// The features of a piece, in the order of [`FEATURES`]; `None` if its home is unknown.
    pub fn features(&self, state: &PublicState, piece: PieceId) -> Option<Vec<f64>> {
        let home = self.homes[piece.index()]?;
        let past = self.past(piece);
        let input =
            FeatureInput { stats: self, state, piece, past, home, at: state.station_of(piece) };
        Some(FEATURES.iter().map(|feature| (feature.value)(&input)).collect())
    }

    /// The piece of a piece's seat that began at a point.
    fn piece_from(&self, piece: PieceId, row: usize, col: usize) -> Option<PieceId> {
        PieceId::of(piece.seat()).find(|other| {
            self.homes[other.index()].is_some_and(|home| home.row() == row && home.col() == col)
        })
    }
}

impl FeatureInput<'_> {
    /// The value where the piece lives and the condition holds.
    fn live(&self, holds: bool, value: f64) -> f64 {
        if holds && self.at.is_some() { value } else { 0.0 }
    }

    fn unmoved(&self, holds: bool, value: f64) -> f64 {
        if holds && !self.past.moved { value } else { 0.0 }
    }

    fn own_point(&self) -> Option<Point> {
        self.stats.own_point(self.piece.seat(), self.at?)
    }

    fn own_camp(&self, row: usize) -> bool {
        self.own_point().is_some_and(|p| p.is_camp() && p.row() == row)
    }

    /// The row of its arm where it stands, if it has moved.
    fn own_row(&self) -> Option<usize> {
        self.own_point().filter(|_| self.past.moved).map(Point::row)
    }

    fn is_in_centre(&self) -> bool {
        self.past.moved && self.at.is_some_and(|s| self.stats.places[s.index()].is_none())
    }

    fn is_wing(&self) -> bool {
        matches!(self.home.col(), 1 | 5)
    }

    fn is_row(&self, from: usize, to: usize) -> bool {
        (from..=to).contains(&self.home.row())
    }

    fn is_flag_shown(&self) -> bool {
        self.state.flags_shown().contains(self.piece.seat())
    }

    fn is_open_before(&self) -> bool {
        let Some(point) = self.own_point() else { return false };
        let board = self.state.board();
        // Nothing of the arm is in front of its first row.
        if !self.past.moved || point.is_camp() || point.row() < 2 {
            return false;
        }
        let before = board.shape().at(point.row() - 1, point.col());
        let station =
            board.arm(self.piece.seat()).zip(before).map(|(arm, point)| arm[point.index()]);
        station.is_some_and(|station| self.state.piece_at(station).is_none())
    }

    fn is_near_winner(&self) -> bool {
        let Some(at) = self.at else { return false };
        let near = self.state.net().neighbours(at).into_iter();
        near.filter_map(|station| self.state.piece_at(station)).any(|other| {
            let past = self.stats.past(other);
            other.seat() == self.piece.seat() && past.moved && past.won > 0
        })
    }

    /// The number of pieces whose home is `rows` behind the piece's and `cols` to either side, and
    /// that pass a test.
    fn around(
        &self,
        rows: isize,
        cols: usize,
        holds: impl Fn(&BehaviourStats, PieceId) -> bool,
    ) -> f64 {
        let Some(row) = self.home.row().checked_add_signed(rows) else { return 0.0 };
        let col = self.home.col();
        let sides = [col + cols, col.wrapping_sub(cols)];
        let mut count = 0;
        for &col in if cols == 0 { &sides[..1] } else { &sides[..] } {
            if let Some(other) = self.stats.piece_from(self.piece, row, col) {
                count += usize::from(holds(self.stats, other));
            }
        }
        count as f64
    }

    fn around_dead(&self, rows: isize, cols: usize) -> f64 {
        self.around(rows, cols, |_, p| self.state.station_of(p).is_none())
    }

    fn winners_beside(&self) -> f64 {
        let mut count = 0.0;
        for (rows, cols) in [(-1, 0), (-1, 1), (0, 1), (1, 0), (1, 1)] {
            count += self.around(rows, cols, |c, p| c.past(p).moved && c.past(p).won > 0);
        }
        count.min(2.0)
    }

    fn moved_living(&self) -> f64 {
        PieceId::of(self.piece.seat())
            .filter(|&p| self.stats.past(p).moved && self.state.station_of(p).is_some())
            .count() as f64
    }

    /// Whether its behaviour still allows it to be the flag.
    fn may_be_flag(&self) -> bool {
        self.home.is_headquarters()
            && !self.past.moved
            && self.at.is_some()
            && !self.is_flag_shown()
    }

    /// 1 for a column of its half of the arm, -1 for one of the other, 0 for the middle.
    fn half(&self, col: usize) -> f64 {
        if col == 3 {
            0.0
        } else if (col < 3) == (self.home.col() < 3) {
            1.0
        } else {
            -1.0
        }
    }

    /// The pieces of the seat that pass a test, by home: those on the flag's half less the others.
    fn flag_side(
        &self,
        holds: impl Fn(&BehaviourStats, &PublicState, PieceId, Point) -> bool,
    ) -> f64 {
        if !self.may_be_flag() {
            return 0.0;
        }
        let mut sum = 0.0;
        for piece in PieceId::of(self.piece.seat()) {
            let Some(home) = self.stats.homes[piece.index()] else { continue };
            if holds(self.stats, self.state, piece, home) {
                sum += self.half(home.col());
            }
        }
        sum
    }

    /// The moved pieces on points of the arm that pass a test: those on the flag's half less the others.
    fn flag_guard(&self, on: impl Fn(Point) -> bool) -> f64 {
        if !self.may_be_flag() {
            return 0.0;
        }
        let mut sum = 0.0;
        for piece in PieceId::of(self.piece.seat()).filter(|&p| self.stats.past(p).moved) {
            let Some(station) = self.state.station_of(piece) else { continue };
            let point = self.stats.own_point(self.piece.seat(), station);
            if let Some(point) = point.filter(|&point| on(point)) {
                sum += self.half(point.col());
            }
        }
        sum
    }
}
