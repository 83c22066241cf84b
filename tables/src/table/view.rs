//! The part of a game that one receiver may see. Every message about a running game is made here, from
//! observations, never from the true world.

use junqi_core::game::belief::Observation;
use junqi_core::game::board::{Board, Net, Seat, Station};
use junqi_core::game::format::{GameRecord, GameResult, event_text};
use junqi_core::game::rules::{Act, CombatResult, Event, Exit, Kind, PieceId, Rules};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Values by the letter of a seat.
pub type BySeat<T> = BTreeMap<char, T>;

/// By cell, the cells that a piece may go to.
pub type Targets = BTreeMap<String, Vec<String>>;

/// An event as the public sees it, with its consequences.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EventView {
    /// Its number, from 1.
    pub n: usize,
    seat: Seat,
    act: ActName,
    #[serde(flatten)]
    move_fields: Option<MoveFields>,
    gone: Vec<String>,
    flags: Vec<(Seat, String)>,
    taken: Option<Seat>,
    out: Vec<(Seat, Exit)>,
    passed: Vec<Seat>,
    text: String,
    turn: Option<Seat>,
    ply: u32,
    quiet: u32,
}

/// The kind of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum ActName {
    Move,
    Resign,
    Forfeit,
    TimeOut,
    Draw,
}

/// The part of an event that only moves have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct MoveFields {
    from: String,
    to: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    fight: Option<FightResult>,
    route: Vec<String>,
}

/// The result of a fight for the piece that moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum FightResult {
    Win,
    Lose,
    Both,
}

impl EventView {
    /// How often a seat ran out of time in some events.
    pub(super) fn timeouts(events: &[Self], seat: Seat) -> usize {
        events.iter().filter(|event| event.act == ActName::TimeOut && event.seat == seat).count()
    }

    /// The view of event `n`: `before` is the station of every piece before it, `after` the observation
    /// of any seat after it; only its public part is read.
    pub fn new(
        n: usize,
        event: &Event,
        before: &[(PieceId, Station)],
        after: &Observation<'_>,
    ) -> Self {
        let board = after.board();
        let (act, move_fields) = match event.act {
            Act::Move(mv, fight) => {
                let free = |station| before.iter().all(|stand| stand.1 != station);
                let route = after.net().track(mv.from, mv.to, free);
                let fields = MoveFields {
                    from: cell(board, mv.from),
                    to: cell(board, mv.to),
                    fight: fight.map(|fight| match fight {
                        CombatResult::Win => FightResult::Win,
                        CombatResult::Lose => FightResult::Lose,
                        CombatResult::Both => FightResult::Both,
                    }),
                    route: route.into_iter().map(|station| cell(board, station)).collect(),
                };
                (ActName::Move, Some(fields))
            }
            Act::Resign => (ActName::Resign, None),
            Act::Forfeit => (ActName::Forfeit, None),
            Act::TimeOut => (ActName::TimeOut, None),
            Act::Draw => (ActName::Draw, None),
        };
        let mut gone: Vec<Station> = vec![];
        for &(piece, station) in before {
            if after.station_of(piece).is_none() {
                gone.push(station);
            }
        }
        // In the order of cells: that of `before` would number the pieces.
        gone.sort_by_key(|&station| board.cell(station));
        Self {
            n,
            seat: event.seat,
            act,
            move_fields,
            gone: gone.into_iter().map(|station| cell(board, station)).collect(),
            flags: event.flags_shown.iter().map(|&(seat, at)| (seat, cell(board, at))).collect(),
            taken: event.captured_flag_of,
            out: event.eliminated.to_vec(),
            passed: event.passed.to_vec(),
            text: event_text(event, board),
            turn: after.outcome().is_none().then(|| after.turn()),
            ply: after.ply(),
            quiet: after.quiet(),
        }
    }
}

fn cell(board: &Board, station: Station) -> String {
    board.cell(station).to_string()
}

/// The cells that some rules take out of play.
pub fn closed_cells(board: &'static Board, rules: &Rules) -> Vec<String> {
    let open = rules.net(board).map_or(board.stations(), Net::open);
    let closed = board.reading_order().filter(|station| !open.contains(*station));
    closed.map(|station| cell(board, station)).collect()
}

/// The time that is left, in whole seconds, as one receiver may see it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClocksLeft {
    /// Time left of the turn.
    pub left: Option<u64>,
    /// Time left on the game clocks of people.
    pub clocks: Option<BySeat<u64>>,
}

