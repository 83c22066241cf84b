//! The solver: runs the methods in turns and combines their results.

use super::counters::{NodeBudget, one_less, plies_left, quiet_after_fight, quiet_left};
use super::draw_search::DrawSearch;
use super::proof::{ProofSearch, WinProof};
use super::state_graph::{StateGraph, StateValues, Target};
use super::verdict::{EndgameResult, EndgameResult::Unknown, EndgameValue};
use crate::game::rules::{Move, Outcome, Team, World};
use crate::gametree::search::{Limit, Stopped};

/// Node budget of a method in the first round; it doubles every round.
const ROUND: u64 = 1000;

/// Limit of the length of a line, in plies.
const LONGEST: usize = 1000;

/// The solution of a position, possibly partial.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Solution {
    /// Result with best play, for the side to move.
    pub verdict: EndgameResult,
    /// The best move: it keeps the result, and among such moves a winner takes the fastest and a loser the
    /// slowest. If the result is unknown, a move after which the side to move cannot lose, if one is
    /// known.
    pub best: Option<Move>,
    /// Best play to the end of a won or lost game, as far as the limit allows; otherwise the best move
    /// alone.
    pub line: Vec<Move>,
    /// The legal moves with their results for the side that makes them; plies include the move itself. The
    /// result of the position may be known before those of all moves.
    pub moves: Vec<(Move, EndgameResult)>,
    /// Whether the side to move is known not to lose with right play.
    pub holds: bool,
    /// Whether the other side is known not to lose with right play.
    pub held: bool,
    /// Number of moves that the solver made.
    pub nodes: u64,
}

/// A root move and its results so far.
struct RootMove {
    mv: Move,
    /// The team that wins by force after it, and the number of plies, the move included.
    won: Option<(Team, u32)>,
    /// By team, whether it provably cannot win after the move.
    barred: [bool; 2],
}

impl RootMove {
    fn is_open(&self) -> bool {
        self.won.is_none() && self.barred != [true; 2]
    }

