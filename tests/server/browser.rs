//! The page in a real browser: runs the Python tests in `tests/browser`, if what they need is there. Those
//! marked `weekly` run under `./test --all`.

use crate::support::{all, skip};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Python with the packages, as `./test` installs it.
fn python() -> Option<PathBuf> {
    let target = Path::new(env!("CARGO_BIN_EXE_junqi")).parent()?.parent()?;
    let own = target.join("browser/bin/python");
    let found = if own.exists() { own } else { "python3".into() };
    let import = Command::new(&found).args(["-c", "import playwright, pytest, xdist"]).output();
    import.is_ok_and(|ran| ran.status.success()).then_some(found)
}

/// The page without a server, as `web/build` makes it.
fn site() -> PathBuf {
    let target = Path::new(env!("CARGO_BIN_EXE_junqi")).parent().and_then(Path::parent);
    target.expect("the program is in a folder of the target folder").join("site")
}

fn has_chromium() -> bool {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names.iter().any(|name| {
        Command::new(name).arg("--version").output().is_ok_and(|ran| ran.status.success())
    })
}

#[test]
fn the_page_works_in_a_real_browser() {
    let Some(python) = python() else {
        return skip("no Python with playwright, pytest and pytest-xdist; `./test` installs them");
    };
    if !has_chromium() {
        return skip("no Chromium; `./test` installs it where it can");
    }
    let ran = Command::new(python)
        .args("-m pytest -q -rs -p no:cacheprovider -n 2 --dist loadfile tests/browser".split(' '))
        .args(["-m", if all() { "" } else { "not weekly" }])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("JUNQI", env!("CARGO_BIN_EXE_junqi"))
        .env("JUNQI_SITE", site())
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .expect("Python starts");
    let said = String::from_utf8_lossy(&ran.stdout);
    println!("{said}");
    for line in said.lines().filter_map(|line| line.strip_prefix("SKIPPED")) {
        writeln!(
            std::io::stderr(),
            "SKIPPED a part of the tests of the page; the others ran:{line}"
        )
        .expect("standard error is open");
    }
    assert!(ran.status.success(), "{said}{}", String::from_utf8_lossy(&ran.stderr));
}
