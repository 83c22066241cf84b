// One line, to a server or to the engine of this browser: requests and answers by number, and its return after a loss.

import { $, h, button } from './dom.js';
import { translated } from './errors.js';
import { t } from './words.js';

const VERSION = 1;
const SILENCE = 30_000;
const FIRST = ['pimc', 'greedy'];
const WAITS = [1, 2, 4, 8, 15];

const pending = new Map();
const listeners = new Map();
const greeting = {};
let line = null;
let next = 1;
let heard = 0;
let losses = 0;
let retry = 0;
let timer = null;

/** Whether there is no server, and so nobody else: the page of web/build has an engine, and local.js. */
const alone = document.querySelector('#engine') !== null;
const transport = await import(alone ? './local.js' : './socket.js');
/** The board, and the names of the evaluation's terms. */
export const { data } = transport;

export const net = {
  alone,
  /** What the server said of itself; empty before. */
  hello: null,
  /** Counts the connections, so that a view knows whether it is still the same one. */
  epoch: 0,
  /** Names of seats to play against, the best known first. */
  engines: () => [...new Set([...FIRST, ...(net.hello?.seats ?? []).map(({ name }) => name)])],
  connected: () => line !== null && line.isOpen() && net.hello !== null,

  /** Sends and resolves to the first answer. */
  ask: (what, fields = {}) => new Promise((resolve, reject) => {
    send(what, fields, { resolve, reject });
  }),

  /** Sends and hands every answer on, the last one `done`; a function that stops listening comes back. */
  stream(what, fields, each, failed = () => {}) {
    const id = send(what, fields, { resolve: each, reject: failed, many: true });
    return () => pending.delete(id);
  },

  on(is, call) {
    if (!listeners.has(is)) listeners.set(is, new Set());
    listeners.get(is).add(call);
    return () => listeners.get(is).delete(call);
  },
};

greeting.promise = new Promise((resolve) => { greeting.resolve = resolve; });
/** Resolves at the first greeting. */
export const ready = greeting.promise;

function send(what, fields, answer) {
  const id = next++;
  if (!net.connected()) {
    answer.reject({ code: 'lost', text: t('not-connected') });
    return id;
  }
  const message = JSON.stringify({ do: what, id, ...fields });
  const most = net.hello.message_bytes;
  if (new Blob([message]).size > most) {
    answer.reject({ code: 'limit', text: t('too-large', Math.floor(most / 1024)) });
    return id;
  }
  pending.set(id, answer);
  line.send(message);
  return id;
}

function receive(message) {
  heard = Date.now();
  if (message.is === 'hello') return greet(message);
  const answer = pending.get(message.re);
  if (answer) {
    if (!answer.many || message.done || message.is === 'error') pending.delete(message.re);
    if (message.is === 'error') answer.reject({ ...message, text: translated(message) });
    else answer.resolve(message);
  }
  for (const call of listeners.get(message.is) ?? []) call(message);
}

function greet(hello) {
  if (hello.version !== VERSION) {
    banner(t('wrong-version', hello.version));
    losses = -1;
    line.close();
    return;
  }
  const back = net.epoch > 0;
  net.hello = hello;
  net.epoch += 1;
  losses = 0;
  if (back) {
    banner(t('back'), 'good');
    setTimeout(() => { if (net.connected()) banner(''); }, 2000);
  } else banner('');
  greeting.resolve();
  for (const call of listeners.get('open') ?? []) call();
}

export function connect() {
  clearInterval(timer);
  heard = Date.now();
  const mine = transport.open({
    receive: (text) => { if (line === mine) receive(JSON.parse(text)); },
    lost: () => { if (line === mine) lost(); },
  });
  line = mine;
}

function lost() {
  line = null;
  net.hello = null;
  const waiting = [...pending.values()];
  pending.clear();
  if (losses >= 0) tryAgain();
  waiting.forEach((answer) => answer.reject({ code: 'lost', text: t('connection-lost') }));
}

/** Counts down to the next connection. */
function tryAgain() {
  retry = Date.now() + 1000 * WAITS[Math.min(losses, WAITS.length - 1)];
  losses += 1;
  const count = () => {
    const left = Math.ceil((retry - Date.now()) / 1000);
    if (left <= 0) { banner(t('connecting'), 'bad', true); connect(); } else banner(t('lost-retry', left), 'bad', true);
  };
  count();
  timer = setInterval(count, 500);
}

function banner(text, tone = 'bad', again = false) {
  const el = $('#banner');
  const counting = again && !el.hidden && el.querySelector('button');
  el.setAttribute('aria-live', counting ? 'off' : 'assertive'); // a countdown is not read out
  el.hidden = text === '';
  el.className = tone;
  if (counting) el.firstChild.textContent = text;
  else el.replaceChildren(h('span', {}, text), ...(again ? [button(t('try-now'), () => { retry = 0; })] : []));
}

setInterval(() => {
  if (!net.alone && line && Date.now() - heard > SILENCE) {
    const old = line;
    lost();
    old.close();
  }
}, 3000);

addEventListener('online', () => { retry = 0; });
