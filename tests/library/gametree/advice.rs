//! Advice on synthetic trees: a claim is a forced win of the constrained tree.

use crate::support::trees::{generated, minimax, uneven};
use junqi::base::random::derive;
use junqi::gametree::position::{Node, Side};
use junqi::gametree::search::{
    AdviceTable, AdviceWords, NodeCounter, PieceOfAdvice, Stopped, advise,
};
use junqi::gametree::tree::Tree;

/// The words of a tree: a leaf is won from a payoff on, for the side at the root.
struct Payoffs {
    won_from: i64,
}

/// Whether a node has at least this payoff for us.
#[derive(Clone, Copy)]
struct AtLeast(i64);

/// A class with one of so many moves, or with all but one.
#[derive(Clone, Copy)]
enum Class {
    All,
    OneOf(u64),
    NotOneOf(u64),
}

fn payoff<T: Tree>(node: &T, us: Side) -> i64 {
    let payoff = node.payoff().expect("a payoff").0;
    if us == Side::Max { payoff } else { -payoff }
}

impl<T: Tree> AdviceWords<T> for Payoffs {
    type Goal = AtLeast;
    type Constraint = Class;

    fn is_true(&self, goal: &AtLeast, node: &T, us: Side) -> bool {
        payoff(node, us) >= goal.0
    }
    fn allows(&self, class: &Class, node: &T, m: u32) -> bool {
        let word = derive(node.number(), &[u64::from(m)]);
        match class {
            Class::All => true,
            Class::OneOf(n) => word.is_multiple_of(*n),
            Class::NotOneOf(n) => !word.is_multiple_of(*n),
        }
    }
    fn is_won(&self, node: &T, us: Side) -> bool {
        payoff(node, us) >= self.won_from
    }
    fn key(&self, node: &T) -> u64 {
        node.number()
    }
}

type Table = AdviceTable<AtLeast, Class>;

/// A goal that no node reaches.
const NEVER: AtLeast = AtLeast(i64::MAX);

/// A table of one piece of advice that always applies.
fn table(better: AtLeast, holding: i64, us: &[Class], them: &[Class], chain: u32) -> Table {
    let advice = PieceOfAdvice {
        name: String::new(),
        better: vec![better],
        holding: vec![AtLeast(holding)],
        us: us.to_vec(),
        them: them.to_vec(),
        plies: 100,
    };
    AdviceTable { advice: vec![advice], rules: vec![(vec![], vec![0])], chain }
}

fn claims<T: Tree>(root: &T, won_from: i64, table: &Table) -> bool {
    let words = Payoffs { won_from };
    let found = advise(&words, table, &mut NodeCounter::default(), &mut root.clone());
    assert!(found.complete);
    found.forced.is_some()
}

/// Minimax of the constrained tree, by a recursion of the test's own.
fn forced<T: Tree>(
    node: &T,
    words: &Payoffs,
    advice: &PieceOfAdvice<AtLeast, Class>,
    us: Side,
) -> bool {
    let after = |m| {
        let mut child = node.clone();
        child.make(m);
        let leaf = child.width() == 0;
        let holds = leaf || payoff(&child, us) >= advice.holding[0].0;
        holds && (if leaf { words.is_won(&child, us) } else { forced(&child, words, advice, us) })
    };
    let of = |classes: &[Class], m: &u32| classes.iter().any(|class| words.allows(class, node, *m));
    if node.side() == us {
        node.moves().filter(|m| of(&advice.us, m)).any(after)
    } else {
        node.moves().filter(|m| advice.them.is_empty() || of(&advice.them, m)).all(after)
    }
}

#[test]
fn without_constraints_it_claims_what_minimax_wins() {
    let mut both = [0; 2];
    for seed in 0..3000 {
        let tree = uneven(seed, [1, 3, 40][seed as usize % 3]);
        let root = tree.root();
        let value = if root.side() == Side::Max { minimax(&root) } else { -minimax(&root) };
        for won_from in [value - 1, value, value + 1] {
            for (better, chain) in [(NEVER, 1), (AtLeast(0), 100), (AtLeast(1), 100)] {
                let table = table(better, i64::MIN, &[Class::All], &[], chain);
                let found = claims(&root, won_from, &table);
                assert_eq!(found, value >= won_from, "chain={chain} seed={seed}");
                both[usize::from(found)] += 1;
            }
        }
    }
    assert!(both.iter().all(|&count| count > 5000), "{both:?}");
}

#[test]
fn with_constraints_it_claims_what_the_constrained_tree_wins() {
    let classes: [&[Class]; 4] = [
        &[Class::All],
        &[Class::NotOneOf(3)],
        &[Class::OneOf(2), Class::OneOf(5)],
        &[Class::OneOf(2), Class::All],
    ];
    let mut wins = [0; 2];
    for seed in 0..3000 {
        let root = generated("centred", 20, 3, 4, seed);
        let us = classes[seed as usize % 4];
        let them: &[Class] = if seed % 8 < 4 { &[] } else { &[Class::NotOneOf(4)] };
        let holding = [i64::MIN, -15][seed as usize / 8 % 2];
        for won_from in [-8, 0, 4] {
            let table = table(NEVER, holding, us, them, 1);
            let found = claims(&root, won_from, &table);
            let words = Payoffs { won_from };
            assert_eq!(found, forced(&root, &words, &table.advice[0], Side::Max), "seed={seed}");
            let sound = them.is_empty();
            assert!(!(sound && found) || minimax(&root) >= won_from, "no proof: seed={seed}");
            wins[usize::from(found)] += 1;
        }
    }
    assert!(wins.iter().all(|&count| count > 1000), "{wins:?}");
}

/// An observer that stops after some nodes.
struct Stop(u32);

impl<T: Tree> junqi::gametree::search::Observer<T, junqi::gametree::score::Score> for Stop {
    fn enter(&mut self, _node: &T, _ply: u32) -> Result<(), Stopped> {
        self.0 = self.0.checked_sub(1).ok_or(Stopped)?;
        Ok(())
    }
}

#[test]
fn a_stopped_search_and_a_table_without_a_rule_claim_nothing() {
    let root = generated("centred", 20, 3, 4, 1);
    let always = table(NEVER, i64::MIN, &[Class::All], &[], 1);
    let words = Payoffs { won_from: -100 };
    for nodes in [0, 1, 5] {
        let found = advise(&words, &always, &mut Stop(nodes), &mut root.clone());
        assert!(found.forced.is_none() && !found.complete);
    }
    let found = advise(&words, &always, &mut Stop(1000), &mut root.clone());
    assert!(found.forced.is_some() && found.complete);
    for (rules, chain) in
        [(vec![], 1), (vec![(vec![NEVER], vec![0])], 1), (always.rules.clone(), 0)]
    {
        assert!(!claims(&root, -100, &Table { rules, chain, ..always.clone() }));
    }
}
