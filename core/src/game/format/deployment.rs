//! Deployment files: drawn as their owner sees them, many to a file.

use crate::base::text::{ParseError, Word};
use crate::game::board::ARM_POINTS;
use crate::game::draw::KindNames;
use crate::game::rules::{Deployment, DeploymentFault, Kind, Point, faults_text};

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

/// Reads a deployment file: blocks of six rows, each with `name:`, `about:` and `share:` lines before
/// it.
/// Unlawful deployments are read too, with their faults.
///
/// # Errors
///
/// With the place of the first thing that is no drawing at all.
pub fn parse_deployments(text: &str) -> Result<Vec<NamedDeployment>, ParseError> {
    let mut found: Vec<NamedDeployment> = vec![];
    let mut name = None;
    let mut about = String::new();
    let mut share = None;
    let mut points: Vec<Option<Kind>> = vec![];
    let mut last = 1;
    for (number, line) in (1..).zip(text.lines().map(str::trim_end)) {
        last = number;
        let drawing = !points.is_empty();
        if !drawing && (line.trim().is_empty() || line.starts_with('#')) {
            continue;
        }
        match line.split_once(':').map(|(key, value)| (key.trim(), value.trim())) {
            Some(("name", value)) if !drawing => name = Some(value.to_owned()),
            Some(("about", value)) if !drawing => value.clone_into(&mut about),
            Some(("share", value)) if !drawing => share = Some(parse_share(value, number)?),
            _ => points.extend(parse_row(Word { text: line, line: number, column: 1 })?),
        }
        if points.len() == ARM_POINTS {
            let drawn = std::array::from_fn(|i| points[i]);
            found.push(NamedDeployment {
                name: name.take().unwrap_or_else(|| format!("#{}", found.len() + 1)),
                about: std::mem::take(&mut about),
                share: share.take(),
                line: number - 5,
                deployment: Deployment::new(drawn),
            });
            points.clear();
        }
    }
    if points.is_empty() && name.is_none() && about.is_empty() && share.is_none() {
        return Ok(found);
    }
    let what = format!("the end of the file after {} of six rows", points.len() / 5);
    Err(ParseError::new(last, 1, what, "six rows of five"))
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

/// Five symbols, with or without spaces between.
fn parse_row(row: Word<'_>) -> Result<[Option<Kind>; 5], ParseError> {
    let mut symbols = [None; 5];
    let mut count = 0;
    let mut at = 0;
    loop {
        at += row.text[at..].len() - row.text[at..].trim_start().len();
        let here = row.from(at);
        let Some(first) = here.text.chars().next() else { break };
        let Some((length, kind)) = symbol(here.text) else {
            return Err(Word { text: &here.text[..first.len_utf8()], ..here }
                .expected("a piece (a..i, x, m, q or its Chinese name) or `.` for a camp"));
        };
        if count == symbols.len() {
            return Err(here.expected("the end of the row after five symbols"));
        }
        symbols[count] = kind;
        count += 1;
        at += length;
    }
    if count == symbols.len() {
        return Ok(symbols);
    }
    let found = format!("a row of {count} symbols");
    Err(ParseError::new(row.line, row.from(at).column, found, "five symbols"))
}

/// Reads one deployment on one line, the form of records: `dfcei a.x.b ih.gd e.x.c hmifg mqmhg`.
///
/// # Errors
///
/// With the place of what is no symbol, or the faults of the deployment.
pub fn read_deployment(word: Word<'_>) -> Result<Deployment, ParseError> {
    let rows: Vec<Word<'_>> = word.split(' ').filter(|row| !row.text.is_empty()).collect();
    if rows.len() != 6 {
        return Err(word.expected("six groups of five symbols"));
    }
    let mut points = [None; ARM_POINTS];
    for (places, row) in points.chunks_mut(5).zip(rows) {
        places.copy_from_slice(&parse_row(row)?);
    }
    Deployment::new(points)
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
    let points: Vec<String> = Point::all()
        .map(|p| match (deployment.at(p), names) {
            (Some(kind), KindNames::Chinese) => kind.chinese().into(),
            (Some(kind), KindNames::Letters) => kind.letter().into(),
            (None, KindNames::Chinese) => "行营".into(),
            (None, KindNames::Letters) => ".".into(),
        })
        .collect();
    for row in points.chunks(5) {
        text += &row.join(" ");
        text.push('\n');
    }
    text
}
