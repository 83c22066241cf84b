// Finished games: those of this browser, kept with their records, and the public ones of the server; with filters.

import { button, debounce, h, select, store } from './dom.js';
import { SEATS } from './game.js';
import { seatNamed } from './levels.js';
import { net } from './net.js';
import { sitter } from './plates.js';
import { resultText } from './status.js';
import { seatName, t } from './words.js';

const MOST = 60;
const KEY = 'finished';

/** What belongs to a kept game: its record, its marks and its notes. */
const keysOf = (id) => [`game.${id}`, `marks.file.${id}.jsonl.0`, `study.${id}.jsonl.0`];

/** Keeps a finished game; games are named by table and number. */
export function keep(table) {
  const { game, mode, you, seats } = table;
  if (!game.record) return;
  const id = `${table.table}-${table.number}`;
  const older = store.get(KEY, []).filter((one) => one.id !== id);
  older.slice(MOST - 1).flatMap((one) => keysOf(one.id)).forEach((key) => store.set(key, null));
  const names = Object.fromEntries(Object.entries(seats).map(([seat, { name, kind }]) => [seat, { name, kind }]));
  store.set(KEY, [{ id, mode, you, names, result: game.result, plies: game.events.length, time: Date.now() }, ...older.slice(0, MOST - 1)]);
  store.set(`game.${id}`, game.record);
}

/** The record of a kept game, or null. */
export const record = (id) => store.get(`game.${id}`);

/** The address of a game, and of a moment of it. */
export const address = (id, at = 0) => `${location.origin}/game/${id}${at ? `#${at}` : ''}`;

/** The result for the person, or none of a game that was only watched. */
const outcome = ({ you, result }) => {
  if (!you) return '';
  return !result.winners.length ? 'drawn' : result.winners.includes(you) ? 'won' : 'lost';
};

/** A finished game as a line of a list, with the way to it. */
const card = ({ id, title, time, plies, names, extra }) => h('article', { class: 'card', data: { game: id } },
  h('div', { class: 'grow' }, h('strong', {}, title),
    h('div', { class: 'faint' }, [new Date(time).toLocaleString(), extra, t('events', plies)].filter(Boolean).join(' · ')),
    h('div', { class: 'faint' }, SEATS.filter((seat) => names[seat]).map((seat) => `${t(seat)} ${sitter({ ...names[seat], taken: true })}`).join(' · '))),
  button(t('study'), () => { location.hash = `#/game/${id}`; }));

/** A filter: its first choice is everything. */
const filter = (name, options, chosen, id) => select([['', t(`any-${name}`)], ...options.map((one) => (Array.isArray(one) ? one : [one, t(one)]))], '', chosen,
  { id, 'aria-label': t(`any-${name}`) });

/** The public games of the server, newest first, by mode, player and result; nothing where it keeps none. */
export function served() {
  const wanted = { mode: '', player: '', result: '' };
  const rows = h('div', { class: 'stack', id: 'served' });
  const el = h('section', { class: 'panel finished', hidden: true });
  const draw = async () => {
    const { kept, games } = await net.ask('finished', { ...wanted, mode: wanted.mode || null }).catch(() => ({ kept: false }));
    el.hidden = !kept;
    if (!kept) return;
    rows.replaceChildren(...(games.length ? games.map(({ game, mode, seats, result, plies, ended }) =>
      card({ id: game, title: `${t(mode)} · ${resultText(result, null)}`, time: 1000 * ended, plies, names: seats })) : [h('p', { class: 'faint' }, t('no-match'))]));
  };
  const choose = (key) => (value) => { wanted[key] = value; draw(); };
  const name = h('input', { id: 'served-player', type: 'search', maxLength: 24, placeholder: t('any-player'), 'aria-label': t('any-player'), oninput: debounce(250, () => choose('player')(seatNamed(name.value.trim()))) });
  el.append(h('h2', {}, t('served')), h('div', { class: 'row' }, filter('mode', ['2v2', '1v1'], choose('mode'), 'served-mode'),
    filter('outcome', [...SEATS.map((seat) => [seat, t('winners', t(seat))]), ['draw', t('drawn')]], choose('result'), 'served-result'), name), rows);
  draw();
  return el;
}

/** The list of this browser, filtered by mode and result. */
export function list() {
  const wanted = { mode: '', outcome: '' };
  const rows = h('div', { class: 'stack', id: 'finished' });
  const line = ({ id, mode, you, names, result, plies, time }) =>
    card({ id, title: `${t(mode)} · ${resultText(result, you)}`, time, plies, names: { ...names, [you]: null }, extra: you && seatName(you) });
  const draw = () => {
    const all = store.get(KEY, []);
    const some = all.filter((one) => (!wanted.mode || one.mode === wanted.mode) && (!wanted.outcome || outcome(one) === wanted.outcome));
    rows.replaceChildren(...(some.length ? some.map(line) : [h('p', { class: 'faint' }, t(all.length ? 'no-match' : 'no-finished'))]));
  };
  const choose = (key) => (value) => { wanted[key] = value; draw(); };
  draw();
  return h('section', { class: 'panel finished' }, h('h2', {}, t('finished')),
    h('div', { class: 'row' }, filter('mode', ['2v2', '1v1'], choose('mode'), 'filter-mode'),
      filter('outcome', ['won', 'lost', 'drawn'], choose('outcome'), 'filter-outcome')), rows);
}
