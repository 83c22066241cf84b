//! Players of the library that act in states, as opponents or to compare with.

use super::deal::{kinds, random_army};
use super::state::{State, Turn};
use crate::base::clock::{Stopwatch, WallClock};
use crate::base::random;
use crate::game::belief::View;
use crate::game::board::Seat;
use crate::game::rules::{Event, Kind};
use crate::play::{Action, Bot, GameStart, GameTime, PlayerError, PlayerSpec, SearchRequest};
use std::sync::atomic::AtomicBool;

/// The random stream of a player's army, among those of its number and seat.
const ARMY_STREAM: u64 = 1;

/// A player that acts in states, for any seats and games.
///
/// It learns what its seat sees and nothing else: the first view and the public events. A state that
/// goes on where an earlier one ended is followed; any other begins a new game.
///
/// ```
/// use junqi_core::env::{Deal, Game, GameOptions, Opponent, State};
/// use junqi_core::base::random;
/// use std::sync::atomic::AtomicBool;
///
/// let game = Game::new(GameOptions { deal: Deal::Pool, ..GameOptions::default() })?;
/// let mut state = State::dealt(&game, &mut random::stream(1, &[]));
/// let mut greedy = Opponent::new("greedy".parse()?, 1);
/// let action = greedy.act(&mut state, &AtomicBool::new(false))?;
/// state.apply(action)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Opponent {
    spec: PlayerSpec,
    seed: u64,
    /// Number of players made so far; each has random numbers of its own.
    made: u64,
    /// By seat, the army that the player places.
    placing: [Option<Vec<Kind>>; 4],
    followed: Vec<Followed>,
}

/// A game that a seat follows.
struct Followed {
    seat: Seat,
    start: View,
    events: Vec<Event>,
    bot: Bot,
    /// Time left for the rest of the game, if it has a limit.
    left: Option<GameTime>,
}

impl Opponent {
    /// A player of a seat description, such as `pimc:nodes=2000`; the seed is that of its choices.
    pub fn new(spec: PlayerSpec, seed: u64) -> Self {
        Self { spec, seed, made: 0, placing: Default::default(), followed: vec![] }
    }

    /// The action of the player to act. Once `stop` is true, a search ends with the best move so far. A
    /// player that would resign makes its first legal move.
    ///
    /// # Errors
    ///
    /// If no player is to act, or the player fails.
    pub fn act(&mut self, state: &State, stop: &AtomicBool) -> Result<u32, PlayerError> {
        let Turn::Player(player) = state.turn() else { return Err(PlayerError::NoMove) };
        let seat = state.game().seats()[player];
        let seen = state.seen_by(state.eyes_of(seat));
        let Some((start, events)) = seen else { return self.place(state, player) };
        let known = self.followed.iter().position(|followed| {
            followed.seat == seat && events.starts_with(&followed.events) && followed.start == start
        });
        let mut followed = match known {
            Some(place) => self.followed.swap_remove(place),
            None => self.begin(state, seat, start)?,
        };
        self.followed.retain(|other| other.seat != seat);
        for event in &events[followed.events.len()..] {
            followed.bot.learn(event)?;
            followed.events.push(event.clone());
        }
        let clock = WallClock::default();
        let watch = Stopwatch::start(&clock);
        let request = SearchRequest {
            nodes: self.spec.nodes(),
            time: self.spec.movetime(),
            game: followed.left,
            ..SearchRequest::new(stop, &clock)
        };
        let choice = followed.bot.choose(&request)?;
        let choice = choice.among(state.legal_moves(), state.game().rules());
        followed.left = followed.left.map(|game| game.after(watch.used()));
        self.followed.push(followed);
        match choice.action {
            Action::Move(m) => Ok(state.game().action_numbers().of_move(m, Seat::South)),
            Action::Resign => state.legal_actions().first().copied().ok_or(PlayerError::NoMove),
        }
    }

    fn begin(&mut self, state: &State, seat: Seat, start: View) -> Result<Followed, PlayerError> {
        let mut bot = self.bot(seat);
        bot.begin(&start, seat, state.game().options().visibility)?;
        Ok(Followed { seat, start, events: vec![], bot, left: self.spec.game_time() })
    }

    /// A player for a new game.
    fn bot(&mut self, seat: Seat) -> Bot {
        self.made += 1;
        Bot::new(self.spec.player(random::stream(self.seed, &[self.made, seat.index() as u64])))
    }

    /// The next placement of the army that the player has chosen.
    fn place(&mut self, state: &State, player: usize) -> Result<u32, PlayerError> {
        let seat = state.game().seats()[player];
        let placed = state.placed(player);
        let chosen = self.placing[seat.index()].take();
        let army = match chosen.filter(|army| !placed.is_empty() && army.starts_with(&placed)) {
            Some(army) => army,
            None => self.army(state, seat, &placed)?,
        };
        let next =
            army.get(placed.len()).map(|&kind| state.game().action_numbers().placement(kind));
        self.placing[seat.index()] = Some(army);
        next.ok_or(PlayerError::NoMove)
    }

    /// The deployment that the player chooses, if that begins like the army so far; otherwise a random one that does.
    fn army(
        &mut self,
        state: &State,
        seat: Seat,
        placed: &[Kind],
    ) -> Result<Vec<Kind>, PlayerError> {
        let mut bot = self.bot(seat);
        let options = state.game().options();
        let mut rng = random::stream(self.seed, &[self.made, seat.index() as u64, ARMY_STREAM]);
        let offered = random_army(state.shape(), placed, &mut rng);
        let start = GameStart {
            board: options.board,
            rules: options.rules,
            seat,
            visibility: options.visibility,
            offered,
            game: self.made,
        };
        let chosen = kinds(&bot.deploy(&start)?);
        Ok(if chosen.starts_with(placed) { chosen } else { kinds(&offered) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::env::{Deal, Game, GameOptions};
    use std::time::Duration;

    #[test]
    fn every_move_is_taken_from_the_game_time() {
        let game = Game::new(GameOptions { deal: Deal::Pool, ..GameOptions::default() }).unwrap();
        let mut state = State::dealt(&game, &mut random::stream(1, &[]));
        let mut player = Opponent::new("greedy:gametime=60000".parse().unwrap(), 1);
        let mut left = [Duration::from_secs(60); 4];
        for _ in 0..8 {
            let action = player.act(&state, &AtomicBool::new(false)).unwrap();
            let Followed { seat, left: now, .. } = player.followed.last().unwrap();
            let now = now.unwrap().left;
            assert!(now < left[seat.index()], "{seat}: {now:?}");
            left[seat.index()] = now;
            state.apply(action).unwrap();
        }
    }
}
