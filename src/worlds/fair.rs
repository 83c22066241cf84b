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

use crate::belief::Gains;
use crate::eval::Evaluation;
use crate::position::{Evaluate, Indexed, Node, Noisy, Position, Promise, Side};
use crate::random::split_mix;
use crate::rules::{ARMY, Clash, Kind, Move, Moves, PieceId, Undo, World, clash};
use crate::score::Score;
use crate::search::for_max;
use std::sync::Arc;

/// Pieces of four armies.
const PIECES: usize = 4 * ARMY;
/// Every kind.
const ALL: u16 = (1 << 12) - 1;
/// The most that luck in one fight counts, in centi-pieces: a flag that ends the game is worth far
/// more, but then the game is over in this world.
const MOST_LUCK: f32 = 2500.0;

/// What each side can know of the other's pieces, for all worlds of a question.
#[derive(Debug, Clone)]
pub struct Knowledge {
    /// By piece, how likely its enemies take it to be of each kind.
    marginals: [[f32; 12]; PIECES],
    /// By attacker's kind and piece met, the expected gain.
    means: Box<[[f32; PIECES]; 12]>,
    /// By seat of the defender, attacker's and defender's kind.
    gains: [[[f32; 12]; 12]; 4],
    /// Whether luck counts.
    fair: bool,
}

impl Knowledge {
    /// From marginals by piece and the gains of fights by seat of the defender.
    pub fn new(marginals: impl Fn(PieceId) -> [f64; 12], gains: &[Gains; 4], fair: bool) -> Self {
        let gains = gains.map(|gains| {
            gains.map(|row| row.map(|gain| (gain as f32).clamp(-MOST_LUCK, MOST_LUCK)))
        });
        let marginals =
            std::array::from_fn(|i| marginals(PieceId::from_index(i)).map(|p| p as f32));
        let mut knowledge = Self { marginals, means: Box::new([[0.0; PIECES]; 12]), gains, fair };
        for kind in 0..12 {
            for piece in 0..PIECES {
                knowledge.means[kind][piece] = knowledge.mean(kind, piece, ALL);
            }
        }
        knowledge
    }

    /// What an attacker of a kind can expect to gain from a piece that is of one of these kinds.
    fn mean(&self, attacker: usize, piece: usize, kinds: u16) -> f32 {
        let (mut sum, mut mass) = (0.0, 0.0);
        let gains = &self.gains[piece / ARMY][attacker];
        for (kind, p) in self.marginals[piece].iter().enumerate() {
            if kinds >> kind & 1 == 1 {
                sum += p * gains[kind];
                mass += p;
            }
        }
        if mass > 0.0 { sum / mass } else { 0.0 }
    }
}

/// A world with the luck of the fights on the way from the root.
#[derive(Debug, Clone)]
pub struct Fair {
    world: World,
    knowledge: Arc<Knowledge>,
    /// Centi-pieces of the first team.
    luck: f32,
    /// By piece, the kinds that its enemies have not seen excluded on the way.
    open: [u16; PIECES],
}

/// What takes back a move.
#[derive(Debug, Clone, Copy)]
pub struct FairUndo {
    undo: Undo,
    luck: f32,
    mover: (u8, u16),
    target: Option<(u8, u16)>,
}

/// Those kinds that explain the end of a fight with a known attacker.
fn explained(attacker: Kind, end: Clash, world: &World) -> u16 {
    let fits = |&d: &Kind| clash(attacker, d, world.rules().mine_on_hit) == end;
    Kind::ALL.into_iter().filter(fits).fold(0, |set, d| set | 1 << d.index())
}

impl Fair {
    /// A world as the root of a search.
    pub fn new(world: World, knowledge: Arc<Knowledge>) -> Self {
        Self { world, knowledge, luck: 0.0, open: [ALL; PIECES] }
    }

    /// The world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The same position as the root of a search: what came before it is no luck.
    #[must_use]
    pub fn rooted(mut self) -> Self {
        self.luck = 0.0;
        self
    }

