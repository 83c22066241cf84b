//! Tables without a server: engines answer when a test wants it, and time is a number.

use junqi_core::game::board::Board;
use junqi_tables::answer::LobbyTable;
use junqi_tables::engines::{EngineAnswer, EngineTask, Engines};
use junqi_tables::outbox::{Outbox, Responder};
use junqi_tables::request::Request;
use junqi_tables::room::{KeptGame, Room, Surroundings};
use junqi_tables::table::{TableRequest, TableSettings};
use serde_json::{Value, json};
use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Longer than any pace here, and shorter than the time of a person's move.
const SOON: Duration = Duration::from_secs(2);

/// What a table has asked of the program around it.
#[derive(Default)]
struct Asked {
    tasks: Vec<EngineTask>,
    kept: Option<String>,
    said: Vec<Value>,
}

#[derive(Clone, Default)]
struct Program(Arc<Mutex<Asked>>);

impl Program {
    fn take_task(&self) -> Option<EngineTask> {
        self.0.lock().unwrap().tasks.pop()
    }

    fn kept(&self) -> Option<String> {
        self.0.lock().unwrap().kept.clone()
    }

    fn responder(&self) -> Responder {
        let asked = self.0.clone();
        let out = Outbox::new(move |text| {
            asked.lock().unwrap().said.push(serde_json::from_str(&text).unwrap());
        });
        Responder { out, id: None }
    }

    /// The messages of a kind.
    fn said(&self, is: &str) -> Vec<Value> {
        let asked = self.0.lock().unwrap();
        asked.said.iter().filter(|message| message["is"] == is).cloned().collect()
    }
}

impl Surroundings for Program {
    fn secret(&mut self) -> io::Result<u64> {
        Ok(7)
    }

    fn ask_engine(&mut self, task: EngineTask) {
        self.0.lock().unwrap().tasks.push(task);
    }

    fn stop_engines(&mut self) {}

    fn keep_game(&mut self, _: &KeptGame) -> io::Result<()> {
        Ok(())
    }

    fn keep_table(&mut self, _: &str, text: Option<&str>) -> io::Result<()> {
        self.0.lock().unwrap().kept = text.map(Into::into);
        Ok(())
    }

    fn publish(&mut self, _: LobbyTable) {}

    fn count_move(&mut self, _: bool) {}
}

/// A table for two, its program, and engines that answer.
struct Setting {
    room: Room,
    program: Program,
    engines: Engines,
    now: Duration,
}

impl Setting {
    fn new(settings: Value) -> Self {
        let request: TableRequest = serde_json::from_value(settings).unwrap();
        let settings: TableSettings = request.try_into().unwrap();
        let program = Program::default();
        let around = Box::new(program.clone());
        let now = Duration::from_secs(5);
        let mut room = Room::new("name".into(), settings, 1, Board::siguo(), around, now);
        room.open(now);
        Self { room, program, engines: Engines::new(Board::siguo()), now }
    }

    fn request(&mut self, request: Value) {
        let request: Request = serde_json::from_value(request).unwrap();
        self.room.request(self.now, 1, &self.program.responder(), request).unwrap();
    }

    fn answer(&mut self, task: EngineTask) -> EngineAnswer {
        self.engines.answer(task, &AtomicBool::new(false))
    }

    /// Passes time to the next moment at which something is due.
    fn wait(&mut self) {
        self.now = self.room.next_time().unwrap_or(self.now).max(self.now);
        self.room.tick(self.now);
    }

    /// Answers tasks until there are none, each answer twice, and says how many there were.
    fn play(&mut self, most: usize) -> usize {
        let mut answered = 0;
        while answered < most {
            let Some(task) = self.program.take_task() else { break };
            let answer = self.answer(task);
            self.room.engine_answered(self.now, &answer);
            self.room.engine_answered(self.now, &answer);
            answered += 1;
            let soon = |room: &Room, now| room.next_time().is_some_and(|next| next <= now + SOON);
            while self.program.0.lock().unwrap().tasks.is_empty() && soon(&self.room, self.now) {
                self.wait();
            }
        }
        answered
    }

    /// The record of the finished game.
    fn record(&self) -> Value {
        let over = self.program.said("over").pop().expect("the game is over");
        serde_json::from_str(over["record"].as_str().unwrap()).unwrap()
    }
}

