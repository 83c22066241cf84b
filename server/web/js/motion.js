// The motion of an event: the mover travels its way, a fight clashes, and the fallen leave the board.

import { s } from './dom.js';

const calm = matchMedia('(prefers-reduced-motion: reduce)');
/** Times in milliseconds; together they are shorter than the pace of an engine's moves. */
const [SLOW, FAST, PER_UNIT, CLASH, LEAVE] = [140, 420, 0.55, 190, 420];
/** How far from the middle of a piece another one touches it. */
const CONTACT = 40;
const SAMPLES = 16;

/** Ghosts of the pieces that an event changes, over a board that shows the position after it. */
export class Motion {
  constructor(board, layer) {
    Object.assign(this, { board, layer, now: null });
  }

  /**
   * Shows an event. `before` are the pieces that it concerns as the viewer saw them, by cell; `placed` says that
   * the mover was dragged to its target. Resolves at the contact, when the outcome may be seen.
   */
  play(event, before, placed = false) {
    this.finish();
    if (calm.matches || document.hidden) return Promise.resolve();
    const ghosts = new Map([...before].map(([cell, piece]) => [cell, this.ghost(cell, piece)]));
    const mover = ghosts.get(event.from);
    if (mover) this.layer.append(mover);
    return new Promise((touch) => {
      this.now = { event, ghosts, mover, touch, station: this.board.spots.get(event.to) };
      this.now.station?.classList.add('veiled');
      this.board.layers.over.classList.add('veiled');
      this.run(this.now, placed);
    });
  }

  ghost(cell, piece) {
    const [x, y] = this.board.geometry.spot(cell);
    const drawn = this.board.piece(piece);
    ['data-at', 'data-seat', 'data-kind'].forEach((name) => drawn.removeAttribute(name));
    const el = s('g', { class: 'ghost', transform: `translate(${x} ${y})` }, drawn);
    this.layer.append(el);
    return el;
  }

  async run(now, placed) {
    const { event, ghosts, mover } = now;
    const route = event.from ? this.board.geometry.path(event.route ?? [event.from, event.to]) : 'M0 0';
    const path = s('path', { d: route });
    const whole = event.from ? path.getTotalLength() : 0;
    const near = event.fight ? Math.max(0, whole - CONTACT) : whole;
    const close = event.fight ? Math.max(near, whole - 14) : whole;
    const travel = async (from, to, duration) => mover && way(mover, path, from, to, duration);
    if (!placed) await travel(0, near, Math.min(FAST, SLOW + PER_UNIT * near));
    if (event.fight && this.now === now) {
      shake(ghosts.get(event.to));
      await travel(near, close, CLASH / 2);
      await travel(close, near, CLASH / 2);
    }
    if (this.now !== now) return;
    this.reveal();
    const gone = new Set(event.gone ?? []);
    const leaving = [...ghosts].filter(([cell]) => gone.has(cell)).map(([, el]) => leave(el));
    if (event.fight === 'win') await travel(near, whole, CLASH);
    now.station?.classList.remove('veiled');
    for (const [cell, el] of ghosts) if (!gone.has(cell)) el.remove();
    await Promise.all(leaving);
    for (const el of ghosts.values()) el.remove();
  }

  /** The contact: the outcome may be seen. */
  reveal() {
    this.board.layers.over.classList.remove('veiled');
    this.now?.touch();
  }

  /** Ends what is still in motion. */
  finish() {
    this.reveal();
    this.now?.station?.classList.remove('veiled');
    this.now = null;
    this.layer.replaceChildren();
  }
}

const ended = (animation) => animation.finished.then(() => {}, () => {});

/** Moves an element along a part of a path, and leaves it there. */
function way(el, path, from, to, duration) {
  const frames = Array.from({ length: SAMPLES + 1 }, (_, i) => {
    const { x, y } = path.getPointAtLength(from + ((to - from) * i) / SAMPLES);
    return { transform: `translate(${x}px, ${y}px)` };
  });
  return ended(el.animate(frames, { duration, easing: 'ease-in-out', fill: 'forwards' }));
}

function shake(el) {
  const at = (x) => ({ transform: `translate(${x}px, 0)` });
  return el && ended(el.firstChild.animate([at(0), at(0), at(5), at(-5), at(3), at(0)], { duration: 1.4 * CLASH }));
}

function leave(el) {
  const frames = [{ transform: 'none', opacity: 1 }, { transform: 'rotate(14deg) scale(1.1)', opacity: 0.9, offset: 0.3 }, { transform: 'rotate(40deg) scale(.3)', opacity: 0 }];
  return ended(el.firstChild.animate(frames, { duration: LEAVE, easing: 'ease-in', fill: 'forwards' }));
}
