//! States that look to an observer like a given one.

use super::deal::{Deal, kinds, legal_deployment};
use super::error::EnvError;
use super::game::{Game, GameOptions};
use super::observer::{Eyes, Observer};
use super::state::State;
use crate::game::belief::{Evidence, Mixture, Posterior, Visibility};
use crate::game::board::Seat;
use crate::game::format::GameHistory;
use crate::game::rules::{ARMY, Act, Deployment, Event, Kind, PieceId};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use std::sync::Arc;

/// How often a draw is repeated that does not agree with everything seen. Evidence is complete but for two
/// unusual rules, so one draw is nearly always enough.
const MOST_DRAWS: usize = 1000;
/// How often armies of the pool are drawn until they agree with fights between hidden pieces.
const MOST_POOL_DRAWS: usize = 1_000_000;

impl State {
    /// A state drawn from the posterior of an observer: dealt otherwise, then the same actions. The
    /// observer's information state, observation and legal actions are the same in it, but for actions that
    /// `bomb_vs_flag=illegal` forbids because of a hidden flag.
    ///
    /// Deployments are weighted as they are dealt; where players place them, all are equally likely.
    ///
    /// # Errors
    ///
    /// If there is no such player, or no deal agrees with the events.
    pub fn resample(
        &mut self,
        observer: impl Into<Observer>,
        rng: &mut impl Rng,
    ) -> Result<Self, EnvError> {
        let observer = observer.into();
        let eyes = self.eyes(observer)?;
        let game = self.game.clone();
        let moves = self.history().get(game.deal_length()..).map(<[u32]>::to_vec);
        let Some((play, moves)) = self.play.as_mut().zip(moves) else {
            return Ok(self.resample_deal(eyes, rng));
        };
        let events = play.events().to_vec();
        let evidence = play.evidence(&game, eyes);
        Self::drawn(&game, evidence, &moves, &events, rng).ok_or(EnvError::NoDeal(observer))
    }

    /// A state drawn from the posterior of the seat that a history was seen by, from the first
    /// position on: for programs that know no more than one seat. All deployments are equally likely.
    ///
    /// # Errors
    ///
    /// If the history does not begin with a seat's view of a first position, has other events than
    /// moves, or does not agree with the rules.
    pub fn with_information(
        history: &GameHistory,
        visibility: Visibility,
        rng: &mut impl Rng,
    ) -> Result<Self, EnvError> {
        let GameHistory { start, events } = history;
        let board = start.board;
        let options = GameOptions { board, rules: start.rules, visibility, deal: Deal::Uniform };
        let game = Game::new(options)?;
        let army = board.shape().army().len();
        let has_army =
            |&seat: &Seat| start.pieces.iter().filter(|piece| piece.0 == seat).count() == army;
        let is_start = start.ply == 0
            && start.turn == Seat::South
            && start.quiet == 0
            && start.alive == start.rules.seats()
            && game.seats().iter().all(has_army);
        let observer = start.observer.filter(|seat| is_start && game.seats().contains(seat));
        let observer = observer.ok_or(EnvError::NotFromTheStart)?;
        let mut moves = vec![];
        for event in events {
            let Act::Move(m, _) = event.act else { return Err(EnvError::NotFromTheStart) };
            moves.push(game.action_numbers().of_move(m, Seat::South));
        }
        let mut evidence = Evidence::new(start)?;
        for event in events {
            evidence.learn(event);
        }
        let player = game.player(observer);
        let drawn = Self::drawn(&game, &evidence, &moves, events, rng);
        let drawn = drawn.ok_or(EnvError::NoDeal(player.into()))?;
        // A view of another position, for example with pieces in camps, is not what the player sees in any game.
        let is_seen = drawn.information_state(player)? == history.to_string();
        if is_seen { Ok(drawn) } else { Err(EnvError::NotFromTheStart) }
    }

    /// A state with armies drawn from the posterior in which some moves lead to the same events.
    fn drawn(
        game: &Arc<Game>,
        evidence: &Evidence,
        moves: &[u32],
        events: &[Event],
        rng: &mut impl Rng,
    ) -> Option<Self> {
        let uniform = game.options().deal != Deal::Pool;
        let posterior =
            uniform.then(|| Posterior::new(evidence, &Mixture::counting(), rng.random()));
        for _ in 0..MOST_DRAWS {
            let drawn = match &posterior {
                Some(posterior) => posterior.sample(rng)?,
                None => pool_kinds(evidence, game, rng)?,
            };
            let mut state = Self::start(game);
            for seat in game.seats() {
                // A view may lack a piece, or know one where none of its kind may stand.
                let army = &drawn[seat.index() * ARMY..][..game.board().shape().army().len()];
                state.deal_army(&legal_deployment(game.board().shape(), army)?);
            }
            let made = moves.iter().try_for_each(|&action| state.apply(action));
            let seen = state.play.as_ref().map(|play| play.events());
            if made.is_ok() && seen == Some(events) {
                return Some(state);
            }
        }
        None
    }

    /// The state with the placements that the observer does not see drawn anew, while armies are placed. Armies that chance deals
    /// are hidden from all until all are dealt, so all of them are drawn anew.
    fn resample_deal(&self, eyes: Eyes, rng: &mut impl Rng) -> Self {
        let mut other = Self::start(&self.game);
        if self.game.options().deal != Deal::Players {
            while other.history().len() < self.history().len() {
                let outcomes = other.chance_outcomes();
                let drawn = outcomes.choose_weighted(rng, |outcome| outcome.1);
                other.apply(drawn.expect("armies are missing").0).expect("it is an outcome");
            }
            return other;
        }
        for (player, &seat) in self.game.seats().iter().enumerate() {
            let own = self.placed(player);
            let drawn = kinds(&Deployment::sample_on(self.shape(), rng));
            let army = if eyes.placing.contains(seat) { &own } else { &drawn };
            let actions = self.game.action_numbers();
            let mut placements = army.iter().take(own.len()).map(|&kind| actions.placement(kind));
            let placed = placements.try_for_each(|action| other.apply(action));
            placed.expect("the beginning of a legal deployment can be placed");
        }
        other
    }
}

/// Kinds of all pieces, by index, with armies of the pool that agree with the evidence, all such
/// combinations being equally likely.
fn pool_kinds(evidence: &Evidence, game: &Game, rng: &mut impl Rng) -> Option<[Kind; 4 * ARMY]> {
    let fits = |seat: Seat, army: &Vec<Kind>| {
        PieceId::of(seat).zip(army).all(|(piece, &kind)| evidence.may_be(piece).contains(kind))
    };
    let candidates = |&seat: &Seat| -> Vec<Vec<Kind>> {
        let own: Option<Vec<Kind>> = PieceId::of(seat).map(|p| evidence.kind(p)).collect();
        let all = own.map_or_else(|| game.pool().iter().map(kinds).collect(), |own| vec![own]);
        all.into_iter().filter(|army| fits(seat, army)).collect()
    };
    let candidates: Vec<Vec<Vec<Kind>>> = game.seats().iter().map(candidates).collect();
    if candidates.iter().any(Vec::is_empty) {
        return None;
    }
    let mut drawn = [Kind::Flag; 4 * ARMY];
    for _ in 0..MOST_POOL_DRAWS {
        for (seat, armies) in game.seats().iter().zip(&candidates) {
            let army = &armies[rng.random_range(0..armies.len())];
            drawn[seat.index() * ARMY..][..ARMY].copy_from_slice(army);
        }
        if evidence.allows(&drawn) {
            return Some(drawn);
        }
    }
    None
}
