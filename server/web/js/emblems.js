// The signs of the seats besides their colours: an emblem, and the weave on the back of a hidden piece.

import { h, s } from './dom.js';
import { t } from './words.js';

/** Emblems around the origin: a circle, a square, a triangle, a lozenge. */
export const EMBLEMS = {
  S: 'M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z',
  E: 'M-3.6 -3.6H3.6V3.6H-3.6Z',
  N: 'M0 -4.4L4.4 3.6H-4.4Z',
  W: 'M0 -5L4.2 0L0 5L-4.2 0Z',
};

/** Weaves in a cell of 8 by 8, and the angle they are turned by: a net, rows, columns, rings. */
export const WEAVES = {
  S: ['M0 0H8M0 0V8', 45],
  E: ['M0 2H8M0 6H8', 0],
  N: ['M2 0V8M6 0V8', 0],
  W: ['M4 1.5A2.5 2.5 0 1 0 4.01 1.5Z', 0],
};

/** The chip of a seat: its emblem and its name. */
export const chip = (seat, text = t(seat)) => h('span', { class: `chip seat-${seat}` },
  s('svg', { class: 'chip-emblem', viewBox: '-6 -6 12 12', width: 11, height: 11, 'aria-hidden': 'true' }, s('path', { d: EMBLEMS[seat] })), text);
