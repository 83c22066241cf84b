//! The course of a game: deployments, moves, clocks, draw offers, moves taken back and rematches.

use super::engines::EngineStates;
use super::saved::SAVE_INTERVAL;
use super::state::{Room, SeatState};
use crate::answer::{Answer, Error, ErrorCode, Phase};
use crate::deployments;
use crate::table::{ActionError, FinishedGame, TableGame, TableSettings};
use junqi_core::base::random;
use junqi_core::game::board::Seat;
use junqi_core::game::format::GameRecord;
use junqi_core::game::rules::{Act, Move};
use junqi_core::play::DeploymentSource;
use rand::seq::IndexedRandom;
use tracing::{info, warn};

/// Random streams, by the first number of their key.
const DEPLOYMENT_STREAM: u64 = 1;
const FIRST_SEAT_STREAM: u64 = 2;

fn not_begun() -> Error {
    Error::new(ErrorCode::Turn, "The game has not begun.")
}

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
        if self.phase() != Phase::Deploying || self.engines.preparing.is_some() {
            return Err(Error::new(ErrorCode::Turn, "The game has begun: deployments are final."));
        }
        let deployment = deployments::deployment(text)?;
        self.deployments[seat.index()] = Some(deployment);
        if let Some(state) = &mut self.seat_states[seat.index()] {
            state.ready = true;
        }
        self.save_table();
        self.broadcast_seats();
        self.begin_if_ready();
        Ok(())
    }

    /// Starts preparing the game once every player has deployed.
    pub(super) fn begin_if_ready(&mut self) {
        if self.seat_states.iter().flatten().all(|state| state.ready) {
            // A person may have chosen what an engine has.
            self.draw_deployments();
            let seats: Vec<Seat> = self.settings.rules.seats().iter().collect();
            let mut rng = random::stream(self.game_seed(), &[FIRST_SEAT_STREAM]);
            let drawn = seats.choose(&mut rng).copied().unwrap_or(Seat::South);
            let first = self.settings.first.unwrap_or(drawn);
            self.prepare(first);
        }
    }

    /// Begins the game, or closes the table if it cannot begin.
    pub(super) fn begin(&mut self, first: Seat) {
        self.engines = EngineStates::default();
        let TableSettings { rules, visibility, .. } = self.settings;
        match TableGame::new(self.board, rules, visibility, self.deployments, first) {
            Ok(game) => {
                self.game = Some(game);
                info!(table = self.name, game = self.number, "game begun");
                self.reset_clocks();
                self.save_table();
                self.send_state(|_| true);
                self.publish();
                self.ask_engine();
            }
            Err(faults) => self.close(&faults.to_string()),
        }
    }

    pub(super) fn warn(&self, text: &str) {
        warn!(table = self.name, game = self.number, "{text}");
    }

    /// Closes the table for all members.
    pub(super) fn close(&mut self, why: &str) {
        self.warn(why);
        for member in self.members.drain(..) {
            member.out.send(&Answer::closed(why));
        }
        self.closed = true;
    }

    /// The game at the table, running or over.
    pub(super) fn begun_game(&self) -> Result<&TableGame, Error> {
        self.game.as_ref().ok_or_else(not_begun)
    }

    pub(super) fn play(&mut self, seat: Seat, at: usize, text: &str) -> Result<(), Error> {
        let board = self.board;
        let mv = Move::parse(&text.replace('-', ""), board).map_err(Error::illegal)?;
        self.act(|game| game.play(seat, at, mv))
    }

    pub(super) fn resign(&mut self, seat: Seat) -> Result<(), Error> {
        self.act(|game| game.resign(seat))
    }

    pub(super) fn act(
        &mut self,
        act: impl FnOnce(&mut TableGame) -> Result<(), ActionError>,
    ) -> Result<(), Error> {
        let game = self.game.as_mut().ok_or_else(not_begun)?;
        let turn = game.turn();
        act(game)?;
        self.stop_clock(turn);
        self.after_event();
        Ok(())
    }

    /// After every event: saves it, sends it to the members and asks the next engine.
    fn after_event(&mut self) {
        self.interrupt_engines();
        let mover =
            self.game.as_ref().and_then(|game| game.events().last()).map(|event| event.seat);
        let offers = self.draw_offers.len();
        self.draw_offers.retain(|seat| Some(*seat) != mover);
        self.unsaved = true;
        if self.phase() == Phase::Over || self.now >= self.saved + SAVE_INTERVAL {
            self.save();
        }
        self.send_new_events();
        let is_over = self.phase() == Phase::Over;
        self.around.count_move(is_over);
        if self.draw_offers.len() != offers {
            self.broadcast_offers();
        }
        if is_over {
            info!(table = self.name, game = self.number, "game over");
            self.publish();
            self.empty_since = self.now;
        }
        self.ask_engine();
    }

    /// A seat offers a draw, or accepts it; the game is drawn once all who are still in it agree.
    pub(super) fn draw(&mut self, seat: Seat) -> Result<(), Error> {
        self.game_of(seat)?;
        if !self.draw_offers.contains(&seat) {
            self.draw_offers.push(seat);
        }
        let game = self.game_of(seat)?;
        let mut playing = game.rules().seats().iter().filter(|&other| game.is_in(other));
        let all_agree = playing.all(|other| self.agrees_to_draw(game, other));
        self.unsaved = true;
        self.broadcast_offers();
        if all_agree { self.act(|game| game.agree_draw(seat)) } else { Ok(()) }
    }

    fn agrees_to_draw(&self, game: &TableGame, seat: Seat) -> bool {
        if self.is_human(seat) {
            return self.draw_offers.contains(&seat);
        }
        // An engine follows a partner who is a person.
        let rules = game.rules();
        let mut people = self.humans();
        people.any(|person| rules.team(person) == rules.team(seat) && game.is_in(person))
            || self.engines.would_draw(seat)
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
        if self.phase() != Phase::Over {
            return Err(Error::new(ErrorCode::Turn, "The game is not over."));
        }
        if !self.rematch_offers.contains(&seat) {
            self.rematch_offers.push(seat);
        }
        if !self.humans().all(|human| self.rematch_offers.contains(&human)) {
            self.broadcast_offers();
            return Ok(());
        }
        if self.unsaved {
            self.save();
        }
        if self.unsaved {
            self.broadcast_offers();
            let text = "The finished game could not be saved yet. Try again later.";
            return Err(Error::new(ErrorCode::Limit, text));
        }
        self.number += 1;
        self.game = None;
        self.draw_offers.clear();
        self.rematch_offers.clear();
        for state in self.seat_states.iter_mut().flatten() {
            state.reset();
        }
        self.engines = EngineStates::default();
        // People start from their last deployment.
        self.draw_deployments();
        self.signals.clear();
        self.chat.clear();
        self.save_table();
        self.send_state(|_| true);
        self.publish();
        Ok(())
    }

    /// Goes back to the last position in which the person moved.
    pub(super) fn take_back(&mut self, seat: Seat) -> Result<(), Error> {
        if self.humans().count() != 1 {
            let text = "A move can only be taken back in a game against engines.";
            return Err(Error::new(ErrorCode::Refused, text));
        }
        let game = self.game.as_ref().filter(|game| game.turn() == Some(seat));
        let game = game
            .ok_or_else(|| Error::new(ErrorCode::Turn, "Take a move back when it is your turn."))?;
        let last = game
            .events()
            .iter()
            .rposition(|event| event.seat == seat && matches!(event.act, Act::Move(..)));
        let last = last.ok_or_else(|| Error::new(ErrorCode::Turn, "You have made no move yet."))?;
        let earlier = TableGame::restored(
            self.board,
            *game.rules(),
            self.settings.visibility,
            self.deployments,
            game.first(),
            &game.events()[..last],
        );
        let failed = |error: String| Error::new(ErrorCode::Turn, error);
        self.game = Some(earlier.map_err(failed)?);
        self.interrupt_engines();
        self.begin_turn(Some(seat), false);
        self.draw_offers.clear();
        for line in &mut self.chat {
            line.at = line.at.min(last);
        }
        self.unsaved = true;
        self.send_state(|_| true);
        Ok(())
    }

    /// The players by seat, as records name them.
    fn players(&self) -> [Option<String>; 4] {
        self.seat_states.each_ref().map(|state| state.as_ref().map(SeatState::player))
    }

    /// The finished game with all pieces shown; `None` while it goes on.
    pub(super) fn finished(&self) -> Option<FinishedGame> {
        let game = self.game.as_ref()?;
        game.outcome()?;
        Some(FinishedGame::of(&self.record()?, game.rules()))
    }

    /// The record of the game so far.
    pub(super) fn record(&self) -> Option<GameRecord> {
        let game = self.game.as_ref()?;
        Some(GameRecord {
            signals: self.signals.clone(),
            chat: self.chat.clone(),
            ..game.record(&self.players(), self.game_seed(), self.number)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::surroundings::tests::Alone;
    use crate::table::TableRequest;
    use junqi_core::game::board::Board;
    use junqi_core::game::rules::{Deployment, Mode};
    use serde_json::json;
    use std::time::Duration;

    fn same(one: Deployment, other: Deployment) -> bool {
        one == other || one == other.mirror()
    }

    /// The deployments of a table's seats that play.
    fn drawn(room: &Room) -> Vec<Deployment> {
        room.deployments.iter().flatten().copied().collect()
    }

    #[test]
    fn deployments_that_are_drawn_are_strong_and_no_two_at_a_table_are_alike() {
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
                let around = Box::new(Alone);
                let mut room = Room::new(
                    "name".into(),
                    settings,
                    seed,
                    Board::siguo(),
                    around,
                    Duration::ZERO,
                );
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
