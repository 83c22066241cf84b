// Where the board puts stations and lines, turned so that any seat is at the bottom.

import { SEATS } from './game.js';

/** A dark and a light stripe of a railway. */
export const PERIOD = 14;
export const UNIT = 4 * PERIOD;
const WIDE = 6 * PERIOD;
const MARGIN = 44;
const SIZE = 17;
/** How far the handles of a cubic curve reach to make a quarter of a circle of radius 1. */
const QUARTER = 0.5523;
const WAYS = { up: [0, -1], down: [0, 1], left: [-1, 0], right: [1, 0] };

export class Geometry {
  constructor(data, seat) {
    this.turns = SEATS.indexOf(seat);
    this.places = new Map(data.cells.map(({ cell, col, row }) => [cell, [col, row]]));
    this.curves = new Map();
    const gaps = Array(SIZE).fill(UNIT);
    for (const curve of data.curves) {
      const [a, b] = curve.ends.map((cell) => this.places.get(cell));
      gaps[Math.min(a[0], b[0])] = WIDE;
      gaps[Math.min(a[1], b[1])] = WIDE;
      this.curves.set(curve.ends.join(), curve.towards);
      this.curves.set([...curve.ends].reverse().join(), [...curve.towards].reverse());
    }
    this.lines = [];
    gaps.reduce((at, gap, i) => { this.lines[i] = at; return at + gap; }, MARGIN);
    this.size = this.lines[SIZE - 1] + MARGIN;
    this.spots = new Map([...this.places].map(([cell, [col, row]]) => [cell, this.turned(col, row)]));
  }

  turned(col, row) {
    let [c, r] = [col, row];
    for (let i = 0; i < this.turns; i++) [c, r] = [SIZE - 1 - r, c];
    return [this.lines[c], this.lines[r]];
  }

  spot(cell) {
    return this.spots.get(cell);
  }

  /** From one station to a neighbour: a straight line, or a curve that leaves both ends straight on. */
  hop(from, to) {
    const [x, y] = this.spot(to);
    const towards = this.curves.get([from, to].join());
    if (!towards) return `L${x} ${y}`;
    const radius = Math.abs(this.spot(from)[0] - x);
    const handle = (cell, way) => {
      let [dx, dy] = WAYS[way];
      for (let i = 0; i < this.turns; i++) [dx, dy] = [-dy, dx];
      const [px, py] = this.spot(cell);
      return `${px - QUARTER * radius * dx} ${py - QUARTER * radius * dy}`;
    };
    return `C${handle(from, towards[0])} ${handle(to, towards[1])} ${x} ${y}`;
  }

  /** A path over stations. */
  path(cells) {
    return cells.map((cell, i) => (i ? this.hop(cells[i - 1], cell) : `M${this.spot(cell).join(' ')}`)).join('');
  }

  /** The stripes of a curve, so that they divide it evenly. */
  stripe([from, to]) {
    const length = Math.abs(this.spot(from)[0] - this.spot(to)[0]) * Math.PI / 2;
    return length / Math.round(length / PERIOD) / 2;
  }

  /** The frame around some stations. */
  frame(cells, room) {
    const [xs, ys] = [0, 1].map((i) => cells.map((cell) => this.spot(cell)[i]));
    const [x, y] = [Math.min(...xs) - room, Math.min(...ys) - room];
    return { x, y, width: Math.max(...xs) + room - x, height: Math.max(...ys) + room - y };
  }

  /** The station nearest to a point, within reach of a finger. */
  nearest(x, y, cells) {
    let best = null;
    for (const cell of cells) {
      const [px, py] = this.spot(cell);
      const far = Math.hypot(px - x, py - y);
      if (far < (best?.far ?? 0.62 * UNIT)) best = { cell, far };
    }
    return best?.cell ?? null;
  }

  /** The next station from a station on the way of an arrow key. */
  neighbour(from, [dx, dy], cells) {
    const [x, y] = this.spot(from);
    let best = null;
    for (const cell of cells) {
      const [px, py] = this.spot(cell);
      const along = (px - x) * dx + (py - y) * dy;
      const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
      const far = along + 2.5 * aside;
      if (along > 1 && aside <= 2 * along && far < (best?.far ?? Infinity)) best = { cell, far };
    }
    return best?.cell ?? from;
  }
}
