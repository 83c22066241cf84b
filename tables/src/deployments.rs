//! Deployments: read, checked, listed with their measured results, and measured by games.

use super::answer::{
    Answer, DeploymentInfo, DeploymentResult, Error, ErrorCode, FeatureValue, GroupResult,
};
use super::request::SentFile;
use super::texts;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use junqi_core::engine::data;
use junqi_core::game::belief::Visibility;
use junqi_core::game::board::{ArmShape, Board, Seat};
use junqi_core::game::format::{FileKind, NamedDeployment, parse_deployments, parse_jql};
use junqi_core::game::rules::{Deployment, Mode, Rules, faults_text};
use junqi_core::play::DeploymentSource;
use junqi_lab::tournament::deployments::{
    ArmGraph, DeploymentCandidate, DeploymentTally, Expectation, FEATURES, MeasurementPlan,
    features,
};
use junqi_lab::tournament::{Lineup, Series};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Games of an evaluation.
const EVALUATION_GAMES: u64 = 200;
/// Games between two progress reports.
const REPORT_EVERY: u64 = 20;
/// The most deployments read from a file.
const MAX_DEPLOYMENTS: usize = 1000;
/// The least share of the points of a strong deployment, in percent.
const STRONG_SCORE: f64 = 50.0;

static EXPECTATION: LazyLock<Expectation> = LazyLock::new(|| Expectation::new(data::human_prior()));

/// `tables/data/measured.csv`, whose comments name its columns: six for a deployment in a mode, seven for two groups.
const MEASURED: &str = include_str!("../data/measured.csv");

/// The lines of the table as their cells.
static MEASURED_ROWS: LazyLock<Vec<Vec<&str>>> = LazyLock::new(|| {
    let lines = MEASURED.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| line.split(',').map(str::trim).collect()).collect()
});

/// A cell of the table as a mode.
fn mode(cell: &str) -> Mode {
    Mode::named(cell).expect("the embedded table names modes")
}

/// A cell of the table as a number; `None` if it is empty.
fn number(cell: &str) -> Option<f64> {
    cell.parse().ok()
}

/// The results of a built-in deployment by mode.
fn results(name: &str) -> Vec<DeploymentResult> {
    let mut results = vec![];
    for row in MEASURED_ROWS.iter().filter(|row| row.len() == 6 && row[0] == name) {
        results.push(DeploymentResult {
            mode: mode(row[1]),
            games: number(row[2]),
            score: number(row[3]),
            low: number(row[4]),
            high: number(row[5]),
        });
    }
    results
}

/// The results of groups of deployments against each other.
fn group_results() -> Vec<GroupResult> {
    let mut groups = vec![];
    for row in MEASURED_ROWS.iter().filter(|row| row.len() == 7) {
        groups.push(GroupResult {
            first: row[0].into(),
            second: row[1].into(),
            mode: mode(row[2]),
            games: number(row[3]),
            elo: number(row[4]),
            low: number(row[5]),
            high: number(row[6]),
        });
    }
    groups
}

/// The built-in deployments with their measured results.
pub fn built_in() -> Answer {
    let mut list = vec![];
    for named in data::deployments().iter().chain(&data::strong_deployments()) {
        list.push(DeploymentInfo { results: Some(results(&named.name)), ..described(named) });
    }
    Answer::Deployments { list, groups: Some(group_results()) }
}

/// The deployments for engines and for people who bring none: those that won at least half of the points in a mode,
/// and those that matches found to be strong.
pub fn strong(mode: Mode) -> Vec<Deployment> {
    let mut strong: Vec<Deployment> = vec![];
    for named in data::strong_deployments() {
        strong.extend(named.deployment.ok());
    }
    for named in data::deployments() {
        let won = results(&named.name).iter().any(|result| {
            result.mode == mode && result.score.is_some_and(|score| score >= STRONG_SCORE)
        });
        if won {
            strong.extend(named.deployment.ok());
        }
    }
    strong
}

/// The bytes of a file that was sent.
///
/// # Errors
///
/// If it is sent in no way, or in two.
pub fn bytes(file: &SentFile) -> Result<Vec<u8>, Error> {
    match (&file.base64, &file.text) {
        (Some(coded), None) => BASE64_STANDARD
            .decode(coded)
            .map_err(|error| Error::malformed(format!("base64: {error}"))),
        (None, Some(text)) => Ok(text.trim_start_matches('\u{feff}').as_bytes().to_vec()),
        _ => Err(Error::malformed("Expected either `base64` or `text`, found both or neither.")),
    }
}

/// The one deployment of a text: six rows apart by any white space, or a drawing with names.
fn read(text: &str) -> Result<NamedDeployment, Error> {
    let rows: Vec<&str> = text.split_whitespace().collect();
    let lined = if rows.len() == 6 { rows.join("\n") } else { text.to_owned() };
    let mut found = parse_deployments(&lined, ArmShape::standard()).map_err(Error::illegal)?;
    let count = found.len();
    match found.pop() {
        Some(named) if count == 1 => Ok(named),
        _ => Err(Error::illegal(format!("Expected one deployment, found {count}."))),
    }
}

/// The one lawful deployment of a text.
///
/// # Errors
///
/// If there is none, or more than one.
pub fn deployment(text: &str) -> Result<Deployment, Error> {
    read(text)?.deployment.map_err(|faults| Error::illegal(faults_text(&faults)))
}

/// Faults in Chinese.
fn in_chinese(faults: &[String]) -> Vec<String> {
    faults.iter().map(|fault| texts::chinese(fault).unwrap_or_else(|| fault.clone())).collect()
}

