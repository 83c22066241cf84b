// The games that were finished in this browser: kept with their records, listed with filters.

import { button, h, select, store } from './dom.js';
import { sitter } from './plates.js';
import { resultText } from './status.js';
import { seatName, t } from './words.js';

const MOST = 60;
const KEY = 'finished';

/** Keeps a finished game, its marks too; games are named by table and number. */
export function keep(table) {
  const { game, mode, you, seats } = table;
  if (!game.record) return;
  const id = `${table.table}-${table.number}`;
  const older = store.get(KEY, []).filter((one) => one.id !== id);
  older.slice(MOST - 1).forEach((one) => store.set(`game.${one.id}`, null));
  const names = Object.fromEntries(Object.entries(seats).map(([seat, { name, kind }]) => [seat, { name, kind }]));
  store.set(KEY, [{ id, mode, you, names, result: game.result, plies: game.events.length, time: Date.now() }, ...older.slice(0, MOST - 1)]);
  store.set(`game.${id}`, game.record);
}

/** The record of a kept game, or null. */
export const record = (id) => store.get(`game.${id}`);

/** The address of a game, and of a moment of it. */
export const address = (id, at = 0) => `${location.origin}/game/${id}${at ? `#${at}` : ''}`;

const outcome = ({ you, result }) => (!result.winners.length ? 'drawn' : result.winners.includes(you) ? 'won' : 'lost');

/** The list, filtered by mode and result. */
export function list() {
  const wanted = { mode: '', outcome: '' };
  const rows = h('div', { class: 'stack', id: 'finished' });
  const line = (one) => h('article', { class: 'card', data: { game: one.id } },
    h('div', { class: 'grow' }, h('strong', {}, `${t(one.mode)} · ${resultText(one.result, one.you)}`),
      h('div', { class: 'faint' }, [new Date(one.time).toLocaleString(), one.you && seatName(one.you), t('events', one.plies)].filter(Boolean).join(' · ')),
      h('div', { class: 'faint' }, Object.keys(one.names).filter((seat) => seat !== one.you).map((seat) => `${t(seat)} ${sitter({ ...one.names[seat], taken: true })}`).join(' · '))),
    button(t('study'), () => { location.hash = `#/game/${one.id}`; }));
  const draw = () => {
    const all = store.get(KEY, []);
    const some = all.filter((one) => (!wanted.mode || one.mode === wanted.mode) && (!wanted.outcome || outcome(one) === wanted.outcome));
    rows.replaceChildren(...(some.length ? some.map(line) : [h('p', { class: 'faint' }, t(all.length ? 'no-match' : 'no-finished'))]));
  };
  const filter = (name, options) => select([['', t(`any-${name}`)], ...options.map((one) => [one, t(one)])], '', (value) => { wanted[name] = value; draw(); },
    { id: `filter-${name}`, 'aria-label': t(`any-${name}`) });
  draw();
  return h('section', { class: 'panel finished' }, h('h2', {}, t('finished')),
    h('div', { class: 'row' }, filter('mode', ['2v2', '1v1']), filter('outcome', ['won', 'lost', 'drawn'])), rows);
}
