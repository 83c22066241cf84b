//! Series: many games whose every choice follows from a seed and the number of the game.

use super::{Budget, Game, SeatSpec, Table, play_game};
use crate::belief::Visibility;
use crate::board::{Board, Seat};
use crate::clock::{Clock, WallClock};
use crate::format::{GameResult, NamedDeployment, Record, by_letter};
use crate::random;
use crate::rules::{Deployment, Mode, Rules, SetupFaults, Team};
use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};
use std::sync::atomic::AtomicBool;

/// Where deployments come from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deal {
    /// Drawn uniformly from these, of which there must be one at least, for each seat on its own.
    #[serde(with = "super::files::deployments")]
    Pool(Vec<Deployment>),
    /// Drawn from these by their shares, of which only ratios matter: a mixed strategy.
    #[serde(with = "super::files::shares")]
    Book(Vec<(u32, Deployment)>),
    /// The first of two for a team's first seat, the second for its partner.
    #[serde(with = "super::files::deployments")]
    Partners(Vec<Deployment>),
    /// Drawn uniformly from all legal ones.
    Sample,
}

/// Who plays.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Lineup {
    /// The same seats in every game; new deployments each time.
    #[serde(with = "by_letter")]
    Fixed([Option<SeatSpec>; 4]),
    /// Two sides in units that cancel the luck of deployments, seats and the first move: in a
    /// game of two, pairs with the same two deployments and the sides exchanged; in a game of
    /// four, the same four deployments turned once through the seats, so that each side has each
    /// pair of opposite deployments once as the first mover's team and once as the other.
    Match([SeatSpec; 2]),
    /// Two sources of deployments, the series' own deal and another, both played by the same seat:
    /// units as of a match, in which deployments stay with their side and seats are exchanged.
    Deployments {
        /// Who plays everywhere.
        seat: SeatSpec,
        /// Where the second side's deployments come from.
        against: Deal,
    },
}

/// A series of games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Series {
    /// The board.
    #[serde(with = "super::files::board")]
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

/// Games of a match that cancel luck together.
pub fn unit_of_match(mode: Mode) -> u64 {
    match mode {
        Mode::One => 2,
        Mode::Two => 4,
    }
}

/// Whether the sides of a match of two seats are exchanged in a game.
pub fn is_exchanged(game: u64, mode: Mode) -> bool {
    let unit = unit_of_match(mode);
    game % unit >= unit / 2
}

impl Deal {
    /// Lawful deployments of files: a book if they have shares, of which a missing one is 0.
    pub fn book(all: Vec<NamedDeployment>) -> Self {
        let shared = |named: NamedDeployment| Some((named.share, named.deployment.ok()?));
        let all: Vec<_> = all.into_iter().filter_map(shared).collect();
        if all.iter().all(|(share, _)| share.is_none()) {
            return Self::Pool(all.into_iter().map(|(_, deployment)| deployment).collect());
        }
        let book = all.into_iter().map(|(share, deployment)| (share.unwrap_or(0), deployment));
        Self::Book(book.collect())
    }

    /// A deployment for a seat.
    pub(super) fn draw(&self, seat: Seat, rng: &mut impl Rng) -> Deployment {
        match self {
            Self::Sample => Deployment::sample(rng),
            Self::Pool(pool) => pool[rng.random_range(0..pool.len())],
            Self::Book(book) => drawn(book, rng),
            Self::Partners(two) => two[(seat.index() / 2) % two.len()],
        }
    }
}

/// One of a book, in proportion to the shares.
fn drawn(book: &[(u32, Deployment)], rng: &mut impl Rng) -> Deployment {
    let all: u64 = book.iter().map(|(share, _)| u64::from(*share)).sum();
    let mut place = rng.random_range(0..all.max(1));
    let found = book.iter().find(|(share, _)| {
        let share = u64::from(*share);
        let here = place < share;
        place = place.saturating_sub(share);
        here
    });
    found.unwrap_or(&book[0]).1
}

impl Series {
    /// Games in a unit.
    pub fn unit(&self) -> u64 {
        match &self.lineup {
            Lineup::Fixed(_) => 1,
            _ => unit_of_match(self.rules.mode),
        }
    }

    /// So many games, the last unit whole. A number that no whole unit follows is never reached.
    pub fn whole_units(&self, games: u64) -> u64 {
        games.checked_next_multiple_of(self.unit()).unwrap_or(games)
    }

    /// The team of the first of the two sides of a match in a game.
    pub fn team_of_first(&self, game: u64) -> Team {
        let exchanged = match self.lineup {
            Lineup::Fixed(_) => false,
            Lineup::Match(_) => is_exchanged(game, self.rules.mode),
            Lineup::Deployments { .. } => game % 2 == 1,
        };
        if exchanged { Team::Second } else { Team::First }
    }

    /// Who sits where in a game, and with which deployments.
    pub fn plan(&self, game: u64) -> (BySeat<SeatSpec>, BySeat<Deployment>) {
        let dealt = self.dealt(game / self.unit());
        let playing = |seat| self.rules.seats().contains(seat);
        // Turns by which deployments go through the seats, in quarters.
        let turn = match (&self.lineup, self.rules.mode) {
            (Lineup::Fixed(_), _) | (Lineup::Match(_), Mode::One) => 0,
            (_, Mode::Two) => (game % 4) as usize,
            (Lineup::Deployments { .. }, Mode::One) => 2 * (game % 2) as usize,
        };
        let turned = Seat::ALL.map(|seat| dealt[(seat.index() + 4 - turn) % 4]);
        let seats = match &self.lineup {
            Lineup::Fixed(seats) => seats.clone(),
            Lineup::Match([a, b]) => Seat::ALL.map(|seat| {
                let first = self.rules.team(seat) == self.team_of_first(game);
                playing(seat).then(|| if first { a.clone() } else { b.clone() })
            }),
            Lineup::Deployments { seat: spec, .. } => {
                Seat::ALL.map(|seat| playing(seat).then(|| spec.clone()))
            }
        };
        (seats, turned)
    }

    fn dealt(&self, unit: u64) -> BySeat<Deployment> {
        let mut rng = random::stream(self.seed, &[DEALING, unit]);
        Seat::ALL.map(|seat| {
            let deal = match &self.lineup {
                Lineup::Deployments { against, .. } if self.rules.team(seat) == Team::Second => {
                    against
                }
                _ => &self.deal,
            };
            self.rules.seats().contains(seat).then(|| deal.draw(seat, &mut rng))
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
            let game = spec.and_then(SeatSpec::game_time);
            Budget { nodes, time, game, ..Budget::new(stop, clock) }
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
        Ok(self.record(game, &self.game(game, stop)?))
    }

    /// Plays one game and tells everything.
    ///
    /// # Errors
    ///
    /// If it cannot begin.
    pub fn game(&self, game: u64, stop: &AtomicBool) -> Result<Game, SetupFaults> {
        play_game(self.table(game, stop, &WallClock::default()))
    }

    /// The record of a game that was played.
    pub fn record(&self, game: u64, played: &Game) -> Record {
        let mut nodes = [None; 4];
        for turn in &played.turns {
            if let Some(more) = turn.nodes {
                *nodes[turn.seat.index()].get_or_insert(0) += more;
            }
        }
        Record {
            deployments: played.deployments.map(|d| d.map(|d| d.to_string())),
            events: Record::events_text(&played.events, self.board),
            result: played.result.clone(),
            plies: played.world.ply(),
            nodes,
            ..self.head(game)
        }
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
            nodes: [None; 4],
            values: None,
        }
    }
}
