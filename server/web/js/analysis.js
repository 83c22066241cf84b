// The analysis of a moment: best moves, belief with its heat map, and the terms of the evaluation.

import { button, debounce, field, h, select, store } from './dom.js';
import { changes, list as listChanges } from './changes.js';
import { chooser, distribution, legend, tints } from './heat.js';
import { net } from './net.js';
import { termName } from './terms.js';
import { Thoughts } from './thoughts.js';
import { winbar } from './winbar.js';
import { percent, t } from './words.js';

const SECONDS = [1, 2, 5, 10, 30, 60];
/** Milliseconds until a search is asked for again that was refused for want of room. */
const RETRY = 1000;

export class Analysis {
  /**
   * `of` is `table` or `file`; the board shows arrows and tints. `keepLine` gets a line that is to be kept, `guess`
   * a belief to mark pieces by; `busy` is told when a search begins and ends.
   */
  constructor({ of, board, keepLine = null, guess = null, busy = () => {} }) {
    Object.assign(this, { of, board, busy, held: false, now: null, belief: null, tint: null, pointed: null, running: false, searching: false, asking: false, visible: false, stop: () => {} });
    const keep = (key) => (value) => {
      store.set(key, value);
      if (this.running) this.think();
    };
    this.engine = select(net.engines(), store.get('analyst', 'pimc'), keep('analyst'), { id: 'analyst' });
    this.time = select(SECONDS.map((n) => [String(n), t('seconds', n)]), String(store.get('analysis-time', 5)), keep('analysis-time'), { id: 'analysis-time' });
    this.toggle = button(t('analyse'), () => (this.running ? this.halt() : this.start()), { id: 'analyse', class: 'primary', 'aria-pressed': 'false' });
    this.info = h('p', { class: 'faint', id: 'search-info', role: 'status' });
    this.thoughts = new Thoughts({
      look: (arrow) => board.set({ arrow }), whole: (line) => board.set({ line }),
      keep: keepLine && ((line) => keepLine({ seat: this.now.seat, ...line })),
    });
    this.mean = h('span', { id: 'entropy', class: 'faint' });
    this.kinds = chooser((what) => { this.tint = what; this.paint(); });
    this.legend = h('div', { class: 'legend', hidden: true });
    this.piece = h('div', { id: 'belief', 'aria-live': 'polite' }, h('p', { class: 'faint' }, t('belief-about')));
    this.terms = h('div', { id: 'terms' });
    this.win = h('div', { id: 'win', hidden: true });
    this.changed = h('div', { id: 'changed' });
    this.denied = h('p', { class: 'faint', hidden: true }, t('no-help'));
    this.body = h('div', { class: 'stack' }, this.win,
      h('section', { class: 'stack' },
        h('div', { class: 'row' }, this.toggle, field(t('engine'), this.engine), field(t('clock-time'), this.time)), this.info, this.thoughts.el),
      h('section', { class: 'stack' }, h('h3', {}, t('belief'), ' ', this.mean), this.kinds, this.legend, guess && button(t('mark-guesses'), () => { if (this.belief) guess(this.belief); }, { id: 'mark-guesses' }), this.changed, this.piece),
      h('details', {}, h('summary', {}, t('terms')), this.terms));
    this.el = h('div', { class: 'stack analysis' }, this.denied, this.body);
    this.later = debounce(220, () => { if (this.running && !this.searching) this.think(); this.ask(); });
    this.unwatch = net.on('open', this.later);
  }

  /**
   * The moment to look at: `{ at, seat, turn, allowed }`, or null if there is none; `line` is a variation, `agreeing`
   * whether it is said elsewhere how analysis is allowed.
   */
  moment(now) {
    const key = (one) => one && [one.at, one.seat, one.allowed, one.game, one.line].join();
    const same = key(now) === key(this.now);
    this.now = now;
    const allowed = Boolean(now?.allowed);
    this.denied.hidden = allowed || !now || Boolean(now.agreeing);
    this.body.hidden = !allowed;
    if (!allowed) { this.halt(); this.forget(); } else if (!same) {
      this.stop();
      this.searching = false;
      this.forget();
      this.later();
    }
  }

  show(visible) {
    this.visible = visible;
    if (visible && this.now && !this.belief) this.later();
    this.paint();
  }

  forget() {
    this.belief = null;
    this.thoughts.show([]);
    this.changed.replaceChildren();
    this.win.hidden = true;
    this.info.textContent = '';
    this.found = null;
    this.paint();
    this.board.set({ arrow: null, line: [] });
  }

  start() {
    this.running = true;
    this.label();
    this.think();
  }

  halt() {
    if (!this.running) return;
    this.stop();
    this.running = this.searching = false;
    if (this.info.textContent === t('thinking')) this.info.textContent = '';
    if (this.held && net.connected()) net.ask('halt').catch(() => {});
    this.hold(false);
    this.label();
  }

  /** Tells whether a search has the server. */
  hold(held) {
    this.held = held;
    this.busy(held);
  }

  label() {
    this.toggle.textContent = t(this.running ? 'analyse-stop' : 'analyse');
    this.toggle.setAttribute('aria-pressed', String(this.running));
  }

