//! The searches of sampled worlds by name.

use super::options::{FlatOptions, IsmctsOptions, PimcOptions, SingleOptions};
use super::{SamplingInput, SamplingTask, flat, ismcts, pimc, single_world};
use crate::base::clock::Stopwatch;
use crate::base::options::{OptionSpec, OptionValues};
use crate::engine::{SearchReport, SearchRequest};
use crate::gametree::search::Limit;
use rand::rngs::ChaCha8Rng;

/// Node limit of the searches that no depth limit ends, if a request has neither nodes nor time, or a depth alone.
const UNLIMITED_NODES: u64 = 200_000;

/// An algorithm with its options.
#[derive(Debug, Clone, Copy)]
enum Algorithm {
    Pimc(PimcOptions),
    Flat(FlatOptions),
    Ismcts(IsmctsOptions),
    Single(SingleOptions),
}

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
        let unlimited = request.time.is_none()
            && (request.nodes.is_none()
                || request.nodes == Some(u64::MAX) && request.depth.is_some());
        let endless = unlimited && matches!(self.0, Algorithm::Flat(_) | Algorithm::Ismcts(_));
        let nodes = if endless { Some(UNLIMITED_NODES) } else { request.nodes };
        let task = SamplingTask {
            input,
            limit: Limit { nodes, over: Some(&over) },
            depth: request.depth_within(&input.settings),
            on_progress: request.on_progress.map(|_| &on_progress as _),
        };
        let report = match &self.0 {
            Algorithm::Pimc(options) => pimc::run(&task, (request, &watch), options, rng),
            Algorithm::Flat(options) => flat::run(&task, options, rng),
            Algorithm::Ismcts(options) => ismcts::run(&task, options, rng),
            Algorithm::Single(options) => single_world::run(&task, options, rng),
        };
        SearchReport { time: watch.used(), ..report.or_best_alone(input.evaluation) }
    }
}
