//! Advice: forcing trees from goals and move constraints, chosen by a table of rules.
//!
//! Source: Bratko, "Prolog Programming for Artificial Intelligence", chapter 15.5 (Advice Language 0);
//! Bratko & Michie, "A representation for pattern-knowledge in chess endgames", Advances in Computer
//! Chess 2 (1980).
//! In the book → here: better-goal, holding-goal, us- and them-move-constraints → the fields of
//! [`PieceOfAdvice`]; forcing tree → `Advisor::forces`; advice table → [`AdviceTable`]. *Our reading*:
//! a better goal counts when it is our turn, and there the table is asked again, so that a claim is a
//! forcing tree to the end of the game. With `them` empty all replies are tried, and the claim is a
//! proof; a constraint on them is an assumption.
//! Laws tested: without constraints it claims exactly the trees that minimax wins, with constraints
//! those that minimax of the constrained tree wins.
//! Memory: one entry for every node and piece of advice.

use super::{Observer, Stopped};
use crate::gametree::position::{Position, Side};
use crate::gametree::score::Score;
use rustc_hash::FxHashMap;

/// A piece of advice: how to reach a better position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PieceOfAdvice<G, C> {
    /// Its name in the table.
    pub name: String,
    /// What must be true at the end.
    pub better: Vec<G>,
    /// What must be true after every move until then.
    pub holding: Vec<G>,
    /// Classes of our moves, tried in this order; others are not tried.
    pub us: Vec<C>,
    /// Classes of their replies; none: all replies.
    pub them: Vec<C>,
    /// Longest way to the better goal, in plies of both sides.
    pub plies: u32,
}

/// Pieces of advice and the rules that choose among them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdviceTable<G, C> {
    /// The pieces of advice.
    pub advice: Vec<PieceOfAdvice<G, C>>,
    /// Conditions, and the places of the pieces to try in order. The first rule whose conditions are
    /// all true is used.
    pub rules: Vec<(Vec<G>, Vec<usize>)>,
    /// Maximum number of pieces that follow each other.
    pub chain: u32,
}

/// The meaning of the words of a table.
pub trait AdviceWords<P: Position> {
    /// A goal or a condition.
    type Goal;
    /// A class of moves.
    type Constraint;

    /// Whether a goal is true for the side.
    fn is_true(&self, goal: &Self::Goal, position: &P, us: Side) -> bool;
    /// Whether a move is in a class.
    fn allows(&self, constraint: &Self::Constraint, position: &P, m: P::Move) -> bool;
    /// Whether a finished game is won by the side.
    fn is_won(&self, position: &P, us: Side) -> bool;
    /// The key of all that an answer depends on, counters included.
    fn key(&self, position: &P) -> u64;
}

/// The answer of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Advised<Mv> {
    /// The first move of a forced win, and the place of the piece of advice that has found it; None if
    /// the table knows no way.
    pub forced: Option<(Mv, usize)>,
    /// Whether the search was complete.
    pub complete: bool,
}

/// Looks for a forced win of the side to move by the pieces of advice of a table.
pub fn advise<P, A, W>(
    words: &A,
    table: &AdviceTable<A::Goal, A::Constraint>,
    observer: &mut W,
    position: &mut P,
) -> Advised<P::Move>
where
    P: Position,
    A: AdviceWords<P>,
    W: Observer<P, Score>,
{
    let us = position.side();
    let known = FxHashMap::default();
    let mut advisor = Advisor { words, table, observer, us, known };
    let found = advisor.ask(position, table.chain, 0);
    Advised { forced: found.unwrap_or_default(), complete: found.is_ok() }
}

struct Advisor<'a, P: Position, A: AdviceWords<P>, W> {
    words: &'a A,
    table: &'a AdviceTable<A::Goal, A::Constraint>,
    observer: &'a mut W,
    us: Side,
    /// By node, piece of advice, plies left and pieces left: whether a win is forced.
    known: FxHashMap<(u64, usize, u32, u32), bool>,
}

/// A place in a forcing tree.
#[derive(Clone, Copy)]
struct Spot {
    advice: usize,
    left: u32,
    chain: u32,
    ply: u32,
}

impl<P, A, W> Advisor<'_, P, A, W>
where
    P: Position,
    A: AdviceWords<P>,
    W: Observer<P, Score>,
{
    /// A forced win from a position in which it is our turn.
    fn ask(
        &mut self,
        position: &mut P,
        chain: u32,
        ply: u32,
    ) -> Result<Option<(P::Move, usize)>, Stopped> {
        let table = self.table;
        let rule = table.rules.iter().find(|(conditions, _)| self.all(conditions, position));
        let Some((_, pieces)) = rule.filter(|_| chain > 0) else { return Ok(None) };
        for &advice in pieces {
            let spot =
                Spot { advice, left: table.advice[advice].plies, chain: chain - 1, ply: ply + 1 };
            if let Some(m) = self.our_move(position, spot)? {
                return Ok(Some((m, advice)));
            }
        }
        Ok(None)
    }

    fn all(&self, goals: &[A::Goal], position: &P) -> bool {
        goals.iter().all(|goal| self.words.is_true(goal, position, self.us))
    }

    /// Whether a win is forced from a node below the first of a piece of advice.
    fn forces(&mut self, position: &mut P, spot: Spot) -> Result<bool, Stopped> {
        self.observer.enter(position, spot.ply)?;
        if position.moves().next().is_none() {
            return Ok(self.words.is_won(position, self.us));
        }
        let advice = &self.table.advice[spot.advice];
        if !self.all(&advice.holding, position) {
            return Ok(false);
        }
        let key = (self.words.key(position), spot.advice, spot.left, spot.chain);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let forced = if position.side() != self.us {
            spot.left > 0 && self.their_moves(position, spot)?
        } else if self.all(&advice.better, position) {
            self.ask(position, spot.chain, spot.ply)?.is_some()
        } else {
            self.our_move(position, spot)?.is_some()
        };
        self.known.insert(key, forced);
        Ok(forced)
    }

    /// A move of ours after which a win is forced.
    fn our_move(&mut self, position: &mut P, spot: Spot) -> Result<Option<P::Move>, Stopped> {
        if spot.left == 0 {
            return Ok(None);
        }
        let classes = &self.table.advice[spot.advice].us;
        let mut moves: Vec<(usize, P::Move)> = position
            .moves()
            .filter_map(|m| {
                let place = classes.iter().position(|class| self.words.allows(class, position, m));
                place.map(|place| (place, m))
            })
            .collect();
        moves.sort_by_key(|(place, _)| *place);
        for (_, m) in moves {
            if self.after(position, m, spot)? {
                return Ok(Some(m));
            }
        }
        Ok(None)
    }

    /// Whether a win is forced after each of their moves.
    fn their_moves(&mut self, position: &mut P, spot: Spot) -> Result<bool, Stopped> {
        let classes = &self.table.advice[spot.advice].them;
        let allows = |&m: &P::Move| {
            classes.is_empty() || classes.iter().any(|class| self.words.allows(class, position, m))
        };
        let moves: Vec<P::Move> = position.moves().filter(allows).collect();
        for m in moves {
            if !self.after(position, m, spot)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn after(&mut self, position: &mut P, m: P::Move, spot: Spot) -> Result<bool, Stopped> {
        let undo = position.make(m);
        let next = Spot { left: spot.left - 1, ply: spot.ply + 1, ..spot };
        let forced = self.forces(position, next);
        position.unmake(m, undo);
        forced
    }
}
