//! `junqi show`

use super::{Env, load, print, print_json};
use crate::belief::{Information, Observation, View, Visibility};
use crate::board::Seat;
use crate::draw;
use crate::format::{GameResult, History, event_text, follow};
use crate::rules::{Act, Event, Move, Outcome, Team, World};
use anyhow::{Context, Result, ensure};
use serde_json::json;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// A JFEN line, `start`, or a file: records (.jsonl), a replay (.jgs) or a text history.
    source: String,
    /// Draw a picture into this file.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Which game of a file of records, from 0.
    #[arg(long, default_value_t = 0)]
    game: usize,
    /// How many moves of the game to make; all of them if not given.
    #[arg(long)]
    ply: Option<u32>,
    /// Show what this seat sees: S, E, N or W.
    #[arg(long)]
    seat: Option<Seat>,
    /// Whose pieces that seat knows.
    #[arg(long, value_enum, default_value = "four-dark")]
    visibility: Visibility,
    /// How pieces are named in the terminal.
    #[arg(long, value_enum, default_value = "chinese")]
    names: draw::Names,
}

/// A moment of a game.
struct Moment {
    view: View,
    last: Option<Event>,
    last_move: Option<Move>,
    outcome: Option<Outcome>,
}

impl Args {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        let games = load::games(&self.source, env)?;
        let count = games.len();
        let game = games.into_iter().nth(self.game);
        let game =
            game.with_context(|| format!("found {count} games, expected game {}", self.game))?;
        let moment = self.moment(game)?;
        let last = moment.last_move;
        let result = moment.outcome.map(|_| GameResult::of(moment.outcome, &moment.view.rules));
        if let Some(path) = &self.svg {
            load::write(path, draw::svg(&moment.view, last).as_bytes())?;
        }
        let event = moment.last.map(|e| event_text(&e, env.board));
        if env.json {
            let jfen = moment.view.to_string();
            print_json(
                &json!({ "jfen": jfen, "last_event": event, "result": result, "svg": self.svg }),
            )?;
        } else if self.svg.is_none() {
            print(&draw::terminal(&moment.view, last, self.names))?;
            if let Some(GameResult { winner, why, .. }) = &result {
                let won = match (winner, team_names(&moment.view)) {
                    (None, _) => "drawn".into(),
                    (Some(0), [first, _]) => format!("{first} won"),
                    (Some(_), [_, second]) => format!("{second} won"),
                };
                print(&format!("   game over: {won} ({why})\n"))?;
            }
            print(&format!("{}\n", moment.view))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Makes the moves asked for and looks with the eyes asked for.
    fn moment(&self, game: History) -> Result<Moment> {
        match game.start.setup() {
            Some(setup) => self.of_truth(World::lenient(&setup)?, game.events),
            None => self.of_view(&game.start, game.events),
        }
    }

    fn of_truth(&self, mut world: World, events: Vec<Event>) -> Result<Moment> {
        let (mut last, mut last_move) = (None, None);
        for event in events {
            let ply = world.ply();
            if self.ply.is_some_and(|asked| ply >= asked) {
                break;
            }
            follow(&mut world, &event).with_context(|| format!("ply {ply}"))?;
            last_move = move_of(&event).or(last_move);
            last = Some(event);
        }
        self.check_ply(world.ply())?;
        let view = match self.seat {
            Some(seat) => Observation::new(&world, seat, self.visibility).view(),
            None => View::truth(&world),
        };
        Ok(Moment { view, last, last_move, outcome: world.outcome() })
    }

    /// The same where only what one seat sees is known.
    fn of_view(&self, start: &View, events: Vec<Event>) -> Result<Moment> {
        let seat = self.seat.or(start.observer);
        let seat = seat.context("found hidden pieces, expected --seat to say whose view it is")?;
        let mut known = Information::new(start, seat, self.visibility)?;
        let (mut last, mut last_move) = (None, None);
        for event in events {
            let ply = known.observation().ply();
            if self.ply.is_some_and(|asked| ply >= asked) {
                break;
            }
            known.apply(&event).with_context(|| format!("ply {ply}"))?;
            last_move = move_of(&event).or(last_move);
            last = Some(event);
        }
        self.check_ply(known.observation().ply())?;
        let now = known.observation();
        Ok(Moment { view: now.view(), last, last_move, outcome: now.outcome() })
    }

    fn check_ply(&self, made: u32) -> Result<()> {
        let asked = self.ply.unwrap_or(0);
        ensure!(made >= asked, "found {made} moves in the game, expected at least {asked}");
        Ok(())
    }
}

fn move_of(event: &Event) -> Option<Move> {
    match event.act {
        Act::Move(mv, _) => Some(mv),
        _ => None,
    }
}

/// The seats of each team, as people write them.
fn team_names(view: &View) -> [String; 2] {
    Team::ALL.map(|team| {
        let seats: Vec<String> = view.rules.team_seats(team).map(|s| s.to_string()).collect();
        seats.join("+")
    })
}
