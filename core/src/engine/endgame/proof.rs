//! Forced wins of a team within n plies: a depth-limited search with the draw counters.
//!
//! The result is a function of the position, the quiet plies left and n. More quiet plies and a larger n
//! can only help the attacker, because the counters and the horizon end the game without a win. So a
//! proof holds for all larger values, a refutation for all smaller ones, and the table stores bounds. A
//! refutation in which no path ended at the horizon holds for every n.
//!
//! The length limit of the game (`max_plies`) matters only if the horizon is the last ply of the game;
//! such results have their own table keys.

use super::counters::{FOREVER, NodeBudget, plies_left, quiet_left};
use crate::game::rules::{
    BombVsFlag, CenterStops, CombatResult, DrawReason, Kind, Move, Outcome, Team, World, clash,
};
use crate::gametree::position::{Node, Position};
use crate::gametree::search::Stopped;
use rustc_hash::FxHashMap;

/// Whether a team wins within n plies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WinProof {
    Won,
    /// Not within n plies.
    Open,
    /// Not within any number of plies.
    Never,
}

/// A number of plies, and of quiet plies left before the draw.
#[derive(Debug, Clone, Copy)]
struct Horizon {
    plies: u32,
    quiet: u32,
}

/// What is known of a position.
#[derive(Debug, Clone, Copy)]
struct ProofBounds {
    /// Won from this horizon on.
    won: Horizon,
    /// Not won up to this horizon.
    open: Horizon,
    /// Never won up to this number of quiet plies left.
    never: u32,
    best: Option<Move>,
}

impl Default for ProofBounds {
    fn default() -> Self {
        let won = Horizon { plies: FOREVER, quiet: FOREVER };
        let open = Horizon { plies: 0, quiet: 0 };
        Self { won, open, never: 0, best: None }
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
        let quiet = quiet_left(&self.world);
        let known = self.tables[team.index()].get(&key).copied().unwrap_or_default();
        if known.won.plies <= plies && known.won.quiet <= quiet {
            return Ok(WinProof::Won);
        }
        if quiet <= known.never {
            return Ok(WinProof::Never);
        }
        if plies <= known.open.plies && quiet <= known.open.quiet {
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
            // A counter beyond the horizon draws nothing within it: all such counters are alike.
            WinProof::Won => known.won = Horizon { plies, quiet: quiet.min(plies + 1) },
            WinProof::Open if quiet > plies => known.open = Horizon { plies, quiet: FOREVER },
            WinProof::Open => known.open = Horizon { plies, quiet },
            WinProof::Never => known.never = quiet,
        }
        Ok(answer)
    }

    /// The attacker needs one move that wins.
    fn attack(
        &mut self,
        team: Team,
        plies: u32,
        best: Option<Move>,
        budget: &mut NodeBudget<'_>,
    ) -> Result<(WinProof, Option<Move>), Stopped> {
        // On the last ply only the capture of a flag wins, or a quiet move that blocks the last enemy piece. The moves
        // that are left out end at the horizon, so no refutation holds for ever.
        let fights_only = plies == 1 && !self.may_block(team);
        let mut refutation = if fights_only { WinProof::Open } else { WinProof::Never };
        for mv in self.ordered(best, fights_only) {
            match self.wins_by(mv, team, plies, budget)? {
                WinProof::Won => return Ok((WinProof::Won, Some(mv))),
                WinProof::Open => refutation = WinProof::Open,
                WinProof::Never => {}
            }
        }
        Ok((refutation, None))
    }

    /// The defender needs one move after which the attacker does not win.
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
        let world = &self.world;
        let rules = world.rules();
        // Under other rules a piece cannot step to every station beside it.
        if rules.center_stops != CenterStops::Nine || rules.bomb_vs_flag != BombVsFlag::Capture {
            return true;
        }
        // A seat steps neither on its own team nor on a piece in a camp.
        let safe_in_camps = world.held(team) & world.net().camps();
        let barred = world.held(team.other()) | safe_in_camps;
        let mut enemies = world.alive().iter().filter(|&seat| rules.team(seat) != team);
        enemies.all(|seat| (world.net().beside(world.mobile(seat)) - barred).len() < 2)
    }

    /// The moves, the best known one first, then by falling static gain.
    fn ordered(&self, best: Option<Move>, fights_only: bool) -> Vec<Move> {
        let world = &self.world;
        let mut moves: Vec<Move> =
            if fights_only { world.fights().collect() } else { world.moves().collect() };
        moves.sort_by_cached_key(|&mv| if best == Some(mv) { 0 } else { self.order_rank(mv) });
        moves
    }

    /// Flags first, then fights that win a piece, exchanges, quiet moves, and fights that lose one.
    fn order_rank(&self, mv: Move) -> u8 {
        let world = &self.world;
        let (Some(own), Some(target)) = (world.piece_at(mv.from), world.piece_at(mv.to)) else {
            return 4;
        };
        let defender = world.kind(target);
        match clash(world.kind(own), defender, world.rules().mine_on_hit) {
            _ if defender == Kind::Flag => 1,
            CombatResult::Win => 2,
            CombatResult::Both => 3,
            CombatResult::Lose => 5,
        }
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
        let mut made = vec![];
        let mut next = Some(first);
        while let Some(mv) = next {
            made.push((mv, self.world.make(mv)));
            let left = plies - made.len() as u32;
            next = if left == 0 { None } else { self.next(team, left, budget).ok().flatten() };
        }
        let line = made.iter().map(|(mv, _)| *mv).collect();
        while let Some((mv, undo)) = made.pop() {
            self.world.unmake(mv, undo);
        }
        line
    }

    /// A move after which the team wins in one ply less and not sooner: the winner's fastest, the loser's slowest.
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
