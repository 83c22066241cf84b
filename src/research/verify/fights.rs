//! Fight tables.

use super::VerifyReport;
use crate::game::rules::{BombVsFlag, CombatResult, Kind, Rules, clash};
use serde::Deserialize;
use serde_json::Value;

/// The word for an outcome in case files.
pub(super) fn clash_word(result: CombatResult) -> &'static str {
    match result {
        CombatResult::Win => "win",
        CombatResult::Lose => "lose",
        CombatResult::Both => "both",
    }
}

/// Parses the word of an outcome; `move` has none.
pub(super) fn clash_of(word: &str) -> Result<Option<CombatResult>, String> {
    match word {
        "move" => Ok(None),
        "win" => Ok(Some(CombatResult::Win)),
        "lose" => Ok(Some(CombatResult::Lose)),
        "both" => Ok(Some(CombatResult::Both)),
        _ => Err(format!("found result `{word}`, expected move, win, lose or both")),
    }
}

/// Verifies a fight table: lists of attackers and defenders, and a matrix of outcomes for `default` or
/// a rule option.
pub(super) fn verify_fights(place: &str, file: &Value, report: &mut VerifyReport) {
    let kinds = |key: &str| -> Option<Vec<Kind>> {
        let letters: Vec<char> = Vec::deserialize(&file[key]).ok()?;
        letters.into_iter().map(Kind::from_letter).collect()
    };
    let (Some(attackers), Some(defenders)) = (kinds("attackers"), kinds("defenders")) else {
        return report.disagree(place, "`attackers` and `defenders` must be lists of pieces");
    };
    for (key, table) in file.as_object().into_iter().flatten() {
        let place = format!("{place}, table {key}");
        let rules = match key.as_str() {
            "attackers" | "defenders" | "format" | "text" => continue,
            key => key.parse::<Rules>(),
        };
        match (rules, Vec::<Vec<String>>::deserialize(table)) {
            (Ok(rules), Ok(table)) => {
                verify_table(&rules, &attackers, &defenders, &table, &place, report);
            }
            (Err(error), _) => report.disagree(&place, error),
            (_, Err(error)) => report.disagree(&place, error),
        }
    }
}

fn verify_table(
    rules: &Rules,
    attackers: &[Kind],
    defenders: &[Kind],
    table: &[Vec<String>],
    place: &str,
    report: &mut VerifyReport,
) {
    if table.len() != attackers.len() || table.iter().any(|row| row.len() != defenders.len()) {
        let expected = format!("{} rows of {}", attackers.len(), defenders.len());
        return report
            .disagree(place, format!("found a table of another size, expected {expected}"));
    }
    for (&a, row) in attackers.iter().zip(table) {
        for (&d, expected) in defenders.iter().zip(row) {
            report.fights += 1;
            let found = fight_word(rules, a, d);
            if found != expected {
                report.disagree(
                    place,
                    format!("{a} against {d}: found {found}, expected {expected}"),
                );
            }
        }
    }
}

fn fight_word(rules: &Rules, attacker: Kind, defender: Kind) -> &'static str {
    let barred = rules.bomb_vs_flag == BombVsFlag::Illegal;
    match (attacker, defender) {
        (Kind::Bomb, Kind::Flag) if barred => "illegal",
        _ if !attacker.is_mobile() => "illegal",
        _ => clash_word(clash(attacker, defender, rules.mine_on_hit)),
    }
}
