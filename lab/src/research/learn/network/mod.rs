//! Training the evaluation network for open worlds, from the results of games and from recorded search
//! values.
//!
//! Source: stochastic gradient descent on a logistic loss towards a blend of results and values of
//! searches is how networks of this family are trained (Nasu, 2018; Stockfish's `nnue-pytorch`), Adam
//! is Kingma & Ba's (ICLR 2015) with the decay of Loshchilov & Hutter (ICLR 2019), inputs shared in
//! training and folded afterwards are that trainer's *factorizer*; which are shared is *our reading*.

mod model;
mod quality;
mod training;
mod training_positions;

pub use model::{NetworkModel, whole};
pub use quality::{NetworkQuality, TargetFit};
pub use training::{Epoch, Trained, Training};
pub use training_positions::{DividedGames, Draw, TrainingPosition, TrainingPositions};
