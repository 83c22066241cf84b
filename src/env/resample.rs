//! Other states that look the same to a player.

use super::actions::{check_player, placement};
use super::deal::{Deal, deployment, kinds};
use super::error::EnvError;
use super::state::State;
use crate::game::belief::{Evidence, Posterior, Prior};
use crate::game::board::Seat;
use crate::game::rules::{ARMY, Deployment, Kind, PieceId};
use rand::{Rng, RngExt};

/// How often a draw is repeated that does not agree with everything seen. Evidence is complete but for two
/// unusual rules, so one draw is nearly always enough.
const MOST_DRAWS: usize = 1000;
/// How often armies of the pool are drawn until they agree with fights between hidden pieces.
const MOST_POOL_DRAWS: usize = 1_000_000;

impl State {
    /// A state drawn from the exact posterior of a player: dealt otherwise, then the same actions. The
    /// player's information state, observation and legal actions are the same in it.
    ///
    /// Deployments are weighted as they are dealt; where players place them, all are equally likely.
    ///
    /// # Errors
    ///
    /// If there is no such player, or no deal agrees with the events.
    pub fn resample(&mut self, player: usize, rng: &mut impl Rng) -> Result<Self, EnvError> {
        check_player(player, self.game.players())?;
        if self.play.is_none() {
            return Ok(self.resample_deal(player, rng));
        }
        for _ in 0..MOST_DRAWS {
            let armies = self.draw(player, rng).ok_or(EnvError::NoDeal(player))?;
            let other = self.replay(&armies);
            if let Some(other) = other.filter(|other| self.looks_like(other)) {
                return Ok(other);
            }
        }
        Err(EnvError::NoDeal(player))
    }

    /// The state after the same moves by other armies, if they can make them.
    fn replay(&self, armies: &[Deployment]) -> Option<Self> {
        let mut other = Self::start(&self.game);
        for army in armies {
            other.deal_army(army);
        }
        let moves = &self.history()[self.game.deal_length()..];
        moves.iter().try_for_each(|&action| other.apply(action)).ok()?;
        Some(other)
    }

    /// Whether the same became public in another state, and the same moves are legal.
    fn looks_like(&self, other: &Self) -> bool {
        let events = |state: &Self| state.play.as_ref().map(|play| play.events().to_vec());
        events(self) == events(other) && self.turn() == other.turn()
    }

    /// Armies by player, drawn from the posterior of one of them.
    fn draw(&mut self, player: usize, rng: &mut impl Rng) -> Option<Vec<Deployment>> {
        let game = self.game.clone();
        let seat = game.seats()[player];
        let actual: Vec<Vec<Kind>> = (0..game.players()).map(|p| self.placed(p)).collect();
        let evidence = self.play.as_mut()?.evidence(&game, seat);
        let known = |other| game.options().visibility.knows(game.rules(), seat, other);
        let drawn = if game.options().deal == Deal::Pool {
            pool_kinds(evidence, game.seats(), &actual, &known, game.pool(), rng)?
        } else {
            Posterior::new(evidence, &Prior::uniform(), rng.random()).sample(rng)?
        };
        let army = |(&seat, actual): (&Seat, &Vec<Kind>)| {
            let drawn = &drawn[seat.index() * ARMY..][..ARMY];
            deployment(if known(seat) { actual } else { drawn })
        };
        Some(game.seats().iter().zip(&actual).map(army).collect())
    }

    /// The state with the placements of other players drawn anew, while armies are dealt. Of chance
    /// nobody has seen anything yet.
    fn resample_deal(&self, player: usize, rng: &mut impl Rng) -> Self {
        if self.game.options().deal != Deal::Players {
            return self.clone();
        }
        let mut other = Self::start(&self.game);
        for p in 0..self.game.players() {
            let own = self.placed(p);
            let drawn = kinds(&Deployment::sample(rng));
            let army = if p == player { &own } else { &drawn };
            let mut placements = army.iter().take(own.len()).map(|&kind| placement(kind));
            let placed = placements.try_for_each(|action| other.apply(action));
            placed.expect("the beginning of a legal deployment can be placed");
        }
        other
    }
}

/// Kinds of all pieces, by index, with armies of the pool that agree with the evidence, all such
/// combinations being equally likely.
fn pool_kinds(
    evidence: &Evidence,
    seats: &[Seat],
    actual: &[Vec<Kind>],
    known: &impl Fn(Seat) -> bool,
    pool: &[Deployment],
    rng: &mut impl Rng,
) -> Option<[Kind; 4 * ARMY]> {
    let fits = |seat: Seat, army: &Vec<Kind>| {
        PieceId::of(seat).zip(army).all(|(piece, &kind)| evidence.may_be(piece).contains(kind))
    };
    let candidates = |(&seat, actual): (&Seat, &Vec<Kind>)| -> Vec<Vec<Kind>> {
        let all = if known(seat) { vec![actual.clone()] } else { pool.iter().map(kinds).collect() };
        all.into_iter().filter(|army| fits(seat, army)).collect()
    };
    let candidates: Vec<Vec<Vec<Kind>>> = seats.iter().zip(actual).map(candidates).collect();
    if candidates.iter().any(Vec::is_empty) {
        return None;
    }
    let mut drawn = [Kind::Flag; 4 * ARMY];
    for _ in 0..MOST_POOL_DRAWS {
        for (seat, armies) in seats.iter().zip(&candidates) {
            let army = &armies[rng.random_range(0..armies.len())];
            drawn[seat.index() * ARMY..][..ARMY].copy_from_slice(army);
        }
        if evidence.allows(&drawn) {
            return Some(drawn);
        }
    }
    None
}
