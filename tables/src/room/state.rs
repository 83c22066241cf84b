//! The state of a table, and the messages in which each member gets what it may see of it.

use super::engines::EngineStates;
use super::surroundings::Surroundings;
use crate::answer::{
    Answer, ClockSeconds, EventMessage, LobbyTable, Offers, Phase, SeatInfo, SeatKind, TableState,
};
use crate::outbox::Outbox;
use crate::table::{
    BySeat, ClocksLeft, Projection, SeatOccupant, TableGame, TableSettings, Watch, closed_cells,
};
use junqi_core::game::board::{Board, Seat};
use junqi_core::game::format::{ChatLine, GivenSignal};
use junqi_core::game::rules::Deployment;
use junqi_core::play::PlayerSpec;
use sha2::{Digest, Sha256};
use std::time::Duration;

/// The number of events by which spectators are behind.
const SPECTATOR_DELAY: usize = 8;

/// A connection at the table.
pub(super) struct Member {
    pub(super) connection: u64,
    pub(super) out: Outbox,
    /// `None` for a spectator.
    pub(super) seat: Option<Seat>,
    /// The number of events sent to it.
    pub(super) events_sent: usize,
}

/// A seat that plays: who has it, and whether its deployment is ready.
pub(super) struct SeatState {
    pub(super) kind: SeatKind,
    pub(super) name: String,
    /// The token of the person who took it.
    pub(super) token: Option<String>,
    /// Whether it has deployed.
    pub(super) ready: bool,
    /// Whether the person agrees to analysis during the game.
    pub(super) agrees_to_help: bool,
}

impl SeatState {
    pub(super) fn new(occupant: SeatOccupant) -> Self {
        let (kind, name) = match occupant {
            SeatOccupant::Human => (SeatKind::Human, String::new()),
            SeatOccupant::Engine(spec) => (SeatKind::Engine, spec.to_string()),
        };
        let ready = kind == SeatKind::Engine;
        Self { kind, name, token: None, ready, agrees_to_help: false }
    }

    pub(super) fn is_engine(&self) -> bool {
        self.kind == SeatKind::Engine
    }

    /// The player's name in records: `human` for a person without one, or with one that reads as an engine.
    pub(super) fn player(&self) -> String {
        let has_name = !self.name.is_empty() && self.name.parse::<PlayerSpec>().is_err();
        if self.is_engine() || has_name { self.name.clone() } else { "human".into() }
    }

    /// Prepares for a rematch: people deploy again.
    pub(super) fn reset(&mut self) {
        self.ready = self.is_engine();
    }
}

/// A table: settings, members, seats, engines and the current game.
#[expect(clippy::struct_excessive_bools, reason = "each is a state of its own")]
pub struct Room {
    pub(super) name: String,
    pub(super) settings: TableSettings,
    pub(super) board: &'static Board,
    pub(super) around: Box<dyn Surroundings>,
    /// The time of the call that runs.
    pub(super) now: Duration,
    /// The seed of the table, which is secret.
    pub(super) seed: u64,
    /// The number of the current game, from 0.
    pub(super) number: u64,
    pub(super) members: Vec<Member>,
    pub(super) seat_states: [Option<SeatState>; 4],
    pub(super) deployments: [Option<Deployment>; 4],
    pub(super) engines: EngineStates,
    /// The number of tasks that engines were given.
    pub(super) tasks: u64,
    pub(super) game: Option<TableGame>,
    /// By seat, the game clock at the start of the current turn.
    pub(super) clocks: [Duration; 4],
    /// Start of the current turn.
    pub(super) turn_began: Duration,
    /// Whether the table was resumed and no player has returned yet; its clock stands still.
    pub(super) paused: bool,
    /// The signals between partners in this game.
    pub(super) signals: Vec<GivenSignal>,
    /// The chat of this game.
    pub(super) chat: Vec<ChatLine>,
    /// By seat, its last signal or line of chat.
    pub(super) last_said: [Option<Duration>; 4],
    pub(super) draw_offers: Vec<Seat>,
    pub(super) rematch_offers: Vec<Seat>,
    /// The last message of a member or the end of the game, whichever was later.
    pub(super) empty_since: Duration,
    /// The last write of the record, and whether events have followed it or it failed.
    pub(super) saved: Duration,
    pub(super) unsaved: bool,
    /// Whether the last write of the record or of the table failed.
    pub(super) saving_fails: bool,
    /// The number of the last game that was added to the list of finished games.
    pub(super) listed: Option<u64>,
    /// Whether it is closed because its game could not begin.
    pub(super) closed: bool,
}

