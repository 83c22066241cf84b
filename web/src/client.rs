//! The page as the one client of its tables.

use crate::output::{Output, Outputs, PageAround};
use junqi_core::base::random;
use junqi_core::game::board::Board;
use junqi_tables::answer::{Answer, Error, ErrorCode};
use junqi_tables::engines::EngineAnswer;
use junqi_tables::outbox::{Outbox, Responder};
use junqi_tables::request::{GameOrigin, Request, SeatClaim, read_request};
use junqi_tables::room::{GameSource, Room, one_way};
use junqi_tables::studies::{Origin, Studies, StudyCache, StudyTask};
use junqi_tables::table::{TableRequest, TableSettings};
use rand::Rng;
use rand::rngs::ChaCha8Rng;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The number of the only connection.
const PAGE: u64 = 1;
/// The random streams of the page: names of tables, and the secrets of each.
const NAME_STREAM: u64 = 1;
const SECRET_STREAM: u64 = 2;

/// The client.
pub(crate) struct Client {
    board: &'static Board,
    seed: u64,
    names: ChaCha8Rng,
    /// The number of tables opened.
    opened: u64,
    rooms: BTreeMap<String, Room>,
    /// The table that the page has joined.
    joined: Option<String>,
    studies: Studies,
    questions: StudyCache,
    outputs: Outputs,
}

impl Client {
    pub(crate) fn new(board: &'static Board, seed: u64) -> Self {
        Self {
            board,
            seed,
            names: random::stream(seed, &[NAME_STREAM]),
            opened: 0,
            rooms: BTreeMap::new(),
            joined: None,
            studies: Studies::new(board),
            questions: StudyCache::new(board),
            outputs: Outputs::default(),
        }
    }

    fn out(&self) -> Outbox {
        let outputs = self.outputs.clone();
        Outbox::new(move |text| outputs.push(Output::Page { text }))
    }

    pub(crate) fn greet(&self) {
        self.out().send(&Answer::hello(env!("CARGO_PKG_VERSION")));
    }

    pub(crate) fn take(&self) -> String {
        self.outputs.take()
    }

    fn around(&mut self, table: &str) -> Box<PageAround> {
        self.opened += 1;
        let secrets = random::stream(self.seed, &[SECRET_STREAM, self.opened]);
        Box::new(PageAround { table: table.into(), outputs: self.outputs.clone(), secrets })
    }

    /// Resumes a table from its text.
    pub(crate) fn resume(&mut self, name: &str, kept: &str, now: Duration) -> Result<(), String> {
        let around = self.around(name);
        let room = Room::resumed(kept, self.board, around, now)?;
        self.rooms.insert(room.name().into(), room);
        Ok(())
    }

    pub(crate) fn receive(&mut self, message: &str, now: Duration) {
        let (id, request) = read_request(message);
        let responder = Responder { out: self.out(), id };
        let done = request.and_then(|request| self.handle(request, &responder, now));
        if let Err(error) = done {
            responder.refuse(&error);
        }
    }

    fn handle(
        &mut self,
        request: Request,
        responder: &Responder,
        now: Duration,
    ) -> Result<(), Error> {
        if let Some(answer) = self.studies.answer(&request) {
            responder.answer(answer?);
            return Ok(());
        }
        if let Some(origin) = Origin::of(&request) {
            let game = self.studies.game(origin, self.table_game(origin))?;
            return self.study(StudyTask::of(request, game)?, responder);
        }
        let answer = match request {
            // Without a server nobody else is there.
            Request::Lobby {} => Answer::Lobby { tables: vec![] },
            Request::Finished(_) => Answer::Finished { kept: false, games: vec![] },
            Request::Archived { .. } => {
                return Err(Error::new(
                    ErrorCode::Unknown,
                    "There is no finished game of this name.",
                ));
            }
            Request::Create(settings) => self.create_table(*settings, now)?,
            Request::Held { seats } => self.held_seats(&seats),
            Request::Evaluate { rows, mode } => {
                return self.study(StudyTask::evaluate(&rows, mode)?, responder);
            }
            Request::Halt {} => {
                self.outputs.push(Output::Halt);
                return Ok(());
            }
            Request::Leave {} => {
                self.leave_table(now);
                return Ok(());
            }
            Request::Sit { ref table, .. }
            | Request::Return { ref table, .. }
            | Request::Watch { ref table } => {
                let table = table.clone();
                return self.join_table(&table, request, responder, now);
            }
            request => {
                let text = "You have not joined a table.";
                let room = self.joined.as_ref().and_then(|table| self.rooms.get_mut(table));
                let room = room.ok_or_else(|| Error::new(ErrorCode::Refused, text))?;
                return room.request(now, PAGE, responder, request).map(drop);
            }
        };
        responder.answer(answer);
        Ok(())
    }

