//! The requests of one client: answered here, or passed to its table or its studies.

use super::finished::finished_record;
use super::host::Host;
use super::message::{TableCommand, TableMessage};
use super::searches::Searches;
use super::task::open_table;
use junqi_tables::answer::{Answer, Error, ErrorCode};
use junqi_tables::outbox::Responder;
use junqi_tables::request::{GameOrigin, Request, SeatClaim};
use junqi_tables::room::GameSource;
use junqi_tables::studies::{Origin, Studies, StudyTask};
use junqi_tables::table::{TableRequest, TableSettings};
use std::sync::Arc;
use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::oneshot;
use tokio::task::block_in_place;
use tokio::time::Instant;

/// Sends messages to a table.
type TableSender = UnboundedSender<TableMessage>;

/// The most tables that a client may have opened at a time.
const MAX_TABLES_PER_CONNECTION: usize = 20;
/// The most seats that one request may ask about.
const MAX_HELD_SEATS: usize = 20;

/// The client of a connection.
pub(super) struct Client {
    connection: u64,
    host: Arc<Host>,
    /// The table that it has joined.
    table: Option<TableSender>,
    /// The names of the tables that it has opened.
    opened: Vec<String>,
    studies: Studies,
    searches: Searches,
}

impl Client {
    pub(super) fn new(host: Arc<Host>, connection: u64) -> Self {
        let studies = Studies::new(host.options.board);
        let searches = Searches::new(&host);
        Self { connection, host, table: None, opened: vec![], studies, searches }
    }

    /// Answers a request, or passes it on to what answers it.
    pub(super) async fn handle(
        &mut self,
        request: Request,
        responder: &Responder,
    ) -> Result<(), Error> {
        if let Some(answer) = block_in_place(|| self.studies.answer(&request)) {
            responder.answer(answer?);
            return Ok(());
        }
        if let Some(origin) = Origin::of(&request) {
            let table = self.table_game(origin).await;
            let task = StudyTask::of(request, self.studies.game(origin, table)?)?;
            return self.searches.begin(task, responder);
        }
        let answer = match request {
            Request::Lobby {} => Answer::Lobby { tables: self.host.lobby() },
            Request::Create(settings) => self.create_table(*settings)?,
            Request::Held { seats } => self.held_seats(seats).await,
            Request::Finished(filter) => self.host.finished.find(&filter),
            Request::Archived { game } => {
                let folder = self.host.options.games.as_ref();
                let name = format!("{game}.jsonl");
                block_in_place(|| self.studies.open(&name, &finished_record(folder, &game)?, 0))?
            }
            Request::Evaluate { rows, mode } => {
                let task = StudyTask::evaluate(&rows, mode)?;
                return self.searches.begin(task, responder);
            }
            Request::Halt {} => {
                self.searches.stop();
                return Ok(());
            }
            Request::Leave {} => {
                self.leave_table();
                return Ok(());
            }
            Request::Sit { ref table, .. }
            | Request::Return { ref table, .. }
            | Request::Watch { ref table } => {
                let table = self.host.table(table)?;
                return self.join_table(table, request, responder).await;
            }
            // The rest is for the table of the client's seat.
            request => {
                let text = "You have not joined a table.";
                let table = self.table.as_ref();
                let table = table.ok_or_else(|| Error::new(ErrorCode::Refused, text))?;
                return self.pass_on(table, request, responder).map(drop);
            }
        };
        responder.answer(answer);
        Ok(())
    }

    /// Ends what the client has begun: its search, and its place at the table.
    pub(super) fn leave(&mut self) {
        self.searches.stop();
        self.leave_table();
    }

    /// The game at the client's table, if a question is about it.
    async fn table_game(&self, Origin { of, seat }: Origin) -> Option<Result<GameSource, Error>> {
        let table = self.table.as_ref().filter(|_| of == GameOrigin::Table)?;
        let (reply, answer) = oneshot::channel();
        let command = TableCommand::Study { connection: self.connection, seat, reply };
        let message = TableMessage::Command { command, received: Instant::now() };
        table.send(message).ok()?;
        answer.await.ok()
    }

    fn create_table(&mut self, request: TableRequest) -> Result<Answer, Error> {
        self.opened.retain(|name| self.host.table(name).is_ok());
        if self.opened.len() >= MAX_TABLES_PER_CONNECTION {
            let text = format!(
                "This connection has {MAX_TABLES_PER_CONNECTION} open tables, the most that it may have."
            );
            return Err(Error::new(ErrorCode::Limit, text));
        }
        let settings: TableSettings = request.try_into().map_err(Error::illegal)?;
        let table = open_table(&self.host, settings)?;
        self.opened.push(table.clone());
        Ok(Answer::Created { table })
    }

    /// The tables at which the client holds a seat.
    async fn held_seats(&self, seats: Vec<SeatClaim>) -> Answer {
        let mut tables = vec![];
        for SeatClaim { table, token } in seats.into_iter().take(MAX_HELD_SEATS) {
            let Ok(sender) = self.host.table(&table) else { continue };
            let (reply, answer) = oneshot::channel();
            let command = TableCommand::Held { token, reply };
            let message = TableMessage::Command { command, received: Instant::now() };
            if sender.send(message).is_ok() {
                tables.extend(answer.await.ok().flatten());
            }
        }
        Answer::Held { tables }
    }

    /// Joins a table and leaves the one joined before, if the new one lets the client in.
    async fn join_table(
        &mut self,
        table: TableSender,
        request: Request,
        responder: &Responder,
    ) -> Result<(), Error> {
        let joined = self.pass_on(&table, request, responder)?;
        if joined.await.is_ok() {
            if self.table.as_ref().is_some_and(|old| !old.same_channel(&table)) {
                self.leave_table();
            }
            self.table = Some(table);
        }
        Ok(())
    }

    /// Passes a request on to a table; the receiver gets a value if the client has joined the table by it.
    fn pass_on(
        &self,
        table: &TableSender,
        request: Request,
        responder: &Responder,
    ) -> Result<oneshot::Receiver<()>, Error> {
        let (joined, answer) = oneshot::channel();
        let command = TableCommand::Request {
            connection: self.connection,
            responder: responder.clone(),
            request,
            joined,
        };
        let message = TableMessage::Command { command, received: Instant::now() };
        match table.send(message) {
            Ok(()) => Ok(answer),
            Err(_) => Err(Error::new(ErrorCode::Unknown, "This table is closed.")),
        }
    }

    fn leave_table(&mut self) {
        if let Some(table) = self.table.take() {
            // A table that is closed has no members.
            let _ = table.send(TableMessage::Disconnected { connection: self.connection });
        }
    }
}
