// The legal moves of a piece by the default rules, for the lessons: the server decides in games.

import { IMMOBILE } from './game.js';

const BACK = { up: 'down', down: 'up', left: 'right', right: 'left' };

/** Roads, rails and curves of a board by cell, and where pieces cannot move from or be attacked. */
export function network(data) {
  const places = new Map(data.cells.map(({ cell, col, row, type }) => [cell, { col, row, type }]));
  const way = (a, b) => {
    const [from, to] = [places.get(a), places.get(b)];
    if (from.row === to.row) return to.col > from.col ? 'right' : 'left';
    return to.row > from.row ? 'down' : 'up';
  };
  const [steps, rails, curves] = [new Map(), new Map(), new Map()];
  const add = (map, a, value) => map.set(a, [...(map.get(a) ?? []), value]);
  const both = (edges, put) => edges.forEach(([a, b]) => { put(a, b); put(b, a); });
  both(data.roads, (a, b) => add(steps, a, b));
  both(data.rails, (a, b) => { add(steps, a, b); add(rails, a, { to: b, way: way(a, b) }); });
  for (const { ends: [a, b], towards: [awayA, awayB] } of data.curves) {
    both([[a, b]], (one, other) => add(steps, one, other));
    add(curves, a, { to: b, from: BACK[awayA], way: awayB });
    add(curves, b, { to: a, from: BACK[awayB], way: awayA });
  }
  return { places, steps, rails, curves };
}

/** The cells that the piece on a cell may go to; `pieces` are by cell, `friends` the seats of its side. */
export function targets(net, pieces, cell, friends) {
  const piece = pieces.get(cell);
  const { places, steps, rails, curves } = net;
  if (!piece || IMMOBILE.includes(piece.kind) || places.get(cell).type === 'headquarters') return [];
  const found = new Set();
  /** Takes a cell if it may be entered; returns whether a slide goes on. */
  const enter = (to) => {
    const there = pieces.get(to);
    if (there && (friends.includes(there.seat) || places.get(to).type === 'camp')) return false;
    found.add(to);
    return !there;
  };
  (steps.get(cell) ?? []).forEach(enter);
  if (piece.kind === 'i') {
    const seen = new Set([cell]);
    const ride = (from) => [...(rails.get(from) ?? []), ...(curves.get(from) ?? [])].forEach(({ to }) => {
      if (seen.has(to)) return;
      seen.add(to);
      if (enter(to)) ride(to);
    });
    ride(cell);
  } else {
    const slide = (from, way) => {
      const next = [...(rails.get(from) ?? []).filter((rail) => rail.way === way), ...(curves.get(from) ?? []).filter((curve) => curve.from === way)];
      next.forEach((edge) => { if (enter(edge.to)) slide(edge.to, edge.way); });
    };
    for (const edge of [...(rails.get(cell) ?? []), ...(curves.get(cell) ?? [])]) if (enter(edge.to)) slide(edge.to, edge.way);
  }
  found.delete(cell);
  return [...found];
}
