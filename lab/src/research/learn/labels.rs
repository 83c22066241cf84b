//! Positions labelled by searches: training data that shows an evaluation what a search asks of it.
//!
//! A search evaluates positions that players avoid, so results of games teach an evaluation little about
//! them (`docs/EVALUATION.md`). Here a fast player with many random moves plays open games, often of
//! armies with pieces missing, and some quiet positions get the value of a search.
//!
//! Source: fitting an evaluation to the values of searches over it goes back to Samuel, "Some studies in
//! machine learning using the game of checkers", IBM Journal 3 (1959); quiet positions after random moves
//! are the training data of current network evaluations (Nasu, 2018; Stockfish's data generator). The
//! numbers are *our reading*.

use super::error::{DEEPEST, LearnError};
use junqi_core::base::job::{Job, WorkError};
use junqi_core::base::random;
use junqi_core::engine::data;
use junqi_core::engine::eval::{
    Evaluation, FeatureTables, Tracked, TrackedEvaluation, Weights, WeightsError,
};
use junqi_core::game::belief::{View, Visibility};
use junqi_core::game::board::{Board, Seat, Station};
use junqi_core::game::format::{GameRecord, GameResult};
use junqi_core::game::rules::{Army, Deployment, Event, Kind, Mode, Move, Rules, Setup, World};
use junqi_core::gametree::position::{Evaluate, Noisy};
use junqi_core::gametree::score::{Score, Window};
use junqi_core::gametree::search::{
    Context, FailLow, Limit, Meter, Plies, Quiet, SearchResult, Tactical, Transposition, iterative,
    pvs,
};
use junqi_core::play::DeploymentSource;
use rand::rngs::ChaCha8Rng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The name of the player in records.
const PLAYER: &str = "label";
/// Number of labelled positions of a game, an estimate below the mean.
const LABELS_PER_GAME: u64 = 8;
/// Number of games to spare, because a small number of games may have fewer.
const SPARE_GAMES: u64 = 20;

/// Games of a fast player with random moves, in which some quiet positions have labels.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelPlan {
    /// The mode of play.
    pub mode: Mode,
    /// Random seed; with the number of a game it determines the game.
    pub seed: u64,
    /// Number of the first game.
    pub first: u64,
    /// Number of games.
    pub games: u64,
    /// The searches.
    pub settings: LabelSettings,
}

impl LabelPlan {
    /// Checks what the type does not.
    ///
    /// # Errors
    ///
    /// If the search is too deep or the numbers of the games overflow.
    pub fn check(&self) -> Result<(), LearnError> {
        let Self { first, games, settings, .. } = *self;
        if settings.depth > DEEPEST {
            return Err(LearnError::Depth(settings.depth));
        }
        first.checked_add(games).map(|_| ()).ok_or(LearnError::Games(first, games))
    }

    /// A number of games that is enough for that many labelled positions.
    pub fn games_for(positions: u64) -> u64 {
        positions.div_ceil(LABELS_PER_GAME) + SPARE_GAMES
    }

    /// The rules of the games.
    pub fn rules(&self) -> Rules {
        Rules::default().with_mode(self.mode)
    }

    /// The record of a game before it is played, without its start.
    fn head(&self, game: u64) -> GameRecord {
        let rules = self.rules();
        let mut seats = [const { None }; 4];
        rules.seats().iter().for_each(|seat| seats[seat.index()] = Some(PLAYER.into()));
        GameRecord {
            game,
            seed: self.seed,
            seats,
            labels: Some(self.settings.to_string()),
            ..GameRecord::unplayed(Board::siguo(), rules, Visibility::AllOpen)
        }
    }

    fn record(&self, game: u64, played: &LabelledGame) -> GameRecord {
        let LabelledGame { start, deployments, events, end, labels } = played;
        let word = |label: &Option<i64>| label.map_or_else(|| ".".into(), |v| v.to_string());
        let words: Vec<String> = labels.iter().map(word).collect();
        GameRecord {
            first: start.turn().letter(),
            deployments: deployments.unwrap_or_default().map(|d| d.map(|d| d.to_string())),
            start: deployments.is_none().then(|| View::truth(start).to_string()),
            events: GameRecord::events_text(events, start.board()),
            result: GameResult::of(end.outcome(), start.rules()),
            plies: end.ply(),
            values: Some(words.join(" ")),
            ..self.head(game)
        }
    }
}

impl Job for LabelPlan {
    fn lines(&self) -> u64 {
        self.games
    }

    fn beginning(&self) -> &'static [u8] {
        b"{\"version\":\""
    }

    fn line(&self, number: u64, stop: &AtomicBool) -> Result<String, WorkError> {
        let game = self.first + number;
        let rng = random::stream(self.seed, &[game]);
        Ok(self.record(game, &play(self.mode, self.settings, rng, stop)?).line())
    }

    fn check(&self, number: u64, line: &str) -> Result<(), String> {
        let found = GameRecord::read(line).map_err(|error| format!("no record ({error})"))?;
        let head = self.head(self.first + number);
        let identity = |record: &GameRecord| {
            let GameRecord { version, game, seed, rules, seats, labels, .. } = record.clone();
            (version, game, seed, rules, seats, labels)
        };
        if identity(&found) == identity(&head) {
            return Ok(());
        }
        let labels = found.labels.unwrap_or_else(|| "none".into());
        Err(format!("game {} of seed {} with labels {labels}", found.game, found.seed))
    }
}

