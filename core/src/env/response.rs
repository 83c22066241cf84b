//! Best responses: the most that a player wins against one whose strategy it knows.
//!
//! On a small board they are exact. The games of all deals are followed together, as far as the two players cannot
//! tell them apart: the strategy is asked once an information state, and the responder decides once in each of its own.

use super::deal::{Deal, all_armies};
use super::error::EnvError;
use super::game::Game;
use super::opponent::Opponent;
use super::state::{State, Turn};
use crate::game::rules::{BombVsFlag, Deployment, Event};
use crate::play::PlayerSpec;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The most deals that are followed together.
const MOST_DEALS: u128 = 4096;

/// What a best response wins, and the work it took.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BestResponse {
    /// The expected result of the responder, from -1 to 1.
    pub value: f64,
    /// The number of information states in which the strategy was asked.
    pub asked: u64,
    /// The number of public histories.
    pub histories: u64,
}

/// A strategy: in the states of its player, the probabilities of actions. It may depend only on what the player sees.
pub type Strategy<'a> = dyn FnMut(&State) -> Result<Vec<(u32, f64)>, EnvError> + 'a;

/// The best response of a player to the strategy of the other, all deals being equally likely.
///
/// ```
/// use junqi_core::env::{Game, GameOptions, best_response, seat_strategy};
/// use junqi_core::game::board::Board;
/// use junqi_core::game::rules::{Mode, Rules};
/// use std::sync::atomic::AtomicBool;
///
/// let rules = Rules { max_plies: 3, ..Rules::default().with_mode(Mode::TwoPlayer) };
/// let game = Game::new(GameOptions { board: Board::mini(), rules, ..GameOptions::default() })?;
/// let mut random = seat_strategy("random".parse()?, 1, 1);
/// let stop = AtomicBool::new(false);
/// let first = best_response(&game, 0, &mut random, &stop)?.unwrap();
/// assert!((first.value - 17.0 / 96.0).abs() < 1e-12, "{first:?}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the game has four players, its armies are not dealt by chance piece by piece, it has more than 4,096 deals, or
/// legal moves depend on hidden kinds; or if the strategy fails. `None` if `stop` became true.
pub fn best_response(
    game: &Arc<Game>,
    responder: usize,
    strategy: &mut Strategy<'_>,
    stop: &AtomicBool,
) -> Result<Option<BestResponse>, EnvError> {
    check(game, responder)?;
    let armies = all_armies(game.board().shape());
    let deals = all_deals(game, responder, &armies);
    let armies = armies.len();
    let mut search = Search { responder, armies, strategy, stop, asked: 0, histories: 0 };
    let value = search.values(deals)?.iter().sum();
    let Search { asked, histories, .. } = search;
    let is_whole = !stop.load(Ordering::Relaxed);
    Ok(is_whole.then_some(BestResponse { value, asked, histories }))
}

/// The strategy of a seat of the library: `random` with its exact probabilities, any other as often as each of
/// `samples` players chooses an action, their seeds being `seed` and those that follow. With one sample it is a pure
/// strategy.
pub fn seat_strategy(
    spec: PlayerSpec,
    seed: u64,
    samples: u64,
) -> impl FnMut(&State) -> Result<Vec<(u32, f64)>, EnvError> {
    let is_random = spec.to_string() == "random";
    move |state| {
        if is_random {
            let legal = state.legal_actions();
            let each = 1.0 / legal.len() as f64;
            return Ok(legal.into_iter().map(|action| (action, each)).collect());
        }
        let mut chosen: BTreeMap<u32, f64> = BTreeMap::new();
        for sample in 0..samples {
            // A new player, so that the choice depends on nothing but what it sees here.
            let mut player = Opponent::new(spec.clone(), seed + sample);
            let action = player.act(state, &AtomicBool::new(false));
            let action = action.map_err(|error| EnvError::Strategy(error.to_string()))?;
            *chosen.entry(action).or_default() += 1.0 / samples as f64;
        }
        Ok(chosen.into_iter().collect())
    }
}

/// A deal, and how a game after it went so far.
#[derive(Clone)]
struct Line {
    /// The numbers of the two armies: the responder's, and that of the strategy.
    own: usize,
    other: usize,
    /// The probability that deal and strategy lead here if the responder does.
    weight: f64,
    state: State,
}

