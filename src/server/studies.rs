//! What a connection studies: a file or its table, away from the tasks that talk.

use super::deployments;
use super::host::Host;
use super::message::{Asker, Error, MomentRequest, Of, Request};
use super::room::{Ask, GameSource, Mail};
use super::study_cache::{StudiedGame, StudyCache};
use crate::base::clock::{Clock, WallClock};
use crate::game::board::Seat;
use crate::game::rules::Mode;
use crate::play::{SearchRequest, SeatSpec};
use crate::server::study::{EngineAnalysis, GraphPoint, Opened, Study, StudyError};
use crate::server::table::allowed;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::{Semaphore, oneshot};
use tokio::task::{block_in_place, spawn_blocking};

/// Milliseconds that a search takes at most.
const LONGEST: u64 = 60_000;
/// Questions of a connection that wait at once.
const WAITING: usize = 8;
/// Points of a graph.
const POINTS: usize = 120;
/// A graph is told so often.
const OFTEN: Duration = Duration::from_millis(400);

/// The studies of a connection.
pub(super) struct Studies {
    host: Arc<Host>,
    connection: u64,
    file: Option<Arc<Opened>>,
    /// The study of the last question: the next is mostly of the same game and the same eyes.
    short: StudyCache,
    /// The same for searches and graphs, so that questions need not wait for them.
    long: StudyCache,
    /// Ends the search or graph under way.
    stop: Arc<AtomicBool>,
    /// Questions that wait for an answer.
    waiting: Arc<Semaphore>,
}

impl Studies {
    pub(super) fn new(host: Arc<Host>, connection: u64) -> Self {
        Self {
            host,
            connection,
            file: None,
            short: StudyCache::default(),
            long: StudyCache::default(),
            stop: Arc::default(),
            waiting: Arc::new(Semaphore::new(WAITING)),
        }
    }

    /// Ends what is under way.
    pub(super) fn halt(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::default();
    }

    pub(super) async fn take(
        &mut self,
        request: Request,
        asker: &Asker,
        table: Option<&UnboundedSender<Mail>>,
    ) -> Result<(), Error> {
        match request {
            Request::Open(file) => self.open(&file, asker),
            Request::Belief(moment) => {
                let game = self.game(moment.of, moment.seat, table).await?;
                self.ask(game, moment, asker, |study| Ok(("belief", json!(study.believed()?))))
            }
            Request::Terms(moment) => {
                let game = self.game(moment.of, moment.seat, table).await?;
                self.ask(game, moment, asker, |study| Ok(("terms", json!(study.terms()?))))
            }
            Request::Think { moment, engine, time } => {
                let game = self.game(moment.of, moment.seat, table).await?;
                self.think(game, moment, (&engine, time), asker)
            }
            Request::Halt {} => {
                self.halt();
                Ok(())
            }
            Request::Graph { of, seat } => {
                let game = self.game(of, seat, table).await?;
                self.graph(game, asker)
            }
            Request::Deployments {} => {
                asker.answer(json!({"is": "deployments", "list": deployments::built_in()}));
                Ok(())
            }
            Request::Layout(file) => {
                let list = block_in_place(|| deployments::layouts(&file))?;
                asker.answer(json!({"is": "deployments", "list": list}));
                Ok(())
            }
            Request::Check { rows } => {
                asker.answer(deployments::check(&rows)?);
                Ok(())
            }
            Request::Evaluate { rows, mode } => self.evaluate(&rows, mode, asker),
            other => Err(Error::new("malformed", format!("found {other:?}, expected a study"))),
        }
    }

    fn open(&mut self, file: &super::message::File, asker: &Asker) -> Result<(), Error> {
        let bytes = deployments::bytes(file)?;
        let board = self.host.options.board;
        let opened = block_in_place(|| Opened::new(&file.name, &bytes, file.game, board));
        let opened = opened.map_err(|error| Error::new("malformed", error))?;
        let mut message = json!(opened.told);
        message["is"] = "opened".into();
        asker.answer(message);
        self.file = Some(Arc::new(opened));
        (self.short, self.long) = (StudyCache::default(), StudyCache::default());
        Ok(())
    }

    /// The game that is asked about, through the eyes of a seat.
    async fn game(
        &self,
        of: Of,
        seat: Seat,
        table: Option<&UnboundedSender<Mail>>,
    ) -> Result<StudiedGame, Error> {
        let nothing = |what| Error::new("unknown", format!("found no {what}, expected one"));
        let source = match (of, &self.file, table) {
            (Of::File, Some(file), _) if file.start.rules.seats().contains(seat) => {
                let (start, events) = (file.start.clone(), file.events.clone());
                GameSource { start, seat, visibility: file.visibility, events }
            }
            (Of::File, Some(_), _) => {
                return Err(Error::new(
                    "unknown",
                    format!("found {seat}, expected a seat that plays"),
                ));
            }
            (Of::Table, _, Some(table)) => {
                let (reply, answer) = oneshot::channel();
                let asker = Asker::silent();
                let mail = Mail::Ask {
                    connection: self.connection,
                    asker,
                    ask: Ask::Study { seat, reply },
                };
                table.send(mail).map_err(|_| nothing("table"))?;
                answer.await.map_err(|_| nothing("table"))??
            }
            (Of::File, None, _) => return Err(nothing("file that was opened")),
            (Of::Table, _, None) => return Err(nothing("table")),
        };
        Ok(StudiedGame { of, source })
    }

