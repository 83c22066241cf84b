//! AWT, aspiration with timer: the longer the search runs, the more a root move must gain.
//!
//! Source: Xia and others, "AWT: Aspiration with timer search algorithm in Siguo", CG 2008, LNCS
//! 5131, of which the abstract is public, and the nomenclature of the thesis on Siguo. *Our reading*
//! of the rest: at the first tick the lower bound of the window is M above the best root move so
//! far, at the second M + N; a tick takes effect inside the running subtree.
//! In the paper → here: M, N → `raises`; their times → `ticks`; T → `stop`.
//! Laws tested: minimax - (M + N) ≤ value ≤ minimax, and the value is that of the returned move;
//! M = N = 0, or ticks after the end, give the leaves of alpha-beta; up to the first tick nothing
//! differs. With a hard stop only value ≤ minimax remains.
//! Memory: that of alpha-beta, and one timer; a table only supplies the first root move.

use super::descent::below;
use super::{Detailed, Search, Stopped};
use crate::base::clock::{Clock, Stopwatch};
use crate::gametree::position::{Node, Position, Side};
use crate::gametree::score::{Value, Window};

/// The unit of the timer.
#[derive(Clone, Copy)]
pub enum Ticks<'a> {
    /// Nodes entered, the root and the current one included: the same on every machine.
    Nodes,
    /// Milliseconds of a clock.
    Milliseconds(&'a dyn Clock),
}

/// The timer of AWT.
#[derive(Clone, Copy)]
pub struct Timer<'a, V> {
    /// The unit of time.
    pub by: Ticks<'a>,
    /// The times of the first and the second raise of the lower bound.
    pub ticks: [u64; 2],
    /// The raises M and N, in units of the value.
    pub raises: [V; 2],
    /// Hard stop: the search ends with the best move so far, if there is one. Checked before every
    /// root move.
    pub stop: Option<u64>,
}

/// A root move that was accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Accepted<Mv, V> {
    /// The move.
    pub m: Mv,
    /// Its value, for the side to move at the root.
    pub value: V,
    /// Nodes entered by then.
    pub nodes: u64,
}

/// A root move of this search that was accepted.
type Acceptance<P, C> = Accepted<<P as Node>::Move, <C as Search<P>>::Value>;

/// The running search: its timer and its best root move.
struct Run<'a, Mv, V> {
    timer: Timer<'a, V>,
    watch: Option<Stopwatch<'a>>,
    root: Side,
    nodes: u64,
    accepted: Vec<Accepted<Mv, V>>,
}

impl<Mv: Copy, V: Value> Run<'_, Mv, V> {
    fn now(&self) -> u64 {
        self.watch.map_or(self.nodes, |watch| watch.used().as_millis() as u64)
    }

    /// The value that a root move must exceed now, for the side to move at the root.
    fn floor(&self) -> V {
        let Some(best) = self.accepted.last() else { return V::MIN };
        let (now, [first, second], [m, n]) = (self.now(), self.timer.ticks, self.timer.raises);
        match () {
            () if now < first => best.value,
            () if now < second => best.value + m,
            () => best.value + (m + n),
        }
    }

    /// Tightens a window, for a side, by the raises so far.
    fn tighten(&self, window: Window<V>, side: Side) -> Window<V> {
        let floor = self.floor();
        if side == self.root {
            Window { alpha: window.alpha.max(floor), ..window }
        } else {
            Window { beta: window.beta.min(-floor), ..window }
        }
    }

    fn is_over(&self) -> bool {
        !self.accepted.is_empty() && self.timer.stop.is_some_and(|stop| self.now() >= stop)
    }
}

