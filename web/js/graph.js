// The chance of winning and the mean entropy over a game.

import { button, h, s } from './dom.js';
import { net } from './net.js';
import { percent, t } from './words.js';

const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, FOOT] = [560, 220, 36, 36, 12, 22];

export class Graph {
  /** `fields` tells whose eyes, `seek` gets the event clicked at, `before` is called when one is begun, `done` at its end. */
  constructor({ fields, seek, before, done }) {
    Object.assign(this, { fields, seek, before, done, whose: '', worst: [], points: [], at: 0, count: 1, stop: () => {} });
    this.svg = s('svg', { id: 'graph', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': t('graph-about') });
    this.svg.addEventListener('click', (event) => {
      const { left, width } = this.svg.getBoundingClientRect();
      const x = ((event.clientX - left) / width) * WIDTH;
      this.seek(Math.round(((x - LEFT) / (WIDTH - LEFT - RIGHT)) * this.count));
    });
    this.button = button(t('make-graph'), () => this.start(), { id: 'make-graph' });
    this.legend = h('span', { class: 'key win' });
    const key = (name, word) => h('span', { class: `key ${name}` }, t(word));
    this.el = h('div', { class: 'stack' }, h('div', { class: 'row' }, this.button, this.legend, key('bits', 'entropy')),
      this.svg, h('p', { class: 'faint' }, t('graph-about')));
    this.draw();
  }

  start() {
    this.before();
    this.stop();
    this.points = [];
    this.button.disabled = true;
    const finish = () => { this.button.disabled = false; };
    const cancel = net.stream('graph', this.fields(), ({ points, done }) => {
      this.points.push(...points);
      this.points.sort((a, b) => a.at - b.at);
      this.draw();
      if (done) { finish(); this.done(); }
    }, finish);
    this.stop = () => { cancel(); finish(); };
  }

  /** Begins by itself when it is looked at. */
  show() {
    if (!this.points.length && !this.button.disabled) this.start();
  }

  clear() {
    this.stop();
    this.points = [];
    this.worst = [];
    this.draw();
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
