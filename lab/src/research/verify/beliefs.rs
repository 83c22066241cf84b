//! Belief cases: exact posteriors of small and whole games.

use super::case_event::{CaseCell, CaseEvent, seat, station};
use super::report::VerifyReport;
use junqi_core::base::random;
use junqi_core::game::belief::{Evidence, Mixture, Posterior, SeenPiece, View};
use junqi_core::game::board::{ArmShape, Board};
use junqi_core::game::format::follow;
use junqi_core::game::rules::{Army, Event, Kind, PieceId, Rules, Setup, World};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};

/// Largest relative difference of a number of deployments and difference of a probability.
const TOLERANCE: f64 = 1e-9;

#[derive(Deserialize)]
pub(super) struct BeliefCase {
    case: Given,
    posterior: Vec<(char, CaseCell, BTreeMap<char, String>)>,
    consistent_deployments: Option<String>,
}

/// The given facts: pieces and stations at the start, the known kinds, and the public events.
#[derive(Deserialize)]
struct Given {
    #[serde(default)]
    rules: Rules,
    first: char,
    cells: BTreeMap<char, Vec<CaseCell>>,
    inventory: BTreeMap<char, BTreeMap<char, u8>>,
    #[serde(default)]
    known: BTreeMap<char, Vec<(CaseCell, char)>>,
    #[serde(default)]
    events: Vec<CaseEvent>,
}

impl BeliefCase {
    pub(super) fn verify(
        &self,
        board: &'static Board,
        place: &str,
        report: &mut VerifyReport,
    ) -> Result<(), String> {
        let view = self.case.view(board)?;
        let mut evidence = Evidence::new(&view).map_err(|e| e.to_string())?;
        let mut names = BTreeMap::new();
        for (letter, cells) in &self.case.cells {
            for &cell in cells {
                let piece = evidence.public_state().piece_at(station(board, cell)?);
                names.insert((*letter, cell), piece.expect("a piece was put there"));
            }
        }
        let events = self.case.events.iter().map(|e| e.event(board));
        let events: Vec<Event> = events.collect::<Result<_, String>>()?;
        for event in &events {
            evidence.learn(event);
        }
        report.beliefs += 1;
        let posterior = Posterior::new(&evidence, &Mixture::counting(), 0);
        if !posterior.is_consistent() {
            report.disagree(place, "no deployment explains the events, expected a posterior");
            return Ok(());
        }
        replay(&view, &posterior, &names, &events)?;
        self.compare(&posterior, &names, place, report)?;
        self.compare_total(&posterior, place, report)
    }

    fn compare(
        &self,
        posterior: &Posterior,
        names: &BTreeMap<(char, CaseCell), PieceId>,
        place: &str,
        report: &mut VerifyReport,
    ) -> Result<(), String> {
        let hidden = names.keys().filter(|n| !self.case.known.contains_key(&n.0)).count();
        let given: BTreeSet<(char, CaseCell)> = self.posterior.iter().map(|p| (p.0, p.1)).collect();
        if (given.len(), self.posterior.len()) != (hidden, hidden) {
            let found = self.posterior.len();
            report.disagree(
                place,
                format!(
                    "found {found} posteriors, expected one for each of {hidden} hidden pieces"
                ),
            );
        }
        for (letter, cell, given) in &self.posterior {
            if let Some(letter) = given.keys().find(|l| Kind::from_letter(**l).is_none()) {
                return Err(format!("found kind `{letter}`, expected a..i, x, m or q"));
            }
            let piece = names.get(&(*letter, *cell));
            let piece = piece.ok_or_else(|| format!("no piece of {letter} stands at {cell:?}"))?;
            let found = posterior.marginal(*piece);
            for kind in Kind::ALL {
                let expected = given.get(&kind.letter()).map_or(Ok(0.0), |text| fraction(text))?;
                let found = found[kind.index()];
                if (found - expected).abs() > TOLERANCE {
                    let what = format!("found {found}, expected {expected}");
                    report.disagree(place, format!("{letter} {cell:?}, {kind}: {what}"));
                }
            }
        }
        Ok(())
    }