    /// Answers a question about a moment.
    fn ask(
        &self,
        game: StudiedGame,
        moment: MomentRequest,
        asker: &Asker,
        question: impl FnOnce(&mut Study) -> Result<(&'static str, Value), StudyError> + Send + 'static,
    ) -> Result<(), Error> {
        let work = move |study: &mut Study, asker: &Asker| {
            study.go(moment.at)?;
            let (is, mut message) = question(study)?;
            message["is"] = is.into();
            message["at"] = moment.at.into();
            message["seat"] = json!(moment.seat);
            asker.answer(message);
            Ok(())
        };
        self.work(&self.short, game, asker, work)
    }

    /// Works on a study on a thread of its own, when there is one.
    fn work(
        &self,
        slot: &StudyCache,
        game: StudiedGame,
        asker: &Asker,
        work: impl FnOnce(&mut Study, &Asker) -> Result<(), StudyError> + Send + 'static,
    ) -> Result<(), Error> {
        let waits = self.waiting.clone().try_acquire_owned().map_err(|_| {
            Error::new("limit", format!("found {WAITING} questions that wait, expected fewer"))
        })?;
        let (slot, asker, students) = (slot.clone(), asker.clone(), self.host.students.clone());
        tokio::spawn(async move {
            let _studies = students.acquire_owned().await;
            let work = move || {
                if let Err(error) = slot.work(game, |study| work(study, &asker)) {
                    asker.refuse(&Error::new("illegal", error));
                }
            };
            // What panics was said on standard error.
            let _ = spawn_blocking(work).await;
            drop(waits);
        });
        Ok(())
    }

    fn think(
        &mut self,
        game: StudiedGame,
        moment: MomentRequest,
        (engine, time): (&str, u64),
        asker: &Asker,
    ) -> Result<(), Error> {
        let spec: SeatSpec = allowed(engine).map_err(|error| Error::new("illegal", error))?;
        let time = Duration::from_millis(time.clamp(10, LONGEST));
        self.halt();
        let stop = self.stop.clone();
        self.work(&self.long, game, asker, move |study, asker| {
            study.go(moment.at)?;
            let told = |thoughts: &EngineAnalysis, done: bool, time: Duration| {
                let mut message = json!(thoughts);
                message["is"] = "thought".into();
                message["at"] = moment.at.into();
                message["seat"] = json!(moment.seat);
                message["done"] = done.into();
                message["time"] = json!(time.as_millis() as u64);
                asker.answer(message);
            };
            let clock = WallClock::default();
            let hear = |thoughts: &EngineAnalysis| told(thoughts, false, clock.now());
            let budget = SearchRequest { time: Some(time), ..SearchRequest::new(&stop, &clock) };
            let last = study.think(&spec, &budget, &hear)?;
            told(&last, true, clock.now());
            Ok(())
        })
    }

    fn graph(&mut self, game: StudiedGame, asker: &Asker) -> Result<(), Error> {
        self.halt();
        let stop = self.stop.clone();
        let seat = game.source.seat;
        self.work(&self.long, game, asker, move |study, asker| {
            let events = study.events().len();
            let stride = (events / POINTS).max(1);
            let moments = (0..events).step_by(stride).chain([events]);
            let (clock, mut told) = (WallClock::default(), Duration::ZERO);
            let mut news = vec![];
            let tell = |news: &mut Vec<GraphPoint>, done: bool| {
                let points = std::mem::take(news);
                asker.answer(json!({"is": "graph", "seat": seat, "done": done, "points": points}));
            };
            for at in moments {
                if stop.load(Ordering::Relaxed) {
                    break;
                }
                study.go(at)?;
                news.push(study.point()?);
                if clock.now() > told + OFTEN {
                    told = clock.now();
                    tell(&mut news, false);
                }
            }
            tell(&mut news, true);
            Ok(())
        })
    }

    fn evaluate(&mut self, rows: &str, mode: Mode, asker: &Asker) -> Result<(), Error> {
        let deployment = deployments::deployment(rows)?;
        self.halt();
        let (stop, asker, students) =
            (self.stop.clone(), asker.clone(), self.host.students.clone());
        let board = self.host.options.board;
        tokio::spawn(async move {
            let _studies = students.acquire_owned().await;
            let work = move || {
                deployments::evaluate(board, deployment, mode, &stop, |message| {
                    asker.answer(message);
                });
            };
            let _ = spawn_blocking(work).await;
        });
        Ok(())
    }
}
