//! The task of a table: it takes messages one by one and watches the clock.

use super::message::{GameSource, TableCommand, TableMessage};
use super::state::{Room, SAVE_INTERVAL};
use crate::answer::{Error, ErrorCode, Phase};
use crate::host::{Host, OpenTable};
use crate::outbox::Responder;
use crate::request::Request;
use crate::table::TableSettings;
use junqi_core::game::board::Seat;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};
use tracing::{debug, info};

/// A table without members for this long is closed.
const EMPTY_TABLE_TIMEOUT: Duration = Duration::from_secs(30 * 60);
/// The same once its game is over: only a rematch is left to return to.
const OVER_TABLE_TIMEOUT: Duration = Duration::from_secs(60);

/// Opens a table, starts its task and returns the table's name.
pub(crate) fn open_table(host: &Arc<Host>, settings: TableSettings) -> Result<String, Error> {
    let listed = settings.open;
    let (name, room) = host.add_table(|name, seed| {
        let (room, sender) = Room::new(name, settings, seed, host.clone());
        let lobby_entry = room.lobby_entry();
        (OpenTable { sender, listed, lobby_entry }, room)
    })?;
    info!(table = name, "table opened");
    tokio::spawn(room.run());
    Ok(name)
}

impl Room {
    /// Runs until the table has been empty for long enough, or the server stops.
    pub(super) async fn run(mut self) {
        let mut stopping = self.host.stopping.subscribe();
        if self.game.is_none() {
            self.begin_if_ready();
        }
        loop {
            let deadline = self.deadline();
            let idle = self.members.is_empty().then_some(self.empty_since + self.empty_timeout());
            let idle = idle.unwrap_or_else(|| Instant::now() + EMPTY_TABLE_TIMEOUT);
            tokio::select! {
                biased; // a move that came in time is made before the clock runs out
                message = self.receiver.recv() => match message {
                    Some(message) => self.handle(message),
                    None => break,
                },
                () = sleep_until(deadline.unwrap_or(idle)), if deadline.is_some() => self.time_out(),
                () = sleep_until(self.saved + SAVE_INTERVAL), if self.unsaved => self.save(),
                _ = stopping.changed() => return self.stop(),
                () = sleep_until(idle) => if self.members.is_empty() { break },
            }
        }
        self.host.close(&self.name);
        info!(table = self.name, "table closed");
        if self.unsaved {
            self.warn("the table is closed before its game could be saved; its file is kept");
        } else if let Err(error) = self.remove_file() {
            self.warn(&error.to_string());
        }
        self.engines.stop();
    }

    /// Saves the game. The table's file stays: the next server resumes it.
    fn stop(mut self) {
        while let Ok(message) = self.receiver.try_recv() {
            self.handle(message);
        }
        // A running clock has changed since the last event.
        if self.unsaved || self.game.is_some() && self.phase() != Phase::Over {
            self.save();
        }
        self.engines.stop();
    }

    /// How long the table may be empty: longer while its finished game cannot be saved.
    fn empty_timeout(&self) -> Duration {
        if self.phase() == Phase::Over && !self.unsaved {
            OVER_TABLE_TIMEOUT
        } else {
            EMPTY_TABLE_TIMEOUT
        }
    }

    fn handle(&mut self, message: TableMessage) {
        let was_empty = self.members.is_empty();
        match message {
            TableMessage::Command { command, received } => {
                self.obey(command);
                self.host.metrics.count_command(received.elapsed());
            }
            TableMessage::Disconnected { connection } => self.leave(connection),
            TableMessage::GamePrepared(prepared) => self.begin(*prepared),
            TableMessage::EngineChose(choice) => self.engine_chose(*choice),
        }
        if !(was_empty && self.members.is_empty()) {
            self.empty_since = Instant::now();
        }
    }

    fn obey(&mut self, command: TableCommand) {
        // The receivers of answers may have disconnected.
        match command {
            TableCommand::Request { connection, responder, request, joined } => {
                match self.answer(connection, &responder, request) {
                    Ok(true) => drop(joined.send(())),
                    Ok(false) => {}
                    Err(error) => {
                        debug!(table = self.name, connection, code = ?error.code, "request refused");
                        responder.refuse(&error);
                    }
                }
            }
            TableCommand::Held { token, reply } => drop(reply.send(self.held_seat(&token))),
            TableCommand::Study { connection, seat, reply } => {
                drop(reply.send(self.source(connection, seat)));
            }
        }
    }

