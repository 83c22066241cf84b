//! Luck correction for sampled worlds (variance reduction), against strategy fusion.
//!
//! In a sampled world a search sees the hidden pieces and attacks exactly those that fall. So a
//! [`LuckCorrected`] position adds up the luck of the attacks that the searching side made on the path
//! from the root: their gain minus the gain that it could expect. The evaluation subtracts this sum, a
//! control variate: the mean over worlds stays the same (but for ends of games, which are not corrected),
//! and choosing a target by its hidden kind gains nothing, as far as the pieces in the fights go. Expectations are means over the marginals of the
//! searching seat's belief; earlier fights on the path narrow down the kinds of the fighters. Attacks of
//! the other side are not corrected, except captures of flags that end the game: that it attacks what falls is the
//! cautious assumption (and plays better, docs/notes/changes.md). *Our reading*; the problem is Frank & Basin's, 1998.

use crate::base::random::split_mix;
use crate::engine::delegate::delegate;
use crate::engine::eval::Evaluation;
use crate::game::rules::{ARMY, CombatResult, Kind, KindSet, Move, PIECES, PieceId, World, clash};
use crate::gametree::position::{Evaluate, Indexed, MoveGain, Node, Noisy, Position, Side};
use crate::gametree::score::{Score, Window};
use crate::gametree::search::for_max;
use std::sync::Arc;

/// Limit of the luck of one fight, in centi-pieces: a flag that ends the game has a far greater value, but
/// then the game is over in this world. For a flag that does not, the limit leaves most of its value uncorrected; to
/// weigh it by its probability as well did not play better (docs/notes/changes.md).
const MOST_LUCK: f32 = 2500.0;

/// Tables of the luck correction, set up at the root and shared by all worlds.
#[derive(Debug, Clone)]
pub struct LuckTables {
    /// By piece, the probability of each kind in the belief of its enemies.
    marginals: [[f32; 12]; PIECES],
    /// By attacker's kind and target, the expected gain in centi-pieces.
    means: Box<[[f32; PIECES]; 12]>,
    /// By seat of the defender, attacker's and defender's kind, the gain in centi-pieces.
    gains: [[[f32; 12]; 12]; 4],
    /// The side whose attacks are corrected; `None` for no correction.
    corrected_side: Option<Side>,
    /// Expected result of the root for the first team.
    root_result: f64,
    evaluation: Evaluation,
}

impl LuckTables {
    /// Collects the marginals by piece, the evaluation at the root, the expected result of the root for the first
    /// team, and the side whose attacks are corrected.
    pub fn new(
        marginals: impl Fn(PieceId) -> [f64; 12],
        evaluation: &Evaluation,
        root_result: f64,
        corrected_side: Option<Side>,
    ) -> Self {
        let gains = evaluation.gains().map(|gains| {
            gains.map(|row| row.map(|gain| (gain as f32).clamp(-MOST_LUCK, MOST_LUCK)))
        });
        let marginals =
            std::array::from_fn(|i| marginals(PieceId::from_index(i)).map(|p| p as f32));
        let mut tables = Self {
            marginals,
            means: Box::new([[0.0; PIECES]; 12]),
            gains,
            corrected_side,
            root_result,
            evaluation: evaluation.clone(),
        };
        for kind in 0..12 {
            for piece in 0..PIECES {
                tables.means[kind][piece] = tables.mean(kind, piece, KindSet::ALL);
            }
        }
        tables
    }

    /// The probability that a piece is the flag, given that it is of one of these kinds.
    fn flag_probability(&self, piece: usize, kinds: KindSet) -> f32 {
        let mass: f32 = kinds.iter().map(|k| self.marginals[piece][k.index()]).sum();
        let flag = self.marginals[piece][Kind::Flag.index()];
        // Without mass the belief says nothing of this piece, so its capture counts in full.
        if mass > 0.0 { flag / mass } else { 1.0 }
    }

    /// The expected gain of an attacker of a kind from a piece that is of one of these kinds.
    fn mean(&self, attacker: usize, piece: usize, kinds: KindSet) -> f32 {
        let mut sum = 0.0;
        let mut mass = 0.0;
        let gains = &self.gains[piece / ARMY][attacker];
        for kind in kinds.iter() {
            let p = self.marginals[piece][kind.index()];
            sum += p * gains[kind.index()];
            mass += p;
        }
        if mass > 0.0 { sum / mass } else { 0.0 }
    }
}

