//! A connection as a task: it reads what a client asks and passes it on, and writes what is to be told.

use super::host::{CONNECTIONS, Host};
use super::message::{self, Asker, Error, MOST_BYTES, Request, VERSION};
use super::origin_check;
use super::outbox::Outbox;
use super::room::{Ask, Mail, open_table};
use super::studies::Studies;
use crate::play::SEATS;
use crate::server::table::Settings;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until, timeout};

/// How often a client hears something.
const TICK: Duration = Duration::from_secs(10);
/// A client that does not take a message in that time is gone.
const SLOW: Duration = Duration::from_secs(20);
/// A connection without a request is closed after that time.
const IDLE: Duration = Duration::from_secs(2 * 60 * 60);
/// Messages a second, and how many at once.
const RATE: f64 = 20.0;
const BURST: f64 = 60.0;
/// Tables that one connection opens at most.
const TABLES: usize = 20;

static COUNT: AtomicU64 = AtomicU64::new(0);

/// A client knocks.
pub(super) async fn open(
    State(host): State<Arc<Host>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if let Err(why) = origin_check::admits(&headers, &host.options.names) {
        return (StatusCode::FORBIDDEN, why).into_response();
    }
    if host.connections.load(Ordering::Relaxed) >= CONNECTIONS {
        return (StatusCode::SERVICE_UNAVAILABLE, "found too many connections, expected fewer\n")
            .into_response();
    }
    let upgrade = upgrade.max_message_size(MOST_BYTES).max_frame_size(MOST_BYTES);
    upgrade.on_upgrade(|socket| async {
        host.connections.fetch_add(1, Ordering::Relaxed);
        let counted = host.clone();
        Connection::new(host).run(socket).await;
        counted.connections.fetch_sub(1, Ordering::Relaxed);
    })
}

/// One client.
struct Connection {
    number: u64,
    host: Arc<Host>,
    /// Where it is.
    table: Option<UnboundedSender<Mail>>,
    opened: usize,
    studies: Studies,
    /// Messages that it may send at once.
    allowance: f64,
    counted: Instant,
}

impl Connection {
    fn new(host: Arc<Host>) -> Self {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let studies = Studies::new(host.clone(), number);
        let counted = Instant::now();
        Self { number, host, table: None, opened: 0, studies, allowance: BURST, counted }
    }

    async fn run(mut self, mut socket: WebSocket) {
        let (out, mut letters) = Outbox::new();
        out.send(&hello());
        let mut tick = interval(TICK);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        tick.reset();
        let mut heard = Instant::now();
        loop {
            let text = tokio::select! {
                letter = letters.recv() => letter,
                _ = tick.tick() => Some(json!({"is": "tick"}).to_string()),
                () = sleep_until(heard + IDLE) => break,
                message = socket.recv() => match message {
                    Some(Ok(Message::Text(text))) => {
                        heard = Instant::now();
                        self.take(&text, &out).await;
                        None
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => None,
                    Some(Ok(Message::Binary(_))) => {
                        let asker = Asker { out: out.clone(), id: None };
                        asker.refuse(&Error::new("malformed", "found bytes, expected text"));
                        None
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                },
            };
            if let Some(text) = text {
                let sent = timeout(SLOW, socket.send(Message::Text(text.into()))).await;
                if !matches!(sent, Ok(Ok(()))) {
                    break;
                }
            }
            if out.is_given_up() {
                break;
            }
        }
        self.studies.halt();
        self.leave();
    }

    /// Whether it may send another message.
    fn within_rate(&mut self) -> bool {
        let now = Instant::now();
        let more = (now - self.counted).as_secs_f64() * RATE;
        self.counted = now;
        self.allowance = (self.allowance + more).min(BURST) - 1.0;
        if self.allowance < 0.0 {
            self.allowance += 1.0;
            return false;
        }
        true
    }

    async fn take(&mut self, text: &str, out: &Outbox) {
        let (id, request) = message::read(text);
        let asker = Asker { out: out.clone(), id };
        let done = if self.within_rate() {
            match request {
                Ok(request) => self.do_it(request, &asker).await,
                Err(error) => Err(error),
            }
        } else {
            let text = format!("found more than {RATE} messages a second, expected fewer");
            Err(Error::new("limit", text))
        };
        if let Err(error) = done {
            asker.refuse(&error);
        }
    }

    async fn do_it(&mut self, request: Request, asker: &Asker) -> Result<(), Error> {
        match request {
            Request::Lobby {} => asker.answer(json!({"is": "lobby", "tables": self.host.lobby()})),
            Request::Create(wish) => {
                if self.opened >= TABLES {
                    let text = format!("found {TABLES} tables of this connection, expected fewer");
                    return Err(Error::new("limit", text));
                }
                let settings: Settings = wish.try_into().map_err(|e| Error::new("illegal", e))?;
                let table = open_table(&self.host, settings)?;
                self.opened += 1;
                asker.answer(json!({"is": "created", "table": table}));
            }
            Request::Sit { table, seat, name } => {
                self.go_to(&table, asker, Ask::Sit { seat, name })?;
            }
            Request::Return { table, token } => self.go_to(&table, asker, Ask::Return { token })?,
            Request::Watch { table } => self.go_to(&table, asker, Ask::Watch)?,
            Request::Leave {} => self.leave(),
            Request::Deploy { deployment } => self.ask(asker, Ask::Deploy { deployment })?,
            Request::Move { at, mv } => self.ask(asker, Ask::Move { at, mv })?,
            Request::Resign {} => self.ask(asker, Ask::Resign)?,
            Request::Draw {} => self.ask(asker, Ask::Draw)?,
            Request::Refuse {} => self.ask(asker, Ask::Refuse)?,
            Request::Rematch {} => self.ask(asker, Ask::Rematch)?,
            study => self.studies.take(study, asker, self.table.as_ref()).await?,
        }
        Ok(())
    }

    /// Goes to another table with a request.
    fn go_to(&mut self, name: &str, asker: &Asker, ask: Ask) -> Result<(), Error> {
        let table = self.host.table(name)?;
        if self.table.as_ref().is_some_and(|old| !old.same_channel(&table)) {
            self.leave();
        }
        self.table = Some(table);
        self.ask(asker, ask)
    }

    /// Passes a request on to the table.
    fn ask(&mut self, asker: &Asker, ask: Ask) -> Result<(), Error> {
        let nowhere = || Error::new("refused", "found you at no table, expected you at one");
        let table = self.table.as_ref().ok_or_else(nowhere)?;
        let mail = Mail::Ask { connection: self.number, asker: asker.clone(), ask };
        table
            .send(mail)
            .map_err(|_| Error::new("unknown", "found the table closed, expected it open"))
    }

    fn leave(&mut self) {
        if let Some(table) = self.table.take() {
            // A table that is closed has no members.
            let _ = table.send(Mail::Gone { connection: self.number });
        }
    }
}

fn hello() -> serde_json::Value {
    let seats: Vec<_> =
        SEATS.iter().map(|kind| json!({"name": kind.name, "about": kind.about})).collect();
    json!({
        "is": "hello",
        "version": VERSION,
        "program": env!("CARGO_PKG_VERSION"),
        "seats": seats,
        "message_bytes": MOST_BYTES,
    })
}
