//! `junqi deploy`

use super::{Env, load, print, print_json};
use crate::format::{NamedDeployment, draw_deployment, write_jql};
use crate::random;
use crate::rules::Deployment;
use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// Tell every fault of every deployment.
    Check(Sources),
    /// Draw deployments as their owners see them.
    Show {
        #[command(flatten)]
        sources: Sources,
        /// Letters in place of Chinese names.
        #[arg(long)]
        letters: bool,
    },
    /// Exchange left and right.
    Mirror(Sources),
    /// Draw deployments uniformly among all legal ones.
    Sample {
        /// How many.
        #[arg(long, default_value_t = 1)]
        count: u64,
        /// The seed of everything.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Write deployments in another form.
    Convert {
        #[command(flatten)]
        sources: Sources,
        /// The new file, .txt or .jql, or an existing folder for one .jql file each.
        #[arg(long)]
        out: PathBuf,
        /// Chinese names in place of letters in text.
        #[arg(long)]
        chinese: bool,
    },
}

#[derive(Debug, clap::Args)]
pub(super) struct Sources {
    /// Files or folders (.txt, .jql; .jgs and .jsonl for the deployments in them), or `book` for
    /// the embedded ones.
    #[arg(required = true)]
    sources: Vec<String>,
}

type Found = (String, NamedDeployment);

impl Sources {
    fn load(&self) -> Result<Vec<Found>> {
        let found: Result<Vec<_>> = self.sources.iter().map(|s| load::deployments(s)).collect();
        Ok(found?.into_iter().flatten().collect())
    }

    fn lawful(&self) -> Result<Vec<(NamedDeployment, Deployment)>> {
        let lawful = |(file, named): Found| match named.deployment.clone() {
            Ok(deployment) => Ok((named, deployment)),
            Err(faults) => bail!("{file}, line {}, {}: {}", named.line, named.name, faults[0]),
        };
        self.load()?.into_iter().map(lawful).collect()
    }
}

fn as_json(named: &NamedDeployment, deployment: &Deployment) -> Value {
    json!({ "name": named.name, "about": named.about, "deployment": deployment.to_string() })
}

impl Command {
    pub(super) fn run(self, env: Env) -> Result<ExitCode> {
        match self {
            Self::Check(sources) => check(&sources.load()?, env),
            Self::Show { sources, letters } => print_all(&sources.lawful()?, !letters, env),
            Self::Mirror(sources) => {
                let mirrored = |(named, d): (NamedDeployment, Deployment)| (named, d.mirror());
                let all: Vec<_> = sources.lawful()?.into_iter().map(mirrored).collect();
                print_all(&all, false, env)
            }
            Self::Sample { count, seed } => sample(count, seed, env),
            Self::Convert { sources, out, chinese } => {
                convert(&sources.lawful()?, &out, chinese, env)
            }
        }
    }
}

fn check(found: &[Found], env: Env) -> Result<ExitCode> {
    let mut unlawful = 0;
    let mut list = vec![];
    for (file, named) in found {
        let faults = named.deployment.as_ref().err().map_or(&[][..], Vec::as_slice);
        unlawful += usize::from(!faults.is_empty());
        let texts: Vec<String> = faults.iter().map(ToString::to_string).collect();
        if env.json {
            list.push(json!({
                "file": file, "line": named.line, "name": named.name, "faults": texts,
            }));
        } else {
            for text in texts {
                print(&format!("{file}, line {}, {}: {text}\n", named.line, named.name))?;
            }
        }
    }
    if env.json {
        print_json(&json!({ "deployments": list, "checked": found.len(), "faulty": unlawful }))?;
    } else {
        print(&format!("checked: {} deployments, {unlawful} with faults\n", found.len()))?;
    }
    Ok(ExitCode::from(u8::from(unlawful > 0)))
}

fn print_all(all: &[(NamedDeployment, Deployment)], chinese: bool, env: Env) -> Result<ExitCode> {
    if env.json {
        let list: Vec<Value> = all.iter().map(|(named, d)| as_json(named, d)).collect();
        print_json(&json!({ "deployments": list }))?;
    } else {
        print(&text(all, chinese))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn text(all: &[(NamedDeployment, Deployment)], chinese: bool) -> String {
    let drawn: Vec<String> = all
        .iter()
        .map(|(named, d)| draw_deployment(&named.name, &named.about, d, chinese))
        .collect();
    drawn.join("\n")
}

fn sample(count: u64, seed: u64, env: Env) -> Result<ExitCode> {
    let all: Vec<(NamedDeployment, Deployment)> = (0..count)
        .map(|number| {
            let deployment = Deployment::sample(&mut random::stream(seed, &[number]));
            let name = format!("sample {seed}.{number}");
            let about = String::new();
            (NamedDeployment { name, about, line: 1, deployment: Ok(deployment) }, deployment)
        })
        .collect();
    print_all(&all, false, env)
}

fn convert(
    all: &[(NamedDeployment, Deployment)],
    out: &PathBuf,
    chinese: bool,
    env: Env,
) -> Result<ExitCode> {
    let folder = fs::metadata(out).is_ok_and(|m| m.is_dir());
    match (folder, load::ending(out).as_str()) {
        (true, _) => {
            for (number, (_, deployment)) in all.iter().enumerate() {
                let file = out.join(format!("{:04}.jql", number + 1));
                load::write(&file, &write_jql(deployment))?;
            }
        }
        (false, "jql") => {
            let count = all.len();
            ensure!(
                count == 1,
                "found {count} deployments, expected one: name a folder with --out"
            );
            load::write(out, &write_jql(&all.first().context("one deployment")?.1))?;
        }
        (false, "txt") => load::write(out, text(all, chinese).as_bytes())?,
        (false, other) => bail!("found the ending `{other}`, expected .txt, .jql or a folder"),
    }
    if env.json {
        print_json(&json!({ "deployments": all.len(), "out": out }))?;
    } else {
        print(&format!("{} deployments written to {}\n", all.len(), out.display()))?;
    }
    Ok(ExitCode::SUCCESS)
}
