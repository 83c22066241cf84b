//! Advice for endgames in which all pieces are known: the words of an advice table on the board.
//!
//! The interpreter is `gametree::search::advise`; the table is data (`data/advice/mined-flag.toml`).

use crate::game::board::{Station, StationSet};
use crate::game::rules::{Kind, Move, Outcome, Team, World};
use crate::gametree::position::{Node, Side};
use crate::gametree::search::{AdviceTable, AdviceWords, PieceOfAdvice};
use serde::Deserialize;
use std::collections::BTreeMap;
use thiserror::Error;

/// The advice for the attack of a flag behind mines.
pub const MINED_FLAG: &str = include_str!("../../../data/advice/mined-flag.toml");

/// A goal or a condition, from the view of the side that asks for advice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum AdviceGoal {
    /// The game is won.
    Won,
    /// A station beside an enemy flag holds no enemy mine.
    FlagOpen,
    /// One of our pieces can move.
    AttackerAlive,
    /// We have an engineer.
    EngineerAlive,
    /// One of our engineers stands on a rail.
    EngineerOnRail,
}

/// A class of moves of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum AdviceMoves {
    /// All moves.
    Any,
    /// Moves that attack a piece.
    Fight,
    /// Moves that attack a flag.
    TakeFlag,
    /// Moves of engineers that attack a mine beside an enemy flag.
    TakeMine,
    /// Moves to a station beside an enemy flag.
    BesideFlag,
    /// Moves that end fewer steps from the nearest enemy flag than they begin.
    Nearer,
    /// Moves of engineers.
    Engineer,
    /// Moves of engineers to a rail.
    EngineerToRail,
}

