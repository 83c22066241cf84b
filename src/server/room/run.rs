//! The task of a table: it takes messages one by one and watches the clock.

use super::message::{Entrance, GameSource, SeatCommand, TableCommand, TableMessage};
use super::state::{Room, SAVE_INTERVAL};
use crate::game::board::Seat;
use crate::server::host::{Host, OpenTable};
use crate::server::message::{Error, Responder};
use crate::server::table::TableSettings;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};
use tracing::{debug, info};

/// A table without members for this long is closed.
const EMPTY_TABLE_TIMEOUT: Duration = Duration::from_secs(30 * 60);
/// The same once its game is over; what is left to return to is a rematch.
const OVER_TABLE_TIMEOUT: Duration = Duration::from_secs(60);

/// Opens a table, starts its task and returns the table's name.
pub(in crate::server) fn open_table(
    host: &Arc<Host>,
    settings: TableSettings,
) -> Result<String, Error> {
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
        if self.unsaved || self.game.is_some() && self.phase() != "over" {
            self.save();
        }
        self.engines.stop();
    }

    /// How long the table may be empty: longer while its finished game cannot be saved.
    fn empty_timeout(&self) -> Duration {
        if self.phase() == "over" && !self.unsaved {
            OVER_TABLE_TIMEOUT
        } else {
            EMPTY_TABLE_TIMEOUT
        }
    }

    fn handle(&mut self, message: TableMessage) {
        let was_empty = self.members.is_empty();
        match message {
            TableMessage::Command { connection, responder, command, received } => {
                if let Err(error) = self.answer(connection, &responder, command) {
                    debug!(table = self.name, connection, code = error.code, "command refused");
                    responder.refuse(&error);
                }
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

    fn answer(
        &mut self,
        connection: u64,
        responder: &Responder,
        command: TableCommand,
    ) -> Result<(), Error> {
        match command {
            TableCommand::Enter { how, entered } => {
                self.let_in(connection, responder, how)?;
                // Here and below the receiver may have disconnected.
                let _ = entered.send(());
                Ok(())
            }
            TableCommand::OfSeat(command) => {
                let seat = self.seat_of(connection)?;
                self.answer_seat(seat, command)
            }
            TableCommand::Held { token, reply } => {
                let _ = reply.send(self.held_seat(&token));
                Ok(())
            }
            TableCommand::Study { seat, reply } => {
                let _ = reply.send(self.source(connection, seat));
                Ok(())
            }
        }
    }

    fn let_in(
        &mut self,
        connection: u64,
        responder: &Responder,
        how: Entrance,
    ) -> Result<(), Error> {
        match how {
            Entrance::Sit { seat, name } => self.sit(connection, responder, seat, &name),
            Entrance::Return { token } => self.return_to_seat(connection, responder, &token),
            Entrance::Watch => self.watch(connection, responder),
        }
    }

    fn answer_seat(&mut self, seat: Seat, command: SeatCommand) -> Result<(), Error> {
        match command {
            SeatCommand::Deploy { deployment } => self.deploy(seat, &deployment),
            SeatCommand::Move { at, mv } => self.play(seat, at, &mv),
            SeatCommand::Resign => self.resign(seat),
            SeatCommand::Draw => self.draw(seat),
            SeatCommand::Refuse => self.refuse_draw(seat),
            SeatCommand::Rematch => self.rematch(seat),
            SeatCommand::TakeBack => self.take_back(seat),
            SeatCommand::Help { agrees } => self.agree_to_help(seat, agrees),
            SeatCommand::Signal { signal, cell } => self.signal(seat, signal, cell.as_deref()),
            SeatCommand::Chat { text } => self.say(seat, &text),
        }
    }

    /// The game as a seat knows it, if the member may study it.
    fn source(&self, connection: u64, seat: Seat) -> Result<GameSource, Error> {
        let game =
            self.game.as_ref().ok_or_else(|| Error::new("turn", "The game has not begun."))?;
        let member = self.members.iter().find(|member| member.connection == connection);
        let member =
            member.ok_or_else(|| Error::new("refused", "You have not joined this table."))?;
        let over = game.outcome().is_some();
        if !over && (member.seat != Some(seat) || !self.help()) {
            let text = "During the game you may only study your own seat, where analysis is allowed to all.";
            return Err(Error::new("refused", text));
        }
        if !game.rules().seats().contains(seat) {
            return Err(Error::new("unknown", format!("Seat {seat} does not play in this mode.")));
        }
        let start = game.start_of(seat);
        let visibility = self.settings.visibility;
        Ok(GameSource { start, seat, visibility, events: game.events().to_vec() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::table::TableRequest;
    use serde_json::{Value, json};
    use tokio::sync::oneshot;

    /// How long a new table stays open, in simulated time, if somebody watches it for a while at first, and whether
    /// its game is over by then.
    async fn time_until_closed(settings: Value, watched: Duration) -> (Duration, bool) {
        let host = Host::for_tests();
        let request: TableRequest = serde_json::from_value(settings).unwrap();
        let (name, begin) =
            (open_table(&host, request.try_into().unwrap()).unwrap(), Instant::now());
        if !watched.is_zero() {
            let table = host.table(&name).unwrap();
            let (entered, is_in) = oneshot::channel();
            let command = TableCommand::Enter { how: Entrance::Watch, entered };
            let (connection, responder, received) = (1, Responder::silent(), Instant::now());
            let enter = TableMessage::Command { connection, responder, command, received };
            table.send(enter).unwrap();
            is_in.await.unwrap();
            tokio::time::sleep(watched).await;
            table.send(TableMessage::Disconnected { connection }).unwrap();
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
