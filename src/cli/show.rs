//! `junqi show`

use super::{Env, load, print, print_json};
use crate::game::belief::{Information, Observation, View, Visibility};
use crate::game::board::Seat;
use crate::game::draw;
use crate::game::format::{GameHistory, GameResult, event_text, follow};
use crate::game::rules::{Act, Event, Move, Outcome, World};
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
    names: draw::KindNames,
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
            if let Some(result) = &result {
                let won = |team| format!("{} won", moment.view.rules.team_name(team));
                let how = result.winning_team().map_or_else(|| "drawn".into(), won);
                print(&format!("   game over: {how} ({})\n", result.why))?;
            }
            print(&format!("{}\n", moment.view))?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Makes the moves asked for and looks with the eyes asked for.
    fn moment(&self, game: GameHistory) -> Result<Moment> {
        match game.start.setup() {
            Some(setup) => self.of_truth(World::lenient(&setup)?, game.events),
            None => self.of_view(&game.start, game.events),
        }
    }

    fn of_truth(&self, mut world: World, events: Vec<Event>) -> Result<Moment> {
        let make = |world: &mut World, event: &Event| Ok(follow(world, event)?);
        let (last, last_move) = self.walk(&mut world, events, World::ply, make)?;
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
        let ply = |known: &Information| known.observation().ply();
        let learn = |known: &mut Information, event: &Event| Ok(known.apply(event)?);
        let (last, last_move) = self.walk(&mut known, events, ply, learn)?;
        let now = known.observation();
        Ok(Moment { view: now.view(), last, last_move, outcome: now.outcome() })
    }

    /// Takes the events up to the ply asked for; the last of them, and the last move.
    fn walk<S>(
        &self,
        state: &mut S,
        events: Vec<Event>,
        ply: impl Fn(&S) -> u32,
        take: impl Fn(&mut S, &Event) -> Result<()>,
    ) -> Result<(Option<Event>, Option<Move>)> {
        let (mut last, mut last_move) = (None, None);
        for event in events {
            let now = ply(state);
            if self.ply.is_some_and(|asked| now >= asked) {
                break;
            }
            take(state, &event).with_context(|| format!("ply {now}"))?;
            last_move = move_of(&event).or(last_move);
            last = Some(event);
        }
        let (made, asked) = (ply(state), self.ply.unwrap_or(0));
        ensure!(made >= asked, "found {made} moves in the game, expected at least {asked}");
        Ok((last, last_move))
    }
}

fn move_of(event: &Event) -> Option<Move> {
    match event.act {
        Act::Move(mv, _) => Some(mv),
        _ => None,
    }
}
