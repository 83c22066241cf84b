//! Contacts: which enemies could attack, or be attacked from, each station.

use super::super::stats::BehaviourStats;
use super::super::update::{FRESH, reach};
use super::strengths::Strengths;
use crate::game::board::{CAPACITY, Seat, Station};
use crate::game::rules::{Kind, PublicState};

/// Expected numbers of enemies by station and kind.
///
/// An approximation: the mover still stands where it came from, so it hides enemies behind it on a line.
#[derive(Debug)]
pub(super) struct Contacts {
    /// The enemies that could attack a piece on the station.
    danger: Vec<[f64; 12]>,
    /// Of them those that have just moved.
    fresh: Vec<[f64; 12]>,
    /// The enemies that a piece on the station could attack.
    chance: Vec<[f64; 12]>,
}

impl Contacts {
    /// The contacts of a seat's pieces.
    pub(super) fn new(
        behaviour: &BehaviourStats,
        strengths: &Strengths,
        state: &PublicState,
        seat: Seat,
    ) -> Self {
        let net = state.net();
        let none = || vec![[0.0; 12]; CAPACITY];
        let mut contacts = Self { danger: none(), fresh: none(), chance: none() };
        for from in &state.held(state.rules().team(seat).other()) {
            let Some(piece) = state.piece_at(from) else { continue };
            let past = behaviour.past(piece);
            let is_fresh = past.moved && state.ply() <= past.last + FRESH;
            let (in_camp, is_shut) = (net.camps().contains(from), state.is_locked(from));
            let all = strengths.of(piece);
            let mobile = Kind::ALL.map(|k| if k.is_mobile() { all[k.index()] } else { 0.0 });
            for to in reach(state, from) {
                let at = to.index();
                if !is_shut && !net.camps().contains(to) {
                    add(&mut contacts.danger[at], &mobile);
                    if is_fresh {
                        add(&mut contacts.fresh[at], &mobile);
                    }
                }
                if !in_camp {
                    add(&mut contacts.chance[at], all);
                }
            }
        }
        contacts
    }

    pub(super) fn danger(&self, station: Station) -> &[f64; 12] {
        &self.danger[station.index()]
    }

    pub(super) fn fresh(&self, station: Station) -> &[f64; 12] {
        &self.fresh[station.index()]
    }

    pub(super) fn chance(&self, station: Station) -> &[f64; 12] {
        &self.chance[station.index()]
    }
}

fn add(to: &mut [f64; 12], what: &[f64; 12]) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += what);
}
