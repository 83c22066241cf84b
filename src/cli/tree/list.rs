//! `junqi tree list`

use super::super::env::Env;
use anyhow::Result;
use junqi_core::base::options::{OptionSpec, OptionType};
use junqi_core::gametree::search::catalogue::SEARCHES;
use junqi_core::gametree::tree::Recipe;
use serde_json::json;
use std::process::ExitCode;

pub(super) fn run(env: Env) -> Result<ExitCode> {
    env.show(&json(), text)?;
    Ok(ExitCode::SUCCESS)
}

fn json() -> serde_json::Value {
    let param = |p: &OptionSpec| {
        let expected = p.kind.expected();
        let default = (!p.default.is_empty()).then_some(p.default);
        json!({
            "name": p.name, "expected": expected, "default": default, "about": p.about, "root_only": p.root_only,
        })
    };
    let algorithms: Vec<_> = SEARCHES
        .iter()
        .map(|info| {
            json!({
                "name": info.name,
                "about": info.about,
                "source": info.source,
                "file": format!("core/src/gametree/search/{}", info.file),
                "tested": info.tested,
                "status": info.status.to_string(),
                "params": info.options.iter().map(param).collect::<Vec<_>>(),
            })
        })
        .collect();
    let generators = Recipe::NAMES.map(|(name, about)| json!({ "name": name, "about": about }));
    json!({ "algorithms": algorithms, "generators": generators })
}

fn text() -> String {
    let mut text = String::from("algorithms (--algo NAME[,NAME...], --param NAME=VALUE)\n\n");
    for info in &SEARCHES {
        text += &format!("  {:<14} {} ({})\n", info.name, info.about, info.source);
        for OptionSpec { name, kind, default, about, .. } in info.options {
            let values = match kind {
                OptionType::Word(words) => words.join("|"),
                OptionType::Flag => "true|false".into(),
                kind => kind.expected(),
            };
            let default = if default.is_empty() { "" } else { &format!("; default {default}") };
            text += &format!("  {:<16} {name}: {about} ({values}{default})\n", "");
        }
    }
    text += "\ngenerators (--generator NAME, --values R)\n\n";
    for (name, about) in Recipe::NAMES {
        text += &format!("  {name:<14} {about}\n");
    }
    text
}
