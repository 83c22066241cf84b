//! What inputs have in common: what is learned of one is learned of all like it.

use crate::engine::eval::{Input, Inputs};
use crate::game::board::{ARM_CAMPS, ARM_HEADQUARTERS, Board, Seat};
use crate::game::rules::{Kind, Mode};
use std::collections::HashMap;
use std::hash::Hash;

/// By input, the number of its group; none for inputs of no group.
#[derive(Debug, Clone)]
pub(super) struct InputGroups {
    pub(super) of: Vec<Option<u32>>,
    pub(super) count: usize,
}

impl InputGroups {
    fn new<K: Hash + Eq>(inputs: &Inputs, key: impl Fn(Input) -> Option<K>) -> Self {
        let mut numbers: HashMap<K, u32> = HashMap::new();
        let mut of = vec![];
        for number in 0..inputs.count() {
            let next = numbers.len() as u32;
            of.push(key(inputs.input(number)).map(|key| *numbers.entry(key).or_insert(next)));
        }
        Self { of, count: numbers.len() }
    }

    /// Pieces by relation and kind; the same in a region; the same by class on a station; all that
    /// move, on a station.
    pub(super) fn all(mode: Mode) -> Vec<Self> {
        let inputs = Inputs::of(mode);
        vec![
            Self::new(inputs, |input| match input {
                Input::Piece { relation, kind, .. } => Some((relation, kind.index())),
                _ => None,
            }),
            Self::new(inputs, |input| match input {
                Input::Piece { relation, kind, point } => {
                    Some((relation, kind.index(), region(point)))
                }
                _ => None,
            }),
            Self::new(inputs, |input| match input {
                Input::Piece { relation, kind, point } => Some((relation, class(kind), point)),
                _ => None,
            }),
            Self::new(inputs, |input| match input {
                Input::Piece { relation, kind, point } if kind.is_mobile() => {
                    Some((relation, point))
                }
                _ => None,
            }),
        ]
    }
}

/// Strong officers, weak ones, and every other kind.
fn class(kind: Kind) -> usize {
    match kind.index() {
        0..4 => 0,
        4..8 => 1,
        other => other,
    }
}

/// Whose arm, and which part of it: the front row, the rows after it, a camp, a headquarters; or the
/// centre.
fn region(point: usize) -> usize {
    let (board, station) = (Board::siguo(), Inputs::station(point));
    for seat in Seat::ALL {
        let arm = board.arm(seat).into_iter().flatten();
        if let Some(place) = arm.copied().position(|s| s == station) {
            let part = match place {
                _ if ARM_CAMPS.contains(&place) => 6,
                _ if ARM_HEADQUARTERS.contains(&place) => 7,
                _ => place / 5,
            };
            return 1 + seat.index() * 8 + part;
        }
    }
    0
}

/// By input, the input that it becomes when left and right change places.
pub(super) fn mirrored(inputs: &Inputs) -> Vec<u16> {
    let seats = inputs.seats().len();
    // A two-player game has no seats at the sides.
    let other = |relation| if seats == 4 { (4 - relation) % 4 } else { relation };
    let mirror = |number| {
        inputs.number(match inputs.input(number) {
            Input::Piece { relation, kind, point } => Input::Piece {
                relation: other(relation),
                kind,
                point: Inputs::mirrored_point(point),
            },
            Input::Shown(relation) => Input::Shown(other(relation)),
            Input::Turn(relation) => Input::Turn(other(relation)),
        }) as u16
    };
    (0..inputs.count()).map(mirror).collect()
}