impl Room {
    /// A table that nobody has joined; `seed` is secret.
    pub fn new(
        name: String,
        settings: TableSettings,
        seed: u64,
        board: &'static Board,
        around: Box<dyn Surroundings>,
        now: Duration,
    ) -> Self {
        let seat_states = settings.occupants.clone().map(|occupant| occupant.map(SeatState::new));
        let mut room = Self {
            name,
            engines: EngineStates::default(),
            tasks: 0,
            settings,
            board,
            around,
            now,
            seed,
            number: 0,
            members: vec![],
            seat_states,
            deployments: [None; 4],
            game: None,
            clocks: [Duration::ZERO; 4],
            turn_began: now,
            paused: false,
            signals: vec![],
            chat: vec![],
            last_said: [None; 4],
            draw_offers: vec![],
            rematch_offers: vec![],
            empty_since: now,
            saved: now,
            unsaved: false,
            saving_fails: false,
            listed: None,
            closed: false,
        };
        room.draw_deployments();
        room
    }

    /// The seed of the current game, which its record shows: a number that JSON keeps exactly.
    pub(super) fn game_seed(&self) -> u64 {
        one_way(self.seed, self.number) >> 11
    }

    /// The table's entry in the lobby.
    pub fn lobby_entry(&self) -> LobbyTable {
        LobbyTable {
            table: self.name.clone(),
            mode: self.settings.rules.mode,
            phase: self.phase(),
            watch: self.settings.watch,
            clock: self.settings.clock.as_secs(),
            game_clock: self.game_clock(),
            seats: self.seats(),
        }
    }

    fn game_clock(&self) -> Option<ClockSeconds> {
        let clock = self.settings.game_clock?;
        Some(ClockSeconds { time: clock.time.as_secs(), increment: clock.increment.as_secs() })
    }

    pub(super) fn phase(&self) -> Phase {
        match &self.game {
            None => Phase::Deploying,
            Some(game) if game.outcome().is_none() => Phase::Playing,
            Some(_) => Phase::Over,
        }
    }

    /// The seats that play, as all may see them.
    pub(super) fn seats(&self) -> BySeat<SeatInfo> {
        let mut seats = BySeat::new();
        for (seat, state) in Seat::ALL.into_iter().zip(&self.seat_states) {
            let Some(state) = state else { continue };
            let here = self.members.iter().any(|member| member.seat == Some(seat));
            let info = SeatInfo {
                kind: state.kind,
                name: state.name.clone(),
                taken: state.is_engine() || state.token.is_some(),
                here: state.is_engine() || here,
                ready: state.ready,
                agrees_to_help: state.agrees_to_help,
            };
            seats.insert(seat.letter(), info);
        }
        seats
    }

    /// Updates the table's entry in the lobby.
    pub(super) fn publish(&mut self) {
        let entry = self.lobby_entry();
        self.around.publish(entry);
    }

    pub(super) fn occupant(&self, seat: Seat) -> Option<&SeatOccupant> {
        self.settings.occupants[seat.index()].as_ref()
    }

    pub(super) fn is_human(&self, seat: Seat) -> bool {
        self.occupant(seat) == Some(&SeatOccupant::Human)
    }

    /// The seats of human players.
    pub(super) fn humans(&self) -> impl Iterator<Item = Seat> + '_ {
        Seat::ALL.into_iter().filter(|&seat| self.is_human(seat))
    }
}

/// A seed that depends on another and on a number, from which the other cannot be computed: finished records show the
/// seed of their game, which must not tell how others are dealt.
pub fn one_way(seed: u64, number: u64) -> u64 {
    let digest = Sha256::digest([seed.to_le_bytes(), number.to_le_bytes()].concat());
    u64::from_le_bytes(std::array::from_fn(|i| digest[i]))
}

