//! Replays a game with the beliefs of every seat and measures it.

use super::quantities::{Choices, best, moves_as, team_moves};
use super::report::BUCKET;
use super::{GameMeasures, Leaves, PhaseSums, Quantity, Ratio, UnknownBits};
use crate::research::learn::OpenGame;
use junqi_core::base::random::{derive, stream};
use junqi_core::engine::eval::{Evaluation, Weights, WeightsError};
use junqi_core::game::belief::{Belief, Mixture, Observation, Posterior, Visibility};
use junqi_core::game::board::Seat;
use junqi_core::game::format::{Disagreement, follow};
use junqi_core::game::rules::{Act, Event, Kind, Outcome, Phase, Team, World};
use junqi_core::gametree::position::Node;
use rand::{Rng, RngExt};
use std::sync::Arc;
use thiserror::Error;

/// The settings of a measurement.
#[derive(Debug, Clone)]
pub struct Measuring {
    /// Which pieces each seat sees.
    pub visibility: Visibility,
    /// What every seat expects of the others.
    pub mixture: Arc<Mixture>,
    /// Plies per closely measured position; at least 1.
    pub every: u32,
    /// Worlds sampled per closely measured position.
    pub worlds: u32,
    /// Random moves from such a position to the sibling leaves.
    pub walk: u32,
    /// Plies of the search for the best move in each world; at least 1.
    pub depth: u32,
    /// Maximum depth of quiescence search, in plies.
    pub quiet: u32,
    /// Draw margin: a leaf is drawn if its 2 p - 1 is within this distance of 0.
    pub margin: f64,
    /// Weights of the evaluation of leaves.
    pub weights: Arc<Weights>,
    /// Seed of all random choices.
    pub seed: u64,
}

/// The reason why a game cannot be measured.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum MeasureError {
    /// The game cannot be replayed.
    #[error("{game}, ply {ply}: {error}")]
    Event {
        /// The game.
        game: String,
        /// Moves made before.
        ply: u32,
        /// The error.
        error: Disagreement,
    },
    /// No deployment explains the observed events.
    #[error(
        "{game}, ply {ply}, seat {seat}: no deployment that the prior allows explains the observed \
         events"
    )]
    Impossible {
        /// The game.
        game: String,
        /// Moves made before.
        ply: u32,
        /// The observing seat.
        seat: Seat,
    },
    /// The evaluation cannot be set up.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

impl Measuring {
    /// Measures a game. The result depends only on the settings, the game and its `number`, which
    /// separates the random numbers of games.
    ///
    /// # Errors
    ///
    /// If the game cannot be replayed, or no deployment explains the observed events.
    pub fn game(&self, game: &OpenGame, number: u64) -> Result<GameMeasures, MeasureError> {
        let mut walk = Walk::new(self, game, number);
        for event in &game.events {
            walk.take(event)?;
        }
        Ok(walk.end())
    }

    /// Measures leaves and best moves of sampled worlds.
    fn search(
        &self,
        worlds: Vec<World>,
        sums: &mut PhaseSums,
        rng: &mut impl Rng,
    ) -> Result<(), MeasureError> {
        let mut choices = Choices::default();
        for mut world in worlds {
            let evaluation = Evaluation::of_world(&world, &self.weights)?;
            let ends = (self.walk, self.quiet);
            if let Some(leaves) = Leaves::after_walk(&world, &evaluation, ends, rng) {
                leaves.add_to(sums, self.margin);
            }
            choices.best.push(best(&world, &evaluation, self.depth, self.quiet));
            let side = Node::side(&world);
            choices.values.push(Leaves::below(&mut world, &evaluation, self.quiet, side));
        }
        choices.add_to(sums);
        Ok(())
    }
}

/// First numbers of the random streams.
const PICKING: u64 = 0x6d_6561_7300;
const BELIEVING: u64 = 0x6d_6561_7301;
const WALKING: u64 = 0x6d_6561_7302;

/// A game in replay.
struct Walk<'a> {
    measuring: &'a Measuring,
    game: &'a OpenGame,
    number: u64,
    counted: bool,
    world: World,
    beliefs: [Option<Belief>; 4],
    measured: GameMeasures,
    /// By seat, its uncertainty at its last closely measured move, until its next move.
    open: [Option<(usize, UnknownBits)>; 4],
    /// The ply of the current interval that is measured closely.
    picked: u32,
    /// Phases and teams to move of the closely measured positions.
    movers: Vec<(usize, Team)>,
}

impl<'a> Walk<'a> {
    /// The state before the first move.
    fn new(measuring: &'a Measuring, game: &'a OpenGame, number: u64) -> Self {
        let believed = |seat: Seat| {
            let seen = Observation::new(&game.start, seat, measuring.visibility).view();
            let belief = Belief::new(&seen, measuring.mixture.clone());
            belief.expect("a sound world gives a sound view")
        };
        let playing = game.start.rules().seats();
        Self {
            measuring,
            game,
            number,
            counted: measuring.mixture.is_counting() || !game.start.board().shape().is_standard(),
            world: game.start.clone(),
            beliefs: Seat::ALL.map(|seat| playing.contains(seat).then(|| believed(seat))),
            measured: GameMeasures::default(),
            open: [None; 4],
            picked: 0,
            movers: vec![],
        }
    }

