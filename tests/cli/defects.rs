//! What new users stumbled over: each stays mended.

use crate::support::program::{folder, ok, run_in};

/// All games of one book share deployments, so that none can be held out: the error says what to do.
#[test]
fn a_fit_that_can_hold_nothing_out_says_why() {
    let here = folder();
    let at = here.path();
    let run = "selfplay --games 6 --mode 1v1 --team-a random";
    let deployment = ok(at, "deploy sample --count 1");
    std::fs::write(at.join("one.txt"), deployment).unwrap();
    ok(at, &format!("{run} --deployments one.txt --out same.jsonl"));
    let ran = run_in(at, "belief fit same.jsonl --compare 1");
    assert_eq!(ran.code, 1, "{}", ran.out);
    assert!(ran.err.contains("these 6 all do: add games with other deployments"), "{}", ran.err);
    ok(at, &format!("{run} --deployments sample --out sampled.jsonl"));
    let ran = run_in(at, "belief fit sampled.jsonl --compare 1 --hold-out 0.1");
    assert_eq!(ran.code, 1, "{}", ran.out);
    let (_, share) = ran.err.trim_end().rsplit_once("use --hold-out ").unwrap();
    ok(at, &format!("belief fit sampled.jsonl --compare 1 --hold-out {share}"));
}

#[test]
fn a_picture_is_announced() {
    let here = folder();
    let ran = run_in(here.path(), "show start --svg board.svg");
    assert_eq!((ran.code, ran.out.as_str()), (0, ""));
    assert_eq!(ran.err, "picture written to board.svg\n");
}

/// The first command of the README says who played and what comes next; one with choices does not.
#[test]
fn the_first_command_says_what_comes_next() {
    let here = folder();
    let first = ok(here.path(), "selfplay --games 2 --rules qq");
    for part in ["\ngreedy: one ply", "\nrandom: plays a uniformly random", "\nNext: `junqi serve`"]
    {
        assert!(first.contains(part), "{part}: {first}");
    }
    let chosen = ok(here.path(), "selfplay --games 2 --rules qq --team-a random");
    assert!(!chosen.contains("Next:"), "{chosen}");
}

/// Where there is no Python, `./test` says so in a line of its own, without errors of the shell.
#[cfg(unix)]
#[test]
fn the_test_script_without_python_is_plain() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::{fs, path::Path, process::Command};
    let here = folder();
    let tools = here.path().join("tools");
    fs::create_dir(&tools).unwrap();
    for tool in ["bash", "cmp", "dirname", "id"] {
        let found =
            ["/bin", "/usr/bin", "/usr/local/bin"].map(|folder| Path::new(folder).join(tool));
        let found = found.iter().find(|path| path.exists()).unwrap();
        symlink(found, tools.join(tool)).unwrap();
    }
    for tool in ["cargo", "chromium"] {
        let file = tools.join(tool);
        fs::write(&file, format!("#!{}/bash\necho {tool} \"$@\"\n", tools.display())).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let ran = Command::new(tools.join("bash"))
        .args([concat!(env!("CARGO_MANIFEST_DIR"), "/test"), "a_test"])
        .env("PATH", &tools)
        .env("CARGO_TARGET_DIR", here.path())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    assert_eq!(text(ran.stdout), "cargo test a_test\n");
    let note = "note: the Python packages of tests/browser could not be installed\n";
    assert_eq!(text(ran.stderr), note);
}
