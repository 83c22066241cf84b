// The buttons of a table: offers, resignation, hint, rematch, study, invitation.

import * as archive from './archive.js';
import { button, confirmed, copy, download, h } from './dom.js';
import * as signals from './signals.js';
import { t } from './words.js';

/** Whether a single person plays, against engines. */
const alone = ({ seats }) => Object.values(seats).filter(({ kind }) => kind === 'human').length === 1;

export class Actions {
  /** `ask` sends a request without fields; `hint` asks for a move. */
  constructor({ id, ask, hint, failed }) {
    Object.assign(this, { id, ask, hint, failed, drawn: '' });
    this.el = h('div', { class: 'row', id: 'actions' });
  }

  /** `alive`: one's seat is in the game; `past`: an earlier moment is shown. */
  draw(table, { alive, past }) {
    const state = JSON.stringify([table.you, table.phase, table.offers, table.game?.turn === table.you, past, alive, table.help, Boolean(table.game?.events.length), Boolean(table.game?.record)]);
    if (state === this.drawn) return;
    this.drawn = state;
    if (table.phase !== 'playing' || !this.resign) this.resign = this.resignation();
    const own = table.you && table.phase === 'playing' && alive ? this.playing(table, past) : [];
    this.el.replaceChildren(...own, ...(table.phase === 'over' ? this.over(table) : []), alone(table) ? '' : this.invitation());
  }

  /** The button that asks before it resigns. */
  resignation() {
    const words = { label: t('resign'), question: t('really-resign'), yes: t('ok'), no: t('cancel') };
    return confirmed(words, () => this.ask('resign'), 'resign');
  }

  /** Shows a single button, or nothing. */
  only(button) {
    this.drawn = '';
    this.el.replaceChildren(button || '');
  }

  playing(table, past) {
    const { you, offers, game, help } = table;
    const draws = offers?.draw ?? [];
    const offered = draws.some((seat) => seat !== you);
    const look = { disabled: draws.includes(you), class: offered ? 'primary' : '' };
    return [
      button(t(offered ? 'accept-draw' : 'draw'), () => this.ask('draw'), { id: 'draw', ...look }),
      draws.length ? button(t(offered ? 'refuse' : 'withdraw-offer'), () => this.ask('refuse'), { id: 'refuse' }) : '',
      this.resign,
      help ? button(t('hint'), this.hint, { id: 'hint', disabled: game.turn !== you || past }) : '',
      alone(table) ? button(t('take-back-move'), () => this.ask('take_back'), { id: 'take-back', disabled: game.turn !== you || !game.events.length }) : '',
      ...(signals.possible(table) ? signals.phrases(this.failed) : []),
    ];
  }

  over(table) {
    const { you, offers, game, number } = table;
    const wanted = (offers?.rematch ?? []).includes(you);
    const rematch = you ? [button(t('rematch'), () => this.ask('rematch'), { id: 'rematch', class: 'primary', disabled: wanted })] : [];
    if (!game.record) return rematch;
    const study = () => { archive.keep(table); location.hash = `#/game/${this.id}-${number}`; };
    const save = () => download(`junqi-${this.id}-${number}.jsonl`, `${game.record.trim()}\n`);
    return [...rematch, button(t('study'), study, { id: 'study' }), button(t('save-record'), save, { id: 'save-record' })];
  }

  invitation() {
    return button(t('invite'), () => copy(`${location.origin}/#/table/${this.id}`, t('copied')), { id: 'invite' });
  }
}
