// The plates of the seats in the corners of the board: who, clock, what is left.

import { button, h, store } from './dom.js';
import { chip } from './emblems.js';
import { SEATS, counts, partner } from './game.js';
import { engineName } from './levels.js';
import { icon } from './icons.js';
import * as notice from './notice.js';
import { minutes } from './timing.js';
import { known, t } from './words.js';
import * as zoom from './zoom.js';

/** The board with its plates, and what else lies over it; `arena.plates` are brought up to date by `fill`. */
export function arena(board, ...over) {
  const plates = Object.fromEntries(SEATS.map((seat) => [seat, h('div', { class: `plate seat-${seat}` })]));
  const el = h('div', { class: 'arena' }, board.svg, Object.values(plates), over);
  el.plates = plates;
  return el;
}

/** Switches of how the board is shown in a view; `changed` draws it again, `turn` turns it by a quarter. */
export function tools(board, view, changed, turn) {
  const toggle = (name, id, call) => button(icon(name), call, { id, class: 'plain small', title: t(id), 'aria-label': t(id) });
  board.set({ coordinates: store.get('coordinates', false) });
  return h('div', { class: 'tools' },
    toggle('zoom', 'zoom', () => { zoom.toggle(view); changed(); }),
    notifyButton(),
    toggle('turn', 'turn-board', turn),
    toggle('grid', 'coordinates', () => {
      store.set('coordinates', !board.state.coordinates);
      board.set({ coordinates: !board.state.coordinates });
    }));
}

/** The switch of notifications; nothing where the browser has none. */
function notifyButton() {
  if (!('Notification' in window)) return null;
  const el = button(icon('bell'), async () => {
    await notice.toggle();
    label();
  }, { id: 'notify', class: 'plain small' });
  const label = () => {
    el.title = t(notice.wanted() ? 'notify-on' : 'notify-off');
    el.setAttribute('aria-label', el.title);
    el.classList.toggle('active', notice.wanted());
  };
  label();
  return el;
}

/** One line of a seat: a person's name, or the engine's. */
export const sitter = ({ name, kind, taken } = {}) =>
  (name === 'human' ? t('human') : kind === 'engine' ? engineName(name) : name) || (kind === 'human' ? t(taken ? 'guest' : 'free') : kind ?? '');

export function fill(el, { bottom, seats, place, eyes, rules, you, slips, deploying, helped }) {
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
      h('div', { class: 'who' }, chip(seat), h('span', { class: 'person', title: sitter(info) }, sitter(info)),
        you === seat && h('span', { class: 'faint' }, t('you'))),
      h('div', { class: 'clock', data: { clock: seat } }),
      h('div', { class: 'facts' },
        rules?.mode === '2v2' && you && partner(you) === seat && h('span', { class: 'partner' }, t('partner')),
        tally[seat] && h('span', {}, t('left-count', tally[seat].left)),
        slips?.[seat] ? h('span', { class: 'warn' }, t('slips', slips[seat])) : null,
        helped?.includes(seat) && h('span', { class: 'helped', title: t('has-help') }, t('analysis')),
        state && h('span', { class: out !== undefined || gone ? 'warn' : 'good' }, state)));
  }
}

/** The time of the running turn on the plate of its seat; with game clocks, those of all people. */
export function showClock(el, seat, seconds, { clock: all, clocks }) {
  for (const other of SEATS) {
    const clock = el.plates[other].querySelector('.clock');
    if (!clock) continue;
    const running = other === seat && seconds !== null;
    const own = running ? seconds : clocks?.[other] ?? null;
    const shown = clocks ? other in clocks : running;
    clock.textContent = shown && own !== null ? minutes(own) : '';
    clock.classList.toggle('short', running && seconds <= (clocks ? 20 : Math.min(10, all / 3)));
    clock.classList.toggle('waits', shown && !running);
  }
}
