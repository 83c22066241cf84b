//! Numbers of actions.

use crate::game::board::{Board, CAPACITY, Cell, Net, SIZE, Seat, Station};
use crate::game::rules::{Kind, Move, Rules};
use std::sync::LazyLock;

/// Number of stations of the standard board.
pub const STATIONS: usize = 129;
/// Number of kinds of pieces.
pub const KINDS: usize = 12;
/// Number of pairs of stations; their actions come first.
pub const MOVE_ACTIONS: u32 = (STATIONS * STATIONS) as u32;

/// The numbers of actions on the standard board.
///
/// An action below [`MOVE_ACTIONS`] is the move `from * 129 + to`, with stations numbered from 0 in
/// reading order: row by row from the top, left to right. `MOVE_ACTIONS + kind` places a piece, with
/// kinds numbered from the commander, 0, to the flag, 11.
///
/// *Turned* actions are the same numbers on the board turned so that a seat's arm is at the bottom.
#[derive(Debug)]
pub struct Actions {
    stations: Vec<Station>,
    /// By seat at the bottom, the place of each station.
    places: [[u8; CAPACITY]; 4],
    /// By seat at the bottom, the place of each place on the board as it lies, and back.
    turned: [[u8; STATIONS]; 4],
    back: [[u8; STATIONS]; 4],
}

static ACTIONS: LazyLock<Actions> = LazyLock::new(Actions::new);

impl Actions {
    /// The numbers, computed once.
    pub fn get() -> &'static Self {
        &ACTIONS
    }

    fn new() -> Self {
        let board = Board::siguo();
        let stations: Vec<Station> = board.reading_order().collect();
        assert_eq!(stations.len(), STATIONS, "the standard board has 129 stations");
        let mut places = [[0; CAPACITY]; 4];
        for (seat, places) in Seat::ALL.into_iter().zip(&mut places) {
            for &station in &stations {
                let turned = board.station(turned_cell(board.cell(station), seat));
                let place = stations.iter().position(|&other| Some(other) == turned);
                places[station.index()] =
                    place.expect("the board looks alike from all sides") as u8;
            }
        }
        let turned = places.map(|of| std::array::from_fn(|place| of[stations[place].index()]));
        let mut back = [[0; STATIONS]; 4];
        for (back, turned) in back.iter_mut().zip(&turned) {
            for (place, &seen) in turned.iter().enumerate() {
                back[usize::from(seen)] = place as u8;
            }
        }
        Self { stations, places, turned, back }
    }

    /// The number of a station in reading order, on the board turned so that a seat's arm is at the
    /// bottom; South's is there on the board as it lies.
    #[inline]
    pub fn place(&self, station: Station, bottom: Seat) -> usize {
        self.places[bottom.index()][station.index()].into()
    }

    /// The station with a number in reading order.
    ///
    /// # Panics
    ///
    /// If the number is 129 or more.
    pub fn station(&self, place: usize) -> Station {
        self.stations[place]
    }

    /// The action of a move, on the board turned so that a seat's arm is at the bottom.
    #[inline]
    pub fn of_move(&self, m: Move, bottom: Seat) -> u32 {
        (self.place(m.from, bottom) * STATIONS + self.place(m.to, bottom)) as u32
    }

    /// The move of an action, or `None` for a placement.
    pub fn to_move(&self, action: u32) -> Option<Move> {
        if action >= MOVE_ACTIONS {
            return None;
        }
        let from = self.stations[action as usize / STATIONS];
        let to = self.stations[action as usize % STATIONS];
        Some(Move { from, to })
    }

    /// The action as the seat that sits at the bottom writes it; placements stay what they are.
    pub fn turn(&self, action: u32, seat: Seat) -> u32 {
        through(&self.turned[seat.index()], action)
    }

    /// The action that a seat at the bottom wrote; the inverse of [`turn`](Self::turn).
    pub fn turn_back(&self, action: u32, seat: Seat) -> u32 {
        through(&self.back[seat.index()], action)
    }
}

fn through(places: &[u8; STATIONS], action: u32) -> u32 {
    if action >= MOVE_ACTIONS {
        return action;
    }
    let from = usize::from(places[action as usize / STATIONS]);
    let to = usize::from(places[action as usize % STATIONS]);
    (from * STATIONS + to) as u32
}

/// A cell of the drawing turned so that a seat's arm is at the bottom.
fn turned_cell(cell: Cell, seat: Seat) -> Cell {
    (0..seat.index()).fold(cell, |cell, _| {
        Cell::new(cell.col(), SIZE - 1 - cell.row()).expect("a turned cell is on the drawing")
    })
}

/// The action that places a kind.
pub(super) fn placement(kind: Kind) -> u32 {
    MOVE_ACTIONS + kind.index() as u32
}

/// The kind that an action places.
pub(super) fn placed_kind(action: u32) -> Option<Kind> {
    Kind::ALL.get(action.checked_sub(MOVE_ACTIONS)? as usize).copied()
}

/// The numbering of the actions of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Numbering {
    /// `from * 129 + to`; then the placements.
    #[default]
    Pairs,
    /// Places among the moves that some piece could make ([`Game::possible_moves`](super::Game::possible_moves)),
    /// from 0; then the placements.
    Compact,
}

/// The actions of all moves that some piece could make on some position under the rules, in order.
pub(super) fn possible_moves(net: &Net, rules: &Rules) -> Vec<u32> {
    let actions = Actions::get();
    let mut list = vec![];
    for from in net.open() {
        if rules.hq_locked && net.headquarters().contains(from) {
            continue;
        }
        let mut targets = net.neighbours(from);
        for to in reached_on_rails(net, from) {
            targets.insert(to);
        }
        targets.remove(from);
        let targets = targets & net.stops();
        list.extend(targets.iter().map(|to| actions.of_move(Move { from, to }, Seat::South)));
    }
    list.sort_unstable();
    list
}

/// The stations that an engineer reaches over empty rails.
fn reached_on_rails(net: &Net, from: Station) -> Vec<Station> {
    let mut found = vec![from];
    let mut seen = 0;
    while let Some(&here) = found.get(seen) {
        let rails = net.rails().iter();
        let new: Vec<Station> =
            rails.filter(|&s| !found.contains(&s) && net.slides(here, s, |_| true)).collect();
        found.extend(new);
        seen += 1;
    }
    found
}
