//! Replaying `.jgs` games, and turning games into them.

use super::{GameRecord, GameResult, Jgs, JgsStep, LostWhy, event_text};
use crate::game::belief::Visibility;
use crate::game::board::{Board, Cell, Seat};
use crate::game::rules::{
    Act, CombatResult, Event, Exit, Move, Outcome, Rules, Setup, SetupFaults, World,
};

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
    /// Seats skipped for lack of a move, for which the file may tell a time-out.
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
        let (owed, skipped) = (vec![], vec![]);
        let mut replay = Replayed { world, events: vec![], disagreements: vec![], owed, skipped };
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
        let deployments = record.read_deployments().map_err(|e| e.to_string())?;
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
        let sorted = |mut flags: Vec<Cell>| {
            flags.sort_unstable();
            flags
        };
        let shown = sorted(event.flags_shown.iter().map(|f| board.cell(f.1)).collect());
        let act = Act::Move(Move { from, to }, fight);
        if event.act != act || shown != sorted(flags.to_vec()) {
            let owner = |flag: &Cell| {
                let station = board.station(*flag)?;
                Some((board.owner(station)?, station))
            };
            let mut told = Event { act, ..event.clone() };
            told.flags_shown = flags.iter().filter_map(owner).collect();
            self.disagree(event_text(&told, board), event_text(&event, board));
        }
        self.keep(Some(event));
        Some(())
    }

    /// Keeps what the rules made public, with what the file has to tell of it next.
    fn keep(&mut self, event: Option<Event>) {
        let Some(event) = event else { return };
        let lost = |&(seat, why): &(Seat, Exit)| match why {
            Exit::Flag => Some((seat, LostWhy::Flag)),
            Exit::NoMove => Some((seat, LostWhy::NoMove)),
            Exit::Resign | Exit::Forfeit => None,
        };
        self.owed.extend(event.eliminated.iter().filter_map(lost));
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
