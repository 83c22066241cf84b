// One arm being arranged on a board, and the panel of deployments beside it.

import { base64, button, copy, download, field, h, store, toast } from './dom.js';
import { mirrored, rows, swappable, symbols } from './game.js';
import { deployments } from './deployments.js';
import { net } from './net.js';
import { faultsText } from './errors.js';
import { chinese, half, t } from './words.js';

/** Pieces of one arm that change places by clicks, drags or keys. */
export class Editor {
  constructor(data, seat, changed) {
    Object.assign(this, { data, seat, changed, list: null, selected: null, locked: false });
    this.cells = data.arms[seat];
  }

  /** Shows another deployment; text or symbols. */
  put(what) {
    const list = typeof what === 'string' ? symbols(what) : what;
    if (list.length !== 30) return false;
    this.list = list;
    this.selected = null;
    this.changed();
    return true;
  }

  get text() {
    return this.list ? rows(this.list) : '';
  }

  mirror() {
    if (this.list) this.put(mirrored(this.list));
  }

  pieces() {
    const piece = (kind, i) => ({ at: this.cells[i], seat: this.seat, kind, home: this.cells[i] });
    return (this.list ?? []).map(piece).filter(({ kind }) => kind !== '.');
  }

  /** What a board should show of it. */
  state() {
    const from = this.cells.indexOf(this.selected);
    const others = this.cells.filter((_, i) => from >= 0 && i !== from && this.list[i] !== '.');
    const targets = others.filter((cell) => this.can(this.selected, cell));
    const bad = others.filter((cell) => !targets.includes(cell) && this.kind(cell) !== this.kind(this.selected));
    return { selected: this.selected, targets, bad };
  }

  kind = (cell) => this.list?.[this.cells.indexOf(cell)];

  can(a, b) {
    const [i, j] = [this.cells.indexOf(a), this.cells.indexOf(b)];
    return i >= 0 && j >= 0 && swappable(this.list, i, j, this.data);
  }

  canDrag = (cell) => {
    if (this.locked || !this.kind(cell) || this.kind(cell) === '.') return false;
    this.selected = cell;
    this.changed();
    return true;
  };

  drop = (a, b) => {
    this.selected = null;
    if (this.can(a, b)) {
      const [i, j] = [this.cells.indexOf(a), this.cells.indexOf(b)];
      [this.list[i], this.list[j]] = [this.list[j], this.list[i]];
    }
    this.changed();
  };

  click = (cell, kept = false) => {
    if (this.locked || !this.list) return;
    if (kept) this.selected = null;
    else if (this.selected && this.can(this.selected, cell)) return this.drop(this.selected, cell);
    else this.selected = cell === this.selected || !this.kind(cell) || this.kind(cell) === '.' ? null : cell;
    this.changed();
  };
}

const saved = () => store.get('deployments', []);

/** Lists to choose from, text, files, and what is saved in this browser. */
export function library(editor) {
  const lists = h('div', { class: 'library' });
  const loaded = [];
  let builtin = [];

  const entry = ({ name, about, rows: text, faults, ...rest }, remove) => h('li', {},
    button(half(name) || '?', () => {
      if (faults?.length) return toast(faultsText({ faults, ...rest }));
      if (!editor.put(text)) toast(text);
    }, { class: 'entry', title: chinese() ? '' : about ?? '' }),
    remove && button('×', remove, { class: 'plain small', 'aria-label': `${t('delete')}: ${name}` }));
  const group = (title, entries, empty) => [h('h3', {}, title), entries.length ? h('ul', {}, entries) : h('p', { class: 'faint' }, empty)];
  const draw = () => lists.replaceChildren(
    ...(loaded.length ? group(t('loaded'), loaded.map((one) => entry(one))) : []),
    ...group(t('own'), saved().map((one, i) => entry(one, () => {
      store.set('deployments', saved().filter((_, j) => j !== i));
      draw();
    })), t('own-empty')),
    ...group(t('builtin'), builtin.map((one) => entry(one)), ''));

  const name = h('input', { type: 'text', maxLength: 60, placeholder: t('save-as'), 'aria-label': t('save-as') });
  const keep = () => {
    if (!editor.list) return;
    const title = name.value.trim() || `${t('own')} ${saved().length + 1}`;
    store.set('deployments', [...saved().filter((one) => one.name !== title), { name: title, rows: editor.text }]);
    name.value = '';
    draw();
  };

  const about = t('paste-about');
  const paste = h('textarea', { id: 'paste', rows: 6, cols: 16, spellcheck: false, 'aria-label': about, placeholder: about });
  const faults = h('p', { class: 'faults', role: 'status' });
  const check = async (text, apply) => {
    faults.textContent = '';
    try {
      const answer = await net.ask('check', { rows: text });
      faults.textContent = faultsText(answer);
      if (apply && !answer.faults.length) editor.put(answer.rows);
      return answer;
    } catch (error) {
      faults.textContent = error.text;
      return null;
    }
  };
  const copyAs = async (own) => {
    const answer = await check(editor.text, false);
    if (!answer) return;
    paste.value = own ? answer.chinese : answer.rows;
    if (!await copy(paste.value, t('copied'))) paste.select();
  };

  const file = h('input', {
    type: 'file', accept: '.txt,.jql,text/plain', class: 'unseen', id: 'deployment-file', onchange: async () => {
      const [chosen] = file.files;
      if (!chosen) return;
      try {
        const { list } = await net.ask('layout', { name: chosen.name, base64: await base64(chosen) });
        loaded.push(...list);
        draw();
        if (list[0] && !list[0].faults?.length) editor.put(list[0].rows);
        else if (list[0]) toast(faultsText(list[0]));
      } catch (error) { toast(error.text); }
      file.value = '';
    },
  });

  deployments().then(({ list }) => { builtin = list; draw(); }, () => {});
  draw();
  return h('div', { class: 'stack' },
    h('div', { class: 'row' }, name, button(t('save'), keep),
      button(t('save-file'), () => download(`${name.value.trim() || 'deployment'}.txt`, `${editor.text}\n`))),
    h('div', { class: 'row' }, file, h('label', { class: 'button', for: 'deployment-file' }, t('load-file')),
      button(t('copy-letters'), () => copyAs(false)), button(t('copy-chinese'), () => copyAs(true))),
    lists,
    field(t('text'), paste),
    h('div', { class: 'row' }, button(t('apply'), () => check(paste.value, true), { id: 'apply-paste' }), faults));
}
