//! Observations as tensors: their forms, and drawing what an observer sees.

use super::actions::{Actions, KINDS};
use super::deal::Deal;
use super::error::EnvError;
use super::game::Game;
use super::observer::{Eyes, Observer};
use super::state::{Play, State, Turn};
use crate::game::belief::{Mixture, Posterior};
use crate::game::board::{Board, CAPACITY, SIZE, Seat, Station};
use crate::game::rules::{ARMY, Kind, KindSet, PieceId};

/// Number of channels of an observation.
///
/// Seats are relative to the observer: 0 itself, 1 the next anticlockwise, 2 opposite, 3 the next
/// clockwise; relative to South for the public and for everyone. Kinds are numbered from the commander, 0, to the flag, 11.
///
/// | channels | content |
/// | --- | --- |
/// | 0 to 47 | `seat * 12 + kind`: a piece of the seat stands here that may be of the kind, or the probability that it is |
/// | 48 to 51 | a piece of the seat stands here that has moved |
/// | 52 to 63 | `seat * 3 + part`: the seat's last move began here (0), ended here (1), was an attack here (2) |
/// | 64 to 67 | everywhere: the seat is in |
/// | 68 to 71 | the seat's flag stands here and is public |
/// | 72 to 75 | everywhere: it is the seat's turn |
/// | 76 | everywhere: plies since the last fight, as a share of `draw_quiet_plies`; 0 without that limit |
/// | 77 | everywhere: the armies are still being placed |
pub const CHANNELS: usize = 78;

/// The arrangement of a tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Layout {
    /// Shape `(78, 17, 17)`: channel, row from the top, column from the left. Cells without a station
    /// are 0 in the channels of pieces.
    #[default]
    Planes,
    /// Shape `(n, 78)` for *n* stations, 129 on the standard board: station in reading order, channel.
    Stations,
}

impl Layout {
    /// The distance from a channel of a station to the next.
    fn step(self) -> usize {
        match self {
            Self::Planes => SIZE * SIZE,
            Self::Stations => 1,
        }
    }
}

/// What the first 48 channels show of hidden pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Beliefs {
    /// 1 for every kind: nothing is concluded.
    None,
    /// 1 for every kind that the public events do not rule out.
    #[default]
    MayBe,
    /// The probability of the kind, all deployments being equally likely: counted exactly, or sampled where
    /// the results of fights make too many hidden pieces depend on each other.
    Posterior,
}

/// The form of a tensor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TensorFormat {
    /// The arrangement.
    pub layout: Layout,
    /// What is shown of hidden pieces.
    pub beliefs: Beliefs,
    /// Whether the board is turned so that the observer's arm is at the bottom.
    pub turned: bool,
}

impl TensorFormat {
    /// The shape of the tensors of a game.
    pub fn shape(&self, game: &Game) -> Vec<usize> {
        match self.layout {
            Layout::Planes => vec![CHANNELS, SIZE, SIZE],
            Layout::Stations => vec![game.action_numbers().stations(), CHANNELS],
        }
    }

    /// Number of elements.
    pub fn size(&self, game: &Game) -> usize {
        self.shape(game).into_iter().product()
    }
}

/// An element of a tensor: `f32`, or `u8` with 255 for 1.
pub trait Element: Copy + Send + Sync + 'static {
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;
    /// By four bits, the lowest first, what they stand for.
    const FOURS: [[Self; 4]; 16] = fours(Self::ZERO, Self::ONE);
    /// A share between 0 and 1.
    fn share(value: f64) -> Self;

    /// By kind, 1 for those in a set, 0 for the others.
    #[inline]
    fn of_kinds(set: KindSet) -> [Self; KINDS] {
        let mut values = [Self::ZERO; KINDS];
        for (four, shift) in values.chunks_exact_mut(4).zip([0, 4, 8]) {
            four.copy_from_slice(&Self::FOURS[usize::from(set.bits() >> shift & 15)]);
        }
        values
    }
}

const fn fours<T: Copy>(zero: T, one: T) -> [[T; 4]; 16] {
    let mut fours = [[zero; 4]; 16];
    let mut at = 0;
    while at < 64 {
        if (at / 4) >> (at % 4) & 1 == 1 {
            fours[at / 4][at % 4] = one;
        }
        at += 1;
    }
    fours
}

impl Element for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    fn share(value: f64) -> Self {
        value as Self
    }
}

impl Element for u8 {
    const ZERO: Self = 0;
    const ONE: Self = 255;
    #[expect(clippy::cast_sign_loss, reason = "shares are not negative")]
    fn share(value: f64) -> Self {
        (value * 255.0).round() as Self
    }
}

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
#[derive(Debug, PartialEq)]
pub(super) struct Firsts([[[u16; CAPACITY]; 4]; 2]);

impl Firsts {
    pub(super) fn new(board: &Board, actions: &Actions) -> Self {
        let mut firsts = [[[0; CAPACITY]; 4]; 2];
        for station in board.stations() {
            for seat in Seat::ALL {
                let place = actions.place(station, seat);
                let cell = board.cell(actions.station(place));
                let of_layout = [cell.row() * SIZE + cell.col(), place * CHANNELS];
                for (firsts, first) in firsts.iter_mut().zip(of_layout) {
                    firsts[seat.index()][station.index()] = first as u16;
                }
            }
        }
        Self(firsts)
    }
}

/// A tensor that is written.
struct Canvas<'a, T> {
    out: &'a mut [T],
    layout: Layout,
    eyes: Eyes,
    /// By station, where its first channel is.
    firsts: &'a [u16; CAPACITY],
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
        let game = self.game.clone();
        let (found, expected) = (out.len(), format.size(&game));
        if found != expected {
            return Err(EnvError::Length { name: "observation", found, expected });
        }
        let bottom = if format.turned { eyes.first() } else { Seat::South };
        let layout = format.layout;
        let firsts = &game.firsts().0[layout as usize][bottom.index()];
        let mut canvas = Canvas { out, layout, eyes, firsts, step: layout.step() };
        match &mut self.play {
            Some(play) => {
                canvas.public(play);
                canvas.pieces(play, &game, format.beliefs);
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
    /// hidden from all until all are dealt.
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
            let board = self.game.board();
            let arm = board.arm(seat).expect("seats that play have an arm");
            for (post, kind) in board.shape().posts().zip(self.placed(self.game.player(seat))) {
                canvas.set(arm[post.index()], first + kind.index());
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

    /// Draws the public knowledge: all but kinds.
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
