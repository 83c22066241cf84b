//! Deployment files: drawn as their owner sees them, many to a file.

use crate::base::text::{ParseError, Word};
use crate::game::board::ArmShape;
use crate::game::draw::KindNames;
use crate::game::rules::{Deployment, DeploymentFault, Kind, faults_text};

/// A deployment of a file, legal or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedDeployment {
    /// Its name; made from its number in the file if none is given.
    pub name: String,
    /// The author's description.
    pub about: String,
    /// Its share in a book that is drawn from, in millionths; none where the file gives none.
    pub share: Option<u32>,
    /// Where it begins in its file: a line, from 1, or a number of its own in binary files.
    pub line: usize,
    /// The deployment, or all its faults.
    pub deployment: Result<Deployment, Vec<DeploymentFault>>,
}

/// Reads a deployment file for arms of a shape: blocks of as many rows as the arm has, each with `name:`, `about:` and
/// `share:` lines before it.
/// Unlawful deployments are read too, with their faults.
///
/// # Errors
///
/// With the place of the first thing that is no drawing at all.
pub fn parse_deployments(
    text: &str,
    arm: &'static ArmShape,
) -> Result<Vec<NamedDeployment>, ParseError> {
    let mut found: Vec<NamedDeployment> = vec![];
    let mut name = None;
    let mut about = String::new();
    let mut share = None;
    let mut rows: Vec<Row> = vec![];
    let mut last = 1;
    for (number, line) in (1..).zip(text.lines().map(str::trim_end)) {
        last = number;
        let drawing = !rows.is_empty();
        if !drawing && (line.trim().is_empty() || line.starts_with('#')) {
            continue;
        }
        match line.split_once(':').map(|(key, value)| (key.trim(), value.trim())) {
            Some(("name", value)) if !drawing => name = Some(value.to_owned()),
            Some(("about", value)) if !drawing => value.clone_into(&mut about),
            Some(("share", value)) if !drawing => share = Some(parse_share(value, number)?),
            _ => rows.push(parse_row(Word { text: line, line: number, column: 1 }, arm.cols())?),
        }
        if rows.len() == arm.rows() {
            found.push(NamedDeployment {
                name: name.take().unwrap_or_else(|| format!("#{}", found.len() + 1)),
                about: std::mem::take(&mut about),
                share: share.take(),
                line: number + 1 - rows.len(),
                deployment: drawn(&rows, arm),
            });
            rows.clear();
        }
    }
    if rows.is_empty() && name.is_none() && about.is_empty() && share.is_none() {
        return Ok(found);
    }
    let all = counted(arm.rows());
    let what = format!("the end of the file after {} of {all} rows", rows.len());
    let expected = format!("{all} rows of {}", counted(arm.cols()));
    Err(ParseError::new(last, 1, what, expected))
}

/// A small number in words.
fn counted(number: usize) -> String {
    let words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
    words.get(number).map_or_else(|| number.to_string(), ToString::to_string)
}

/// The symbols of a row: kinds, and `None` for camps and cells without a station.
type Row = Vec<Option<Kind>>;

/// The deployment that some rows draw. A kind where no station is stands in the way of the others.
fn drawn(rows: &[Row], shape: &'static ArmShape) -> Result<Deployment, Vec<DeploymentFault>> {
    let mut points = vec![];
    let mut faults = vec![];
    for (row, symbols) in (1..).zip(rows) {
        for (col, &kind) in (1..).zip(symbols) {
            match (shape.at(row, col), kind) {
                (Some(_), kind) => points.push(kind),
                (None, Some(kind)) => faults.push(DeploymentFault::NoStation(row, col, kind)),
                (None, None) => {}
            }
        }
    }
    match Deployment::new(shape, &points) {
        Ok(deployment) if faults.is_empty() => Ok(deployment),
        Ok(_) => Err(faults),
        Err(others) => Err(faults.into_iter().chain(others).collect()),
    }
}

/// A part of a whole, from 0 to 1, in millionths.
#[expect(clippy::cast_sign_loss, reason = "from 0")]
fn parse_share(text: &str, line: usize) -> Result<u32, ParseError> {
    let share = text.parse().ok().filter(|share: &f64| (0.0..=1.0).contains(share));
    let share = share.map(|share| (share * 1e6).round() as u32);
    share.ok_or_else(|| ParseError::new(line, 1, format!("the share `{text}`"), "0 to 1"))
}

