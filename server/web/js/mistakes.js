// The moves that cost their side most, from the chances of winning over a game.

import { button, h } from './dom.js';
import { sides } from './winbar.js';
import { percent, t } from './words.js';

const MOST = 6;
/** The least loss of the chance of winning. */
const LEAST = 0.06;

/**
 * The worst moves: `{ n, loss }`, by the points of a graph for a seat and the events. In a long game the points are some
 * plies apart; a fall between two of them counts for a side's move if it is the only one of that side there.
 */
export function mistakes(points, seat, mode, events) {
  const own = sides(seat, mode)[0];
  const known = points.filter(({ win }) => win !== null && win !== undefined);
  const losses = known.slice(1).flatMap(({ at, win }, i) => {
    const before = known[i];
    const lost = ({ act, seat: mover }) => act === 'move' && own.includes(mover) === win < before.win;
    const moves = events.slice(before.at, at).flatMap((event, k) => (lost(event) ? [before.at + k + 1] : []));
    return moves.length === 1 ? [{ n: moves[0], loss: Math.abs(win - before.win) }] : [];
  });
  return losses.filter(({ loss }) => loss >= LEAST).sort((a, b) => b.loss - a.loss).slice(0, MOST).sort((a, b) => a.n - b.n);
}

/** Lists them with the way to each. */
export function list(el, worst, rows, seek) {
  el.replaceChildren(h('h3', {}, t('mistakes')), worst.length
    ? h('ul', { class: 'study-list' }, worst.map(({ n, loss }) => h('li', {},
      button(`${n}. ${rows[n - 1].sentence} (−${percent(loss)})`, () => seek(n), { class: 'entry', data: { mistake: n } }))))
    : h('p', { class: 'faint' }, t('no-mistakes')));
}
