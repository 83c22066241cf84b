//! What is measured of the built-in deployments, and of groups of deployments against each other.

use serde_json::{Value, json};
use std::sync::LazyLock;

/// `data/books/measured.csv`, whose comments name its columns.
const TABLE: &str = include_str!("../../data/books/measured.csv");

/// The lines of the table as their cells.
static ROWS: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| {
    let lines = TABLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split(',').map(str::trim).collect()).collect()
});

/// A cell as a number; null if it is empty.
fn number(cell: &str) -> Value {
    cell.parse::<f64>().map_or(Value::Null, Value::from)
}

/// The results of a deployment by mode: shares of the points, in percent.
pub(super) fn of(name: &str) -> Vec<Value> {
    let own = ROWS.iter().filter(|row| row.len() == 6 && row[0] == name);
    own.map(|row| {
        json!({"mode": row[1], "games": number(row[2]), "score": number(row[3]),
               "low": number(row[4]), "high": number(row[5])})
    })
    .collect()
}

/// Groups of deployments against each other, in Elo of the first.
pub(super) fn groups() -> Vec<Value> {
    let rows = ROWS.iter().filter(|row| row.len() == 7);
    rows.map(|row| {
        json!({"first": row[0], "second": row[1], "mode": row[2], "games": number(row[3]),
               "elo": number(row[4]), "low": number(row[5]), "high": number(row[6])})
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::data;

    #[test]
    fn every_built_in_deployment_has_results_and_no_result_is_of_another() {
        let named: Vec<String> = data::deployments()
            .into_iter()
            .chain(data::strong_deployments())
            .map(|one| one.name)
            .collect();
        for name in &named {
            assert!(!of(name).is_empty(), "{name}");
        }
        for row in ROWS.iter().filter(|row| row.len() == 6) {
            assert!(named.iter().any(|name| name == row[0]), "{row:?}");
        }
        assert!(groups().len() >= 8 && groups().iter().all(|row| row["elo"].is_number()));
        assert!(ROWS.iter().all(|row| matches!(row.len(), 6 | 7)));
    }
}
