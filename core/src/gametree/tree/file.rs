//! Tree files: JSON, one entry per node.
//!
//! ```text
//! {"children": [[1, 2], [], []], "payoff": [null, 4, -1], "entropy": [0.5, 0, 1.25],
//!  "pess": [-1, 4, -1], "opt": [4, 4, -1], "root_is_max": true}
//! ```
//!
//! `entropy`, `pess`, `opt` and `root_is_max` are optional, other keys are ignored. *Our reading*:
//! bounds and payoffs may be null; their absolute values are below 2^63 - 1, which is the infinity
//! of searches.

use super::explicit::Column;
use super::{Explicit, TreeError, links};
use crate::gametree::score::Score;
use serde::{Deserialize, Serialize, Serializer, ser::SerializeStruct};
use std::io;

impl Explicit {
    /// Reads the text of a tree file.
    ///
    /// # Errors
    ///
    /// If the text is not the JSON of a tree, or the tree is malformed.
    pub fn parse(text: &str) -> Result<Self, TreeError> {
        Self::from_json(text.as_bytes())
    }

    /// Reads a tree file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is not the JSON of a tree, or the tree is malformed.
    pub fn read(mut reader: impl io::Read) -> Result<Self, TreeError> {
        let mut bytes = vec![];
        reader.read_to_end(&mut bytes).map_err(|e| TreeError::Unreadable(e.to_string()))?;
        Self::from_json(&bytes)
    }

    fn from_json(bytes: &[u8]) -> Result<Self, TreeError> {
        let file: File = serde_json::from_slice(bytes).map_err(|error| {
            let found = error.to_string();
            let found = found.rsplit_once(" at line ").map_or(found.as_str(), |(what, _)| what);
            TreeError::Json { line: error.line(), column: error.column(), found: found.into() }
        })?;
        file.tree()
    }

    /// The text of a tree file, without the optional keys that the tree does not have.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("lists of numbers can be written")
    }

    /// Writes a tree file.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&self, writer: impl io::Write) -> io::Result<()> {
        serde_json::to_writer(writer, self).map_err(Into::into)
    }
}

/// A tree file before its checks, with the fields in file order.
#[derive(Deserialize)]
#[serde(expecting = "an object with `children` and `payoff`")]
struct File {
    children: Vec<Vec<u32>>,
    payoff: Vec<Option<i64>>,
    entropy: Option<Vec<f64>>,
    pess: Option<Vec<Option<i64>>>,
    opt: Option<Vec<Option<i64>>>,
    root_is_max: Option<bool>,
}

impl File {
    fn tree(self) -> Result<Explicit, TreeError> {
        self.check_lengths()?;
        links::check(&self.children)?;
        let entropies = self.entropy.iter().flatten().enumerate();
        for (node, &found) in entropies {
            if !found.is_finite() || found < 0.0 {
                return Err(TreeError::Entropy { node, found });
            }
        }
        if let (Some(pess), Some(opt)) = (&self.pess, &self.opt) {
            for (node, bounds) in pess.iter().zip(opt).enumerate() {
                if let (&Some(pess), &Some(opt)) = bounds
                    && pess > opt
                {
                    return Err(TreeError::Interval { node, pess, opt });
                }
            }
        }
        let mut first = vec![0];
        first.extend(self.children.iter().scan(0, |end, list| {
            *end += list.len() as u32;
            Some(*end)
        }));
        Ok(Explicit {
            first,
            children: self.children.concat(),
            payoff: column("payoff", &self.payoff)?,
            entropy: self.entropy,
            pess: self.pess.map(|list| column("pess", &list)).transpose()?,
            opt: self.opt.map(|list| column("opt", &list)).transpose()?,
            root_is_max: self.root_is_max.unwrap_or(true),
        })
    }

    fn check_lengths(&self) -> Result<(), TreeError> {
        let expected = self.children.len();
        if expected == 0 {
            return Err(TreeError::NoNodes);
        }
        let lists = [
            ("payoff", Some(self.payoff.len())),
            ("entropy", self.entropy.as_ref().map(Vec::len)),
            ("pess", self.pess.as_ref().map(Vec::len)),
            ("opt", self.opt.as_ref().map(Vec::len)),
        ];
        let wrong = lists.into_iter().find(|(_, len)| len.is_some_and(|len| len != expected));
        match wrong {
            Some((field, Some(found))) => Err(TreeError::Length { field, found, expected }),
            _ => Ok(()),
        }
    }
}

