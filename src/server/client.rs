//! Answers a client's requests, or passes them to its table or its studies.

use super::archive;
use super::deployment_results;
use super::deployments;
use super::host::Host;
use super::message::{Error, HeldSeat, Request, Responder};
use super::room::{Entrance, SeatCommand, TableCommand, TableMessage, open_table};
use super::studies::{Studies, TableSender};
use crate::server::study::Study;
use crate::server::table::{TableRequest, TableSettings};
use serde_json::{Value, json};
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
        let (studies, table) = (&mut self.studies, self.table.as_ref());
        let answer = |message| {
            responder.answer(message);
            Ok(())
        };
        let command = match request {
            Request::Lobby {} => {
                return answer(json!({"is": "lobby", "tables": self.host.lobby()}));
            }
            Request::Create(request) => return answer(self.create_table(request)?),
            Request::Sit { table, seat, name } => {
                return self.enter_table(&table, responder, Entrance::Sit { seat, name }).await;
            }
            Request::Return { table, token } => {
                return self.enter_table(&table, responder, Entrance::Return { token }).await;
            }
            Request::Watch { table } => {
                return self.enter_table(&table, responder, Entrance::Watch).await;
            }
            Request::Leave {} => {
                self.leave_table();
                return Ok(());
            }
            Request::Held { seats } => return answer(self.held_seats(seats).await),
            Request::Finished(filter) => return answer(self.host.finished.find(&filter)),
            Request::Deployments {} => {
                let (list, groups) = (deployments::built_in(), deployment_results::groups());
                return answer(json!({"is": "deployments", "list": list, "groups": groups}));
            }
            Request::Layout(file) => {
                let list = block_in_place(|| deployments::layouts(&file))?;
                return answer(json!({"is": "deployments", "list": list}));
            }
            Request::Check { rows } => return answer(deployments::check(&rows)?),
            Request::Open(file) => {
                let bytes = deployments::bytes(&file)?;
                return answer(studies.open(&file.name, &bytes, file.game)?);
            }
            Request::Archived { game } => {
                let bytes = block_in_place(|| archive::finished_game(&self.host, &game))?;
                return answer(studies.open(&format!("{game}.jsonl"), &bytes, 0)?);
            }
            Request::Vary { at, moves } => return answer(studies.vary(at, &moves)?),
            Request::Belief(moment) => {
                let question = |study: &mut Study| Ok(("belief", json!(study.beliefs()?)));
                return studies.ask(moment, table, responder, question).await;
            }
            Request::Terms(moment) => {
                let question = |study: &mut Study| Ok(("terms", json!(study.terms()?)));
                return studies.ask(moment, table, responder, question).await;
            }
            Request::Think(think) => return studies.think(think, table, responder).await,
            Request::Graph(graph) => return studies.graph(graph, table, responder).await,
            Request::Evaluate { rows, mode } => return studies.evaluate(&rows, mode, responder),
            Request::Halt {} => {
                studies.stop_search();
                return Ok(());
            }
            Request::Deploy { deployment } => SeatCommand::Deploy { deployment },
            Request::Move { at, mv } => SeatCommand::Move { at, mv },
            Request::Resign {} => SeatCommand::Resign,
            Request::Draw {} => SeatCommand::Draw,
            Request::Refuse {} => SeatCommand::Refuse,
            Request::Rematch {} => SeatCommand::Rematch,
            Request::TakeBack {} => SeatCommand::TakeBack,
            Request::Help { agrees } => SeatCommand::Help { agrees },
            Request::Signal { signal, cell } => SeatCommand::Signal { signal, cell },
            Request::Chat { text } => SeatCommand::Chat { text },
        };
        let table = table.ok_or_else(|| Error::new("refused", "You have not joined a table."))?;
        self.send(table, responder, TableCommand::OfSeat(command))
    }

    /// Ends what the client has begun: its search, and its place at the table.
    pub(super) fn leave(&mut self) {
        self.studies.stop_search();
        self.leave_table();
    }

    fn create_table(&mut self, request: TableRequest) -> Result<Value, Error> {
        self.opened.retain(|name| self.host.table(name).is_ok());
        if self.opened.len() >= MAX_TABLES_PER_CONNECTION {
            let text = format!(
                "This connection has {MAX_TABLES_PER_CONNECTION} open tables, the most that it may have."
            );
            return Err(Error::new("limit", text));
        }
        let settings: TableSettings = request.try_into().map_err(|e| Error::new("illegal", e))?;
        let table = open_table(&self.host, settings)?;
        self.opened.push(table.clone());
        Ok(json!({"is": "created", "table": table}))
    }

    /// The tables at which the client holds a seat.
    async fn held_seats(&self, seats: Vec<HeldSeat>) -> Value {
        let mut tables = vec![];
        for HeldSeat { table, token } in seats.into_iter().take(MAX_HELD_SEATS) {
            let Ok(sender) = self.host.table(&table) else { continue };
            let (reply, answer) = oneshot::channel();
            let message = TableMessage::Command {
                connection: self.connection,
                responder: Responder::silent(),
                command: TableCommand::Held { token, reply },
                received: Instant::now(),
            };
            if sender.send(message).is_ok() {
                tables.extend(answer.await.ok().flatten());
            }
        }
        json!({"is": "held", "tables": tables})
    }

    /// Joins a table and leaves the one joined before, if the new one lets the client in.
    async fn enter_table(
        &mut self,
        name: &str,
        responder: &Responder,
        how: Entrance,
    ) -> Result<(), Error> {
        let table = self.host.table(name)?;
        let (entered, answer) = oneshot::channel();
        self.send(&table, responder, TableCommand::Enter { how, entered })?;
        if answer.await.is_ok() {
            if self.table.as_ref().is_some_and(|old| !old.same_channel(&table)) {
                self.leave_table();
            }
            self.table = Some(table);
        }
        Ok(())
    }

    fn send(
        &self,
        table: &TableSender,
        responder: &Responder,
        command: TableCommand,
    ) -> Result<(), Error> {
        let message = TableMessage::Command {
            connection: self.connection,
            responder: responder.clone(),
            command,
            received: Instant::now(),
        };
        table.send(message).map_err(|_| Error::new("unknown", "This table is closed."))
    }

    fn leave_table(&mut self) {
        if let Some(table) = self.table.take() {
            // A table that is closed has no members.
            let _ = table.send(TableMessage::Disconnected { connection: self.connection });
        }
    }
}
