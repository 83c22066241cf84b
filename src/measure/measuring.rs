//! Going through a game and measuring it.

use super::choices::{Choices, best};
use super::{Knowledge, Leaves, Measured, Quantity, Sums};
use crate::belief::{Belief, Habits, Observation, Posterior, Prior, Visibility};
use crate::board::Seat;
use crate::eval::{Evaluation, Weights, WeightsError};
use crate::format::{Disagreement, follow};
use crate::learn::Game;
use crate::random::{derive, stream};
use crate::rules::{ARMY, Act, Kind, Outcome, Phase, Team, World};
use rand::RngExt;
use std::sync::Arc;
use thiserror::Error;

/// Plies of a bucket along the game.
pub(super) const BUCKET: u32 = 20;

/// Streams of random numbers, told apart by their first number.
const PICKING: u64 = 0x6d_6561_7300;
const BELIEVING: u64 = 0x6d_6561_7301;
const WALKING: u64 = 0x6d_6561_7302;

/// What is measured, and how.
#[derive(Debug, Clone)]
pub struct Measuring {
    /// Whose pieces a seat knows.
    pub visibility: Visibility,
    /// What deployments are expected.
    pub prior: Arc<Prior>,
    /// What conduct says; nothing if it is not read.
    pub habits: Option<Arc<Habits>>,
    /// Of so many plies in a row one is looked at closely; at least 1.
    pub every: u32,
    /// Worlds sampled at such a position.
    pub worlds: u32,
    /// Random moves from there to the family of leaves.
    pub walk: u32,
    /// Plies of the search for the best move in each world; at least 1.
    pub depth: u32,
    /// Plies of quiescence at most.
    pub quiet: u32,
    /// Leaves are drawn while 2 p - 1 of winning is within this of 0.
    pub margin: f64,
    /// What leaves are worth.
    pub weights: Arc<Weights>,
    /// The seed of everything.
    pub seed: u64,
}

/// Why a game cannot be measured.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum MeasureError {
    /// The game does not go as its record says.
    #[error("{game}, ply {ply}: {error}")]
    Event {
        /// The game.
        game: String,
        /// Moves made before.
        ply: u32,
        /// What differs.
        error: Disagreement,
    },
    /// Nothing explains what was seen.
    #[error(
        "{game}, ply {ply}, seat {seat}: found nothing that explains what was seen, expected a game \
         from deployments that the prior allows"
    )]
    Impossible {
        /// The game.
        game: String,
        /// Moves made before.
        ply: u32,
        /// Who looks.
        seat: Seat,
    },
    /// The evaluation cannot be set up.
    #[error(transparent)]
    Weights(#[from] WeightsError),
}

impl Measuring {
    /// Measures a game. The `number` tells the games of a seed apart; nothing else that is random
    /// enters, and nothing outside of the game.
    ///
    /// # Errors
    ///
    /// If the game cannot be replayed, or what was seen cannot be explained.
    pub fn game(&self, game: &Game, number: u64) -> Result<Measured, MeasureError> {
        let mut walk = Walk::new(self, game, number);
        for event in &game.events {
            if matches!(event.act, Act::Move(..)) && walk.world.outcome().is_none() {
                walk.moment()?;
            }
            let ply = walk.world.ply();
            follow(&mut walk.world, event).map_err(|error| MeasureError::Event {
                game: game.name.clone(),
                ply,
                error,
            })?;
            walk.beliefs.iter_mut().flatten().for_each(|belief| belief.learn(event));
        }
        Ok(walk.end())
    }

    fn is_counted(&self) -> bool {
        self.habits.is_none() && *self.prior == Prior::uniform()
    }
}

/// A game on the way.
struct Walk<'a> {
    measuring: &'a Measuring,
    game: &'a Game,
    number: u64,
    counted: bool,
    world: World,
    beliefs: [Option<Belief>; 4],
    measured: Measured,
    /// By seat, what it knew at the move that was looked at, until its next one.
    open: [Option<(usize, Knowledge)>; 4],
    /// The ply that is looked at, of those in a row.
    picked: u32,
    /// Phases and teams to move of the positions looked at.
    movers: Vec<(usize, Team)>,
}

impl<'a> Walk<'a> {
    fn new(measuring: &'a Measuring, game: &'a Game, number: u64) -> Self {
        let believed = |seat: Seat| {
            let seen = Observation::new(&game.start, seat, measuring.visibility).view();
            let belief = Belief::new(&seen, measuring.prior.clone());
            let belief = belief.expect("a sound world gives a sound view");
            belief.with_habits(measuring.habits.clone())
        };
        let playing = game.start.rules().seats();
        Self {
            measuring,
            game,
            number,
            counted: measuring.is_counted(),
            world: game.start.clone(),
            beliefs: Seat::ALL.map(|seat| playing.contains(seat).then(|| believed(seat))),
            measured: Measured::default(),
            open: [None; 4],
            picked: 0,
            movers: vec![],
        }
    }

