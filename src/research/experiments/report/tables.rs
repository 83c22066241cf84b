//! The numbers of all figures as comma-separated values.

use super::chapter::Report;
use csv::{Error, Writer};

const HEAD: [&str; 13] = [
    "experiment",
    "figure",
    "measure",
    "problems",
    "search",
    "mean",
    "low",
    "high",
    "runs",
    "ratio",
    "ratio_low",
    "ratio_high",
    "capped",
];

/// A line for every cell of every figure: the mean with its interval, and where the measure is a count, its
/// ratio to alpha-beta's.
///
/// # Errors
///
/// Never for numbers and names; the writer may report one.
pub fn csv(report: &Report) -> Result<String, Error> {
    let mut lines = Writer::from_writer(vec![]);
    lines.write_record(HEAD)?;
    for chapter in &report.chapters {
        for shown in &chapter.figures {
            let table = &shown.table;
            for row in &table.rows {
                for (series, cell) in table.series.iter().zip(&row.cells) {
                    let ratio = cell.ratio.map(|ratio| [ratio.mean, ratio.low, ratio.high]);
                    let ratio =
                        ratio.map_or_else(Default::default, |all| all.map(|x| x.to_string()));
                    let [mean, low, high] =
                        [cell.mean.mean, cell.interval[0], cell.interval[1]].map(|x| x.to_string());
                    let [ratio, ratio_low, ratio_high] = ratio;
                    lines.write_record([
                        chapter.name,
                        &shown.name,
                        table.measure.label(),
                        &row.label,
                        series,
                        &mean,
                        &low,
                        &high,
                        &cell.mean.n.to_string(),
                        &ratio,
                        &ratio_low,
                        &ratio_high,
                        &cell.capped.to_string(),
                    ])?;
                }
            }
        }
    }
    let bytes = lines.into_inner().map_err(|error| Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
