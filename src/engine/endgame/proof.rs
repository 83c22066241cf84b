//! Forced wins of a team within n plies: a depth-limited search with the draw counters.
//!
//! The result is a function of the position, the quiet plies left and n. More quiet plies and a larger n
//! can only help the attacker, because the counters and the horizon end the game without a win. So a
//! proof holds for all larger values, a refutation for all smaller ones, and the table stores bounds. A
//! refutation in which no path ended at the horizon holds for every n.
//!
//! The length limit of the game (`max_plies`) matters only if the horizon is the last ply of the game;
//! such results have their own table keys.

use super::node_budget::NodeBudget;
use super::verdict::FOREVER;
use crate::game::rules::{
    BombVsFlag, CenterStops, CombatResult, DrawReason, Kind, Move, Outcome, Team, World, clash,
};
use crate::gametree::position::{Node, Position};
use crate::gametree::search::Stopped;
use rustc_hash::FxHashMap;

/// The result of a proof search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WinProof {
    Won,
    /// Not within that number.
    Open,
    /// Never.
    Never,
}

/// Bounds of n and of the quiet plies left, for one position.
#[derive(Debug, Clone, Copy)]
struct ProofBounds {
    /// Won from these values on.
    won: (u32, u32),
    /// Not won up to these values.
    open: (u32, u32),
    /// Never won up to this number of quiet plies left.
    never: u32,
    best: Option<Move>,
}

impl Default for ProofBounds {
    fn default() -> Self {
        Self { won: (FOREVER, FOREVER), open: (0, 0), never: 0, best: None }
    }
}

/// Changes the keys of positions whose horizon is the last ply of the game.
const LAST: u64 = 0x9E37_79B9_7F4A_7C15;

/// The state of the search, at a position.
pub(super) struct ProofSearch {
    world: World,
    /// Tables by winning team.
    tables: [FxHashMap<u64, ProofBounds>; 2],
}

impl ProofSearch {
    pub(super) fn new(world: &World) -> Self {
        Self { world: world.clone(), tables: Default::default() }
    }

    /// Whether the team wins within n plies from the move on.
    pub(super) fn wins_by(
        &mut self,
        mv: Move,
        team: Team,
        plies: u32,
        budget: &mut NodeBudget<'_>,
    ) -> Result<WinProof, Stopped> {
        budget.enter()?;
        let undo = self.world.make(mv);
        let answer = self.wins(team, plies - 1, budget);
        self.world.unmake(mv, undo);
        answer
    }

    fn wins(
        &mut self,
        team: Team,
        plies: u32,
        budget: &mut NodeBudget<'_>,
    ) -> Result<WinProof, Stopped> {
        if let Some(outcome) = self.world.outcome() {
            return Ok(match outcome {
                Outcome::Win(winner) if winner == team => WinProof::Won,
                // With more plies left, the same position may be a win.
                Outcome::Draw(DrawReason::MaxPlies) => WinProof::Open,
                _ => WinProof::Never,
            });
        }
        if plies == 0 {
            return Ok(WinProof::Open);
        }
        let last = plies == plies_left(&self.world);
        let key = self.world.key() ^ if last { LAST } else { 0 };
        let left = quiet_left(&self.world);
        let known = self.tables[team.index()].get(&key).copied().unwrap_or_default();
        if known.won.0 <= plies && known.won.1 <= left {
            return Ok(WinProof::Won);
        }
        if left <= known.never {
            return Ok(WinProof::Never);
        }
        if plies <= known.open.0 && left <= known.open.1 {
            return Ok(WinProof::Open);
        }
        let attacks = self.world.rules().team(self.world.turn()) == team;
        let (answer, best) = if attacks {
            self.attack(team, plies, known.best, budget)?
        } else {
            self.defend(team, plies, known.best, budget)?
        };
        let known = self.tables[team.index()].entry(key).or_default();
        known.best = best.or(known.best);
        match answer {
            WinProof::Won => known.won = (plies, left.min(plies + 1)),
            WinProof::Open => known.open = (plies, if left > plies { FOREVER } else { left }),
            WinProof::Never => known.never = left,
        }
        Ok(answer)
    }

