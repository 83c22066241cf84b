// The chance of winning of both sides as a bar, each side named by its seats.

import { h } from './dom.js';
import { SEATS, partner } from './game.js';
import { list, percent, t } from './words.js';

/** The seats of a side and of the other one. */
export function sides(seat, mode) {
  if (mode === '1v1') return [[seat], [partner(seat)]];
  const own = [seat, partner(seat)].sort((a, b) => SEATS.indexOf(a) - SEATS.indexOf(b));
  return [own, SEATS.filter((one) => !own.includes(one))];
}

/** Shows a chance of winning of the side of a seat; nothing without one. */
export function winbar(el, win, seat, mode) {
  el.hidden = win === null || win === undefined;
  if (el.hidden) return;
  const both = sides(seat, mode);
  const names = both.map((seats) => list(seats.map((one) => t(one))));
  const [own, other] = [h('span', { class: `seat-${seat}` }), h('span', { class: `seat-${both[1][0]}` })];
  own.style.width = percent(win, 1);
  other.style.width = percent(1 - win, 1);
  el.replaceChildren(
    h('p', { class: 'win-names' }, h('strong', {}, `${names[0]} ${percent(win)}`), h('strong', {}, `${names[1]} ${percent(1 - win)}`)),
    h('div', { class: 'win-bar', role: 'img', 'aria-label': t('win-of', names[0], percent(win)) }, own, other));
}