    /// Processes an event; a move is measured before it is made.
    fn take(&mut self, event: &Event) -> Result<(), MeasureError> {
        if matches!(event.act, Act::Move(..)) && self.world.outcome().is_none() {
            self.before_move()?;
        }
        let game = &self.game.name;
        let ply = self.world.ply();
        follow(&mut self.world, event).map_err(|error| MeasureError::Event {
            game: game.clone(),
            ply,
            error,
        })?;
        for belief in self.beliefs.iter_mut().flatten() {
            belief.learn(event);
        }
        Ok(())
    }

    /// Measures the position before a move.
    fn before_move(&mut self) -> Result<(), MeasureError> {
        let seat = self.world.turn();
        let ply = self.world.ply();
        let phase = Phase::of(&self.world).index();
        let moves = self.world.count_moves();
        self.measured.count_moves(phase, moves);
        self.bucket(ply)[0].add(moves as f64);
        let every = self.measuring.every.max(1);
        if ply.is_multiple_of(every) {
            let part = [PICKING, self.number, u64::from(ply)];
            self.picked = ply + stream(self.measuring.seed, &part).random_range(0..every);
        }
        let picked = ply == self.picked;
        let before = self.open[seat.index()].take();
        if !picked && before.is_none() {
            return Ok(());
        }
        let posterior = self.posterior(seat)?;
        let knows = self.knowledge(seat, &posterior);
        if let Some((phase, before)) = before {
            close(&mut self.measured.phases[phase], &before, &knows);
        }
        if picked {
            self.open[seat.index()] = Some((phase, knows));
            self.measure_closely(phase, &knows, &posterior)?;
        }
        Ok(())
    }

    fn bucket(&mut self, ply: u32) -> &mut [Ratio; 2] {
        let plies = &mut self.measured.plies;
        let at = (ply / BUCKET) as usize;
        if plies.len() <= at {
            plies.resize(at + 1, Default::default());
        }
        &mut plies[at]
    }

    fn impossible(&self, seat: Seat) -> MeasureError {
        MeasureError::Impossible { game: self.game.name.clone(), ply: self.world.ply(), seat }
    }

    fn posterior(&mut self, seat: Seat) -> Result<Posterior, MeasureError> {
        let part = [BELIEVING, self.number, u64::from(self.world.ply())];
        let seed = derive(self.measuring.seed, &part);
        let belief = self.beliefs[seat.index()].as_mut();
        let posterior = belief.map(|belief| belief.posterior(seed));
        posterior.filter(Posterior::is_consistent).ok_or_else(|| self.impossible(seat))
    }

    fn observation(&self, seat: Seat) -> Observation<'_> {
        Observation::new(&self.world, seat, self.measuring.visibility)
    }

    fn knowledge(&self, seat: Seat, posterior: &Posterior) -> UnknownBits {
        let belief = self.beliefs[seat.index()].as_ref().expect("the seat plays");
        UnknownBits::new(&self.observation(seat), belief.evidence(), posterior, self.counted)
    }

    /// Measures a position closely: all quantities except the number of moves.
    fn measure_closely(
        &mut self,
        phase: usize,
        knows: &UnknownBits,
        posterior: &Posterior,
    ) -> Result<(), MeasureError> {
        let seat = self.world.turn();
        let ply = self.world.ply();
        self.movers.push((phase, self.world.rules().team(seat)));
        self.measured.positions += 1;
        if let Some(entropy) = knows.entropy {
            self.bucket(ply)[1].add(entropy);
        }
        let team = team_moves(&self.world);
        let [officers, engineers] =
            [Kind::Platoon, Kind::Engineer].map(|k| moves_as(&self.world, k));
        let part = [WALKING, self.number, u64::from(ply)];
        let mut rng = stream(self.measuring.seed, &part);
        let worlds: Option<Vec<World>> = (0..self.measuring.worlds)
            .map(|_| Some(self.observation(seat).world_with(&posterior.sample(&mut rng)?)))
            .collect();
        let worlds = worlds.ok_or_else(|| self.impossible(seat))?;
        let sums = &mut self.measured.phases[phase];
        sums.add(Quantity::TeamMoves, team as f64);
        sums.add(Quantity::MovesAsOfficers, officers as f64);
        sums.add(Quantity::MovesAsEngineers, engineers as f64);
        sums.add(Quantity::Bits, knows.bits);
        sums.add_some(Quantity::Entropy, knows.entropy);
        sums.add_some(Quantity::Worlds, knows.worlds);
        self.measuring.search(worlds, sums, &mut rng)
    }

    /// Ends the replay and returns the measures.
    fn end(mut self) -> GameMeasures {
        self.measured.length = self.world.ply();
        let Some(outcome) = self.world.outcome() else { return self.measured };
        for (phase, team) in self.movers {
            let won = match outcome {
                Outcome::Win(winner) => f64::from(u8::from(winner == team)),
                Outcome::Draw(_) => 0.5,
            };
            self.measured.phases[phase].add(Quantity::GameWon, won);
        }
        self.measured
    }
}

/// Adds the information gained by a seat from one of its moves to the next.
fn close(sums: &mut PhaseSums, before: &UnknownBits, after: &UnknownBits) {
    let share = |before: f64, after: f64| (before > 0.0).then(|| 1.0 - after / before);
    sums.add(Quantity::BitsLost, before.bits - after.bits);
    sums.add_some(Quantity::BitsShare, share(before.bits, after.bits));
    if let (Some(before), Some(after)) = (before.worlds, after.worlds) {
        sums.add(Quantity::WorldsLost, before - after);
        sums.add_some(Quantity::WorldsShare, share(before, after));
    }
}
