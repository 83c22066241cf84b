//! The task of a connection: it reads a client's requests and writes the queued messages.

use super::client::Client;
use super::host::Host;
use super::origin_check;
use super::queue::ClientQueue;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use junqi_tables::answer::{Answer, Error, ErrorCode, to_json};
use junqi_tables::outbox::{Outbox, Responder};
use junqi_tables::request::{MAX_MESSAGE_BYTES, read_request};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
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

struct Connection {
    number: u64,
    client: Client,
    /// Tokens left in the bucket of the rate limit.
    allowed: f64,
    refilled: Instant,
}

impl Connection {
    fn new(host: Arc<Host>) -> Self {
        let number = NEXT_NUMBER.fetch_add(1, Ordering::Relaxed);
        let client = Client::new(host, number);
        Self { number, client, allowed: MESSAGE_BURST, refilled: Instant::now() }
    }

    async fn run(mut self, mut socket: WebSocket) {
        let mut queue = ClientQueue::new();
        let out = queue.out.clone();
        out.send(&Answer::hello(env!("CARGO_PKG_VERSION")));
        let mut tick = interval(TICK_INTERVAL);
        tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // The first tick would come at once.
        tick.reset();
        let mut last_request = Instant::now();
        loop {
            let text = tokio::select! {
                queued = queue.receiver.recv() => queued,
                _ = tick.tick() => Some(to_json(&Answer::Tick {})),
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
                        responder.refuse(&Error::malformed("Expected a text message, found a binary one."));
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
            if queue.is_full() {
                break;
            }
        }
        self.client.leave();
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
            let id = if text.len() <= SHORT_BYTES { read_request(text).0 } else { None };
            let text =
                format!("Too many messages: at most {MESSAGES_PER_SECOND} a second are read.");
            return Responder { out: out.clone(), id }.refuse(&Error::new(ErrorCode::Limit, text));
        }
        let (id, request) = read_request(text);
        let responder = Responder { out: out.clone(), id };
        let done = match request {
            Ok(request) => self.client.handle(request, &responder).await,
            Err(error) => Err(error),
        };
        if let Err(error) = done {
            debug!(connection = self.number, code = ?error.code, "request refused");
            responder.refuse(&error);
        }
    }
}