    /// Whether a team may still win after the move, as far as is known.
    fn may_win(&self, team: Team) -> bool {
        match self.won {
            Some((winner, _)) => winner == team,
            None => !self.barred[team.index()],
        }
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
    moves: Vec<RootMove>,
    proof: ProofSearch,
    /// Depth that the proof search has completed, in plies.
    depth: u32,
    graph: StateGraph,
    /// By attacking team.
    draw_searches: [DrawSearch; 2],
    /// Number of states that are expanded in order.
    expanded: u32,
    budget: NodeBudget<'a>,
}

impl<'a> Solver<'a> {
    pub(super) fn new(world: &'a World, limit: Limit<'a>) -> Self {
        let moves = world.moves().map(|mv| RootMove { mv, won: None, barred: [false; 2] });
        Self {
            world,
            team: world.rules().team(world.turn()),
            moves: moves.collect(),
            proof: ProofSearch::new(world),
            depth: 0,
            graph: StateGraph::new(world),
            draw_searches: Team::ALL.map(DrawSearch::new),
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
        if self.moves.is_empty() {
            return self.solution(vec![]);
        }
        let mut round = ROUND;
        let mut before = None;
        // A round that neither made a move nor completed a depth ends the solver: the other rounds would do the same.
        while self.verdict() == Unknown
            && !self.budget.ended
            && before != Some((self.budget.nodes, self.depth))
        {
            before = Some((self.budget.nodes, self.depth));
            // A method that pauses keeps what it has proved, and goes on in the next round.
            self.budget.allow(round);
            let _ = self.search_wins();
            self.budget.allow(round);
            let _ = self.search_fortresses();
            self.budget.allow(round);
            if let Ok(values) = self.solve_graph() {
                return self.solution_of_graph(&values);
            }
            round *= 2;
        }
        self.budget.allow(u64::MAX);
        let line = self.line();
        self.solution(line)
    }

    /// Searches for forced wins within 1, 2, 3, ... plies until the root is decided.
    fn search_wins(&mut self) -> Result<(), Stopped> {
        let last = plies_left(self.world);
        while self.verdict() == Unknown
            && self.depth < last
            && self.moves.iter().any(RootMove::is_open)
        {
            let plies = self.depth + 1;
            for root_move in self.moves.iter_mut().filter(|root_move| root_move.is_open()) {
                for team in [self.team, self.team.other()] {
                    if root_move.won.is_some() || root_move.barred[team.index()] {
                        continue;
                    }
                    match self.proof.wins_by(root_move.mv, team, plies, &mut self.budget)? {
                        WinProof::Won => root_move.won = Some((team, plies)),
                        WinProof::Never => root_move.barred[team.index()] = true,
                        // No win within all plies of the game.
                        WinProof::Open => root_move.barred[team.index()] = plies == last,
                    }
                }
            }
            self.depth = plies;
        }
        Ok(())
    }

    /// Searches for fortresses after the root moves that are left.
    fn search_fortresses(&mut self) -> Result<(), Stopped> {
        self.graph.expand(0, &mut self.budget)?;
        for team in [self.team, self.team.other()] {
            for root_move in &mut self.moves {
                let edge = self.graph.edges(0).iter().find(|edge| edge.mv == root_move.mv);
                let Some(Target::Quiet(state) | Target::Fight(state)) = edge.map(|edge| edge.to)
                else {
                    continue;
                };
                if root_move.is_open() && !root_move.barred[team.index()] {
                    root_move.barred[team.index()] = self.draw_searches[team.index()].holds(
                        &mut self.graph,
                        state,
                        &mut self.budget,
                    )?;
                }
            }
        }
        Ok(())
    }

    /// Solves the whole graph.
    fn solve_graph(&mut self) -> Result<StateValues, Stopped> {
        while (self.expanded as usize) < self.graph.len() {
            self.graph.expand(self.expanded, &mut self.budget)?;
            self.expanded += 1;
        }
        // A counter beyond the end of the game draws nothing: its layers need not be computed.
        let all = quiet_after_fight(self.world).min(plies_left(self.world));
        StateValues::solve(&self.graph, all, &mut self.budget)
    }

    fn verdict(&self) -> EndgameResult {
        let verdicts = self.moves.iter().map(|root_move| root_move.verdict(self.team));
        let best = verdicts.max_by_key(|verdict| verdict.rank()).unwrap_or(Unknown);
        // A draw is the result only if no other move may win. (An unknown move cannot be better than a win, and the
        // proof search finds the fastest win first; a loss is the best only if no move is unknown.)
        let may_win = self.moves.iter().any(|m| m.won.is_none() && m.may_win(self.team));
        if best == EndgameResult::Draw && may_win { Unknown } else { best }
    }

    /// A move that keeps the result, or one that cannot lose.
    fn best(&self) -> Option<&RootMove> {
        let other = self.team.other();
        match self.verdict() {
            Unknown => self.moves.iter().find(|m| m.won.is_none() && m.barred[other.index()]),
            verdict => self.moves.iter().find(|m| m.verdict(self.team) == verdict),
        }
    }

    fn line(&mut self) -> Vec<Move> {
        let Some(&RootMove { mv, won, .. }) = self.best() else { return vec![] };
        match won {
            Some((winner, plies)) => self.proof.line(mv, winner, plies, &mut self.budget),
            None => vec![mv],
        }
    }

    fn solution(&self, line: Vec<Move>) -> Solution {
        let other = self.team.other();
        let playing = !self.moves.is_empty();
        Solution {
            verdict: self.verdict(),
            best: self.best().map(|root_move| root_move.mv),
            line,
            moves: self.moves.iter().map(|m| (m.mv, m.verdict(self.team))).collect(),
            holds: playing && self.moves.iter().any(|m| !m.may_win(other)),
            held: playing && self.moves.iter().all(|m| !m.may_win(self.team)),
            nodes: self.budget.nodes,
        }
    }

    /// The results from the solved graph.
    fn solution_of_graph(&self, values: &StateValues) -> Solution {
        let quiet = quiet_left(self.world);
        let plies = plies_left(self.world);
        let line = self.line_of_graph(values);
        let verdict = values.value(0, quiet).within(plies).verdict(self.team);
        let mut moves = vec![];
        for edge in self.graph.edges(0) {
            let value = values.move_value(edge.to, quiet).within(plies);
            moves.push((edge.mv, value.verdict(self.team)));
        }
        Solution {
            verdict,
            best: line.first().copied(),
            line,
            moves,
            holds: !matches!(verdict, EndgameResult::Loss { .. }),
            held: !matches!(verdict, EndgameResult::Win { .. }),
            nodes: self.budget.nodes,
        }
    }

    /// Best play from the root; a single move for a draw.
    fn line_of_graph(&self, values: &StateValues) -> Vec<Move> {
        let mut line = vec![];
        let mut state = 0;
        let mut quiet = quiet_left(self.world);
        let mut plies = plies_left(self.world);
        while line.len() < LONGEST {
            let team = self.graph.team(state);
            // Among moves that draw within the plies left, prefer the one that wins without that limit: the
            // enemy may err.
            let best = self.graph.edges(state).iter().max_by_key(|edge| {
                let value = values.move_value(edge.to, quiet);
                (value.within(plies).for_team(team), value.for_team(team))
            });
            let Some(edge) = best else { break };
            line.push(edge.mv);
            if values.move_value(edge.to, quiet).within(plies) == EndgameValue::DRAW {
                break;
            }
            match edge.to {
                Target::Quiet(next) => {
                    state = next;
                    quiet = one_less(quiet);
                }
                Target::Fight(next) => {
                    state = next;
                    quiet = quiet_after_fight(self.world);
                }
                Target::Over(_) => break,
            }
            plies = one_less(plies);
        }
        line
    }
}