/// Checks that the best responses of a game can be computed.
fn check(game: &Game, responder: usize) -> Result<(), EnvError> {
    let hidden_matters = game.rules().bomb_vs_flag == BombVsFlag::Illegal;
    if game.players() != 2 || game.options().deal != Deal::Uniform || hidden_matters {
        return Err(EnvError::NoBestResponse);
    }
    let armies = game.board().shape().deployments();
    let deals = armies.saturating_mul(armies);
    if deals > MOST_DEALS {
        return Err(EnvError::Deals(deals, MOST_DEALS));
    }
    if responder > 1 {
        return Err(EnvError::Player(responder, 1));
    }
    Ok(())
}

fn all_deals(game: &Arc<Game>, responder: usize, armies: &[Deployment]) -> Vec<Line> {
    let weight = 1.0 / (armies.len() * armies.len()) as f64;
    let mut deals = vec![];
    for (south, first) in armies.iter().enumerate() {
        for (north, second) in armies.iter().enumerate() {
            let mut state = State::start(game);
            state.deal_army(first);
            state.deal_army(second);
            let [own, other] = if responder == 0 { [south, north] } else { [north, south] };
            deals.push(Line { own, other, weight, state });
        }
    }
    deals
}

struct Search<'a, 'b> {
    responder: usize,
    /// The number of armies.
    armies: usize,
    strategy: &'a mut Strategy<'b>,
    stop: &'a AtomicBool,
    asked: u64,
    histories: u64,
}

/// A public event after a move, and the lines that lead to it.
struct Child {
    action: u32,
    event: Event,
    lines: Vec<Line>,
}

impl Search<'_, '_> {
    /// By the responder's army, the sum over the lines of weight times result, once the responder plays its best.
    fn values(&mut self, lines: Vec<Line>) -> Result<Vec<f64>, EnvError> {
        let mut values = vec![0.0; self.armies];
        let mut open = vec![];
        for line in lines {
            if line.state.turn() == Turn::Over {
                values[line.own] += line.weight * line.state.returns()[self.responder];
            } else {
                open.push(line);
            }
        }
        self.histories += 1;
        let Some(first) = open.first() else { return Ok(values) };
        if self.stop.load(Ordering::Relaxed) {
            return Ok(values);
        }
        let further = if first.state.turn() == Turn::Player(self.responder) {
            self.responses(&open)?
        } else {
            self.answers(&open)?
        };
        for (value, further) in values.iter_mut().zip(further) {
            *value += further;
        }
        Ok(values)
    }

    /// The values where the responder is to act: of its best action, for every army of its own.
    fn responses(&mut self, lines: &[Line]) -> Result<Vec<f64>, EnvError> {
        let mut children = vec![];
        for line in lines {
            for action in line.state.legal_actions() {
                follow(&mut children, line, action, 1.0)?;
            }
        }
        // By army and action, the sum over the events that may follow.
        let mut sums: BTreeMap<(usize, u32), f64> = BTreeMap::new();
        for Child { action, lines, .. } in children {
            let armies: Vec<usize> = lines.iter().map(|line| line.own).collect();
            let values = self.values(lines)?;
            for (army, value) in values.into_iter().enumerate() {
                if armies.contains(&army) {
                    *sums.entry((army, action)).or_default() += value;
                }
            }
        }
        let mut best: Vec<Option<f64>> = vec![None; self.armies];
        for ((army, _), sum) in sums {
            best[army] = Some(best[army].map_or(sum, |best| best.max(sum)));
        }
        Ok(best.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// The values where the strategy is to act.
    fn answers(&mut self, lines: &[Line]) -> Result<Vec<f64>, EnvError> {
        let mut choices: Vec<Option<Vec<(u32, f64)>>> = vec![None; self.armies];
        let mut children = vec![];
        for line in lines {
            let known = &mut choices[line.other];
            if known.is_none() {
                self.asked += 1;
                *known = Some((self.strategy)(&line.state)?);
            }
            for &(action, probability) in known.iter().flatten() {
                if probability > 0.0 {
                    follow(&mut children, line, action, probability)?;
                }
            }
        }
        let mut values = vec![0.0; self.armies];
        for child in children {
            for (value, further) in values.iter_mut().zip(self.values(child.lines)?) {
                *value += further;
            }
        }
        Ok(values)
    }
}

/// Adds what follows from an action in a line to the child with the same event.
fn follow(
    children: &mut Vec<Child>,
    line: &Line,
    action: u32,
    probability: f64,
) -> Result<(), EnvError> {
    let mut next = Line { weight: line.weight * probability, ..line.clone() };
    next.state.apply(action)?;
    let event = next.state.last_event().expect("an action makes an event").clone();
    match children.iter_mut().find(|child| child.event == event) {
        Some(child) => child.lines.push(next),
        None => children.push(Child { action, event, lines: vec![next] }),
    }
    Ok(())
}