/// A game as a seat or the public sees it.
pub struct Projection<'a> {
    /// The receiving seat; `None` for the public.
    pub(super) seat: Option<Seat>,
    /// Whether the receiver sees the kinds that `start` shows; not the public, but with all cards open.
    pub(super) kinds_shown: bool,
    pub(super) start: Observation<'a>,
    pub(super) now: Observation<'a>,
    /// The events that the receiver may see.
    pub(super) event_views: &'a [EventView],
}

/// The start of a game, its events, and what the receiver may do now.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GameView {
    first: Seat,
    pieces: Vec<(String, Seat, Option<char>)>,
    events: Vec<EventView>,
    turn: Option<Seat>,
    moves: Option<Targets>,
    #[serde(flatten)]
    clocks: ClocksLeft,
    slips: BySeat<usize>,
    result: Option<Ending>,
    deployments: Option<BySeat<String>>,
    record: Option<String>,
}

impl Projection<'_> {
    /// The whole state; `ended` is the game if it is over.
    pub fn game_view(&self, clocks: ClocksLeft, ended: Option<FinishedGame>) -> GameView {
        let seats = self.start.rules().seats();
        let (result, deployments, record) = match ended {
            Some(game) => (Some(game.result), Some(game.deployments), Some(game.record)),
            None => (None, None, None),
        };
        GameView {
            first: self.start.turn(),
            pieces: self.pieces(),
            events: self.event_views.to_vec(),
            turn: self.event_views.last().map_or(Some(self.start.turn()), |event| event.turn),
            moves: self.moves(),
            clocks,
            slips: seats
                .iter()
                .map(|seat| (seat.letter(), EventView::timeouts(self.event_views, seat)))
                .collect(),
            result,
            deployments,
            record,
        }
    }

    /// Cell, seat and, if known to the receiver, kind of every piece at the start.
    fn pieces(&self) -> Vec<(String, Seat, Option<char>)> {
        let board = self.start.board();
        let mut pieces: Vec<_> = self.start.pieces().collect();
        pieces.sort_by_key(|&(piece, at)| (piece.seat(), board.cell(at)));
        let mut seen = vec![];
        for (piece, at) in pieces {
            let kind = self.start.kind(piece).filter(|_| self.kinds_shown);
            seen.push((cell(board, at), piece.seat(), kind.map(Kind::letter)));
        }
        seen
    }

    /// The receiver's legal moves; `None` when another seat is to move.
    pub fn moves(&self) -> Option<Targets> {
        if self.now.outcome().is_some() || self.seat != Some(self.now.turn()) {
            return None;
        }
        let mut targets = targets(&self.now);
        for cells in targets.values_mut() {
            cells.sort();
        }
        Some(targets)
    }

    /// The events that the receiver may see.
    pub fn event_views(&self) -> &[EventView] {
        self.event_views
    }
}

/// The legal moves of an observer that is to move.
pub fn targets(seen: &Observation<'_>) -> Targets {
    let mut targets = Targets::new();
    for mv in seen.moves() {
        let [from, to] = mv.cells(seen.board()).map(|cell| cell.to_string());
        targets.entry(from).or_default().push(to);
    }
    targets
}

/// A game that is over, with all cards open.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FinishedGame {
    /// Who won and why.
    pub result: Ending,
    /// The deployments.
    pub deployments: BySeat<String>,
    /// The line of the game's record.
    pub record: String,
}

impl FinishedGame {
    /// The game of a record that is complete.
    pub fn of(record: &GameRecord, rules: &Rules) -> Self {
        Self {
            result: Ending::of(&record.result, rules),
            deployments: by_seat(&record.deployments),
            record: record.line(),
        }
    }
}

/// The seats that have a value, by letter.
pub fn by_seat<T: Clone>(values: &[Option<T>; 4]) -> BySeat<T> {
    let mut by_seat = BySeat::new();
    for (seat, value) in Seat::ALL.into_iter().zip(values) {
        if let Some(value) = value {
            by_seat.insert(seat.letter(), value.clone());
        }
    }
    by_seat
}

/// Who won and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// The reason, as in records.
    pub why: String,
    /// The seats that won; none if the game was drawn.
    pub winners: Vec<Seat>,
}

impl Ending {
    /// The ending of a recorded result.
    pub fn of(result: &GameResult, rules: &Rules) -> Self {
        let winners = result.winning_team().map(|team| rules.team_seats(team).collect());
        Self { why: result.why.clone(), winners: winners.unwrap_or_default() }
    }
}