    fn compare_total(
        &self,
        posterior: &Posterior,
        place: &str,
        report: &mut VerifyReport,
    ) -> Result<(), String> {
        let Some(given) = &self.consistent_deployments else { return Ok(()) };
        let expected: f64 =
            given.parse().map_err(|_| format!("found {given}, expected a number"))?;
        let hidden = self.case.cells.keys().filter(|s| !self.case.known.contains_key(s)).count();
        let all = (ArmShape::standard().deployments() as f64).powi(hidden as i32);
        let found = posterior.total().map(|total| total * all);
        if found.is_none_or(|found| (found / expected - 1.0).abs() > TOLERANCE) {
            let found = found.map_or("too many to list".into(), |found| found.to_string());
            report.disagree(place, format!("found {found} deployments, expected {given}"));
        }
        Ok(())
    }
}

impl Given {
    fn view(&self, board: &'static Board) -> Result<View, String> {
        let mut pieces = vec![];
        let mut pools = [Army::default(); 4];
        for (letter, cells) in &self.cells {
            let owner = seat(*letter)?;
            let known = self.known.get(letter);
            for &cell in cells {
                let kind = known.map(|known| {
                    let letter = known.iter().find(|k| k.0 == cell).map(|k| k.1);
                    letter.and_then(Kind::from_letter).ok_or_else(|| {
                        format!("the kind of {owner}'s piece at {cell:?} is missing in `known`")
                    })
                });
                let seen = kind.transpose()?.map_or(SeenPiece::Hidden, SeenPiece::Known);
                pieces.push((owner, seen, station(board, cell)?));
            }
            if known.is_none() {
                pools[owner.index()] = self.pool(*letter)?;
            }
        }
        Ok(View {
            board,
            rules: self.rules,
            observer: None,
            pieces,
            turn: seat(self.first)?,
            alive: self.cells.keys().map(|&l| seat(l)).collect::<Result<_, _>>()?,
            flags_shown: [].into_iter().collect(),
            quiet: 0,
            ply: 0,
            pools,
        })
    }

    fn pool(&self, letter: char) -> Result<Army, String> {
        let mut pool = Army::default();
        for (kind, &count) in self.inventory.get(&letter).into_iter().flatten() {
            let kind = Kind::from_letter(*kind);
            pool.0[kind.ok_or("found an unknown kind, expected a..i, x, m or q")?.index()] = count;
        }
        Ok(pool)
    }
}

/// Samples a world from the posterior and checks that it reproduces the events.
fn replay(
    view: &View,
    posterior: &Posterior,
    names: &BTreeMap<(char, CaseCell), PieceId>,
    events: &[Event],
) -> Result<(), String> {
    let kinds = posterior.sample(&mut random::stream(0, &[]));
    let kinds = kinds.ok_or("no world explains the events")?;
    let mut pieces = vec![];
    for &(owner, seen, at) in &view.pieces {
        let cell = view.board.cell(at);
        let piece = names.get(&(owner.letter(), [cell.row(), cell.col()]));
        let hidden = piece.map_or(Kind::Flag, |piece| kinds[piece.index()]);
        pieces.push((owner, if let SeenPiece::Known(kind) = seen { kind } else { hidden }, at));
    }
    let setup = Setup {
        board: view.board,
        rules: view.rules,
        pieces,
        turn: view.turn,
        alive: view.alive,
        flags_shown: view.flags_shown,
        quiet: view.quiet,
        ply: view.ply,
        gone: Default::default(),
    };
    let mut world = World::lenient(&setup).map_err(|faults| faults.to_string())?;
    for (number, event) in (1..).zip(events) {
        follow(&mut world, event).map_err(|e| format!("event {number}: {e}"))?;
    }
    Ok(())
}

/// Parses a fraction such as `3/8` or `1`.
fn fraction(text: &str) -> Result<f64, String> {
    let (above, below) = text.split_once('/').unwrap_or((text, "1"));
    let number =
        |text: &str| text.parse::<f64>().map_err(|_| format!("found {text}, expected n/d"));
    Ok(number(above)? / number(below)?)
}
