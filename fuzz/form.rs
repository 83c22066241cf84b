//! Runs the law of one form, named in `JUNQI_FORM`, on the bytes that `libFuzzer` invents. `fuzz/run` starts it.
#![no_main]

#[path = "../tests/support/forms.rs"]
mod forms;

use forms::{FORMS, Form};
use libfuzzer_sys::fuzz_target;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// The form of this process.
static FORM: LazyLock<Form> = LazyLock::new(|| {
    let name = std::env::var("JUNQI_FORM").unwrap_or_default();
    let found = FORMS.iter().find(|(form, _)| *form == name);
    let names: Vec<&str> = FORMS.iter().map(|(form, _)| *form).collect();
    *found.unwrap_or_else(|| {
        panic!("JUNQI_FORM: found `{name}`, expected one of {}", names.join(", "))
    })
});

/// Writes the examples of the form where the fuzzer begins.
fn write_examples() {
    let (name, _) = *FORM;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    fs::create_dir_all(&folder).expect("the corpus can be written");
    for (number, example) in forms::examples(name).iter().enumerate() {
        fs::write(folder.join(format!("example-{number}")), example)
            .expect("the corpus can be written");
    }
}

fuzz_target!(
    init: write_examples(),
    |bytes: &[u8]| {
        let (_, law) = *FORM;
        law(bytes);
    }
);
