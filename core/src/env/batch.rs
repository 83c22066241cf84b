//! Many games at once, written into the caller's arrays.

use super::actions::Numbering;
use super::error::EnvError;
use super::game::Game;
use super::state::{State, Turn};
use super::tensor::{Element, TensorFormat};
use crate::base::random;
use crate::game::board::Seat;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::{Arc, Mutex, PoisonError};

/// The most games of a batch. Their observations take 6 GB in single precision.
const MOST_GAMES: usize = 65_536;

/// Games that are stepped together. A finished game is replaced at once by a new one.
///
/// Actions and observations are turned: the player to act sits at the bottom. Games depend on the seed,
/// their number in the batch and how many were finished there, not on the number of threads.
pub struct Batch {
    game: Arc<Game>,
    options: BatchOptions,
    games: Vec<Running>,
    /// The threads beside the caller's own.
    others: Option<ThreadPool>,
}

/// The options of a batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BatchOptions {
    /// Number of games.
    pub games: usize,
    /// Random seed of the deals.
    pub seed: u64,
    /// Number of threads, the caller's included.
    pub threads: usize,
    /// The form of an observation; always turned.
    pub format: TensorFormat,
    /// The numbering of actions.
    pub numbering: Numbering,
}

#[derive(Clone)]
struct Running {
    state: State,
    /// Number of games finished in this place of the batch.
    finished: u64,
    /// The numbers of the legal turned actions, once they were written.
    legal: Vec<u32>,
}

/// The arrays that a step writes, for *n* games of *p* players with *a* actions; row by row.
#[derive(Debug)]
pub struct BatchArrays<'a, T> {
    /// Shape `(n, ...)`: what the player to act sees.
    pub observations: &'a mut [T],
    /// Shape `(n, a)`: whether an action is legal.
    pub mask: &'a mut [bool],
    /// Shape `(n, p)`: results of games that this step ended, 0 elsewhere.
    pub rewards: &'a mut [f32],
    /// Shape `(n,)`: whether this step ended the game. The other arrays are those of the next one.
    pub done: &'a mut [bool],
    /// Shape `(n,)`: the player to act.
    pub players: &'a mut [i32],
}

/// The arrays of one game.
struct Row<'a, T> {
    observation: &'a mut [T],
    mask: &'a mut [bool],
    rewards: &'a mut [f32],
    done: &'a mut bool,
    player: &'a mut i32,
}

impl Batch {
    /// Begins a number of games.
    ///
    /// # Errors
    ///
    /// If there are to be no games, or threads cannot be started.
    pub fn new(game: Arc<Game>, options: BatchOptions) -> Result<Self, EnvError> {
        let BatchOptions { games, seed, threads, format, .. } = options;
        if games == 0 || games > MOST_GAMES {
            return Err(EnvError::Games(games, MOST_GAMES));
        }
        let others = (threads > 1).then(|| {
            let others = ThreadPoolBuilder::new().num_threads(threads - 1);
            others.build().map_err(|_| EnvError::Threads(threads))
        });
        let others = others.transpose()?;
        let games = (0..games).map(|place| Running::begin(&game, seed, place, 0)).collect();
        let format = TensorFormat { turned: true, ..format };
        Ok(Self { options: BatchOptions { format, ..options }, game, games, others })
    }

    /// The game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Number of games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Whether there are no games; there always are.
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// The form of an observation.
    pub fn format(&self) -> TensorFormat {
        self.options.format
    }

    /// Number of actions in the numbering of the batch.
    pub fn actions(&self) -> usize {
        self.game.numbered(self.options.numbering) as usize
    }

    /// The state of a game, by its number in the batch.
    pub fn state(&self, number: usize) -> Option<&State> {
        self.games.get(number).map(|running| &running.state)
    }

    /// Writes the arrays of the states as they are; `rewards` and `done` are 0.
    ///
    /// # Errors
    ///
    /// If an array has the wrong length; nothing is written then.
    pub fn observe<T: Element>(&mut self, arrays: BatchArrays<'_, T>) -> Result<(), EnvError> {
        let options = self.options;
        self.run(arrays, |running, _, row| {
            *row.done = false;
            row.rewards.fill(0.0);
            running.write(&options, row)
        })
    }

    /// Makes one turned action in every game, begins a new game in place of each that ended, and
    /// writes the arrays.
    ///
    /// # Errors
    ///
    /// If an array has the wrong length, or an action is not legal; no game is stepped then.
    pub fn step<T: Element>(
        &mut self,
        actions: &[i64],
        arrays: BatchArrays<'_, T>,
    ) -> Result<(), EnvError> {
        length("actions", actions.len(), self.games.len())?;
        self.check_arrays(&arrays)?;
        let actions = self.checked(actions)?;
        let game = self.game.clone();
        let options = self.options;
        self.run(arrays, |running, place, row| {
            running.state.apply(actions[place])?;
            *row.done = running.state.turn() == Turn::Over;
            row.rewards.fill(0.0);
            if *row.done {
                let returns = running.state.returns();
                let rewards = row.rewards.iter_mut().zip(returns);
                rewards.for_each(|(reward, value)| *reward = value as f32);
                *running = Running::begin(&game, options.seed, place, running.finished + 1);
            }
            running.write(&options, row)
        })
    }

