//! A ladder as text: a table for the terminal, and a page.

use junqi_core::base::text::{in_markdown, markdown_code};
use junqi_core::game::rules::Rules;
use junqi_lab::tournament::ladder::{RankedSeat, SeatNames, Standing};
use std::fmt::Write;

/// The display name of a seat.
pub(super) fn name(seat: &str, names: &SeatNames) -> String {
    names.get(seat).map_or(seat, String::as_str).to_owned()
}

/// The games that were played: `120 games of 1v1, four-dark`.
pub(super) fn kind(standing: &Standing) -> String {
    let Standing { games, mode, visibility, rules, .. } = standing;
    // The mode is named already.
    let others = rules.with_mode(Rules::default().mode);
    let others =
        if others == Rules::default() { String::new() } else { format!(", rules {others}") };
    format!("{games} games of {mode}, {visibility}{others}")
}

/// The games and the rating method, in sentences.
fn caption(standing: &Standing, names: &SeatNames) -> String {
    let mut text = format!("{} seats, {}", standing.places.len(), kind(standing));
    text += &format!(", in units of {}. ", standing.games_per_unit);
    text += &format!("Elo above {}, with 95 % intervals.", name(&standing.anchor, names));
    if standing.supported {
        text += " A player won or lost all of its games, so one drawn game was added to each pair that connects it to the others.";
    }
    if standing.left_out > 0 {
        write!(text, " Left out: {} games of unfinished units.", standing.left_out)
            .expect("writing to a string cannot fail");
    }
    text
}

/// The ratings as a table for the terminal.
pub(super) fn table(standing: &Standing, names: &SeatNames) -> String {
    let width = |place: &RankedSeat| name(&place.seat, names).chars().count();
    let width = standing.places.iter().map(width).max().unwrap_or(0).max(4);
    let mut text = format!(
        "{:>4}  {:width$}  {:>6}  {:^16}  {:>6}  {:>7}  {:>6}  {:>5}  {:>6}\n",
        "rank", "seat", "Elo", "interval", "games", "score", "wins", "draws", "losses"
    );
    for (rank, place) in (1..).zip(&standing.places) {
        let RankedSeat { elo, low, high, games, wins, draws, losses, .. } = place;
        let interval = format!("{low:+.0} to {high:+.0}");
        text += &format!(
            "{rank:>4}  {:width$}  {elo:>+6.0}  {interval:^16}  {games:>6}  {:>5.1} %  {wins:>6}  {draws:>5}  {losses:>6}\n",
            name(&place.seat, names),
            100.0 * place.score
        );
    }
    text + &caption(standing, names) + "\n"
}

/// The ratings and the cross table as a Markdown page.
pub(super) fn markdown(standing: &Standing, names: &SeatNames) -> String {
    let mut text = in_markdown(&caption(standing, names)) + "\n\n";
    text += "| rank | seat | Elo | 95 % interval | games | score | wins | draws | losses |\n";
    text += "| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n";
    for (rank, place) in (1..).zip(&standing.places) {
        let RankedSeat { elo, low, high, games, wins, draws, losses, .. } = place;
        text += &format!(
            "| {rank} | {} | {elo:+.0} | {low:+.0} to {high:+.0} | {games} | {:.1} % | {wins} | {draws} | {losses} |\n",
            markdown_code(&name(&place.seat, names)),
            100.0 * place.score
        );
    }
    text + "\n" + &cross_table(standing, names)
}

/// The cross table: the score of every seat against every other, and the score its rating predicts.
fn cross_table(standing: &Standing, names: &SeatNames) -> String {
    let seats: Vec<&str> = standing.places.iter().map(|place| place.seat.as_str()).collect();
    let mut text =
        "Score of the row's player against the column's, in per cent; the score that the ratings predict in brackets.\n\n|  |"
            .to_owned();
    for rank in 1..=seats.len() {
        text += &format!(" {rank} |");
    }
    text += &format!("\n| --- |{}", " --- |".repeat(seats.len()));
    for (rank, first) in (1..).zip(&seats) {
        text += &format!("\n| {rank} {} |", markdown_code(&name(first, names)));
        for second in &seats {
            text += &match standing.share(first, second) {
                Some([score, expected]) => {
                    format!(" {:.0} ({:.0}) |", 100.0 * score, 100.0 * expected)
                }
                None => "  |".into(),
            };
        }
    }
    text + "\n"
}
