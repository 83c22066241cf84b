//! Learning from recorded games, and measuring what was learned.

mod evaluation;
mod formations;
mod game;
mod habits;
mod network;
mod score;
mod split;
mod summary;

pub use evaluation::{
    Example, Groups, LeftOut, Pull, Quality, RELIABILITY_BINS, Reliability, Sampling, Taken, Tried,
    Tuned, Tuning, army_worth, fit_scale, fit_weights, log_odds,
};
pub use formations::{Fit, Fitted};
pub use game::{Game, GameError};
pub use habits::FitHabits;
pub use network::{Draw, Epoch, Model, Spot, Spots, Trained, Training, foretold, whole};
pub use score::{BINS, Bin, GameScore, Impossible, Scoring, Tally};
pub use split::split;
pub use summary::{Moment, Summary};
