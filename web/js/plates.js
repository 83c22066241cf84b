// The plates of the seats in the corners of the board: who, clock, what is left.

import { button, h, store } from './dom.js';
import { SEATS, counts } from './game.js';
import { icon } from './icons.js';
import { known, t } from './words.js';

/** The board with its plates; `arena.plates` are brought up to date by `fill`. */
export function arena(board) {
  const plates = Object.fromEntries(SEATS.map((seat) => [seat, h('div', { class: `plate seat-${seat}` })]));
  const el = h('div', { class: 'arena' }, board.svg, Object.values(plates));
  el.plates = plates;
  return el;
}

/** Switches of how the board is shown. */
export function tools(board, place) {
  const toggle = (name, id, call) => button(icon(name), call, { id, class: 'plain small', title: t(id), 'aria-label': t(id) });
  board.set({ coordinates: store.get('coordinates', false) });
  return h('div', { class: 'tools' },
    toggle('zoom', 'zoom', () => {
      place.classList.toggle('zoomed');
      place.scrollTo(place.clientWidth * 0.45, place.scrollHeight);
    }),
    toggle('grid', 'coordinates', () => {
      store.set('coordinates', !board.state.coordinates);
      board.set({ coordinates: !board.state.coordinates });
    }));
}

/** One line of a seat: a person's name, or the engine's. */
export const sitter = ({ name, kind, taken } = {}) =>
  (name === 'human' ? t('human') : name) || (kind === 'human' ? t(taken ? 'guest' : 'free') : kind ?? '');

export function fill(el, { bottom, seats, place, eyes, rules, you, slips, deploying }) {
  const tally = place ? counts(place, eyes, rules) : {};
  for (const seat of SEATS) {
    const plate = el.plates[seat];
    const info = seats?.[seat];
    const side = (SEATS.indexOf(seat) - SEATS.indexOf(bottom) + 4) % 4;
    plate.dataset.side = side;
    plate.hidden = !info;
    if (!info) continue;
    const out = place?.out.get(seat);
    const gone = seat !== you && info.kind === 'human' && info.taken && info.here === false;
    plate.classList.toggle('turn', place?.turn === seat && !deploying);
    plate.classList.toggle('out', out !== undefined);
    const state = out !== undefined ? known(`out-${out}`, t('out'))
      : deploying && info.ready ? t('is-ready') : gone ? t('away') : '';
    plate.replaceChildren(
      h('div', { class: 'who' }, h('span', { class: 'chip' }, t(seat)), h('span', { class: 'person', title: sitter(info) }, sitter(info)),
        you === seat && h('span', { class: 'faint' }, t('you'))),
      h('div', { class: 'clock', data: { clock: seat } }),
      h('div', { class: 'facts' },
        tally[seat] && h('span', {}, t('left-count', tally[seat].left)),
        slips?.[seat] ? h('span', { class: 'warn' }, t('slips', slips[seat])) : null,
        state && h('span', { class: out !== undefined || gone ? 'warn' : 'good' }, state)));
  }
}

/** The seconds of the running turn on the plate of its seat. */
export function showClock(el, seat, seconds, all) {
  for (const other of SEATS) {
    const clock = el.plates[other].querySelector('.clock');
    if (!clock) continue;
    const running = other === seat && seconds !== null;
    clock.textContent = running ? String(seconds) : '';
    clock.classList.toggle('short', running && seconds <= Math.min(10, all / 3));
  }
}
