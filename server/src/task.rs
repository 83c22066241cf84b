//! The task of a table: it takes messages one by one and watches the time.

use super::around::TableFiles;
use super::host::{Host, OpenTable};
use super::message::{TableCommand, TableMessage};
use junqi_core::game::format::{EntryKind, OPEN_TABLE, read_folder};
use junqi_tables::answer::Error;
use junqi_tables::room::Room;
use junqi_tables::table::TableSettings;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use std::{fs, io};
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};
use tokio::time::sleep_until;
use tracing::{debug, info, warn};

/// How long a table waits if nothing is due.
const LONG: Duration = Duration::from_secs(3600);

/// Opens a table, starts its task and returns the table's name.
pub(super) fn open_table(host: &Arc<Host>, settings: TableSettings) -> Result<String, Error> {
    let (name, task) = host.add_table(|name, seed| {
        let (sender, receiver) = unbounded_channel();
        let around = Box::new(TableFiles::new(host.clone(), sender.clone()));
        let room = Room::new(name, settings, seed, host.options.board, around, host.now());
        let listed = room.is_listed();
        let table = OpenTable { sender, listed, lobby_entry: room.lobby_entry() };
        (table, TableTask { room, receiver, host: host.clone() })
    })?;
    info!(table = name, "table opened");
    tokio::spawn(task.run());
    Ok(name)
}

/// A table and its messages.
struct TableTask {
    room: Room,
    receiver: UnboundedReceiver<TableMessage>,
    host: Arc<Host>,
}

impl TableTask {
    /// Runs until the table has been empty for long enough, or the server stops.
    async fn run(mut self) {
        let mut stopping = self.host.stopping.subscribe();
        self.room.open(self.host.now());
        loop {
            let now = self.host.now();
            let closes = self.room.closes_at();
            if closes.is_some_and(|closes| closes <= now) {
                break;
            }
            let next = self.room.next_time().into_iter().chain(closes).min();
            let wakes = next.unwrap_or(now + LONG);
            tokio::select! {
                biased; // a move that came in time is made before the clock runs out
                message = self.receiver.recv() => match message {
                    Some(message) => self.handle(message),
                    None => break,
                },
                () = sleep_until(self.host.instant(wakes)) => self.room.tick(self.host.now()),
                _ = stopping.changed() => return self.stop(),
            }
        }
        self.host.close(self.room.name());
        info!(table = self.room.name(), "table closed");
        self.room.forget(self.host.now());
    }

    /// Saves the game. The table's file stays: the next server resumes it.
    fn stop(mut self) {
        while let Ok(message) = self.receiver.try_recv() {
            self.handle(message);
        }
        self.room.stop(self.host.now());
    }

    fn handle(&mut self, message: TableMessage) {
        let now = self.host.now();
        match message {
            TableMessage::Command { command, received } => {
                self.obey(command);
                self.host.metrics.count_command(received.elapsed());
            }
            TableMessage::Disconnected { connection } => self.room.leave(now, connection),
            TableMessage::EngineAnswered(answer) => self.room.engine_answered(now, &answer),
        }
    }

    fn obey(&mut self, command: TableCommand) {
        // The receivers of answers may have disconnected.
        match command {
            TableCommand::Request { connection, responder, request, joined } => {
                match self.room.request(self.host.now(), connection, &responder, request) {
                    Ok(true) => drop(joined.send(())),
                    Ok(false) => {}
                    Err(error) => {
                        let table = self.room.name();
                        debug!(table, connection, code = ?error.code, "request refused");
                        responder.refuse(&error);
                    }
                }
            }
            TableCommand::Held { token, reply } => drop(reply.send(self.room.held_seat(&token))),
            TableCommand::Study { connection, seat, reply } => {
                drop(reply.send(self.room.source(connection, seat)));
            }
        }
    }
}

/// Resumes all tables whose files are in the folder of games.
pub(super) fn resume_tables(host: &Arc<Host>) -> io::Result<()> {
    let Some(folder) = &host.options.games else { return Ok(()) };
    for (path, kind) in read_folder(folder)? {
        if kind == EntryKind::File
            && path.to_string_lossy().ends_with(OPEN_TABLE)
            && let Err(error) = resume(host, &path)
        {
            warn!(file = %path.display(), "{error}; the table is not resumed");
        }
    }
    Ok(())
}

fn resume(host: &Arc<Host>, path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).map_err(|error| error.to_string())?;
    let (sender, receiver) = unbounded_channel();
    let around = Box::new(TableFiles::new(host.clone(), sender.clone()));
    let room = Room::resumed(&text, host.options.board, around, host.now())?;
    let listed = room.is_listed();
    let table = OpenTable { sender, listed, lobby_entry: room.lobby_entry() };
    host.restore_table(room.name().into(), table);
    info!(table = room.name(), "table resumed");
    tokio::spawn(TableTask { room, receiver, host: host.clone() }.run());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use junqi_tables::outbox::{Outbox, Responder};
    use junqi_tables::request::Request;
    use junqi_tables::table::TableRequest;
    use serde_json::{Value, json};
    use tokio::sync::oneshot;
    use tokio::time::Instant;

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
                responder: Responder { out: Outbox::new(|_| {}), id: None },
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