/// A deployment with its faults.
fn described(named: &NamedDeployment) -> DeploymentInfo {
    let info = DeploymentInfo {
        name: named.name.clone(),
        about: named.about.clone(),
        ..DeploymentInfo::default()
    };
    match &named.deployment {
        Ok(deployment) => DeploymentInfo { rows: Some(deployment.to_string()), ..info },
        Err(faults) => {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            let chinese_faults = Some(in_chinese(&faults));
            DeploymentInfo { faults: Some(faults), chinese_faults, ..info }
        }
    }
}

/// The deployments of a file.
///
/// # Errors
///
/// If it is not a file of deployments, or has too many.
pub fn of_file(file: &SentFile) -> Result<Answer, Error> {
    let bytes = bytes(file)?;
    if FileKind::of_named(&file.name, &bytes) == FileKind::Jql {
        let deployment = parse_jql(&bytes).map_err(Error::malformed)?;
        let name = file.name.rsplit_once('.').map_or(&*file.name, |(stem, _)| stem).to_owned();
        let rows = Some(deployment.to_string());
        let list = vec![DeploymentInfo { name, rows, ..DeploymentInfo::default() }];
        return Ok(Answer::Deployments { list, groups: None });
    }
    let text = String::from_utf8(bytes).map_err(Error::malformed)?;
    let found = parse_deployments(&text, ArmShape::standard()).map_err(Error::malformed)?;
    if found.len() > MAX_DEPLOYMENTS {
        let text =
            format!("Found {} deployments, at most {MAX_DEPLOYMENTS} are read.", found.len());
        return Err(Error::new(ErrorCode::Limit, text));
    }
    Ok(Answer::Deployments { list: found.iter().map(described).collect(), groups: None })
}

/// The faults of a deployment, and its text forms.
///
/// # Errors
///
/// If the text is not one deployment.
pub fn check(text: &str) -> Result<Answer, Error> {
    Ok(match read(text)?.deployment {
        Ok(deployment) => Answer::Checked {
            rows: Some(deployment.to_string()),
            chinese: Some(chinese(&deployment)),
            faults: vec![],
            chinese_faults: vec![],
        },
        Err(faults) => {
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            let chinese_faults = in_chinese(&faults);
            Answer::Checked { rows: None, chinese: None, faults, chinese_faults }
        }
    })
}

/// The Chinese names of the pieces, row by row.
fn chinese(deployment: &Deployment) -> String {
    let mut names = vec![];
    for point in deployment.shape().points() {
        names.push(deployment.at(point).map_or("行营", |kind| kind.chinese()));
    }
    let rows: Vec<String> = names.chunks(5).map(|row| row.join(" ")).collect();
    rows.join("\n")
}

/// Plays a deployment against the built-in ones and sends the results so far.
pub fn evaluate(
    board: &'static Board,
    deployment: Deployment,
    mode: Mode,
    stop: &AtomicBool,
    send: impl Fn(Answer),
) {
    let pool: Vec<Deployment> =
        data::deployments().into_iter().filter_map(|named| named.deployment.ok()).collect();
    let seat = "greedy".parse().expect("a player of this program");
    let series = Series {
        board,
        rules: Rules::default().with_mode(mode),
        visibility: Visibility::FourDark,
        first: Seat::South,
        seed: 1,
        deal: DeploymentSource::Sample,
        lineup: Lineup::Deployments { seat, against: DeploymentSource::Pool(pool) },
    };
    let candidates = vec![DeploymentCandidate::new("", deployment)];
    let measurement = MeasurementPlan::halving(candidates, series, EVALUATION_GAMES);
    let games = measurement.games_of(0);
    let series = &measurement.series;
    let mut tally = DeploymentTally::new(series);
    let features = feature_values(board, &deployment);
    for game in 0..EVALUATION_GAMES {
        let Ok(record) = games.play(game, stop) else { break };
        if stop.load(Ordering::Relaxed) || tally.add(series, &record).is_err() {
            break;
        }
        if (game + 1).is_multiple_of(REPORT_EVERY) && game + 1 < EVALUATION_GAMES {
            send(evaluated(&tally, &features, false));
        }
    }
    send(evaluated(&tally, &features, true));
}

fn evaluated(tally: &DeploymentTally, features: &[FeatureValue], done: bool) -> Answer {
    let score = tally.units.score();
    Answer::Evaluated {
        done,
        games: tally.games,
        score: score.map(|score| score.value),
        low: score.map(|score| score.low),
        high: score.map(|score| score.high),
        features: features.to_vec(),
    }
}

fn feature_values(board: &'static Board, deployment: &Deployment) -> Vec<FeatureValue> {
    let Ok(net) = Rules::default().net(board) else { return vec![] };
    let values = features(deployment, &ArmGraph::new(net), &EXPECTATION.guess(deployment));
    let mut named = vec![];
    for (feature, value) in FEATURES.iter().zip(values) {
        named.push(FeatureValue {
            name: feature.name.into(),
            unit: feature.unit.into(),
            about: feature.about.into(),
            chinese: feature.chinese.into(),
            value,
        });
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_deployment_has_results_and_no_result_is_of_another() {
        let all = data::deployments().into_iter().chain(data::strong_deployments());
        let names: Vec<String> = all.map(|named| named.name).collect();
        for name in &names {
            assert!(!results(name).is_empty(), "{name}");
        }
        for row in MEASURED_ROWS.iter().filter(|row| row.len() == 6) {
            assert!(names.iter().any(|name| name == row[0]), "{row:?}");
        }
        let groups = group_results();
        assert!(groups.len() >= 8 && groups.iter().all(|group| group.elo.is_some()));
        assert!(MEASURED_ROWS.iter().all(|row| matches!(row.len(), 6 | 7)));
    }
}
