//! Determinization: searches of worlds that are sampled from a belief.
//!
//! A *world* gives every hidden piece a kind. Within a world all pieces are visible and ordinary
//! searches apply; the value of a move is its mean over the worlds. Frank & Basin ("Search in games
//! with incomplete information", Artificial Intelligence 100, 1998) describe two faults: *strategy
//! fusion*, the search assumes that it can choose a different strategy in every world; and
//! *non-locality*, opponents steer the game by information that the search ignores. `luck_correction`
//! reduces the first, and `information_cost` charges moves for what they reveal.
//!
//! Four searches share the [`SamplingInput`]: `pimc`, and the baselines `flat`, `ismcts` and `single`.

mod flat;
mod information_cost;
mod input;
mod ismcts;
mod luck_correction;
mod pimc;
mod playout;
mod single;

pub use input::SamplingInput;
pub use luck_correction::{
    LuckCorrected, LuckCorrectedEvaluation, LuckCorrectedUndo, LuckTables, OpenWorld,
};

use crate::base::clock::Stopwatch;
use crate::base::options::{OptionSpec, OptionValues};
use crate::engine::{SearchReport, SearchRequest};
use crate::gametree::search::Limit;
use flat::FlatOptions;
use input::SamplingTask;
use ismcts::IsmctsOptions;
use pimc::PimcOptions;
use rand::rngs::ChaCha8Rng;
use single::SingleOptions;

/// Node limit of the searches that no depth limit ends, if a request has neither nodes nor time, or a depth alone.
const UNLIMITED_NODES: u64 = 200_000;

/// A search of sampled worlds.
pub struct SamplingInfo {
    /// Name of the search, and of the player that uses it.
    pub name: &'static str,
    /// Description in one line.
    pub about: &'static str,
    /// Options of the search.
    pub options: &'static [OptionSpec],
    read: fn(&OptionValues) -> SamplingSearch,
}

impl SamplingInfo {
    /// The search with its options among `values`; other options are ignored.
    pub fn with(&self, values: &OptionValues) -> SamplingSearch {
        (self.read)(values)
    }
}

/// All searches of sampled worlds.
#[rustfmt::skip]
pub static SAMPLING_SEARCHES: [SamplingInfo; 4] = [
    SamplingInfo { name: "pimc", options: PimcOptions::OPTIONS,
        about: "perfect-information Monte Carlo: PVS in worlds sampled from the belief",
        read: |values| SamplingSearch(Algorithm::Pimc(PimcOptions::read(values))) },
    SamplingInfo { name: "flat", options: FlatOptions::OPTIONS,
        about: "flat Monte Carlo: the mean of short playouts after each move",
        read: |values| SamplingSearch(Algorithm::Flat(FlatOptions::read(values))) },
    SamplingInfo { name: "ismcts", options: IsmctsOptions::OPTIONS,
        about: "single-observer information-set Monte-Carlo tree search",
        read: |values| SamplingSearch(Algorithm::Ismcts(IsmctsOptions::read(values))) },
    SamplingInfo { name: "single", options: SingleOptions::OPTIONS,
        about: "PVS in one world sampled from the belief",
        read: |values| SamplingSearch(Algorithm::Single(SingleOptions::read(values))) },
];

/// A search of sampled worlds with its options.
#[derive(Debug, Clone, Copy)]
pub struct SamplingSearch(Algorithm);

#[derive(Debug, Clone, Copy)]
enum Algorithm {
    Pimc(PimcOptions),
    Flat(FlatOptions),
    Ismcts(IsmctsOptions),
    Single(SingleOptions),
}

impl SamplingSearch {
    /// Samples worlds from a belief and searches them.
    pub fn search(
        &self,
        request: &SearchRequest<'_>,
        input: &SamplingInput<'_>,
        rng: &mut ChaCha8Rng,
    ) -> SearchReport {
        let watch = Stopwatch::start(request.clock);
        let over = || request.is_over(&watch);
        let on_progress = |report: &SearchReport| {
            if let Some(on_progress) = request.on_progress {
                on_progress(&SearchReport { time: watch.used(), ..report.clone() });
            }
        };
        let task = SamplingTask {
            input,
            request,
            watch: &watch,
            limit: Limit { nodes: self.node_limit(request), over: Some(&over) },
            depth: request.depth_within(&input.settings),
            on_progress: request.on_progress.map(|_| &on_progress as _),
        };
        let report = match &self.0 {
            Algorithm::Pimc(options) => pimc::run(&task, options, rng),
            Algorithm::Flat(options) => flat::run(&task, options, rng),
            Algorithm::Ismcts(options) => ismcts::run(&task, options, rng),
            Algorithm::Single(options) => single::run(&task, *options, rng),
        };
        SearchReport { time: watch.used(), ..report.or_best_alone(input.evaluation) }
    }

    /// The node limit of a request; where only the nodes or the time can end the search, there always is one.
    fn node_limit(&self, request: &SearchRequest<'_>) -> Option<u64> {
        let ends_by_depth = matches!(self.0, Algorithm::Pimc(_) | Algorithm::Single(_));
        // A request for a depth alone has the greatest node limit instead of none.
        let depth_alone = request.nodes == Some(u64::MAX) && request.depth.is_some();
        let unlimited = request.time.is_none() && (request.nodes.is_none() || depth_alone);
        if unlimited && !ends_by_depth { Some(UNLIMITED_NODES) } else { request.nodes }
    }
}
