//! Open worlds whose evaluation is updated move by move, and the evaluation of a search in them.
//!
//! The features that are sums over pieces, material and place, come from sums kept from move to move, the others from
//! the terms. A network may correct the value. Without one it is that of an [`Evaluation`], up to rounding.

use super::evaluation::{Evaluation, WeightedSum, end, gain_in, gains_of, limited};
use super::inputs::{ArmRelation, BoardMap, ClassProbabilities, TermInputs, within_two_steps};
use super::network::{Accumulator, Network, NetworkError};
use super::terms::{EvalFeatures, TeamCounts, add_quick, add_rest, place_weight};
use super::weights::{Weights, WeightsError};
use crate::engine::delegate::delegate;
use crate::game::belief::Gains;
use crate::game::board::{CAPACITY, Net, SeatSet, Station, StationSet};
use crate::game::rules::{Kind, Move, PieceId, Undo, World};
use crate::gametree::position::{Evaluate, Indexed, MoveGain, Node, Noisy, Position};
use crate::gametree::score::{Score, Window};
use crate::gametree::search::for_max;
use std::sync::Arc;

/// Units of the sums in a centi-piece: sums of whole numbers do not drift as moves are made and unmade.
const UNIT: f32 = 1024.0;

/// The weights of an evaluation, prepared for updates move by move; shared by all worlds of a search.
#[derive(Debug)]
pub struct FeatureTables {
    weights: EvalFeatures,
    map: Arc<BoardMap>,
    /// Weight of the place by relation to the arm, kind and station.
    places: Vec<[[i32; CAPACITY]; 12]>,
}

impl FeatureTables {
    /// The tables of an evaluation on a board.
    pub fn new(evaluation: &Evaluation, net: &Net) -> Self {
        let weights = *evaluation.weights();
        let map = evaluation.map().clone();
        let mut places = vec![[[0; CAPACITY]; 12]; ArmRelation::ALL.len()];
        for at in net.open() {
            let rail = net.rails().contains(at);
            for relation in ArmRelation::ALL {
                let region = map.region(relation, at);
                for kind in Kind::ALL {
                    let classes = ClassProbabilities::known(kind);
                    let weight = place_weight(&weights, classes, region, rail);
                    places[relation as usize][kind.index()][at.index()] =
                        (weight * UNIT).round() as i32;
                }
            }
        }
        Self { weights, map, places }
    }

    /// The weight of the place of a piece, positive for the first team.
    #[inline]
    fn place(&self, world: &World, piece: PieceId, at: Station) -> i32 {
        let seat = piece.seat();
        let relation = self.map.relation(world, seat, at) as usize;
        let weight = self.places[relation][world.kind(piece).index()][at.index()];
        if world.rules().team(seat).index() == 0 { weight } else { -weight }
    }
}

/// Sums of a world over its pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FeatureSums {
    /// Weights of the places of the first team minus those of the second.
    places: i32,
    /// Pieces on the board by team and kind.
    counts: [[i8; 12]; 2],
    alive: SeatSet,
}

impl FeatureSums {
    /// Computes the sums from scratch.
    fn of(world: &World, tables: &FeatureTables) -> Self {
        let mut sums = Self { places: 0, counts: [[0; 12]; 2], alive: world.alive() };
        for (piece, at) in world.pieces() {
            sums.places += tables.place(world, piece, at);
            *sums.count(world, piece) += 1;
        }
        sums
    }

    /// The number of pieces of a piece's team and kind.
    #[inline]
    fn count(&mut self, world: &World, piece: PieceId) -> &mut i8 {
        let team = world.rules().team(piece.seat());
        &mut self.counts[team.index()][world.kind(piece).index()]
    }

    /// Updates the sums after the world has made a move.
    #[inline]
    fn follow(&mut self, world: &World, tables: &FeatureTables, m: Move, undo: &Undo) {
        if world.alive() != self.alive {
            *self = Self::of(world, tables); // an arm is no longer an enemy's
            return;
        }
        if let Some(mover) = undo.relocated() {
            self.places += tables.place(world, mover, m.to) - tables.place(world, mover, m.from);
        }
        for (piece, at) in world.fallen_since(undo) {
            self.places -= tables.place(world, piece, at);
            *self.count(world, piece) -= 1;
        }
    }
}

/// What does not change in a world during a search: the stations and pieces of certain kinds.
#[derive(Debug)]
struct KnownPieces {
    bombs: Vec<PieceId>,
    /// By seat, the stations within two steps of its flag.
    near_flags: [StationSet; 4],
}

