//! `.jgs`: the community client's replay file, little-endian.
//!
//! Source: files of the QQ four-country client, read by their structure; layout in
//! `docs/FORMATS.md`. Fields whose meaning is unknown are skipped when read and zero when written.

use super::BinaryError;
use super::jql::{code_of, expect_head, read_points};
use crate::game::board::{Board, Cell, SIZE, Seat};
use crate::game::rules::{CombatResult, Deployment, Mode, Point};
use arrayvec::ArrayVec;

const MAGIC: &[u8; 10] = b"QQGame JQS";
const COUNT: usize = 26;
const PLAYERS: usize = 32;
const PLAYER: usize = 88;
const POINTS: usize = 28;
const STEPS: usize = 412;
const STEP: usize = 10;
const NOBODY: u8 = 255;
/// Outcomes of a fight by the low two bits of a move.
const FIGHTS: [Option<CombatResult>; 4] =
    [None, Some(CombatResult::Win), Some(CombatResult::Lose), Some(CombatResult::Both)];

/// Why a seat lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum LostWhy {
    /// 1: its flag was taken.
    Flag = 1,
    /// 2: it had no move.
    NoMove = 2,
    /// 3: its time ran out too often.
    TimeOuts = 3,
    /// 4: it gave up.
    GaveUp = 4,
    /// 6: it left the table.
    Left = 6,
}

impl LostWhy {
    const ALL: [Self; 5] = [Self::Flag, Self::NoMove, Self::TimeOuts, Self::GaveUp, Self::Left];
}

/// A step of a replay, in our seats and cells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JgsStep {
    /// A move.
    Move {
        /// From where.
        from: Cell,
        /// To where.
        to: Cell,
        /// The outcome if there was a fight.
        fight: Option<CombatResult>,
        /// Flags that became public.
        flags: ArrayVec<Cell, 2>,
    },
    /// A seat let its turn pass.
    TimeOut(Seat),
    /// A seat lost.
    Lost(Seat, LostWhy),
    /// A player left his chair.
    Left(Seat),
    /// The game ended: 4 and 8 somebody won, 2 draw, others broken off.
    End(u8),
}

/// A replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Jgs {
    /// Two or four players.
    pub mode: Mode,
    /// By seat, the deployment of everyone who plays.
    pub deployments: [Option<Deployment>; 4],
    /// The steps.
    pub steps: Vec<JgsStep>,
}

/// Table seats count the other way round; the mapping is its own inverse.
fn across(seat: usize) -> usize {
    (5 - seat) % 4
}

fn seat_of(table: u8) -> Option<Seat> {
    (table < 4).then(|| Seat::from_index(across(table.into())))
}

fn table_of(seat: Seat) -> u8 {
    across(seat.index()) as u8
}

/// How a file's seats and cells become ours: a two-player game may sit east and west.
#[derive(Clone, Copy)]
struct Turned(bool);

impl Turned {
    fn seat(self, seat: Seat) -> Seat {
        Seat::from_index(seat.index() + if self.0 { 3 } else { 0 })
    }

    fn cell(self, row: u8, col: u8) -> Option<Cell> {
        let (row, col) = (row.into(), col.into());
        if self.0 { Cell::new(col, (SIZE - 1).checked_sub(row)?) } else { Cell::new(row, col) }
    }
}

impl Jgs {
    /// Reads a replay.
    ///
    /// # Errors
    ///
    /// With the offset of the first byte that makes no sense.
    pub fn parse(bytes: &[u8]) -> Result<Self, BinaryError> {
        expect_head(bytes, MAGIC, "the head of a .jgs file, `QQGame JQS`")?;
        let count = match bytes.get(COUNT..COUNT + 2) {
            Some(&[low, high]) => usize::from(u16::from_le_bytes([low, high])),
            _ => 0,
        };
        let end = STEPS + STEP * count;
        if bytes.len() < end {
            let found = format!("a file of {} bytes", bytes.len());
            let expected = format!("at least {end} bytes for its {count} steps");
            return Err(BinaryError::new(bytes.len(), found, &expected));
        }
        let (players, turned) = read_players(bytes)?;
        let mut deployments = [None; 4];
        for (seat, offset) in &players {
            let deployment = read_points(bytes, offset + POINTS)?;
            deployments[turned.seat(*seat).index()] = Some(deployment);
        }
        let mode = if players.len() == 4 { Mode::FourPlayer } else { Mode::TwoPlayer };
        let steps = (STEPS..end).step_by(STEP);
        let steps = steps.map(|at| read_step(&bytes[at..at + STEP], at, turned));
        Ok(Self { mode, deployments, steps: steps.collect::<Result<_, _>>()? })
    }

    /// The seat of the first move or time-out; South if there is none.
    pub fn first(&self, board: &Board) -> Seat {
        let acts = |step: &JgsStep| match *step {
            JgsStep::TimeOut(seat) => Some(seat),
            JgsStep::Move { from, .. } => board.owner(board.station(from)?),
            _ => None,
        };
        self.steps.iter().find_map(acts).unwrap_or(Seat::South)
    }

