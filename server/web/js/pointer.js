// Mouse, fingers and keys on a board. All of them speak of stations.

import { speak } from './dom.js';
import { byTab } from './keys.js';
import { kindName, seatName, t } from './words.js';

const SLOP = 6;
const LONG = 550;
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export function listen(board) {
  const { svg, handlers } = board;
  let press = null;
  let ghost = null;
  let hovered = null;

  const point = (event) => {
    const matrix = svg.getScreenCTM();
    return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : { x: -1e6, y: -1e6 };
  };
  const cellAt = ({ x, y }) => board.geometry.nearest(x, y, board.names);
  const hover = (cell) => {
    if (cell === hovered) return;
    hovered = cell;
    handlers.hover?.(cell);
  };
  const drop = () => {
    clearTimeout(press?.timer);
    press = null;
    ghost?.removeAttribute('transform');
    ghost?.classList.remove('dragged');
    ghost = null;
  };

  svg.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    hideCursor(board);
    const from = cellAt(point(event));
    press = { from, x: event.clientX, y: event.clientY, timer: 0 };
    if (event.pointerType !== 'mouse' && from && handlers.menu) {
      press.timer = setTimeout(() => {
        if (press && handlers.menu(from, event.clientX, event.clientY)) drop();
      }, LONG);
    }
  });

  svg.addEventListener('pointermove', (event) => {
    const here = point(event);
    const cell = cellAt(here);
    if (press && !event.buttons) drop(); // released outside of the board
    if (!press) return hover(cell);
    if (!ghost && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLOP) {
      clearTimeout(press.timer);
      if (!press.from || !handlers.canDrag?.(press.from)) return;
      ghost = board.spots.get(press.from).querySelector('.piece');
      if (!ghost) return;
      svg.setPointerCapture(event.pointerId);
      ghost.classList.add('dragged');
      board.layers.stations.append(ghost.parentNode);
    }
    if (ghost) {
      const [x, y] = board.geometry.spot(press.from);
      ghost.setAttribute('transform', `translate(${here.x - x} ${here.y - y})`);
      hover(cell);
    }
  });

  svg.addEventListener('pointerup', (event) => {
    if (!press) return;
    const { from } = press;
    const to = cellAt(point(event));
    const dragged = ghost !== null;
    drop();
    if (dragged) { if (to !== from) handlers.drop?.(from, to); else handlers.click?.(from, true); }
    else if (from === to) {
      hover(to);
      handlers.click?.(to);
    }
  });
  svg.addEventListener('pointercancel', drop);
  svg.addEventListener('pointerleave', (event) => { if (event.pointerType === 'mouse' && !press) hover(null); });
  svg.addEventListener('contextmenu', (event) => {
    const cell = cellAt(point(event));
    if (cell && handlers.menu?.(cell, event.clientX, event.clientY)) event.preventDefault();
  });

  svg.addEventListener('keydown', (event) => {
    const way = ARROWS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (way && !byTab()) return;
    if (way) {
      const from = board.cursor ?? board.state.selected;
      board.cursor = from ? board.geometry.neighbour(from, way, board.names) : board.names.at(-3);
      board.drawClasses();
      hover(board.cursor);
      speak(describe(board, board.cursor));
    } else if ((event.key === 'Enter' || event.key === ' ') && board.cursor) {
      handlers.click?.(board.cursor);
      if (board.cursor) speak(describe(board, board.cursor));
    }
    else if (event.key === 'Escape') handlers.click?.(null);
    else if (event.key === 'm' && board.cursor) {
      const { left, top, width, height } = board.spots.get(board.cursor).getBoundingClientRect();
      if (!handlers.menu?.(board.cursor, left + width / 2, top + height / 2)) return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  svg.addEventListener('blur', () => hideCursor(board));
}

function hideCursor(board) {
  if (!board.cursor) return;
  board.cursor = null;
  board.drawClasses();
}

function describe(board, cell) {
  const piece = board.state.pieces.find(({ at }) => at === cell);
  const { type } = board.data.cells.find((one) => one.cell === cell);
  const what = piece ? `${seatName(piece.seat)} ${piece.kind ? kindName(piece.kind) : t('hidden-piece')}` : t('empty');
  const { selected, targets } = board.state;
  const state = [cell === selected && t('chosen'), targets?.includes(cell) && t('can-go-here')].filter(Boolean);
  return [`${cell} ${t(type)}: ${what}`, ...state].join(', ');
}

