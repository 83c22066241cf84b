//! The messages that wait for one client.

use junqi_tables::outbox::Outbox;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::mpsc::{Receiver, channel};

/// The most messages that wait.
const CAPACITY: usize = 256;

/// The queue of messages to one client: one whose queue is full is disconnected.
pub(super) struct ClientQueue {
    pub(super) out: Outbox,
    pub(super) receiver: Receiver<String>,
    full: Arc<AtomicBool>,
}

impl ClientQueue {
    pub(super) fn new() -> Self {
        let (sender, receiver) = channel(CAPACITY);
        let full = Arc::new(AtomicBool::new(false));
        let is_full = full.clone();
        let out = Outbox::new(move |text| {
            if sender.try_send(text).is_err() {
                is_full.store(true, Ordering::Relaxed);
            }
        });
        Self { out, receiver, full }
    }

    /// Whether a message was lost because the queue was full; the client has to reconnect.
    pub(super) fn is_full(&self) -> bool {
        self.full.load(Ordering::Relaxed)
    }
}
