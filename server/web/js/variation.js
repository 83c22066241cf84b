// Moves tried by hand from a moment of a game: a side line that the rules of the server check.

import { button, h } from './dom.js';
import { net } from './net.js';
import { t } from './words.js';

export class Variation {
  /** `changed` draws the moment, `kept` gets the line after every move, `failed` an error. */
  constructor({ board, changed, kept, failed }) {
    Object.assign(this, { board, changed, kept, failed, el: h('div', { class: 'past', id: 'variation', hidden: true }) });
    this.end();
  }

  /** Back to the game. */
  end() {
    Object.assign(this, { at: null, moves: [], events: [], legal: null, selected: null, asked: this.asked ?? 0 });
    this.asked += 1;
  }

  get on() {
    return this.moves.length > 0;
  }

  /** The game with the side line in place of its own moves. */
  game(file) {
    return this.on ? { ...file, events: [...file.events.slice(0, this.at), ...this.events], result: null } : file;
  }

  /** What tells this line from others, for the analysis. */
  get key() {
    return this.on ? `${this.at} ${this.moves.join()}` : '';
  }

  /** Shows a line from a moment; without moves it only asks for the legal ones. Resolves to whether it could. */
  async show(at, moves) {
    const asked = this.asked += 1;
    try {
      const answer = await this.ask(at, moves);
      if (asked !== this.asked) return false;
      Object.assign(this, { at, moves, events: answer.events, legal: answer.moves, selected: null });
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  /** Tells the server of the line again, on a new connection. */
  resend() {
    if (this.on) this.ask(this.at, this.moves).catch(this.failed);
  }

  ask(at, moves) {
    return net.ask('vary', { at, moves: moves.map((move) => move.join('-')) });
  }

  /** A click on a station at a moment of the game: chooses a piece, or moves the chosen one. */
  async click(cell, at) {
    if (!this.legal || (!this.on && this.at !== at)) {
      if (!await this.show(at, [])) return;
    }
    if (this.selected && this.legal[this.selected]?.includes(cell)) {
      const moves = [...this.moves, [this.selected, cell]];
      if (!await this.show(this.at, moves)) return;
      this.kept({ at: this.at, moves, seat: this.events[0].seat });
      this.changed(this.events.at(-1));
      return;
    }
    this.selected = this.legal[cell] && cell !== this.selected ? cell : null;
    this.board.set({ selected: this.selected, targets: this.selected ? this.legal[this.selected] : [] });
  }

  /** Takes the last move back. */
  async back() {
    const at = this.at;
    if (this.moves.length > 1) await this.show(at, this.moves.slice(0, -1));
    else this.end();
    this.changed(null);
  }

  /** The line above the moves of the game, in words. */
  draw() {
    this.el.hidden = !this.on;
    const text = this.moves.map((move) => move.join('→')).join('  ');
    this.el.replaceChildren(h('span', {}, t('variation', this.at, text)), h('div', { class: 'row' },
      button(t('undo'), () => this.back(), { id: 'variation-back' }),
      button(t('to-game'), () => { this.end(); this.changed(null); }, { id: 'variation-end', class: 'primary' })));
  }
}
