//! `junqi belief table`: the prior before the first move.
//!
//! Source: the thesis, table 4.1, which has the rows; posts and moved pieces are ours.

use super::columns;
use super::options::{ByKind, OPPONENT_HELP, pair};
use crate::cli::env::Env;
use crate::cli::load;
use anyhow::Result;
use junqi_core::game::belief::{Evidence, Observation, Posterior, Visibility, entropy};
use junqi_core::game::board::Seat;
use junqi_core::game::draw::KindNames;
use junqi_core::game::rules::{ARMY, Kind, Point};
use serde::Serialize;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    #[arg(long, alias = "prior", default_value = "people", value_name = "OPPONENT", help = OPPONENT_HELP)]
    opponent: load::Source,
    /// Piece names in the table.
    #[arg(long, value_enum, default_value = "chinese")]
    names: KindNames,
}

/// A distribution of kinds.
#[derive(Debug, Serialize)]
struct Spread {
    p: ByKind,
    entropy: f64,
}

#[derive(Debug, Serialize)]
struct Row {
    row: usize,
    #[serde(flatten)]
    spread: Spread,
}

#[derive(Debug, Serialize)]
struct Post {
    point: [usize; 2],
    #[serde(flatten)]
    spread: Spread,
}

#[derive(Debug, Serialize)]
struct Table {
    opponent: String,
    counts: Spread,
    moved: Spread,
    rows: Vec<Row>,
    points: Vec<Post>,
    mean_entropy: f64,
}

impl Args {
    pub(in crate::cli) fn run(self, env: Env) -> Result<ExitCode> {
        let points = self.points(env)?;
        let row = |row: usize| {
            let own = points.iter().filter(|(point, _)| point.row() == row).map(|p| p.1);
            Row { row, spread: mean(own) }
        };
        let posts = points.iter().map(|&(p, own)| Post { point: pair(p), spread: spread(own) });
        let posts: Vec<Post> = posts.collect();
        let table = Table {
            opponent: self.opponent.to_string(),
            counts: of_inventory(|_| true),
            moved: of_inventory(Kind::is_mobile),
            rows: (1..=6).map(row).collect(),
            mean_entropy: posts.iter().map(|p| p.spread.entropy).sum::<f64>() / ARMY as f64,
            points: posts,
        };
        env.show(&table, || table.text(self.names))?;
        Ok(ExitCode::SUCCESS)
    }

    /// The prior kind probabilities of every station of an arm, as another seat sees it.
    fn points(&self, env: Env) -> Result<Vec<(Point, [f64; 12])>> {
        let start = load::world("start", env)?;
        let view = Observation::new(&start, Seat::East, Visibility::FourDark).view();
        let evidence = Evidence::new(&view)?;
        let mixture = load::opponent(&self.opponent, view.rules.mode)?;
        let posterior = Posterior::new(&evidence, &mixture, 0);
        let at = |piece| Some((evidence.home(piece)?, posterior.marginal(piece)));
        let mut points: Vec<_> = evidence.pieces(Seat::South).filter_map(at).collect();
        points.sort_by_key(|p| p.0);
        Ok(points)
    }
}

fn spread(p: [f64; 12]) -> Spread {
    Spread { p: ByKind(p), entropy: entropy(&p).0 }
}

/// A piece drawn from those of an army.
fn of_inventory(among: impl Fn(Kind) -> bool) -> Spread {
    let counts = Kind::ALL.map(|k| if among(k) { k.count() as f64 } else { 0.0 });
    let all: f64 = counts.iter().sum();
    spread(counts.map(|count| count / all))
}

fn mean(spreads: impl Iterator<Item = [f64; 12]>) -> Spread {
    let mut sum = [0.0; 12];
    let mut number = 0.0;
    for own in spreads {
        sum.iter_mut().zip(own).for_each(|(to, p)| *to += p);
        number += 1.0;
    }
    spread(sum.map(|p| p / number))
}

impl Table {
    fn text(&self, names: KindNames) -> String {
        let mut text =
            format!("Kinds before the first move in percent, opponent {}\n\n", self.opponent);
        text += &format!("{:<12}{}     H\n", "", columns::head(names));
        text += &line("any piece", &self.counts);
        text += &line("that moved", &self.moved);
        text += "\n";
        for Row { row, spread } in &self.rows {
            text += &line(&format!("row {row}"), spread);
        }
        let mut last = 0;
        for Post { point: [row, col], spread } in &self.points {
            text += if *row == last { "" } else { "\n" };
            last = *row;
            text += &line(&format!("({row},{col})"), spread);
        }
        text + &format!("\nmean entropy of a post: {:.4} bits\n", self.mean_entropy)
    }
}

fn line(name: &str, spread: &Spread) -> String {
    format!("{name:<12}{} {:>6.4}\n", columns::row(&spread.p.0), spread.entropy)
}
