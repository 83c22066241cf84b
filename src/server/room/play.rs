//! The course of a game: deployments, moves, draw offers and rematches.

use super::member::SeatState;
use super::message::{EngineChoice, Preparation, PreparedGame};
use super::state::{Room, SAVE_INTERVAL};
use crate::base::random;
use crate::game::board::Seat;
use crate::game::format::GameRecord;
use crate::game::rules::Move;
use crate::play::{Action, Choice, DeploymentSource};
use crate::server::deployments;
use crate::server::message::{Error, closed};
use crate::server::table::{ActionError, FinishedGame, TableGame};
use rand::seq::IndexedRandom;
use tokio::time::Instant;
use tracing::{info, warn};

/// Random streams, by the first number of their key.
const DEPLOYMENT_STREAM: u64 = 1;
const FIRST_SEAT_STREAM: u64 = 2;

impl Room {
    /// Draws a strong deployment for every engine, and for every person who has none, which may be replaced. No two that
    /// are drawn are the same or mirror images of each other, nor of one that a person has.
    pub(super) fn draw_deployments(&mut self) {
        let source = DeploymentSource::Pool(deployments::strong(self.settings.rules.mode));
        let mut rng = random::stream(self.game_seed(), &[DEPLOYMENT_STREAM]);
        let playing = Seat::ALL.into_iter().filter(|&seat| self.occupant(seat).is_some());
        let (people, engines): (Vec<Seat>, Vec<Seat>) =
            playing.partition(|&seat| self.is_human(seat));
        for seat in &engines {
            self.deployments[seat.index()] = None;
        }
        for seat in engines.into_iter().chain(people) {
            while self.deployments[seat.index()].is_none() {
                let drawn = source.draw_either_way(seat, &mut rng);
                let mirrored = drawn.mirror();
                let mut others = self.deployments.iter().flatten();
                if !others.any(|&other| other == drawn || other == mirrored) {
                    self.deployments[seat.index()] = Some(drawn);
                }
            }
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
            // A person may have chosen what an engine has.
            self.draw_deployments();
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
            member.out.send(&closed(why));
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
        self.unsaved = true;
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
        self.unsaved = true;
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
            // Human players start from their last deployment.
            self.draw_deployments();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules::{Deployment, Mode};
    use crate::server::host::Host;
    use crate::server::table::TableRequest;
    use serde_json::json;

    fn same(one: Deployment, other: Deployment) -> bool {
        one == other || one == other.mirror()
    }

    /// The deployments of a table's seats that play.
    fn drawn(room: &Room) -> Vec<Deployment> {
        room.deployments.iter().flatten().copied().collect()
    }

    #[tokio::test]
    async fn deployments_that_are_drawn_are_strong_and_no_two_at_a_table_are_alike() {
        let host = Host::for_tests();
        for (mode, seats) in [
            (Mode::FourPlayer, json!({"S": "human", "E": "greedy", "N": "human", "W": "greedy"})),
            (Mode::TwoPlayer, json!({"S": "human", "N": "greedy"})),
        ] {
            let playing = seats.as_object().unwrap().len();
            let request = json!({"mode": mode, "seats": seats, "open": false});
            let request: TableRequest = serde_json::from_value(request).unwrap();
            let strong = deployments::strong(mode);
            assert!(strong.len() >= 12, "{}", strong.len());
            let mut mirrored = [0; 2];
            for seed in 0..200 {
                let settings = request.clone().try_into().unwrap();
                let (mut room, _) = Room::new("name".into(), settings, seed, host.clone());
                let all = drawn(&room);
                assert_eq!(all.len(), playing);
                for (at, one) in all.iter().enumerate() {
                    let known = strong.iter().find(|&&known| same(known, *one));
                    mirrored[usize::from(known.unwrap() != one)] += 1;
                    assert!(all[..at].iter().all(|&other| !same(other, *one)), "seed {seed}");
                }
                let engine = Seat::ALL
                    .into_iter()
                    .find(|&seat| room.occupant(seat).is_some() && !room.is_human(seat));
                let engine = engine.unwrap().index();
                let before = room.deployments;
                room.draw_deployments();
                assert_eq!(room.deployments, before, "seed {seed}: the same from the same seed");
                // South chooses what the engine has, the other way round.
                room.deployments[0] = before[engine].map(|own| own.mirror());
                room.draw_deployments();
                assert_eq!(room.deployments[0], before[engine].map(|own| own.mirror()));
                let all = drawn(&room);
                for (at, one) in all.iter().enumerate() {
                    assert!(all[..at].iter().all(|&other| !same(other, *one)), "seed {seed}");
                }
            }
            assert!(mirrored.iter().all(|&count| count > 100), "{mirrored:?}");
        }
    }
}