impl KnownPieces {
    fn of(world: &World) -> Self {
        let mut known = Self { bombs: vec![], near_flags: [StationSet::EMPTY; 4] };
        for (piece, at) in world.pieces() {
            match world.kind(piece) {
                Kind::Bomb => known.bombs.push(piece),
                Kind::Flag => {
                    known.near_flags[piece.seat().index()] = within_two_steps(world.net(), at);
                }
                _ => {}
            }
        }
        known
    }
}

/// A [`World`] with the sums of its evaluation, as a position of a search.
#[derive(Debug, Clone)]
pub struct Tracked {
    world: World,
    tables: Arc<FeatureTables>,
    known: Arc<KnownPieces>,
    /// The sums now, last, after those before each move, so that nothing is copied to unmake a move.
    sums: Vec<FeatureSums>,
    network: Option<Arc<Network>>,
    /// The sums of the network in the same order; none without a network.
    accumulators: Vec<Accumulator>,
}

impl Tracked {
    /// A world evaluated by weighted features; computes the sums from scratch.
    pub fn by_features(world: World, tables: Arc<FeatureTables>) -> Self {
        Self {
            known: KnownPieces::of(&world).into(),
            sums: vec![FeatureSums::of(&world, &tables)],
            network: None,
            accumulators: vec![],
            world,
            tables,
        }
    }

    /// A world evaluated by weighted features and the correction of a network.
    ///
    /// # Errors
    ///
    /// If the network is for another kind of game, or the board is not the standard one.
    pub fn by_features_and_network(
        world: World,
        tables: Arc<FeatureTables>,
        network: Arc<Network>,
    ) -> Result<Self, NetworkError> {
        network.suits(&world)?;
        let accumulators = vec![network.sums(&world)];
        let tracked = Self::by_features(world, tables);
        Ok(Self { network: Some(network), accumulators, ..tracked })
    }

    /// The world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The sums of the features.
    #[inline]
    pub fn sums(&self) -> &FeatureSums {
        &self.sums[self.sums.len() - 1]
    }

    /// The sums of the network, if there is one.
    #[inline]
    pub fn accumulator(&self) -> Option<&Accumulator> {
        self.accumulators.last()
    }

    /// Value of the world for the first team while the game goes on, in centi-pieces.
    #[inline]
    pub fn first_team_value(&self) -> i64 {
        limited(self.quick() + self.rest())
    }

    fn inputs(&self) -> TermInputs<'_, World> {
        TermInputs { world: &self.world, beliefs: &self.world, map: &self.tables.map }
    }

    /// The part of the value for the first team that is quick to compute or that single moves change much,
    /// in centi-pieces.
    #[inline]
    fn quick(&self) -> i64 {
        let sums = self.sums();
        let mut sum = WeightedSum::new(&self.tables.weights, sums.places as f32 / UNIT);
        let teams: TeamCounts = sums.counts.map(|counts| counts.map(f32::from));
        add_quick(&self.inputs(), &teams, &mut sum);
        sum.value()
    }

    /// The rest of the value for the first team, in centi-pieces.
    #[inline]
    fn rest(&self) -> i64 {
        let mut sum = WeightedSum::new(&self.tables.weights, 0.0);
        add_rest(&self.inputs(), &self.known.bombs, &mut sum);
        match (&self.network, self.accumulator()) {
            (Some(network), Some(sums)) => sum.value() + network.first_team_value(sums),
            _ => sum.value(),
        }
    }

    /// What a move to an empty station adds to the quick part of the value for the first team, in
    /// centi-pieces, unless it may be much.
    #[inline]
    fn quiet_gain(&self, m: Move) -> Option<i64> {
        let gates = self.tables.map.gates;
        if gates.contains(m.from) || gates.contains(m.to) {
            return None; // guards, attackers and doors of a flag may change
        }
        let mover = self.world.piece_at(m.from)?;
        let after = self.tables.place(&self.world, mover, m.to);
        let gain = after - self.tables.place(&self.world, mover, m.from);
        Some((gain as f32 / UNIT).round() as i64)
    }

    /// Whether a move to an empty station may threaten a flag, or guard one that enemies come near to.
    #[inline]
    fn may_threaten(&self, m: Move) -> bool {
        let world = &self.world;
        let mut seats = world.alive().iter();
        let Some(owner) = seats.find(|seat| self.known.near_flags[seat.index()].contains(m.to))
        else {
            return false;
        };
        let team = world.rules().team(owner);
        if team != world.rules().team(world.turn()) {
            return true;
        }
        let enemies_inside = world.movers(team.other()) & self.tables.map.arms[owner.index()];
        !enemies_inside.is_empty()
    }
}

impl AsRef<World> for Tracked {
    fn as_ref(&self) -> &World {
        &self.world
    }
}

impl Node for Tracked {
    type Undo = Undo;
    delegate!(Node for world: World);

