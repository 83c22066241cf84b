//! Series: many games whose every choice follows from a seed and the number of the game.

use super::{Budget, SeatSpec, Table, play_game};
use crate::belief::Visibility;
use crate::board::{Board, Seat};
use crate::clock::{Clock, WallClock};
use crate::format::{GameResult, Record};
use crate::job::{Stop, ordered};
use crate::random;
use crate::rules::{Deployment, Mode, Rules, SetupFaults, Team};
use rand::RngExt;
use std::sync::atomic::AtomicBool;

/// Where deployments come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deal {
    /// Drawn uniformly from these, of which there must be one at least, for each seat on its own.
    Pool(Vec<Deployment>),
    /// Drawn uniformly from all legal ones.
    Sample,
}

/// Who plays.
#[derive(Debug, Clone, PartialEq)]
pub enum Lineup {
    /// The same seats in every game; new deployments each time.
    Fixed([Option<SeatSpec>; 4]),
    /// Two sides in units that cancel the luck of deployments, seats and the first move: in a
    /// game of two, pairs with the same two deployments and the sides exchanged; in a game of
    /// four, the same four deployments turned once through the seats, so that each side has each
    /// pair of opposite deployments once as the first mover's team and once as the other.
    Match([SeatSpec; 2]),
}

/// A series of games.
#[derive(Debug, Clone)]
pub struct Series {
    /// The board.
    pub board: &'static Board,
    /// The rules.
    pub rules: Rules,
    /// Whose pieces the players know.
    pub visibility: Visibility,
    /// Who moves first.
    pub first: Seat,
    /// The seed of everything.
    pub seed: u64,
    /// Where deployments come from.
    pub deal: Deal,
    /// Who plays.
    pub lineup: Lineup,
}

/// Streams of random numbers, told apart by their first number.
const DEALING: u64 = 0;
const PLAYING: u64 = 1;

type BySeat<T> = [Option<T>; 4];

impl Series {
    /// Games in a unit.
    pub fn unit(&self) -> u64 {
        match (&self.lineup, self.rules.mode) {
            (Lineup::Fixed(_), _) => 1,
            (Lineup::Match(_), Mode::One) => 2,
            (Lineup::Match(_), Mode::Two) => 4,
        }
    }

    /// The team of the first of the two sides of a match in a game.
    pub fn team_of_first(&self, game: u64) -> Team {
        let exchanged = game % self.unit() >= self.unit() / 2;
        if exchanged && self.unit() > 1 { Team::Second } else { Team::First }
    }

    /// Who sits where in a game, and with which deployments.
    pub fn plan(&self, game: u64) -> (BySeat<SeatSpec>, BySeat<Deployment>) {
        let dealt = self.dealt(game / self.unit());
        let playing = |seat| self.rules.seats().contains(seat);
        match &self.lineup {
            Lineup::Fixed(seats) => (seats.clone(), dealt),
            Lineup::Match([a, b]) => {
                let side = |seat: Seat| {
                    let first = self.rules.team(seat) == self.team_of_first(game);
                    playing(seat).then(|| if first { a.clone() } else { b.clone() })
                };
                let turn = if self.unit() == 4 { (game % 4) as usize } else { 0 };
                let turned = |seat: Seat| dealt[(seat.index() + 4 - turn) % 4];
                (Seat::ALL.map(side), Seat::ALL.map(turned))
            }
        }
    }

    fn dealt(&self, unit: u64) -> BySeat<Deployment> {
        let mut rng = random::stream(self.seed, &[DEALING, unit]);
        Seat::ALL.map(|seat| {
            self.rules.seats().contains(seat).then(|| match &self.deal {
                Deal::Sample => Deployment::sample(&mut rng),
                Deal::Pool(pool) => pool[rng.random_range(0..pool.len())],
            })
        })
    }

    /// The table of a game, with players seated and deployments dealt.
    fn table<'a>(&self, game: u64, stop: &'a AtomicBool, clock: &'a dyn Clock) -> Table<'a> {
        let (seats, offered) = self.plan(game);
        let player = |seat: Seat| {
            let rng = random::stream(self.seed, &[PLAYING, game, seat.index() as u64]);
            seats[seat.index()].as_ref().map(|spec| spec.player(rng))
        };
        let budget = |seat: Seat| {
            let spec = seats[seat.index()].as_ref();
            let nodes = spec.and_then(SeatSpec::nodes);
            let time = spec.and_then(SeatSpec::movetime);
            Budget { nodes, time, stop, clock }
        };
        Table {
            board: self.board,
            rules: self.rules,
            visibility: self.visibility,
            first: self.first,
            players: Seat::ALL.map(player),
            offered,
            budgets: Seat::ALL.map(budget),
            stop,
        }
    }

    /// The deployments that the players of a game choose, given those they are dealt.
    pub(super) fn deployed(&self, game: u64) -> BySeat<Deployment> {
        let (stop, clock) = (AtomicBool::new(false), WallClock::default());
        let mut table = self.table(game, &stop, &clock);
        let _failed = table.deploy();
        table.offered
    }

    /// Plays one game.
    ///
    /// # Errors
    ///
    /// If it cannot begin.
    pub fn play(&self, game: u64, stop: &AtomicBool) -> Result<Record, SetupFaults> {
        let clock = WallClock::default();
        let played = play_game(self.table(game, stop, &clock))?;
        Ok(Record {
            deployments: played.deployments.map(|d| d.map(|d| d.to_string())),
            events: Record::events_text(&played.events, self.board),
            result: played.result,
            plies: played.world.ply(),
            ..self.head(game)
        })
    }

    /// The record of a game before it is played.
    pub(super) fn head(&self, game: u64) -> Record {
        let (seats, dealt) = self.plan(game);
        Record {
            version: env!("CARGO_PKG_VERSION").into(),
            game,
            seed: self.seed,
            board: self.board.name().into(),
            rules: self.rules,
            visibility: self.visibility,
            seats: seats.map(|s| s.map(|s| s.to_string())),
            first: self.first.letter(),
            deployments: dealt.map(|d| d.map(|d| d.to_string())),
            start: None,
            events: String::new(),
            result: GameResult::of(None, &self.rules),
            plies: 0,
        }
    }

    /// Plays the games from `done` up to `games` on `jobs` threads; `each` gets every record in
    /// the order of the games, whatever the threads.
    ///
    /// # Errors
    ///
    /// If a game cannot begin, or `each` fails.
    pub fn run<E: From<SetupFaults>>(
        &self,
        done: u64,
        games: u64,
        jobs: usize,
        stop: &AtomicBool,
        mut each: impl FnMut(Record) -> Result<(), E>,
    ) -> Result<Stop, E> {
        let work = |game| self.play(game, stop);
        ordered(jobs, done..games.max(done), stop, work, |_, record| each(record?))
    }
}
