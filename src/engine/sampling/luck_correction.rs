//! Worlds in which nobody profits from seeing cards that are closed to it.
//!
//! In a sampled world an attack on a hidden piece ends as the world has it, and a search picks the
//! targets that fall: it would rather wait, for later it will know. So a [`Fair`] position keeps the
//! *luck* of the fights on the way, what the attacker's side gained by this end beyond what it could
//! expect, and the evaluation takes it off. What can be expected is told by marginals: of the
//! searcher's belief where its own side attacks, of what everybody has seen where others attack its
//! pieces; and by the fights on the way, which narrow down what a fighter can be. As a control
//! variate the correction leaves the mean over worlds as it is, but a choice between targets is no
//! longer made with open cards, as far as the pieces in the fights go. *Our reading*; the problem is
//! Frank & Basin's, 1998.

use crate::base::random::split_mix;
use crate::engine::eval::Evaluation;
use crate::game::rules::{ARMY, CombatResult, Kind, KindSet, Move, PieceId, World, clash};
use crate::gametree::position::{Evaluate, Indexed, MoveGain, Node, Noisy, Position};
use crate::gametree::score::Score;
use crate::gametree::search::for_max;
use std::sync::Arc;

/// Pieces of four armies.
const PIECES: usize = 4 * ARMY;
/// The most that luck in one fight counts, in centi-pieces: a flag that ends the game is worth far
/// more, but then the game is over in this world.
const MOST_LUCK: f32 = 2500.0;

/// What each side can know of the other's pieces, for all worlds of a question.
#[derive(Debug, Clone)]
pub struct SideKnowledge {
    /// By piece, how likely its enemies take it to be of each kind.
    marginals: [[f32; 12]; PIECES],
    /// By attacker's kind and piece met, the expected gain.
    means: Box<[[f32; PIECES]; 12]>,
    /// By seat of the defender, attacker's and defender's kind.
    gains: [[[f32; 12]; 12]; 4],
    /// Whether luck counts.
    fair: bool,
    /// What the game is worth to the first team as it stands, as 2 p - 1.
    even: f64,
    evaluation: Evaluation,
}

impl SideKnowledge {
    /// From marginals by piece, the evaluation at the root, and what the game is worth there to the
    /// first team, as 2 p - 1.
    pub fn new(
        marginals: impl Fn(PieceId) -> [f64; 12],
        evaluation: &Evaluation,
        even: f64,
        fair: bool,
    ) -> Self {
        let gains = evaluation.gains().map(|gains| {
            gains.map(|row| row.map(|gain| (gain as f32).clamp(-MOST_LUCK, MOST_LUCK)))
        });
        let marginals =
            std::array::from_fn(|i| marginals(PieceId::from_index(i)).map(|p| p as f32));
        let (means, evaluation) = (Box::new([[0.0; PIECES]; 12]), evaluation.clone());
        let mut knowledge = Self { marginals, means, gains, fair, even, evaluation };
        for kind in 0..12 {
            for piece in 0..PIECES {
                knowledge.means[kind][piece] = knowledge.mean(kind, piece, KindSet::ALL);
            }
        }
        knowledge
    }

    /// How likely a piece that is of one of these kinds is to be the flag.
    fn flag(&self, piece: usize, kinds: KindSet) -> f32 {
        let mass: f32 = kinds.iter().map(|k| self.marginals[piece][k.index()]).sum();
        let flag = self.marginals[piece][Kind::Flag.index()];
        if mass > 0.0 { flag / mass } else { 1.0 }
    }

    /// What an attacker of a kind can expect to gain from a piece that is of one of these kinds.
    fn mean(&self, attacker: usize, piece: usize, kinds: KindSet) -> f32 {
        let (mut sum, mut mass) = (0.0, 0.0);
        let gains = &self.gains[piece / ARMY][attacker];
        for kind in kinds.iter() {
            let p = self.marginals[piece][kind.index()];
            sum += p * gains[kind.index()];
            mass += p;
        }
        if mass > 0.0 { sum / mass } else { 0.0 }
    }
}

/// An open world that can be searched: with a network's sums or without.
pub trait OpenWorld: Position<Move = Move> + Noisy + Indexed + Clone + AsRef<World> {}

impl<B: Position<Move = Move> + Noisy + Indexed + Clone + AsRef<World>> OpenWorld for B {}

/// A world with the luck of the fights on the way from the root.
#[derive(Debug, Clone)]
pub struct LuckCorrected<B> {
    board: B,
    knowledge: Arc<SideKnowledge>,
    /// Centi-pieces of the first team.
    luck: i32,
    /// By piece, the kinds that its enemies have not seen excluded on the way.
    open: [KindSet; PIECES],
    /// How sure the last capture was that what it took is a flag.
    sure: f32,
}

/// What takes back a move.
#[derive(Debug, Clone, Copy)]
pub struct LuckCorrectedUndo<U> {
    undo: U,
    luck: i32,
    mover: (PieceId, KindSet),
    target: Option<(PieceId, KindSet)>,
}

impl<B: OpenWorld> LuckCorrected<B> {
    /// A world as the root of a search.
    pub fn new(board: B, knowledge: Arc<SideKnowledge>) -> Self {
        Self { board, knowledge, luck: 0, open: [KindSet::ALL; PIECES], sure: 1.0 }
    }

    /// The world.
    pub fn world(&self) -> &World {
        self.board.as_ref()
    }

    /// What the fights on the way brought the first team beyond what it could expect.
    pub fn luck(&self) -> Score {
        Score(self.luck.into())
    }