    /// The game at the page's table, if a question is about it.
    fn table_game(&self, Origin { of, seat }: Origin) -> Option<Result<GameSource, Error>> {
        let table = self.joined.as_ref().filter(|_| of == GameOrigin::Table)?;
        Some(self.rooms.get(table)?.source(PAGE, seat))
    }

    /// Answers a short question at once, and passes a long one on.
    fn study(&mut self, mut task: StudyTask, responder: &Responder) -> Result<(), Error> {
        if task.is_long() {
            let id = responder.id;
            let task = serde_json::to_string(&task).expect("plain data");
            self.outputs.push(Output::Study { id, task });
            return Ok(());
        }
        let never = AtomicBool::new(false);
        let send = |answer: Answer| responder.answer(answer);
        task.step(&mut self.questions, &never, &send).map(drop)
    }

    fn create_table(&mut self, request: TableRequest, now: Duration) -> Result<Answer, Error> {
        let settings: TableSettings = request.try_into().map_err(Error::illegal)?;
        let seed = one_way(self.seed, self.opened);
        let table = format!("{:010x}", self.names.next_u64() >> 24);
        let around = self.around(&table);
        let mut room = Room::new(table.clone(), settings, seed, self.board, around, now);
        room.open(now);
        self.rooms.insert(table.clone(), room);
        Ok(Answer::Created { table })
    }

    /// The tables at which the page holds a seat.
    fn held_seats(&self, seats: &[SeatClaim]) -> Answer {
        let mut tables = vec![];
        for SeatClaim { table, token } in seats {
            tables.extend(self.rooms.get(table).and_then(|room| room.held_seat(token)));
        }
        Answer::Held { tables }
    }

    /// Joins a table and leaves the one joined before, if the new one lets the page in.
    fn join_table(
        &mut self,
        table: &str,
        request: Request,
        responder: &Responder,
        now: Duration,
    ) -> Result<(), Error> {
        let room = self.rooms.get_mut(table).ok_or_else(|| {
            let short: String = table.chars().take(20).collect();
            Error::new(ErrorCode::Unknown, format!("There is no table `{short}`."))
        })?;
        if room.request(now, PAGE, responder, request)? {
            if self.joined.as_deref().is_some_and(|joined| joined != table) {
                self.leave_table(now);
            }
            self.joined = Some(table.into());
        }
        Ok(())
    }

    fn leave_table(&mut self, now: Duration) {
        let Some(table) = self.joined.take() else { return };
        if let Some(room) = self.rooms.get_mut(&table) {
            room.leave(now, PAGE);
        }
    }

    pub(crate) fn engine_answered(&mut self, table: &str, answer: &EngineAnswer, now: Duration) {
        if let Some(room) = self.rooms.get_mut(table) {
            room.engine_answered(now, answer);
        }
    }

    pub(crate) fn tick(&mut self, now: Duration) {
        for room in self.rooms.values_mut() {
            room.tick(now);
        }
    }

    pub(crate) fn next_time(&self) -> Option<Duration> {
        self.rooms.values().filter_map(Room::next_time).min()
    }
}