    fn luck_of(&self, attacker: Kind, target: PieceId) -> f32 {
        if !self.knowledge.fair {
            return 0.0;
        }
        let (a, t) = (attacker.index(), target.index());
        let gain = self.knowledge.gains[t / ARMY][a][self.world.kind(target).index()];
        let mean = match self.open[t] {
            ALL => self.knowledge.means[a][t],
            kinds => self.knowledge.mean(a, t, kinds),
        };
        gain - mean
    }

    /// What an attack can be expected to gain.
    fn expected(&self, attacker: Kind, target: PieceId) -> f32 {
        if !self.knowledge.fair {
            let kind = self.world.kind(target).index();
            return self.knowledge.gains[target.index() / ARMY][attacker.index()][kind];
        }
        match self.open[target.index()] {
            ALL => self.knowledge.means[attacker.index()][target.index()],
            kinds => self.knowledge.mean(attacker.index(), target.index(), kinds),
        }
    }
}

impl Node for Fair {
    type Move = Move;
    type Undo = FairUndo;
    type Moves = Moves;
    const ALTERNATES: bool = false;

    #[inline]
    fn side(&self) -> Side {
        self.world.side()
    }

    #[inline]
    fn moves(&self) -> Moves {
        World::moves(&self.world)
    }

    #[inline]
    fn unmake(&mut self, m: Move, undo: FairUndo) {
        self.world.unmake(m, undo.undo);
        self.luck = undo.luck;
        for (piece, kinds) in [Some(undo.mover), undo.target].into_iter().flatten() {
            self.open[usize::from(piece)] = kinds;
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        let luck = self.luck.to_bits();
        let luck = if luck == 0 { 0 } else { split_mix(&mut u64::from(luck)) };
        self.world.key() ^ luck
    }
}

impl Position for Fair {
    #[inline]
    fn make(&mut self, m: Move) -> FairUndo {
        let mover = self.world.piece_at(m.from).map_or(0, PieceId::index);
        let attacker = self.world.kind(PieceId::from_index(mover));
        let met = self.world.piece_at(m.to);
        let luck = self.luck;
        let mut target = None;
        let before = (mover as u8, self.open[mover]);
        self.open[mover] &= MOBILE;
        if let Some(piece) = met {
            self.luck += for_max_f32(self.side(), self.luck_of(attacker, piece)).round();
            let defender = self.world.kind(piece);
            let end = clash(attacker, defender, self.world.rules().mine_on_hit);
            target = Some((piece.index() as u8, self.open[piece.index()]));
            match end {
                Clash::Lose => {
                    self.open[piece.index()] &= explained(attacker, end, &self.world);
                }
                Clash::Win => {
                    let fits = |a: &Kind| {
                        a.is_mobile() && clash(*a, defender, self.world.rules().mine_on_hit) == end
                    };
                    self.open[mover] &=
                        Kind::ALL.into_iter().filter(fits).fold(0, |set, a| set | 1 << a.index());
                }
                Clash::Both => {}
            }
        }
        FairUndo { undo: self.world.make(m), luck, mover: before, target }
    }
}

/// Kinds that move.
const MOBILE: u16 = (1 << 10) - 1;

fn for_max_f32(side: Side, value: f32) -> f32 {
    if side == Side::Max { value } else { -value }
}

impl Noisy for Fair {
    type NoisyMoves = Moves;

    #[inline]
    fn noisy_moves(&self) -> Moves {
        self.world.noisy_moves()
    }

    fn is_pressed(&self) -> bool {
        self.world.is_pressed()
    }
}

impl Indexed for Fair {
    #[inline]
    fn index(&self, m: Move) -> usize {
        m.index()
    }
}

impl Evaluate<Fair> for Evaluation {
    type Value = Score;

    #[inline]
    fn evaluate(&mut self, position: &Fair) -> Score {
        let worth = self.worth(&position.world);
        Score(for_max(position.side(), worth - position.luck as i64))
    }
}

impl Promise<Fair> for Evaluation {
    #[inline]
    fn promise(&mut self, position: &Fair, m: Move) -> Option<i64> {
        let target = position.world.piece_at(m.to)?;
        let attacker = position.world.kind(position.world.piece_at(m.from)?);
        Some(position.expected(attacker, target) as i64)
    }
}
