//! Numbers of actions.

use super::error::EnvError;
use crate::game::board::{Board, CAPACITY, Cell, Net, SIZE, Seat, Station};
use crate::game::rules::{Kind, Move, Rules};

/// Number of stations of the standard board.
pub const STATIONS: usize = 129;
/// Number of kinds of pieces.
pub const KINDS: usize = 12;
/// Number of pairs of stations of the standard board; their actions come first.
pub const MOVE_ACTIONS: u32 = (STATIONS * STATIONS) as u32;

/// The numbers of actions on a board of *n* stations: 129 on the standard one.
///
/// An action below *n*² is the move `from * n + to`, with stations numbered from 0 in reading order: row by
/// row from the top, left to right. `n² + kind` places a piece, with kinds numbered from the commander, 0,
/// to the flag, 11.
///
/// *Turned* actions are the same numbers on the board turned so that a seat's arm is at the bottom.
#[derive(Debug, PartialEq)]
pub struct Actions {
    stations: Vec<Station>,
    /// By seat at the bottom, the place of each station; for seats without an arm, of no use.
    places: [[u8; CAPACITY]; 4],
    /// By seat at the bottom, the place of each place on the board as it lies, and back.
    turned: [[u8; CAPACITY]; 4],
    back: [[u8; CAPACITY]; 4],
}

impl Actions {
    /// The numbers on a board.
    ///
    /// # Errors
    ///
    /// If the board does not look alike from all seats with an arm.
    pub fn new(board: &Board) -> Result<Self, EnvError> {
        let stations: Vec<Station> = board.reading_order().collect();
        let mut actions = Self {
            stations,
            places: [[0; CAPACITY]; 4],
            turned: [[0; CAPACITY]; 4],
            back: [[0; CAPACITY]; 4],
        };
        for seat in Seat::ALL {
            if board.arm(seat).is_some() && !actions.turn_to(board, seat) {
                return Err(EnvError::Lopsided(seat));
            }
        }
        Ok(actions)
    }

    /// Numbers the stations as a seat sees them; false if the turned board has other stations.
    fn turn_to(&mut self, board: &Board, seat: Seat) -> bool {
        let seat_index = seat.index();
        for (place, &station) in self.stations.iter().enumerate() {
            let turned = board.station(turned_cell(board.cell(station), seat));
            let Some(seen) = self.stations.iter().position(|&other| Some(other) == turned) else {
                return false;
            };
            self.places[seat_index][station.index()] = seen as u8;
            self.turned[seat_index][place] = seen as u8;
            self.back[seat_index][seen] = place as u8;
        }
        true
    }

    /// Number of stations, *n*.
    pub fn stations(&self) -> usize {
        self.stations.len()
    }

    /// Number of pairs of stations, *n*²; their actions come first.
    pub fn moves(&self) -> u32 {
        (self.stations.len() * self.stations.len()) as u32
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
    /// If there is no such number.
    pub fn station(&self, place: usize) -> Station {
        self.stations[place]
    }

    /// The action of a move, on the board turned so that a seat's arm is at the bottom.
    #[inline]
    pub fn of_move(&self, m: Move, bottom: Seat) -> u32 {
        (self.place(m.from, bottom) * self.stations() + self.place(m.to, bottom)) as u32
    }

    /// The move of an action, or `None` for a placement.
    pub fn to_move(&self, action: u32) -> Option<Move> {
        if action >= self.moves() {
            return None;
        }
        let from = self.stations[action as usize / self.stations()];
        let to = self.stations[action as usize % self.stations()];
        Some(Move { from, to })
    }

    /// The action as the seat that sits at the bottom writes it; placements stay what they are.
    pub fn turn(&self, action: u32, seat: Seat) -> u32 {
        self.through(&self.turned[seat.index()], action)
    }

    /// The action that a seat at the bottom wrote; the inverse of [`turn`](Self::turn).
    pub fn turn_back(&self, action: u32, seat: Seat) -> u32 {
        self.through(&self.back[seat.index()], action)
    }

    fn through(&self, places: &[u8; CAPACITY], action: u32) -> u32 {
        if action >= self.moves() {
            return action;
        }
        let from = usize::from(places[action as usize / self.stations()]);
        let to = usize::from(places[action as usize % self.stations()]);
        (from * self.stations() + to) as u32
    }

    /// The action that places a kind.
    pub(super) fn placement(&self, kind: Kind) -> u32 {
        self.moves() + kind.index() as u32
    }

    /// The kind that an action places.
    pub(super) fn placed_kind(&self, action: u32) -> Option<Kind> {
        Kind::ALL.get(action.checked_sub(self.moves())? as usize).copied()
    }

    /// The actions of all moves that some piece could make on some position under the rules, in order.
    pub(super) fn possible_moves(&self, net: &Net, rules: &Rules) -> Vec<u32> {
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
            for to in targets & net.stops() {
                list.push(self.of_move(Move { from, to }, Seat::South));
            }
        }
        list.sort_unstable();
        list
    }
}

/// A cell of the drawing turned so that a seat's arm is at the bottom.
fn turned_cell(cell: Cell, seat: Seat) -> Cell {
    (0..seat.index()).fold(cell, |cell, _| {
        Cell::new(cell.col(), SIZE - 1 - cell.row()).expect("a turned cell is on the drawing")
    })
}

/// The numbering of the actions of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Numbering {
    /// `from * n + to` with *n* stations; then the placements.
    #[default]
    Pairs,
    /// Places among the moves that some piece could make ([`Game::possible_moves`](super::Game::possible_moves)),
    /// from 0; then the placements.
    Compact,
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
