//! Drawing what a player sees into a tensor.

use super::actions::{Actions, KINDS, STATIONS};
use super::error::EnvError;
use super::game::Game;
use super::play::Play;
use super::state::{State, Turn};
use super::tensor::{Beliefs, CHANNELS, Element, Layout, TensorFormat};
use crate::game::belief::{Observation, Posterior, Prior};
use crate::game::board::{Board, SIZE, Seat, Station};
use crate::game::rules::{ARMY, KindSet, Point};
use std::sync::LazyLock;

const MOVED: usize = 4 * KINDS;
const LAST: usize = MOVED + 4;
const ALIVE: usize = LAST + 12;
const FLAG: usize = ALIVE + 4;
const TURN: usize = FLAG + 4;
const QUIET: usize = TURN + 4;
const DEALING: usize = QUIET + 1;

/// The cell of each place in reading order, row by row.
static CELLS: LazyLock<[u16; STATIONS]> = LazyLock::new(|| {
    let cell = |place| Board::siguo().cell(Actions::get().station(place));
    std::array::from_fn(|place| (cell(place).row() * SIZE + cell(place).col()) as u16)
});

/// A tensor that is written.
struct Canvas<'a, T> {
    out: &'a mut [T],
    layout: Layout,
    observer: Seat,
    /// The seat whose arm is at the bottom.
    bottom: Seat,
}

/// Where a station's channels are: the first, and the distance to the next.
#[derive(Clone, Copy)]
struct Spot {
    first: usize,
    step: usize,
}

impl State {
    /// Writes what a player sees as a tensor.
    ///
    /// # Errors
    ///
    /// If there is no such player, or the array has another length than [`TensorFormat::size`].
    pub fn write_tensor<T: Element>(
        &mut self,
        player: usize,
        format: TensorFormat,
        out: &mut [T],
    ) -> Result<(), EnvError> {
        let observer = self.seat(player)?;
        if out.len() != format.size() {
            let (found, expected) = (out.len(), format.size());
            return Err(EnvError::Length { name: "observation", found, expected });
        }
        let bottom = if format.turned { observer } else { Seat::South };
        let mut canvas = Canvas { out, layout: format.layout, observer, bottom };
        match &mut self.play {
            Some(play) => {
                canvas.public(play);
                canvas.pieces(play, &self.game, format.beliefs);
            }
            None => self.draw_deal(&mut canvas, player),
        }
        Ok(())
    }

    /// What a player believes of all kinds, exactly counted, all deployments being equally likely: by
    /// player, number of the piece (its post in reading order) and kind. `None` before the first move can
    /// be made.
    ///
    /// # Errors
    ///
    /// If there is no such player.
    pub fn marginals(
        &mut self,
        player: usize,
    ) -> Result<Option<Vec<[[f64; KINDS]; ARMY]>>, EnvError> {
        let observer = self.seat(player)?;
        Ok(self.play.as_mut().map(|play| {
            let posterior = posterior(play, &self.game, observer);
            self.game.seats().iter().map(|&seat| *posterior.marginals(seat)).collect()
        }))
    }

    /// Draws the deal: the player's own placements, and whose army is dealt.
    fn draw_deal<T: Element>(&self, canvas: &mut Canvas<'_, T>, player: usize) {
        let mut everywhere = [T::ZERO; CHANNELS];
        everywhere[DEALING] = T::ONE;
        for &seat in self.game.seats() {
            everywhere[ALIVE + canvas.relative(seat)] = T::ONE;
        }
        if let Turn::Player(dealing) = self.turn() {
            let seat = self.game.seats()[dealing];
            everywhere[TURN + canvas.relative(seat)] = T::ONE;
        }
        canvas.fill(&everywhere);
        let arm = Board::siguo().arm(canvas.observer).into_iter().flatten();
        let posts = arm.zip(Point::all()).filter(|(_, point)| !point.is_camp());
        for ((&station, _), kind) in posts.zip(self.placed(player)) {
            canvas.set(canvas.spot(station), kind.index());
        }
    }
}

