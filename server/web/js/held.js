// The seats that this browser holds: their tokens, and the list of games to return to.

import { button, h, store } from './dom.js';
import { net } from './net.js';
import { sitter } from './plates.js';
import { seatName, t } from './words.js';

const KEY = 'token.';

export const token = (table) => store.get(KEY + table);
export const keep = (table, secret) => store.set(KEY + table, secret);
/** Forgets a seat, and the marks of its table. */
export function forget(table) {
  store.set(KEY + table, null);
  store.keys(`marks.${table}.`).forEach((game) => store.set(`marks.${table}.${game}`, null));
}

/** The tables at which this browser holds a seat; tokens of tables that are gone are forgotten. */
export async function games() {
  const seats = store.keys(KEY).map((table) => ({ table, token: token(table) }));
  if (!seats.length) return [];
  const { tables } = await net.ask('held', { seats: seats.slice(-20) });
  for (const { table } of seats.slice(-20)) if (!tables.some((one) => one.table === table)) forget(table);
  return tables;
}

/** A line for each game, with the way back. */
export function list(el, tables) {
  const line = ({ table, mode, phase, seat, turn, seats }) => h('article', { class: 'card', data: { held: table } },
    h('div', { class: 'grow' }, h('strong', {}, `${t(mode)} · ${seatName(seat)}`),
      h('span', { class: 'faint' }, ` ${t(phase)}`), turn && h('span', { class: 'offer' }, t('your-turn')),
      h('div', { class: 'faint' }, Object.keys(seats).filter((one) => one !== seat).map((one) => `${t(one)} ${sitter(seats[one])}`).join(' · '))),
    button(t('return-to-game'), () => { location.hash = `#/table/${table}`; }, { class: 'primary', data: { return: table } }));
  el.hidden = !tables.length;
  el.replaceChildren(h('h2', {}, t('your-games')), ...tables.map(line));
}
