//! Checks that child lists form a tree: exactly one path leads from the root to every node. Without
//! recursion, because a file may be one long chain.

use super::TreeError;
use std::iter::successors;

/// Returns an error that names the first node at which the child lists are not a tree.
pub(super) fn check(children: &[Vec<u32>]) -> Result<(), TreeError> {
    let parents = parents(children)?;
    if parents[0].is_some() {
        return Err(unreachable_error(&parents, 0));
    }
    let mut reached = vec![false; children.len()];
    let mut waiting = vec![0];
    while let Some(node) = waiting.pop() {
        reached[node as usize] = true;
        waiting.extend(&children[node as usize]);
    }
    match reached.iter().position(|reached| !reached) {
        Some(lost) => Err(unreachable_error(&parents, lost as u32)),
        None => Ok(()),
    }
}

/// The parent of every node.
fn parents(children: &[Vec<u32>]) -> Result<Vec<Option<u32>>, TreeError> {
    let nodes = children.len();
    let mut parents = vec![None; nodes];
    let mut twice = None;
    for (node, list) in (0..).zip(children) {
        for &child in list {
            match parents.get_mut(child as usize) {
                None => return Err(TreeError::NoSuchChild { node, child, nodes }),
                Some(parent @ None) => *parent = Some(node),
                Some(&mut Some(first)) => {
                    twice.get_or_insert((child, first, node));
                }
            }
        }
    }
    match twice {
        Some((node, first, second)) => {
            let below = |parent| ancestors(&parents, parent).any(|above| above == node);
            let cycle = below(first) || below(second);
            Err(if cycle {
                TreeError::Cycle { node }
            } else {
                TreeError::TwoParents { node, first, second }
            })
        }
        None => Ok(parents),
    }
}

/// The node, its parent, and so on; it ends after at least one round of a cycle.
fn ancestors(parents: &[Option<u32>], node: u32) -> impl Iterator<Item = u32> {
    successors(Some(node), |node| parents[*node as usize]).take(parents.len() + 1)
}

/// The error for a node that is not below the root: its topmost ancestor has no parent, or it leads
/// to a cycle.
fn unreachable_error(parents: &[Option<u32>], node: u32) -> TreeError {
    let node = ancestors(parents, node).last().expect("the node itself is the first");
    match parents[node as usize] {
        None => TreeError::Unreachable { node },
        Some(_) => TreeError::Cycle { node },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_in_any_numbering_pass() {
        let trees: [&[&[u32]]; 4] = [
            &[&[]],
            &[&[2], &[], &[1]],
            &[&[4, 1], &[3], &[], &[], &[5, 2], &[]],
            &[&[1, 2, 3], &[], &[], &[]],
        ];
        for tree in trees {
            assert_eq!(check(&tree.iter().map(|list| list.to_vec()).collect::<Vec<_>>()), Ok(()));
        }
    }

    #[test]
    fn what_is_no_tree_is_named() {
        let second = "already a child of node";
        let none = "in no child list, expected every node below the root";
        let cycle = "its own descendant, expected no cycle";
        let cases: [(&[&[u32]], String); 12] = [
            (&[&[1, 2], &[]], "children of node 0: found 2, expected numbers below 2".into()),
            (&[&[0]], format!("children: node 0 is {cycle}")),
            (&[&[1], &[0]], format!("children: node 0 is {cycle}")),
            (&[&[1], &[1]], format!("children: node 1 is {cycle}")),
            (&[&[1], &[2], &[1]], format!("children: node 1 is {cycle}")),
            (&[&[2], &[2], &[1]], format!("children: node 2 is {cycle}")),
            (&[&[], &[2], &[1]], format!("children: node 2 is {cycle}")),
            (&[&[], &[2], &[3], &[2]], format!("children: node 2 is {cycle}")),
            (&[&[1], &[], &[3], &[]], format!("children: node 2 is {none}")),
            (&[&[], &[0]], format!("children: node 1 is {none}")),
            (
                &[&[1, 2], &[3], &[3], &[]],
                format!("children of node 2: found node 3, {second} 1, expected one parent"),
            ),
            (
                &[&[1, 1], &[]],
                format!("children of node 0: found node 1, {second} 0, expected one parent"),
            ),
        ];
        for (lists, expected) in cases {
            let lists: Vec<_> = lists.iter().map(|list| list.to_vec()).collect();
            assert_eq!(check(&lists).unwrap_err().to_string(), expected, "{lists:?}");
        }
    }
}
