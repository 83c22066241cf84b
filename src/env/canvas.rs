//! Drawing what an observer sees into a tensor.

use super::actions::{Actions, KINDS};
use super::deal::Deal;
use super::error::EnvError;
use super::game::Game;
use super::observer::{Eyes, Observer};
use super::play::Play;
use super::state::{State, Turn};
use super::tensor::{Beliefs, CHANNELS, Element, Layout, TensorFormat};
use crate::game::belief::{Mixture, Posterior};
use crate::game::board::{Board, CAPACITY, SIZE, Seat, Station};
use crate::game::rules::{ARMY, Kind, KindSet, PieceId, Point};
use std::sync::LazyLock;

/// Cells of a plane.
const PLANE: usize = SIZE * SIZE;
const MOVED: usize = 4 * KINDS;
const LAST: usize = MOVED + 4;
const ALIVE: usize = LAST + 12;
const FLAG: usize = ALIVE + 4;
const TURN: usize = FLAG + 4;
const QUIET: usize = TURN + 4;
const DEALING: usize = QUIET + 1;

/// By layout and seat at the bottom, where the first channel of each station is.
static FIRSTS: LazyLock<[[[u16; CAPACITY]; 4]; 2]> = LazyLock::new(|| {
    let mut firsts = [[[0; CAPACITY]; 4]; 2];
    for station in Board::siguo().stations() {
        for seat in Seat::ALL {
            let place = Actions::get().place(station, seat);
            let cell = Board::siguo().cell(Actions::get().station(place));
            let of_layout = [cell.row() * SIZE + cell.col(), place * CHANNELS];
            for (firsts, first) in firsts.iter_mut().zip(of_layout) {
                firsts[seat.index()][station.index()] = first as u16;
            }
        }
    }
    firsts
});

/// A tensor that is written.
struct Canvas<'a, T> {
    out: &'a mut [T],
    layout: Layout,
    eyes: Eyes,
    /// By station, where its first channel is.
    firsts: &'static [u16; CAPACITY],
    /// The distance from a channel of a station to the next.
    step: usize,
}

impl State {
    /// Writes what an observer sees as a tensor.
    ///
    /// # Errors
    ///
    /// If there is no such player, or the array has another length than [`TensorFormat::size`].
    pub fn write_tensor<T: Element>(
        &mut self,
        observer: impl Into<Observer>,
        format: TensorFormat,
        out: &mut [T],
    ) -> Result<(), EnvError> {
        let eyes = self.eyes(observer.into())?;
        if out.len() != format.size() {
            let (found, expected) = (out.len(), format.size());
            return Err(EnvError::Length { name: "observation", found, expected });
        }
        let bottom = if format.turned { eyes.first() } else { Seat::South };
        let (layout, step) = (format.layout, format.layout.step());
        let firsts = &FIRSTS[layout as usize][bottom.index()];
        let mut canvas = Canvas { out, layout, eyes, firsts, step };
        match &mut self.play {
            Some(play) => {
                canvas.public(play);
                canvas.pieces(play, &self.game, format.beliefs);
            }
            None => self.draw_deal(&mut canvas),
        }
        Ok(())
    }

    /// What an observer believes of all kinds, all deployments being equally likely: counted exactly, or sampled
    /// where the results of fights make too many hidden pieces depend on each other. `None` before the first move
    /// can be made.
    ///
    /// # Errors
    ///
    /// If there is no such player.
    pub fn posterior(
        &mut self,
        observer: impl Into<Observer>,
    ) -> Result<Option<Posterior>, EnvError> {
        let eyes = self.eyes(observer.into())?;
        Ok(self.play.as_mut().map(|play| posterior(play, &self.game, eyes)))
    }

    /// Draws the deal: whose army is dealt, and the placements that the observer sees. Armies that chance deals are
    /// seen by nobody until all are dealt.
    fn draw_deal<T: Element>(&self, canvas: &mut Canvas<'_, T>) {
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
        if self.game().options().deal != Deal::Players {
            return;
        }
        for seat in canvas.eyes.placing.iter() {
            let first = canvas.relative(seat) * KINDS;
            let arm = Board::siguo().arm(seat).into_iter().flatten();
            let posts = arm.zip(Point::all()).filter(|(_, point)| !point.is_camp());
            for ((&station, _), kind) in posts.zip(self.placed(self.game.player(seat))) {
                canvas.set(station, first + kind.index());
            }
        }
    }
}

