// The chance of winning and the mean entropy over a game.

import { h, s } from './dom.js';
import { net } from './net.js';
import { percent, t } from './words.js';

/** Milliseconds until a graph is asked for again that was refused for want of room. */
const RETRY = 3000;
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, FOOT] = [560, 220, 36, 36, 12, 22];

export class Graph {
  /** `fields` tells whose eyes, `seek` gets the event clicked at, `done` is called at the end. */
  constructor({ fields, seek, done }) {
    Object.assign(this, { fields, seek, done, whose: '', worst: [], points: [], at: 0, count: 1, complete: false, held: false, closed: false, trouble: '', cancel: null });
    this.svg = s('svg', { id: 'graph', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': t('graph-about') });
    this.svg.addEventListener('click', (event) => {
      const { left, width } = this.svg.getBoundingClientRect();
      const x = ((event.clientX - left) / width) * WIDTH;
      this.seek(Math.round(((x - LEFT) / (WIDTH - LEFT - RIGHT)) * this.count));
    });
    this.progress = h('span', { class: 'faint', id: 'graph-progress' });
    this.legend = h('span', { class: 'key win' });
    const key = (name, word) => h('span', { class: `key ${name}` }, t(word));
    this.el = h('div', { class: 'stack' }, h('div', { class: 'row' }, this.progress, this.legend, key('bits', 'entropy')),
      this.svg, h('p', { class: 'faint' }, t('graph-about')));
    document.addEventListener('visibilitychange', this.watch);
    this.unwatch = net.on('open', () => this.run());
    this.draw();
  }

  /** Computes the points that are missing in the background, unless a search needs the server or nobody looks. */
  run() {
    if (this.complete || this.held || this.closed || this.cancel || document.hidden || !net.connected()) return;
    const known = this.points.map(({ at }) => at);
    const over = () => { this.cancel = null; };
    this.trouble = '';
    this.cancel = net.stream('graph', { ...this.fields(), known }, ({ points, done, complete }) => {
      this.points.push(...points);
      this.points.sort((a, b) => a.at - b.at);
      if (done) over();
      this.complete = Boolean(complete);
      this.draw();
      if (this.complete) this.done();
    }, (error) => { over(); this.fail(error); });
  }

  /** Says why there is no graph; where too much was asked at once, asks again later. */
  fail({ code, text }) {
    if (code === 'limit') setTimeout(() => this.run(), RETRY);
    else this.trouble = code === 'lost' ? '' : text;
    this.draw();
  }

  /** Stops for a while; what is known stays. */
  pause() {
    const running = this.cancel;
    running?.();
    this.cancel = null;
    if (running && net.connected()) net.ask('halt').catch(() => {});
  }

  /** A search has the server, or has it no longer. */
  hold(held) {
    this.held = held;
    if (!held) this.run();
    else {
      this.cancel?.();
      this.cancel = null;
    }
  }

  /** Runs while the page is seen. */
  watch = () => { if (document.hidden) this.pause(); else this.run(); };

  /** Begins anew, for other eyes. */
  clear() {
    this.pause();
    Object.assign(this, { points: [], worst: [], complete: false });
    this.draw();
  }

  close() {
    this.closed = true;
    document.removeEventListener('visibilitychange', this.watch);
    this.unwatch();
    this.pause();
  }

  moment(at, count) {
    this.at = at;
    this.count = Math.max(1, count);
    this.draw();
  }

  /** Names the side whose chance it is, and marks the worst moves. */
  name(whose, worst) {
    Object.assign(this, { whose, worst });
    this.draw();
  }

  draw() {
    this.progress.textContent = this.trouble || (this.complete ? '' : t('graph-progress', this.points.length));
    this.legend.textContent = `${t('win-probability')}: ${this.whose}`;
    const top = Math.max(1, Math.ceil(Math.max(0, ...this.points.map(({ bits }) => bits ?? 0))));
    const x = (at) => LEFT + (at / this.count) * (WIDTH - LEFT - RIGHT);
    const y = (part) => TOP + (1 - part) * (HEIGHT - TOP - FOOT);
    const line = (name, most) => {
      const points = this.points.filter((point) => (point[name] ?? null) !== null);
      return s('polyline', { class: name, points: points.map((point) => `${x(point.at).toFixed(1)},${y(point[name] / most).toFixed(1)}`).join(' ') });
    };
    const rules = [0, 0.25, 0.5, 0.75, 1].flatMap((part) => [
      s('line', { class: 'rule', x1: LEFT, x2: WIDTH - RIGHT, y1: y(part), y2: y(part) }),
      s('text', { x: LEFT - 5, y: y(part) + 4, 'text-anchor': 'end' }, percent(part)),
      s('text', { x: WIDTH - RIGHT + 5, y: y(part) + 4 }, String(Number((part * top).toFixed(2)))),
    ]);
    const step = [10, 20, 50, 100, 200, 500, 1000].find((n) => this.count / n <= 8) ?? 2000;
    const mark = (at) => s('text', { x: x(at), y: HEIGHT - 6, 'text-anchor': 'middle' }, String(at));
    const marks = Array.from({ length: Math.floor(this.count / step) + 1 }, (_, i) => mark(i * step));
    const bad = this.points.filter(({ at }) => this.worst.some(({ n }) => n === at))
      .map((point) => s('circle', { class: 'mistake', cx: x(point.at), cy: y(point.win), r: 5 }));
    this.svg.replaceChildren(...rules, ...marks, line('bits', top), line('win', 1), ...bad,
      s('line', { class: 'now', x1: x(this.at), x2: x(this.at), y1: TOP, y2: HEIGHT - FOOT }));
  }
}
