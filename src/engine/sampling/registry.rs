//! The searches of sampled worlds by name.

use super::options::{FlatOptions, IsmctsOptions, PimcOptions, SingleOptions};
use super::{SamplingInput, SamplingTask, flat, ismcts, pimc, single_world};
use crate::base::clock::Stopwatch;
use crate::base::options::{OptionSpec, OptionValues};
use crate::engine::{SearchReport, SearchRequest};
use crate::gametree::search::Limit;
use rand::rngs::ChaCha8Rng;

/// An entry of the list of samplers.
pub struct SamplerKind {
    /// Name of the sampler, and of the seat that plays it.
    pub name: &'static str,
    /// Description in one line.
    pub about: &'static str,
    /// Options of the sampler.
    pub params: &'static [OptionSpec],
    read: fn(&OptionValues) -> Algorithm,
}

/// Node limit of the searches that no depth limit ends, if a request has neither nodes nor time.
const FALLBACK_NODES: u64 = 1_000_000;

/// Most nodes of the playouts before a search: about a third of a second of one core.
const PLAYOUT_NODES: u64 = 400_000;

/// The playouts before a search get one part in this many of the nodes and of the time.
const PLAYOUT_PARTS: u32 = 2;

/// An algorithm with its options.
#[derive(Debug, Clone, Copy)]
enum Algorithm {
    Pimc(PimcOptions),
    Flat(FlatOptions),
    Ismcts(IsmctsOptions),
    Single(SingleOptions),
}

/// All samplers.
#[rustfmt::skip]
pub const SAMPLERS: [SamplerKind; 4] = [
    SamplerKind { name: "pimc", params: PimcOptions::OPTIONS,
        about: "perfect-information Monte Carlo: PVS in worlds sampled from the belief",
        read: |values| Algorithm::Pimc(PimcOptions::read(values)) },
    SamplerKind { name: "flat", params: FlatOptions::OPTIONS,
        about: "flat Monte Carlo: the mean of short playouts after each move",
        read: |values| Algorithm::Flat(FlatOptions::read(values)) },
    SamplerKind { name: "ismcts", params: IsmctsOptions::OPTIONS,
        about: "single-observer information-set Monte-Carlo tree search",
        read: |values| Algorithm::Ismcts(IsmctsOptions::read(values)) },
    SamplerKind { name: "single", params: SingleOptions::OPTIONS,
        about: "PVS in one world sampled from the belief",
        read: |values| Algorithm::Single(SingleOptions::read(values)) },
];

/// A sampler with its options.
#[derive(Debug, Clone, Copy)]
pub struct Sampler(Algorithm);

impl SamplerKind {
    /// The sampler with its options among `values`; other options are ignored.
    pub fn with(&self, values: &OptionValues) -> Sampler {
        Sampler((self.read)(values))
    }
}

impl Sampler {
    /// Samples worlds from a belief and searches them.
    pub fn search(
        &self,
        request: &SearchRequest<'_>,
        input: &SamplingInput<'_>,
        rng: &mut ChaCha8Rng,
    ) -> SearchReport {
        let watch = Stopwatch::start(request.clock);
        let over = || request.is_over(&watch);
        let part = request.time.map(|time| time / PLAYOUT_PARTS);
        let early = SearchRequest { time: part, ..*request };
        let early_over = || early.is_over(&watch);
        let playout_nodes = |nodes: u64| PLAYOUT_NODES.min(nodes / u64::from(PLAYOUT_PARTS));
        let on_progress = |report: &SearchReport| {
            if let Some(on_progress) = request.on_progress {
                on_progress(&SearchReport { time: watch.used(), ..report.clone() });
            }
        };
        let unlimited = request.nodes.is_none() && request.time.is_none();
        let endless = unlimited && matches!(self.0, Algorithm::Flat(_) | Algorithm::Ismcts(_));
        let nodes = request.nodes.or(endless.then_some(FALLBACK_NODES));
        let task = SamplingTask {
            input,
            limit: Limit { nodes, over: Some(&over) },
            playouts: Limit {
                nodes: Some(nodes.map_or(PLAYOUT_NODES, playout_nodes)),
                over: Some(&early_over),
            },
            depth: request.depth_within(&input.settings),
            on_progress: request.on_progress.map(|_| &on_progress as _),
        };
        let report = match &self.0 {
            Algorithm::Pimc(options) => pimc::run(&task, options, rng),
            Algorithm::Flat(options) => flat::run(&task, options, rng),
            Algorithm::Ismcts(options) => ismcts::run(&task, options, rng),
            Algorithm::Single(options) => single_world::run(&task, options, rng),
        };
        SearchReport { time: watch.used(), ..report }
    }
}
