//! What the server counts, for `/metrics` in the text form of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of the latency buckets, in microseconds.
const BOUNDS: [u64; 8] = [100, 1_000, 5_000, 20_000, 100_000, 500_000, 2_000_000, 10_000_000];

/// The counters of a server.
#[derive(Debug, Default)]
pub(super) struct Metrics {
    moves: AtomicU64,
    games: AtomicU64,
    save_failures: AtomicU64,
    latency: Histogram,
}

/// The numbers of things that exist now.
#[derive(Debug, Clone, Copy)]
pub(super) struct Gauges {
    pub(super) tables: usize,
    /// Connections that are no `WebSocket`s.
    pub(super) connections: usize,
    pub(super) websockets: usize,
    pub(super) searches: usize,
}

/// Counts of durations up to each bound.
#[derive(Debug, Default)]
struct Histogram {
    buckets: [AtomicU64; BOUNDS.len()],
    count: AtomicU64,
    micros: AtomicU64,
}

impl Metrics {
    /// Counts a move at a table.
    pub(super) fn count_move(&self) {
        self.moves.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a finished game.
    pub(super) fn count_game(&self) {
        self.games.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a failed write of a record, a table or the list of games.
    pub(super) fn count_save_failure(&self) {
        self.save_failures.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a command to a table that took this long, from its arrival until its effects were sent.
    pub(super) fn count_command(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        for (bucket, bound) in self.latency.buckets.iter().zip(BOUNDS) {
            bucket.fetch_add(u64::from(micros <= bound), Ordering::Relaxed);
        }
        self.latency.count.fetch_add(1, Ordering::Relaxed);
        self.latency.micros.fetch_add(micros, Ordering::Relaxed);
    }

    /// The page `/metrics`.
    pub(super) fn page(&self, now: &Gauges) -> String {
        let mut page = Page::default();
        page.gauge("junqi_tables", "Open tables.", now.tables as f64);
        page.gauge("junqi_connections", "Open connections.", now.connections as f64);
        page.gauge("junqi_websockets", "Clients connected by WebSocket.", now.websockets as f64);
        page.gauge("junqi_engine_searches", "Engines that search now.", now.searches as f64);
        page.counter("junqi_moves_total", "Moves made at tables.", &self.moves);
        page.counter("junqi_games_total", "Games finished at tables.", &self.games);
        page.counter(
            "junqi_save_failures_total",
            "Failed writes of games and tables.",
            &self.save_failures,
        );
        page.histogram(
            "junqi_command_seconds",
            "Time from the arrival of a command to a table until its effects are sent.",
            &self.latency,
        );
        if let Some(bytes) = resident_bytes() {
            page.gauge("process_resident_memory_bytes", "Resident memory.", bytes as f64);
        }
        page.0
    }
}

fn load(counter: &AtomicU64) -> u64 {
    counter.load(Ordering::Relaxed)
}

/// Lines in the text form of Prometheus, version 0.0.4.
#[derive(Default)]
struct Page(String);

impl Page {
    fn head(&mut self, name: &str, kind: &str, help: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
    }

    fn gauge(&mut self, name: &str, help: &str, value: f64) {
        self.head(name, "gauge", help);
        let _ = writeln!(self.0, "{name} {value}");
    }

    fn counter(&mut self, name: &str, help: &str, counter: &AtomicU64) {
        self.head(name, "counter", help);
        let _ = writeln!(self.0, "{name} {}", load(counter));
    }

    fn histogram(&mut self, name: &str, help: &str, histogram: &Histogram) {
        self.head(name, "histogram", help);
        for (bucket, bound) in histogram.buckets.iter().zip(BOUNDS) {
            let seconds = bound as f64 / 1e6;
            let count = load(bucket);
            let _ = writeln!(self.0, "{name}_bucket{{le=\"{seconds}\"}} {count}");
        }
        let count = load(&histogram.count);
        let sum = load(&histogram.micros) as f64 / 1e6;
        let _ = writeln!(self.0, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(self.0, "{name}_sum {sum}\n{name}_count {count}");
    }
}

/// Resident memory of this process; `None` on systems without `/proc`.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_histogram_counts_every_duration_up_to_its_bounds() {
        let metrics = Metrics::default();
        for micros in [50, 100, 101, 3_000_000, 60_000_000] {
            metrics.count_command(Duration::from_micros(micros));
        }
        let mut page = Page::default();
        page.histogram("t", "Help.", &metrics.latency);
        for line in [
            "# TYPE t histogram",
            "t_bucket{le=\"0.0001\"} 2",
            "t_bucket{le=\"0.001\"} 3",
            "t_bucket{le=\"2\"} 3",
            "t_bucket{le=\"10\"} 4",
            "t_bucket{le=\"+Inf\"} 5",
            "t_sum 63.000251",
            "t_count 5",
        ] {
            assert!(page.0.lines().any(|found| found == line), "{line}: {}", page.0);
        }
    }
}