impl<T: Element> Canvas<'_, T> {
    /// The seat relative to the observer's first.
    fn relative(&self, seat: Seat) -> usize {
        (seat.index() + 4 - self.eyes.first().index()) % 4
    }

    /// Sets a channel of a station.
    fn set(&mut self, station: Station, channel: usize) {
        let first = usize::from(self.firsts[station.index()]);
        self.out[first + channel * self.step] = T::ONE;
    }

    /// Sets all channels everywhere.
    fn fill(&mut self, everywhere: &[T; CHANNELS]) {
        match self.layout {
            Layout::Planes => {
                let planes = self.out.chunks_exact_mut(PLANE);
                planes.zip(everywhere).for_each(|(plane, &value)| plane.fill(value));
            }
            Layout::Stations => {
                // Few long copies are quicker than many short ones.
                self.out[..CHANNELS].copy_from_slice(everywhere);
                let mut done = CHANNELS;
                while done < self.out.len() {
                    let more = done.min(self.out.len() - done);
                    self.out.copy_within(..more, done);
                    done += more;
                }
            }
        }
    }

    /// Draws what everybody knows: all but kinds.
    fn public(&mut self, play: &Play) {
        let world = play.world();
        let rules = world.rules();
        let mut everywhere = [T::ZERO; CHANNELS];
        if rules.draw_quiet_plies > 0 {
            let share = f64::from(world.quiet()) / f64::from(rules.draw_quiet_plies);
            everywhere[QUIET] = T::share(share.min(1.0));
        }
        for seat in world.alive().iter() {
            everywhere[ALIVE + self.relative(seat)] = T::ONE;
        }
        if world.outcome().is_none() {
            everywhere[TURN + self.relative(world.turn())] = T::ONE;
        }
        self.fill(&everywhere);
        for seat in world.flags_shown().iter() {
            if let Some(station) = world.shown_flag(seat).and_then(|flag| world.station_of(flag)) {
                self.set(station, FLAG + self.relative(seat));
            }
        }
        for seat in rules.seats().iter() {
            let Some(last) = play.last(seat) else { continue };
            let first = LAST + 3 * self.relative(seat);
            self.set(last.from, first);
            self.set(last.to, first + 1);
            if last.fought {
                self.set(last.to, first + 2);
            }
        }
    }

    /// Draws the pieces with what the observer may believe of their kinds.
    fn pieces(&mut self, play: &mut Play, game: &Game, beliefs: Beliefs) {
        let posterior = (beliefs == Beliefs::Posterior).then(|| posterior(play, game, self.eyes));
        let may_be = may_be(play, game, self.eyes, beliefs);
        for (piece, station) in play.world().pieces() {
            let relative = self.relative(piece.seat());
            if play.has_moved(piece) {
                self.set(station, MOVED + relative);
            }
            let values = match &posterior {
                Some(posterior) => posterior.marginal(piece).map(T::share),
                None => T::of_kinds(may_be[piece.index()]),
            };
            let first = usize::from(self.firsts[station.index()]) + relative * KINDS * self.step;
            match self.layout {
                Layout::Stations => self.out[first..][..KINDS].copy_from_slice(&values),
                Layout::Planes => {
                    let out = &mut self.out[first..=first + (KINDS - 1) * PLANE];
                    (0..KINDS).for_each(|kind| out[kind * PLANE] = values[kind]);
                }
            }
        }
    }
}

/// What an observer believes if all deployments are equally likely.
fn posterior(play: &mut Play, game: &Game, eyes: Eyes) -> Posterior {
    Posterior::new(play.evidence(game, eyes), &Mixture::counting(), 0)
}

/// By index, the kinds that a piece may be for an observer.
fn may_be(play: &mut Play, game: &Game, eyes: Eyes, beliefs: Beliefs) -> [KindSet; 4 * ARMY] {
    if beliefs != Beliefs::None {
        return *play.evidence(game, eyes).all_may_be();
    }
    let world = play.world();
    let mut sets = [KindSet::ALL; 4 * ARMY];
    for &seat in game.seats() {
        if eyes.open.contains(seat) {
            for piece in PieceId::of(seat) {
                sets[piece.index()] = KindSet::only(world.kind(piece));
            }
        } else if let Some(flag) = world.shown_flag(seat) {
            sets[flag.index()] = KindSet::only(Kind::Flag);
        }
    }
    sets
}
