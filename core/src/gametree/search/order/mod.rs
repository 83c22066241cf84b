//! Move ordering: which move is searched first.

mod certain;
mod history;
mod largest_first;
mod policy;
mod tactical;

pub use certain::{BestCertain, Certain, Certainty};
pub use history::HistoryOrder;
pub use largest_first::LargestFirst;
pub use policy::{First, MoveOrder, Natural, NodeToOrder, OrderCost, Remembered};
pub use tactical::Tactical;
