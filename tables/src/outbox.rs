//! Where messages to a client go, and the answers to one request.

use super::answer::{Answer, Error, NumberedAnswer, to_json};
use std::sync::Arc;

/// The way to one client. Sending never blocks.
#[derive(Clone)]
pub struct Outbox(Arc<dyn Fn(String) + Send + Sync>);

impl Outbox {
    /// A way that takes the text of each message.
    pub fn new(send: impl Fn(String) + Send + Sync + 'static) -> Self {
        Self(Arc::new(send))
    }

    /// Sends a message that answers no request.
    pub fn send(&self, answer: &Answer) {
        (self.0)(to_json(answer));
    }
}

/// Where the answers to one request go.
#[derive(Clone)]
pub struct Responder {
    /// The client.
    pub out: Outbox,
    /// The number of the request.
    pub id: Option<u64>,
}

impl Responder {
    /// Answers with a message.
    pub fn answer(&self, answer: Answer) {
        (self.out.0)(to_json(&NumberedAnswer { re: self.id, answer }));
    }

    /// Answers with an error.
    pub fn refuse(&self, error: &Error) {
        self.answer(Answer::error(error));
    }
}
