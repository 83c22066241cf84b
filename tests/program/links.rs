//! Links between the pages: every file and heading that is named exists, and the book has every page.

use pulldown_cmark::{Event, Parser, Tag, TagEnd};
use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

/// Folders of other projects, and of what is built.
const ELSEWHERE: [&str; 4] = ["target", ".git", "node_modules", ".venv"];

/// What a page has for others, and what it wants of them.
#[derive(Default)]
struct Page {
    headings: BTreeSet<String>,
    links: Vec<String>,
}

impl Page {
    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(path).unwrap();
        let (mut page, mut heading) = (Self::default(), None::<String>);
        let mut seen: HashMap<String, u32> = HashMap::new();
        for event in Parser::new_ext(&text, pulldown_cmark::Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    let name = anchor(&heading.take().unwrap_or_default());
                    let number = seen.entry(name.clone()).or_default();
                    let again = if *number > 0 { format!("-{number}") } else { String::new() };
                    *number += 1;
                    page.headings.insert(name + &again);
                }
                Event::Text(text) | Event::Code(text) => {
                    if let Some(heading) = &mut heading {
                        *heading += &text;
                    }
                }
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.into_string());
                }
                Event::Html(html) | Event::InlineHtml(html) => {
                    let ids = html.split("id=\"").skip(1).filter_map(|rest| rest.split_once('"'));
                    page.headings.extend(ids.map(|(id, _)| id.to_owned()));
                }
                _ => {}
            }
        }
        page
    }

    fn has(&self, heading: &str) -> bool {
        self.headings.contains(heading)
    }
}

/// The anchor of a heading, as GitHub and mdBook make it.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

fn pages_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && !path.is_symlink() && !ELSEWHERE.contains(&name.as_str()) {
            pages_below(&path, found);
        } else if path.extension().is_some_and(|end| end == "md") {
            found.push(path);
        }
    }
}

#[test]
fn links_between_pages_lead_somewhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().unwrap();
    let docs = root.join("docs");
    let mut paths = vec![];
    pages_below(&root, &mut paths);
    let pages: HashMap<PathBuf, Page> =
        paths.into_iter().map(|path| (path.clone(), Page::read(&path))).collect();
    assert!(pages.len() > 20, "found {} pages", pages.len());
    let mut broken = vec![];
    for (path, page) in &pages {
        for link in page.links.iter().filter(|link| !link.contains("://")) {
            let (file, heading) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() {
                Some(path.clone())
            } else {
                path.parent().unwrap().join(file).canonicalize().ok()
            };
            let there = target.is_some_and(|target| {
                // The book has what is in `docs`, and nothing else.
                (!path.starts_with(&docs) || target.starts_with(&docs))
                    && (heading.is_empty()
                        || pages.get(&target).is_some_and(|page| page.has(heading)))
            });
            if !there {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(
        broken.is_empty(),
        "links that lead nowhere, or out of the book:\n{}",
        broken.join("\n")
    );
}

#[test]
fn the_book_has_every_page() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").canonicalize().unwrap();
    let mut paths = vec![];
    pages_below(&docs, &mut paths);
    let summary = docs.join("SUMMARY.md");
    let links = Page::read(&summary).links;
    let listed: BTreeSet<PathBuf> = links.iter().map(|link| docs.join(link)).collect();
    let pages: BTreeSet<PathBuf> = paths.into_iter().filter(|path| *path != summary).collect();
    assert_eq!(listed, pages, "docs/SUMMARY.md, and the pages in docs");
}