/// The reason why an advice table cannot be used.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AdviceError {
    /// The text is no advice table.
    #[error("advice table: {0}")]
    Text(#[from] toml::de::Error),
    /// A rule names a piece of advice that is not there.
    #[error("advice table: rule {rule} tries `{found}`, expected one of {expected}")]
    NoSuchAdvice {
        /// The number of the rule, from 1.
        rule: usize,
        /// The unknown name.
        found: String,
        /// The known names.
        expected: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AdviceFile {
    chain: u32,
    advice: BTreeMap<String, AdviceText>,
    rule: Vec<RuleText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct AdviceText {
    better: Vec<AdviceGoal>,
    holding: Vec<AdviceGoal>,
    us: Vec<AdviceMoves>,
    #[serde(default)]
    them: Vec<AdviceMoves>,
    plies: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RuleText {
    r#if: Vec<AdviceGoal>,
    r#try: Vec<String>,
}

/// Reads an advice table.
///
/// # Errors
///
/// If the text is no TOML of this form, has an unknown word, or a rule names an unknown piece of advice.
pub fn parse_advice(text: &str) -> Result<AdviceTable<AdviceGoal, AdviceMoves>, AdviceError> {
    let AdviceFile { chain, advice, rule } = toml::from_str(text)?;
    let names: Vec<String> = advice.keys().cloned().collect();
    let mut rules = vec![];
    for (number, rule) in rule.into_iter().enumerate() {
        let mut places = vec![];
        for name in rule.r#try {
            let Some(place) = names.iter().position(|known| *known == name) else {
                let expected = names.join(", ");
                return Err(AdviceError::NoSuchAdvice { rule: number + 1, found: name, expected });
            };
            places.push(place);
        }
        rules.push((rule.r#if, places));
    }
    let mut pieces = vec![];
    for (name, AdviceText { better, holding, us, them, plies }) in advice {
        pieces.push(PieceOfAdvice { name, better, holding, us, them, plies });
    }
    Ok(AdviceTable { advice: pieces, rules, chain })
}

/// The words of advice tables on a board: its distances are computed once.
#[derive(Debug, Clone)]
pub struct EndgameWords {
    /// By station, the distance to every other in steps, whatever stands there.
    steps: Vec<Vec<u8>>,
}

impl EndgameWords {
    /// The words for positions on the board of this one, with its rules.
    pub fn new(world: &World) -> Self {
        let stations = world.board().stations();
        let last = stations.iter().map(Station::index).max().unwrap_or_default();
        let mut steps = vec![vec![u8::MAX; last + 1]; last + 1];
        for from in stations {
            let row = &mut steps[from.index()];
            let mut front = StationSet::from_iter([from]);
            let mut distance = 0;
            while !front.is_empty() {
                for at in front {
                    row[at.index()] = distance;
                }
                let next = world.net().beside(front).iter();
                front = next.filter(|at| row[at.index()] == u8::MAX).collect();
                distance += 1;
            }
        }
        Self { steps }
    }

    /// Whether a move ends nearer to the nearest of some stations than it begins.
    fn is_nearer(&self, m: Move, to: StationSet) -> bool {
        self.distance(m.to, to) < self.distance(m.from, to)
    }

    /// The distance to the nearest of some stations, in steps.
    fn distance(&self, from: Station, to: StationSet) -> u8 {
        let distances = to.iter().map(|to| self.steps[from.index()][to.index()]);
        distances.min().unwrap_or(u8::MAX)
    }
}

fn team(us: Side) -> Team {
    if us == Side::Max { Team::First } else { Team::Second }
}

/// The stations of the pieces of a kind of a team.
fn all(world: &World, team: Team, kind: Kind) -> StationSet {
    let mut stations = StationSet::EMPTY;
    for (piece, at) in world.pieces() {
        if world.rules().team(piece.seat()) == team && world.kind(piece) == kind {
            stations.insert(at);
        }
    }
    stations
}

/// The stations beside the flags of a team.
fn beside_flags(world: &World, team: Team) -> StationSet {
    world.net().beside(all(world, team, Kind::Flag))
}

/// Whether there is a piece of a kind on a station.
fn holds(world: &World, at: Station, kind: Kind) -> bool {
    world.piece_at(at).is_some_and(|piece| world.kind(piece) == kind)
}

impl AdviceWords<World> for EndgameWords {
    type Goal = AdviceGoal;
    type Constraint = AdviceMoves;

    fn is_true(&self, goal: &AdviceGoal, world: &World, us: Side) -> bool {
        let us = team(us);
        match goal {
            AdviceGoal::Won => world.outcome() == Some(Outcome::Win(us)),
            AdviceGoal::FlagOpen => {
                let mines = all(world, us.other(), Kind::Mine);
                !(beside_flags(world, us.other()) - mines).is_empty()
            }
            AdviceGoal::AttackerAlive => !world.movers(us).is_empty(),
            AdviceGoal::EngineerAlive => !all(world, us, Kind::Engineer).is_empty(),
            AdviceGoal::EngineerOnRail => all(world, us, Kind::Engineer).meets(world.net().rails()),
        }
    }

    fn allows(&self, constraint: &AdviceMoves, world: &World, m: Move) -> bool {
        let enemy = team(world.side()).other();
        match constraint {
            AdviceMoves::Any => true,
            AdviceMoves::Fight => world.piece_at(m.to).is_some(),
            AdviceMoves::TakeFlag => holds(world, m.to, Kind::Flag),
            AdviceMoves::TakeMine => {
                holds(world, m.from, Kind::Engineer)
                    && holds(world, m.to, Kind::Mine)
                    && beside_flags(world, enemy).contains(m.to)
            }
            AdviceMoves::BesideFlag => beside_flags(world, enemy).contains(m.to),
            AdviceMoves::Nearer => self.is_nearer(m, all(world, enemy, Kind::Flag)),
            AdviceMoves::Engineer => holds(world, m.from, Kind::Engineer),
            AdviceMoves::EngineerToRail => {
                holds(world, m.from, Kind::Engineer) && world.net().rails().contains(m.to)
            }
        }
    }

    fn is_won(&self, world: &World, us: Side) -> bool {
        world.outcome() == Some(Outcome::Win(team(us)))
    }

    /// Covers the draw counters, which the key of a world leaves out: whether a plan wins in time depends on them.
    fn key(&self, world: &World) -> u64 {
        let counters = u64::from(world.quiet()) << 32 | u64::from(world.ply());
        crate::base::random::derive(world.key(), &[counters])
    }
}
