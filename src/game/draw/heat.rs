//! The board with what is believed of hidden pieces, and beside it every probability.

use super::heat_map::{GAP, MAP};
use super::style::{INK, POST, colour};
use super::svg::{CAPTION, Picture};
use crate::game::belief::{SeenPiece, View};
use crate::game::board::{Seat, Station};
use crate::game::rules::{Kind, Move, Point};
use std::fmt::{self, Formatter};

/// What is believed at a moment.
#[derive(Debug, Clone, PartialEq)]
pub struct Heat {
    /// The seats with hidden pieces.
    pub seats: Vec<HeatSeat>,
    /// The largest standard error of a probability, where they are sampled.
    pub error: Option<f64>,
}

/// What is believed of a seat.
#[derive(Debug, Clone, PartialEq)]
pub struct HeatSeat {
    /// The seat.
    pub seat: Seat,
    /// All its pieces, on the board or gone, in the order of its arm.
    pub pieces: Vec<HeatPiece>,
}

/// What is believed of a piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct HeatPiece {
    /// Where it stands; `None` if it is gone.
    pub station: Option<Station>,
    /// Where it began, if that is known.
    pub home: Option<Point>,
    /// Whether it is a flag that everybody sees.
    pub shown: bool,
    /// Probabilities of the kinds, strongest first.
    pub probabilities: [f64; 12],
    /// Their entropy, bits.
    pub entropy: f64,
}

impl HeatPiece {
    /// The most likely kind and its probability; of equal ones the strongest.
    fn best(&self) -> (Kind, f64) {
        let all = Kind::ALL.into_iter().zip(self.probabilities);
        all.fold((Kind::Flag, 0.0), |best, next| if next.1 > best.1 + EQUAL { next } else { best })
    }
}

/// A self-contained SVG of a view in which every hidden piece shows its most likely kind: the surer
/// it is, the deeper its colour. Beside the board there is a map for every seat with hidden pieces,
/// a row for each piece. Pointing at a piece or a row tells all its probabilities.
///
/// The view is of the same moment as the beliefs.
pub fn heat(view: &View, last: Option<Move>, heat: &Heat) -> String {
    HeatLayout { picture: Picture::of(view, last), heat }.to_string()
}

/// What two equal probabilities may differ by: they are sums of rounded numbers.
pub(super) const EQUAL: f64 = 1e-9;
/// Bits from which a piece has the palest colour: a little less than what nothing but the inventory
/// tells, 3.48.
pub(super) const PALE: f64 = 3.2;
const SHAPES: &str = r##"<defs><g id="heat"><rect x="-23" y="-14" width="46" height="34" rx="7" fill="#000" fill-opacity="0.3" stroke="none"/><rect x="-22" y="-16" width="44" height="32" rx="6" stroke-width="2.5"/></g></defs>
"##;

/// The board and what is beside it.
pub(super) struct HeatLayout<'a> {
    picture: Picture<'a>,
    pub(super) heat: &'a Heat,
}

impl fmt::Display for HeatLayout<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (width, height) = self.picture.size();
        let panel = if self.heat.seats.is_empty() { 0 } else { MAP + 2 * GAP };
        self.picture.head(f, width + panel, height)?;
        f.write_str(SHAPES)?;
        self.picture.ground(f)?;
        writeln!(f, r#"<g font-size="19" font-weight="bold">"#)?;
        for &(seat, seen, station) in &self.picture.view.pieces {
            match self.believed(seat, station).filter(|_| seen == SeenPiece::Hidden) {
                Some(piece) => self.tile(f, seat, station, piece)?,
                None => self.picture.piece(f, (seat, seen, station))?,
            }
        }
        writeln!(f, "</g>")?;
        self.picture.frame(f)?;
        let step = self.picture.layout.size().1 / 3;
        for (own, i) in self.heat.seats.iter().zip(0..) {
            self.map(f, own, (width + GAP, GAP + step * i))?;
        }
        if panel > 0 {
            self.legend(f, (width + GAP, height - CAPTION / 2))?;
        }
        writeln!(f, "</svg>")
    }
}

