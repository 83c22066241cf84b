//! `junqi seats`

use super::env::{Env, Usage, print_json, print_styled};
use super::load;
use anstyle::Style;
use anyhow::Result;
use junqi_core::base::options::OptionSpec;
use junqi_core::base::text::visible;
use junqi_core::play::{PLAYERS, PlayerKind, PlayerSpec};
use serde_json::json;
use std::collections::BTreeMap;
use std::process::ExitCode;

/// The width of the output in characters, the same as of `--help`.
const WIDTH: usize = 100;

const BOLD: Style = Style::new().bold();

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Player as NAME, NAME:key=value,key=value or FILE.toml:NAME; FILE.toml means all players of the
    /// file [default: list all players].
    name: Option<String>,
}

impl Args {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        let seats = match &self.name {
            Some(text) => load::seats(text).map_err(|error| Usage(format!("{error:#}")))?,
            None => kinds(),
        };
        if env.json {
            print_json(&seats.iter().map(json).collect::<Vec<_>>())?;
        } else {
            print_styled(&match self.name {
                Some(_) => seats.iter().map(one).collect::<Vec<_>>().join("\n"),
                None => all(),
            })?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// All players with default settings.
fn kinds() -> load::NamedSeats {
    let plain = |name: &str| name.parse().expect("the name of a kind is a seat");
    PLAYERS.iter().map(|kind| (kind.name.into(), plain(kind.name))).collect()
}

fn json((name, seat): &(String, PlayerSpec)) -> serde_json::Value {
    let given: BTreeMap<_, _> = seat.settings().collect();
    let param = |p: &OptionSpec| {
        let default = (!p.default.is_empty()).then_some(p.default);
        let mut json = json!({
            "name": p.name, "default": default, "expected": p.kind.expected(), "about": p.about,
        });
        if let Some(value) = given.get(p.name) {
            json["value"] = value.as_str().into();
        }
        json
    };
    let parameters: Vec<_> = seat.kind().params.iter().map(param).collect();
    json!({ "name": name, "seat": seat, "about": seat.kind().about, "parameters": parameters })
}

/// The column widths of a table whose last column is wrapped at the end of the line.
struct Columns(Vec<usize>);

impl Columns {
    /// Columns as wide as the widest cell of the rows.
    fn of(rows: &[Vec<String>]) -> Self {
        let cells = rows.iter().map(Vec::len).max().unwrap_or_default();
        let width = |at: usize| rows.iter().map(|row| row[at].chars().count()).max();
        Self((0..cells - 1).map(|at| width(at).unwrap_or_default() + 2).collect())
    }

    fn row(&self, cells: &[String]) -> String {
        let (last, first) = cells.split_last().expect("a row has a cell");
        let mut text = String::new();
        for (cell, width) in first.iter().zip(&self.0) {
            text += &format!("{cell:<width$}");
        }
        text + &wrapped(last, self.0.iter().sum())
    }
}

/// Wraps a text that begins at a column, with hanging indent.
fn wrapped(text: &str, from: usize) -> String {
    let mut lines = String::new();
    let mut column = from;
    for word in text.split(' ') {
        if column > from && column + 1 + word.chars().count() > WIDTH {
            lines += &format!("\n{:from$}", "");
            column = from;
        } else if column > from {
            lines.push(' ');
            column += 1;
        }
        lines += word;
        column += word.chars().count();
    }
    lines + "\n"
}

/// The text of a cell: `-` for an empty one.
fn shown(text: &str) -> String {
    if text.is_empty() { "-" } else { text }.into()
}

/// The column heads of the table of options.
const HEAD: [&str; 4] = ["  option", "default", "allowed values", "meaning"];

fn cells(param: &OptionSpec) -> Vec<String> {
    let name = format!("  {}", param.name);
    vec![name, shown(param.default), param.kind.expected(), param.about.into()]
}

/// Every option once, grouped by the players that have it, the most common first.
fn groups() -> Vec<(Vec<&'static PlayerKind>, Vec<OptionSpec>)> {
    let mut groups: Vec<(Vec<&PlayerKind>, Vec<OptionSpec>)> = vec![];
    for param in PLAYERS.iter().flat_map(|kind| kind.params) {
        if groups.iter().any(|(_, params)| params.contains(param)) {
            continue;
        }
        let kinds: Vec<_> = PLAYERS.iter().filter(|kind| kind.params.contains(param)).collect();
        let names = |kinds: &[&PlayerKind]| kinds.iter().map(|kind| kind.name).collect::<Vec<_>>();
        match groups.iter_mut().find(|(of, _)| names(of) == names(&kinds)) {
            Some((_, params)) => params.push(*param),
            None => groups.push((kinds, vec![*param])),
        }
    }
    groups.sort_by_key(|(kinds, _)| std::cmp::Reverse(kinds.len()));
    groups
}

/// A list of players in words.
fn whose(kinds: &[&PlayerKind]) -> String {
    let has = |kind: &PlayerKind| kinds.iter().any(|other| other.name == kind.name);
    let names = |with: bool| {
        let kinds = PLAYERS.iter().filter(|kind| has(kind) == with);
        kinds.map(|kind| kind.name).collect::<Vec<_>>().join(", ")
    };
    match PLAYERS.len() - kinds.len() {
        0 => "every player".into(),
        others if others < kinds.len() => format!("every player except {}", names(false)),
        _ => names(true),
    }
}

/// All players, then all options.
fn all() -> String {
    let groups = groups();
    let head = HEAD.map(String::from).to_vec();
    let mut rows: Vec<_> = groups.iter().flat_map(|(_, params)| params).map(cells).collect();
    rows.push(head.clone());
    let columns = Columns::of(&rows);
    let about = columns.0[0];
    let mut text = String::from(
        "Players for a seat. Write one as NAME, as NAME:option=value,.., as FILE.toml:NAME, or as\ncmd=COMMAND for an external program (docs/PROTOCOL.md).\n\n",
    );
    for kind in PLAYERS.iter() {
        text += &format!("{BOLD}{:<about$}{BOLD:#}{}", kind.name, wrapped(kind.about, about));
    }
    text += &format!("\n{}", columns.row(&head));
    for (kinds, params) in &groups {
        text += &format!("{BOLD}{}{BOLD:#}\n", whose(kinds));
        text += &params.iter().map(|param| columns.row(&cells(param))).collect::<String>();
    }
    text
}

/// A player with its settings and all of its options.
fn one((name, seat): &(String, PlayerSpec)) -> String {
    let given: BTreeMap<_, _> = seat.settings().collect();
    let mut rows = vec![HEAD.map(String::from).to_vec()];
    rows.extend(seat.kind().params.iter().map(cells));
    if !given.is_empty() {
        let values = seat.kind().params.iter();
        let values = values.map(|param| shown(given.get(param.name).map_or("", String::as_str)));
        let values = std::iter::once("value".to_owned()).chain(values);
        rows.iter_mut().zip(values).for_each(|(row, value)| row.insert(1, value));
    }
    let columns = Columns::of(&rows);
    let of_file = name.parse::<PlayerSpec>().is_err();
    let title = if of_file { format!("{name} = {seat}") } else { seat.to_string() };
    let mut text =
        format!("{BOLD}{}{BOLD:#}\n{}\n", visible(&title), wrapped(seat.kind().about, 0));
    text += &rows.iter().map(|row| columns.row(row)).collect::<String>();
    text
}
