//! `junqi deploy`

mod evaluate;
mod improve;
mod pool;
mod rounds;

use super::env::{Env, print};
use super::load;
use anyhow::{Context, Result, bail, ensure};
use junqi_core::base::random;
use junqi_core::game::board::ArmShape;
use junqi_core::game::draw::KindNames;
use junqi_core::game::format::{NamedDeployment, draw_deployment, write_jql};
use junqi_core::game::rules::Deployment;
use serde_json::{Value, json};
use std::process::ExitCode;

#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// List every fault of every deployment. Reading a file stops at the first line that
    /// cannot be read.
    Check(Sources),
    /// Draw deployments as their owner sees them.
    Show {
        #[command(flatten)]
        sources: Sources,
        /// Name pieces by letters instead of Chinese characters.
        #[arg(long)]
        letters: bool,
    },
    /// Print the mirror images of deployments (left and right exchanged).
    Mirror(Sources),
    /// Sample deployments uniformly from all legal ones.
    Sample {
        /// Number of deployments.
        #[arg(long, default_value_t = 1)]
        count: u64,
        /// Random seed.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Output file (.txt or .jql), or an existing folder that gets one .jql file per deployment [default: standard
        /// output].
        #[arg(long)]
        out: Option<load::Output>,
    },
    /// Measure deployments in games of one player against a pool of deployments, and rank them.
    Evaluate(Box<evaluate::EvaluateArgs>),
    /// Improve a deployment by hill climbing over exchanges of two pieces, and measure the gain.
    Improve(Box<improve::Args>),
    /// Play every deployment against every other and compute the mixture that none of them beats.
    Pool(Box<pool::PoolArgs>),
    /// Convert deployments to another file format.
    Convert {
        #[command(flatten)]
        sources: Sources,
        /// Output file (.txt or .jql), or an existing folder that gets one .jql file per deployment.
        #[arg(long)]
        out: load::Output,
        /// Name pieces by Chinese characters instead of letters in .txt files.
        #[arg(long)]
        chinese: bool,
    },
}

#[derive(Debug, clap::Args)]
pub(super) struct Sources {
    /// Deployments: files or folders (.txt, .jql; .jgs and .jsonl for the deployments in them), or
    /// the built-in `book`, `strong`, `mixed-1v1` or `mixed-2v2`.
    #[arg(required = true)]
    sources: Vec<load::Source>,
}

impl Sources {
    fn lawful(&self, env: Env) -> Result<Vec<(NamedDeployment, Deployment)>> {
        let found: Result<Vec<_>> = self
            .sources
            .iter()
            .map(|source| load::lawful_deployments(source, env.board.shape()))
            .collect();
        Ok(found?.into_iter().flatten().collect())
    }
}

/// The share in a book, from 0 to 1.
fn share(named: &NamedDeployment) -> Option<f64> {
    named.share.map(|millionths| f64::from(millionths) / 1e6)
}

fn as_json(named: &NamedDeployment, deployment: &Deployment) -> Value {
    let NamedDeployment { name, about, .. } = named;
    let share = share(named);
    json!({ "name": name, "about": about, "share": share, "deployment": deployment.to_string() })
}

impl Command {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        match self {
            Self::Check(sources) => check(&sources.sources, env),
            Self::Show { sources, letters } => print_all(&sources.lawful(env)?, !letters, env),
            Self::Mirror(sources) => {
                let mirrored = |(named, d): (NamedDeployment, Deployment)| (named, d.mirror());
                let all: Vec<_> = sources.lawful(env)?.into_iter().map(mirrored).collect();
                print_all(&all, false, env)
            }
            Self::Sample { count, seed, out } => {
                let all = sample(count, seed, env.board.shape());
                match out {
                    Some(out) => convert(&all, &out, false, env),
                    None => print_all(&all, false, env),
                }
            }
            Self::Evaluate(args) => args.run(env),
            Self::Improve(args) => args.run(env),
            Self::Pool(args) => args.run(env),
            Self::Convert { sources, out, chinese } => {
                convert(&sources.lawful(env)?, &out, chinese, env)
            }
        }
    }
}

