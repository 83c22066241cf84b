//! The counts that one run of an algorithm leaves behind.

use junqi_core::base::number::Number;
use junqi_core::base::options::OptionValues;
use junqi_core::gametree::tree_runs::RunOutcome;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// The reference for chosen moves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reference {
    /// The move, as text.
    #[serde(rename = "move")]
    pub best: String,
    /// Its value, Max's view.
    pub value: f64,
    /// Plies of the search that found it.
    pub depth: u32,
    /// What a random move loses on average, in the unit of the value; known on trees only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub random_loss: Option<f64>,
}

/// The cap that a run hit. Its counts are then lower bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cap {
    /// The cap on nodes.
    Nodes,
    /// The cap on bytes.
    Bytes,
    /// Not run: an option depends on the true value, and the first variant hit a cap.
    Value,
}

/// The counts of a run, by the conventions of `docs/SEARCH.md`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct RunCounts {
    /// The value of the root, as Max sees it; None if the run hit a cap.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// The chosen move as text, if moves have names.
    #[serde(default, rename = "move", skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// Loss of value by that move against the reference's, in the unit of the value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// The cap that was hit; the counts are then lower bounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub censored: Option<Cap>,
    /// The options on this problem.
    #[serde(default, rename = "params", skip_serializing_if = "Json::is_null")]
    pub options: Json,
    /// Static evaluations of leaves, repeats included.
    pub leaves: u64,
    /// Different leaves among them.
    pub unique: u64,
    /// Nodes entered, repeats included.
    pub nodes: u64,
    /// Children looked at for ordering.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub look_ups: u64,
    /// Searches of the whole tree.
    pub passes: u64,
    /// Peak structural bytes.
    pub bytes: u64,
    /// Peak states in OPEN, or entries of the table.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub entries: u64,
    /// States put into OPEN, taken out and purged.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub list_steps: u64,
    /// 64-bit FNV-1a over the leaves in the order of their evaluation, as hexadecimal digits;
    /// empty where leaves have no numbers.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub leaf_order: String,
}

impl RunCounts {
    /// The counts of an outcome on a tree.
    pub fn of(outcome: &RunOutcome, options: &OptionValues) -> Self {
        let extra = |name: &str| outcome.extra.get(name).and_then(Json::as_u64).unwrap_or(0);
        Self {
            value: outcome.value.map(Number::to_f64),
            leaves: outcome.leaf_visits,
            unique: outcome.unique_leaves,
            nodes: outcome.nodes_visited,
            look_ups: outcome.look_ups,
            passes: outcome.passes,
            bytes: outcome.memory.total() as u64,
            entries: extra("open_peak") + extra("tt_entries"),
            list_steps: extra("pops") + extra("inserts") + extra("purged"),
            leaf_order: Self::order_of(&outcome.leaf_order),
            ..Self::default()
        }
        .with_options(options)
    }

    /// Adds the options.
    #[must_use]
    pub fn with_options(self, options: &OptionValues) -> Self {
        let options = options.to_json();
        let empty = options.as_object().is_some_and(serde_json::Map::is_empty);
        Self { options: if empty { Json::Null } else { options }, ..self }
    }

    /// The hash of an order of leaves, see [`Self::leaf_order`]; only the lower 32 bits of each number
    /// count.
    pub fn order_of(leaves: &[u64]) -> String {
        format!("{:016x}", fnv1a(leaves))
    }

    /// The counts of a variant that was not run because the true value is unknown.
    pub(super) fn not_run() -> Self {
        Self { censored: Some(Cap::Value), ..Self::default() }
    }

    /// The value, if the run hit no cap.
    pub fn finished_value(&self) -> Option<f64> {
        self.value.filter(|_| self.censored.is_none())
    }
}

/// Whether a count is 0, so that a file omits it.
pub(super) fn is_zero<T: Default + PartialEq>(count: &T) -> bool {
    *count == T::default()
}

/// 64-bit FNV-1a over node numbers as little-endian 32-bit words. Source: Fowler, Noll & Vo 1991.
fn fnv1a(nodes: &[u64]) -> u64 {
    let words = nodes.iter().flat_map(|&node| (node as u32).to_le_bytes());
    words.fold(0xCBF2_9CE4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fnv_is_the_published_one() {
        let node = u64::from(u32::from_le_bytes(*b"foob"));
        assert_eq!(fnv1a(&[node]), 0xDD12_0E79_0C25_12AF);
        assert_eq!(fnv1a(&[]), 0xCBF2_9CE4_8422_2325);
    }
}
