//! The task of a connection: it reads requests, dispatches them and writes the queued messages.

use super::host::Host;
use super::message::{self, Error, HeldSeat, MAX_MESSAGE_BYTES, Request, Responder, VERSION};
use super::origin_check;
use super::outbox::Outbox;
use super::room::{Entrance, SeatCommand, TableCommand, TableMessage, open_table};
use super::studies::Studies;
use crate::play::PLAYERS;
use crate::server::table::{TableRequest, TableSettings};
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};
use tracing::debug;

/// The time between keep-alive messages.
const TICK_INTERVAL: Duration = Duration::from_secs(10);
/// A client that does not accept a message in this time is disconnected.
const SEND_TIMEOUT: Duration = Duration::from_secs(20);
/// A connection without a request for this long is closed.
const IDLE_TIMEOUT: Duration = Duration::from_secs(2 * 60 * 60);
/// Rate limit (token bucket): the sustained rate, and the size of the bucket.
const MESSAGES_PER_SECOND: f64 = 20.0;
const MESSAGE_BURST: f64 = 60.0;
/// The longest message, in bytes, that is read for its number once the rate limit is reached.
const SHORT_BYTES: usize = 4096;
/// The most tables that a connection may have opened at a time.
const MAX_TABLES_PER_CONNECTION: usize = 20;
/// The most seats that one request may ask about.
const MAX_HELD_SEATS: usize = 20;

static NEXT_NUMBER: AtomicU64 = AtomicU64::new(0);

/// Accepts a `WebSocket` from a page of this server.
pub(super) async fn open(
    State(host): State<Arc<Host>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if let Err(why) = origin_check::check_origin(&headers, &host.options.names) {
        return (StatusCode::FORBIDDEN, why).into_response();
    }
    let Ok(permit) = host.websocket_permits.clone().try_acquire_owned() else {
        return (StatusCode::SERVICE_UNAVAILABLE, "The server is full. Try again later.\n")
            .into_response();
    };
    let upgrade = upgrade.max_message_size(MAX_MESSAGE_BYTES).max_frame_size(MAX_MESSAGE_BYTES);
    upgrade.on_upgrade(|socket| async {
        let _permit = permit;
        let connection = Connection::new(host);
        let number = connection.number;
        debug!(connection = number, "WebSocket opened");
        connection.run(socket).await;
        debug!(connection = number, "WebSocket closed");
    })
}

/// A connected client.
struct Connection {
    number: u64,
    host: Arc<Host>,
    /// The table that it has joined.
    table: Option<UnboundedSender<TableMessage>>,
    /// The names of the tables that it has opened.
    opened: Vec<String>,
    studies: Studies,
    /// Tokens left in the bucket of the rate limit.
    allowed: f64,
    refilled: Instant,
}

impl Connection {
    fn new(host: Arc<Host>) -> Self {
        let number = NEXT_NUMBER.fetch_add(1, Ordering::Relaxed);
        let studies = Studies::new(host.clone(), number);
        let refilled = Instant::now();
        Self {
            number,
            host,
            table: None,
            opened: vec![],
            studies,
            allowed: MESSAGE_BURST,
            refilled,
        }
    }