    fn attack(
        &mut self,
        team: Team,
        plies: u32,
        best: Option<Move>,
        budget: &mut NodeBudget<'_>,
    ) -> Result<(WinProof, Option<Move>), Stopped> {
        let fights_only = plies == 1 && !self.may_block(team);
        let mut all = if fights_only { WinProof::Open } else { WinProof::Never };
        for mv in self.ordered(best, fights_only) {
            match self.wins_by(mv, team, plies, budget)? {
                WinProof::Won => return Ok((WinProof::Won, Some(mv))),
                WinProof::Open => all = WinProof::Open,
                WinProof::Never => {}
            }
        }
        Ok((all, None))
    }

    fn defend(
        &mut self,
        team: Team,
        plies: u32,
        best: Option<Move>,
        budget: &mut NodeBudget<'_>,
    ) -> Result<(WinProof, Option<Move>), Stopped> {
        for mv in self.ordered(best, false) {
            let answer = self.wins_by(mv, team, plies, budget)?;
            if answer != WinProof::Won {
                return Ok((answer, Some(mv)));
            }
        }
        Ok((WinProof::Won, None))
    }

    /// Whether a quiet move of the team to move could leave the enemy without a move. It blocks at most one
    /// station, so not if a seat has two stations to step to.
    fn may_block(&self, team: Team) -> bool {
        let (world, rules) = (&self.world, self.world.rules());
        if rules.center_stops != CenterStops::Nine || rules.bomb_vs_flag != BombVsFlag::Capture {
            return true;
        }
        let camps = world.held(team) & world.net().camps();
        let barred = world.held(team.other()) | camps;
        let mut enemies = world.alive().iter().filter(|&s| rules.team(s) != team);
        enemies.all(|seat| (world.net().beside(world.mobile(seat)) - barred).len() < 2)
    }

    /// The moves, by falling static gain.
    fn ordered(&self, best: Option<Move>, fights_only: bool) -> Vec<Move> {
        let world = &self.world;
        let mut moves: Vec<Move> =
            if fights_only { world.fights().collect() } else { world.moves().collect() };
        moves.sort_by_cached_key(|&mv| {
            let fight = || {
                let (own, other) = (world.piece_at(mv.from)?, world.piece_at(mv.to)?);
                let kinds = (world.kind(own), world.kind(other));
                let result = clash(kinds.0, kinds.1, world.rules().mine_on_hit);
                Some(match result {
                    _ if kinds.1 == Kind::Flag => 1,
                    CombatResult::Win => 2,
                    CombatResult::Both => 3,
                    CombatResult::Lose => 5,
                })
            };
            if best == Some(mv) { 0 } else { fight().unwrap_or(4) }
        });
        moves
    }

    /// A line in which the team wins in exactly `plies` plies, the first move included, as far as the limit
    /// allows.
    pub(super) fn line(
        &mut self,
        first: Move,
        team: Team,
        plies: u32,
        budget: &mut NodeBudget<'_>,
    ) -> Vec<Move> {
        let mut line = vec![];
        let mut undos = vec![];
        let mut next = Some(first);
        while let Some(mv) = next {
            undos.push((mv, self.world.make(mv)));
            line.push(mv);
            let left = plies - line.len() as u32;
            next = if left == 0 { None } else { self.next(team, left, budget).ok().flatten() };
        }
        while let Some((mv, undo)) = undos.pop() {
            self.world.unmake(mv, undo);
        }
        line
    }

    /// A move after which the team wins in one ply less and not sooner.
    fn next(
        &mut self,
        team: Team,
        plies: u32,
        budget: &mut NodeBudget<'_>,
    ) -> Result<Option<Move>, Stopped> {
        for mv in self.ordered(None, false) {
            let sooner = plies > 1 && self.wins_by(mv, team, plies - 1, budget)? == WinProof::Won;
            if !sooner && self.wins_by(mv, team, plies, budget)? == WinProof::Won {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }
}

/// Number of quiet plies left before the draw, the drawing one included.
pub(super) fn quiet_left(world: &World) -> u32 {
    left(world.rules().draw_quiet_plies, world.quiet())
}

/// Number of plies left in the game.
pub(super) fn plies_left(world: &World) -> u32 {
    left(world.rules().max_plies, world.ply())
}

fn left(most: u32, count: u32) -> u32 {
    if most == 0 { FOREVER } else { most.saturating_sub(count).max(1) }
}
