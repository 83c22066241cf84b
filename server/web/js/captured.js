// What every seat has lost and still has; by kind where kinds are known.

import { h } from './dom.js';
import { chip } from './emblems.js';
import { LETTERS, SEATS, counts } from './game.js';
import { kindName, t } from './words.js';
import { sitter } from './plates.js';

export function captured(el, { place, eyes, rules, seats }) {
  const tally = counts(place, eyes, rules);
  const counter = (text, title) => (gone) => h('span', { class: `counter${text ? '' : ' back'}${gone ? ' lost' : ''}`, title }, text);
  const group = ({ left, lost }, make) => [...Array(left).fill(false), ...Array(lost).fill(true)].map(make);
  el.replaceChildren(...SEATS.filter((seat) => tally[seat]).map((seat) => {
    const { left, lost, kinds, hidden } = tally[seat];
    return h('section', { class: `losses seat-${seat}` },
      h('h3', {}, chip(seat), h('span', {}, sitter(seats?.[seat])),
        h('span', { class: 'faint' }, `${t('left-count', left)} · ${t('lost-count', lost)}`)),
      h('div', { class: 'strip' },
        [...LETTERS].filter((letter) => kinds[letter])
          .map((letter) => group(kinds[letter], counter(kindName(letter, 'small'), kindName(letter)))),
        group(hidden, counter('', t('hidden-piece')))));
  }));
}