    #[inline]
    fn unmake(&mut self, m: Move, undo: Undo) {
        self.world.unmake(m, undo);
        self.sums.pop();
        self.accumulators.pop();
    }

    #[inline]
    fn key(&self) -> u64 {
        self.world.key()
    }
}

impl Position for Tracked {
    #[inline]
    fn make(&mut self, m: Move) -> Undo {
        let undo = self.world.make(m);
        let last = self.sums.len() - 1;
        self.sums.extend_from_within(last..);
        self.sums[last + 1].follow(&self.world, &self.tables, m, &undo);
        if let Some(network) = &self.network {
            self.accumulators.extend_from_within(last..);
            network.follow(&mut self.accumulators[last + 1], &self.world, m, &undo);
        }
        undo
    }
}

impl Noisy for Tracked {
    delegate!(Noisy for world: World);
}

impl Indexed for Tracked {
    delegate!(Indexed);
}

/// Distance from the window, in centi-pieces, from which on an estimate replaces the value. The rest of the
/// value moves by less than 110 among 999 of 1,000 evaluations of a search (1v1, `docs/SPEED.md`).
const CLEARLY: i64 = 150;

/// Evaluates a [`Tracked`] world, set up for the positions below a root. Finished games and gains of
/// fights have the values of an [`Evaluation`].
#[derive(Debug, Clone)]
pub struct TrackedEvaluation {
    /// Gains of fights for the attacker, by seat of the defender, in centi-pieces.
    gains: Arc<[Gains; 4]>,
    root_ply: u32,
    /// The rest of the last value that was computed in full: an estimate of the next.
    rest: i64,
}

impl TrackedEvaluation {
    /// Sets up the evaluation for the positions below a world. The weights give the static gains that moves
    /// are ordered by.
    ///
    /// # Errors
    ///
    /// If the weights do not fit the features.
    pub fn new(root: &World, weights: &Weights) -> Result<Self, WeightsError> {
        let features = weights.of(root.rules().mode).features()?;
        Ok(Self { gains: Arc::new(gains_of(&features, root, root)), root_ply: root.ply(), rest: 0 })
    }

    /// Takes the root and the gains of an evaluation that was set up for the root.
    pub fn with(evaluation: &Evaluation) -> Self {
        Self { gains: evaluation.gains().clone(), root_ply: evaluation.root_ply(), rest: 0 }
    }

    /// Gains of fights for the attacker, by seat of the defender, in centi-pieces.
    pub fn gains(&self) -> &Arc<[Gains; 4]> {
        &self.gains
    }

    /// Value of a world for the first team, in centi-pieces.
    #[inline]
    pub fn first_team_value(&self, tracked: &Tracked) -> i64 {
        end(&tracked.world, self.root_ply).unwrap_or_else(|| tracked.first_team_value())
    }
}

impl Evaluate<Tracked> for TrackedEvaluation {
    type Value = Score;

    #[inline]
    fn evaluate(&mut self, tracked: &Tracked) -> Score {
        Score(for_max(tracked.world.side(), self.first_team_value(tracked)))
    }

    #[inline]
    fn evaluate_in(&mut self, tracked: &Tracked, window: Window<Score>) -> Score {
        let world = &tracked.world;
        if let Some(end) = end(world, self.root_ply) {
            return Score(for_max(world.side(), end));
        }
        let quick = tracked.quick();
        let estimate = Score(for_max(world.side(), limited(quick + self.rest)));
        let clearly = Score(CLEARLY);
        if estimate - clearly >= window.beta || estimate + clearly <= window.alpha {
            return estimate;
        }
        self.rest = tracked.rest();
        Score(for_max(world.side(), limited(quick + self.rest)))
    }

    #[inline]
    fn quiet_gain(&mut self, tracked: &Tracked, m: Move) -> Option<Score> {
        let world = &tracked.world;
        if world.piece_at(m.to).is_some() || !enemy_is_next(world) {
            return None;
        }
        Some(Score(for_max(world.side(), tracked.quiet_gain(m)?)))
    }

    #[inline]
    fn may_threaten(&self, tracked: &Tracked, m: Move) -> bool {
        tracked.may_threaten(m)
    }
}

impl MoveGain<Tracked> for TrackedEvaluation {
    #[inline]
    fn move_gain(&mut self, tracked: &Tracked, m: Move) -> Option<i64> {
        gain_in(&tracked.world, &self.gains, m)
    }
}

/// Whether the next living seat is of the other team. (Once a seat is out, its enemies move twice in a row.)
#[inline]
fn enemy_is_next(world: &World) -> bool {
    let rules = world.rules();
    let turn = world.turn();
    rules.team(world.next_alive(turn)) != rules.team(turn)
}
