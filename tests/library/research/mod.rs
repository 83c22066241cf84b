//! Research: experiments, measures, embedded positions, the bench total.

mod custom_problems;
mod embedded_positions;
mod labels;
mod measure;
mod positions_experiments;
mod signature;
mod spsa;
mod tree_experiments;
