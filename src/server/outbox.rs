//! What waits to be sent to a client.

use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// Messages that wait at most.
const MOST: usize = 256;

/// Where messages to one client go. Whoever sends never waits: a client that does not read is given up.
#[derive(Debug, Clone)]
pub(super) struct Outbox {
    sender: Sender<String>,
    given_up: Arc<AtomicBool>,
}

impl Outbox {
    pub(super) fn new() -> (Self, Receiver<String>) {
        let (sender, receiver) = channel(MOST);
        (Self { sender, given_up: Arc::default() }, receiver)
    }

    pub(super) fn send(&self, message: &Value) {
        if self.sender.try_send(message.to_string()).is_err() {
            self.given_up.store(true, Ordering::Relaxed);
        }
    }

    /// Whether something could not be sent: the client has to come again.
    pub(super) fn is_given_up(&self) -> bool {
        self.given_up.load(Ordering::Relaxed)
    }
}