/// Messages to members: each gets what it may see.
impl Room {
    fn offers(&self) -> Offers {
        Offers { draw: self.draw_offers.clone(), rematch: self.rematch_offers.clone() }
    }

    /// Sends a message to all members.
    fn broadcast(&self, answer: &Answer) {
        self.members.iter().for_each(|member| member.out.send(answer));
    }

    /// Sends all members the state of the seats.
    pub(super) fn broadcast_seats(&mut self) {
        self.broadcast(&Answer::Seats { seats: self.seats(), help: self.help() });
        self.publish();
    }

    /// Sends all members the open offers of draws and rematches.
    pub(super) fn broadcast_offers(&self) {
        self.broadcast(&Answer::Offers(self.offers()));
    }

    /// Sends the whole state to the selected members.
    pub(super) fn send_state(&mut self, selected: impl Fn(&Member) -> bool) {
        for place in 0..self.members.len() {
            let member = &self.members[place];
            if selected(member) {
                let events_sent =
                    self.projection(member).map_or(0, |seen| seen.event_views().len());
                member.out.send(&Answer::Table(Box::new(self.table_state(member))));
                self.members[place].events_sent = events_sent;
            }
        }
    }

    /// The game as a member may see it.
    fn projection(&self, member: &Member) -> Option<Projection<'_>> {
        let game = self.game.as_ref()?;
        Some(match (member.seat, self.settings.watch) {
            (Some(seat), _) => game.seat_view(seat),
            (None, Watch::Delayed) => game.spectator_view(Some(SPECTATOR_DELAY)),
            (None, Watch::End | Watch::None) => game.spectator_view(None),
        })
    }

    fn clocks_left(&self, member: &Member) -> ClocksLeft {
        ClocksLeft { left: self.left_for(member), clocks: self.clocks_for(member) }
    }

    /// The whole state as a member may see it.
    fn table_state(&self, member: &Member) -> TableState {
        let rules = self.settings.rules;
        let deployment = member.seat.and_then(|seat| self.deployments[seat.index()]);
        let game = self
            .projection(member)
            .map(|seen| seen.game_view(self.clocks_left(member), self.finished()));
        TableState {
            table: self.name.clone(),
            number: self.number,
            mode: rules.mode,
            rules: rules.to_string(),
            visibility: self.settings.visibility,
            clock: self.settings.clock.as_secs(),
            game_clock: self.game_clock(),
            help: self.help(),
            help_offered: self.settings.help,
            watch: self.settings.watch,
            closed_cells: closed_cells(self.board, &rules),
            seats: self.seats(),
            you: member.seat,
            phase: self.phase(),
            deployment: deployment.map(|own| own.to_string()),
            offers: self.offers(),
            signals: self.signals_of(member.seat),
            chat_offered: self.settings.chat,
            chat: self.chat_of(member.seat).to_vec(),
            game,
        }
    }

    /// Sends every member the events that it may see and has not been sent.
    pub(super) fn send_new_events(&mut self) {
        let mut waited = vec![];
        for member in self.members.iter().filter(|member| member.seat.is_none()) {
            let Some(seen) = self.projection(member) else { continue };
            let unsent = seen.event_views().len().saturating_sub(member.events_sent);
            if unsent > SPECTATOR_DELAY + 1 {
                waited.push(member.connection);
            }
        }
        // Spectators who have waited for the end get the state at once instead of a game of events.
        self.send_state(|member| waited.contains(&member.connection));
        for place in 0..self.members.len() {
            let member = &self.members[place];
            let Some(seen) = self.projection(member) else { continue };
            let all = seen.event_views();
            for event in &all[member.events_sent.min(all.len())..] {
                let last = event.n == all.len();
                member.out.send(&Answer::Event(Box::new(EventMessage {
                    event: event.clone(),
                    moves: if last { seen.moves() } else { None },
                    clocks: self.clocks_left(member),
                })));
            }
            if let Some(game) = self.finished() {
                let signals = self.signals.clone();
                member.out.send(&Answer::Over { game, signals, chat: self.chat.clone() });
            }
            self.members[place].events_sent = all.len();
        }
    }
}
