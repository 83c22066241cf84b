//! `.jgs`: the community client's replay file, little-endian, and replaying it under the rules.
//!
//! Source: files of the QQ four-country client, read by their structure; layout in
//! `docs/FORMATS.md`. Fields whose meaning is unknown are skipped when read and zero when written.

use super::jql::{BinaryError, code_of, expect_head, read_points};
use super::{GameRecord, GameResult, event_text};
use crate::game::belief::Visibility;
use crate::game::board::{Board, Cell, SIZE, Seat};
use crate::game::rules::{
    Act, CombatResult, Deployment, Event, Exit, Mode, Move, Outcome, Rules, Setup, SetupFaults,
    World,
};
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

/// Whether a file's seats and cells are turned to become ours: a two-player game may sit east and west.
#[derive(Clone, Copy)]
struct Turned(bool);

impl Turned {
    fn seat(self, seat: Seat) -> Seat {
        Seat::from_index(seat.index() + if self.0 { 3 } else { 0 })
    }

    fn cell(self, row: u8, col: u8) -> Option<Cell> {
        let row = row.into();
        let col = col.into();
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
        for step in &self.steps {
            let seat = match *step {
                JgsStep::TimeOut(seat) => Some(seat),
                JgsStep::Move { from, .. } => board.station(from).and_then(|s| board.owner(s)),
                _ => None,
            };
            if let Some(seat) = seat {
                return seat;
            }
        }
        Seat::South
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
                for point in deployment.shape().points() {
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

/// The bytes of a step at an offset of a file.
struct StepBytes<'a> {
    bytes: &'a [u8],
    offset: usize,
    turned: Turned,
}

impl StepBytes<'_> {
    fn seat(&self) -> Result<Seat, BinaryError> {
        let byte = self.bytes[2];
        let seat = seat_of(byte).map(|seat| self.turned.seat(seat));
        seat.ok_or_else(|| {
            BinaryError::new(self.offset + 2, format!("{byte}"), "a table seat 0 to 3")
        })
    }

    fn cell(&self, at: usize) -> Result<Cell, BinaryError> {
        let cell = self.turned.cell(self.bytes[at + 1], self.bytes[at]);
        cell.ok_or_else(|| self.wrong_place(at, "a column and a row from 0 to 16"))
    }

    /// The place of a flag. A turned board has another corner at 0, 0, which means no flag when it is
    /// written.
    fn flag(&self, at: usize) -> Result<Cell, BinaryError> {
        let cell = self.cell(at)?;
        if (cell.row(), cell.col()) == (0, 0) {
            return Err(self.wrong_place(at, "the place of a flag, no corner"));
        }
        Ok(cell)
    }

    fn wrong_place(&self, at: usize, expected: &str) -> BinaryError {
        let found = format!("column {}, row {}", self.bytes[at], self.bytes[at + 1]);
        BinaryError::new(self.offset + at, found, expected)
    }
}

fn read_step(bytes: &[u8], offset: usize, turned: Turned) -> Result<JgsStep, BinaryError> {
    let step = StepBytes { bytes, offset, turned };
    match (bytes[0], bytes[1]) {
        (0x5F, signs) => {
            let from = step.cell(2)?;
            let to = step.cell(4)?;
            let mut flags = ArrayVec::new();
            for at in [6, 8] {
                if (bytes[at], bytes[at + 1]) != (0, 0) {
                    flags.push(step.flag(at)?);
                }
            }
            Ok(JgsStep::Move { from, to, fight: FIGHTS[usize::from(signs & 3)], flags })
        }
        (_, 2) => Ok(JgsStep::TimeOut(step.seat()?)),
        (_, 3) => {
            let why = LostWhy::ALL.into_iter().find(|&why| why as u8 == bytes[3]);
            let why = why.ok_or_else(|| {
                let expected = "a reason of losing: 1, 2, 3, 4 or 6";
                BinaryError::new(offset + 3, format!("{}", bytes[3]), expected)
            })?;
            Ok(JgsStep::Lost(step.seat()?, why))
        }
        (_, 4) => Ok(JgsStep::Left(step.seat()?)),
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

/// A `.jgs` game replayed under the rules.
#[derive(Debug, Clone)]
pub struct Replayed {
    /// The world after the last step.
    pub world: World,
    /// The public event of every step.
    pub events: Vec<Event>,
    /// Where file and rules differ: ply, found in the file, expected by the rules.
    pub disagreements: Vec<String>,
    /// Losses on the board that the file has not reported yet.
    owed: Vec<(Seat, LostWhy)>,
    /// Seats skipped for lack of a move, for which the file may report a time-out.
    skipped: Vec<Seat>,
}

impl Replayed {
    /// Moves made.
    pub fn moves(&self) -> usize {
        self.events.iter().filter(|e| matches!(e.act, Act::Move(..))).count()
    }

    /// Fights among them.
    pub fn fights(&self) -> usize {
        self.events.iter().filter(|e| matches!(e.act, Act::Move(_, Some(_)))).count()
    }
}

impl Jgs {
    /// Replays every step under the rules, for the file's number of players, and compares outcomes,
    /// flags shown, losses and the end. A move that cannot be made ends the replay; other
    /// differences do not.
    ///
    /// # Errors
    ///
    /// If the deployments do not fit the board.
    pub fn replay(&self, board: &'static Board, rules: Rules) -> Result<Replayed, SetupFaults> {
        let rules = rules.with_mode(self.mode);
        let setup = Setup::start(board, rules, &self.deployments, self.first(board));
        let world = World::new(&setup)?;
        let mut replay = Replayed {
            world,
            events: vec![],
            disagreements: vec![],
            owed: vec![],
            skipped: vec![],
        };
        if self.steps.iter().try_for_each(|step| replay.step(step)).is_some() {
            replay.settle("the end of the file");
        }
        Ok(replay)
    }

    /// The game as a record.
    ///
    /// # Errors
    ///
    /// With the first thing that does not agree with the rules.
    pub fn to_record(&self, board: &'static Board, rules: Rules) -> Result<GameRecord, String> {
        let replayed = self.replay(board, rules).map_err(|faults| faults.to_string())?;
        if let Some(first) = replayed.disagreements.first() {
            return Err(first.clone());
        }
        Ok(self.record_of(&replayed, board))
    }

    /// The record of a replay, as far as the rules went with it.
    pub fn record_of(&self, replayed: &Replayed, board: &'static Board) -> GameRecord {
        let world = &replayed.world;
        GameRecord {
            seats: self.deployments.map(|d| d.map(|_| "human".into())),
            first: self.first(board).letter(),
            deployments: self.deployments.map(|d| d.map(|d| d.to_string())),
            events: GameRecord::events_text(&replayed.events, board),
            result: GameResult::of(world.outcome(), world.rules()),
            plies: world.ply(),
            ..GameRecord::unplayed(board, *world.rules(), Visibility::FourDark)
        }
    }

    /// A replay file of a record that began from deployments.
    ///
    /// # Errors
    ///
    /// If the record cannot be replayed or began elsewhere.
    pub fn from_record(record: &GameRecord, board: &'static Board) -> Result<Self, String> {
        let deployments = record.read_deployments(board).map_err(|e| e.to_string())?;
        if record.start.is_some() {
            return Err("found a game from a position, expected one from deployments".into());
        }
        let mut steps = vec![];
        let world = record
            .replay(board, |_, event| push_steps(event, board, &mut steps))
            .map_err(|e| e.to_string())?;
        steps.push(JgsStep::End(match world.outcome() {
            Some(Outcome::Win(_)) => 4,
            Some(Outcome::Draw(_)) => 2,
            None => 6,
        }));
        Ok(Self { mode: record.rules.mode, deployments, steps })
    }
}

fn push_steps(event: &Event, board: &Board, steps: &mut Vec<JgsStep>) {
    match event.act {
        Act::Move(mv, fight) => {
            let [from, to] = mv.cells(board);
            let flags = event.flags_shown.iter().map(|f| board.cell(f.1)).collect();
            steps.push(JgsStep::Move { from, to, fight, flags });
        }
        Act::TimeOut => steps.push(JgsStep::TimeOut(event.seat)),
        Act::Resign | Act::Forfeit | Act::Draw => {}
    }
    for &(seat, why) in &event.eliminated {
        let why = match why {
            Exit::Flag => LostWhy::Flag,
            Exit::NoMove => LostWhy::NoMove,
            Exit::Resign => LostWhy::GaveUp,
            Exit::Forfeit => LostWhy::Left,
        };
        steps.push(JgsStep::Lost(seat, why));
    }
    steps.extend(event.passed.iter().map(|&seat| JgsStep::TimeOut(seat)));
}

impl Replayed {
    fn disagree(&mut self, found: impl std::fmt::Display, expected: impl std::fmt::Display) {
        let ply = self.world.ply();
        self.disagreements.push(format!("ply {ply}: found {found}, expected {expected}"));
    }

    /// One step; none if the game cannot go on.
    fn step(&mut self, step: &JgsStep) -> Option<()> {
        match step {
            JgsStep::Move { from, to, fight, flags } => self.make(*from, *to, *fight, flags)?,
            JgsStep::TimeOut(seat) => self.time_out(*seat),
            JgsStep::Lost(seat, why) => self.lost(*seat, *why),
            JgsStep::Left(seat) => {
                let event = self.world.forfeit(*seat);
                self.keep(event);
            }
            JgsStep::End(how) => self.end(*how),
        }
        Some(())
    }

    fn make(
        &mut self,
        from: Cell,
        to: Cell,
        fight: Option<CombatResult>,
        flags: &[Cell],
    ) -> Option<()> {
        self.settle("a move");
        let board = self.world.board();
        let (Some(from), Some(to)) = (board.station(from), board.station(to)) else {
            self.disagree(format!("a move from {from} to {to}"), "two stations");
            return None;
        };
        let event = match self.world.play(Move { from, to }) {
            Ok(event) => event,
            Err(error) => {
                self.disagree("an impossible move", format!("a legal one; {error}"));
                return None;
            }
        };
        let act = Act::Move(Move { from, to }, fight);
        let mut shown: Vec<Cell> = event.flags_shown.iter().map(|f| board.cell(f.1)).collect();
        let mut shown_in_file = flags.to_vec();
        shown.sort_unstable();
        shown_in_file.sort_unstable();
        if event.act != act || shown != shown_in_file {
            let mut found = Event { act, ..event.clone() };
            found.flags_shown.clear();
            for &flag in flags {
                if let Some(station) = board.station(flag)
                    && let Some(seat) = board.owner(station)
                {
                    found.flags_shown.push((seat, station));
                }
            }
            self.disagree(event_text(&found, board), event_text(&event, board));
        }
        self.keep(Some(event));
        Some(())
    }

    /// Keeps what the rules made public, with the losses that the file has to report next.
    fn keep(&mut self, event: Option<Event>) {
        let Some(event) = event else { return };
        for &(seat, why) in &event.eliminated {
            match why {
                Exit::Flag => self.owed.push((seat, LostWhy::Flag)),
                Exit::NoMove => self.owed.push((seat, LostWhy::NoMove)),
                Exit::Resign | Exit::Forfeit => {}
            }
        }
        self.skipped = event.passed.to_vec();
        self.events.push(event);
    }

    /// Checks that the file has reported every loss before the game goes on.
    fn settle(&mut self, next: &str) {
        for (seat, why) in std::mem::take(&mut self.owed) {
            self.disagree(next, format!("seat {seat} out ({why:?}) first"));
        }
    }

    /// The server lets a seat without a move run out of time; the world has skipped it already. A
    /// time-out of any other seat that is not to move changes nothing here: if it passed the turn on,
    /// the next move shows that.
    fn time_out(&mut self, seat: Seat) {
        self.settle("a time-out");
        let turn = self.world.turn();
        let over = self.world.outcome().is_some();
        if let Some(at) = self.skipped.iter().position(|&s| s == seat) {
            self.skipped.remove(at);
        } else if turn == seat && !over {
            let event = self.world.time_out();
            self.keep(event);
        }
    }

    fn lost(&mut self, seat: Seat, why: LostWhy) {
        if matches!(why, LostWhy::Flag | LostWhy::NoMove) {
            match self.owed.iter().position(|&owed| owed == (seat, why)) {
                Some(at) => {
                    self.owed.remove(at);
                }
                None => self.disagree(format!("seat {seat} out ({why:?})"), "no such loss"),
            }
            return;
        }
        let event = match why {
            LostWhy::GaveUp => self.world.resign(seat),
            _ => self.world.forfeit(seat),
        };
        if event.is_none() {
            self.disagree(format!("seat {seat} lost ({why:?})"), "no loss of a seat that is out");
        }
        self.keep(event);
    }

    fn end(&mut self, how: u8) {
        self.settle("the end");
        let outcome = self.world.outcome();
        match (how, outcome) {
            (4 | 8, Some(Outcome::Win(_))) | (2, Some(Outcome::Draw(_))) => {}
            (2, None) => {
                let event = self.world.agree_draw(self.world.turn());
                self.keep(event);
            }
            (2 | 4 | 8, _) => {
                let why = GameResult::of(outcome, self.world.rules()).why;
                self.disagree(
                    format!("the end {how}"),
                    format!("4 or 8 for a win, 2 for a draw; the game is {why}"),
                );
            }
            _ => {}
        }
    }
}
