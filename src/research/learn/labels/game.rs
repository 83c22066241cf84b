//! Games of a fast player with many random moves, and the labels of some of their positions.

use super::search::{LabelSearch, LabelSettings};
use crate::base::job::WorkError;
use crate::engine::data;
use crate::game::board::{Board, Seat, Station};
use crate::game::rules::{Army, Deployment, Event, Kind, Mode, Move, Rules, Setup, World};
use crate::play::DeploymentSource;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt, rngs::ChaCha8Rng};
use std::sync::atomic::{AtomicBool, Ordering};

/// Probability that pieces are missing at the start of a game.
const UNEQUAL: f64 = 0.5;
/// The most pieces that a seat then lacks.
const MISSING: usize = 14;
/// Least and greatest probability of a random move in a game.
const NOISE: [f64; 2] = [0.1, 0.3];
/// One ply in so many, chosen at random, begins a way to a labelled position.
const EVERY: u32 = 2;
/// The most random moves of such a way.
const FAR: u32 = 4;
/// Positions after which a way that meets no quiet one is given up.
const TRIES: u32 = 4;
/// Depth of the player's search, in plies.
const DEPTH: u32 = 1;
/// The most plies of a game, for two and for four players.
const PLIES: [u32; 2] = [300, 500];

/// Deployments by seat.
type Deployments = [Option<Deployment>; 4];

/// A game with labels.
pub(super) struct LabelledGame {
    pub(super) start: World,
    /// The deployments, if no piece is missing.
    pub(super) deployments: Option<Deployments>,
    pub(super) events: Vec<Event>,
    pub(super) end: World,
    /// By move, the label of the position before it, for the side to move.
    pub(super) labels: Vec<Option<i64>>,
}

/// Plays a game, from its own random stream.
pub(super) fn play(
    mode: Mode,
    settings: LabelSettings,
    mut rng: ChaCha8Rng,
    stop: &AtomicBool,
) -> Result<LabelledGame, WorkError> {
    let (start, deployments) = start(mode, &mut rng)?;
    let search = LabelSearch::new(&start, settings)?;
    let noise = rng.random_range(NOISE[0]..NOISE[1]);
    let most = PLIES[usize::from(mode == Mode::FourPlayer)];
    let (mut world, mut events, mut labels) = (start.clone(), vec![], vec![]);
    let mut way = Way::default();
    while world.outcome().is_none() && world.ply() < most && !stop.load(Ordering::Relaxed) {
        way.begin(&mut rng);
        let label = if way.is_at_its_end() { search.label(&world)? } else { None };
        way.tried(label.is_some());
        let random = way.next_is_random() || rng.random_bool(noise);
        let best = if random { None } else { search.best_move(&world, DEPTH)? };
        let Some(m) = best.or_else(|| random_move(&world, &mut rng)) else { break };
        events.push(world.play(m)?);
        labels.push(label.map(|score| score.0));
    }
    Ok(LabelledGame { start, deployments, events, end: world, labels })
}

/// The way to the next labelled position: some random moves, then the first quiet position.
#[derive(Debug, Default)]
struct Way {
    /// Random moves still to be made.
    random: u32,
    /// Positions after them that may still be tried.
    tries: u32,
}

impl Way {
    /// Begins a way at random if there is none.
    fn begin(&mut self, rng: &mut impl Rng) {
        if (self.random, self.tries) == (0, 0) && rng.random_ratio(1, EVERY) {
            *self = Self { random: rng.random_range(0..=FAR), tries: TRIES };
        }
    }

    /// Whether the position is to be labelled if it is quiet.
    fn is_at_its_end(&self) -> bool {
        self.random == 0 && self.tries > 0
    }

    /// Counts a position at the end of the way; a labelled one ends it.
    fn tried(&mut self, labelled: bool) {
        if self.is_at_its_end() {
            self.tries = if labelled { 0 } else { self.tries - 1 };
        }
    }

    /// Whether the next move is one of the way.
    fn next_is_random(&mut self) -> bool {
        let random = self.random > 0;
        self.random -= u32::from(random);
        random
    }
}

/// A random move: with probability 1/2 a random fight, if there are fights; `None` if there is no move.
pub(in crate::research::learn) fn random_move(world: &World, rng: &mut impl Rng) -> Option<Move> {
    let fights: Vec<Move> = world.fights().collect();
    let moves = if fights.is_empty() || rng.random() { world.moves().collect() } else { fights };
    moves.choose(rng).copied()
}

/// The start of a game, with the deployments if no piece is missing.
fn start(mode: Mode, rng: &mut ChaCha8Rng) -> Result<(World, Option<Deployments>), WorkError> {
    let rules = Rules::default().with_mode(mode);
    let seats: Vec<Seat> = rules.seats().iter().collect();
    let deployments =
        Seat::ALL.map(|seat| seats.contains(&seat).then(|| deployment(mode, seat, rng)));
    let first = *seats.choose(rng).expect("every mode has seats");
    let mut setup = Setup::start(Board::siguo(), rules, &deployments, first);
    if rng.random_bool(UNEQUAL) {
        for &seat in &seats {
            remove_some(&mut setup, seat, rng);
        }
        // Without its mobile pieces the first seat may be stuck; then nothing is missing.
        if let Ok(world) = World::new(&setup) {
            return Ok((world, None));
        }
    }
    Ok((World::start(Board::siguo(), rules, &deployments, first)?, Some(deployments)))
}

/// One of the book, one of the embedded deployments, or a uniform sample.
fn deployment(mode: Mode, seat: Seat, rng: &mut ChaCha8Rng) -> Deployment {
    let source = match rng.random_range(0..3) {
        0 => DeploymentSource::book(data::opening_book(mode)),
        1 => DeploymentSource::book(data::deployments()),
        _ => DeploymentSource::Sample,
    };
    source.draw(seat, rng)
}

/// Removes some random pieces of a seat, but not its flag.
fn remove_some(setup: &mut Setup, seat: Seat, rng: &mut ChaCha8Rng) {
    type Piece = (Seat, Kind, Station);
    let (mut own, others): (Vec<Piece>, Vec<Piece>) =
        setup.pieces.iter().partition(|piece| piece.0 == seat && piece.1 != Kind::Flag);
    own.shuffle(rng);
    let gone = own.drain(..rng.random_range(0..=MISSING)).map(|piece| piece.1);
    setup.gone[seat.index()] = gone.collect::<Army>();
    setup.pieces = others.into_iter().chain(own).collect();
}
