//! Case files: positions, scripts, complete games, fight tables. Formats in `docs/FORMATS.md`.

use super::beliefs::BeliefCase;
use super::case_event::{CaseCell, CaseEvent, at, clash_word, mv, seat, station};
use super::report::VerifyReport;
use junqi_core::game::board::{Board, Seat, SeatSet};
use junqi_core::game::format::GameResult;
use junqi_core::game::rules::{BombVsFlag, Kind, Rules, Setup, World, clash, perft};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;

#[derive(Deserialize)]
struct Case {
    #[serde(default)]
    rules: Rules,
    turn: char,
    pieces: Vec<(char, char, CaseCell)>,
    #[serde(default)]
    alive: Option<Vec<char>>,
    #[serde(default)]
    quiet: u32,
    #[serde(default)]
    ply: u32,
    #[serde(default)]
    flags_shown: Vec<char>,
    expect: Option<Expect>,
    #[serde(default)]
    steps: Vec<Step>,
    end: Option<End>,
}

#[derive(Deserialize)]
struct Expect {
    n_moves: Option<usize>,
    legal_moves: Option<Vec<[CaseCell; 2]>>,
    #[serde(default)]
    perft: Vec<u64>,
}

#[derive(Deserialize)]
struct Step {
    r#move: Option<[CaseCell; 2]>,
    resign: Option<char>,
    event: Option<CaseEvent>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct End {
    pieces: BTreeSet<(char, char, CaseCell)>,
    result: Option<EndResult>,
    /// The seat to move; not compared after the end of the game.
    turn: Option<char>,
    quiet: u32,
    ply: u32,
    alive: BTreeSet<char>,
    flags_shown: BTreeSet<char>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct EndResult {
    winner: Option<u8>,
    why: String,
}

pub(super) fn verify_cases(
    board: &'static Board,
    place: &str,
    file: &Value,
    report: &mut VerifyReport,
) {
    let Some(cases) = file["cases"].as_array() else {
        return report.disagree(place, "`cases` is not a list");
    };
    for (number, value) in cases.iter().enumerate() {
        let id = value["id"].as_str().map_or_else(|| format!("#{}", number + 1), Into::into);
        let place = format!("{place}, case {id}");
        if value.get("posterior").is_some() {
            let checked = BeliefCase::deserialize(value)
                .map_err(|e| e.to_string())
                .and_then(|case| case.verify(board, &place, report));
            checked.unwrap_or_else(|error| report.disagree(&place, error));
            continue;
        }
        let checked = Case::deserialize(value)
            .map_err(|e| e.to_string())
            .and_then(|case| Ok((case.world(board)?, case)));
        match checked {
            Ok((world, case)) => case.verify(world, &place, report),
            Err(error) => report.disagree(&place, error),
        }
    }
}

fn seats(letters: &[char]) -> Result<SeatSet, String> {
    letters.iter().map(|&l| seat(l)).collect()
}

impl Case {
    fn world(&self, board: &'static Board) -> Result<World, String> {
        let mut pieces = vec![];
        for &(owner, letter, cell) in &self.pieces {
            let kind = Kind::from_letter(letter)
                .ok_or_else(|| format!("found piece `{letter}`, expected a..i, x, m, q"))?;
            pieces.push((seat(owner)?, kind, station(board, cell)?));
        }
        let setup = Setup {
            board,
            rules: self.rules,
            pieces,
            turn: seat(self.turn)?,
            alive: self.alive.as_ref().map_or(Ok(self.rules.seats()), |letters| seats(letters))?,
            flags_shown: seats(&self.flags_shown)?,
            quiet: self.quiet,
            ply: self.ply,
            gone: Default::default(),
        };
        World::lenient(&setup).map_err(|faults| faults.to_string())
    }

    fn verify(self, mut world: World, place: &str, report: &mut VerifyReport) {
        if let Some(expect) = &self.expect {
            report.positions += 1;
            expect.verify(&mut world, place, report);
        }
        if self.end.is_none() && self.steps.is_empty() {
            if self.expect.is_none() {
                report
                    .disagree(place, "found nothing to check, expected `expect`, `steps` or `end`");
            }
            return;
        }
        report.games += 1;
        for (number, step) in self.steps.iter().enumerate() {
            let place = format!("{place}, step {}, ply {}", number + 1, world.ply());
            match step.make(&mut world) {
                Ok(event) => {
                    report.moves += usize::from(step.r#move.is_some());
                    report.fights += usize::from(event.result != "move");
                    if step.event.as_ref().is_some_and(|expected| *expected != event) {
                        report.disagree(&place, differ(&event, &step.event));
                    }
                }
                Err(error) => return report.disagree(&place, error),
            }
        }
        if let Some(mut end) = self.end {
            end.turn = end.turn.filter(|_| end.result.is_none());
            let found = End::of(&world);
            if found != end {
                report.disagree(&format!("{place}, end"), differ(&found, &end));
            }
        }
    }
}

/// The text of a disagreement between the engine (found) and the file (expected).
fn differ(found: &impl Serialize, expected: &impl Serialize) -> String {
    let found = serde_json::json!(found);
    let expected = serde_json::json!(expected);
    format!("found {found}, expected {expected}")
}

impl Expect {
    fn verify(&self, world: &mut World, place: &str, report: &mut VerifyReport) {
        let board = world.board();
        let mut moves: Vec<[CaseCell; 2]> = world.moves().map(|m| m.cells(board).map(at)).collect();
        moves.sort_unstable();
        if self.n_moves.is_some_and(|n| n != moves.len()) {
            report.disagree(
                place,
                format!(
                    "found {} moves, expected {}",
                    moves.len(),
                    self.n_moves.unwrap_or_default()
                ),
            );
        }
        if self.legal_moves.as_ref().is_some_and(|list| *list != moves) {
            report.disagree(place, differ(&moves, &self.legal_moves));
        }
        for (depth, &expected) in (1..).zip(&self.perft) {
            let found = perft(world, depth);
            if found != expected {
                report
                    .disagree(place, format!("perft {depth}: found {found}, expected {expected}"));
            }
        }
    }
}

impl Step {
    fn make(&self, world: &mut World) -> Result<CaseEvent, String> {
        let board = world.board();
        let event = match (self.r#move, self.resign) {
            (Some(cells), None) => world.play(mv(board, cells)?).map_err(|e| e.to_string())?,
            (None, Some(letter)) => {
                let event = world.resign(seat(letter)?);
                event.ok_or("found a resignation of a seat that no longer plays")?
            }
            _ => return Err("found an unknown step, expected either `move` or `resign`".into()),
        };
        Ok(CaseEvent::of(&event, board))
    }
}

impl End {
    fn of(world: &World) -> Self {
        let mut pieces = BTreeSet::new();
        for (id, station) in world.pieces() {
            let cell = at(world.board().cell(station));
            pieces.insert((id.seat().letter(), world.kind(id).letter(), cell));
        }
        let result = GameResult::of(world.outcome(), world.rules());
        Self {
            pieces,
            result: world.outcome().map(|_| EndResult { winner: result.winner, why: result.why }),
            turn: world.outcome().is_none().then(|| world.turn().letter()),
            quiet: world.quiet(),
            ply: world.ply(),
            alive: world.alive().iter().map(Seat::letter).collect(),
            flags_shown: world.flags_shown().iter().map(Seat::letter).collect(),
        }
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