    /// Answers a request; returns whether the client has joined the table by it.
    fn answer(
        &mut self,
        connection: u64,
        responder: &Responder,
        request: Request,
    ) -> Result<bool, Error> {
        match request {
            Request::Sit { seat, name, .. } => self.sit(connection, responder, seat, &name)?,
            Request::Return { token, .. } => self.return_to_seat(connection, responder, &token)?,
            Request::Watch { .. } => self.watch(connection, responder)?,
            request => {
                let seat = self.seat_of(connection)?;
                self.answer_seat(seat, request)?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn answer_seat(&mut self, seat: Seat, request: Request) -> Result<(), Error> {
        match request {
            Request::Deploy { deployment } => self.deploy(seat, &deployment),
            Request::Move { at, mv } => self.play(seat, at, &mv),
            Request::Resign {} => self.resign(seat),
            Request::Draw {} => self.draw(seat),
            Request::Refuse {} => self.refuse_draw(seat),
            Request::Rematch {} => self.rematch(seat),
            Request::TakeBack {} => self.take_back(seat),
            Request::Help { agrees } => self.agree_to_help(seat, agrees),
            Request::Signal { signal, cell } => self.signal(seat, signal, cell.as_deref()),
            Request::Chat { text } => self.say(seat, &text),
            // Clients answer the other requests without a table.
            _ => Err(Error::new(ErrorCode::Failed, "The server could not answer this.")),
        }
    }

    /// The game as a seat knows it, if the member may study it.
    fn source(&self, connection: u64, seat: Seat) -> Result<GameSource, Error> {
        let game = self.begun_game()?;
        let member = self.members.iter().find(|member| member.connection == connection);
        let member = member
            .ok_or_else(|| Error::new(ErrorCode::Refused, "You have not joined this table."))?;
        let over = game.outcome().is_some();
        if !over && (member.seat != Some(seat) || !self.help()) {
            let text = "During the game you may only study your own seat, where analysis is allowed to all.";
            return Err(Error::new(ErrorCode::Refused, text));
        }
        if !game.rules().seats().contains(seat) {
            let text = format!("Seat {seat} does not play in this mode.");
            return Err(Error::new(ErrorCode::Unknown, text));
        }
        Ok(GameSource {
            start: game.start_of(seat),
            seat,
            visibility: self.settings.visibility,
            events: game.events().to_vec(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outbox::Outbox;
    use crate::table::TableRequest;
    use serde_json::{Value, json};
    use tokio::sync::oneshot;

    /// How long a new table stays open, in simulated time, if somebody watches it for a while at first, and whether
    /// its game is over by then.
    async fn time_until_closed(settings: Value, watched: Duration) -> (Duration, bool) {
        let host = Host::for_tests();
        let request: TableRequest = serde_json::from_value(settings).unwrap();
        let name = open_table(&host, request.try_into().unwrap()).unwrap();
        let begin = Instant::now();
        if !watched.is_zero() {
            let table = host.table(&name).unwrap();
            let (joined, answer) = oneshot::channel();
            let command = TableCommand::Request {
                connection: 1,
                responder: Responder { out: Outbox::new().0, id: None },
                request: Request::Watch { table: name.clone() },
                joined,
            };
            table.send(TableMessage::Command { command, received: Instant::now() }).unwrap();
            answer.await.unwrap();
            tokio::time::sleep(watched).await;
            table.send(TableMessage::Disconnected { connection: 1 }).unwrap();
        }
        while host.table(&name).is_ok() {
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        (begin.elapsed(), host.metrics_page().contains("junqi_games_total 1"))
    }

    #[tokio::test(start_paused = true)]
    async fn an_empty_table_is_closed_soon_after_its_game() {
        let engines = json!({"S": "random", "N": "random"});
        let game = json!({"mode": "1v1", "seats": engines, "pace": 0, "open": false});
        let minute = Duration::from_secs(60);
        let (closed, is_over) = time_until_closed(game.clone(), minute).await;
        assert!((120..180).contains(&closed.as_secs()) && is_over, "{closed:?}");
        let (closed, is_over) = time_until_closed(game, Duration::ZERO).await;
        assert!((1800..1802).contains(&closed.as_secs()) && !is_over, "{closed:?}");
        let waiting = json!({"mode": "1v1", "seats": {"S": "human", "N": "random"}});
        let (closed, _) = time_until_closed(waiting, Duration::ZERO).await;
        assert!((1800..1802).contains(&closed.as_secs()), "{closed:?}");
    }
}