/// Size of the transposition table of a search, in bytes: a search of few plies fills no more.
const TABLE: usize = 1 << 18;

/// The searches that decide which positions are labelled, and their labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LabelSettings {
    /// Depth of the search that gives the label, in plies.
    pub depth: u32,
    /// Limit of the quiescence search beyond every depth, in plies.
    pub quiescence: u32,
    /// A position is quiet if quiescence search changes its static value by at most this, in centi-pieces.
    pub margin: u32,
}

impl Default for LabelSettings {
    fn default() -> Self {
        Self { depth: 3, quiescence: 4, margin: 30 }
    }
}

/// As in records: `depth=3,quiescence=4,margin=30`.
impl fmt::Display for LabelSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { depth, quiescence, margin } = self;
        write!(f, "depth={depth},quiescence={quiescence},margin={margin}")
    }
}

/// Searches open worlds of a game, evaluated by the built-in weights. Every search starts with empty
/// tables, so that its value depends on the world alone.
#[derive(Debug)]
pub struct LabelSearch {
    settings: LabelSettings,
    weights: Weights,
    tables: Arc<FeatureTables>,
}

impl LabelSearch {
    /// Prepares searches of the worlds of a game.
    ///
    /// # Errors
    ///
    /// If the built-in weights do not fit the features.
    pub fn new(start: &World, settings: LabelSettings) -> Result<Self, WeightsError> {
        let weights = data::weights();
        let evaluation = Evaluation::of_world(start, &weights)?;
        let tables = Arc::new(FeatureTables::new(&evaluation, start.net()));
        Ok(Self { settings, weights, tables })
    }

    /// The label of a world: the value of its search for the side to move, in centi-pieces. None if the
    /// world is not quiet.
    ///
    /// # Errors
    ///
    /// If the built-in weights do not fit the features.
    pub fn label(&self, world: &World) -> Result<Option<Score>, WeightsError> {
        if !self.is_quiet(world)? {
            return Ok(None);
        }
        Ok(self.search(world, self.settings.depth)?.value)
    }

    /// Whether the game goes on, the side to move need not respond to a threat, and quiescence search
    /// hardly changes the static value.
    ///
    /// # Errors
    ///
    /// If the built-in weights do not fit the features.
    pub fn is_quiet(&self, world: &World) -> Result<bool, WeightsError> {
        if world.outcome().is_some() || world.must_respond() {
            return Ok(false);
        }
        let mut evaluation = TrackedEvaluation::new(world, &self.weights)?;
        let stand = evaluation.evaluate(&self.tracked(world));
        let quiet = self.search(world, 0)?.value;
        Ok(quiet
            .is_some_and(|value| (value.0 - stand.0).unsigned_abs() <= self.settings.margin.into()))
    }

    /// The best move of a search of so many plies with quiescence; none if there is no move.
    fn best_move(&self, world: &World, depth: u32) -> Result<Option<Move>, WeightsError> {
        Ok(self.search(world, depth)?.line.first().copied())
    }

    fn search(&self, world: &World, depth: u32) -> Result<SearchResult<Move, Score>, WeightsError> {
        let evaluation = TrackedEvaluation::new(world, &self.weights)?;
        let horizon = Quiet::new(Plies(depth), self.settings.quiescence);
        let table = if depth < 2 { 0 } else { TABLE };
        let mut cx = Context::new(evaluation, horizon)
            .with_order(Tactical::default().gains_only())
            .with_memory(Transposition::with_bytes(table))
            .with_observer(Meter::new(Limit::default()));
        let search = |cx: &mut _, world: &mut _, _| pvs(cx, world, Window::FULL, FailLow::Soft);
        Ok(iterative(&mut cx, &mut self.tracked(world), depth, search, |_, _| {}))
    }

    fn tracked(&self, world: &World) -> Tracked {
        Tracked::by_features(world.clone(), self.tables.clone())
    }
}

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
struct LabelledGame {
    start: World,
    /// The deployments, if no piece is missing.
    deployments: Option<Deployments>,
    events: Vec<Event>,
    end: World,
    /// By move, the label of the position before it, for the side to move.
    labels: Vec<Option<i64>>,
}

/// Plays a game, from its own random stream.
fn play(
    mode: Mode,
    settings: LabelSettings,
    mut rng: ChaCha8Rng,
    stop: &AtomicBool,
) -> Result<LabelledGame, WorkError> {
    let (start, deployments) = start(mode, &mut rng)?;
    let search = LabelSearch::new(&start, settings)?;
    let noise = rng.random_range(NOISE[0]..NOISE[1]);
    let most = PLIES[usize::from(mode == Mode::FourPlayer)];
    let mut world = start.clone();
    let mut events = vec![];
    let mut labels = vec![];
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
    source.draw(seat, Board::siguo().shape(), rng)
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