/// A symbol at the start of a text, with its length in bytes.
fn symbol(text: &str) -> Option<(usize, Option<Kind>)> {
    let first = text.chars().next()?;
    let whole = Kind::ALL.into_iter().find(|k| text.starts_with(k.chinese()));
    let single = Kind::ALL.into_iter().find(|k| match first {
        '兵' => *k == Kind::Engineer,
        '弹' => *k == Kind::Bomb,
        first => k.short_chinese() == first,
    });
    match (whole, first) {
        (Some(kind), _) => Some((kind.chinese().len(), Some(kind))),
        (None, '.' | '·' | '-') => Some((first.len_utf8(), None)),
        (None, _) if text.starts_with("行营") => Some(("行营".len(), None)),
        _ => {
            let kind = single.or_else(|| Kind::from_letter(first.to_ascii_lowercase()));
            Some((first.len_utf8(), Some(kind?)))
        }
    }
}

/// The symbols of a row, with or without spaces between.
fn parse_row(row: Word<'_>, cols: usize) -> Result<Row, ParseError> {
    let mut symbols = vec![];
    let mut at = 0;
    loop {
        at += row.text[at..].len() - row.text[at..].trim_start().len();
        let here = row.from(at);
        let Some(first) = here.text.chars().next() else { break };
        let Some((length, kind)) = symbol(here.text) else {
            return Err(Word { text: &here.text[..first.len_utf8()], ..here }
                .expected("a piece (a..i, x, m, q or its Chinese name) or `.` for a camp"));
        };
        if symbols.len() == cols {
            let expected = format!("the end of the row after {} symbols", counted(cols));
            return Err(here.expected(expected));
        }
        symbols.push(kind);
        at += length;
    }
    if symbols.len() == cols {
        return Ok(symbols);
    }
    let found = format!("a row of {} symbols", symbols.len());
    let expected = format!("{} symbols", counted(cols));
    Err(ParseError::new(row.line, row.from(at).column, found, expected))
}

/// Reads one deployment for arms of a shape on one line, the form of records: `dfcei a.x.b ih.gd e.x.c hmifg mqmhg`.
///
/// # Errors
///
/// With the place of what is no symbol, or the faults of the deployment.
pub fn read_deployment(word: Word<'_>, shape: &'static ArmShape) -> Result<Deployment, ParseError> {
    let words: Vec<Word<'_>> = word.split(' ').filter(|row| !row.text.is_empty()).collect();
    if words.len() != shape.rows() {
        let [rows, cols] = [shape.rows(), shape.cols()].map(counted);
        return Err(word.expected(format!("{rows} groups of {cols} symbols")));
    }
    let mut rows = vec![];
    for row in words {
        rows.push(parse_row(row, shape.cols())?);
    }
    drawn(&rows, shape)
        .map_err(|faults| word.expected(format!("a legal deployment ({})", faults_text(&faults))))
}

/// A text with single spaces in place of all white space.
fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Writes a deployment as a block of a deployment file, in letters or full Chinese names.
pub fn draw_deployment(
    name: &str,
    about: &str,
    share: Option<f64>,
    deployment: &Deployment,
    names: KindNames,
) -> String {
    let mut text = format!("name: {}\n", on_one_line(name));
    if let Some(share) = share {
        text += &format!("share: {share:.6}\n");
    }
    if !about.is_empty() {
        text += &format!("about: {}\n", on_one_line(about));
    }
    let arm = deployment.shape();
    for row in 1..=arm.rows() {
        let mut symbols = vec![];
        for col in 1..=arm.cols() {
            let point = arm.at(row, col);
            symbols.push(match (point.and_then(|point| deployment.at(point)), names) {
                (Some(kind), KindNames::Chinese) => kind.chinese().into(),
                (Some(kind), KindNames::Letters) => kind.letter().to_string(),
                (None, KindNames::Chinese) if point.is_some() => "行营".into(),
                (None, KindNames::Chinese | KindNames::Letters) => ".".into(),
            });
        }
        text += &symbols.join(" ");
        text.push('\n');
    }
    text
}
