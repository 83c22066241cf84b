//! The embedded positions from games, and the command that makes such.

use assert_cmd::Command;
use junqi::engine::data;
use junqi::game::belief::{Belief, Mixture, SeenPiece, Visibility};
use junqi::game::board::Board;
use junqi::game::format::SavedPosition;
use junqi::game::rules::{Mode, Phase};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

fn program(folder: &Path, line: &str) -> (bool, String) {
    let mut command = Command::cargo_bin("junqi").unwrap();
    let ran = command.current_dir(folder).args(line.split_whitespace()).output().unwrap();
    (ran.status.success(), String::from_utf8(ran.stdout).unwrap())
}

/// The names and texts of the files in a folder.
fn files(folder: &Path) -> Vec<(String, String)> {
    let read = |entry: fs::DirEntry| {
        let name = entry.file_name().into_string().unwrap();
        (name, fs::read_to_string(entry.path()).unwrap())
    };
    let mut files: Vec<_> =
        fs::read_dir(folder).unwrap().map(|entry| read(entry.unwrap())).collect();
    files.sort();
    files
}

#[test]
fn there_are_eleven_of_every_phase_and_mode() {
    let all = data::positions();
    for mode in [Mode::FourPlayer, Mode::TwoPlayer] {
        for phase in Phase::ALL {
            let of = || all.iter().filter(|(_, s)| (s.mode(), s.phase) == (mode, phase));
            assert_eq!(of().count(), 11, "{} {phase}", mode.name());
            let games: BTreeSet<&str> =
                of().map(|(_, position)| position.source.as_str()).collect();
            assert_eq!(games.len(), 11, "one game each");
        }
    }
}

#[test]
fn there_are_two_hundred_of_every_phase_and_mode_in_all() {
    let more = data::more_positions();
    let mut games = BTreeSet::new();
    for mode in [Mode::FourPlayer, Mode::TwoPlayer] {
        for phase in Phase::ALL {
            let of =
                more.iter().filter(|position| (position.mode(), position.phase) == (mode, phase));
            assert_eq!(of.count(), 189, "{} {phase}", mode.name());
        }
    }
    for position in &more {
        assert!(
            games.insert((position.mode().name(), &position.source)),
            "two from {}",
            position.source
        );
    }
    for player in ["greedy", "bct:", "pimc:"] {
        let many = more.iter().filter(|position| position.source.contains(player)).count();
        assert!(many > 300, "{player}: {many} positions");
    }
}

#[test]
fn the_embedded_positions_are_what_they_say() {
    let more = data::more_positions().into_iter();
    let more = more
        .map(|position| (format!("{}-{}-more", position.mode().name(), position.phase), position));
    let own = data::positions().into_iter().map(|(name, position)| (name.to_owned(), position));
    for (name, position) in own.chain(more) {
        let known = position.information().unwrap_or_else(|e| panic!("{name}: {e}"));
        let seen = known.observation();
        assert_eq!(position.visibility, Visibility::FourDark, "{name}");
        assert_eq!((seen.turn(), seen.ply()), (position.seat(), position.ply), "{name}");
        assert!(seen.outcome().is_none() && seen.count_moves() >= 2, "{name}");
        assert_eq!(
            Phase::by_count(seen.pieces().count(), 25 * seen.rules().seats().len()),
            position.phase,
            "{name}"
        );
        for &(seat, kind, _) in &position.history.start.pieces {
            assert_eq!(kind == SeenPiece::Hidden, seat != position.seat(), "{name}: {seat}");
        }
        let prefix = format!("{}-{}-", position.mode().name(), position.phase);
        assert!(name.starts_with(&prefix), "{name}");
    }
}

