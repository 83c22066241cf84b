//! The graph of source files: which file uses names that another file defines.
//!
//! Paths are resolved as the compiler does it, to the file that *defines* the name: re-exports and
//! globs are followed, code after `#[cfg(test)]` and inside macros counts, comments do not. A file
//! that only declares and re-exports modules defines nothing, so nothing points to it.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use syn::buffer::{Cursor, TokenBuffer};
use syn::visit::{self, Visit};
use syn::{Item, UseTree};

/// One file uses names that another defines.
pub(crate) type Arrows = BTreeMap<(String, String), BTreeSet<String>>;

/// A module by its path from the crate root; the root is empty.
type ModulePath = Vec<String>;

/// The names of one module, whether a file or inline.
#[derive(Default)]
struct Module {
    file: String,
    items: HashSet<String>,
    children: HashSet<String>,
    /// Imported names and the paths they stand for.
    imports: Vec<(String, Vec<String>)>,
    /// Paths of the modules imported with `*`.
    globs: Vec<Vec<String>>,
    /// Every path that the code of this module writes, imports included.
    paths: Vec<Vec<String>>,
}

/// What a path stands for.
enum Target<'a> {
    /// A name and the file that defines it.
    Item {
        file: &'a str,
        name: String,
    },
    Module,
    /// Another crate, the prelude or a local name.
    Outside,
}

/// The modules of a crate.
#[derive(Default)]
pub(crate) struct SourceGraph {
    modules: BTreeMap<ModulePath, Module>,
}

/// The files under a folder, sorted by name.
pub(crate) fn files_under(folder: &Path) -> Vec<PathBuf> {
    let mut files = vec![];
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { files.extend(files_under(&path)) } else { files.push(path) }
    }
    files.sort();
    files
}

impl SourceGraph {
    /// Reads the library whose `lib.rs` is in the folder; `main.rs` is another crate and left out.
    pub(crate) fn read(folder: &Path) -> Self {
        let mut graph = Self::default();
        for path in files_under(folder) {
            let name = path.strip_prefix(folder).unwrap().to_str().unwrap();
            if name != "main.rs" {
                graph.add(name, &fs::read_to_string(&path).unwrap());
            }
        }
        graph
    }

    /// Adds a source file; its name is relative to the folder of `lib.rs`.
    pub(crate) fn add(&mut self, name: &str, source: &str) {
        let stem = name.trim_end_matches(".rs").trim_end_matches("/mod");
        let path: ModulePath = match stem {
            "lib" => vec![],
            _ => stem.split('/').map(String::from).collect(),
        };
        let file = syn::parse_file(source).unwrap_or_else(|e| panic!("{name}: {e}"));
        self.add_module(name, path, &file.items);
    }

    fn add_module(&mut self, file: &str, path: ModulePath, items: &[Item]) {
        let mut reader = ModuleReader::default();
        reader.module.file = file.into();
        for item in items {
            reader.module.items.extend(defined_names(item));
            if let Item::Mod(child) = item {
                reader.module.children.insert(child.ident.to_string());
                if let Some((_, items)) = &child.content {
                    let path = [&path[..], &[child.ident.to_string()]].concat();
                    self.add_module(file, path, items);
                }
            } else {
                reader.visit_item(item);
            }
        }
        self.modules.insert(path, reader.module);
    }

    /// Which file uses which names of which other file.
    ///
    /// # Panics
    ///
    /// If a path that starts with `crate`, `self` or `super` leads nowhere.
    pub(crate) fn arrows(&self) -> Arrows {
        let mut arrows = Arrows::new();
        for (path, module) in &self.modules {
            for used in &module.paths {
                let target = self.resolve(path, used, &mut HashSet::new());
                let inside = ["crate", "self", "super"].contains(&used[0].as_str());
                match target {
                    Target::Item { file, name } if file != module.file => {
                        let files = (module.file.clone(), file.to_string());
                        arrows.entry(files).or_default().insert(name);
                    }
                    Target::Outside if inside => {
                        panic!("{}: `{}` leads nowhere", module.file, used.join("::"));
                    }
                    _ => {}
                }
            }
        }
        arrows
    }

