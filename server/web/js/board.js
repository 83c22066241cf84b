// The board as SVG: ground, stations, pieces, and what is drawn over them.

import { s } from './dom.js';
import { EMBLEMS, WEAVES } from './emblems.js';
import { Geometry, PERIOD } from './geometry.js';
import { Motion } from './motion.js';
import { listen } from './pointer.js';
import { chinese, kindName, t } from './words.js';

const SIGNS = { win: 'M-5.5 .5L-1.5 4.5L6 -4.5', lose: 'M-4.5 -4.5L4.5 4.5M4.5 -4.5L-4.5 4.5', both: 'M-6 0H6M0 -6V6M-4 -4L4 4M4 -4L-4 4' };
const LAYERS = ['ground', 'route', 'stations', 'over', 'motion', 'signal', 'arrow'];
const narrow = matchMedia('(max-width: 700px)');

export class Board {
  /** `arm` shows a single arm; the handlers `click`, `drop`, `canDrag`, `hover` and `menu` get cells. */
  constructor(data, handlers = {}, { arm = null } = {}) {
    this.data = data;
    this.handlers = handlers;
    this.arm = arm;
    this.state = {
      seat: 'S', coordinates: false, shut: [], pieces: [], tints: null, marks: null,
      selected: null, targets: [], bad: [], focus: null, last: null, arrow: null, line: [], named: [], turn: null, out: [],
    };
    this.cursor = null;
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, s('g', { class: `layer-${name}` })]));
    const told = { tabindex: 0, role: 'application', 'aria-label': t('board') };
    this.svg = s('svg', { class: 'board', 'text-anchor': 'middle', ...told }, definitions(), Object.values(this.layers));
    this.motion = new Motion(this, this.layers.motion);
    narrow.addEventListener('change', this.redraw);
    listen(this);
    this.turnTo();
  }

  close() {
    narrow.removeEventListener('change', this.redraw);
  }

  redraw = () => this.drawPieces();

  /** Takes over whatever is given and draws what depends on it. */
  set(patch) {
    const changed = (...keys) => keys.some((key) => key in patch);
    Object.assign(this.state, patch);
    if (changed('seat', 'shut', 'coordinates')) this.turnTo();
    else {
      if (changed('focus')) this.lookAt();
      if (changed('turn', 'out')) this.drawArms();
      if (changed('pieces', 'tints', 'marks')) this.drawPieces();
      if (changed('selected', 'targets', 'bad')) this.drawClasses();
      if (changed('last')) this.drawLast();
      if (changed('arrow', 'line', 'named')) this.drawArrow();
    }
  }

  /** Everything anew, with the seat at the bottom. */
  turnTo() {
    this.motion.finish();
    const { seat, shut } = this.state;
    this.geometry = new Geometry(this.data, seat);
    this.cells = this.data.cells.filter(({ cell, arm }) => !shut.includes(cell) && (!this.arm || arm === this.arm));
    this.names = this.cells.map(({ cell }) => cell);
    const here = new Set(this.names);
    this.lookAt();
    this.layers.ground.replaceChildren(...this.ground(here));
    this.spots = new Map(this.cells.map(({ cell, type }) => {
      const [x, y] = this.geometry.spot(cell);
      return [cell, s('g', { class: 'station', 'data-cell': cell, transform: `translate(${x} ${y})` },
        s('rect', { class: 'reach', x: -28, y: -24, width: 56, height: 48 }),
        s('rect', { class: 'ring', x: -28, y: -22, width: 56, height: 44, rx: 10 }),
        s('circle', { class: 'dot', r: type === 'camp' ? 9 : 8 }),
        s('title', {}, `${cell} ${t(type)}`))];
    }));
    this.layers.stations.replaceChildren(...this.spots.values());
    this.drawArms();
    this.drawPieces();
    this.drawClasses();
    this.drawLast();
    this.drawArrow();
  }

  /** The whole board, or the part around the cells of the focus. */
  lookAt() {
    const { size } = this.geometry;
    const { focus } = this.state;
    const part = this.arm ? this.names : focus?.filter((cell) => this.geometry.spot(cell));
    const view = part?.length ? this.geometry.frame(part, 40) : { x: 0, y: 0, width: size, height: size };
    this.svg.setAttribute('viewBox', Object.values(view).join(' '));
  }

  ground(here) {
    const { geometry, data } = this;
    const both = ([a, b]) => here.has(a) && here.has(b);
    const straight = (edges) => edges.filter(both).map((edge) => geometry.path(edge)).join('');
    const curves = data.curves.map(({ ends }) => ends).filter(both);
    const tracks = [[straight(data.rails), PERIOD / 2], ...curves.map((ends) => [geometry.path(ends), geometry.stripe(ends)])];
    this.arms = new Map(Object.entries(data.arms).filter(([, cells]) => cells.every((cell) => here.has(cell)))
      .map(([seat, cells]) => [seat, s('rect', { class: `arm seat-${seat}`, rx: 16, ...geometry.frame(cells, 35) })]));
    return [
      ...this.arms.values(),
      s('path', { class: 'road', d: straight(data.roads) }),
      ...tracks.map(([d]) => s('path', { class: 'rail', d })),
      ...tracks.map(([d, stripe]) => s('path', { class: 'sleepers', d, 'stroke-dasharray': stripe, 'stroke-dashoffset': stripe / 2 })),
      ...this.cells.map((cell) => this.stationShape(cell)),
      ...(this.state.coordinates ? this.coordinates() : []),
    ];
  }

  stationShape({ cell, type }) {
    const [x, y] = this.geometry.spot(cell);
    const shape = { camp: 'camp', headquarters: 'house' }[type] ?? 'post';
    const use = s('use', { href: `#${shape}`, x, y, class: `shape ${shape}` });
    if (shape === 'post') return use;
    return s('g', {}, use, s('text', { class: 'place', x, y: y + (shape === 'camp' ? 5 : 9), 'font-size': chinese() ? 14.5 : 12.5 }, t(`place-${shape}`)));
  }

  coordinates() {
    const texts = [];
    const { size } = this.geometry;
    for (let i = 0; i < 17; i++) {
      const [letter, number] = [String.fromCharCode(97 + i), String(17 - i)];
      const [x, y] = this.geometry.turned(i, i);
      const upright = this.geometry.turns % 2 === 0;
      const [across, down] = upright ? [[x, letter], [y, number]] : [[x, number], [y, letter]];
      for (const edge of [12, size - 12]) {
        texts.push(s('text', { class: 'coordinate', x: across[0], y: edge + 5 }, across[1]));
        texts.push(s('text', { class: 'coordinate', x: edge, y: down[0] + 5 }, down[1]));
      }
    }
    return texts;
  }

  drawArms() {
    for (const [seat, el] of this.arms) {
      el.classList.toggle('turn', this.state.turn === seat);
      el.classList.toggle('out', this.state.out.includes(seat));
    }
  }

  drawPieces() {
    this.layers.stations.querySelectorAll('.piece').forEach((el) => el.remove());
    for (const piece of this.state.pieces) {
      this.spots.get(piece.at)?.append(this.piece(piece));
    }
  }

  piece({ at, seat, kind, home }) {
    const tint = this.state.tints?.get(at);
    const mark = this.state.marks?.[`${seat}:${home}`];
    const small = narrow.matches && !this.arm;
    const el = s('g', { class: `piece seat-${seat}${kind ? '' : ' hidden'}`, 'data-at': at, 'data-seat': seat, 'data-kind': kind },
      s('rect', { class: 'shade', x: -25, y: -16, width: 50, height: 38, rx: 8 }),
      s('rect', { class: 'tile', x: -25, y: -19, width: 50, height: 38, rx: 8 }),
      s('rect', { class: 'edge', x: -22.5, y: -16.5, width: 45, height: 33, rx: 6 }),
      s('path', { class: 'emblem', d: EMBLEMS[seat], transform: kind ? 'translate(-20 -14) scale(.85)' : 'translate(-17.5 -11.5)' }));
    const write = (text, className, size, y = 0) => el.append(s('text', { class: className, 'font-size': size, y: y + size * 0.36 }, text));
    const heat = () => el.append(s('rect', { x: -22.5, y: -16.5, width: 45, height: 33, rx: 6, fill: tint.colour }));
    if (kind) {
      const name = kindName(kind, small ? 'small' : 'tile');
      if (tint) heat();
      write(name, tint ? `share${tint.strong ? ' strong' : ''}` : 'name', small ? 27 : chinese() ? 20 : 13.6);
    } else if (tint) {
      heat();
      const shade = `share${tint.strong ? ' strong' : ''}`;
      write(tint.text, shade, small ? 21 : 17, tint.below ? -6 : 0);
      if (tint.below) write(tint.below, shade, small ? 14 : 11.5, 10);
    } else if (mark) {
      el.append(s('rect', { class: 'note', x: -17, y: -13, width: 34, height: 26, rx: 5 }));
      write(mark === '?' ? '?' : kindName(mark, 'small'), 'marked', 20);
    }
    return el;
  }

  drawClasses() {
    const { selected, targets, bad } = this.state;
    const [good, wrong] = [new Set(targets), new Set(bad)];
    for (const [cell, el] of this.spots) {
      el.classList.toggle('selected', cell === selected);
      el.classList.toggle('target', good.has(cell));
      el.classList.toggle('unlawful', wrong.has(cell));
      el.classList.toggle('cursor', cell === this.cursor);
    }
    this.svg.classList.toggle('choosing', good.size > 0);
  }

  /** The last move: its way below the pieces, the outcome of a fight above. */
  drawLast() {
    const { last } = this.state;
    this.layers.route.replaceChildren();
    this.layers.over.replaceChildren();
    if (!last?.from || !this.spots.has(last.from)) return;
    const [x, y] = this.geometry.spot(last.from);
    this.layers.route.append(
      s('rect', { class: 'origin', x: x - 27, y: y - 21, width: 54, height: 42, rx: 9 }),
      s('path', { class: `route seat-${last.seat}`, d: this.geometry.path(last.route ?? [last.from, last.to]) }));
    const [tx, ty] = this.geometry.spot(last.to);
    this.layers.over.append(s('rect', { class: 'arrived', x: tx - 28, y: ty - 22, width: 56, height: 44, rx: 10 }));
    if (last.fight) {
      this.layers.over.append(s('g', { class: `fight ${last.fight} seat-${last.seat}`, transform: `translate(${tx + 23} ${ty - 18})` },
        s('circle', { r: 12 }), s('path', { d: SIGNS[last.fight] }), s('title', {}, t(last.fight))));
    }
  }

  /** An arrow between two pieces, and the names of the cells that are pointed at. */
  drawArrow() {
    const names = this.state.named.filter((cell) => this.spots.has(cell)).map((cell) => this.cellName(cell));
    const { arrow, line } = this.state;
    const moves = line.length ? line : arrow ? [arrow] : [];
    const arrows = moves.map((move, i) => this.arrow(move, line.length ? i + 1 : null));
    this.layers.arrow.replaceChildren(...arrows.filter(Boolean), ...names);
  }

  /** An arrow from piece to piece that leaves their names free, with its number in a line of moves. */
  arrow([from, to], number) {
    if (!this.spots.has(from) || !this.spots.has(to)) return null;
    const [[x, y], [tx, ty]] = [this.geometry.spot(from), this.geometry.spot(to)];
    const far = Math.hypot(tx - x, ty - y);
    const [dx, dy] = [(tx - x) / far, (ty - y) / far];
    const [start, end] = [edge(dx, dy), Math.max(far - edge(dx, dy) - 9, far / 2)];
    const d = `M${x + start * dx} ${y + start * dy}L${x + end * dx} ${y + end * dy}`;
    const label = number && [s('circle', { class: 'step', cx: x + start * dx, cy: y + start * dy, r: 13 }),
      s('text', { class: 'step-number', x: x + start * dx, y: y + start * dy + 6, 'font-size': 17 }, String(number))];
    return s('g', {}, s('path', { class: 'arrow', d, 'marker-end': 'url(#head)' }), label);
  }

  cellName(cell) {
    const [x, y] = this.geometry.spot(cell);
    return s('g', { class: 'cell-name', transform: `translate(${x} ${y - 30})` },
      s('rect', { x: -20, y: -12, width: 40, height: 24, rx: 6 }), s('text', { y: 6, 'font-size': 17 }, cell));
  }
}

/** How far from its middle the edge of a piece is in a direction. */
const edge = (dx, dy) => Math.min(27 / Math.max(0.01, Math.abs(dx)), 22 / Math.max(0.01, Math.abs(dy)));

function definitions() {
  return s('defs', {},
    s('g', { id: 'post' }, s('rect', { x: -19, y: -12, width: 38, height: 24, rx: 6 })),
    s('g', { id: 'camp' }, s('circle', { r: 25 }), s('circle', { r: 21, 'stroke-width': 1 })),
    s('g', { id: 'house' }, s('path', { d: 'M-28 21V-6A28 22 0 0 1 28 -6V21Z' })),
    ...Object.entries(WEAVES).map(([seat, [d, turn]]) =>
      s('pattern', { id: `weave-${seat}`, width: 8, height: 8, patternUnits: 'userSpaceOnUse', patternTransform: `rotate(${turn})` },
        s('path', { class: 'weave', d }))),
    s('marker', { id: 'head', markerWidth: 4, markerHeight: 4, refX: 1.4, refY: 2, orient: 'auto' },
      s('path', { class: 'head', d: 'M0 0L4 2L0 4Z' })));
}