    /// Writes a replay.
    ///
    /// # Errors
    ///
    /// If there are more steps than the format can count.
    pub fn write(&self) -> Result<Vec<u8>, BinaryError> {
        let count = u16::try_from(self.steps.len()).map_err(|_| {
            let found = format!("{} steps", self.steps.len());
            BinaryError::new(COUNT, found, "at most 65535 steps")
        })?;
        let mut bytes = vec![0; STEPS];
        bytes[..MAGIC.len()].copy_from_slice(MAGIC);
        bytes[COUNT..COUNT + 2].copy_from_slice(&count.to_le_bytes());
        for table in 0..4 {
            let seat = Seat::from_index(across(table));
            let block = &mut bytes[PLAYERS + PLAYER * table..][..PLAYER];
            block[0] = NOBODY;
            if let Some(deployment) = &self.deployments[seat.index()] {
                block[0] = table as u8;
                for point in Point::all() {
                    block[POINTS + point.index()] = code_of(deployment.at(point));
                }
            }
        }
        self.steps.iter().for_each(|step| bytes.extend(write_step(step)));
        Ok(bytes)
    }
}

type Players = Vec<(Seat, usize)>;

/// The seats that play with the offsets of their blocks, and whether the board is turned.
fn read_players(bytes: &[u8]) -> Result<(Players, Turned), BinaryError> {
    let mut players: Players = vec![];
    for offset in (0..4).map(|k| PLAYERS + PLAYER * k) {
        let byte = bytes[offset];
        match seat_of(byte) {
            Some(seat) if players.iter().all(|p| p.0 != seat) => players.push((seat, offset)),
            None if byte == NOBODY => {}
            _ => {
                let expected = "a table seat 0 to 3 not yet taken, or 255 for nobody";
                return Err(BinaryError::new(offset, format!("{byte}"), expected));
            }
        }
    }
    let mut seats: Vec<usize> = players.iter().map(|p| p.0.index()).collect();
    seats.sort_unstable();
    match *seats {
        [0, 1, 2, 3] | [0, 2] => Ok((players, Turned(false))),
        [1, 3] => Ok((players, Turned(true))),
        _ => {
            let found = format!("players at {} table seats", seats.len());
            let expected = "four players, or two that sit opposite each other";
            Err(BinaryError::new(PLAYERS, found, expected))
        }
    }
}

fn read_step(bytes: &[u8], offset: usize, turned: Turned) -> Result<JgsStep, BinaryError> {
    let seat = || {
        let seat = seat_of(bytes[2]).map(|s| turned.seat(s));
        let wrong = || BinaryError::new(offset + 2, format!("{}", bytes[2]), "a table seat 0 to 3");
        seat.ok_or_else(wrong)
    };
    let cell = |at: usize| {
        let wrong = || {
            let found = format!("column {}, row {}", bytes[at], bytes[at + 1]);
            BinaryError::new(offset + at, found, "a column and a row from 0 to 16")
        };
        turned.cell(bytes[at + 1], bytes[at]).ok_or_else(wrong)
    };
    match (bytes[0], bytes[1]) {
        (0x5F, signs) => {
            let flags = [6, 8].into_iter().filter(|&at| (bytes[at], bytes[at + 1]) != (0, 0));
            // A turned board has another corner at 0, 0, which means no flag when it is written.
            let flag = |at| match cell(at)? {
                corner if (corner.row(), corner.col()) == (0, 0) => {
                    let found = format!("column {}, row {}", bytes[at], bytes[at + 1]);
                    Err(BinaryError::new(offset + at, found, "the place of a flag, no corner"))
                }
                place => Ok(place),
            };
            Ok(JgsStep::Move {
                from: cell(2)?,
                to: cell(4)?,
                fight: FIGHTS[usize::from(signs & 3)],
                flags: flags.map(flag).collect::<Result<_, _>>()?,
            })
        }
        (_, 2) => Ok(JgsStep::TimeOut(seat()?)),
        (_, 3) => {
            let why = LostWhy::ALL.into_iter().find(|&why| why as u8 == bytes[3]);
            let why = why.ok_or_else(|| {
                let expected = "a reason of losing: 1, 2, 3, 4 or 6";
                BinaryError::new(offset + 3, format!("{}", bytes[3]), expected)
            })?;
            Ok(JgsStep::Lost(seat()?, why))
        }
        (_, 4) => Ok(JgsStep::Left(seat()?)),
        (_, 5) => Ok(JgsStep::End(bytes[3])),
        (_, other) => {
            let expected = "a move (0x5f) or a table event 2 to 5";
            Err(BinaryError::new(offset + 1, format!("{other}"), expected))
        }
    }
}

fn write_step(step: &JgsStep) -> [u8; STEP] {
    let mut bytes = [0; STEP];
    bytes[0] = 0xF5;
    match step {
        JgsStep::Move { from, to, fight, flags } => {
            bytes[0] = 0x5F;
            bytes[1] = FIGHTS.iter().position(|f| f == fight).map_or(0, |code| code as u8);
            let cells = [from, to].into_iter().chain(flags);
            for (place, cell) in bytes[2..].chunks_mut(2).zip(cells) {
                place.copy_from_slice(&[cell.col() as u8, cell.row() as u8]);
            }
        }
        JgsStep::TimeOut(seat) => bytes[1..3].copy_from_slice(&[2, table_of(*seat)]),
        JgsStep::Lost(seat, why) => {
            bytes[1..4].copy_from_slice(&[3, table_of(*seat), *why as u8]);
        }
        JgsStep::Left(seat) => bytes[1..3].copy_from_slice(&[4, table_of(*seat)]),
        JgsStep::End(how) => bytes[1..4].copy_from_slice(&[5, 0, *how]),
    }
    bytes
}
