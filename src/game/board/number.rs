//! The numbers of stations.

use super::graph::{EdgeKind, neighbours};
use super::{ARM_POINTS, CAPACITY, Cell, NodeType, SIZE, Station, StationSet};

/// Stations by cell, cells by station, and all stations.
type Numbering = ([[Option<Station>; SIZE]; SIZE], [Option<Cell>; CAPACITY], StationSet);

/// Numbers the stations so that every road network lies within one word of a [`StationSet`]:
/// arms in the order of their seats, then the rest in reading order, each network into the first
/// word with room.
pub(super) fn number(
    codes: &[[NodeType; SIZE]; SIZE],
    arms: &[Option<[Cell; ARM_POINTS]>; 4],
) -> Option<Numbering> {
    let everywhere = (0..SIZE * SIZE).filter_map(|i| Cell::new(i / SIZE, i % SIZE));
    let order: Vec<Cell> = (arms.iter().flatten().flatten().copied())
        .chain(everywhere)
        .filter(|c| codes[c.row()][c.col()].is_station())
        .collect();
    let mut at = [[None; SIZE]; SIZE];
    let mut cells = [None; CAPACITY];
    let mut used = [0; 3];
    for &seed in &order {
        if at[seed.row()][seed.col()].is_some() {
            continue;
        }
        let network = road_network(codes, seed);
        let word = used.iter().position(|n| n + network.len() <= 64)?;
        for cell in &order {
            let place = &mut at[cell.row()][cell.col()];
            if network.contains(cell) && place.is_none() {
                let station = Station::new(word * 64 + used[word]);
                used[word] += 1;
                *place = Some(station);
                cells[station.index()] = Some(*cell);
            }
        }
    }
    let stations = at.iter().flatten().flatten().copied().collect();
    Some((at, cells, stations))
}

fn road_network(codes: &[[NodeType; SIZE]; SIZE], seed: Cell) -> Vec<Cell> {
    let mut network = vec![seed];
    let mut next = 0;
    while next < network.len() {
        for (cell, way) in neighbours(codes, network[next]) {
            if way == EdgeKind::Road && !network.contains(&cell) {
                network.push(cell);
            }
        }
        next += 1;
    }
    network
}