    /// Forgets luck and doubt so far: what led here was chosen for all worlds at once.
    pub fn forget_luck(&mut self) {
        self.luck = 0;
        self.sure = 1.0;
    }

    /// What an attack can be expected to gain.
    #[inline]
    fn expected(&self, attacker: Kind, target: PieceId) -> f32 {
        let SideKnowledge { means, gains, .. } = &*self.knowledge;
        let (a, t) = (attacker.index(), target.index());
        match self.open[t] {
            _ if !self.knowledge.fair => {
                gains[target.seat().index()][a][self.world().kind(target).index()]
            }
            KindSet::ALL => means[a][t],
            kinds => self.knowledge.mean(a, t, kinds),
        }
    }

    /// Takes note of a fight: its luck, and what either side learns of the other's fighter.
    fn fight(&mut self, (mover, attacker): (PieceId, Kind), target: PieceId) {
        let world = self.board.as_ref();
        let (defender, hit) = (world.kind(target), world.rules().mine_on_hit);
        self.sure = match defender {
            Kind::Flag => self.knowledge.flag(target.index(), self.open[target.index()]),
            _ => 1.0,
        };
        let gain = self.knowledge.gains[target.seat().index()][attacker.index()][defender.index()];
        let luck = (gain - self.expected(attacker, target)).round() as i32;
        let end = clash(attacker, defender, hit);
        self.luck += for_max(self.board.side(), Score(luck.into())).0 as i32;
        match end {
            CombatResult::Lose => {
                let explains = |d: &Kind| clash(attacker, *d, hit) == end;
                let open = &mut self.open[target.index()];
                *open = open.iter().filter(explains).collect();
            }
            CombatResult::Win => {
                let explains = |a: &Kind| a.is_mobile() && clash(*a, defender, hit) == end;
                let open = &mut self.open[mover.index()];
                *open = open.iter().filter(explains).collect();
            }
            CombatResult::Both => {}
        }
    }
}

impl<B: OpenWorld> Node for LuckCorrected<B> {
    type Move = Move;
    type Undo = LuckCorrectedUndo<B::Undo>;
    type Moves = B::Moves;
    const ALTERNATES: bool = false;

    #[inline]
    fn side(&self) -> crate::gametree::position::Side {
        self.board.side()
    }

    #[inline]
    fn moves(&self) -> B::Moves {
        self.board.moves()
    }

    #[inline]
    fn unmake(&mut self, m: Move, undo: Self::Undo) {
        self.board.unmake(m, undo.undo);
        self.luck = undo.luck;
        self.sure = 1.0;
        for (piece, kinds) in [Some(undo.mover), undo.target].into_iter().flatten() {
            self.open[piece.index()] = kinds;
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        let mut luck = u64::from(self.luck.cast_unsigned());
        self.board.key() ^ if luck == 0 { 0 } else { split_mix(&mut luck) }
    }
}

impl<B: OpenWorld> Position for LuckCorrected<B> {
    #[inline]
    fn make(&mut self, m: Move) -> Self::Undo {
        let world = self.board.as_ref();
        let mover = world.piece_at(m.from).expect("a legal move has a piece to move");
        let (attacker, target) = (world.kind(mover), world.piece_at(m.to));
        let (luck, before) = (self.luck, (mover, self.open[mover.index()]));
        let met = target.map(|target| (target, self.open[target.index()]));
        if let Some(target) = target.filter(|_| self.knowledge.fair) {
            self.fight((mover, attacker), target);
        }
        LuckCorrectedUndo { undo: self.board.make(m), luck, mover: before, target: met }
    }
}

impl<B: OpenWorld> Noisy for LuckCorrected<B> {
    type NoisyMoves = B::NoisyMoves;

    #[inline]
    fn noisy_moves(&self) -> B::NoisyMoves {
        self.board.noisy_moves()
    }

    fn is_pressed(&self) -> bool {
        self.board.is_pressed()
    }
}

impl<B: OpenWorld> Indexed for LuckCorrected<B> {
    #[inline]
    fn index(&self, m: Move) -> usize {
        m.index()
    }
}

/// An evaluation of worlds that takes luck off.
///
/// A game that a flag ended which nobody could be sure of is worth the mean of that end and of what
/// the game was worth before: who has two headquarters to choose from does not know which.
#[derive(Debug, Clone)]
pub struct LuckCorrectedEvaluation<E>(pub E);

impl<B: OpenWorld, E: Evaluate<B, Value = Score>> Evaluate<LuckCorrected<B>>
    for LuckCorrectedEvaluation<E>
{
    type Value = Score;

    #[inline]
    fn evaluate(&mut self, position: &LuckCorrected<B>) -> Score {
        let worth = self.0.evaluate(&position.board);
        if position.sure < 1.0 && position.world().outcome().is_some() {
            let SideKnowledge { evaluation, even, .. } = &*position.knowledge;
            let sure = f64::from(position.sure);
            let even = for_max(position.side(), *even);
            return evaluation.value_of(sure * evaluation.odds(worth) + (1.0 - sure) * even);
        }
        worth - for_max(position.side(), position.luck())
    }
}

impl<B: OpenWorld, E> MoveGain<LuckCorrected<B>> for LuckCorrectedEvaluation<E> {
    #[inline]
    fn promise(&mut self, position: &LuckCorrected<B>, m: Move) -> Option<i64> {
        let world = position.world();
        let target = world.piece_at(m.to)?;
        let attacker = world.kind(world.piece_at(m.from)?);
        Some(position.expected(attacker, target) as i64)
    }
}
