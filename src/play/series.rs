//! Series: many games whose every choice follows from a seed and the number of the game.

use super::{Budget, Game, SeatSpec, Stop, Table, WallClock, ordered, play_game};
use crate::belief::Visibility;
use crate::board::{Board, Seat};
use crate::format::Record;
use crate::random;
use crate::rules::{Deployment, Mode, Rules, SetupFaults, Team};
use rand::RngExt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

/// Where deployments come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Deal {
    /// Drawn uniformly from these, for each seat on its own.
    Pool(Vec<Deployment>),
    /// Drawn uniformly from all legal ones.
    Sample,
}

/// Who plays.
#[derive(Debug, Clone, PartialEq, Eq)]
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

/// Why a file cannot be gone on with.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ResumeError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It holds something else.
    #[error("line {line}: found {found}, expected game {game} of this run; choose another file")]
    Other {
        /// From 1.
        line: u64,
        /// What is there.
        found: String,
        /// The game that belongs there, from 0.
        game: u64,
    },
}

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

    /// Plays one game.
    ///
    /// # Errors
    ///
    /// If it cannot begin.
    pub fn play(&self, game: u64, stop: &AtomicBool) -> Result<Record, SetupFaults> {
        let (seats, offered) = self.plan(game);
        let player = |seat: Seat| {
            let rng = random::stream(self.seed, &[PLAYING, game, seat.index() as u64]);
            seats[seat.index()].as_ref().map(|spec| spec.player(rng))
        };
        let clock = WallClock::default();
        let budget = |seat: Seat| {
            let spec = seats[seat.index()].as_ref();
            let nodes = spec.and_then(SeatSpec::nodes);
            let time = spec.and_then(SeatSpec::movetime);
            Budget { nodes, time, stop, clock: &clock }
        };
        let (board, rules, visibility, first) =
            (self.board, self.rules, self.visibility, self.first);
        let players = Seat::ALL.map(player);
        let budgets = Seat::ALL.map(budget);
        let table = Table { board, rules, visibility, first, players, offered, budgets };
        Ok(self.record(game, &play_game(table)?))
    }

    fn record(&self, game: u64, played: &Game) -> Record {
        Record {
            version: env!("CARGO_PKG_VERSION").into(),
            game,
            seed: self.seed,
            rules: self.rules,
            visibility: self.visibility,
            seats: self.plan(game).0.map(|s| s.map(|s| s.to_string())),
            first: self.first.letter(),
            deployments: played.deployments.map(|d| d.map(|d| d.to_string())),
            start: None,
            events: Record::events_text(&played.events, self.board),
            result: played.result.clone(),
            plies: played.world.ply(),
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

    /// Opens the file of a run to go on with it: whole records of this very run are kept and given
    /// to `each`, half a last line is dropped.
    ///
    /// # Errors
    ///
    /// If the file holds anything else.
    pub fn resume(
        &self,
        path: &Path,
        mut each: impl FnMut(Record),
    ) -> Result<(File, u64), ResumeError> {
        let file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        let mut reader = BufReader::new(&file);
        let (mut game, mut whole, mut line) = (0, 0, vec![]);
        loop {
            line.clear();
            let length = reader.read_until(b'\n', &mut line)?;
            if line.last() != Some(&b'\n') {
                break;
            }
            each(self.own_record(game, &line).map_err(|found| ResumeError::Other {
                line: game + 1,
                found,
                game,
            })?);
            whole += length as u64;
            game += 1;
        }
        file.set_len(whole)?;
        (&file).seek(SeekFrom::End(0))?;
        Ok((file, game))
    }

    /// The record of a line, if it is the game this series would play.
    fn own_record(&self, game: u64, line: &[u8]) -> Result<Record, String> {
        let record: Record =
            serde_json::from_slice(line).map_err(|e| format!("no record ({e})"))?;
        let (seats, deployments) = self.plan(game);
        let same = |texts: &BySeat<String>, ours: BySeat<String>| *texts == ours;
        let wrong = if record.game != game {
            format!("game {}", record.game)
        } else if (record.seed, record.first) != (self.seed, self.first.letter()) {
            format!("a game with seed {} and first seat {}", record.seed, record.first)
        } else if (record.rules, record.visibility) != (self.rules, self.visibility) {
            format!("a game with rules {} and {:?}", record.rules, record.visibility)
        } else if !same(&record.seats, seats.map(|s| s.map(|s| s.to_string()))) {
            format!("a game of {:?}", record.seats.iter().flatten().collect::<Vec<_>>())
        } else if !same(&record.deployments, deployments.map(|d| d.map(|d| d.to_string()))) {
            "a game with other deployments".into()
        } else {
            return Ok(record);
        };
        Err(wrong)
    }
}

/// Writes a record as a whole line.
///
/// # Errors
///
/// If the file cannot be written.
pub fn append(mut file: &File, record: &Record) -> io::Result<()> {
    file.write_all(format!("{}\n", record.line()).as_bytes())
}

/// What came of the games so far.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct Summary {
    /// Games played.
    pub games: u64,
    /// Won by the first team (S and N; S in a game of two), by the second, and by nobody.
    pub first_team: u64,
    /// Won by the second team.
    pub second_team: u64,
    /// Won by nobody.
    pub draws: u64,
    /// By seat: games its team won.
    pub seat_wins: [u64; 4],
    /// By seat: games at whose end it was still in.
    pub seat_survived: [u64; 4],
    /// By reason of ending.
    pub endings: std::collections::BTreeMap<String, u64>,
    /// Moves made in all games.
    pub plies: u64,
    /// Moves of the shortest and the longest game.
    pub shortest: u32,
    /// Moves of the longest game.
    pub longest: u32,
}

impl Summary {
    /// Counts a game.
    pub fn add(&mut self, record: &Record) {
        self.shortest =
            if self.games == 0 { record.plies } else { self.shortest.min(record.plies) };
        self.longest = self.longest.max(record.plies);
        self.games += 1;
        self.plies += u64::from(record.plies);
        *self.endings.entry(record.result.why.clone()).or_default() += 1;
        let winner = record.result.winning_team();
        match winner {
            Some(Team::First) => self.first_team += 1,
            Some(Team::Second) => self.second_team += 1,
            None => self.draws += 1,
        }
        for seat in record.rules.seats().iter() {
            let won = winner == Some(record.rules.team(seat));
            let out = record.events.contains(&format!(",-{seat}."));
            self.seat_wins[seat.index()] += u64::from(won);
            self.seat_survived[seat.index()] += u64::from(!out);
        }
    }
}
