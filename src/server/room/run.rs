//! The task of a table: it takes messages one by one and watches the clock.

use super::message::{Ask, GameSource, Mail};
use super::state::{Room, SAVE};
use crate::game::board::Seat;
use crate::server::host::{Entry, Host};
use crate::server::message::{Asker, Error};
use crate::server::table::Settings;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};

/// A table where nobody is that long is closed.
const DESERTED: Duration = Duration::from_secs(30 * 60);

/// Opens a table, starts its task and returns the table's name.
pub(in crate::server) fn open_table(host: &Arc<Host>, settings: Settings) -> Result<String, Error> {
    let listed = settings.open;
    let (name, room) = host.add_table(|name, seed| {
        let (room, mail) = Room::new(name, settings, seed, host.clone());
        let notice = listed.then(|| room.notice());
        (Entry { mail, notice }, room)
    })?;
    tokio::spawn(room.run());
    Ok(name)
}

impl Room {
    /// Lives until nobody has been here for long.
    pub(super) async fn run(mut self) {
        self.begin_if_ready();
        loop {
            let deadline = self.deadline();
            let idle = self.members.is_empty().then_some(self.deserted + DESERTED);
            let idle = idle.unwrap_or_else(|| Instant::now() + DESERTED);
            tokio::select! {
                mail = self.mail.recv() => match mail {
                    Some(mail) => self.take(mail),
                    None => break,
                },
                () = sleep_until(deadline.unwrap_or(idle)), if deadline.is_some() => self.time_out(),
                () = sleep_until(self.saved + SAVE), if self.unsaved => self.save(),
                () = sleep_until(idle) => if self.members.is_empty() { break },
            }
        }
        self.host.close(&self.name);
        self.engines.stop();
    }

    fn take(&mut self, mail: Mail) {
        match mail {
            Mail::Ask { connection, asker, ask } => {
                if let Err(error) = self.answer(connection, &asker, ask) {
                    asker.refuse(&error);
                }
            }
            Mail::Gone { connection } => self.leave(connection),
            Mail::Ready(prepared) => self.begin(*prepared),
            Mail::Thought(thought) => self.thought(*thought),
        }
        if !self.members.is_empty() {
            self.deserted = Instant::now();
        }
    }

    fn answer(&mut self, connection: u64, asker: &Asker, ask: Ask) -> Result<(), Error> {
        match ask {
            Ask::Sit { seat, name } => self.sit(connection, asker, seat, &name),
            Ask::Return { token } => self.come_back(connection, asker, &token),
            Ask::Watch => self.watch(connection, asker),
            Ask::Deploy { deployment } => {
                let seat = self.seat_of(connection)?;
                self.deploy(seat, &deployment)
            }
            Ask::Move { at, mv } => {
                let seat = self.seat_of(connection)?;
                self.play(seat, at, &mv)
            }
            Ask::Resign => {
                let seat = self.seat_of(connection)?;
                self.resign(seat)
            }
            Ask::Draw => {
                let seat = self.seat_of(connection)?;
                self.draw(seat)
            }
            Ask::Refuse => {
                self.seat_of(connection)?;
                self.wants_draw.clear();
                self.tell_offers();
                Ok(())
            }
            Ask::Rematch => {
                let seat = self.seat_of(connection)?;
                self.rematch(seat)
            }
            Ask::Study { seat, reply } => {
                // Whoever asked may be gone.
                let _ = reply.send(self.source(connection, seat));
                Ok(())
            }
        }
    }

    /// What a member may study through the eyes of a seat.
    fn source(&self, connection: u64, seat: Seat) -> Result<GameSource, Error> {
        let game = self
            .game
            .as_ref()
            .ok_or_else(|| Error::new("turn", "found no game, expected one that has begun"))?;
        let member = self.members.iter().find(|member| member.connection == connection);
        let member = member.ok_or_else(|| {
            Error::new("refused", "found nobody of this table, expected a member")
        })?;
        let over = game.outcome().is_some();
        if !over && (member.seat != Some(seat) || !self.settings.help) {
            let text = "found a game that goes on, expected its end, or your own seat at a table with help";
            return Err(Error::new("refused", text));
        }
        if !game.rules().seats().contains(seat) {
            return Err(Error::new("unknown", format!("found {seat}, expected a seat that plays")));
        }
        let start = game.start_of(seat);
        let visibility = self.settings.visibility;
        Ok(GameSource { start, seat, visibility, events: game.events().to_vec() })
    }
}