fn column(field: &'static str, list: &[Option<i64>]) -> Result<Column, TreeError> {
    let mut column = Column::default();
    for (node, &entry) in list.iter().enumerate() {
        if let Some(found) = entry.filter(|e| e.unsigned_abs() >= i64::MAX.unsigned_abs()) {
            return Err(TreeError::Value { field, node, found });
        }
        column.push(entry.map(Score));
    }
    Ok(column)
}

impl Serialize for Explicit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut file = serializer.serialize_struct("Tree", 6)?;
        file.serialize_field("children", &Lists(self))?;
        file.serialize_field("payoff", &self.payoff)?;
        if let Some(entropy) = &self.entropy {
            file.serialize_field("entropy", entropy)?;
        }
        if let Some(pess) = &self.pess {
            file.serialize_field("pess", pess)?;
        }
        if let Some(opt) = &self.opt {
            file.serialize_field("opt", opt)?;
        }
        file.serialize_field("root_is_max", &self.root_is_max)?;
        file.end()
    }
}

impl Serialize for Column {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.len()).map(|node| self.get(node).map(|score| score.0)))
    }
}

/// The child lists of a tree.
struct Lists<'t>(&'t Explicit);

impl Serialize for Lists<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((0..self.0.nodes()).map(|node| self.0.children(node)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gametree::position::{Bits, Side};
    use crate::gametree::tree::{Generated, Recipe, Shape, Tree, laws};

    #[test]
    fn a_file_says_what_it_says() {
        let text = r#"{"pess":[-9,1,null],"children":[[2,1],[],[]],
            "payoff":[null,9223372036854775806,-7],
            "opt":[9,1,5],"colour":{"a":[1]},"entropy":[0,0.1,3],"root_is_max":false}"#;
        let tree = Explicit::parse(text).unwrap();
        let root = tree.root();
        assert_eq!(
            (root.number(), root.payoff(), root.average_entropy()),
            (0, None, Some(Bits(0.0)))
        );
        assert_eq!(root.interval(), Some((Score(-9), Score(9))));
        assert_eq!(crate::gametree::position::Node::side(&root), Side::Min);
        let [left, right] = laws::children(&root).collect::<Vec<_>>()[..] else { panic!() };
        assert_eq!((left.number(), left.payoff(), left.interval()), (2, Some(Score(-7)), None));
        assert_eq!((right.number(), right.payoff()), (1, Some(Score(i64::MAX - 1))));
        assert_eq!(root.leaf_range(), Some((Score(-7), Score(i64::MAX - 1))));
        assert_eq!(Explicit::read(tree.to_json().as_bytes()), Ok(tree.clone()));
    }

    #[test]
    fn absent_keys_stay_absent() {
        let text = r#"{"children":[[1],[]],"payoff":[null,-4]}"#;
        let tree = Explicit::parse(text).unwrap();
        assert_eq!((tree.root().average_entropy(), tree.root().interval()), (None, None));
        let written = tree.to_json();
        assert_eq!(written, text.replace('}', ",\"root_is_max\":true}"));
        let mut bytes = vec![];
        tree.write(&mut bytes).unwrap();
        assert_eq!(bytes, written.into_bytes());
    }

    #[test]
    fn generated_trees_come_back_to_the_last_bit() {
        for (name, _) in Recipe::NAMES {
            let recipe = Recipe::new(name, 1_000_000_000, Shape::new(4, 5).unwrap(), 1).unwrap();
            let tree = Explicit::from_tree(&Generated::new(recipe)).unwrap();
            assert_eq!(Explicit::parse(&tree.to_json()), Ok(tree));
        }
    }

    #[test]
    fn a_million_plies_do_not_overflow_the_stack() {
        let recipe = Recipe::new("centred", 9, Shape::new(1, 1_000_000).unwrap(), 1).unwrap();
        let tree = Explicit::from_tree(&Generated::new(recipe)).unwrap();
        let read = Explicit::parse(&tree.to_json()).unwrap();
        assert_eq!(read.nodes(), 1_000_001);
        assert!(read == tree && read.root().leaf_range() == tree.root().leaf_range());
    }
}
