//! What happens at a table: deploying, moves, the clock, and agreements.

use super::member::SeatPlace;
use super::message::{Begun, EngineChoice, Prepared};
use super::state::{Room, SAVE};
use crate::base::job::write_atomic;
use crate::base::random;
use crate::engine::data;
use crate::game::board::Seat;
use crate::game::rules::{Deployment, Move};
use crate::play::Action;
use crate::server::deployments;
use crate::server::message::Error;
use crate::server::table::{Ended, Refused, TableGame};
use rand::seq::IndexedRandom;
use tokio::task::block_in_place;
use tokio::time::Instant;

/// Streams of random numbers, told apart by their first number.
const OFFER: u64 = 1;
const FIRST: u64 = 2;

impl Room {
    /// Offers every person a deployment of this program's.
    pub(super) fn offer(&mut self) {
        let book: Vec<Deployment> =
            data::deployments().into_iter().filter_map(|named| named.deployment.ok()).collect();
        for seat in Seat::ALL {
            let mut rng = random::stream(self.seed, &[OFFER, self.number, seat.index() as u64]);
            let drawn = self.chair(seat).and_then(|_| book.choose(&mut rng)).copied();
            self.deployments[seat.index()] = drawn;
        }
    }

    pub(super) fn deploy(&mut self, seat: Seat, text: &str) -> Result<(), Error> {
        if self.phase() != "deploying" || self.engines.is_preparing() {
            return Err(Error::new(
                "turn",
                "found a game that has begun, expected one to deploy for",
            ));
        }
        let deployment = deployments::deployment(text)?;
        self.deployments[seat.index()] = Some(deployment);
        if let Some(place) = &mut self.places[seat.index()] {
            place.ready = true;
        }
        self.tell_seats();
        self.begin_if_ready();
        Ok(())
    }

    /// Lets the engines deploy once all people have.
    pub(super) fn begin_if_ready(&mut self) {
        if self.places.iter().flatten().all(|place| place.ready) {
            let seats: Vec<Seat> = self.settings.rules.seats().iter().collect();
            let mut rng = random::stream(self.seed, &[FIRST, self.number]);
            let drawn = seats.choose(&mut rng).copied().unwrap_or(Seat::South);
            let first = self.settings.first.unwrap_or(drawn);
            self.prepare(first);
        }
    }

    /// The game begins.
    pub(super) fn begin(&mut self, prepared: Prepared) {
        match prepared {
            Ok(Begun { game, deployments, bots }) => {
                self.deployments = deployments;
                self.engines.seat(bots);
                self.game = Some(game);
                self.turn_began = Instant::now();
                self.tell_all(|_| true);
                self.post();
                self.ask_engine();
            }
            Err(error) => {
                self.warn(&error);
                self.close(&error);
            }
        }
    }

    fn warn(&self, text: &str) {
        (self.host.options.warn)(&format!("table {}: {text}", self.name));
    }

