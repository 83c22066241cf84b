//! The requests of one client: answered here, or passed to its table or its studies.

use super::answer::{Answer, Error, ErrorCode};
use super::deployments;
use super::finished::finished_record;
use super::host::Host;
use super::outbox::Responder;
use super::request::{Request, SeatClaim};
use super::room::{TableCommand, TableMessage, open_table};
use super::studies::{Studies, TableSender};
use super::table::{TableRequest, TableSettings};
use std::sync::Arc;
use tokio::sync::oneshot;
use tokio::task::block_in_place;
use tokio::time::Instant;

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
}

impl Client {
    pub(super) fn new(host: Arc<Host>, connection: u64) -> Self {
        let studies = Studies::new(host.clone(), connection);
        Self { connection, host, table: None, opened: vec![], studies }
    }

    /// Answers a request, or passes it on to what answers it.
    pub(super) async fn handle(
        &mut self,
        request: Request,
        responder: &Responder,
    ) -> Result<(), Error> {
        let studies = &mut self.studies;
        let table = self.table.as_ref();
        let answer = match request {
            Request::Lobby {} => Answer::Lobby { tables: self.host.lobby() },
            Request::Create(settings) => self.create_table(*settings)?,
            Request::Held { seats } => self.held_seats(seats).await,
            Request::Finished(filter) => self.host.finished.find(&filter),
            Request::Deployments {} => deployments::built_in(),
            Request::Layout(file) => block_in_place(|| deployments::of_file(&file))?,
            Request::Check { rows } => deployments::check(&rows)?,
            Request::Open(file) => {
                let bytes = deployments::bytes(&file)?;
                studies.open(&file.name, &bytes, file.game)?
            }
            Request::Archived { game } => {
                let folder = self.host.options.games.as_ref();
                let bytes = block_in_place(|| finished_record(folder, &game))?;
                studies.open(&format!("{game}.jsonl"), &bytes, 0)?
            }
            Request::Vary { at, moves } => studies.vary(at, &moves)?,
            Request::Belief(position) => return studies.belief(position, table, responder).await,
            Request::Terms(position) => return studies.terms(position, table, responder).await,
            Request::Think(think) => return studies.think(think, table, responder).await,
            Request::Graph(graph) => return studies.graph(graph, table, responder).await,
            Request::Evaluate { rows, mode } => return studies.evaluate(&rows, mode, responder),
            Request::Halt {} => {
                studies.stop_search();
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
                let table = table.ok_or_else(|| Error::new(ErrorCode::Refused, text))?;
                return self.pass_on(table, request, responder).map(drop);
            }
        };
        responder.answer(answer);
        Ok(())
    }

    /// Ends what the client has begun: its search, and its place at the table.
    pub(super) fn leave(&mut self) {
        self.studies.stop_search();
        self.leave_table();
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