/// Prints one entry per deployment, and one per file that cannot be read.
fn check(sources: &[load::Source], env: Env) -> Result<ExitCode> {
    let mut checked = 0;
    let mut unlawful = 0;
    let mut list = vec![];
    let mut entry = |file: &str, line: Option<usize>, name: &str, faults: Vec<String>| {
        checked += 1;
        unlawful += usize::from(!faults.is_empty());
        if env.json {
            list.push(json!({ "file": file, "line": line, "name": name, "faults": faults }));
            return Ok(());
        }
        // The fault of a whole file names it.
        let place = line.map_or_else(String::new, |line| format!("{file}, line {line}, {name}: "));
        let lines = faults.iter().map(|fault| format!("{place}{fault}\n"));
        print(&lines.collect::<String>())
    };
    for source in sources {
        for (file, found) in load::deployment_files(source, env.board.shape())? {
            match found {
                Err(error) => {
                    let fault = format!("{error:#}; the deployments of this file were not checked");
                    entry(&file, None, "", vec![fault])?;
                }
                Ok(found) => {
                    for named in found {
                        let faults = named.deployment.as_ref().err().into_iter().flatten();
                        let faults = faults.map(ToString::to_string).collect();
                        entry(&file, Some(named.line), &named.name, faults)?;
                    }
                }
            }
        }
    }
    if checked == 0 {
        let sources: Vec<String> = sources.iter().map(ToString::to_string).collect();
        bail!("{}: found no deployment, expected at least one", sources.join(", "));
    }
    let json = json!({ "deployments": list, "checked": checked, "faulty": unlawful });
    env.show(&json, || format!("checked: {checked} deployments, {unlawful} with faults\n"))?;
    Ok(ExitCode::from(u8::from(unlawful > 0)))
}

fn print_all(all: &[(NamedDeployment, Deployment)], chinese: bool, env: Env) -> Result<ExitCode> {
    let list: Vec<Value> = all.iter().map(|(named, d)| as_json(named, d)).collect();
    env.show(&json!({ "deployments": list }), || text(all, chinese))?;
    Ok(ExitCode::SUCCESS)
}

fn text(all: &[(NamedDeployment, Deployment)], chinese: bool) -> String {
    let names = if chinese { KindNames::Chinese } else { KindNames::Letters };
    let draw = |(named, d): &(NamedDeployment, _)| {
        draw_deployment(&named.name, &named.about, share(named), d, names)
    };
    all.iter().map(draw).collect::<Vec<_>>().join("\n")
}

/// Deployments drawn from all legal ones on an arm.
fn sample(count: u64, seed: u64, arm: &'static ArmShape) -> Vec<(NamedDeployment, Deployment)> {
    let mut all = vec![];
    for number in 0..count {
        let drawn = Deployment::sample_on(arm, &mut random::stream(seed, &[number]));
        let named = NamedDeployment {
            name: format!("sample {seed}.{number}"),
            about: String::new(),
            share: None,
            line: 1,
            deployment: Ok(drawn),
        };
        all.push((named, drawn));
    }
    all
}

/// Writes deployments to a file, or one each to the files of a folder.
fn convert(
    all: &[(NamedDeployment, Deployment)],
    out: &load::Output,
    chinese: bool,
    env: Env,
) -> Result<ExitCode> {
    let ending = load::ending(out);
    if out.is_dir() || ending == "jql" {
        let is_standard = all.iter().all(|(_, deployment)| deployment.shape().is_standard());
        ensure!(
            is_standard,
            "a .jql file holds a deployment of the standard board: write a .txt file"
        );
    }
    match (out.is_dir(), ending.as_str()) {
        (true, _) => {
            let mut files = vec![];
            for (number, (_, deployment)) in (1..).zip(all) {
                files.push((format!("{number:04}.jql"), write_jql(deployment)));
            }
            load::write_all(env, out, &files)?;
        }
        (false, "jql") => {
            let count = all.len();
            ensure!(
                count == 1,
                "a .jql file holds one deployment, not {count}: name a folder with --out"
            );
            load::write(out, &write_jql(&all.first().context("one deployment")?.1))?;
        }
        (false, "txt") => load::write(out, text(all, chinese).as_bytes())?,
        (false, "") => {
            bail!("{}: no such folder; with an ending, .txt or .jql, it is a file", out.display())
        }
        (false, other) => {
            bail!("--out: cannot write `.{other}` files; use .txt, .jql or an existing folder")
        }
    }
    let json = json!({ "deployments": all.len(), "out": out });
    env.show(&json, || format!("{} deployments written to {}\n", all.len(), out.display()))?;
    Ok(ExitCode::SUCCESS)
}
