//! The course of a game: deployments, moves, draw offers and rematches.

use super::member::SeatState;
use super::message::{EngineChoice, Preparation, PreparedGame};
use super::state::{Room, SAVE_INTERVAL};
use crate::base::random;
use crate::engine::data;
use crate::game::board::Seat;
use crate::game::format::GameRecord;
use crate::game::rules::{Deployment, Move};
use crate::play::{Action, Choice};
use crate::server::deployments;
use crate::server::message::Error;
use crate::server::table::{ActionError, FinishedGame, TableGame};
use rand::seq::IndexedRandom;
use tokio::time::Instant;
use tracing::{info, warn};

/// Random streams, by the first number of their key.
const DEPLOYMENT_STREAM: u64 = 1;
const FIRST_SEAT_STREAM: u64 = 2;

impl Room {
    /// Draws a built-in deployment for every seat; players may replace theirs.
    pub(super) fn draw_deployments(&mut self) {
        let book: Vec<Deployment> =
            data::deployments().into_iter().filter_map(|named| named.deployment.ok()).collect();
        for seat in Seat::ALL {
            let mut rng =
                random::stream(self.game_seed(), &[DEPLOYMENT_STREAM, seat.index() as u64]);
            let drawn = self.occupant(seat).and_then(|_| book.choose(&mut rng)).copied();
            self.deployments[seat.index()] = drawn;
        }
    }

    pub(super) fn deploy(&mut self, seat: Seat, text: &str) -> Result<(), Error> {
        if self.phase() != "deploying" || self.engines.is_preparing() {
            return Err(Error::new("turn", "The game has begun: deployments are final."));
        }
        let deployment = deployments::deployment(text)?;
        self.deployments[seat.index()] = Some(deployment);
        if let Some(place) = &mut self.seat_states[seat.index()] {
            place.ready = true;
        }
        self.save_table();
        self.broadcast_seats();
        self.begin_if_ready();
        Ok(())
    }

    /// Starts preparing the game once every player has deployed.
    pub(super) fn begin_if_ready(&mut self) {
        if self.seat_states.iter().flatten().all(|place| place.ready) {
            let seats: Vec<Seat> = self.settings.rules.seats().iter().collect();
            let mut rng = random::stream(self.game_seed(), &[FIRST_SEAT_STREAM]);
            let drawn = seats.choose(&mut rng).copied().unwrap_or(Seat::South);
            let first = self.settings.first.unwrap_or(drawn);
            self.prepare(first);
        }
    }

    /// Begins the prepared game, or closes the table if it cannot begin.
    pub(super) fn begin(&mut self, prepared: Preparation) {
        match prepared {
            Ok(PreparedGame { game, deployments, bots }) => {
                self.deployments = deployments;
                self.engines.install(bots);
                self.game = Some(game);
                info!(table = self.name, game = self.number, "game begun");
                self.reset_clocks();
                self.save_table();
                self.send_state(|_| true);
                self.publish();
                self.ask_engine();
            }
            Err(error) => {
                self.warn(&error);
                self.close(&error);
            }
        }
    }

    pub(super) fn warn(&self, text: &str) {
        warn!(table = self.name, game = self.number, "{text}");
    }

    /// Closes the table for all members.
    fn close(&mut self, why: &str) {
        for member in self.members.drain(..) {
            member.out.send(&serde_json::json!({"is": "closed", "text": why}));
        }
        self.receiver.close();
    }

    pub(super) fn play(&mut self, seat: Seat, at: usize, text: &str) -> Result<(), Error> {
        let board = self.host.options.board;
        let mv = Move::parse(&text.replace('-', ""), board)
            .map_err(|error| Error::new("illegal", error))?;
        self.act(|game| game.play(seat, at, mv))
    }

    pub(super) fn resign(&mut self, seat: Seat) -> Result<(), Error> {
        self.act(|game| game.resign(seat))
    }

    pub(super) fn act(
        &mut self,
        act: impl FnOnce(&mut TableGame) -> Result<(), ActionError>,
    ) -> Result<(), Error> {
        let game =
            self.game.as_mut().ok_or_else(|| Error::new("turn", "The game has not begun."))?;
        let turn = game.turn();
        act(game)?;
        self.stop_clock(turn);
        self.after_event();
        Ok(())
    }

    /// After every event: saves it, sends it to the members and asks the next engine.
    fn after_event(&mut self) {
        self.engines.interrupt();
        let mover =
            self.game.as_ref().and_then(|game| game.events().last()).map(|event| event.seat);
        let offers = self.draw_offers.len();
        self.draw_offers.retain(|seat| Some(*seat) != mover);
        self.unsaved = true;
        if self.phase() == "over" || self.saved.elapsed() >= SAVE_INTERVAL {
            self.save();
        }
        self.send_new_events();
        self.host.metrics.count_move();
        if self.draw_offers.len() != offers {
            self.broadcast_offers();
        }
        if self.phase() == "over" {
            self.host.metrics.count_game();
            info!(table = self.name, game = self.number, "game over");
            self.publish();
            self.finish_engines();
            self.empty_since = Instant::now();
        }
        self.ask_engine();
    }

