//! The first help page: the commands by what they are for.

use clap::Command;
use std::fmt::Write;

/// The title and the commands of a group, most wanted first.
pub(super) type Group = (&'static str, &'static [&'static str]);

pub(super) const GROUPS: [Group; 6] = [
    ("Measure players and deployments", &["match", "selfplay", "ladder", "deploy", "seats"]),
    ("Play", &["serve", "play", "engine"]),
    (
        "Study games and positions",
        &["show", "belief", "eval", "endgame", "convert", "verify", "measure", "perft"],
    ),
    ("Research on search algorithms", &["experiment", "exploit", "tree", "bench"]),
    ("Divide a long job among machines", &["plan", "run", "merge"]),
    ("Set up", &["completions", "man"]),
];

const FIRST: &str = "First steps:
  junqi match greedy random          which of two players is stronger, and by how much
  junqi serve                        play against them in the browser
  junqi seats                        all players and their options
";

/// The command with a help page that lists its subcommands by group.
pub(super) fn grouped(command: Command) -> Command {
    let header = *command.get_styles().get_header();
    let mut text = String::new();
    for (title, names) in GROUPS {
        let _ = writeln!(text, "{header}{title}:{header:#}");
        for name in names {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            let _ = writeln!(text, "  {name:<11} {}", about.cloned().unwrap_or_default());
        }
        text.push('\n');
    }
    let page = "{about-with-newline}\n{usage-heading} {usage}\n\n";
    let page = format!("{page}{text}{header}Options:{header:#}\n{{options}}\n\n{FIRST}");
    command.help_template(page)
}
