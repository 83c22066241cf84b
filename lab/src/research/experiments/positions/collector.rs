//! Picks positions from games, for experiments to search.

use junqi_core::base::random;
use junqi_core::game::belief::{Observation, Visibility};
use junqi_core::game::board::Board;
use junqi_core::game::format::{GameHistory, GameRecord, RecordError, SavedPosition};
use junqi_core::game::rules::{Act, Event, Phase, World};
use rand::RngExt;

/// Separates the choice of positions from other random numbers of a seed.
const POSITIONS: u64 = 0x7363_656E;

/// Positions by phase, up to a number of each, at most one per phase and game.
#[derive(Debug, Clone)]
pub struct PositionCollector {
    seed: u64,
    most: usize,
    visibility: Visibility,
    apart: bool,
    found: [Vec<SavedPosition>; 3],
}

/// A candidate position: the number of events before it, and its ply.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    events: usize,
    ply: u32,
}

impl PositionCollector {
    /// An empty collector for `most` positions of each phase.
    pub fn new(seed: u64, most: usize, visibility: Visibility) -> Self {
        Self { seed, most, visibility, apart: false, found: Default::default() }
    }

    /// Takes at most one position from a game, of the phase that has fewest.
    #[must_use]
    pub fn apart(self, apart: bool) -> Self {
        Self { apart, ..self }
    }

    /// Whether every phase has its number of positions.
    pub fn is_full(&self) -> bool {
        self.found.iter().all(|positions| positions.len() >= self.most)
    }

    /// The positions of a phase, in the order of the games.
    pub fn of(&self, phase: Phase) -> &[SavedPosition] {
        &self.found[phase.index()]
    }

    /// Takes one position per phase that needs more from a game: a random one among those of the phase
    /// at which a move was made and at least two moves were legal. `number` distinguishes the games of
    /// a seed.
    ///
    /// # Errors
    ///
    /// If the record cannot be replayed.
    pub fn take(
        &mut self,
        board: &'static Board,
        record: &GameRecord,
        number: u64,
        source: &str,
    ) -> Result<(), RecordError> {
        let candidates = candidates(board, record)?;
        let mut phases: Vec<Phase> = Phase::ALL
            .into_iter()
            .filter(|&phase| {
                !candidates[phase.index()].is_empty() && self.of(phase).len() < self.most
            })
            .collect();
        if self.apart {
            phases.sort_by_key(|&phase| self.of(phase).len());
            phases.truncate(1);
        }
        for phase in phases {
            let among = &candidates[phase.index()];
            let mut rng = random::stream(self.seed, &[POSITIONS, number, phase.index() as u64]);
            let chosen = among[rng.random_range(0..among.len())];
            let history = seen(board, record, chosen, self.visibility)?;
            let source = source.to_owned();
            let position = SavedPosition::new(history, phase, chosen.ply, self.visibility, source);
            self.found[phase.index()].extend(position);
        }
        Ok(())
    }
}

/// By phase, the positions of a game that may be taken.
fn candidates(
    board: &'static Board,
    record: &GameRecord,
) -> Result<[Vec<Candidate>; 3], RecordError> {
    let mut candidates: [Vec<Candidate>; 3] = Default::default();
    let mut events = 0;
    record.replay(board, |world, event| {
        let moves = matches!(event.act, Act::Move(..)) && world.count_moves() >= 2;
        if moves && world.outcome().is_none() {
            candidates[Phase::of(world).index()].push(Candidate { events, ply: world.ply() });
        }
        events += 1;
    })?;
    Ok(candidates)
}

/// The game up to a candidate, as the seat to move then saw it.
fn seen(
    board: &'static Board,
    record: &GameRecord,
    candidate: Candidate,
    visibility: Visibility,
) -> Result<GameHistory, RecordError> {
    let mut events: Vec<Event> = vec![];
    let mut turn = None;
    record.replay(board, |world: &World, event| {
        if events.len() < candidate.events {
            events.push(event.clone());
        } else if turn.is_none() {
            turn = Some(world.turn());
        }
    })?;
    let world = record.first_world(board)?;
    let seat = turn.unwrap_or_else(|| world.turn());
    let start = Observation::new(&world, seat, visibility).view();
    Ok(GameHistory { start, events })
}
