//! Density strips: the value of one deployment beside the distribution of the pool.

/// Pixels.
const WIDTH: f64 = 150.0;
const HEIGHT: f64 = 16.0;
/// Parts of a strip.
const BINS: usize = 30;

/// A strip of a feature: the pool's values, and a dot for the own one.
#[expect(clippy::cast_sign_loss, reason = "from 0")]
pub(super) fn strip(own: Option<f64>, pool: &[Option<f64>]) -> String {
    let values = || pool.iter().copied().flatten().chain(own);
    let (least, most) = (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max));
    if least > most {
        return String::new();
    }
    let part = |value: f64| (value - least) / (most - least).max(1e-9);
    let mut bins = [0_u32; BINS];
    for value in pool.iter().flatten() {
        bins[((part(*value) * BINS as f64) as usize).min(BINS - 1)] += 1;
    }
    let fullest = f64::from(bins.iter().copied().max().unwrap_or(1).max(1));
    let width = (WIDTH - 12.0) / BINS as f64;
    let mut bars = String::new();
    for (i, count) in bins.into_iter().enumerate().filter(|(_, count)| *count > 0) {
        let shade = 0.15 + 0.6 * f64::from(count) / fullest;
        let x = 6.0 + width * i as f64;
        bars += &format!(r#"<path d="M{x:.1} 3h{width:.1}v10h-{width:.1}" opacity="{shade:.2}"/>"#);
    }
    let dot = own.map_or_else(String::new, |own| {
        let x = 6.0 + (WIDTH - 12.0) * part(own);
        format!(r#"<circle cx="{x:.1}" cy="8" r="4.5" stroke="var(--page)"/>"#)
    });
    format!(
        r#"<svg class="strip" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" aria-label="{least:.2} to {most:.2}" fill="currentColor">{bars}{dot}</svg>"#
    )
}