impl<T: Element> Canvas<'_, T> {
    /// The seat relative to the observer.
    fn relative(&self, seat: Seat) -> usize {
        (seat.index() + 4 - self.observer.index()) % 4
    }

    fn spot(&self, station: Station) -> Spot {
        let place = Actions::get().place(station, self.bottom);
        match self.layout {
            Layout::Planes => Spot { first: CELLS[place].into(), step: SIZE * SIZE },
            Layout::Stations => Spot { first: place * CHANNELS, step: 1 },
        }
    }

    fn set(&mut self, spot: Spot, channel: usize) {
        self.out[spot.first + channel * spot.step] = T::ONE;
    }

    /// Sets all channels everywhere.
    fn fill(&mut self, everywhere: &[T; CHANNELS]) {
        match self.layout {
            Layout::Planes => {
                let planes = self.out.chunks_exact_mut(SIZE * SIZE);
                planes.zip(everywhere).for_each(|(plane, &value)| plane.fill(value));
            }
            Layout::Stations => {
                let stations = self.out.chunks_exact_mut(CHANNELS);
                stations.for_each(|station| station.copy_from_slice(everywhere));
            }
        }
    }

    /// Draws what everybody knows: all but kinds.
    fn public(&mut self, play: &Play) {
        let world = play.world();
        let rules = world.rules();
        let mut everywhere = [T::ZERO; CHANNELS];
        let share = f64::from(world.quiet()) / f64::from(rules.draw_quiet_plies.max(1));
        everywhere[QUIET] = T::share(share.min(1.0));
        for seat in world.alive().iter() {
            everywhere[ALIVE + self.relative(seat)] = T::ONE;
        }
        if world.outcome().is_none() {
            everywhere[TURN + self.relative(world.turn())] = T::ONE;
        }
        self.fill(&everywhere);
        for seat in world.flags_shown().iter() {
            if let Some(station) = world.shown_flag(seat).and_then(|flag| world.station_of(flag)) {
                self.set(self.spot(station), FLAG + self.relative(seat));
            }
        }
        for seat in rules.seats().iter() {
            let Some(last) = play.last(seat) else { continue };
            let first = LAST + 3 * self.relative(seat);
            self.set(self.spot(last.from), first);
            self.set(self.spot(last.to), first + 1);
            if last.fought {
                self.set(self.spot(last.to), first + 2);
            }
        }
    }

    /// Draws the pieces with what the observer may believe of their kinds.
    fn pieces(&mut self, play: &mut Play, game: &Game, beliefs: Beliefs) {
        let posterior =
            (beliefs == Beliefs::Posterior).then(|| posterior(play, game, self.observer));
        let may_be = may_be(play, game, self.observer, beliefs);
        for (piece, station) in play.world().pieces() {
            let (spot, relative) = (self.spot(station), self.relative(piece.seat()));
            if play.has_moved(piece) {
                self.set(spot, MOVED + relative);
            }
            let mut values = may_be[piece.index()].select(T::ZERO, T::ONE);
            if let Some(posterior) = &posterior {
                values = posterior.marginal(piece).map(T::share);
            }
            let first = spot.first + relative * KINDS * spot.step;
            match self.layout {
                Layout::Stations => self.out[first..first + KINDS].copy_from_slice(&values),
                Layout::Planes => {
                    let cells = self.out[first..].iter_mut().step_by(spot.step);
                    cells.zip(values).for_each(|(cell, value)| *cell = value);
                }
            }
        }
    }
}

/// What an observer believes if all deployments are equally likely.
fn posterior(play: &mut Play, game: &Game, observer: Seat) -> Posterior {
    Posterior::new(play.evidence(game, observer), &Prior::uniform(), 0)
}

/// By index, the kinds that a piece may be for an observer.
fn may_be(play: &mut Play, game: &Game, observer: Seat, beliefs: Beliefs) -> [KindSet; 4 * ARMY] {
    if beliefs != Beliefs::None {
        return *play.evidence(game, observer).all_may_be();
    }
    let mut sets = [KindSet::ALL; 4 * ARMY];
    let seen = Observation::new(play.world(), observer, game.options().visibility);
    for (piece, _) in seen.pieces() {
        sets[piece.index()] = seen.kind(piece).map_or(KindSet::ALL, KindSet::only);
    }
    sets
}
