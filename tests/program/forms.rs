//! Bytes of any kind in place of a file: refused or read, never a panic, and read again as written.

use crate::support::asked;
use crate::support::forms::{FORMS, Form, examples};
use junqi::base::random;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs of each form; few, because this is part of every test run. `JUNQI_FUZZ_RUNS` asks for more.
const RUNS: u64 = 300;
/// Examples are cut to this length before they are changed, except every tenth.
const MOST_BYTES: usize = 20_000;

#[test]
fn no_text_of_any_form_causes_a_panic() {
    let runs = asked("JUNQI_FUZZ_RUNS").unwrap_or(RUNS);
    for (name, law) in FORMS {
        let examples = examples(name);
        for example in &examples {
            law(example);
        }
        for run in 0..runs {
            let mut rng = random::stream(run, &[77]);
            let mut bytes = examples.choose(&mut rng).unwrap().clone();
            if run % 10 != 0 {
                bytes.truncate(MOST_BYTES);
            }
            for _ in 0..rng.random_range(1..6) {
                change(&mut bytes, &examples, &mut rng);
            }
            check((name, *law), &bytes, run);
        }
    }
}

fn check((name, law): Form, bytes: &[u8], run: u64) {
    let held = catch_unwind(AssertUnwindSafe(|| law(bytes)));
    let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(2000)]);
    assert!(held.is_ok(), "{name}, run {run}: {shown}");
}

/// Words at which parsers decide.
const WORDS: [&str; 16] = [
    "-",
    "?",
    ":",
    ",",
    "/",
    "0",
    "-1",
    "99999999999999999999",
    "1e999",
    "null",
    "[]",
    "{}",
    "\n",
    "\u{feff}",
    "司令",
    "nan",
];

/// Changes bytes at a random place: a byte, a word, a cut, a copy of a part of an example.
fn change(bytes: &mut Vec<u8>, examples: &[Vec<u8>], rng: &mut impl Rng) {
    if bytes.is_empty() {
        return bytes.push(rng.random());
    }
    let at = rng.random_range(0..bytes.len());
    let end = (at + rng.random_range(1..20)).min(bytes.len());
    match rng.random_range(0..7) {
        0 => bytes[at] = rng.random(),
        1 => bytes[at] = bytes[at].wrapping_add(1),
        2 => drop(bytes.drain(at..end)),
        3 => bytes.truncate(at),
        4 => drop(bytes.splice(at..at, WORDS.choose(rng).unwrap().bytes())),
        5 => drop(bytes.splice(at..end, WORDS.choose(rng).unwrap().bytes())),
        _ => {
            let other = examples.choose(rng).unwrap();
            let from = rng.random_range(0..other.len());
            let to = (from + rng.random_range(1..40)).min(other.len());
            drop(bytes.splice(at..end, other[from..to].iter().copied()));
        }
    }
}

/// Mutations of examples that are refused would test little.
#[test]
fn the_examples_are_sound() {
    for (name, law) in FORMS {
        let examples = examples(name);
        assert!(!examples.is_empty(), "{name}");
        for example in examples {
            assert!(law(&example), "{name}: {}", String::from_utf8_lossy(&example));
        }
    }
}
