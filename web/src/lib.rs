//! Tables, studies and engines in the browser, as thin as the server: the crate `junqi-tables` does the work.
//!
//! One worker holds [`Tables`], which answers at once. What takes time goes to workers that hold a [`Thinker`]; the page
//! carries their messages. A task holds nothing but what its seat may know, and ends with its worker.

mod client;
mod output;

use client::Client;
use junqi_core::game::board::Board;
use junqi_tables::answer::Answer;
use junqi_tables::description::{board_json, terms_json};
use junqi_tables::engines::{EngineAnswer, EngineTask, Engines};
use junqi_tables::outbox::{Outbox, Responder};
use junqi_tables::studies::{Progress, StudyCache, StudyTask};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Sends a message from a worker to the page.
    #[wasm_bindgen(js_name = postMessage)]
    fn post_message(text: &str);
}

/// `/board.json` of a server.
#[wasm_bindgen(js_name = boardJson)]
pub fn board() -> String {
    board_json(Board::siguo())
}

/// `/terms.json` of a server.
#[wasm_bindgen(js_name = termsJson)]
pub fn terms() -> String {
    terms_json()
}

/// Tables and studies of one page. Times are milliseconds since a fixed moment.
#[wasm_bindgen]
pub struct Tables(Client);

#[wasm_bindgen]
impl Tables {
    /// No tables yet; the seed deals their games.
    #[wasm_bindgen(constructor)]
    pub fn new(seed: u64) -> Self {
        Self(Client::new(Board::siguo(), seed))
    }

    /// Resumes a table that was kept; one that cannot be read is left out.
    pub fn resume(&mut self, name: &str, kept: &str, now: f64) -> bool {
        self.0.resume(name, kept, time(now)).is_ok()
    }

    /// Greets the page.
    pub fn greet(&mut self) {
        self.0.greet();
    }

    /// Takes a request of the page.
    pub fn receive(&mut self, message: &str, now: f64) {
        self.0.receive(message, time(now));
    }

    /// Takes the answer of an engine of a table.
    #[wasm_bindgen(js_name = engineAnswered)]
    pub fn engine_answered(&mut self, table: &str, answer: &str, now: f64) {
        if let Ok(answer) = serde_json::from_str(answer) {
            self.0.engine_answered(table, &answer, time(now));
        }
    }

    /// Says that an engine of a table did not survive its task.
    #[wasm_bindgen(js_name = engineCrashed)]
    pub fn engine_crashed(&mut self, table: &str, serial: u32, now: f64) {
        let answer = EngineAnswer::crashed(serial.into());
        self.0.engine_answered(table, &answer, time(now));
    }

    /// Does what is due.
    pub fn tick(&mut self, now: f64) {
        self.0.tick(time(now));
    }

    /// The time at which something is due.
    pub fn next(&self) -> Option<f64> {
        self.0.next_time().map(|time| time.as_secs_f64() * 1000.0)
    }

    /// What has come out since the last call: a list of `Output`s in JSON.
    pub fn take(&mut self) -> String {
        self.0.take()
    }
}

fn time(milliseconds: f64) -> Duration {
    Duration::try_from_secs_f64(milliseconds / 1000.0).unwrap_or_default()
}

/// The engines and the studies of a worker that thinks.
#[wasm_bindgen]
pub struct Thinker {
    engines: Engines,
    cache: StudyCache,
}

#[wasm_bindgen]
impl Thinker {
    /// A worker that has not thought yet.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::new_without_default, reason = "made by JavaScript")]
    pub fn new() -> Self {
        Self { engines: Engines::new(Board::siguo()), cache: StudyCache::new(Board::siguo()) }
    }

    /// Answers the task of an engine.
    pub fn engine(&mut self, task: &str) -> Option<String> {
        let task: EngineTask = serde_json::from_str(task).ok()?;
        let answer = self.engines.answer(task, &AtomicBool::new(false));
        serde_json::to_string(&answer).ok()
    }

    /// Answers a question by messages to the page, which are numbered like its request.
    pub fn study(&mut self, id: Option<u32>, task: &str) {
        let responder =
            Responder { out: Outbox::new(|text| post_message(&text)), id: id.map(u64::from) };
        let Ok(mut task) = serde_json::from_str::<StudyTask>(task) else { return };
        let never = AtomicBool::new(false);
        let send = |answer: Answer| responder.answer(answer);
        loop {
            match task.step(&mut self.cache, &never, &send) {
                Ok(Progress::GoesOn) => {}
                Ok(Progress::Done) => return,
                Err(error) => return responder.refuse(&error),
            }
        }
    }
}
