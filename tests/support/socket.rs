//! A server of this program, and clients of it.

use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// How long a test waits for anything.
const PATIENCE: Duration = Duration::from_secs(60);

/// `junqi serve` on a free port, ended with the test.
pub struct Server {
    process: Child,
    pub address: String,
}

impl Server {
    pub fn start(options: &[&str]) -> Self {
        Self::launch(options, Stdio::inherit())
    }

    /// The same, with its standard error somewhere else.
    pub fn launch(options: &[&str], errors: Stdio) -> Self {
        // Whoever measures may name a program that was built for it.
        let program = std::env::var("JUNQI").unwrap_or(env!("CARGO_BIN_EXE_junqi").into());
        let mut process = Command::new(program)
            .args(["--json", "serve", "--port", "0"])
            .args(options)
            .stdout(Stdio::piped())
            .stderr(errors)
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let out = process.stdout.take().expect("its output is ours");
        BufReader::new(out).read_line(&mut line).expect("it tells its address");
        let ready: Value = serde_json::from_str(&line).expect("a line of JSON");
        let address = ready["address"].as_str().expect("an address").to_owned();
        Self { process, address }
    }

    /// Asks for a page with some headers; the whole answer.
    pub fn get(&self, path: &str, headers: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).expect("it listens");
        let request = format!("GET {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = vec![];
        stream.read_to_end(&mut answer).expect("it answers");
        String::from_utf8_lossy(&answer).into_owned()
    }

    pub fn page(&self, path: &str) -> String {
        self.get(path, &format!("Host: {}\r\n", self.address))
    }

    pub fn client(&self) -> Client {
        let mut client = self.knock(None).expect("it takes the connection");
        assert_eq!(client.expect("hello")["version"], 1);
        client.bytes.clear();
        client
    }

    /// Connects with an origin, as a browser would.
    pub fn knock(&self, origin: Option<&str>) -> Result<Client, Box<tungstenite::Error>> {
        let mut request = format!("ws://{}/ws", self.address).into_client_request()?;
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", origin.parse().expect("a header"));
        }
        let stream = TcpStream::connect(&self.address).expect("it listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time-out");
        stream.set_nodelay(true).expect("no delay");
        let (socket, _) = tungstenite::client(request, stream).map_err(|error| match error {
            tungstenite::HandshakeError::Failure(error) => Box::new(error),
            tungstenite::HandshakeError::Interrupted(_) => panic!("the handshake takes too long"),
        })?;
        Ok(Client { socket, bytes: vec![], asked: 0 })
    }

    /// Asks it to end, as a service manager does, and waits.
    #[cfg(unix)]
    pub fn terminate(mut self) -> std::process::ExitStatus {
        use rustix::process::{Pid, Signal, kill_process};
        kill_process(Pid::from_child(&self.process), Signal::TERM).expect("it runs");
        self.process.wait().expect("it ends")
    }

    /// Kilobytes of memory that it has.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find(|line| line.starts_with("VmRSS"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A connection.
pub struct Client {
    socket: WebSocket<TcpStream>,
    /// All that it was sent, but for ticks.
    pub bytes: Vec<String>,
    asked: u64,
}

impl Client {
    pub fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string());
    }

    pub fn send_text(&mut self, text: &str) {
        // A connection that was closed shows when it is read.
        let _ = self.socket.send(Message::Text(text.to_owned().into()));
    }

    /// The next message; none if the connection was closed.
    pub fn next(&mut self) -> Option<Value> {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    let value: Value = serde_json::from_str(&text).expect("JSON");
                    if value["is"] != "tick" {
                        self.bytes.push(text.to_string());
                        return Some(value);
                    }
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Reads on until a message of a sort.
    pub fn expect(&mut self, is: &str) -> Value {
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            let message = self.next().unwrap_or_else(|| panic!("closed, expected {is}"));
            if message["is"] == is {
                return message;
            }
            assert_ne!(message["is"], "error", "{message}, expected {is}");
        }
        panic!("no {is} in {PATIENCE:?}");
    }

    /// Asks, and reads on until the answer.
    pub fn ask(&mut self, mut message: Value) -> Value {
        self.asked += 1;
        message["id"] = self.asked.into();
        self.send(&message);
        loop {
            let answer =
                self.next().unwrap_or_else(|| panic!("closed, expected an answer to {message}"));
            if answer["re"] == self.asked {
                return answer;
            }
        }
    }

    /// Opens a table.
    pub fn create(&mut self, mut settings: Value) -> String {
        settings["do"] = "create".into();
        let created = self.ask(settings);
        created["table"].as_str().unwrap_or_else(|| panic!("{created}")).to_owned()
    }

    /// Sits down; the token.
    pub fn sit(&mut self, table: &str, seat: char) -> String {
        let seated = self.ask(json!({"do": "sit", "table": table, "seat": seat, "name": "test"}));
        seated["token"].as_str().unwrap_or_else(|| panic!("{seated}")).to_owned()
    }
}