    /// The actions on the board as it lies; all are legal.
    fn checked(&self, actions: &[i64]) -> Result<Vec<u32>, EnvError> {
        let mut checked = vec![];
        for (game, (running, &action)) in self.games.iter().zip(actions).enumerate() {
            let action = running.checked(action, self.options.numbering);
            checked.push(action.map_err(|error| EnvError::InBatch { game, error: error.into() })?);
        }
        Ok(checked)
    }

    fn check_arrays<T>(&self, arrays: &BatchArrays<'_, T>) -> Result<(), EnvError> {
        let n = self.games.len();
        length("observations", arrays.observations.len(), n * self.format().size(&self.game))?;
        length("mask", arrays.mask.len(), n * self.actions())?;
        length("rewards", arrays.rewards.len(), n * self.game.players())?;
        length("done", arrays.done.len(), n)?;
        length("players", arrays.players.len(), n)
    }

    /// Calls a function for every game with its number and its arrays.
    fn run<T: Element>(
        &mut self,
        arrays: BatchArrays<'_, T>,
        work: impl Fn(&mut Running, usize, &mut Row<'_, T>) -> Result<(), EnvError> + Sync,
    ) -> Result<(), EnvError> {
        self.check_arrays(&arrays)?;
        let rows = arrays.rows(self.format().size(&self.game), self.actions(), self.game.players());
        let jobs = self.games.iter_mut().zip(rows).enumerate();
        let work = |(place, (running, mut row))| work(running, place, &mut row);
        match &self.others {
            Some(others) => share(others, jobs.collect(), work),
            None => jobs.into_iter().try_for_each(work),
        }
    }
}

/// Does jobs on the caller's thread and others. A thread always gets the same part of the jobs, so that
/// what they write stays in its cache.
fn share<J: Send>(
    others: &ThreadPool,
    mut jobs: Vec<J>,
    work: impl Fn(J) -> Result<(), EnvError> + Sync,
) -> Result<(), EnvError> {
    let threads = others.current_num_threads() + 1;
    let parts = (1..threads).rev().map(|part| jobs.split_off(jobs.len() * part / (part + 1)));
    let parts: Vec<_> = parts.map(|part| Mutex::new((part, Ok(())))).collect();
    let mut own = Ok(());
    others.in_place_scope(|scope| {
        scope.spawn_broadcast(|_, thread| {
            let mut part = parts[thread.index()].lock().unwrap_or_else(PoisonError::into_inner);
            let (jobs, result) = &mut *part;
            *result = jobs.drain(..).try_for_each(&work);
        });
        own = jobs.into_iter().try_for_each(&work);
    });
    let results =
        parts.into_iter().map(|part| part.into_inner().unwrap_or_else(PoisonError::into_inner).1);
    results.chain([own]).collect()
}

impl<'a, T> BatchArrays<'a, T> {
    /// The arrays by game.
    fn rows(self, size: usize, actions: usize, players: usize) -> impl Iterator<Item = Row<'a, T>> {
        let observations = self.observations.chunks_mut(size);
        let masks = self.mask.chunks_mut(actions);
        let rewards = self.rewards.chunks_mut(players);
        let ends = self.done.iter_mut().zip(self.players);
        observations.zip(masks).zip(rewards).zip(ends).map(
            |(((observation, mask), rewards), (done, player))| Row {
                observation,
                mask,
                rewards,
                done,
                player,
            },
        )
    }
}

impl Running {
    /// A game by the seed of the batch, its place and the number of games finished there.
    fn begin(game: &Arc<Game>, seed: u64, place: usize, finished: u64) -> Self {
        let mut rng = random::stream(seed, &[place as u64, finished]);
        Self { state: State::dealt(game, &mut rng), finished, legal: vec![] }
    }

    /// The player to act: games that are over are replaced at once.
    fn player(&self) -> usize {
        match self.state.turn() {
            Turn::Player(player) => player,
            Turn::Chance | Turn::Over => unreachable!("games of a batch are dealt and not over"),
        }
    }

    /// The seat of the player to act.
    fn seat(&self) -> Seat {
        self.state.game().seats()[self.player()]
    }

    /// A numbered turned action on the board as it lies.
    fn checked(&self, number: i64, numbering: Numbering) -> Result<u32, EnvError> {
        let action = self.state.turned_back(number, numbering)?;
        if !self.legal.iter().any(|&legal| i64::from(legal) == number) {
            self.state.check(action)?;
        }
        Ok(action)
    }

    fn write<T: Element>(
        &mut self,
        options: &BatchOptions,
        row: &mut Row<'_, T>,
    ) -> Result<(), EnvError> {
        let player = self.player();
        let seat = self.seat();
        let game = self.state.game();
        *row.player = player as i32;
        self.legal.clear();
        self.state.each_legal_action(seat, |action| {
            self.legal.push(game.number(action, options.numbering));
        });
        row.mask.fill(false);
        for &number in &self.legal {
            row.mask[number as usize] = true;
        }
        self.state.write_tensor(player, options.format, row.observation)
    }
}

fn length(name: &'static str, found: usize, expected: usize) -> Result<(), EnvError> {
    if found == expected { Ok(()) } else { Err(EnvError::Length { name, found, expected }) }
}
