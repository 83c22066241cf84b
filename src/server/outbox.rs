//! The queue of messages to one client.

use serde_json::Value;
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

    pub(super) fn send(&self, message: &Value) {
        if self.sender.try_send(message.to_string()).is_err() {
            self.full.store(true, Ordering::Relaxed);
        }
    }

    /// Whether a message was lost because the queue was full; the client has to reconnect.
    pub(super) fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }
}