    fn resolve<'a>(
        &'a self,
        module: &[String],
        path: &[String],
        visited: &mut HashSet<(ModulePath, String)>,
    ) -> Target<'a> {
        let Some((first, rest)) = path.split_first() else {
            return Target::Module;
        };
        match first.as_str() {
            "crate" => self.resolve(&[], rest, visited),
            "self" => self.resolve(module, rest, visited),
            "super" => self.resolve(&module[..module.len().saturating_sub(1)], rest, visited),
            _ => self.look_up(module, first, rest, visited),
        }
    }

    /// Looks a name up in a module, then follows the rest of the path from there.
    fn look_up<'a>(
        &'a self,
        path: &[String],
        name: &String,
        rest: &[String],
        visited: &mut HashSet<(ModulePath, String)>,
    ) -> Target<'a> {
        let Some(module) = self.modules.get(path) else { return Target::Outside };
        let is_module = module.children.contains(name);
        if module.items.contains(name) && (!is_module || rest.is_empty()) {
            return Target::Item { file: &module.file, name: name.clone() };
        }
        if is_module {
            return self.resolve(&[path, std::slice::from_ref(name)].concat(), rest, visited);
        }
        if !visited.insert((path.to_vec(), name.clone())) {
            return Target::Outside;
        }
        let imports = module.imports.iter().filter(|(import, _)| import == name);
        let named = imports.map(|(_, target)| [target, rest].concat());
        let behind_name = [std::slice::from_ref(name), rest].concat();
        let starred = module.globs.iter().map(|glob| [&glob[..], &behind_name].concat());
        let targets = named.chain(starred).map(|target| self.resolve(path, &target, visited));
        // One name may stand for a module and for an item: the item is what has a file.
        let (items, others): (Vec<_>, Vec<_>) = targets
            .filter(|target| !matches!(target, Target::Outside))
            .partition(|target| matches!(target, Target::Item { .. }));
        items.into_iter().chain(others).next().unwrap_or(Target::Outside)
    }
}

/// The sets of files that use each other's names in a circle, each sorted.
pub(crate) fn circles(arrows: &Arrows) -> Vec<BTreeSet<&str>> {
    let mut from: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (a, b) in arrows.keys() {
        from.entry(a).or_default().push(b);
    }
    let reached = |start: &str| {
        let mut reached = BTreeSet::new();
        let mut waiting = from.get(start).cloned().unwrap_or_default();
        while let Some(file) = waiting.pop() {
            if reached.insert(file) {
                waiting.extend(from.get(file).into_iter().flatten());
            }
        }
        reached
    };
    let reach: BTreeMap<&str, BTreeSet<&str>> =
        from.keys().map(|&file| (file, reached(file))).collect();
    let together =
        |a: &str, b: &str| reach[a].contains(b) && reach.get(b).is_some_and(|r| r.contains(a));
    let circles =
        reach.iter().filter(|(file, reached)| reached.contains(*file)).map(|(file, _)| {
            reach.keys().copied().filter(|other| together(file, other)).collect::<BTreeSet<_>>()
        });
    circles.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The names that an item defines in its module; in a macro, whatever follows a keyword of items.
fn defined_names(item: &Item) -> Vec<String> {
    let ident = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        Item::Macro(item) => {
            let mut names: Vec<String> = item.ident.iter().map(ToString::to_string).collect();
            names_in_macro(TokenBuffer::new2(item.mac.tokens.clone()).begin(), &mut names);
            return names;
        }
        _ => return vec![],
    };
    vec![ident.to_string()]
}

