//! A number beside those of the pool: a small strip with a tick for each.

/// Pixels.
const WIDTH: f64 = 150.0;
const HEIGHT: f64 = 16.0;

/// A strip of a feature: the pool's ticks, and a dot for the own value.
pub(super) fn strip(own: Option<f64>, pool: &[Option<f64>]) -> String {
    let values = || pool.iter().copied().flatten().chain(own);
    let (least, most) = (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max));
    if least > most {
        return String::new();
    }
    let span = (most - least).max(1e-9);
    let x = |value: f64| 6.0 + (WIDTH - 12.0) * (value - least) / span;
    let faint = (4.0 / pool.len().max(1) as f64).clamp(0.06, 0.6);
    // A path each: one of all would paint a place once, however many ticks are there.
    let tick = |value: &f64| format!(r#"<path d="M{:.1} 3v10"/>"#, x(*value));
    let ticks: Vec<String> = pool.iter().flatten().map(tick).collect();
    let ticks = ticks.concat();
    let dot = own.map_or_else(String::new, |own| {
        format!(r#"<circle cx="{:.1}" cy="8" r="4.5" fill="currentColor"/>"#, x(own))
    });
    format!(
        r#"<svg class="strip" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{least:.2} to {most:.2}"><g stroke="currentColor" stroke-width="2.5" stroke-opacity="{faint:.2}" fill="none">{ticks}</g>{dot}</svg>"#
    )
}
