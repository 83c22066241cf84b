//! The results of `junqi suite run` as tables.

use crate::research::suite::{MomentAnswer, SuiteReport};

/// The shares of good moves, then the win probabilities around the capture of a flag.
pub(super) fn report(report: &SuiteReport) -> String {
    let mut text = String::from(
        "subject     moments   good   share  95 % interval   random moves   foresight only\n",
    );
    for subject in &report.subjects {
        let share = subject.share.map_or_else(
            || format!("{:>8}{:>15}", "-", "-"),
            |s| {
                let interval = format!("{:.0} to {:.0} %", 100.0 * s.low, 100.0 * s.high);
                format!("{:>6.1} %{interval:>15}", 100.0 * s.value)
            },
        );
        text += &format!(
            "{:<12}{:>7}{:>7}{share}{:>13.1} %{:>17}\n",
            subject.subject,
            subject.moments,
            subject.good,
            100.0 * subject.chance,
            subject.foresight
        );
    }
    text + &stages(report)
}

fn stages(report: &SuiteReport) -> String {
    let mut text = String::from(
        "\nwin probability that the seat gives its team when a flag of the team is captured\n\
         subject     turn                 count    mean   below 50 %   Brier score\n",
    );
    for subject in &report.subjects {
        for stage in &subject.stages {
            let brier = stage.brier.map_or_else(|| "-".to_owned(), |b| format!("{b:.3}"));
            text += &format!(
                "{:<12}{:<18}{:>8}{:>6.1} %{:>11.1} %{brier:>14}\n",
                subject.subject,
                stage.stage.about(),
                stage.count,
                100.0 * stage.mean,
                100.0 * stage.below_half
            );
        }
    }
    text
}

/// A line for every answer; `-` where no move is good and only foresight is measured.
pub(super) fn answers(answers: &[MomentAnswer]) -> String {
    let line = |answer: &MomentAnswer| {
        let good = answer.good.map_or("-", |good| if good { "good" } else { "bad" });
        let MomentAnswer { subject, source, seat, at, chosen, solution, .. } = answer;
        let solution = match answer.good {
            Some(false) => format!("; good: {solution}"),
            _ => String::new(),
        };
        format!(
            "{subject:<12}{good:<6}{seat}:{chosen:<8}after {at:>3} events of {source}{solution}\n"
        )
    };
    answers.iter().map(line).collect::<String>() + "\n"
}
