// A game from its start and its events: positions, losses, and what a seat sees. Nothing here draws.

export const SEATS = ['S', 'E', 'N', 'W'];
export const partner = (seat) => SEATS[(SEATS.indexOf(seat) + 2) % 4];
export const LETTERS = 'abcdefghixmq';
/** The letters of the kinds that never move. */
export const IMMOBILE = 'mq';

/** The two cells of a move, however it is written. */
export const ends = (move) => move.match(/[a-q]\d+/g);

/** The thirty symbols of a deployment, whatever stands between them. */
export const symbols = (text) => [...text.toLowerCase().replace(/[-·]/g, '.')].filter((c) => c === '.' || LETTERS.includes(c));

/** Six rows of five letters. */
export const rows = (list) => [0, 5, 10, 15, 20, 25].map((i) => list.slice(i, i + 5).join(' ')).join('\n');

/** The kinds of the start, filled in from opened deployments where they were hidden. */
export function opened(pieces, deployments, arms) {
  if (!deployments) return pieces;
  const kinds = new Map();
  for (const [seat, text] of Object.entries(deployments)) {
    if (text) symbols(text).forEach((letter, i) => kinds.set(arms[seat][i], letter));
  }
  return pieces.map(([cell, seat, kind]) => [cell, seat, kind ?? kinds.get(cell) ?? null]);
}

/**
 * The position before the first event: pieces by cell, each known by its home cell all its life, the lost
 * ones in order, the seats still in, the flags shown, whose turn it is, and the event that led here.
 */
function begin(game) {
  const board = new Map();
  for (const [cell, seat, kind] of game.pieces) board.set(cell, { at: cell, seat, kind, home: cell, shown: false });
  const alive = new Set(game.pieces.map(([, seat]) => seat));
  return { board, lost: [], alive, out: new Map(), flags: new Set(), turn: game.first, at: 0, last: null };
}

/** Plays an event on a position. Returns copies of the pieces that it concerns, as they were before, by cell. */
function advance(place, event) {
  const { board, lost, alive, out, flags } = place;
  const shown = event.flags ?? [];
  const concerned = [event.from, event.to, ...(event.gone ?? []), ...shown.map(([, cell]) => cell)];
  const before = new Map(concerned.filter((cell) => board.has(cell)).map((cell) => [cell, { ...board.get(cell) }]));
  for (const [seat, cell] of shown) {
    const flag = board.get(cell);
    if (flag) Object.assign(flag, { kind: 'q', shown: true });
    flags.add(seat);
  }
  for (const cell of event.gone ?? []) {
    const piece = board.get(cell);
    if (piece) lost.push(piece);
    board.delete(cell);
  }
  const mover = event.from && board.get(event.from);
  if (mover) {
    board.delete(event.from);
    board.set(event.to, Object.assign(mover, { at: event.to, moved: true }));
  }
  for (const [seat, why] of event.out ?? []) {
    alive.delete(seat);
    out.set(seat, why);
  }
  Object.assign(place, { turn: event.turn, at: place.at + 1, last: event });
  return before;
}

/** The position after `at` events. */
export function position(game, at) {
  const place = begin(game);
  game.events.slice(0, at).forEach((event) => advance(place, event));
  return { ...place, pieces: [...place.board.values()] };
}

/** Every event with the pieces it concerns, as they were before it, and the flags shown by then. */
export function* steps(game) {
  const place = begin(game);
  for (const event of game.events) {
    const flags = new Set(place.flags);
    yield { event, before: advance(place, event), flags };
  }
}

/** The seats of a game in the order of their turns. `rules` is the text of rule changes. */
export function turnOrder({ first, pieces }, rules = '') {
  const playing = SEATS.filter((seat) => pieces.some((piece) => piece[1] === seat));
  if (rules.includes('turn_dir=cw')) playing.reverse();
  const start = playing.indexOf(first);
  return [...playing.slice(start), ...playing.slice(0, start)];
}

/** Whether a seat (or `all`) is shown the kind of a piece. */
export function sees(eyes, piece, { mode, visibility }) {
  if (eyes === 'all' || piece.shown || visibility === 'all-open') return true;
  if (piece.seat === eyes) return true;
  return visibility === 'double-open' && mode === '2v2' && piece.seat === partner(eyes);
}

/** The pieces of a position as a seat sees them. */
export const seen = (place, eyes, rules) =>
  place.pieces.map((piece) => (sees(eyes, piece, rules) ? piece : { ...piece, kind: null }));

/** By seat: how many are left, how many are gone, and by kind where kinds are known. */
export function counts(place, eyes, rules) {
  const table = {};
  const tally = (seat) => (table[seat] ??= { left: 0, lost: 0, kinds: {}, hidden: { left: 0, lost: 0 } });
  const add = (piece, where) => {
    const seat = tally(piece.seat);
    seat[where] += 1;
    const kind = piece.kind && sees(eyes, piece, rules);
    const group = kind ? (seat.kinds[piece.kind] ??= { left: 0, lost: 0 }) : seat.hidden;
    group[where] += 1;
  };
  place.pieces.forEach((piece) => add(piece, 'left'));
  place.lost.forEach((piece) => add(piece, 'lost'));
  return table;
}

/** Whether two places of a deployment may be exchanged. */
export function swappable(list, i, j, data) {
  if (i === j || list[i] === list[j]) return false;
  if (list[i] === '.' || list[j] === '.') return false;
  const points = (letter) => data.kinds.find((kind) => kind.letter === letter).points;
  return points(list[i]).includes(j) && points(list[j]).includes(i);
}

/** The same deployment with left and right exchanged. */
export const mirrored = (list) => list.map((_, i) => list[i - (i % 5) + 4 - (i % 5)]);
