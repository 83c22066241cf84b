//! The game as an environment: numbered players, numbered actions, chance nodes, tensors, batches.
//!
//! For programs that learn or study games through a general interface, such as OpenSpiel's or
//! Gymnasium's. The words are OpenSpiel's: a [`Game`] makes a [`State`]; a state has a current
//! player, legal actions, chance outcomes, returns, an information state and an observation.
//!
//! * Players are numbered in the order S, E, N, W of the seats that play.
//! * An action is a number: `from * n + to`, with the *n* stations numbered in reading order; after all moves,
//!   with [`Deal::Players`], twelve placements by kind ([`Actions`]).
//! * The armies are dealt by chance or placed by the players ([`Deal`]).
//! * An [`Observer`] is a player, the public or everyone; its observation is a tensor of [`CHANNELS`] channels, by
//!   station or by cell ([`TensorFormat`]), or a text.
//! * [`Batch`] steps many games at once and writes into the caller's arrays.
//!
//! ```
//! use junqi_core::env::{Deal, Game, GameOptions, State, Turn};
//! use junqi_core::base::random;
//! use rand::RngExt;
//!
//! let game = Game::new(GameOptions { deal: Deal::Pool, ..GameOptions::default() })?;
//! let mut rng = random::stream(1, &[]);
//! let mut state = State::start(&game);
//! while state.turn() == Turn::Chance {
//!     let outcomes = state.chance_outcomes();
//!     state.apply(outcomes[rng.random_range(0..outcomes.len())].0)?;
//! }
//! assert_eq!(state.turn(), Turn::Player(0));
//! let actions = state.legal_actions();
//! state.apply(actions[0])?;
//! assert_eq!(state.returns(), [0.0; 4]);
//! # Ok::<(), junqi_core::env::EnvError>(())
//! ```

mod actions;
mod batch;
mod deal;
mod error;
mod game;
mod observer;
mod opponent;
mod resample;
mod response;
mod state;
mod tensor;
mod texts;

pub use actions::{Actions, KINDS, MOVE_ACTIONS, Numbering, STATIONS};
pub use batch::{Batch, BatchArrays, BatchOptions};
pub use deal::Deal;
pub use error::EnvError;
pub use game::{Game, GameOptions};
pub use observer::Observer;
pub use opponent::Opponent;
pub use response::{BestResponse, Strategy, best_response, seat_strategy};
pub use state::{State, Turn};
pub use tensor::{Beliefs, CHANNELS, Element, Layout, TensorFormat};