/// Aspiration with timer (Xia and others, CG 2008; *our reading*). Values are for the side to move.
///
/// With an `aim`, an estimate and a delta above 0, the first window is around the estimate: a move
/// that exceeds it is re-searched above it, and if no move reaches it all are re-searched below.
/// Without an aim the first window is full. Also returns the accepted root moves.
///
/// ```
/// use junqi_core::gametree::score::{Score, Window};
/// use junqi_core::gametree::search::{Context, Limit, Meter, Plies, Ticks, Timer, alpha_beta, awt};
/// use junqi_core::gametree::tree::{Generated, Payoffs, Shape, Uniform};
///
/// let tree = Generated::new(Uniform::thesis(1000, Shape::new(6, 5)?, 7)?);
/// let context =
///     || Context::new(Payoffs::default(), Plies(5)).with_observer(Meter::new(Limit::default()));
/// // After 100 nodes a root move must be better by M = 20, after 200 by M + N = 40.
/// let (ticks, raises) = ([100, 200], [Score(20), Score(20)]);
/// let timer = Timer { by: Ticks::Nodes, ticks, raises, stop: None };
/// let (answer, accepted) = awt(&mut context(), &mut tree.clone(), timer, None);
/// let minimax = alpha_beta(&mut context(), &mut tree.clone(), Window::FULL);
/// let loss = minimax.value.expect("complete") - answer.value.expect("complete");
/// assert!((Score(0)..=Score(40)).contains(&loss));
/// assert_eq!(accepted.last().map(|best| best.m), answer.line.first().copied());
/// # Ok::<(), junqi_core::gametree::tree::TreeError>(())
/// ```
pub fn awt<P: Position, C: Search<P>>(
    cx: &mut C,
    position: &mut P,
    timer: Timer<'_, C::Value>,
    aim: Option<(C::Value, C::Value)>,
) -> Detailed<P, C::Value, Vec<Acceptance<P, C>>> {
    let watch = match timer.by {
        Ticks::Nodes => None,
        Ticks::Milliseconds(clock) => Some(Stopwatch::start(clock)),
    };
    let mut run = Run { timer, watch, root: position.side(), nodes: 0, accepted: Vec::new() };
    let window = aim.map_or(Window::FULL, |(estimate, delta)| Window::around(estimate, delta));
    let mut answer = cx.answer(|cx| root(cx, &mut run, position, window));
    if run.accepted.is_empty() && answer.complete && window.alpha > C::Value::MIN {
        let below = Window { alpha: C::Value::MIN, beta: window.alpha.above() };
        answer = cx.answer(|cx| root(cx, &mut run, position, below));
    }
    if let Some(best) = run.accepted.last() {
        answer.value = Some(best.value);
    }
    (answer, run.accepted)
}

/// Searches the root moves in turn.
fn root<P: Position, C: Search<P>>(
    cx: &mut C,
    run: &mut Run<'_, P::Move, C::Value>,
    position: &mut P,
    mut window: Window<C::Value>,
) -> Result<C::Value, Stopped> {
    let path = cx.root();
    cx.enter(position, path)?;
    run.nodes += 1;
    let (mut any, mut best) = (false, C::Value::MIN);
    let hint = cx.known(position, path, window).best;
    for m in cx.moves(position, path, hint) {
        any = true;
        if run.is_over() {
            return Err(Stopped);
        }
        if run.floor() >= window.beta {
            window.beta = C::Value::MAX;
        }
        let tight = run.tighten(window, run.root);
        let next = cx.step(position, m, path);
        let mut value = below(position, m, tight, |p, w| visit(cx, run, p, next, w))?;
        if value >= window.beta {
            // A tick that overtook the window cut the search short: then it proves nothing.
            let proved = run.floor() < window.beta;
            let alpha = if proved { value.below() } else { window.alpha };
            window.beta = C::Value::MAX;
            let above = run.tighten(Window { alpha, ..window }, run.root);
            value = below(position, m, above, |p, w| visit(cx, run, p, next, w))?;
        }
        best = best.max(value);
        if value > window.alpha.max(run.floor()) {
            run.accepted.push(Accepted { m, value, nodes: run.nodes });
            cx.improve(path, m, value);
        }
    }
    Ok(if any { best } else { cx.leaf(position, path) })
}

/// Alpha-beta under the timer.
fn visit<P: Position, C: Search<P>>(
    cx: &mut C,
    run: &mut Run<'_, P::Move, C::Value>,
    position: &mut P,
    path: C::Path,
    mut window: Window<C::Value>,
) -> Result<C::Value, Stopped> {
    cx.enter(position, path)?;
    run.nodes += 1;
    if cx.is_over(path) {
        return Ok(cx.leaf(position, path));
    }
    let mut best = cx.stand_pat(position, path, Window::FULL);
    let mut any = best > C::Value::MIN;
    window.raise(best);
    for m in cx.moves(position, path, None) {
        any = true;
        window = run.tighten(window, position.side());
        if window.is_empty() {
            break;
        }
        let next = cx.step(position, m, path);
        let value = below(position, m, window, |p, w| visit(cx, run, p, next, w))?;
        if value > best {
            best = value;
            cx.improve(path, m, value);
        }
        window.raise(value);
        if value >= window.beta {
            cx.cutoff(position, path, m);
            break;
        }
    }
    if !any {
        return Ok(cx.leaf(position, path));
    }
    // Left before the first move: the node cannot matter any more, and says so by its alpha.
    Ok(if best > C::Value::MIN { best } else { window.alpha })
}
