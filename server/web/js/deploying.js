// The stage before a game at a table: one's own army is arranged, the others' are face down.

import { button, h } from './dom.js';
import { Editor, library } from './editor.js';
import { t } from './words.js';

export class Deploying {
  /** `box` gets the panel of deployments; `ready` is called with the text; `drawn` after every change. */
  constructor({ data, board, box, ready, drawn }) {
    Object.assign(this, { data, board, box, ready, drawn, editor: null, table: null });
  }

  end() {
    this.editor = null;
    this.box.replaceChildren();
  }

  show(table) {
    this.table = table;
    const { you } = table;
    if (you && this.editor?.seat !== you) {
      this.editor = new Editor(this.data, you, () => this.draw());
      if (table.deployment) this.editor.put(table.deployment);
    }
    const ready = Boolean(table.seats[you]?.ready);
    if (this.editor) this.editor.locked = ready;
    if (!this.editor || ready) this.box.replaceChildren();
    else if (!this.box.firstChild) this.box.replaceChildren(...this.panel());
    this.draw();
  }

  panel() {
    return [
      h('p', { class: 'faint' }, t('editor-about')),
      h('div', { class: 'row ready-row' },
        button(t('ready'), () => this.ready(this.editor.text), { id: 'ready', class: 'primary' }),
        button(t('mirror'), () => this.editor.mirror(), { id: 'mirror' })),
      library(this.editor),
    ];
  }

  /** The posts of a seat whose pieces are not known. */
  closed(seat) {
    const { arms, camps } = this.data;
    return arms[seat].filter((_, i) => !camps.includes(i)).map((cell) => ({ at: cell, seat, kind: null, home: cell }));
  }

  draw() {
    const { table, editor } = this;
    const others = Object.keys(table.seats).filter((seat) => seat !== table.you).flatMap((seat) => this.closed(seat));
    // Kept with the table, for the case that the view is built again.
    if (editor) table.deployment = editor.text;
    const choice = editor?.state() ?? { selected: null, targets: [], bad: [] };
    this.board.set({ pieces: [...others, ...(editor?.pieces() ?? [])], turn: null, out: [], last: null, arrow: null, marks: null, ...choice });
    this.drawn();
  }
}