    /// Nobody can go on here.
    fn close(&mut self, why: &str) {
        for member in self.members.drain(..) {
            member.out.send(&serde_json::json!({"is": "closed", "text": why}));
        }
        self.mail.close();
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

    fn act(
        &mut self,
        act: impl FnOnce(&mut TableGame) -> Result<(), Refused>,
    ) -> Result<(), Error> {
        let game = self
            .game
            .as_mut()
            .ok_or_else(|| Error::new("turn", "found no game, expected one that has begun"))?;
        act(game)?;
        self.happened();
        Ok(())
    }

    /// After every event: tells it, keeps it, and goes on.
    fn happened(&mut self) {
        self.engines.interrupt();
        let mover =
            self.game.as_ref().and_then(|game| game.events().last()).map(|event| event.seat);
        let offers = self.wants_draw.len();
        self.wants_draw.retain(|seat| Some(*seat) != mover);
        self.turn_began = Instant::now();
        self.unsaved = true;
        if self.phase() == "over" || self.saved.elapsed() >= SAVE {
            self.save();
        }
        self.tell_news();
        if self.wants_draw.len() != offers {
            self.tell_offers();
        }
        if self.phase() == "over" {
            self.post();
        }
        self.ask_engine();
    }

    /// When the clock of a person's turn runs out.
    pub(super) fn deadline(&self) -> Option<Instant> {
        let turn = self.game.as_ref()?.turn()?;
        self.is_human(turn).then(|| self.turn_began + self.settings.clock)
    }

    /// Whole seconds that are left of the turn.
    pub(super) fn left(&self) -> Option<u64> {
        self.game.as_ref()?.turn()?;
        let left = self.settings.clock.saturating_sub(self.turn_began.elapsed());
        Some(left.as_millis().div_ceil(1000) as u64)
    }

    pub(super) fn time_out(&mut self) {
        // The game may have ended in the same moment.
        let _ = self.act(TableGame::time_out);
    }

    pub(super) fn draw(&mut self, seat: Seat) -> Result<(), Error> {
        let game = self.game.as_ref().filter(|game| game.is_in(seat));
        let game = game.ok_or_else(|| Error::from(Refused::Over))?;
        if !self.wants_draw.contains(&seat) {
            self.wants_draw.push(seat);
        }
        let rules = game.rules();
        let agrees = |other: Seat| {
            if self.is_human(other) {
                self.wants_draw.contains(&other)
            } else {
                rules.team(other) == rules.team(seat) || self.engines.would_draw(other)
            }
        };
        let all = rules.seats().iter().filter(|&other| game.is_in(other)).all(agrees);
        self.tell_offers();
        if all { self.act(|game| game.agree_draw(seat)) } else { Ok(()) }
    }

    pub(super) fn rematch(&mut self, seat: Seat) -> Result<(), Error> {
        if self.phase() != "over" {
            return Err(Error::new("turn", "found a game that goes on, expected its end"));
        }
        if !self.wants_rematch.contains(&seat) {
            self.wants_rematch.push(seat);
        }
        if self.humans().all(|human| self.wants_rematch.contains(&human)) {
            self.number += 1;
            self.game = None;
            self.wants_draw.clear();
            self.wants_rematch.clear();
            for place in self.places.iter_mut().flatten() {
                place.again();
            }
            self.engines.stop();
            let kept = self.deployments;
            self.offer();
            // People keep what they put last time until they put something else.
            for human in self.humans().collect::<Vec<_>>() {
                self.deployments[human.index()] = kept[human.index()];
            }
            self.tell_all(|_| true);
            self.post();
        } else {
            self.tell_offers();
        }
        Ok(())
    }

    /// An engine's answer.
    pub(super) fn thought(&mut self, thought: EngineChoice) {
        let (number, turn, at) = thought.moment;
        let Some(game) = self.game.as_ref().filter(|_| number == self.number) else { return };
        let stale = game.events().len() != at || game.turn() != Some(turn);
        let lives = thought.bot.is_some();
        self.engines.back(turn, thought.bot, &thought.choice);
        if stale && lives {
            return self.ask_engine();
        }
        let done = match thought.choice.map(|choice| choice.action) {
            Ok(Action::Move(mv)) => self.act(|game| game.play(turn, at, mv)),
            Ok(Action::Resign) => self.act(|game| game.resign(turn)),
            Err(error) => Err(Error::new("turn", error)),
        };
        if let Err(error) = done {
            self.warn(&format!("seat {turn}: {}", error.text));
            let _ = self.act(|game| game.forfeit(turn));
        }
    }

    /// By seat, who plays, as records name them.
    fn players(&self) -> [Option<String>; 4] {
        self.places.each_ref().map(|place| place.as_ref().map(SeatPlace::player))
    }

    /// The game with all cards open, if it is over.
    pub(super) fn ended(&self) -> Option<Ended> {
        self.game.as_ref()?.ended(&self.players(), (self.seed, self.number))
    }

    /// Writes the record so far.
    pub(super) fn save(&mut self) {
        (self.saved, self.unsaved) = (Instant::now(), false);
        let (Some(folder), Some(game)) = (&self.host.options.games, &self.game) else { return };
        let record = game.record(&self.players(), (self.seed, self.number)).line() + "\n";
        let path = folder.join(format!("{}-{}.jsonl", self.name, self.number));
        let written = block_in_place(|| write_atomic(&path, record.as_bytes()));
        if let Err(error) = written {
            self.warn(&format!("{}: {error}", path.display()));
        }
    }
}
