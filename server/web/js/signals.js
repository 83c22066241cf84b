// Signals to the partner: preset meanings, on the board or without a place. Only the partner receives them.

import { button, h, s } from './dom.js';
import { SEATS, partner } from './game.js';
import { net } from './net.js';
import { t } from './words.js';

const ON_BOARD = ['attack', 'defend', 'careful', 'well_done'];
const PHRASES = ['wait', 'thanks', 'sorry', 'good_luck'];
const SHOWN_MS = 6000;

/** Whether a player may signal: in a running game with a person as the partner. */
export const possible = ({ phase, mode, you, seats }) =>
  phase === 'playing' && mode === '2v2' && SEATS.includes(you) && seats[partner(you)]?.kind === 'human';

/** Buttons that send a signal about a cell, or phrases if there is none; `sent` is called afterwards. */
export function buttons(cell, failed, sent = () => {}) {
  const send = (signal) => () => {
    net.ask('signal', cell ? { signal, cell } : { signal }).catch(failed);
    sent();
  };
  return (cell ? ON_BOARD : [...ON_BOARD.slice(2), ...PHRASES]).map((signal) =>
    button(t(`signal-${signal}`), send(signal), { role: 'menuitem', data: { signal } }));
}

/** A row of phrases that opens by a button. */
export function phrases(failed) {
  const row = h('div', { class: 'row', id: 'phrases', hidden: true });
  const toggle = button(t('signals'), () => { row.hidden = !row.hidden; toggle.setAttribute('aria-expanded', String(!row.hidden)); },
    { id: 'signals', 'aria-expanded': 'false' });
  row.append(...buttons(null, failed, () => toggle.click()));
  return [toggle, row];
}

/** The words of a signal. */
export const wording = ({ signal, cell }) => `${t(`signal-${signal}`)}${cell ? ` ${cell}` : ''}`;

/** Shows a signal on its cell for a while. */
export function mark(board, { seat, signal, cell }) {
  if (!cell || !board.spots.has(cell)) return;
  const [x, y] = board.geometry.spot(cell);
  const el = s('g', { class: `signal seat-${seat}`, transform: `translate(${x} ${y})`, 'data-signal': signal },
    s('circle', { r: 34 }), s('text', { y: -40, 'font-size': 20 }, t(`signal-${signal}`)));
  board.layers.signal.append(el);
  setTimeout(() => el.remove(), SHOWN_MS);
}