    /// Before a move.
    fn moment(&mut self) -> Result<(), MeasureError> {
        let (seat, ply) = (self.world.turn(), self.world.ply());
        let phase = Phase::of(&self.world).index();
        let moves = self.world.count_moves();
        self.measured.count_moves(phase, moves);
        self.bucket(ply)[0].add(moves as f64);
        let every = self.measuring.every.max(1);
        if ply.is_multiple_of(every) {
            let part = [PICKING, self.number, u64::from(ply)];
            self.picked = ply + stream(self.measuring.seed, &part).random_range(0..every);
        }
        let (picked, before) = (ply == self.picked, self.open[seat.index()].take());
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
            self.look(phase, &knows, &posterior)?;
        }
        Ok(())
    }

    fn bucket(&mut self, ply: u32) -> &mut [super::Ratio; 2] {
        let (plies, at) = (&mut self.measured.plies, (ply / BUCKET) as usize);
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

    fn knowledge(&self, seat: Seat, posterior: &Posterior) -> Knowledge {
        let belief = self.beliefs[seat.index()].as_ref().expect("the seat plays");
        Knowledge::new(&self.observation(seat), belief.evidence(), posterior, self.counted)
    }

    /// Everything but the number of moves.
    fn look(
        &mut self,
        phase: usize,
        knows: &Knowledge,
        posterior: &Posterior,
    ) -> Result<(), MeasureError> {
        let (seat, ply) = (self.world.turn(), self.world.ply());
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
        knows.entropy.iter().for_each(|&bits| sums.add(Quantity::Entropy, bits));
        knows.worlds.iter().for_each(|&bits| sums.add(Quantity::Worlds, bits));
        self.measuring.search(worlds, sums, &mut rng)
    }

    /// The game is over.
    fn end(mut self) -> Measured {
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

impl Measuring {
    /// Leaves and choices of sampled worlds.
    fn search(
        &self,
        worlds: Vec<World>,
        sums: &mut Sums,
        rng: &mut impl rand::Rng,
    ) -> Result<(), MeasureError> {
        let mut choices = Choices::default();
        for mut world in worlds {
            let evaluation = Evaluation::of_world(&world, &self.weights)?;
            let ends = (self.walk, self.quiet);
            if let Some(leaves) = Leaves::after_walk(&world, &evaluation, ends, rng) {
                leaves.add_to(sums, self.margin);
            }
            choices.best.push(best(&world, &evaluation, (self.depth, self.quiet)));
            let side = crate::position::Node::side(&world);
            choices.values.push(Leaves::below(&mut world, &evaluation, self.quiet, side));
        }
        choices.add_to(sums);
        Ok(())
    }
}

/// What was learned from a move of a seat to its next one.
fn close(sums: &mut Sums, before: &Knowledge, after: &Knowledge) {
    let share = |before: f64, after: f64| (before > 0.0).then(|| 1.0 - after / before);
    sums.add(Quantity::BitsLost, before.bits - after.bits);
    share(before.bits, after.bits).iter().for_each(|&s| sums.add(Quantity::BitsShare, s));
    if let (Some(before), Some(after)) = (before.worlds, after.worlds) {
        sums.add(Quantity::WorldsLost, before - after);
        share(before, after).iter().for_each(|&s| sums.add(Quantity::WorldsShare, s));
    }
}

/// Moves of the living seats of the team to move, as if it were the turn of each.
fn team_moves(world: &World) -> usize {
    let rules = world.rules();
    let (mut passed, turn) = (world.clone(), world.turn());
    let mut moves = world.count_moves();
    for _ in 0..world.alive().iter().count() {
        passed.time_out();
        if passed.turn() == turn {
            break;
        }
        if rules.team(passed.turn()) == rules.team(turn) {
            moves += passed.count_moves();
        }
    }
    moves
}

/// Moves of the seat to move if all its pieces were of a kind.
fn moves_as(world: &World, kind: Kind) -> usize {
    let rules = world.rules();
    let enemy = rules.seats().iter().find(|&s| rules.team(s) != rules.team(world.turn()));
    let seen = |seat| Observation::new(world, seat, Visibility::FourDark);
    enemy.map_or(0, |seat| seen(seat).world_with(&[kind; 4 * ARMY]).count_moves())
}
