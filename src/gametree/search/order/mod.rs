//! Move ordering: which move is searched first.

mod certain;
mod history;
mod largest_first;
mod policy;
mod remembered;
mod tactical;

pub use certain::{BestCertain, Certain, Certainty};
pub use history::HistoryOrder;
pub use largest_first::LargestFirst;
pub use policy::{MoveOrder, Natural, NodeToOrder, OrderCost};
pub use remembered::{First, Remembered};
pub use tactical::Tactical;