    pub(super) fn draw(&mut self, seat: Seat) -> Result<(), Error> {
        self.game_of(seat)?;
        if !self.draw_offers.contains(&seat) {
            self.draw_offers.push(seat);
        }
        let game = self.game_of(seat)?;
        let rules = game.rules();
        let agrees = |other: Seat| {
            if self.is_human(other) {
                return self.draw_offers.contains(&other);
            }
            // An engine follows a partner who is a person.
            let leads = |partner| rules.team(partner) == rules.team(other) && game.is_in(partner);
            self.humans().any(leads) || self.engines.would_draw(other)
        };
        let all = rules.seats().iter().filter(|&other| game.is_in(other)).all(agrees);
        self.broadcast_offers();
        if all { self.act(|game| game.agree_draw(seat)) } else { Ok(()) }
    }

    /// The game, if a seat is still in it.
    fn game_of(&self, seat: Seat) -> Result<&TableGame, Error> {
        let game = self.game.as_ref().filter(|game| game.is_in(seat));
        game.ok_or_else(|| ActionError::Over.into())
    }

    /// Refuses all draw offers; eliminated players are not asked.
    pub(super) fn refuse_draw(&mut self, seat: Seat) -> Result<(), Error> {
        self.game_of(seat)?;
        self.draw_offers.clear();
        self.broadcast_offers();
        Ok(())
    }

    pub(super) fn rematch(&mut self, seat: Seat) -> Result<(), Error> {
        if self.phase() != "over" {
            return Err(Error::new("turn", "The game is not over."));
        }
        if !self.rematch_offers.contains(&seat) {
            self.rematch_offers.push(seat);
        }
        if self.humans().all(|human| self.rematch_offers.contains(&human)) {
            if self.unsaved {
                self.save();
            }
            if self.unsaved {
                self.broadcast_offers();
                let text = "The finished game could not be saved yet. Try again later.";
                return Err(Error::new("limit", text));
            }
            self.number += 1;
            self.game = None;
            self.draw_offers.clear();
            self.rematch_offers.clear();
            for place in self.seat_states.iter_mut().flatten() {
                place.reset();
            }
            self.engines.stop();
            let kept = self.deployments;
            self.draw_deployments();
            // Human players start from their last deployment.
            for human in self.humans().collect::<Vec<_>>() {
                self.deployments[human.index()] = kept[human.index()];
            }
            self.signals.clear();
            self.chat.clear();
            self.save_table();
            self.send_state(|_| true);
            self.publish();
        } else {
            self.broadcast_offers();
        }
        Ok(())
    }

    /// Plays the action that an engine chose.
    pub(super) fn engine_chose(&mut self, engine_choice: EngineChoice) {
        let (number, turn, at) = engine_choice.moment;
        let Some(game) = self.game.as_ref().filter(|_| number == self.number) else { return };
        let stale = game.events().len() != at || game.turn() != Some(turn);
        let survived = engine_choice.bot.is_some();
        self.engines.take_back(turn, engine_choice.bot, &engine_choice.choice);
        if stale && survived {
            self.finish_engines();
            return self.ask_engine();
        }
        let lawful = |choice: Choice| choice.among(game.moves(), game.rules());
        let done = match engine_choice.choice.map(|choice| lawful(choice).action) {
            Ok(Action::Move(mv)) => self.act(|game| game.play(turn, at, mv)),
            Ok(Action::Resign) => self.act(|game| game.resign(turn)),
            Err(error) => Err(Error::new("turn", error)),
        };
        if let Err(error) = done {
            self.warn(&format!("seat {turn}: {}", error.text));
            let _ = self.act(|game| game.forfeit(turn));
        }
    }

    /// The players by seat, as records name them.
    fn players(&self) -> [Option<String>; 4] {
        self.seat_states.each_ref().map(|place| place.as_ref().map(SeatState::player))
    }

    /// The finished game with all pieces shown; `None` while it goes on.
    pub(super) fn finished(&self) -> Option<FinishedGame> {
        let game = self.game.as_ref()?;
        game.outcome()?;
        Some(FinishedGame::of(&self.record()?, game.rules()))
    }

    /// The record of the game so far.
    pub(super) fn record(&self) -> Option<GameRecord> {
        let record = self.game.as_ref()?.record(&self.players(), (self.game_seed(), self.number));
        let (signals, chat) = (self.signals.clone(), self.chat.clone());
        Some(GameRecord { signals, chat, ..record })
    }
}