/// An open world that can be searched, with or without the accumulator of a network.
pub trait OpenWorld: Position<Move = Move> + Noisy + Indexed + Clone + AsRef<World> {}

impl<P: Position<Move = Move> + Noisy + Indexed + Clone + AsRef<World>> OpenWorld for P {}

/// A world with the summed luck of the fights on the path from the root.
#[derive(Debug, Clone)]
pub struct LuckCorrected<P> {
    inner: P,
    tables: Arc<LuckTables>,
    /// Summed luck of the corrected attacks for the first team, in centi-pieces.
    correction: i32,
    /// By piece, the kinds that fights on the path have not excluded for its enemies.
    may_be: [KindSet; PIECES],
    /// Probability, before the last move, that the piece it captured is the flag; 1 without such a capture.
    flag_probability: f32,
}

/// The undo information of a move.
#[derive(Debug, Clone, Copy)]
pub struct LuckCorrectedUndo<U> {
    undo: U,
    correction: i32,
    flag_probability: f32,
    mover: (PieceId, KindSet),
    target: Option<(PieceId, KindSet)>,
}

impl<P: OpenWorld> LuckCorrected<P> {
    /// The world as the root of a search, with correction 0.
    pub fn new(inner: P, tables: Arc<LuckTables>) -> Self {
        Self { inner, tables, correction: 0, may_be: [KindSet::ALL; PIECES], flag_probability: 1.0 }
    }

    /// The world.
    pub fn world(&self) -> &World {
        self.inner.as_ref()
    }

    /// The correction: the summed luck of the corrected attacks on the path, for the first team, in
    /// centi-pieces.
    pub fn correction(&self) -> Score {
        Score(self.correction.into())
    }

    /// Resets the correction: the moves up to the root are the same in every world.
    pub fn reset_correction(&mut self) {
        self.correction = 0;
        self.flag_probability = 1.0;
    }

    /// Whether attacks of the side to move are corrected.
    #[inline]
    fn is_corrected(&self) -> bool {
        self.tables.corrected_side == Some(self.inner.side())
    }

    /// The gain of an attack, in centi-pieces: the expected gain if attacks of the side to move are
    /// corrected, else that in this world.
    #[inline]
    fn attack_gain(&self, attacker: Kind, target: PieceId) -> f32 {
        let tables = &*self.tables;
        if !self.is_corrected() {
            let defender = self.world().kind(target);
            return tables.gains[target.seat().index()][attacker.index()][defender.index()];
        }
        match self.may_be[target.index()] {
            // Most pieces have not fought on the path: their means are computed once.
            KindSet::ALL => tables.means[attacker.index()][target.index()],
            kinds => tables.mean(attacker.index(), target.index(), kinds),
        }
    }

    /// Adds the luck of a fight if it is corrected, and excludes the kinds that its outcome rules out.
    fn fight(&mut self, mover: PieceId, attacker: Kind, target: PieceId) {
        let world = self.inner.as_ref();
        let defender = world.kind(target);
        let hit = world.rules().mine_on_hit;
        // Expectations are those before the fight; its outcome narrows the kinds down below.
        if defender == Kind::Flag {
            let kinds = self.may_be[target.index()];
            self.flag_probability = self.tables.flag_probability(target.index(), kinds);
        }
        if self.is_corrected() {
            let gain = self.tables.gains[target.seat().index()][attacker.index()][defender.index()];
            // Whole centi-pieces, so that equal sums have equal keys.
            let luck = (gain - self.attack_gain(attacker, target)).round() as i32;
            self.correction += for_max(self.inner.side(), Score(luck.into())).0 as i32;
        }
        // Only a survivor's kind matters later; its enemies know their own piece that fell.
        let end = clash(attacker, defender, hit);
        match end {
            CombatResult::Lose => {
                let kinds = self.may_be[target.index()].iter();
                self.may_be[target.index()] =
                    kinds.filter(|&kind| clash(attacker, kind, hit) == end).collect();
            }
            CombatResult::Win => {
                let kinds = self.may_be[mover.index()].iter();
                self.may_be[mover.index()] = kinds
                    .filter(|&kind| kind.is_mobile() && clash(kind, defender, hit) == end)
                    .collect();
            }
            CombatResult::Both => {}
        }
    }
}

impl<P: OpenWorld> Node for LuckCorrected<P> {
    type Undo = LuckCorrectedUndo<P::Undo>;
    delegate!(Node for inner: P);

