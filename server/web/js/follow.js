// What a player perceives of a new event: its motion, then its sound, its announcement, and the call to move.

import { openOffers, resultText } from './status.js';
import * as notice from './notice.js';
import { play, soundOf } from './sound.js';
import { announcer } from './announce.js';
import { h } from './dom.js';
import { t } from './words.js';

/** Seconds left at which the clock is heard. */
const LOW = 5;

export class Follow {
  constructor(board) {
    this.board = board;
    this.news = announcer();
    this.line = h('p', { id: 'last-event', class: 'last-event' });
    Object.assign(this, { offer: '', called: null, low: false, shown: 0, stage: 0 });
  }

  /** An event in words, as `describe` has it; `still` if the board shows an earlier moment. */
  async event(row, { you, phase, placed, still }) {
    const { stage } = this;
    if (!still) {
      const shown = ++this.shown;
      await this.board.motion.play(row.event, row.before, placed);
      if (stage !== this.stage) return; // Undone before it was seen.
      if (shown === this.shown) this.line.textContent = row.sentence;
    }
    play(soundOf(row.event));
    this.news.say(row.news, [row.sentence]);
    if (phase === 'playing') this.call(row.event.turn === you && you, row.event.n);
  }

  /** The line of an event without anything else, as when an earlier moment is shown. */
  show(row) {
    this.shown += 1;
    this.line.textContent = row?.sentence ?? '';
  }

  /** The whole state has come anew: what was announced may be undone. */
  restart() {
    this.stage += 1;
    this.news.clear();
  }

  /** Calls the player to move, once for every turn. */
  call(mine, n) {
    if (mine && this.called !== n) {
      play('turn');
      notice.yourTurn();
    }
    this.called = mine ? n : null;
  }

  /** After every change of the table: the title, and offers that are new. */
  state(table) {
    notice.title(table.phase === 'playing' && table.you !== null && table.game?.turn === table.you);
    const offer = openOffers(table);
    if (offer && offer !== this.offer) this.news.say([offer]);
    this.offer = offer;
  }

  over(table) {
    play('over');
    this.news.say([resultText(table.game.result, table.you)]);
  }

  /** Seconds left of one's own turn, or null. */
  clock(seconds) {
    const low = seconds !== null && seconds <= LOW;
    if (low && !this.low) { play('low'); this.news.say([t('low-time')]); }
    this.low = low;
  }

  close() {
    notice.title();
  }
}
