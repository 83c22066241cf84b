//! What the tests share: random games, the reference material.
#![allow(
    dead_code,
    unreachable_pub,
    reason = "every test file uses a part, as a module of its own"
)]

pub mod cases;
pub mod chance;
pub mod forms;
pub mod program;
pub mod socket;
pub mod table;
pub mod trees;
pub mod twins;
pub mod worlds;
pub mod written;

#[allow(unused_imports, reason = "not all test files compare moves")]
pub use forms::moves::{obvious_moves, some_rules};

use junqi::base::random;
use junqi::game::board::{Board, Seat};
use junqi::game::format::Jgs;
use junqi::game::rules::{Deployment, Rules, World};
use junqi::gametree::position::Position;
use junqi::research::learn::OpenGame;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The reference material in a folder `shared` beside the checkout, if it is there.
pub fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(name);
    if path.exists() {
        return Some(path);
    }
    skip(&format!("no reference material `{name}` beside the checkout"));
    None
}

/// The number in an environment variable that asks for longer runs, if it is set.
pub fn asked(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable}: found `{text}`, expected a number")))
}

/// Whether the long form of every test was asked for, as `./test --all` does.
pub fn all() -> bool {
    std::env::var_os("JUNQI_ALL").is_some()
}

/// How often to repeat a law: a quarter of the times, or [`all`] of them.
pub fn often(times: u64) -> u64 {
    if all() { times } else { times.div_ceil(4) }
}

/// Says on the terminal itself, where the test runner does not swallow it, why a test skips.
pub fn skip(why: &str) {
    let test = std::thread::current().name().unwrap_or_default().to_owned();
    writeln!(std::io::stderr(), "SKIPPED {test}: {why}").expect("standard error is open");
}

/// The recorded games, unpacked into a folder of their own, if they are there.
pub fn recorded_games() -> Option<tempfile::TempDir> {
    let archive = shared("qq/games.tgz")?;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tar = Command::new("tar").arg("xzf").arg(archive).arg("-C").arg(folder.path()).status();
    if tar.is_ok_and(|status| status.success()) {
        return Some(folder);
    }
    skip("`tar` could not unpack the recorded games");
    None
}

/// The recorded games, replayed, if they are there.
pub fn games() -> Option<Vec<OpenGame>> {
    let folder = recorded_games()?;
    let files = junqi::game::format::files_below(folder.path(), &["jgs"])
        .expect("the folder is there")
        .files;
    let read = |file: &PathBuf| {
        let name = file.file_name().expect("a file").to_string_lossy().into_owned();
        let jgs = Jgs::parse(&std::fs::read(file).expect("a readable file")).expect("a sound file");
        let record = jgs.to_record(Board::siguo(), Rules::qq()).expect("a lawful game");
        let history = record.history(Board::siguo()).expect("a sound record");
        OpenGame::new(name, &history).expect("a whole game")
    };
    Some(files.iter().map(read).collect())
}

/// Four sampled deployments.
pub fn deployments(seed: u64) -> [Option<Deployment>; 4] {
    let mut rng = random::stream(seed, &[]);
    Seat::ALL.map(|_| Some(Deployment::sample(&mut rng)))
}

/// The start of a game between sampled deployments.
pub fn start(seed: u64, rules: Rules) -> World {
    World::start(Board::siguo(), rules, &deployments(seed), Seat::South).expect("legal deployments")
}

/// Makes up to `plies` uniformly random moves.
pub fn wander(world: &mut World, seed: u64, plies: usize) {
    let mut state = seed;
    for _ in 0..plies {
        let count = world.count_moves() as u64;
        if count == 0 {
            break;
        }
        let pick = (random::split_mix(&mut state) % count) as usize;
        let mv = world.moves().nth(pick).expect("below the count");
        world.make(mv);
    }
}
