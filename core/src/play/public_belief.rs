//! The belief of an observer who sees no pieces.

use crate::base::clock::Stopwatch;
use crate::engine::SearchRequest;
use crate::game::belief::{
    Belief, ChoiceEvidence, Posterior, PosteriorRequest, SamplingBudget, SeenPiece, View,
};
use crate::game::board::Seat;
use crate::game::rules::{Event, Kind};
use std::time::Duration;

/// Factor by which the recorded time of costly work shrinks whenever it is saved, so that it is tried again
/// once events have made it cheaper.
pub(super) const DECAY: f64 = 0.9;

/// The public posterior is computed anew only if neither it nor the seat's own posterior took more than
/// this fraction of the time limit of a move.
const REUSE_FROM: f64 = 0.1;

/// What the enemies of a seat believe about its pieces, without what they learn from their own pieces
/// (*our reading*: each of them knows a little more).
pub(super) struct PublicBelief {
    belief: Belief,
    posterior: Option<Posterior>,
    /// Time that the last posterior took.
    took: Duration,
    /// Whether a flag became public since: an old posterior would still have it in either headquarters.
    shows_flag: bool,
}

impl PublicBelief {
    /// Starts from the belief at a [`public_view`].
    pub(super) fn new(belief: Belief) -> Self {
        Self { belief, posterior: None, took: Duration::ZERO, shows_flag: false }
    }

    /// Updates the belief by a public event.
    pub(super) fn learn(&mut self, event: &Event) {
        self.shows_flag |= !event.flags_shown.is_empty();
        self.belief.learn(event);
    }

    /// What the choice of each move of a seat, which is to move, would say.
    pub(super) fn choice_evidence(&self, seat: Seat) -> Vec<ChoiceEvidence> {
        self.belief.choice_evidence(seat)
    }

    /// The posterior; the last one if there is too little time for a new one and no flag was shown since. `watch`
    /// has run since the request: with one thread for the seat's own posterior, with several both begin at once.
    pub(super) fn posterior(
        &mut self,
        seed: u64,
        (request, budget): (&SearchRequest<'_>, SamplingBudget),
        watch: &Stopwatch<'_>,
    ) -> Option<&Posterior> {
        let own = watch.used();
        let too_slow = |time: Duration| self.took.max(own) > time.mul_f64(REUSE_FROM);
        if !self.shows_flag && request.time.is_some_and(too_slow) {
            self.took = self.took.mul_f64(DECAY);
        } else {
            let time_used = || time_used(request, watch);
            let request = PosteriorRequest { seed, budget, time_used: &time_used };
            self.posterior = Some(self.belief.posterior_with(request));
            self.took = watch.used().saturating_sub(own);
            self.shows_flag = false;
        }
        self.posterior.as_ref()
    }
}

/// The view of an observer who sees no pieces but flags that are public.
pub(super) fn public_view(view: View) -> View {
    let shown = view.flags_shown;
    let hide = |(seat, piece, station)| match piece {
        SeenPiece::Known(Kind::Flag) if shown.contains(seat) => (seat, piece, station),
        _ => (seat, SeenPiece::Hidden, station),
    };
    View {
        observer: None,
        pieces: view.pieces.into_iter().map(hide).collect(),
        pools: Default::default(),
        ..view
    }
}

/// The part of a move's time that has passed, for sampling: none is left for it once the search was stopped.
/// `watch` has run since the request.
pub(super) fn time_used(request: &SearchRequest<'_>, watch: &Stopwatch<'_>) -> f64 {
    let used = request.time.map_or(0.0, |time| watch.used().div_duration_f64(time));
    if request.is_stopped() { used.max(PosteriorRequest::SAMPLING_ENDS) } else { used }
}
