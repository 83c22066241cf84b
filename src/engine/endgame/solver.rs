//! The solver: runs the methods in turns and combines their results.

use super::draw_search::DrawSearch;
use super::node_budget::NodeBudget;
use super::proof::{ProofSearch, WinProof, plies_left, quiet_left};
use super::solution::Solution;
use super::state_graph::{StateGraph, Target};
use super::state_values::{StateValues, after};
use super::verdict::{EndgameResult, EndgameResult::Unknown, EndgameValue, FOREVER};
use crate::game::rules::{Move, Outcome, Team, World};
use crate::gametree::search::{Limit, Stopped};

/// Node budget of a method in the first round; it doubles every round.
const ROUND: u64 = 1000;

/// Limit of the length of a line, in plies.
const LONGEST: usize = 1000;

/// A root move and its results so far.
struct Root {
    mv: Move,
    /// The team that wins by force after it, and the number of plies, the move included.
    won: Option<(Team, u32)>,
    /// By team, whether it provably cannot win after the move.
    barred: [bool; 2],
}

impl Root {
    fn is_open(&self) -> bool {
        self.won.is_none() && self.barred != [true; 2]
    }

    fn verdict(&self, team: Team) -> EndgameResult {
        match self.won {
            Some((winner, plies)) => EndgameResult::won(winner, plies, team),
            None if self.is_open() => Unknown,
            None => EndgameResult::Draw,
        }
    }
}

pub(super) struct Solver<'a> {
    world: &'a World,
    /// The team to move.
    team: Team,
    roots: Vec<Root>,
    proof: ProofSearch,
    /// Depth that the proof search has completed, in plies.
    depth: u32,
    graph: StateGraph,
    holds: [DrawSearch; 2],
    /// Number of states that are expanded.
    expanded: u32,
    budget: NodeBudget<'a>,
}

impl<'a> Solver<'a> {
    pub(super) fn new(world: &'a World, limit: Limit<'a>) -> Self {
        let root = |mv| Root { mv, won: None, barred: [false; 2] };
        Self {
            world,
            team: world.rules().team(world.turn()),
            roots: world.moves().map(root).collect(),
            proof: ProofSearch::new(world),
            depth: 0,
            graph: StateGraph::new(world),
            holds: Team::ALL.map(DrawSearch::new),
            expanded: 0,
            budget: NodeBudget::new(limit),
        }
    }

    pub(super) fn run(mut self) -> Solution {
        if let Some(outcome) = self.world.outcome() {
            let verdict = match outcome {
                Outcome::Win(team) => EndgameResult::won(team, 0, self.team),
                Outcome::Draw(_) => EndgameResult::Draw,
            };
            return Solution { verdict, ..self.solution(vec![]) };
        }
        if self.roots.is_empty() {
            return self.solution(vec![]);
        }
        let mut round = ROUND;
        let mut before = None;
        while self.verdict() == Unknown
            && !self.budget.ended
            && before != Some((self.budget.nodes, self.depth))
        {
            before = Some((self.budget.nodes, self.depth));
            self.budget.allow(round);
            let _ = self.deepen();
            self.budget.allow(round);
            let _ = self.hold();
            self.budget.allow(round);
            if let Ok(layers) = self.whole() {
                return self.solution_of(&layers);
            }
            round *= 2;
        }
        self.budget.allow(u64::MAX);
        let line = self.line();
        self.solution(line)
    }

    /// Searches for forced wins within 1, 2, 3, ... plies until the root is decided.
    fn deepen(&mut self) -> Result<(), Stopped> {
        let last = plies_left(self.world);
        while self.verdict() == Unknown && self.depth < last && self.roots.iter().any(Root::is_open)
        {
            let plies = self.depth + 1;
            for root in self.roots.iter_mut().filter(|r| r.is_open()) {
                for team in [self.team, self.team.other()] {
                    if root.won.is_some() || root.barred[team.index()] {
                        continue;
                    }
                    match self.proof.wins_by(root.mv, team, plies, &mut self.budget)? {
                        WinProof::Won => root.won = Some((team, plies)),
                        WinProof::Never => root.barred[team.index()] = true,
                        WinProof::Open => root.barred[team.index()] = plies == last,
                    }
                }
            }
            self.depth = plies;
        }
        Ok(())
    }

