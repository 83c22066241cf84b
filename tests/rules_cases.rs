use junqi::board::{Board, Cell, Graph, Seat};
use junqi::position::Position;
use junqi::rules::*;
#[test]
fn quick() {
    let board = Board::siguo();
    let a = "dfcei a.x.b ih.gd e.x.c hmifg mqmhg";
    let mut pts = [None; 30];
    for (i, c) in a.chars().filter(|c| *c != ' ').enumerate() {
        pts[i] = Kind::from_letter(c);
    }
    let d = Deployment::new(pts).unwrap();
    let mut w = World::start(board, Rules::default(), &[Some(d); 4], Seat::South).unwrap();
    for (i, n) in [53, 2831, 149694, 7817095].into_iter().enumerate() {
        let t = std::time::Instant::now();
        assert_eq!(perft(&mut w, i as u32 + 1), n);
        println!("{} {:?} {:.1} M/s", n, t.elapsed(), n as f64 / t.elapsed().as_secs_f64() / 1e6);
    }
    assert_eq!(w.key(), w.key_from_scratch());
}
