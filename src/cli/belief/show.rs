//! `junqi belief show`

use super::columns;
use super::options::{ByKind, PositionOptions, pair};
use crate::cli::env::{Env, print, print_json};
use crate::cli::load;
use anyhow::Result;
use junqi_core::game::belief::{Member, Visibility, mean_entropy};
use junqi_core::game::board::Seat;
use junqi_core::game::draw::{self, Heat, HeatPiece, HeatSeat, KindNames};
use junqi_core::game::rules::Rules;
use junqi_core::play::SeatPosition;
use serde::Serialize;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct Args {
    #[command(flatten)]
    look: PositionOptions,
    /// Write a heat map of the belief to this SVG file instead of printing a table.
    #[arg(long, value_name = "FILE")]
    svg: Option<load::Output>,
    /// Piece names in the table.
    #[arg(long, value_enum, default_value = "chinese")]
    names: KindNames,
}

/// A seat's belief at one ply.
#[derive(Debug, Serialize)]
struct Shown {
    ply: u32,
    seat: char,
    visibility: Visibility,
    opponent: String,
    behaviour: bool,
    exact: bool,
    error: Option<f64>,
    average_entropy: Option<f64>,
    seats: Vec<ShownSeat>,
}

#[derive(Debug, Serialize)]
struct ShownSeat {
    seat: char,
    members: Vec<ShownMember>,
    pieces: Vec<ShownPiece>,
}

/// A player that the seat may be.
#[derive(Debug, Serialize)]
struct ShownMember {
    name: String,
    weight: f64,
}

#[derive(Debug, Serialize)]
struct ShownPiece {
    cell: Option<String>,
    home: Option<[usize; 2]>,
    alive: bool,
    entropy: f64,
    p: ByKind,
}

impl Args {
    pub(in crate::cli) fn run(self, env: Env) -> Result<ExitCode> {
        let mut position = self.look.position(env)?;
        let posterior = position.posterior(self.look.seed)?;
        let heat = position.heat(&posterior);
        let view = position.observation().view();
        if let Some(path) = &self.svg {
            load::write_picture(path, &draw::heat(&view, position.last_move(), &heat))?;
        }
        let average = average(&heat, self.look.seat, &view.rules);
        if env.json {
            print_json(&self.shown(&position, &heat, average))?;
        } else if self.svg.is_none() {
            print(&self.text(&position, &heat, average))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    fn shown(&self, position: &SeatPosition, heat: &Heat, average: Average) -> Shown {
        let ply = position.observation().ply();
        let board = position.observation().board();
        let piece = |piece: &HeatPiece| ShownPiece {
            cell: piece.station.map(|s| board.cell(s).to_string()),
            home: piece.home.map(pair),
            alive: piece.station.is_some(),
            entropy: piece.entropy,
            p: ByKind(piece.probabilities),
        };
        let seat = |seat: &HeatSeat| ShownSeat {
            seat: seat.seat.letter(),
            members: members(position, seat.seat),
            pieces: seat.pieces.iter().map(piece).collect(),
        };
        Shown {
            ply,
            seat: self.look.seat.letter(),
            visibility: self.look.visibility,
            opponent: self.look.expect.opponent.to_string(),
            behaviour: self.look.expect.behaviour(),
            exact: heat.error.is_none(),
            error: heat.error,
            average_entropy: average.bits,
            seats: heat.seats.iter().map(seat).collect(),
        }
    }

    fn text(&self, position: &SeatPosition, heat: &Heat, average: Average) -> String {
        let ply = position.observation().ply();
        let board = position.observation().board();
        let opponent = &self.look.expect.opponent;
        let without = if self.look.expect.behaviour() { "" } else { " without behaviour" };
        let mut text =
            format!("Belief of {} at ply {ply}, opponent {opponent}{without}\n", self.look.seat);
        for HeatSeat { seat, pieces } in &heat.seats {
            let gone = pieces.iter().filter(|p| p.station.is_none()).count();
            let living = hidden(pieces).count();
            text += &format!("\n{seat}: hidden pieces on the board {living}, gone {gone}\n");
            let members = members(position, *seat);
            if members.len() > 1 {
                let words: Vec<String> = members.iter().map(ShownMember::text).collect();
                text += &format!("may be: {}\n", words.join(", "));
            }
            if living > 0 {
                text += &format!("cell  home  {}     H\n", columns::head(self.names));
            }
            for (piece, station) in hidden(pieces) {
                let cell = board.cell(station).to_string();
                let home = piece.home.map_or(String::new(), |home| home.to_string());
                let row = columns::row(&piece.probabilities);
                text += &format!("{cell:<5} {home:<6}{row} {:>5.2}\n", piece.entropy);
            }
        }
        text + &average.text() + &precision(heat.error)
    }
}

fn members(position: &SeatPosition, seat: Seat) -> Vec<ShownMember> {
    let shown =
        |(member, weight): (&Member, f64)| ShownMember { name: member.name.clone(), weight };
    position.members(seat).map(shown).collect()
}

impl ShownMember {
    fn text(&self) -> String {
        format!("{} {:.0} %", self.name, 100.0 * self.weight)
    }
}

/// The hidden pieces on the board: all but revealed flags.
fn hidden(
    pieces: &[HeatPiece],
) -> impl Iterator<Item = (&HeatPiece, junqi_core::game::board::Station)> {
    pieces.iter().filter(|p| !p.shown).filter_map(|p| Some((p, p.station?)))
}

/// The observer's mean uncertainty about enemy pieces.
#[derive(Debug, Clone, Copy)]
struct Average {
    /// Pieces not identified: hidden, on the board, not certain.
    pieces: usize,
    /// Their mean entropy, bits.
    bits: Option<f64>,
}

fn average(heat: &Heat, observer: Seat, rules: &Rules) -> Average {
    let enemies = heat.seats.iter().filter(|s| rules.team(s.seat) != rules.team(observer));
    let mean = mean_entropy(enemies.flat_map(|s| hidden(&s.pieces)).map(|p| p.0.entropy));
    let (bits, pieces) = mean.map_or((None, 0), |(mean, pieces)| (Some(mean.0), pieces));
    Average { pieces, bits }
}

impl Average {
    fn text(self) -> String {
        match self.bits {
            Some(bits) => format!(
                "\nAverageEntropy: {bits:.4} bits, mean over {} enemy pieces on the board, not identified\n",
                self.pieces
            ),
            None => "\nAverageEntropy: no enemy piece on the board is unidentified\n".into(),
        }
    }
}

fn precision(error: Option<f64>) -> String {
    match error {
        Some(error) => {
            format!("sampled: standard error of a probability at most {:.2} %\n", 100.0 * error)
        }
        None => "exact\n".into(),
    }
}