    /// Searches for fortresses after the root moves that are left.
    fn hold(&mut self) -> Result<(), Stopped> {
        self.graph.expand(0, &mut self.budget)?;
        for team in [self.team, self.team.other()] {
            for root in &mut self.roots {
                let barred = root.barred[team.index()];
                let edge = self.graph.edges(0).iter().find(|e| e.mv == root.mv);
                let Some(Target::Quiet(state) | Target::Fight(state)) = edge.map(|e| e.to) else {
                    continue;
                };
                if root.is_open() && !barred {
                    let hold = &mut self.holds[team.index()];
                    root.barred[team.index()] =
                        hold.holds(&mut self.graph, state, &mut self.budget)?;
                }
            }
        }
        Ok(())
    }

    /// Solves the whole graph.
    fn whole(&mut self) -> Result<StateValues, Stopped> {
        while (self.expanded as usize) < self.graph.len() {
            self.graph.expand(self.expanded, &mut self.budget)?;
            self.expanded += 1;
        }
        let quiet = self.world.rules().draw_quiet_plies;
        let all = if quiet == 0 { FOREVER } else { quiet };
        StateValues::solve(&self.graph, all.min(plies_left(self.world)), &mut self.budget)
    }

    fn verdict(&self) -> EndgameResult {
        let verdicts = self.roots.iter().map(|r| r.verdict(self.team));
        let best = verdicts.max_by_key(|v| v.rank()).unwrap_or(Unknown);
        let may_win = |r: &Root| r.verdict(self.team) == Unknown && !r.barred[self.team.index()];
        match best {
            EndgameResult::Draw if self.roots.iter().any(may_win) => Unknown,
            best => best,
        }
    }

    /// A move that keeps the result, or one that cannot lose.
    fn best(&self) -> Option<&Root> {
        let safe = |r: &&Root| r.won.is_none() && r.barred[self.team.other().index()];
        match self.verdict() {
            Unknown => self.roots.iter().find(safe),
            verdict => self.roots.iter().find(|r| r.verdict(self.team) == verdict),
        }
    }

    fn line(&mut self) -> Vec<Move> {
        let Some(&Root { mv, won, .. }) = self.best() else { return vec![] };
        match won {
            Some((winner, plies)) => self.proof.line(mv, winner, plies, &mut self.budget),
            None => vec![mv],
        }
    }

    fn solution(&self, line: Vec<Move>) -> Solution {
        let other = self.team.other();
        let can = |r: &Root, team: Team| match r.won {
            Some((winner, _)) => winner == team,
            None => !r.barred[team.index()],
        };
        let playing = !self.roots.is_empty();
        Solution {
            verdict: self.verdict(),
            best: self.best().map(|r| r.mv),
            line,
            moves: self.roots.iter().map(|r| (r.mv, r.verdict(self.team))).collect(),
            holds: playing && self.roots.iter().any(|r| !can(r, other)),
            held: playing && self.roots.iter().all(|r| !can(r, self.team)),
            nodes: self.budget.nodes,
        }
    }

    /// The results from the solved graph.
    fn solution_of(&self, layers: &StateValues) -> Solution {
        let (quiet, plies) = (quiet_left(self.world), plies_left(self.world));
        let line = self.walk(layers, quiet, plies);
        let verdict = layers.value(0, quiet).within(plies).verdict(self.team);
        let moves = self.graph.edges(0).iter().map(|edge| {
            let value = layers.move_value(edge.to, quiet).within(plies);
            (edge.mv, value.verdict(self.team))
        });
        Solution {
            verdict,
            best: line.first().copied(),
            moves: moves.collect(),
            holds: !matches!(verdict, EndgameResult::Loss { .. }),
            held: !matches!(verdict, EndgameResult::Win { .. }),
            line,
            nodes: self.budget.nodes,
        }
    }

    /// Best play from the root; a single move for a draw.
    fn walk(&self, layers: &StateValues, mut quiet: u32, mut plies: u32) -> Vec<Move> {
        let mut line = vec![];
        let mut state = 0;
        while line.len() < LONGEST {
            let team = self.graph.team(state);
            // Among moves that draw within the plies left, prefer the one that wins without that limit: the
            // enemy may err.
            let rank = |to| {
                let value: EndgameValue = layers.move_value(to, quiet);
                (value.within(plies).for_team(team), value.for_team(team))
            };
            let Some(edge) = self.graph.edges(state).iter().max_by_key(|e| rank(e.to)) else {
                break;
            };
            line.push(edge.mv);
            if rank(edge.to).0 == 0 {
                break;
            }
            (state, quiet) = match edge.to {
                Target::Quiet(next) => (next, after(quiet)),
                Target::Fight(next) => (next, self.quiet_after_fight()),
                Target::Over(_) => break,
            };
            plies = after(plies);
        }
        line
    }

    fn quiet_after_fight(&self) -> u32 {
        let most = self.world.rules().draw_quiet_plies;
        if most == 0 { FOREVER } else { most }
    }
}