fn engines() -> Value {
    json!({"mode": "1v1", "seats": {"S": "greedy", "N": "alphabeta:nodes=60"}, "first": "S", "pace": 700})
}

#[test]
fn engines_play_a_whole_game_the_same_each_time() {
    let records = [(); 2].map(|()| {
        let mut setting = Setting::new(engines());
        assert_eq!(setting.play(2), 2, "both deploy");
        assert!(setting.program.take_task().is_none(), "nobody is there to see a move");
        setting.request(json!({"do": "watch", "table": "name"}));
        assert!(setting.play(10_000) > 20);
        setting.record()
    });
    assert_eq!(records[0], records[1]);
    assert_eq!(records[0]["result"]["why"], "eliminated");
}

#[test]
fn an_engine_moves_no_sooner_than_the_pace_of_the_table() {
    let mut setting = Setting::new(engines());
    setting.play(2);
    setting.request(json!({"do": "watch", "table": "name"}));
    let begun = setting.now;
    let task = setting.program.take_task().unwrap();
    let answer = setting.answer(task);
    setting.now += Duration::from_millis(100);
    setting.room.engine_answered(setting.now, &answer);
    assert!(setting.program.take_task().is_none());
    assert_eq!(setting.room.next_time(), Some(begun + Duration::from_millis(700)));
    setting.wait();
    assert_eq!(setting.program.take_task().unwrap().seat.letter(), 'N');
}

#[test]
fn an_engine_that_crashes_loses_its_game() {
    let mut setting = Setting::new(engines());
    setting.play(2);
    setting.request(json!({"do": "watch", "table": "name"}));
    let task = setting.program.take_task().unwrap();
    setting.room.engine_answered(setting.now, &EngineAnswer::crashed(task.serial + 1));
    assert_eq!(setting.room.next_time(), None, "nobody waits for that answer");
    setting.room.engine_answered(setting.now, &EngineAnswer::crashed(task.serial));
    setting.wait();
    let record = setting.record();
    assert_eq!(record["events"], "S:forfeit,-S.forfeit");
    assert_eq!(record["result"]["why"], "eliminated");
}

#[test]
fn a_kept_table_goes_on_where_it_was() {
    let seats = json!({"S": "human", "N": "greedy"});
    let mut setting = Setting::new(json!({"mode": "1v1", "seats": seats, "first": "N", "pace": 0}));
    setting.request(json!({"do": "sit", "table": "name", "seat": "S"}));
    let token = setting.program.said("seated")[0]["token"].clone();
    let deployment = setting.program.said("table")[0]["deployment"].clone();
    setting.request(json!({"do": "deploy", "deployment": deployment}));
    for _ in 0..20 {
        setting.play(10);
        let message = setting.program.0.lock().unwrap().said.iter().rev().find_map(|message| {
            let moves = message.get("game").unwrap_or(message).get("moves")?;
            moves.as_object().filter(|moves| !moves.is_empty()).cloned()
        });
        let moves = message.expect("South is to move");
        let (from, to) = moves.iter().next().unwrap();
        let text = format!("{from}-{}", to[0].as_str().unwrap());
        let at = setting.program.said("event").len();
        setting.request(json!({"do": "move", "at": at, "move": text}));
        if !setting.program.said("over").is_empty() {
            break;
        }
        setting.now += Duration::from_secs(2);
        setting.room.tick(setting.now);
        let Some(kept) = setting.program.kept() else { continue };

        let program = Program::default();
        let around = Box::new(program.clone());
        let now = Duration::from_secs(90);
        let mut room = Room::resumed(&kept, Board::siguo(), around, now).unwrap();
        assert_eq!(room.next_time(), None, "its clock stands still until somebody returns");
        let back: Request =
            serde_json::from_value(json!({"do": "return", "table": "name", "token": token}))
                .unwrap();
        room.request(now, 1, &program.responder(), back).unwrap();
        let state = program.said("table").pop().unwrap();
        assert_eq!(state["game"]["events"].as_array().unwrap().len(), at + 1);
        assert_eq!(program.take_task().is_some(), state["game"]["turn"] == "N");
    }
}
