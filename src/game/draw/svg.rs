//! The board as a picture: striped railways with round curves, thin roads, tiles for pieces.

use super::caption::{caption, to_move};
use super::layout::{Layout, MARGIN, PERIOD};
use super::style::{DEFINITIONS, FONTS, INK, MARK, PAPER, POST, ROAD, colour, escape};
use crate::game::belief::{SeenPiece, View};
use crate::game::board::{Graph, NodeType, SIZE, Seat, Station};
use crate::game::rules::Move;
use std::fmt::{self, Formatter};

/// A self-contained SVG of a view, with an arrow along the last move and a caption below.
///
/// Hidden pieces lie face down. The tooltip of a piece gives its seat, kind and cell.
pub fn svg(view: &View, last: Option<Move>) -> String {
    Picture::of(view, last).to_string()
}

/// Pixels of the caption.
pub(super) const CAPTION: i32 = 84;
/// Pixels from the tip of an arrow to the middle of its target.
const TIP: f64 = 40.0;

/// The parts of a picture, bottom first: head, ground, pieces and frame.
pub(super) struct Picture<'a> {
    pub(super) view: &'a View,
    last: Option<Move>,
    graph: Graph,
    pub(super) layout: Layout<'a>,
}

impl fmt::Display for Picture<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (width, height) = self.size();
        self.head(f, width, height)?;
        self.ground(f)?;
        writeln!(f, r#"<g font-size="19" font-weight="bold">"#)?;
        self.view.pieces.iter().try_for_each(|&piece| self.piece(f, piece))?;
        writeln!(f, "</g>")?;
        self.frame(f)?;
        writeln!(f, "</svg>")
    }
}

impl<'a> Picture<'a> {
    pub(super) fn of(view: &'a View, last: Option<Move>) -> Self {
        let graph = Graph::derive(view.board, view.board.stations(), view.board.curves());
        Self { view, last, graph, layout: Layout::of(view.board) }
    }

    /// Pixels of the board with its caption.
    pub(super) fn size(&self) -> (i32, i32) {
        let (width, height) = self.layout.size();
        (width, height + CAPTION)
    }

    /// The opening tag, the title, the shapes and the paper.
    pub(super) fn head(&self, f: &mut Formatter<'_>, width: i32, height: i32) -> fmt::Result {
        let [first, _] = caption(self.view, self.last);
        let title = escape(&format!("{}: {first}", self.view.board.name()));
        writeln!(
            f,
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="{FONTS}" text-anchor="middle">
<title>{title}</title>
{DEFINITIONS}<rect width="{width}" height="{height}" rx="18" fill="{PAPER}"/>"#
        )
    }

    /// The empty board with the last move.
    pub(super) fn ground(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.arms(f)?;
        self.roads(f)?;
        self.railways(f)?;
        self.stations(f)?;
        self.last_move(f)
    }

    /// Coordinates and caption.
    pub(super) fn frame(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.coordinates(f)?;
        self.caption(f)
    }
}