  fields() {
    const { at, seat, line } = this.now;
    return { of: line ? 'line' : this.of, at, seat };
  }

  think() {
    this.stop();
    this.searching = false;
    if (this.now?.turn !== this.now?.seat) this.hold(false);
    if (!this.now?.turn) return;
    if (this.now.turn !== this.now.seat) { this.info.textContent = t('only-on-turn'); return; }
    this.info.textContent = t('thinking');
    this.hold(true);
    this.searching = true;
    this.stop = net.stream('think', { ...this.fields(), engine: this.engine.value, time: 1000 * Number(this.time.value) },
      (thought) => this.thought(thought),
      (error) => this.failed(error));
  }

  /** Says why there is no search; where too much was asked at once, asks again later. */
  failed({ code, text }) {
    this.searching = false;
    this.info.textContent = text;
    this.hold(false);
    if (code === 'limit') setTimeout(this.later, RETRY);
  }

  thought({ moves, time, depth, nodes, worlds, done }) {
    const facts = [[t('depth'), depth], [t('nodes'), nodes?.toLocaleString()], [t('worlds'), worlds]].filter(([, value]) => value);
    this.info.textContent = [...facts.map((pair) => pair.join(' ')), `${(time / 1000).toFixed(1)} s`].join(' · ') + (done ? '' : ' …');
    if (done) this.hold(false);
    this.found = moves[0]?.win;
    if (this.found != null) winbar(this.win, this.found, this.now.seat, this.now.mode);
    this.thoughts.show(moves);
  }

  /** Belief and terms of the moment, if anybody looks: of one moment at a time, whatever is passed by meanwhile. */
  async ask() {
    if (this.asking || !this.visible || !this.now?.allowed || !net.connected()) return;
    const asked = this.now;
    const current = () => asked === this.now || (asked.at === this.now?.at && asked.seat === this.now.seat && asked.line === this.now.line);
    this.asking = true;
    const belief = net.ask('belief', this.fields()).then((answer) => (current() ? this.believe(answer, current) : null), (error) => { this.mean.textContent = error.text; });
    const terms = net.ask('terms', this.fields()).then((answer) => { if (current()) this.evaluation(answer); }, () => this.terms.replaceChildren());
    try { await Promise.all([belief, terms]); } finally { this.asking = false; }
    if (!current()) this.ask();
  }

  /** Shows a belief, then what the last move changed in it. */
  async believe(answer, current) {
    this.belief = answer;
    const bits = answer.bits === null ? t('certain') : t('mean-entropy', answer.bits.toFixed(2));
    this.mean.textContent = bits + (answer.exact ? '' : t('sampled', percent(answer.error ?? 0, 1)));
    this.paint();
    this.point(this.pointed);
    if (!answer.at) return;
    const before = await net.ask('belief', { ...this.fields(), at: answer.at - 1 }).catch(() => null);
    if (before && current()) listChanges(this.changed, changes(before, answer), (cell) => this.point(cell));
  }

  paint() {
    if (!this.visible || !this.belief || !this.tint) {
      legend(this.legend, null);
      if (this.board.state.tints) this.board.set({ tints: null });
      return;
    }
    const { map, top } = tints(this.belief, this.tint);
    legend(this.legend, top);
    this.board.set({ tints: map });
  }

  /** A station that is pointed at. */
  point(cell) {
    if (!cell) return;
    this.pointed = cell;
    const piece = this.belief?.pieces.find((one) => one.cell === cell);
    if (piece) distribution(this.piece, piece);
  }

  evaluation({ terms, total, win, chance, seat }) {
    if (this.found == null) winbar(this.win, chance, seat, this.now.mode);
    const figure = (value, digits) => h('td', { class: 'figure' }, value.toFixed(digits));
    const row = ({ name, amount, weight, product }) =>
      h('tr', {}, h('td', { title: name }, termName(name)), figure(amount, 2), figure(weight, 1), figure(product, 1));
    const heads = ['term', 'amount', 'weight', 'product'].map((key, i) => h('th', { class: i ? 'figure' : '', scope: 'col' }, t(key)));
    const groups = [...new Set(terms.map(({ term }) => term))].map((term) => {
      const own = terms.filter((one) => one.term === term);
      const sum = own.reduce((all, { product }) => all + product, 0);
      return h('tbody', {}, h('tr', { class: 'group' }, h('th', { colSpan: 3, scope: 'rowgroup' }, termName(term)), figure(sum, 1)),
        own.filter(({ amount }) => Math.abs(amount) >= 0.005).map(row));
    });
    this.terms.replaceChildren(h('table', {}, h('thead', {}, h('tr', {}, heads)), groups,
      h('tbody', {}, h('tr', { class: 'sum' }, h('td', { colSpan: 3 }, t('total')), figure(total, 0)),
        h('tr', { class: 'sum' }, h('td', { colSpan: 3 }, t('win-probability')), h('td', { class: 'figure' }, percent(win, 1))))));
  }

  close() {
    this.visible = false;
    this.unwatch();
    this.later.cancel();
    this.halt();
  }
}
