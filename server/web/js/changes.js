// What a move changed in a belief: the pieces whose kinds became more or less likely.

import { h } from './dom.js';
import { LETTERS } from './game.js';
import { kindName, percent, seatName, t } from './words.js';

const MOST = 4;
/** Smaller changes of a probability are not worth a line. */
const LEAST = 0.03;

/** The largest changes, a kind for each piece: `{ piece, letter, from, to }`. */
export function changes(before, after) {
  const key = ({ seat, home }) => `${seat}:${home}`;
  const known = new Map(before.pieces.map((piece) => [key(piece), piece]));
  const largest = (piece) => {
    const old = known.get(key(piece));
    if (!old) return null;
    const steps = [...LETTERS].map((letter) => ({ piece, letter, from: old.p[letter] ?? 0, to: piece.p[letter] ?? 0 }));
    return steps.reduce((best, step) => (Math.abs(step.to - step.from) > Math.abs(best.to - best.from) ? step : best));
  };
  const size = (step) => Math.abs(step.to - step.from);
  return after.pieces.map(largest).filter((step) => step && size(step) >= LEAST).sort((a, b) => size(b) - size(a)).slice(0, MOST);
}

/** Lists them; `point` is called with the cell of a line that is pointed at. */
export function list(el, steps, point) {
  const line = ({ piece, letter, from, to }) => h('li', { class: 'change', data: { cell: piece.cell }, onpointerenter: () => point(piece.cell) },
    `${piece.cell} ${seatName(piece.seat)}: ${kindName(letter)} ${percent(from)} → ${percent(to)}`);
  el.replaceChildren(h('h3', {}, t('changed')), steps.length ? h('ul', {}, steps.map(line)) : h('p', { class: 'faint' }, t('no-change')));
}
