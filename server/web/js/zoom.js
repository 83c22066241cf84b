// On a phone, one's own turn is shown enlarged: one's army, the centre, and where the chosen piece can go.

import { store } from './dom.js';
import { SEATS } from './game.js';
import { UNIT } from './geometry.js';

const phone = matchMedia('(max-width: 700px), (max-height: 500px)');
/** The distance of stations that a finger hits, and the least at which the whole board is shown instead, in pixels. */
const [FINGER, LEAST] = [24, 20];

/** Whether the board is enlarged in a view: at a table unless switched off, in a replay if switched on. */
const chosen = (view) => store.get(`zoom.${view}`, view === 'table');
export const wanted = (view) => phone.matches && chosen(view);

/** Switches it. */
export const toggle = (view) => store.set(`zoom.${view}`, !chosen(view));

/** Calls when the page becomes a phone's or no longer is one; a function that stops listening comes back. */
export function onChange(call) {
  phone.addEventListener('change', call);
  return () => phone.removeEventListener('change', call);
}

/** The pixels between two stations if some cells fill the board's place. */
function spacing(board, cells) {
  const { clientWidth, clientHeight } = board.svg;
  const { geometry } = board;
  const { width, height } = cells ? geometry.frame(cells, 40) : { width: geometry.size, height: geometry.size };
  return UNIT * Math.min(clientWidth / width, clientHeight / height);
}

/** The cells of the centre, and those of them that are nearest to an arm. */
function centre({ data, geometry }, seat) {
  const all = data.cells.filter(({ arm }) => !arm).map(({ cell }) => cell);
  const lowest = Math.max(...all.map((cell) => geometry.spot(cell)[1]));
  return { all, front: geometry.turns === SEATS.indexOf(seat) ? all.filter((cell) => geometry.spot(cell)[1] === lowest) : all };
}

/**
 * Shows the arm of a seat and what is around it enlarged; without a seat the whole board. `pieces` are to be seen if
 * they leave room for a finger, `targets` in any case.
 */
export function focus(board, place, seat, pieces = [], targets = []) {
  board.set({ focus: seat ? choose(board, seat, pieces, targets) : null });
  place.classList.toggle('zoomed', Boolean(board.state.focus));
}

function choose(board, seat, pieces, targets) {
  const arm = board.data.arms[seat];
  const { all, front } = centre(board, seat);
  if (targets.length) {
    const cells = [...arm, ...front, ...targets];
    return spacing(board, cells) > 1.1 * spacing(board, null) ? cells : null;
  }
  const fitting = [[...arm, ...all, ...pieces], [...arm, ...front, ...pieces]].find((cells) => spacing(board, cells) >= FINGER);
  return fitting ?? (spacing(board, null) >= LEAST ? null : [...arm, ...front]);
}
