// One's own guesses about hidden pieces: a small palette, kept in the browser, by home cell.

import { button, h, store } from './dom.js';
import { LETTERS } from './game.js';
import { kindName, t } from './words.js';

export class Marks {
  constructor(key, changed) {
    this.key = `marks.${key}`;
    this.changed = changed;
    this.all = store.get(this.key, {});
  }

  put(piece, letter) {
    const id = `${piece.seat}:${piece.home}`;
    if (letter) this.all[id] = letter;
    else delete this.all[id];
    store.set(this.key, Object.keys(this.all).length ? this.all : null);
    this.changed();
  }

  /** Marks every hidden piece with its likeliest kind, where that is more likely than not. */
  guess({ pieces }, { board }) {
    for (const { cell, p } of pieces) {
      const [letter, share] = Object.entries(p).reduce((best, one) => (one[1] > best[1] ? one : best), ['', 0]);
      const piece = board.get(cell);
      if (piece && share > 0.5) this.all[`${piece.seat}:${piece.home}`] = letter;
    }
    store.set(this.key, this.all);
    this.changed();
  }

  /** Keeps the marks under another key as well. */
  copy(key) {
    if (Object.keys(this.all).length) store.set(`marks.${key}`, this.all);
  }

  /** The palette for a piece, near a point of the window; without a piece it has only the `extra` buttons. */
  open(piece, x, y, back, extra = []) {
    closePalette();
    const choose = (letter) => () => { this.put(piece, letter); closePalette(); back?.focus(); };
    const palette = h('div', {
      id: 'palette', role: 'menu', 'aria-label': t('mark'),
      onkeydown: (event) => {
        const all = [...palette.children];
        const step = { ArrowRight: 1, ArrowDown: 4, ArrowLeft: -1, ArrowUp: -4 }[event.key];
        if (event.key === 'Escape') { closePalette(); back?.focus(); }
        else if (step) all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus();
        else return;
        event.preventDefault();
      },
    },
    piece ? [...LETTERS].map((letter) => button(kindName(letter, 'tile'), choose(letter), { role: 'menuitem', data: { mark: letter } })) : [],
    piece ? [button('?', choose('?'), { role: 'menuitem', data: { mark: '?' } }),
      button(t('clear'), choose(null), { role: 'menuitem', data: { mark: '' }, class: 'wide' })] : [], extra);
    document.body.append(palette);
    const { width, height } = palette.getBoundingClientRect();
    palette.style.left = `${Math.max(4, Math.min(x, innerWidth - width - 4))}px`;
    palette.style.top = `${Math.max(4, Math.min(y, innerHeight - height - 4))}px`;
    palette.firstChild.focus();
    setTimeout(() => document.addEventListener('pointerdown', outside), 0);
  }
}

const outside = (event) => { if (!event.target.closest('#palette')) closePalette(); };

export function closePalette() {
  document.querySelector('#palette')?.remove();
  document.removeEventListener('pointerdown', outside);
}
