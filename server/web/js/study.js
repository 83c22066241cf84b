// A study of a game: notes on moments, lines of engines and variations made by hand, kept in the browser, exported as text and JSON.

import { button, download, h, store } from './dom.js';
import { SEATS } from './game.js';
import { percent, seatName, t } from './words.js';

export class Study {
  /** `key` names the game; `record` is its line, or null; `seek` shows a moment; `show` a line `{ at, moves, hand }`. */
  constructor({ key, record, name, seek, show }) {
    Object.assign(this, { key: `study.${key}`, record, name, seek, show, at: 0, title: '' });
    this.data = { notes: {}, lines: [], ...store.get(this.key, {}) };
    this.area = h('textarea', { id: 'note', rows: 4, 'aria-label': t('note'), oninput: () => this.write(this.area.value) });
    this.heading = h('h3', {});
    this.list = h('ul', { class: 'study-list', id: 'study-list' });
    this.el = h('div', { class: 'stack' }, this.heading, this.area, this.list,
      h('div', { class: 'row' },
        button(t('export-text'), () => download(`${name}.study.txt`, this.text()), { id: 'export-text' }),
        button(t('export-json'), () => download(`${name}.study.json`, `${JSON.stringify(this.json(), null, 1)}\n`), { id: 'export-json' })));
  }

  /** Takes over the notes and lines of a study that was exported. */
  load({ notes = {}, lines = [] }) {
    this.data = { notes: { ...this.data.notes, ...notes }, lines };
    this.save();
  }

  save() {
    store.set(this.key, this.data);
    this.draw();
  }

  write(text) {
    if (text.trim()) this.data.notes[this.at] = text;
    else delete this.data.notes[this.at];
    this.save();
  }

  /** Adds a line of an engine at the moment shown: `{ seat, win, moves }`. */
  add(line) {
    this.data.lines.push({ at: this.at, ...line });
    this.save();
  }

  /** Keeps a variation made by hand: a new one, or the last one with more moves. */
  addVariation(line) {
    const same = (a, b) => a.join() === b.join();
    const { lines } = this.data;
    const shorter = lines.findIndex(({ hand, at, moves }) => hand && at === line.at && moves.length < line.moves.length && moves.every((move, i) => same(move, line.moves[i])));
    const known = lines.some(({ hand, at, moves }) => hand && at === line.at && moves.length >= line.moves.length && line.moves.every((move, i) => same(move, moves[i])));
    if (known) return;
    if (shorter >= 0) lines[shorter] = { ...line, hand: true };
    else lines.push({ ...line, hand: true });
    this.save();
  }

  moment(at, title) {
    Object.assign(this, { at, title });
    this.heading.textContent = `${t('note')} · ${at}. ${title}`;
    this.area.value = this.data.notes[at] ?? '';
    this.draw();
  }

  /** Notes and lines in the order of the game. */
  entries() {
    const notes = Object.entries(this.data.notes).map(([at, text]) => ({ at: Number(at), text }));
    const lines = this.data.lines.map((line, index) => ({ ...line, index, text: lineText(line) }));
    return [...notes, ...lines].sort((a, b) => a.at - b.at);
  }

  draw() {
    this.list.replaceChildren(...this.entries().map(({ at, text, moves, index, hand }) => h('li', {},
      button(`${at}. ${text}`, () => { this.seek(at); if (moves) this.show({ at, moves, hand }); }, { class: 'entry', data: { at } }),
      moves && button('×', () => { this.data.lines.splice(index, 1); this.save(); }, { class: 'plain small', 'aria-label': `${t('delete')}: ${text}` }))));
  }

  text() {
    return [this.name, ...this.entries().map(({ at, text }) => `${at}. ${text}`)].join('\n') + '\n';
  }

  json() {
    return { study: 1, name: this.name, record: this.record, ...this.data };
  }
}

const lineText = ({ seat, win, moves }) => `${seatName(seat)}: ${moves.map((move) => move.join('→')).join(' ')}${win == null ? '' : ` (${percent(win)})`}`;

/** Whether a line of a file can be shown: a moment, a seat, and moves as pairs of cells. */
const isLine = ({ at, seat, moves }) => Number.isInteger(at) && SEATS.includes(seat) && moves.every((move) => move.length === 2 && move.every((cell) => typeof cell === 'string'));
const isNote = ([at, text]) => Number.isInteger(Number(at)) && text.trim();

/** A study in the text of a file, or null. */
export function read(text) {
  try {
    const { study, name, record, notes = {}, lines = [] } = JSON.parse(text);
    const sound = study === 1 && record && lines.every(isLine) && Object.entries(notes).every(isNote);
    return sound ? { name, record, notes, lines } : null;
  } catch { return null; }
}
