//! The examples of `docs/SERVER.md` are messages of the server.

use junqi::tables::answer::NumberedAnswer;
use junqi::tables::request::NumberedRequest;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Reads and writes a message; says where an object of the example differs from what is written: by a field that the
/// type does not have, or by another value.
fn check<T: DeserializeOwned + Serialize>(example: &str) {
    let message: T = serde_json::from_str(example).unwrap_or_else(|e| panic!("{example}: {e}"));
    let written = serde_json::to_value(&message).unwrap();
    contains(&written, &serde_json::from_str(example).unwrap(), example);
}

fn contains(written: &Value, example: &Value, line: &str) {
    match (written, example) {
        (Value::Object(written), Value::Object(example)) => {
            for (key, value) in example {
                let own = written.get(key);
                let own = own.unwrap_or_else(|| panic!("{line}: `{key}` is no field"));
                contains(own, value, line);
            }
        }
        (Value::Array(written), Value::Array(example)) => {
            assert_eq!(written.len(), example.len(), "{line}");
            for (written, example) in written.iter().zip(example) {
                contains(written, example, line);
            }
        }
        // 100 is 100.0.
        (Value::Number(written), Value::Number(example)) => {
            assert_eq!(written.as_f64(), example.as_f64(), "{line}");
        }
        _ => assert_eq!(written, example, "{line}"),
    }
}

#[test]
fn the_examples_of_the_page_are_messages() {
    let page = include_str!("../../docs/SERVER.md");
    // The page leaves out parts that would be long.
    let page = page.replace("[...]", "[]").replace("{...}", "{}");
    let blocks = page.split("```json\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let lines = blocks.flat_map(str::lines);
    let inline = page.lines().flat_map(|line| line.split('`').skip(1).step_by(2));
    let mut requests = 0;
    let mut answers = 0;
    for text in lines.chain(inline) {
        if text.starts_with(r#"{"do":"#) {
            check::<NumberedRequest>(text);
            requests += 1;
        } else if text.starts_with(r#"{"is":"#) {
            check::<NumberedAnswer>(text);
            answers += 1;
        }
    }
    assert!(requests >= 30 && answers >= 20, "{requests} requests and {answers} answers");
}