    async fn run(mut self, mut socket: WebSocket) {
        let (out, mut queue) = Outbox::new();
        out.send(&hello());
        let mut tick = interval(TICK_INTERVAL);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        tick.reset();
        let mut last_request = Instant::now();
        loop {
            let text = tokio::select! {
                queued = queue.recv() => queued,
                _ = tick.tick() => Some(json!({"is": "tick"}).to_string()),
                () = sleep_until(last_request + IDLE_TIMEOUT) => break,
                message = socket.recv() => match message {
                    Some(Ok(Message::Text(text))) => {
                        last_request = Instant::now();
                        self.handle(&text, &out).await;
                        None
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => None,
                    Some(Ok(Message::Binary(_))) => {
                        let responder = Responder { out: out.clone(), id: None };
                        responder.refuse(&Error::new("malformed", "Expected a text message, found a binary one."));
                        None
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                },
            };
            if let Some(text) = text {
                let sent = timeout(SEND_TIMEOUT, socket.send(Message::Text(text.into()))).await;
                if !matches!(sent, Ok(Ok(()))) {
                    break;
                }
            }
            if out.is_full() {
                break;
            }
        }
        self.studies.stop_search();
        self.leave();
    }

    /// Takes a token of the rate limit, if one is left.
    fn within_rate(&mut self) -> bool {
        let now = Instant::now();
        let more = (now - self.refilled).as_secs_f64() * MESSAGES_PER_SECOND;
        self.refilled = now;
        self.allowed = (self.allowed + more).min(MESSAGE_BURST) - 1.0;
        if self.allowed < 0.0 {
            self.allowed += 1.0;
            return false;
        }
        true
    }

    async fn handle(&mut self, text: &str, out: &Outbox) {
        if !self.within_rate() {
            // A long message is not parsed for its number.
            let id = if text.len() <= SHORT_BYTES { message::read(text).0 } else { None };
            let text =
                format!("Too many messages: at most {MESSAGES_PER_SECOND} a second are read.");
            return Responder { out: out.clone(), id }.refuse(&Error::new("limit", text));
        }
        let (id, request) = message::read(text);
        let responder = Responder { out: out.clone(), id };
        let done = match request {
            Ok(request) => self.dispatch(request, &responder).await,
            Err(error) => Err(error),
        };
        if let Err(error) = done {
            debug!(connection = self.number, code = error.code, "request refused");
            responder.refuse(&error);
        }
    }

    async fn dispatch(&mut self, request: Request, responder: &Responder) -> Result<(), Error> {
        let command = match request {
            Request::Lobby {} => {
                responder.answer(json!({"is": "lobby", "tables": self.host.lobby()}));
                return Ok(());
            }
            Request::Create(request) => return self.create_table(request, responder),
            Request::Sit { table, seat, name } => {
                return self.enter_table(&table, responder, Entrance::Sit { seat, name }).await;
            }
            Request::Return { table, token } => {
                return self.enter_table(&table, responder, Entrance::Return { token }).await;
            }
            Request::Watch { table } => {
                return self.enter_table(&table, responder, Entrance::Watch).await;
            }
            Request::Leave {} => {
                self.leave();
                return Ok(());
            }
            Request::Held { seats } => {
                let tables = self.held_seats(seats).await;
                responder.answer(json!({"is": "held", "tables": tables}));
                return Ok(());
            }
            Request::Deploy { deployment } => SeatCommand::Deploy { deployment },
            Request::Move { at, mv } => SeatCommand::Move { at, mv },
            Request::Resign {} => SeatCommand::Resign,
            Request::Draw {} => SeatCommand::Draw,
            Request::Refuse {} => SeatCommand::Refuse,
            Request::Rematch {} => SeatCommand::Rematch,
            Request::TakeBack {} => SeatCommand::TakeBack,
            Request::Help { agrees } => SeatCommand::Help { agrees },
            Request::Signal { signal, cell } => SeatCommand::Signal { signal, cell },
            Request::Chat { text } => SeatCommand::Chat { text },
            study => return self.studies.handle(study, responder, self.table.as_ref()).await,
        };
        let table = self.table.as_ref();
        let table = table.ok_or_else(|| Error::new("refused", "You have not joined a table."))?;
        self.send(table, responder, TableCommand::OfSeat(command))
    }

    fn create_table(&mut self, request: TableRequest, responder: &Responder) -> Result<(), Error> {
        self.opened.retain(|name| self.host.table(name).is_ok());
        if self.opened.len() >= MAX_TABLES_PER_CONNECTION {
            let text = format!(
                "This connection has {MAX_TABLES_PER_CONNECTION} open tables, the most that it may have."
            );
            return Err(Error::new("limit", text));
        }
        let settings: TableSettings = request.try_into().map_err(|e| Error::new("illegal", e))?;
        let table = open_table(&self.host, settings)?;
        self.opened.push(table.clone());
        responder.answer(json!({"is": "created", "table": table}));
        Ok(())
    }

    /// The tables at which the client holds a seat.
    async fn held_seats(&self, seats: Vec<HeldSeat>) -> Vec<serde_json::Value> {
        let mut tables = vec![];
        for HeldSeat { table, token } in seats.into_iter().take(MAX_HELD_SEATS) {
            let Ok(sender) = self.host.table(&table) else { continue };
            let (reply, answer) = oneshot::channel();
            let message = TableMessage::Command {
                connection: self.number,
                responder: Responder::silent(),
                command: TableCommand::Held { token, reply },
                received: Instant::now(),
            };
            if sender.send(message).is_ok() {
                tables.extend(answer.await.ok().flatten());
            }
        }
        tables
    }

    /// Joins a table and leaves the one joined before, if the new one lets the client in.
    async fn enter_table(
        &mut self,
        name: &str,
        responder: &Responder,
        how: Entrance,
    ) -> Result<(), Error> {
        let table = self.host.table(name)?;
        let (entered, answer) = oneshot::channel();
        self.send(&table, responder, TableCommand::Enter { how, entered })?;
        if answer.await.is_ok() {
            if self.table.as_ref().is_some_and(|old| !old.same_channel(&table)) {
                self.leave();
            }
            self.table = Some(table);
        }
        Ok(())
    }

    fn send(
        &self,
        table: &UnboundedSender<TableMessage>,
        responder: &Responder,
        command: TableCommand,
    ) -> Result<(), Error> {
        let message = TableMessage::Command {
            connection: self.number,
            responder: responder.clone(),
            command,
            received: Instant::now(),
        };
        table.send(message).map_err(|_| Error::new("unknown", "This table is closed."))
    }

    fn leave(&mut self) {
        if let Some(table) = self.table.take() {
            // A table that is closed has no members.
            let _ = table.send(TableMessage::Disconnected { connection: self.number });
        }
    }
}

fn hello() -> serde_json::Value {
    let seats: Vec<_> =
        PLAYERS.iter().map(|kind| json!({"name": kind.name, "about": kind.about})).collect();
    json!({
        "is": "hello",
        "version": VERSION,
        "program": env!("CARGO_PKG_VERSION"),
        "seats": seats,
        "message_bytes": MAX_MESSAGE_BYTES,
    })
}
