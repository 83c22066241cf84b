//! Deployments: read, checked, and measured by games.

use super::deployment_results;
use super::message::{Error, File};
use super::texts;
use crate::engine::data;
use crate::game::belief::Visibility;
use crate::game::board::{Board, Seat};
use crate::game::format::{FileKind, NamedDeployment, parse_deployments, parse_jql};
use crate::game::rules::{Deployment, Mode, Point, Rules};
use crate::play::DeploymentSource;
use crate::tournament::deployments::{
    ArmGraph, DeploymentCandidate, DeploymentTally, Expectation, FEATURES, MeasurementPlan,
    features,
};
use crate::tournament::{Lineup, Series};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value, json};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Games of an evaluation.
const EVALUATION_GAMES: u64 = 200;
/// Games between two progress reports.
const REPORT_EVERY: u64 = 20;
/// The most deployments read from a file.
const MAX_DEPLOYMENTS: usize = 1000;

static EXPECTATION: LazyLock<Expectation> = LazyLock::new(|| Expectation::new(data::human_prior()));

/// The bytes of a file that was sent.
pub(super) fn bytes(file: &File) -> Result<Vec<u8>, Error> {
    match (&file.base64, &file.text) {
        (Some(coded), None) => {
            let bytes = BASE64_STANDARD.decode(coded);
            bytes.map_err(|error| Error::new("malformed", format!("base64: {error}")))
        }
        (None, Some(text)) => Ok(text.trim_start_matches('\u{feff}').as_bytes().to_vec()),
        _ => Err(Error::new(
            "malformed",
            "Expected either `base64` or `text`, found both or neither.",
        )),
    }
}

/// The one deployment of a text: six rows apart by any white space, or a drawing with names.
pub(super) fn read(text: &str) -> Result<NamedDeployment, Error> {
    let wrong = |error: &dyn ToString| Error::new("illegal", error.to_string());
    let rows: Vec<&str> = text.split_whitespace().collect();
    let lined = if rows.len() == 6 { rows.join("\n") } else { text.to_owned() };
    let found = parse_deployments(&lined).map_err(|error| wrong(&error))?;
    let count = found.len();
    let first = found.into_iter().next();
    first
        .filter(|_| count == 1)
        .ok_or_else(|| wrong(&format!("Expected one deployment, found {count}.")))
}

/// The one lawful deployment of a text.
pub(super) fn deployment(text: &str) -> Result<Deployment, Error> {
    let faults = |faults: Vec<_>| Error::new("illegal", crate::game::rules::faults_text(&faults));
    read(text)?.deployment.map_err(faults)
}

/// Faults in Chinese.
fn in_chinese(faults: &[String]) -> Value {
    faults.iter().map(|fault| texts::chinese(fault).unwrap_or_else(|| fault.clone())).collect()
}

fn deployment_json(named: &NamedDeployment) -> Value {
    let mut value = json!({"name": named.name, "about": named.about});
    match &named.deployment {
        Ok(deployment) => value["rows"] = deployment.to_string().into(),
        Err(faults) => {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            value["chinese_faults"] = in_chinese(&faults);
            value["faults"] = faults.into();
        }
    }
    value
}

/// The built-in deployments with their measured results.
pub(super) fn built_in() -> Vec<Value> {
    let measured = |named: &NamedDeployment| {
        let mut value = deployment_json(named);
        value["results"] = deployment_results::of(&named.name).into();
        value
    };
    data::deployments().iter().chain(&data::strong_deployments()).map(measured).collect()
}

/// The deployments for engines and for people who bring none: those that won at least half of the points in a mode,
/// and those that matches found to be strong.
pub(super) fn strong(mode: Mode) -> Vec<Deployment> {
    let won = |result: &Value| {
        result["mode"] == json!(mode) && result["score"].as_f64().is_some_and(|score| score >= 50.0)
    };
    let mut strong = data::strong_deployments();
    let built_in = data::deployments().into_iter();
    strong.extend(built_in.filter(|one| deployment_results::of(&one.name).iter().any(won)));
    strong.into_iter().filter_map(|named| named.deployment.ok()).collect()
}

