//! The queue of messages to one client, and the answers to one request.

use super::answer::{Answer, Error, NumberedAnswer, to_json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// The most messages that wait.
const CAPACITY: usize = 256;

/// The queue of messages to one client. Sending never blocks: a client whose queue is full is
/// disconnected.
#[derive(Debug, Clone)]
pub(super) struct Outbox {
    sender: Sender<String>,
    full: Arc<AtomicBool>,
}

impl Outbox {
    pub(super) fn new() -> (Self, Receiver<String>) {
        let (sender, receiver) = channel(CAPACITY);
        (Self { sender, full: Arc::default() }, receiver)
    }

    /// Sends a message that answers no request.
    pub(super) fn send(&self, answer: &Answer) {
        self.send_text(to_json(answer));
    }

    fn send_text(&self, text: String) {
        if self.sender.try_send(text).is_err() {
            self.full.store(true, Ordering::Relaxed);
        }
    }

    /// Whether a message was lost because the queue was full; the client has to reconnect.
    pub(super) fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }
}

/// Where the answers to one request go.
#[derive(Debug, Clone)]
pub(super) struct Responder {
    pub(super) out: Outbox,
    /// The number of the request.
    pub(super) id: Option<u64>,
}

impl Responder {
    /// Answers with a message.
    pub(super) fn answer(&self, answer: Answer) {
        self.out.send_text(to_json(&NumberedAnswer { re: self.id, answer }));
    }

    /// Answers with an error.
    pub(super) fn refuse(&self, error: &Error) {
        self.answer(Answer::error(error));
    }
}
