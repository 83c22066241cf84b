//! Reports of a payoff matrix: the mixture as a table and as a book, the matrix as a page.

use super::markdown::{columns, padded};
use crate::base::text::{self, escaped};
use crate::game::draw::KindNames;
use crate::game::format::draw_deployment;
use crate::tournament::deployments::matrix::{Matrix, MatrixRow};

/// Shares below this are left out of a book.
const MIN_SHARE: f64 = 0.001;

const STYLE: &str = "
td.cell { color: #2b2520; padding: 0.15rem 0.4rem } td.left { white-space: nowrap }
";

/// How the matrix is to be read.
const HOW: &str = "A cell is the share of the points of the row against the column, in per cent; both \
    are mirrored by chance, and exchange seats and the first move. The mixture is an equilibrium of the \
    measured shares: no deployment here gets more than a half against it on these games. Cells are \
    measured with errors, which the mixture fits as well; what it is worth has to be measured on other \
    games.";

/// The mixture as a table for the terminal.
pub fn mixture(matrix: &Matrix, conditions: &str) -> String {
    let rows = matrix.rows();
    let width = rows.iter().map(|row| columns(&row.name)).max().unwrap_or(0).max(10);
    let mut text = format!(
        "{:>7}  {}  {:>9}  {:>9}\n",
        "share %",
        padded("deployment", width),
        "all %",
        "mixture %"
    );
    for i in matrix.order() {
        let MatrixRow { name, share, against_mixture, win_rates, .. } = &rows[i];
        text += &format!(
            "{:>7.1}  {}  {:>9.1}  {:>9.1}\n",
            100.0 * share,
            padded(name, width),
            100.0 * mean(win_rates),
            100.0 * against_mixture
        );
    }
    text + &format!("{conditions}. Exploitability: {:.5}.\n", matrix.mixed.exploitability)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The mixture as a book: a deployment file with shares.
pub fn book(matrix: &Matrix, conditions: &str) -> String {
    let mut text = format!("# A mixed equilibrium of {} deployments.\n", matrix.candidates.len());
    text += &format!("# {conditions}.\n");
    for i in matrix.order() {
        let (candidate, share) = (&matrix.candidates[i], matrix.mixed.rows[i]);
        if share >= MIN_SHARE {
            let (name, about) = (&candidate.name, &candidate.about);
            text.push('\n');
            text += &draw_deployment(
                name,
                about,
                Some(share),
                &candidate.deployment,
                KindNames::Letters,
            );
        }
    }
    text
}

/// The matrix as a self-contained HTML page.
pub fn matrix(matrix: &Matrix, conditions: &str) -> String {
    let (rows, order) = (matrix.rows(), matrix.order());
    let mut text = format!(
        "<h1>Deployments against each other</h1>\n<p>{}. Exploitability of the mixture: {:.5}.</p>\n\
         <p>{HOW}</p>\n<table>\n",
        escaped(conditions),
        matrix.mixed.exploitability
    );
    text += "<tr><th></th><th class=\"left\">deployment 布局</th><th>share %<br>占比</th><th>mixture %</th>";
    (1..=order.len()).for_each(|place| text += &format!("<th>{place}</th>"));
    text += "</tr>\n";
    for (place, &i) in (1..).zip(&order) {
        let MatrixRow { name, share, against_mixture, win_rates, .. } = &rows[i];
        text += &format!(
            "<tr><td>{place}</td><td class=\"left\">{}</td><td>{:.1}</td><td>{:.1}</td>",
            escaped(name),
            100.0 * share,
            100.0 * against_mixture
        );
        for &j in &order {
            let title = format!("{} : {}", escaped(name), escaped(&rows[j].name));
            text += &format!(
                "<td class=\"cell\" style=\"background:{}\" title=\"{title}\">{:.0}</td>",
                shade(win_rates[j]),
                100.0 * win_rates[j]
            );
        }
        text += "</tr>\n";
    }
    text += "</table>\n";
    text::page("Deployments against each other", STYLE, &text)
}

/// From orange (0) over white (a half) to blue (1). Source of the hues: Okabe & Ito, 2008.
fn shade(share: f64) -> String {
    let part = (2.0 * share - 1.0).clamp(-1.0, 1.0);
    let full = if part < 0.0 { [230.0, 159.0, 0.0] } else { [86.0, 180.0, 233.0] };
    let [r, g, b] = full.map(|channel: f64| (255.0 + part.abs() * (channel - 255.0)).round());
    format!("rgb({r},{g},{b})")
}
