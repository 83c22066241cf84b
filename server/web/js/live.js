// The table this connection is at, as far as it has been told. A view listens with `watchTable`.

import { translated } from './errors.js';
import { forget, keep, token } from './held.js';
import { net } from './net.js';

const listeners = new Set();
/** Counts signals and lines of chat as they arrive. */
let arrived = 0;
export const live = { id: null, epoch: 0, table: null, deadline: 0, sent: null, trouble: null };

export const watchTable = (call) => {
  listeners.add(call);
  return () => listeners.delete(call);
};
const tell = (what, message) => listeners.forEach((call) => call(what, message));

/** Makes a table the one of this connection. */
function arrive(id) {
  if (live.id !== id) Object.assign(live, { id, table: null, sent: null });
  Object.assign(live, { epoch: net.epoch, trouble: null });
}

/** Goes to a table: back to a seat if there is a token, otherwise as a spectator. */
export async function enter(id) {
  arrive(id);
  try {
    const secret = token(id);
    if (secret) {
      try { return await net.ask('return', { table: id, token: secret }); }
      catch (error) {
        if (error.code === 'lost') throw error;
        if (error.code === 'token' || error.code === 'unknown') forget(id);
      }
    }
    return await net.ask('watch', { table: id });
  } catch (error) {
    if (error.code !== 'lost' && live.id === id) {
      live.trouble = error;
      tell('trouble', error);
    }
    return null;
  }
}

export async function sit(id, seat, name) {
  const answer = await net.ask('sit', { table: id, seat, name });
  keep(id, answer.token);
  arrive(id);
}

export function leave() {
  if (!live.id) return;
  Object.assign(live, { id: null, table: null, sent: null });
  if (net.connected()) net.ask('leave').catch(() => {});
}

/** Plays a move, once: what got no answer is not sent again. */
export function move(from, to) {
  const at = live.table.game.events.length;
  if (live.sent === at) return Promise.resolve();
  live.sent = at;
  return net.ask('move', { at, move: `${from}-${to}` }).catch((error) => {
    live.sent = null;
    throw error;
  });
}

const clock = (left) => { live.deadline = left === null || left === undefined ? 0 : performance.now() + 1000 * left; };

net.on('table', (message) => {
  if (message.table !== live.id) return;
  const fresh = live.table?.number !== message.number;
  Object.assign(live, { table: message, sent: null, trouble: null });
  clock(message.game?.left);
  tell('table', { fresh });
});

net.on('event', (event) => {
  const game = live.table?.game;
  if (!game || event.n <= game.events.length) return;
  if (event.n !== game.events.length + 1) { enter(live.id); return; }
  game.events.push(event);
  Object.assign(game, { turn: event.turn, moves: event.moves, clocks: event.clocks });
  if (event.act === 'timeout') game.slips[event.seat] = (game.slips[event.seat] ?? 0) + 1;
  live.sent = null;
  clock(event.left);
  tell('event', event);
});

net.on('seats', ({ seats, help }) => {
  if (!live.table) return;
  Object.assign(live.table, { seats, help });
  tell('seats');
});

net.on('offers', ({ draw, rematch }) => {
  if (!live.table) return;
  live.table.offers = { draw, rematch };
  tell('offers');
});

for (const [what, kept] of [['signal', 'signals'], ['chat', 'chat']]) {
  net.on(what, (said) => {
    if (!live.table) return;
    live.table[kept].push({ ...said, arrived: ++arrived });
    tell(what, said);
  });
}

net.on('over', ({ result, deployments, record, signals, chat }) => {
  if (!live.table) return;
  Object.assign(live.table, { phase: 'over', signals, chat });
  Object.assign(live.table.game, { result, deployments, record, moves: null });
  tell('over');
});

net.on('closed', (message) => {
  if (!live.id) return;
  live.trouble = { code: 'closed', text: translated({ ...message, code: 'closed' }) };
  tell('trouble', live.trouble);
});

// A seat that is played from another connection waits for its button.
net.on('open', () => { if (live.id && live.trouble?.code !== 'closed') enter(live.id); });