/// The board.
impl HeatLayout<'_> {
    fn believed(&self, seat: Seat, station: Station) -> Option<&HeatPiece> {
        let own = self.heat.seats.iter().find(|s| s.seat == seat)?;
        own.pieces.iter().find(|p| p.station == Some(station))
    }

    fn tile(
        &self,
        f: &mut Formatter<'_>,
        seat: Seat,
        station: Station,
        piece: &HeatPiece,
    ) -> fmt::Result {
        let (x, y) = self.picture.layout.station(station);
        let (kind, p) = piece.best();
        let title = self.title(seat, piece);
        let (fill, ink) = shade(seat, piece.entropy);
        write!(
            f,
            r##"<g><title>{title}</title><use href="#heat" x="{x}" y="{y}" fill="{fill}" stroke="{}"/>"##,
            colour(seat)
        )?;
        writeln!(
            f,
            r#"<text x="{x}" y="{}" font-size="16" fill="{ink}">{}</text><text x="{x}" y="{}" font-size="12" fill="{ink}">{}</text></g>"#,
            y - 1,
            kind.chinese(),
            y + 12,
            percent(p)
        )
    }

    /// What pointing at a piece tells.
    pub(super) fn title(&self, seat: Seat, piece: &HeatPiece) -> String {
        let (cell, home) = self.names(piece);
        let home = if home.is_empty() { home } else { format!(" from {home}") };
        let mut text = format!("{seat} {cell}{home}, {:.2} bits", piece.entropy);
        let mut kinds: Vec<_> = Kind::ALL.into_iter().zip(piece.probabilities).collect();
        kinds.sort_by(|a, b| b.1.total_cmp(&a.1));
        for (kind, p) in kinds.into_iter().filter(|k| k.1 > 0.0) {
            text += &format!("\n{} {} {:.2} %", kind.chinese(), kind.english(), 100.0 * p);
        }
        text
    }

    /// The cell and the home of a piece.
    pub(super) fn names(&self, piece: &HeatPiece) -> (String, String) {
        let cell = |station| self.picture.view.board.cell(station).to_string();
        let home = piece.home.map_or(String::new(), |home| home.to_string());
        (piece.station.map_or("gone".into(), cell), home)
    }
}

/// The colour of a tile and of the letters on it.
pub(super) fn shade(seat: Seat, bits: f64) -> (String, &'static str) {
    let pale = (bits / PALE).clamp(0.0, 1.0);
    let channel = |from: &str, at: usize| u8::from_str_radix(&from[at..at + 2], 16).unwrap_or(0);
    let mix = |at| {
        let [deep, light] = [colour(seat), POST].map(|c| f64::from(channel(c, at)));
        (deep + pale * (light - deep)).round()
    };
    let fill = format!("rgb({},{},{})", mix(1), mix(3), mix(5));
    (fill, if pale < 0.4 { "#fff" } else { INK })
}

fn percent(p: f64) -> String {
    match 100.0 * p {
        p if p >= 100.0 - 1e-9 => "100%".into(),
        p => format!("{:.0}%", p.min(99.0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::draw::tests::{elements, middle_game};

    fn made_up(view: &View) -> Heat {
        let mut probabilities = [0.0; 12];
        probabilities[..2].copy_from_slice(&[0.75, 0.25]);
        let seats = [Seat::East, Seat::North, Seat::West].map(|seat| {
            let own = view.pieces.iter().filter(|p| p.0 == seat);
            let stations = own.map(|p| Some(p.2)).chain([None]);
            let piece = |station| HeatPiece {
                station,
                home: Point::posts().next(),
                shown: false,
                probabilities,
                entropy: 0.8113,
            };
            HeatSeat { seat, pieces: stations.map(piece).collect() }
        });
        Heat { seats: seats.into(), error: Some(0.01) }
    }

    #[test]
    fn every_hidden_piece_shows_its_likeliest_kind() {
        let (view, last) = middle_game();
        let beliefs = made_up(&view);
        let picture = heat(&view, Some(last), &beliefs);
        assert!(elements(&picture).unwrap() > 1000);
        let hidden = view.pieces.iter().filter(|p| p.1 == SeenPiece::Hidden).count();
        assert_eq!(picture.matches(r##"href="#heat""##).count(), hidden);
        assert!(!picture.contains(r##"href="#back""##));
        let told = "\n司令 commander 75.00 %\n军长 general 25.00 %</title>";
        assert_eq!(picture.matches(told).count(), 2 * hidden + 3);
        assert!(picture.contains("standard error of a probability up to 1.00 %"));
    }

    #[test]
    fn without_beliefs_it_is_the_board() {
        let (view, last) = middle_game();
        let nothing = Heat { seats: vec![], error: None };
        let picture = heat(&view, Some(last), &nothing).replace(SHAPES, "");
        assert_eq!(picture, crate::game::draw::svg(&view, Some(last)));
    }
}