/// The deployments of a file.
pub(super) fn layouts(file: &File) -> Result<Vec<Value>, Error> {
    let bytes = bytes(file)?;
    let wrong = |error: &dyn ToString| Error::new("malformed", error.to_string());
    if FileKind::of_named(&file.name, &bytes) == FileKind::Jql {
        let deployment = parse_jql(&bytes).map_err(|error| wrong(&error))?;
        let name = file.name.rsplit_once('.').map_or(&*file.name, |(stem, _)| stem).to_owned();
        return Ok(vec![json!({"name": name, "about": "", "rows": deployment.to_string()})]);
    }
    let text = String::from_utf8(bytes).map_err(|error| wrong(&error))?;
    let found = parse_deployments(&text).map_err(|error| wrong(&error))?;
    if found.len() > MAX_DEPLOYMENTS {
        let text =
            format!("Found {} deployments, at most {MAX_DEPLOYMENTS} are read.", found.len());
        return Err(Error::new("limit", text));
    }
    Ok(found.iter().map(deployment_json).collect())
}

/// The faults of a deployment, and its text forms.
pub(super) fn check(text: &str) -> Result<Value, Error> {
    let checked = |rows: Option<String>, chinese: Option<String>, faults: Vec<String>| {
        let chinese_faults = in_chinese(&faults);
        json!({"is": "checked", "rows": rows, "chinese": chinese, "faults": faults,
               "chinese_faults": chinese_faults})
    };
    Ok(match read(text)?.deployment {
        Ok(deployment) => checked(Some(deployment.to_string()), Some(chinese(&deployment)), vec![]),
        Err(faults) => checked(None, None, faults.iter().map(ToString::to_string).collect()),
    })
}

fn chinese(deployment: &Deployment) -> String {
    let name = |point| deployment.at(point).map_or("行营", |kind| kind.chinese());
    let names: Vec<&str> = Point::all().map(name).collect();
    names.chunks(5).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n")
}

/// Plays a deployment against the built-in ones and sends the results so far.
pub(super) fn evaluate(
    board: &'static Board,
    deployment: Deployment,
    mode: Mode,
    stop: &AtomicBool,
    send: impl Fn(Value),
) {
    let pool: Vec<Deployment> =
        data::deployments().into_iter().filter_map(|named| named.deployment.ok()).collect();
    let seat = "greedy".parse().expect("a seat of this program");
    let series = Series {
        board,
        rules: Rules::default().with_mode(mode),
        visibility: Visibility::FourDark,
        first: Seat::South,
        seed: 1,
        deal: DeploymentSource::Sample,
        lineup: Lineup::Deployments { seat, against: DeploymentSource::Pool(pool) },
    };
    let plan = MeasurementPlan::halving(
        vec![DeploymentCandidate::new("", deployment)],
        series,
        EVALUATION_GAMES,
    );
    let games = plan.games_of(0);
    let mut tally = DeploymentTally::new(&plan.series);
    let features = features_json(board, &deployment);
    for game in 0..EVALUATION_GAMES {
        let Ok(record) = games.play(game, stop) else { break };
        if stop.load(Ordering::Relaxed) || tally.add(&plan.series, &record).is_err() {
            break;
        }
        if (game + 1).is_multiple_of(REPORT_EVERY) && game + 1 < EVALUATION_GAMES {
            send(evaluated_message(&tally, &features, false));
        }
    }
    send(evaluated_message(&tally, &features, true));
}

fn evaluated_message(tally: &DeploymentTally, features: &Value, done: bool) -> Value {
    let score = tally.units.score();
    json!({
        "is": "evaluated",
        "done": done,
        "games": tally.games,
        "score": score.map(|score| score.value),
        "low": score.map(|score| score.low),
        "high": score.map(|score| score.high),
        "features": features,
    })
}

fn features_json(board: &'static Board, deployment: &Deployment) -> Value {
    let Ok(net) = Rules::default().net(board) else { return json!([]) };
    let values = features(deployment, &ArmGraph::new(net), &EXPECTATION.guess(deployment));
    let features_json = |(feature, value): (
        &crate::tournament::deployments::DeploymentFeature,
        Option<f64>,
    )| json!({"name": feature.name, "unit": feature.unit, "about": feature.about, "chinese": feature.chinese, "value": value});
    FEATURES.iter().zip(values).map(features_json).collect()
}
