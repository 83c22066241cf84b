// A move chosen while others are to move; it is played on one's turn if it is legal then.

export class Premove {
  /** `changed` draws the choice again. */
  constructor(changed) {
    Object.assign(this, { changed, from: null, move: null });
  }

  /** Takes a click on a station; `own` says whether a piece of one's own that can move stands there. */
  click(cell, own) {
    if (!cell || cell === this.from || this.move) this.clear();
    else if (own) this.from = cell;
    else if (this.from) Object.assign(this, { move: [this.from, cell], from: null });
    this.changed();
  }

  clear() {
    Object.assign(this, { from: null, move: null });
  }

  /** The move to play now, if it is legal; it is forgotten in any case. */
  take(moves) {
    const { move } = this;
    this.clear();
    return move && moves[move[0]]?.includes(move[1]) ? move : null;
  }
}