fn names_in_macro(mut tokens: Cursor, names: &mut Vec<String>) {
    let mut after_keyword = false;
    while !tokens.eof() {
        if let Some((inside, _, _, after)) = tokens.any_group() {
            names_in_macro(inside, names);
            tokens = after;
        } else if let Some((ident, after)) = tokens.ident() {
            if after_keyword {
                names.push(ident.to_string());
            }
            after_keyword = ["const", "enum", "fn", "static", "struct", "trait", "type"]
                .contains(&ident.to_string().as_str());
            tokens = after;
        } else {
            let (_, after) = tokens.token_tree().expect("more tokens follow");
            tokens = after;
        }
    }
}

/// Collects the imports and paths of a module, also those inside functions and macros.
#[derive(Default)]
struct ModuleReader {
    module: Module,
}

impl ModuleReader {
    fn import(&mut self, tree: &UseTree, mut path: Vec<String>) {
        match tree {
            UseTree::Path(tree) => {
                path.push(tree.ident.to_string());
                self.import(&tree.tree, path);
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.import(tree, path.clone()));
            }
            UseTree::Glob(_) => self.module.globs.push(path),
            UseTree::Name(tree) => self.import_as(&tree.ident.to_string(), None, path),
            UseTree::Rename(tree) => {
                self.import_as(&tree.ident.to_string(), Some(tree.rename.to_string()), path);
            }
        }
    }

    fn import_as(&mut self, name: &str, rename: Option<String>, mut path: Vec<String>) {
        if name != "self" {
            path.push(name.into());
        }
        let rename = rename.or_else(|| path.last().cloned()).expect("an import has a name");
        self.module.imports.push((rename, path.clone()));
        self.module.paths.push(path);
    }

    /// Collects the paths among tokens that are not parsed further.
    fn scan(&mut self, mut tokens: Cursor) {
        let mut path: Vec<String> = vec![];
        while !tokens.eof() {
            if let Some((inside, _, _, after)) = tokens.any_group() {
                self.scan(inside);
                tokens = after;
            } else if let Some((ident, after)) = tokens.ident() {
                path.push(ident.to_string());
                tokens = after;
                if let Some(after) = double_colon(tokens).filter(|after| after.ident().is_some()) {
                    tokens = after;
                    continue;
                }
            } else if let Some((literal, after)) = tokens.literal() {
                let text = literal.to_string();
                if let Ok(path) = syn::parse_str::<syn::Path>(text.trim_matches('"')) {
                    self.visit_path(&path);
                }
                tokens = after;
            } else {
                let (_, after) = tokens.token_tree().expect("more tokens follow");
                tokens = after;
            }
            if !path.is_empty() {
                self.module.paths.push(std::mem::take(&mut path));
            }
        }
    }
}

/// The tokens after `::`, if they begin with it.
fn double_colon(tokens: Cursor) -> Option<Cursor> {
    let (_, after) = tokens.punct().filter(|(punct, _)| punct.as_char() == ':')?;
    let (_, after) = after.punct().filter(|(punct, _)| punct.as_char() == ':')?;
    Some(after)
}

impl Visit<'_> for ModuleReader {
    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        if item.leading_colon.is_none() {
            self.import(&item.tree, vec![]);
        }
    }

    fn visit_path(&mut self, path: &syn::Path) {
        if path.leading_colon.is_none() {
            self.module.paths.push(path.segments.iter().map(|s| s.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    /// `pub(in path)` names a module but uses nothing of it.
    fn visit_visibility(&mut self, _: &syn::Visibility) {}

    fn visit_macro(&mut self, call: &syn::Macro) {
        self.visit_path(&call.path);
        self.scan(TokenBuffer::new2(call.tokens.clone()).begin());
    }

    /// Attributes such as `#[serde(with = "super::by_name")]` hold paths as strings.
    fn visit_meta_list(&mut self, list: &syn::MetaList) {
        self.scan(TokenBuffer::new2(list.tokens.clone()).begin());
    }
}