#[test]
fn positions_are_read_as_written_and_faults_are_named() {
    for (name, text) in data::POSITION_FILES {
        assert_eq!(
            SavedPosition::parse(text, Board::siguo()).unwrap().to_string(),
            *text,
            "{name}"
        );
    }
    let all: String = data::POSITION_FILES.iter().map(|(_, text)| *text).collect();
    let read = SavedPosition::parse_all(&all, Board::siguo()).unwrap();
    let again: String = read.iter().map(SavedPosition::to_string).collect();
    assert_eq!((read.len(), again), (66, all.clone()));
    let broken = all.replacen("# scene 1v1 middle", "# scene 1v1 centre", 1);
    let (number, error) = SavedPosition::parse_all(&broken, Board::siguo()).unwrap_err();
    assert_eq!(number, 12, "{error}");
    assert!(SavedPosition::parse_all("", Board::siguo()).is_err(), "nothing is no position");
    let (_, text) = data::POSITION_FILES[0];
    let fault = |from: &str, to: &str| {
        SavedPosition::parse(&text.replacen(from, to, 1), Board::siguo()).unwrap_err().to_string()
    };
    assert!(fault("# scene ", "# ").starts_with("scene: found none, expected a line `# scene "));
    assert_eq!(fault(" end ", " late "), "scene: found `late`, expected opening, middle or end");
    assert!(fault("1v1", "2v2").starts_with("scene: found 2v2 S, expected the mode"));
    assert!(fault("four-dark", "dark").contains("a visibility"));
}

#[test]
fn a_belief_follows_the_embedded_positions() {
    let counting = std::sync::Arc::new(Mixture::counting());
    for (name, position) in data::positions().into_iter().step_by(7) {
        let mut belief = Belief::new(&position.history.start, counting.clone()).unwrap();
        position.history.events.iter().for_each(|event| belief.learn(event));
        assert!(belief.posterior(1).is_consistent(), "{name}");
    }
}

#[test]
fn the_command_depends_on_the_seed_alone() {
    let here = tempfile::tempdir().unwrap();
    let make = |line: &str, out: &str| {
        let (fine, printed) =
            program(here.path(), &format!("experiment positions {line} --out {out}"));
        assert!(fine && printed.contains(" positions written to "), "{line}: {printed}");
        files(&here.path().join(out))
    };
    let few = make("--seed 5 --per 2", "few");
    assert_eq!(few.len(), 12);
    assert_eq!(few, make("--seed 5 --per 2", "again"));
    assert_ne!(few, make("--seed 6 --per 2", "other"));
}

#[test]
fn every_position_comes_from_another_game_of_another_pair() {
    let here = tempfile::tempdir().unwrap();
    let line = "--per 4 --apart --seats greedy random --deployments book sample --seed 3 --out p";
    assert!(program(here.path(), &format!("experiment positions {line}")).0);
    let sources: Vec<String> = files(&here.path().join("p"))
        .iter()
        .filter(|(name, _)| name.starts_with("2v2"))
        .map(|(_, text)| SavedPosition::parse(text, Board::siguo()).unwrap().source)
        .collect();
    assert_eq!(sources.len(), 12);
    let games: BTreeSet<&str> = sources.iter().filter_map(|s| s.split(' ').next_back()).collect();
    assert_eq!(games.len(), 12, "{sources:?}");
    for players in ["greedy, ", "random, ", "greedy : random, ", "random : greedy, "] {
        assert!(sources.iter().any(|source| source.starts_with(players)), "{players}: {sources:?}");
    }
}

#[test]
fn the_command_takes_positions_from_records() {
    let here = tempfile::tempdir().unwrap();
    assert!(program(here.path(), "selfplay --games 3 --seed 4 --out games.jsonl").0);
    let line = "experiment positions --from games.jsonl --per 2 --seed 1 --out picked --json";
    let (fine, printed) = program(here.path(), line);
    assert!(fine, "{printed}");
    let picked = files(&here.path().join("picked"));
    let report: serde_json::Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(report["files"].as_array().unwrap().len(), picked.len());
    assert!(picked.len() >= 4 && picked.iter().all(|(name, _)| name.starts_with("2v2-")));
    for (name, text) in &picked {
        let position = SavedPosition::parse(text, Board::siguo()).unwrap();
        assert!(position.source.starts_with("games.jsonl, game "), "{name}");
        assert_eq!(position.information().unwrap().observation().ply(), position.ply, "{name}");
    }
    assert!(
        !program(here.path(), "experiment positions --from games.jsonl --seats random --out x").0
    );
}
