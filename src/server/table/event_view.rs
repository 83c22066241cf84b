//! Events as the public sees them, with their consequences.

use crate::game::belief::Observation;
use crate::game::board::{Board, Net, Seat, Station};
use crate::game::format::event_text;
use crate::game::rules::{Act, CombatResult, Event, Exit, PieceId, Rules};
use serde::Serialize;

/// An event as `docs/SERVER.md` has it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct EventView {
    /// Its number, from 1.
    pub n: usize,
    seat: Seat,
    act: &'static str,
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

/// The part of an event that only moves have.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct MoveFields {
    from: String,
    to: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    fight: Option<&'static str>,
    route: Vec<String>,
}

/// The station of every piece.
pub(super) type PiecePositions = Vec<(PieceId, Station)>;

impl EventView {
    /// How often a seat ran out of time in some events.
    pub(super) fn timeouts(events: &[Self], seat: Seat) -> usize {
        events.iter().filter(|event| event.act == "timeout" && event.seat == seat).count()
    }

    /// The seat to move after the event.
    pub(super) fn turn(&self) -> Option<Seat> {
        self.turn
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
        let cell = |station: Station| board.cell(station).to_string();
        let free = |station| before.iter().all(|stand| stand.1 != station);
        let (act, move_fields) = match event.act {
            Act::Move(mv, fight) => {
                let route = after.net().track(mv.from, mv.to, free).into_iter().map(cell).collect();
                let fight = fight.map(|fight| match fight {
                    CombatResult::Win => "win",
                    CombatResult::Lose => "lose",
                    CombatResult::Both => "both",
                });
                ("move", Some(MoveFields { from: cell(mv.from), to: cell(mv.to), fight, route }))
            }
            Act::Resign => ("resign", None),
            Act::Forfeit => ("forfeit", None),
            Act::TimeOut => ("timeout", None),
            Act::Draw => ("draw", None),
        };
        let mut gone: Vec<Station> =
            before.iter().filter(|s| after.station_of(s.0).is_none()).map(|s| s.1).collect();
        gone.sort_by_key(|&station| board.cell(station));
        Self {
            n,
            seat: event.seat,
            act,
            move_fields,
            gone: gone.into_iter().map(cell).collect(),
            flags: event.flags_shown.iter().map(|&(seat, at)| (seat, cell(at))).collect(),
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

/// The cells that some rules take out of play.
pub fn closed_cells(board: &'static Board, rules: &Rules) -> Vec<String> {
    let open = rules.net(board).map_or(board.stations(), Net::open);
    let closed_cells = board.reading_order().filter(|station| !open.contains(*station));
    closed_cells.map(|station| board.cell(station).to_string()).collect()
}