/// The board.
impl Picture<'_> {
    /// A tint under every arm: faint once its seat is out, framed while it is to move.
    fn arms(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for seat in Seat::ALL {
            let Some(arm) = self.view.board.arm(seat) else { continue };
            let ends = [arm[0], arm[arm.len() - 1]].map(|s| self.layout.station(s));
            let (x, y) = (ends[0].0.min(ends[1].0) - 34, ends[0].1.min(ends[1].1) - 32);
            let width = (ends[0].0 - ends[1].0).abs() + 68;
            let height = (ends[0].1 - ends[1].1).abs() + 64;
            let tint = if self.view.alive.contains(seat) { 0.14 } else { 0.03 };
            let frame = if to_move(self.view) == Some(seat) { 3 } else { 0 };
            let colour = colour(seat);
            writeln!(
                f,
                r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="14" fill="{colour}" fill-opacity="{tint}" stroke="{colour}" stroke-width="{frame}"/>"#
            )?;
        }
        Ok(())
    }

    fn roads(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let path = self.layout.straight(self.graph.roads.iter());
        writeln!(f, r#"<path d="{path}" stroke="{ROAD}" stroke-width="2.5"/>"#)
    }

    fn railways(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let arcs = &self.graph.arcs;
        let path =
            self.layout.straight(self.graph.rails.iter().filter(|rail| !arcs.contains(rail)));
        let mut tracks = vec![(path, f64::from(PERIOD / 2))];
        tracks.extend(self.view.board.curves().iter().map(|curve| self.layout.curve(curve)));
        writeln!(f, r#"<g fill="none">"#)?;
        for (path, _) in &tracks {
            writeln!(f, r#"<path d="{path}" stroke="{INK}" stroke-width="9"/>"#)?;
        }
        for (path, stripe) in &tracks {
            let start = stripe / 2.0;
            writeln!(
                f,
                r#"<path d="{path}" stroke="{POST}" stroke-width="5.5" stroke-dasharray="{stripe:.2}" stroke-dashoffset="{start:.2}"/>"#
            )?;
        }
        writeln!(f, "</g>")
    }

    fn stations(&self, f: &mut Formatter<'_>) -> fmt::Result {
        writeln!(f, r#"<g fill="{POST}" stroke="{INK}" stroke-width="1.5">"#)?;
        for station in self.view.board.reading_order() {
            let (x, y) = self.layout.station(station);
            let (shape, name, size) = match self.view.board.code(self.view.board.cell(station)) {
                NodeType::Camp => ("camp", "行营", 15),
                NodeType::Headquarters => ("house", "大本营", 14),
                _ => ("post", "", 0),
            };
            writeln!(f, r##"<use href="#{shape}" x="{x}" y="{y}"/>"##)?;
            if !name.is_empty() {
                let y = y + 5;
                writeln!(
                    f,
                    r#"<text x="{x}" y="{y}" font-size="{size}" fill="{INK}" fill-opacity="0.6" stroke="none">{name}</text>"#
                )?;
            }
        }
        writeln!(f, "</g>")
    }
}

/// The pieces on the board and the frame around it.
impl Picture<'_> {
    /// Both stations framed and an arrow from one to just before the other.
    fn last_move(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Some(mv) = self.last else { return Ok(()) };
        let [(x, y), (to_x, to_y)] = [mv.from, mv.to].map(|s| self.layout.station(s));
        let (dx, dy) = (f64::from(to_x - x), f64::from(to_y - y));
        let kept = 1.0 - TIP / dx.hypot(dy).max(TIP);
        let (tip_x, tip_y) = (f64::from(x) + kept * dx, f64::from(y) + kept * dy);
        writeln!(f, r#"<g fill="none" stroke="{MARK}" stroke-width="5">"#)?;
        for (x, y) in [(x, y), (to_x, to_y)] {
            let (x, y) = (x - 28, y - 21);
            writeln!(f, r#"<rect x="{x}" y="{y}" width="56" height="42" rx="9"/>"#)?;
        }
        writeln!(f, r#"<path d="M{x} {y}L{tip_x:.1} {tip_y:.1}" marker-end="url(#head)"/></g>"#)
    }

    /// A piece, face down if it is hidden.
    pub(super) fn piece(
        &self,
        f: &mut Formatter<'_>,
        (seat, seen, station): (Seat, SeenPiece, Station),
    ) -> fmt::Result {
        let (cell, (x, y)) = (self.view.board.cell(station), self.layout.station(station));
        let fill = colour(seat);
        let (shape, title) = match seen {
            SeenPiece::Known(kind) => ("tile", kind.english()),
            SeenPiece::Hidden => ("back", "hidden"),
        };
        write!(
            f,
            r##"<g><title>{seat} {title} {cell}</title><use href="#{shape}" x="{x}" y="{y}" fill="{fill}"/>"##
        )?;
        if let SeenPiece::Known(kind) = seen {
            let (name, y) = (kind.chinese(), y + 6);
            write!(f, r##"<text x="{x}" y="{y}" fill="#fff">{name}</text>"##)?;
        }
        writeln!(f, "</g>")
    }

    fn coordinates(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let (width, height) = self.layout.size();
        writeln!(f, r#"<g fill="{INK}" fill-opacity="0.7" font-size="15">"#)?;
        for i in 0..SIZE {
            let (x, y) = (self.layout.xs[i], self.layout.ys[i] + 5);
            let (letter, number) = (char::from(b'a' + i as u8), SIZE - i);
            for y in [26, height - 16] {
                writeln!(f, r#"<text x="{x}" y="{y}">{letter}</text>"#)?;
            }
            for x in [16, width - 16] {
                writeln!(f, r#"<text x="{x}" y="{y}">{number}</text>"#)?;
            }
        }
        writeln!(f, "</g>")
    }

    /// The seats as tiles, those out of the game faint, and the caption beside them.
    fn caption(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let y = self.layout.size().1 + CAPTION / 2 - 4;
        for (seat, x) in Seat::ALL.into_iter().zip((MARGIN..).step_by(60)) {
            let fill = colour(seat);
            let opacity = if self.view.alive.contains(seat) { 1.0 } else { 0.25 };
            writeln!(
                f,
                r##"<g opacity="{opacity}"><use href="#tile" x="{x}" y="{y}" fill="{fill}"/><text x="{x}" y="{}" font-size="20" font-weight="bold" fill="#fff">{seat}</text></g>"##,
                y + 6
            )?;
        }
        writeln!(f, r#"<g fill="{INK}" font-size="18" text-anchor="start">"#)?;
        for (line, y) in caption(self.view, self.last).iter().zip([y - 8, y + 18]) {
            writeln!(f, r#"<text x="{}" y="{y}">{line}</text>"#, MARGIN + 240)?;
        }
        writeln!(f, "</g>")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::board::Board;
    use crate::game::draw::test_support::{elements, middle_game};
    use crate::game::rules::Kind;

    #[test]
    fn the_document_is_well_formed_and_the_same_every_time() {
        let (mut view, last) = middle_game();
        let picture = svg(&view, Some(last));
        assert!(elements(&picture).unwrap() > 250);
        assert_eq!(svg(&view.clone(), Some(last)), picture);
        let nowhere = Move { from: last.to, to: last.to };
        assert!(!svg(&view, Some(nowhere)).contains("NaN"));

        let file = include_str!("../../../boards/siguo.board");
        let board: Board = file.replacen("board siguo", "board <a>&\"b\"", 1).parse().unwrap();
        view.board = board.leak();
        assert!(elements(&svg(&view, Some(last))).is_some());
        let bad = ["<a>&</a>", "<a>></a>", "<a><b></a>", "<a>"];
        assert!(bad.iter().all(|text| elements(text).is_none()));
    }

    #[test]
    fn every_station_piece_and_edge_is_drawn_once() {
        let (view, last) = middle_game();
        let (picture, layout) = (svg(&view, Some(last)), Layout::of(view.board));
        let graph = Graph::derive(view.board, view.board.stations(), view.board.curves());
        for station in view.board.stations() {
            let (x, y) = layout.station(station);
            let place = format!(r#"x="{x}" y="{y}"/>"#);
            assert_eq!(picture.matches(&place).count(), 1, "{place}");
        }
        assert_eq!(picture.matches("<g><title>").count(), view.pieces.len());
        let straight: Vec<_> = graph.rails.iter().filter(|r| !graph.arcs.contains(r)).collect();
        for (edges, layers) in [(graph.roads.iter().collect(), 1), (straight, 2)] {
            for edge in edges {
                let path = layout.straight([edge].into_iter());
                let ended = ["M", "\""].map(|end| picture.matches(&(path.clone() + end)).count());
                assert_eq!(ended[0] + ended[1], layers, "{path}");
            }
        }
        for curve in view.board.curves() {
            assert_eq!(picture.matches(&layout.curve(curve).0).count(), 2);
        }
    }

    #[test]
    fn a_hidden_piece_is_not_told() {
        let (view, _) = middle_game();
        let picture = svg(&view, None);
        for kind in Kind::ALL {
            let known = view.pieces.iter().filter(|p| p.1 == SeenPiece::Known(kind)).count();
            assert_eq!(picture.matches(kind.chinese()).count(), known);
            assert_eq!(picture.matches(&format!(" {} ", kind.english())).count(), known);
        }
    }
}
