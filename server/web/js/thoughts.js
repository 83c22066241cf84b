// The best moves of a search. Their rows stay in place while the search goes on, so that focus and preview do.

import { button, h } from './dom.js';
import { ends } from './game.js';
import { percent, t } from './words.js';

const lineOf = ({ move, line }) => (line ?? [move]).map(ends);

export class Thoughts {
  /** `look` gets the move to draw as an arrow, `whole` a line to number on the board, `keep` a thought to keep, if there are notes. */
  constructor({ look, whole, keep }) {
    Object.assign(this, { look, whole, keep, moves: [], pointed: null });
    this.el = h('div', { class: 'thoughts', id: 'thoughts', role: 'group', 'aria-label': t('best-moves') });
  }

  /** Shows what a search found, the best move first. */
  show(moves) {
    this.moves = moves;
    const rows = this.el.children;
    while (rows.length > moves.length) rows[moves.length].remove();
    while (rows.length < moves.length) this.el.append(this.row(rows.length));
    moves.forEach((thought, i) => fill(rows[i], thought));
    if (!moves[this.pointed]) this.pointed = null;
    this.arrow();
  }

  /** The arrow of the move that is pointed at, or of the best one. */
  arrow() {
    const thought = this.moves[this.pointed ?? 0];
    this.look(thought ? ends(thought.move) : null);
  }

  row(i) {
    const point = (at) => () => { this.pointed = at; this.arrow(); };
    const back = () => { point(null)(); this.whole([]); };
    const whole = () => this.whole(lineOf(this.moves[i]));
    const listeners = { onpointerenter: point(i), onfocus: point(i), onpointerleave: back, onblur: back };
    const keep = () => this.keep({ win: this.moves[i].win, moves: lineOf(this.moves[i]) });
    return h('div', { class: 'thought' }, button('', whole, { class: 'plain found', ...listeners }),
      this.keep && button('+', keep, { class: 'plain small keep', title: t('keep-line'), 'aria-label': t('keep-line') }));
  }
}

/** Writes a thought into its row. */
function fill(row, { move, win, line, depth }) {
  const bar = h('span');
  bar.style.width = percent(win ?? 0, 1);
  const rest = (line ?? []).slice(1).map((one) => ends(one).join('-')).join('  ');
  row.dataset.move = move;
  row.firstChild.replaceChildren(
    h('strong', {}, win === null ? '–' : percent(win, 1)), h('span', {}, ends(move).join('→')), h('span', { class: 'bar' }, bar),
    rest ? h('span', { class: 'line', title: rest }, depth ? `${depth}: ${rest}` : rest) : '');
}
