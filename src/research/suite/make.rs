//! Looking for moments in a game, and proving them.

use super::find::{Scene, events_before, goals};
use super::forced::NodesSpent;
use super::goal::{Goal, Target};
use super::half::Half;
use super::moment::SuiteMoment;
use super::proof::{MoveProof, is_there, prove};
use super::source::SourceGame;
use super::subject::Subject;
use crate::base::random;
use crate::game::belief::{Mixture, View};
use crate::game::board::Seat;
use crate::game::format::{GameRecord, GameResult};
use crate::game::rules::World;
use crate::play::{Moment, MomentError};
use rand::RngExt;

/// Node limit of the proof of all moves of a position.
const PROOF_NODES: u64 = 400_000;
/// Node limit of the test of a position, true or sampled.
const TEST_NODES: u64 = 60_000;
/// Parts of a game, each of which gives at most one moment of a subject (other than `flags`).
const PARTS: usize = 3;
/// Number of events after the capture of a flag that a record keeps, so that the seat's partner can be
/// asked after it.
const AFTER: usize = 4;
/// Random streams by purpose.
const OFFSET: u64 = 0x7375_6974_6501;
const WORLDS: u64 = 0x7375_6974_6502;

/// Finds the moments of a subject in games.
#[derive(Debug, Clone)]
pub struct MomentMaker {
    /// The subject.
    pub subject: Subject,
    /// Random seed of the sampled worlds and of the places where the search for moments begins.
    pub seed: u64,
    /// Number of worlds sampled from a seat's posterior.
    pub worlds: u32,
    /// Least share of them in which the same capture is forced.
    pub share: f64,
}

/// A position that is proved to be a moment, or one without any good move.
struct Proved {
    at: usize,
    goal: Goal,
    proof: MoveProof,
    share: f64,
}

impl MomentMaker {
    /// The moments of a game; a function of the game, its number and the seed.
    ///
    /// # Errors
    ///
    /// If the posterior of a seat cannot be computed from the record.
    pub fn moments(&self, game: &SourceGame, number: u64) -> Result<Vec<SuiteMoment>, MomentError> {
        let mut moments = vec![];
        for group in self.groups(game, number) {
            if let Some(proved) = self.first(game, number, &group)? {
                moments.push(self.moment(game, proved));
            }
        }
        Ok(moments)
    }

    /// Groups of numbers of events, in the order of trial; each group gives at most one moment.
    fn groups(&self, game: &SourceGame, number: u64) -> Vec<Vec<usize>> {
        if self.subject == Subject::Flags {
            let before = |(at, owner): (usize, Seat)| {
                let rules = &game.record.rules;
                let of_team = |i: &usize| rules.team(game.worlds[*i].turn()) == rules.team(owner);
                events_before(at, rules).rev().filter(of_team).collect()
            };
            return game.falls().map(before).collect();
        }
        let length = game.events.len();
        let part = length.div_ceil(PARTS).max(1);
        let mut rng = random::stream(self.seed, &[OFFSET, number]);
        let starts = (0..length).step_by(part);
        starts
            .map(|start| {
                let size = part.min(length - start);
                let offset = rng.random_range(0..size);
                (0..size).map(|i| start + (i + offset) % size).collect()
            })
            .collect()
    }

    /// The first event of a group whose position is a moment. For `flags`, a position in which no move
    /// helps is the second choice.
    fn first(
        &self,
        game: &SourceGame,
        number: u64,
        group: &[usize],
    ) -> Result<Option<Proved>, MomentError> {
        let mut lost = None;
        for &at in group {
            for goal in goals(self.subject, &Scene::new(&game.worlds[at])) {
                let Some(proof) = proof_of(&game.worlds[at], &goal) else { continue };
                if proof.good.is_empty() && (self.subject != Subject::Flags || lost.is_some()) {
                    continue;
                }
                let share = self.share_of_worlds(game, (number, at), &goal)?;
                if share < self.share {
                    continue;
                }
                let proved = Proved { at, goal, proof, share };
                if !proved.proof.good.is_empty() {
                    return Ok(Some(proved));
                }
                lost = Some(proved);
            }
        }
        Ok(lost)
    }

    /// The share of worlds sampled from the seat's posterior in which the same capture is forced. The prior
    /// over deployments is uniform. A world that the node limit does not decide counts as one without.
    fn share_of_worlds(
        &self,
        game: &SourceGame,
        (number, at): (u64, usize),
        goal: &Goal,
    ) -> Result<f64, MomentError> {
        let seat = game.worlds[at].turn();
        let start = View::truth(&game.worlds[0]);
        let expectation = Mixture::counting().into();
        let mut moment = Moment::new(&start, seat, game.record.visibility, expectation)?;
        moment.go_to(&game.events[..at], None)?;
        let seeds = [WORLDS, number, at as u64];
        let posterior = moment.posterior(random::derive(self.seed, &seeds))?;
        let mut rng = random::stream(self.seed, &seeds);
        let mut found = 0;
        for _ in 0..self.worlds {
            let kinds = posterior.sample(&mut rng).ok_or(MomentError::Inconsistent)?;
            let world = moment.observation().world_with(&kinds);
            let there: Result<bool, NodesSpent> = is_there(&world, goal, TEST_NODES);
            found += u32::from(there == Ok(true));
        }
        Ok(f64::from(found) / f64::from(self.worlds.max(1)))
    }

    fn moment(&self, game: &SourceGame, proved: Proved) -> SuiteMoment {
        let Proved { at, goal, proof, share } = proved;
        let world = &game.worlds[at];
        let (seat, rules) = (world.turn(), world.rules());
        let own = |&(_, owner): &(usize, Seat)| rules.team(owner) == rules.team(seat);
        let soon = at..=at + 3 * rules.seats().len();
        let fall = game.falls().filter(own).map(|(event, _)| event).find(|e| soon.contains(e));
        let texts = |targets: &[Target]| {
            targets.iter().map(|t| t.text(world)).collect::<Vec<_>>().join(" ")
        };
        let good: Vec<String> = proof.good.iter().map(|mv| mv.text(world.board())).collect();
        SuiteMoment {
            subject: self.subject,
            half: Half::of(&game.record),
            source: game.name.clone(),
            seat: seat.letter(),
            at,
            take: texts(&goal.take),
            keep: texts(&goal.keep),
            plies: goal.plies,
            good: good.join(" "),
            legal: proof.legal,
            share,
            fall,
            result: game.result_of(rules.team(seat)),
            record: cut(game, fall.map_or(at, |fall| fall + AFTER).min(game.events.len())),
        }
    }
}

/// The proof of a position, if the danger or the chance is there, and at most half of the moves are good.
fn proof_of(world: &World, goal: &Goal) -> Option<MoveProof> {
    let there = is_there(world, goal, TEST_NODES) == Ok(true);
    let proof = there.then(|| prove(world, goal, PROOF_NODES).ok().flatten()).flatten()?;
    let attacks = goal.is_attacker(world.turn(), world.rules());
    let few = 2 * proof.good.len() <= proof.legal;
    let some = !attacks || !proof.good.is_empty();
    (few && some && proof.legal > 1).then_some(proof)
}

/// The record of the first events of a game.
fn cut(game: &SourceGame, events: usize) -> GameRecord {
    let world = &game.worlds[events];
    GameRecord {
        events: GameRecord::events_text(&game.events[..events], world.board()),
        result: GameResult::of(world.outcome(), world.rules()),
        plies: world.ply(),
        nodes: [None; 4],
        values: None,
        ..game.record.clone()
    }
}
