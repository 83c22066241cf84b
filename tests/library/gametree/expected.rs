//! Every run that an independent reference implementation has recorded, compared in full.

use junqi::base::options::OptionValues;
use junqi::gametree::search::Limit;
use junqi::gametree::search::catalogue;
use junqi::gametree::tree::Explicit;
use junqi::gametree::tree_runs;
use serde_json::Value;
use std::fs;

/// The first key of an expected object in which a run differs.
fn difference(expected: &Value, found: &Value) -> Option<String> {
    let same = |a: &Value, b: &Value| match (a.as_f64(), b.as_f64()) {
        (Some(a), Some(b)) => a.total_cmp(&b).is_eq(),
        _ => a == b,
    };
    let object = expected.as_object()?;
    let differs = object.iter().find(|&(key, value)| !same(value, &found[key]));
    differs.map(|(key, value)| format!("{key}: found {}, expected {value}", found[key]))
}

#[test]
fn every_recorded_run_agrees() {
    let Some(folder) = crate::support::shared("search") else { return };
    let text = fs::read_to_string(folder.join("expected.json")).unwrap();
    let expected: Value = serde_json::from_str(&text).unwrap();
    let (mut runs, mut faults) = (0, Vec::new());
    for (case, recorded) in expected["cases"].as_object().unwrap() {
        let text = fs::read_to_string(folder.join(format!("cases/{case}.json"))).unwrap();
        let tree = Explicit::parse(&text).unwrap();
        let given: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(given, serde_json::from_str::<Value>(&tree.to_json()).unwrap(), "{case}");
        for run in recorded["runs"].as_array().unwrap() {
            let algo = run["algo"].as_str().unwrap();
            let known = catalogue::find(algo).unwrap().options;
            let params = OptionValues::from_json(known, &run["params"]).unwrap();
            let found = tree_runs::run(algo, &params, &tree.root(), Limit::default()).unwrap();
            let mut json = serde_json::to_value(&found).unwrap();
            json["leaf_order"] = found.outcome.leaf_order.clone().into();
            let mut wanted = run["result"].clone();
            let extra = wanted.as_object_mut().unwrap().remove("extra").unwrap();
            wanted.as_object_mut().unwrap().remove("leaf_order_fnv1a");
            let fault = difference(&wanted, &json).or_else(|| difference(&extra, &json["extra"]));
            if let Some(fault) = fault {
                faults.push(format!("{case} {algo} {}: {fault}", run["params"]));
            }
            runs += 1;
        }
    }
    assert!(runs > 900, "only {runs} runs");
    assert!(faults.is_empty(), "{} of {runs}:\n{}", faults.len(), faults.join("\n"));
}