    #[inline]
    fn unmake(&mut self, m: Move, undo: Self::Undo) {
        self.inner.unmake(m, undo.undo);
        self.correction = undo.correction;
        self.flag_probability = undo.flag_probability;
        let (mover, kinds) = undo.mover;
        self.may_be[mover.index()] = kinds;
        if let Some((target, kinds)) = undo.target {
            self.may_be[target.index()] = kinds;
        }
    }

    /// Covers what `evaluate` reads of this node. What fights on the path have excluded is left out: it changes the
    /// corrections of later fights a little, and would keep the table from joining most paths.
    #[inline]
    fn key(&self) -> u64 {
        // Without luck the key is that of the world, so that paths without fights meet.
        if self.correction == 0 {
            return self.inner.key();
        }
        self.inner.key() ^ split_mix(&mut u64::from(self.correction.cast_unsigned()))
    }
}

impl<P: OpenWorld> Position for LuckCorrected<P> {
    #[inline]
    fn make(&mut self, m: Move) -> Self::Undo {
        let world = self.inner.as_ref();
        let mover = world.piece_at(m.from).expect("a legal move has a piece to move");
        let attacker = world.kind(mover);
        let target = world.piece_at(m.to);
        let correction = self.correction;
        let flag_probability = self.flag_probability;
        let mover_kinds = self.may_be[mover.index()];
        let target_kinds = target.map(|target| (target, self.may_be[target.index()]));
        self.flag_probability = 1.0;
        // While both pieces are on the board, which the inner move changes.
        if let Some(target) = target.filter(|_| self.tables.corrected_side.is_some()) {
            self.fight(mover, attacker, target);
        }
        LuckCorrectedUndo {
            undo: self.inner.make(m),
            correction,
            flag_probability,
            mover: (mover, mover_kinds),
            target: target_kinds,
        }
    }
}

impl<P: OpenWorld> Noisy for LuckCorrected<P> {
    delegate!(Noisy for inner: P);
}

impl<P: OpenWorld> Indexed for LuckCorrected<P> {
    delegate!(Indexed);
}

/// An evaluation of worlds minus the correction of the path. The end of a game is not corrected: it is worth the same
/// whatever the fights before it won or lost.
///
/// If the capture of a flag ended the game, the value is the mean of that end and of the value of the
/// root, weighted by the probability that the piece was the flag: a seat that chooses between two
/// headquarters does not know which one holds the flag.
#[derive(Debug, Clone)]
pub struct LuckCorrectedEvaluation<E>(pub E);

impl<P: OpenWorld, E: Evaluate<P, Value = Score>> Evaluate<LuckCorrected<P>>
    for LuckCorrectedEvaluation<E>
{
    type Value = Score;

    #[inline]
    fn evaluate(&mut self, position: &LuckCorrected<P>) -> Score {
        let value = self.0.evaluate(&position.inner);
        if position.world().outcome().is_none() {
            return value - for_max(position.side(), position.correction());
        }
        let p = f64::from(position.flag_probability);
        // A certain end keeps its distance, which an average of results would lose.
        if p >= 1.0 {
            return value;
        }
        let LuckTables { evaluation, root_result, .. } = &*position.tables;
        let end = evaluation.expected_result(value);
        evaluation.value_of(p * end + (1.0 - p) * for_max(position.side(), *root_result))
    }

    #[inline]
    fn evaluate_in(&mut self, position: &LuckCorrected<P>, window: Window<Score>) -> Score {
        if position.world().outcome().is_some() {
            return self.evaluate(position);
        }
        // The window of the uncorrected value.
        let luck = for_max(position.side(), position.correction());
        let window = Window { alpha: window.alpha + luck, beta: window.beta + luck };
        self.0.evaluate_in(&position.inner, window) - luck
    }

    #[inline]
    fn quiet_gain(&mut self, position: &LuckCorrected<P>, m: Move) -> Option<Score> {
        self.0.quiet_gain(&position.inner, m)
    }

    #[inline]
    fn may_threaten(&self, position: &LuckCorrected<P>, m: Move) -> bool {
        self.0.may_threaten(&position.inner, m)
    }
}

impl<P: OpenWorld, E> MoveGain<LuckCorrected<P>> for LuckCorrectedEvaluation<E> {
    #[inline]
    fn move_gain(&mut self, position: &LuckCorrected<P>, m: Move) -> Option<i64> {
        let world = position.world();
        let target = world.piece_at(m.to)?;
        let attacker = world.kind(world.piece_at(m.from)?);
        Some(position.attack_gain(attacker, target) as i64)
    }
}
