// The way through a game: scrubber, buttons, and the list of its moves.

import { button, h, select } from './dom.js';
import { chip } from './emblems.js';
import { icon } from './icons.js';
import { onSteps } from './keys.js';
import { chinese, t } from './words.js';

const SPEEDS = [['0.5', '½×'], ['1', '1×'], ['2', '2×'], ['4', '4×'], ['10', '10×']];
export class History {
  /** `seek` gets the event number to show; `player` adds playing; the cells of a move are named on the board. */
  constructor(seek, { player = false, board }) {
    this.seek = seek;
    this.close = onSteps((key) => {
      this.stop();
      this.go({ ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.count }[key]);
    });
    this.count = 0;
    this.buttons = [];
    this.at = 0;
    this.speed = 1;
    const slide = () => this.go(Number(this.range.value));
    this.range = h('input', { type: 'range', id: 'scrub', min: 0, max: 0, value: 0, 'aria-label': t('moment'), oninput: slide });
    this.label = h('output', { class: 'moment' });
    const step = (name, label, to, id) => button(icon(name), () => { this.stop(); this.go(to()); }, { title: t(label), 'aria-label': t(label), id });
    this.playing = button(icon('play'), () => (this.timer ? this.stop() : this.play()), { id: 'play', title: t('play'), 'aria-label': t('play') });
    this.bar = h('div', { class: 'scrubber', role: 'group', 'aria-label': t('moment') },
      step('first', 'first-move', () => 0, 'to-first'), step('previous', 'previous', () => this.at - 1, 'to-previous'),
      player ? this.playing : null,
      step('next', 'next', () => this.at + 1, 'to-next'), step('last', 'last', () => this.count, 'to-last'),
      this.range, this.label,
      player ? select(SPEEDS, '1', (value) => { this.speed = Number(value); if (this.timer) this.play(); }, { 'aria-label': t('speed'), id: 'speed' }) : null);
    this.list = h('ol', { class: 'moves', id: 'moves', onclick: (event) => {
      const row = event.target.closest('button');
      if (row) { this.stop(); this.go(Number(row.dataset.n)); }
    } });
    const point = (event) => {
      const n = event.target.closest('button')?.dataset.n;
      const { from, to } = this.rows?.[n - 1]?.event ?? {};
      board.set({ named: from ? [from, to] : [] });
    };
    ['pointerover', 'focusin'].forEach((name) => this.list.addEventListener(name, point));
    ['pointerleave', 'focusout'].forEach((name) => this.list.addEventListener(name, () => board.set({ named: [] })));
  }

  go(at) {
    const to = Math.max(0, Math.min(this.count, at));
    if (to !== this.at) this.seek(to);
    else this.range.value = to;
  }

  play() {
    clearInterval(this.timer);
    if (this.at >= this.count) this.seek(0);
    this.playing.replaceChildren(icon('pause'));
    this.playing.setAttribute('aria-label', t('pause'));
    this.timer = setInterval(() => { if (this.at < this.count) this.go(this.at + 1); else this.stop(); }, 1100 / this.speed);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.playing.replaceChildren(icon('play'));
    this.playing.setAttribute('aria-label', t('play'));
  }

  /** Shows the moves, as `describe` has them, in a column for each seat of `order`; a new `key` is a new game. */
  update(rows, at, { order, key }) {
    if (key !== this.key || this.buttons.length > rows.length + 1) this.begin(order);
    this.key = key;
    this.rows = rows;
    for (let n = this.buttons.length; n <= rows.length; n++) this.add(rows[n - 1], n);
    this.count = rows.length;
    this.range.max = this.count;
    this.range.value = at;
    this.label.textContent = `${at} / ${this.count}`;
    this.list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const row = this.buttons[at];
    row?.setAttribute('aria-current', 'step');
    if (row) {
      const [outer, inner] = [this.list.getBoundingClientRect(), row.getBoundingClientRect()];
      const seen = inner.top >= outer.top && inner.bottom <= outer.bottom;
      if (!seen) this.list.scrollTop += inner.top - outer.top - this.list.clientHeight / 2;
    }
    this.at = at;
    document.body.dataset.ply = at;
  }

  /** An empty list: a column for each seat, and the start. */
  begin(order) {
    Object.assign(this, { order, round: 0, column: order.length, buttons: [], aside: null });
    this.list.style.setProperty('--seats', order.length);
    const start = button(t('start'), null, { data: { n: 0 } });
    this.buttons.push(start);
    const heads = order.map((seat, i) => this.put(h('li', { class: `head seat-${seat}`, 'aria-hidden': 'true' }, chip(seat)), 1, i + 2));
    const corner = this.put(h('li', { class: 'head', 'aria-hidden': 'true' }), 1, 1);
    this.list.replaceChildren(corner, ...heads, this.put(h('li', {}, start), 2, '2 / -1'));
  }

  /** Marks the worst moves. */
  mark(numbers) {
    this.buttons.forEach((el, n) => el.classList.toggle('bad', numbers.includes(n)));
  }

  put(el, row, column) {
    el.style.gridRow = row;
    el.style.gridColumn = column;
    return el;
  }

  /** A move below the last one of its seat; what it brought stands below its round. */
  add(row, n) {
    const { event, name, short, cells, sign, detail, news, sentence } = row;
    const column = this.order.indexOf(event.seat);
    if (column <= this.column) {
      this.round += 1;
      this.aside = null;
      this.list.append(this.put(h('li', { class: 'number', 'aria-hidden': 'true' }, String(this.round)), 2 * this.round + 1, 1));
    }
    this.column = column;
    const move = button([h('span', { class: 'moved' }, h('strong', { class: 'long' }, name || '·'), h('strong', { class: 'short', 'aria-hidden': 'true' }, short || '·'), sign && ` ${sign}`), h('span', { class: 'cells' }, cells)], null,
      { data: { n }, title: sentence, 'aria-label': `${n}. ${sentence}` });
    this.buttons.push(move);
    this.list.append(this.put(h('li', { class: `move seat-${event.seat}` }, move), 2 * this.round + 1, column + 2));
    if (!detail.length && !news.length) return;
    if (!this.aside) {
      this.aside = this.put(h('li', { class: 'aside' }), 2 * this.round + 2, '2 / -1');
      this.list.append(this.aside);
    }
    const lines = [...(detail.length ? [`${t(event.seat)} ${cells}: ${detail.join(chinese() ? '；' : '; ')}`] : []), ...news];
    this.aside.append(...lines.map((text) => h('p', {}, text)));
  }
}
