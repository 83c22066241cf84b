//! The generators by name.

use super::{
    Decision, Distinct, Generator, Incremental, Ordered, Shape, Sparse, TreeError, Uniform,
};
use crate::gametree::position::{Bits, Side};
use crate::gametree::score::Score;

/// Any of the generators, chosen when the program runs.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum Recipe {
    /// `uniform` and `centred`.
    Uniform(Uniform),
    /// `distinct`.
    Distinct(Distinct),
    /// `ordered`.
    Ordered(Ordered),
    /// `incremental` and `certain`.
    Incremental(Incremental),
    /// `sparse`.
    Sparse(Sparse),
}

impl Recipe {
    /// The names of the generators with a one-line description each; R is the range of values.
    pub const NAMES: [(&str, &str); 7] = [
        ("uniform", "independent payoffs 0..R"),
        ("centred", "independent payoffs -R..=R"),
        ("distinct", "leaf payoffs are a permutation of 0..b^d, no ties; R is not used"),
        ("ordered", "the first child is strictly the best, the others worse by 1..=R"),
        ("incremental", "the parent's payoff plus normal noise; leaves spread like -R..=R"),
        ("certain", "as incremental, but the mover gains on moves of low entropy"),
        ("sparse", "payoffs 0..R that depend on half of the moves of the path"),
    ];

    /// The generator of a name.
    ///
    /// # Errors
    ///
    /// If no generator has the name, or `values` is 0 or more than [`MAX_VALUES`](super::MAX_VALUES).
    pub fn new(name: &str, values: u64, shape: Shape, seed: u64) -> Result<Self, TreeError> {
        Ok(match name {
            "uniform" => Self::Uniform(Uniform::thesis(values, shape, seed)?),
            "centred" => Self::Uniform(Uniform::centred(values, shape, seed)?),
            "distinct" => Self::Distinct(Distinct::new(shape, seed)),
            "ordered" => Self::Ordered(Ordered::new(values, shape, seed)?),
            "incremental" => Self::Incremental(Incremental::new(values, shape, seed)?),
            "certain" => Self::Incremental(Incremental::certain(values, shape, seed)?),
            "sparse" => Self::Sparse(Sparse::new(values, shape, seed)?),
            _ => {
                let expected = Self::NAMES.map(|(name, _)| name).join(", ");
                return Err(TreeError::Unknown { found: name.into(), expected });
            }
        })
    }
}

/// Evaluates an expression with the chosen generator.
macro_rules! each {
    ($recipe:expr, $generator:ident => $value:expr) => {
        match $recipe {
            Recipe::Uniform($generator) => $value,
            Recipe::Distinct($generator) => $value,
            Recipe::Ordered($generator) => $value,
            Recipe::Incremental($generator) => $value,
            Recipe::Sparse($generator) => $value,
        }
    };
}

impl Generator for Recipe {
    #[inline]
    fn shape(&self) -> Shape {
        each!(self, g => g.shape())
    }

    fn root(&self) -> i64 {
        each!(self, g => g.root())
    }

    #[inline]
    fn child(&self, parent: i64, mover: Side, m: u32, id: u64) -> i64 {
        each!(self, g => g.child(parent, mover, m, id))
    }

    #[inline]
    fn payoff(&self, mark: i64, id: u64) -> Score {
        each!(self, g => g.payoff(mark, id))
    }

    #[inline]
    fn entropy(&self, id: u64) -> Bits {
        each!(self, g => g.entropy(id))
    }

    fn interval(&self, mark: i64, remaining: u32) -> Option<(Score, Score)> {
        each!(self, g => g.interval(mark, remaining))
    }

    fn decision(&self, id: u64) -> Option<Decision> {
        each!(self, g => g.decision(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gametree::tree::{Generated, Tree, laws};

    fn same<G: Generator>(recipe: Recipe, generator: G) {
        let mut nodes = vec![];
        let facts = |payoff, entropy, interval| (payoff, entropy, interval);
        Generated::new(recipe)
            .walk(|n, _| nodes.push(facts(n.payoff(), n.average_entropy(), n.interval())));
        let mut expected = vec![];
        Generated::new(generator)
            .walk(|n, _| expected.push(facts(n.payoff(), n.average_entropy(), n.interval())));
        assert_eq!(nodes, expected);
    }

    #[test]
    fn a_recipe_is_its_generator() {
        let shape = Shape::new(3, 4).unwrap();
        let recipe = |name| Recipe::new(name, 50, shape, 6).unwrap();
        same(recipe("uniform"), Uniform::thesis(50, shape, 6).unwrap());
        same(recipe("centred"), Uniform::centred(50, shape, 6).unwrap());
        same(recipe("distinct"), Distinct::new(shape, 6));
        same(recipe("ordered"), Ordered::new(50, shape, 6).unwrap());
        same(recipe("incremental"), Incremental::new(50, shape, 6).unwrap());
        same(recipe("certain"), Incremental::certain(50, shape, 6).unwrap());
        same(recipe("sparse"), Sparse::new(50, shape, 6).unwrap());
    }

    #[test]
    fn every_name_makes_a_lawful_tree_and_no_other_does() {
        for (name, _) in Recipe::NAMES {
            let shape = Shape::new(4, 5).unwrap();
            laws::check(&Generated::new(Recipe::new(name, 1000, shape, 2).unwrap()), 3);
        }
        let error = Recipe::new("oak", 1, Shape::new(2, 2).unwrap(), 0).unwrap_err();
        assert_eq!(
            error.to_string(),
            "generator: found `oak`, expected one of uniform, centred, distinct, ordered, \
             incremental, certain, sparse"
        );
    }

    #[test]
    fn the_widest_range_does_not_overflow() {
        for (name, _) in Recipe::NAMES {
            for (b, d) in [(1, u32::MAX), (2, 61)] {
                let recipe = Recipe::new(
                    name,
                    crate::gametree::tree::MAX_VALUES,
                    Shape::new(b, d).unwrap(),
                    2,
                );
                let root = Generated::new(recipe.unwrap());
                if let Some((low, high)) = root.interval() {
                    assert!(low.0 > i64::MIN / 2 && high.0 < i64::MAX / 2, "{name}");
                }
            }
        }
    }
}
