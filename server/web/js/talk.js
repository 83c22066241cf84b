// What is said at a table: signals between partners, and chat where the table has it. Chat is shown as plain text.

import { button, h } from './dom.js';
import { chip } from './emblems.js';
import { net } from './net.js';
import { wording } from './signals.js';
import { seatName, t } from './words.js';

/** Signals and chat in the order of the game, those of one moment as they arrived. */
const spoken = ({ signals = [], chat = [] }) => [...signals, ...chat].sort((a, b) => a.at - b.at || (a.arrived ?? 0) - (b.arrived ?? 0));

/** What was said, in words. */
const words = (said) => (said.signal ? wording(said) : `“${said.text}”`);
export const saying = (said) => `${seatName(said.seat)}: ${words(said)}`;

/** Adds what was said to the descriptions of the events that it followed. */
export function withTalk(rows, game) {
  for (const said of rows.length ? spoken(game) : []) rows[Math.min(rows.length, Math.max(1, said.at)) - 1].news.push(saying(said));
  return rows;
}

export class Talk {
  constructor(failed) {
    this.list = h('ul', { class: 'said', id: 'said', role: 'log', tabIndex: 0, 'aria-label': t('chat') });
    this.input = h('input', { id: 'chat-text', maxLength: 200, autocomplete: 'off', placeholder: t('chat-about'), 'aria-label': t('chat-about') });
    this.form = h('form', { class: 'row', onsubmit: (event) => {
      event.preventDefault();
      const text = this.input.value.trim();
      if (text) net.ask('chat', { text }).catch(failed);
      this.input.value = '';
    } }, this.input, h('button', { type: 'submit', id: 'chat-send' }, t('send')));
    this.el = h('section', { class: 'talk', id: 'talk', hidden: true }, this.list, this.form);
  }

  /** Shows what was said at a table, and the field to write in where there is one. */
  show(table) {
    const all = spoken(table);
    this.el.hidden = !table.chat_offered && !all.length;
    this.list.hidden = !all.length;
    this.form.hidden = !table.chat_offered || !table.you;
    this.list.replaceChildren(...all.map((said) => h('li', {}, chip(said.seat), h('span', {}, words(said)))));
    this.list.scrollTop = this.list.scrollHeight;
  }
}
