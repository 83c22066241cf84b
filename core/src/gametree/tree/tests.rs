//! Tests that need several kinds of trees.

use super::{Explicit, Generated, Payoffs, RealPayoffs, Shape, Tree, Uniform, laws};
use crate::gametree::position::{Evaluate, Node, Position, Side};
use crate::gametree::score::Score;

#[test]
fn nodes_are_numbered_breadth_first() {
    let shape = Shape::new(3, 3).unwrap();
    let root = Generated::new(Uniform::thesis(10, shape, 1).unwrap());
    let mut level = vec![root];
    let mut numbers = vec![];
    while let Some(first) = level.first() {
        assert_eq!(first.side(), if first.ply() % 2 == 0 { Side::Max } else { Side::Min });
        numbers.extend(level.iter().map(Tree::number));
        level = level.iter().flat_map(laws::children).collect();
    }
    assert!(numbers.iter().copied().eq(0..shape.nodes()));
}

#[test]
fn the_largest_and_the_smallest_shapes_can_be_walked() {
    for (b, d) in [(2, 61), (1, 3000), (1 << 24, 1), (5, 0)] {
        let shape = Shape::new(b, d).unwrap();
        let mut node = Generated::new(Uniform::centred(1000, shape, 3).unwrap());
        while let Some(last) = node.moves().next_back() {
            node.make(last);
        }
        assert_eq!((node.ply(), node.number()), (d, shape.nodes() - 1));
    }
}

#[test]
fn payoffs_are_for_the_side_to_move_and_the_first_missing_one_is_remembered() {
    let text = r#"{"children":[[1,2],[3],[],[]],"payoff":[5,7,null,null]}"#;
    let tree = Explicit::parse(text).unwrap();
    let (mut payoffs, mut reals) = (Payoffs::default(), RealPayoffs::default());
    let mut node = tree.root();
    assert_eq!(payoffs.evaluate(&node), Score(5));
    let undo = node.make(0);
    assert_eq!(payoffs.evaluate(&node), Score(-7));
    assert!((reals.evaluate(&node) + 7.0).abs() < 1e-12);
    assert_eq!((payoffs.missing, reals.missing), (None, None));
    node.make(0);
    assert_eq!(payoffs.evaluate(&node), Score(0));
    node.unmake(0, 1);
    node.unmake(0, undo);
    node.make(1);
    assert_eq!(payoffs.evaluate(&node), Score(0));
    assert!(reals.evaluate(&node).abs() < 1e-12);
    assert_eq!((payoffs.missing, reals.missing), (Some(3), Some(2)));
}

fn error(text: &str) -> String {
    Explicit::parse(text).unwrap_err().to_string()
}

#[test]
fn what_is_no_json_of_a_tree_is_named_with_its_place() {
    let errors = [
        ("", "line 1, column 0: EOF while parsing a value"),
        (
            "{\"children\":[[1],\n[],\"payoff\":[",
            "line 2, column 11: invalid type: string \"payoff\", expected a sequence",
        ),
        (
            r#"{"children":[[-1]],"payoff":[1]}"#,
            "line 1, column 16: invalid value: integer `-1`, expected u32",
        ),
        (
            r#"{"children":[[]],"payoff":[1.5]}"#,
            "line 1, column 30: invalid type: floating point `1.5`, expected i64",
        ),
        (
            r#"{"children":[[]],"payoff":[99999999999999999999]}"#,
            "line 1, column 47: invalid type: floating point `1e+20`, expected i64",
        ),
        (
            r#"{"children":[[]],"payoff":[1],"entropy":[1e999]}"#,
            "line 1, column 46: number out of range",
        ),
        (r#"{"children":[[]]}"#, "line 1, column 17: missing field `payoff`"),
        (
            "[]",
            "line 1, column 2: invalid length 0, \
             expected an object with `children` and `payoff`",
        ),
    ];
    for (text, expected) in errors {
        assert_eq!(error(text), expected, "{text}");
    }
}

#[test]
fn a_malformed_tree_is_named_with_its_place() {
    let errors = [
        (r#"{"children":[],"payoff":[]}"#, "children: found no nodes, expected at least the root"),
        (r#"{"children":[[]],"payoff":[]}"#, "payoff: found 0 entries, expected 1, one per node"),
        (
            r#"{"children":[[]],"payoff":[1],"entropy":[1,2]}"#,
            "entropy: found 2 entries, expected 1, one per node",
        ),
        (
            r#"{"children":[[]],"payoff":[1],"pess":[]}"#,
            "pess: found 0 entries, expected 1, one per node",
        ),
        (
            r#"{"children":[[]],"payoff":[1],"opt":[1,2]}"#,
            "opt: found 2 entries, expected 1, one per node",
        ),
        (
            r#"{"children":[[],[]],"payoff":[1,1]}"#,
            "children: node 1 is in no child list, expected every node below the root",
        ),
        (
            r#"{"children":[[]],"payoff":[1],"entropy":[-0.5]}"#,
            "entropy of node 0: found -0.5, expected a finite number of bits, 0 or more",
        ),
        (
            r#"{"children":[[]],"payoff":[1],"pess":[3],"opt":[2]}"#,
            "pess of node 0: found 3, expected at most its opt, 2",
        ),
        (
            r#"{"children":[[]],"payoff":[-9223372036854775807]}"#,
            "payoff of node 0: found -9223372036854775807, expected an absolute value below 2^63 - 1",
        ),
        (
            r#"{"children":[[]],"payoff":[1],"opt":[9223372036854775807]}"#,
            "opt of node 0: found 9223372036854775807, expected an absolute value below 2^63 - 1",
        ),
    ];
    for (text, expected) in errors {
        assert_eq!(error(text), expected, "{text}");
    }
}
