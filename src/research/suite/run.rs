//! Running a seat on moments. The seat gets its own view of the start and the public events, and nothing else.

use super::answer::{Foreseen, MomentAnswer, Stage};
use super::moment::{MomentError, ReadMoment, SuiteMoment, parse_moments};
use crate::base::clock::Clock;
use crate::base::random;
use crate::engine::data;
use crate::game::board::{Board, Seat};
use crate::game::format::follow;
use crate::game::rules::{Mode, World};
use crate::play::{Action, Bot, Choice, PlayerError, PlayerSpec, SearchRequest};
use std::sync::atomic::AtomicBool;

/// The moments of `data/suites`, which are part of the program.
pub fn embedded() -> Vec<SuiteMoment> {
    let read = |(name, text): &(&str, &str)| {
        parse_moments(text).unwrap_or_else(|e| panic!("embedded file {name}: {e}"))
    };
    data::SUITE_FILES.iter().flat_map(read).collect()
}

/// Why a seat could not be measured on a moment.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The moment cannot be replayed.
    #[error(transparent)]
    Moment(#[from] MomentError),
    /// The player failed.
    #[error("seat {seat}: {error}")]
    Player {
        /// The seat.
        seat: Seat,
        /// Why.
        error: PlayerError,
    },
}

/// Measures a seat.
#[derive(Clone, Copy)]
pub struct SuiteRunner<'a> {
    /// The seat.
    pub spec: &'a PlayerSpec,
    /// The board.
    pub board: &'static Board,
    /// Random seed of the seat's choices.
    pub seed: u64,
    /// The clock of its time limits.
    pub clock: &'a dyn Clock,
    /// Stop flag of its searches.
    pub stop: &'a AtomicBool,
}

impl SuiteRunner<'_> {
    /// The answer at a moment. The player's random numbers follow from the seed, the source game and the place
    /// in it, so that answers do not depend on the other moments.
    ///
    /// # Errors
    ///
    /// If the moment is invalid or the player fails.
    pub fn answer(&self, moment: &SuiteMoment) -> Result<MomentAnswer, RunError> {
        let read = moment.read(self.board)?;
        let seat = moment.seat()?;
        let turns = turns(&read);
        let (mut foreseen, mut chosen) = (vec![], None);
        for (asked, questions) in questions(&turns, seat, moment) {
            let choices = self.choices(moment, &read, asked, &questions)?;
            for ((at, stage), choice) in questions.into_iter().zip(choices) {
                if let (Some(stage), Some(win)) = (stage, win_of(&choice, moment.record.rules.mode))
                {
                    foreseen.push(Foreseen { stage, win, result: moment.result });
                }
                if asked == seat && at == moment.at {
                    chosen = Some(choice);
                }
            }
        }
        let chosen = chosen.expect("the seat is asked at the moment").action;
        let good = match chosen {
            Action::Move(mv) => read.good.contains(&mv),
            Action::Resign => false,
        };
        Ok(MomentAnswer {
            subject: moment.subject,
            half: moment.half,
            source: moment.source.clone(),
            seat: moment.seat,
            at: moment.at,
            solution: moment.good.clone(),
            chosen: match chosen {
                Action::Move(mv) => mv.text(self.board),
                Action::Resign => "resign".into(),
            },
            good: (!moment.is_foresight()).then_some(good),
            chance: read.good.len() as f64 / moment.legal.max(1) as f64,
            foreseen,
        })
    }

    /// The choices of a player at some of its turns, given as numbers of events.
    fn choices(
        &self,
        moment: &SuiteMoment,
        read: &ReadMoment,
        seat: Seat,
        asked: &[Question],
    ) -> Result<Vec<Choice>, RunError> {
        let failed = |error| RunError::Player { seat, error };
        let name: Vec<u64> = moment.source.bytes().map(u64::from).collect();
        let game = random::derive(self.seed, &name);
        let rng = random::stream(game, &[moment.at as u64, seat.index() as u64]);
        let mut bot = Bot::new(self.spec.player(rng));
        let visibility = moment.record.visibility;
        let view = moment.start_view(seat, self.board)?;
        bot.begin(&view, seat, visibility).map_err(failed)?;
        let request = SearchRequest {
            nodes: self.spec.nodes(),
            time: self.spec.movetime(),
            game: self.spec.game_time(),
            ..SearchRequest::new(self.stop, self.clock)
        };
        let mut choices = vec![];
        for &(at, _) in asked {
            for event in &read.events[bot.learned()..at] {
                bot.learn(event).map_err(failed)?;
            }
            choices.push(bot.choose(&request).map_err(failed)?);
        }
        Ok(choices)
    }
}

/// The seat to move before every event and at the end of the record; none once the game is over.
fn turns(read: &ReadMoment) -> Vec<Option<Seat>> {
    let turn = |world: &World| world.outcome().is_none().then(|| world.turn());
    let mut world = read.start.clone();
    let mut turns = vec![turn(&world)];
    for event in &read.events {
        follow(&mut world, event).expect("the record was replayed");
        turns.push(turn(&world));
    }
    turns
}

/// A turn, as the number of events before it, and the stage that its win probability belongs to, if any.
type Question = (usize, Option<Stage>);

/// The turns at which players are asked, by seat and in order: the moment itself, and the stages before and
/// after the capture of a flag.
fn questions(
    turns: &[Option<Seat>],
    seat: Seat,
    moment: &SuiteMoment,
) -> Vec<(Seat, Vec<Question>)> {
    let rules = &moment.record.rules;
    let round = rules.seats().len();
    let mut own: Vec<Question> = vec![];
    let mut all = vec![];
    if let Some(fall) = moment.fall {
        let last = |from: usize, to: usize| (from..to).rev().find(|&at| turns[at] == Some(seat));
        let two = fall.saturating_sub(2 * round)..fall.saturating_sub(round);
        let early = last(two.start, two.end).map(|at| (at, Some(Stage::TwoRounds)));
        let late = last(two.end, fall).map(|at| (at, Some(Stage::OneRound)));
        own.extend(early.into_iter().chain(late));
        let team = |turn: &Option<Seat>| turn.filter(|&s| rules.team(s) == rules.team(seat));
        let after = (fall + 1..turns.len()).find_map(|at| Some((at, team(&turns[at])?)));
        match after {
            Some((at, asked)) if asked == seat => own.push((at, Some(Stage::After))),
            Some((at, asked)) => all.push((asked, vec![(at, Some(Stage::After))])),
            None => {}
        }
    }
    if own.iter().all(|(at, _)| *at != moment.at) {
        own.push((moment.at, None));
    }
    own.sort_by_key(|(at, _)| *at);
    all.insert(0, (seat, own));
    all
}

/// The win probability of a choice for the player's team, if its search reported a value.
fn win_of(choice: &Choice, mode: Mode) -> Option<f64> {
    let report = choice.report.as_ref()?;
    let best = report.candidates.iter().find(|candidate| report.best == Some(candidate.mv));
    let of_value =
        |value: f64| f64::midpoint(1.0, data::weights().of(mode).unfinished_result(value));
    best.and_then(|candidate| candidate.win).or_else(|| Some(of_value(report.value?.0 as f64)))
}
