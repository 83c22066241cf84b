// The way through a game: scrubber, buttons, and the list of its moves.

import { button, h, select } from './dom.js';
import { icon } from './icons.js';
import { t } from './words.js';

const SPEEDS = [['0.5', '½×'], ['1', '1×'], ['2', '2×'], ['4', '4×'], ['10', '10×']];
/** Where arrow keys mean something else. */
const KEYED = 'input, select, textarea, [role="tablist"], #palette';
const SIGN = { win: '✓', lose: '✗', both: '✺' };

export class History {
  /** `seek` gets the event number to show; `live` also offers the way back to the end. */
  constructor(seek, { player = false } = {}) {
    this.seek = seek;
    this.count = 0;
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

  /** Left and right, from anywhere but a field or the board. */
  key = (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.(KEYED)) return;
    const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.count }[event.key];
    if (to === undefined) return;
    this.stop();
    this.go(to);
    event.preventDefault();
  };

  update(events, at) {
    if (events !== this.events || this.list.children.length > events.length + 1) this.list.replaceChildren(this.row(null, 0));
    this.events = events;
    for (let n = this.list.children.length; n <= events.length; n++) this.list.append(this.row(events[n - 1], n));
    this.count = events.length;
    this.range.max = this.count;
    this.range.value = at;
    this.label.textContent = `${at} / ${this.count}`;
    this.list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const row = this.list.children[at]?.firstChild;
    row?.setAttribute('aria-current', 'step');
    if (row) {
      const [outer, inner] = [this.list.getBoundingClientRect(), row.getBoundingClientRect()];
      const seen = inner.top >= outer.top && inner.bottom <= outer.bottom;
      if (!seen) this.list.scrollTop += inner.top - outer.top - this.list.clientHeight / 2;
    }
    this.at = at;
    document.body.dataset.ply = at;
  }

  row(event, n) {
    const parts = [h('span', { class: 'number' }, String(n)), event && h('span', { class: `dot seat-${event.seat}` }), h('span', {}, event ? wording(event) : t('start'))];
    return h('li', {}, button(parts, null, { data: { n } }));
  }
}

/** An event in a line. */
export function wording(event) {
  const sign = event.fight ? ` ${SIGN[event.fight]}` : '';
  const body = event.act === 'move' ? `${event.from} → ${event.to}${sign}` : t(event.act === 'draw' ? 'agreed' : event.act);
  const out = (event.out ?? []).map(([seat]) => ` · ${t(seat)} ${t('out')}`).join('');
  return body + out;
}
