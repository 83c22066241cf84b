//! Picks positions from games, for experiments to search.

use crate::base::random;
use crate::game::belief::{Observation, Visibility};
use crate::game::board::Board;
use crate::game::format::{GameHistory, GameRecord, RecordError, SavedPosition};
use crate::game::rules::{Act, Event, Phase, World};
use rand::RngExt;

/// Separates the choice of positions from other random numbers of a seed.
const SCENES: u64 = 0x7363_656E;

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
struct MomentPlace {
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
        self.found.iter().all(|scenes| scenes.len() >= self.most)
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
        let places = places(board, record)?;
        let fits =
            |phase: &Phase| !places[phase.index()].is_empty() && self.of(*phase).len() < self.most;
        let mut phases: Vec<Phase> = Phase::ALL.into_iter().filter(fits).collect();
        if self.apart {
            phases.sort_by_key(|&phase| self.of(phase).len());
            phases.truncate(1);
        }
        for phase in phases {
            let (among, found) = (&places[phase.index()], &mut self.found[phase.index()]);
            let mut rng = random::stream(self.seed, &[SCENES, number, phase.index() as u64]);
            let place = among[rng.random_range(0..among.len())];
            let history = seen(board, record, place, self.visibility)?;
            let source = source.to_owned();
            found.extend(SavedPosition::new(history, (phase, place.ply), self.visibility, source));
        }
        Ok(())
    }
}

/// By phase, the moments of a game that may become scenes.
fn places(
    board: &'static Board,
    record: &GameRecord,
) -> Result<[Vec<MomentPlace>; 3], RecordError> {
    let mut places: [Vec<MomentPlace>; 3] = Default::default();
    let mut events = 0;
    record.replay(board, |world, event| {
        let moves = matches!(event.act, Act::Move(..)) && world.count_moves() >= 2;
        if moves && world.outcome().is_none() {
            places[Phase::of(world).index()].push(MomentPlace { events, ply: world.ply() });
        }
        events += 1;
    })?;
    Ok(places)
}

/// The game up to a moment, as the seat to move then saw it.
fn seen(
    board: &'static Board,
    record: &GameRecord,
    place: MomentPlace,
    visibility: Visibility,
) -> Result<GameHistory, RecordError> {
    let mut events: Vec<Event> = vec![];
    let mut turn = None;
    record.replay(board, |world: &World, event| {
        if events.len() < place.events {
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
