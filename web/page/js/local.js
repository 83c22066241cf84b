// The line to the engine of this browser: a worker for the tables, and workers that think, which
// are ended and made again to stop them.

import { store } from './dom.js';
import { t } from './words.js';

const KEPT = 'kept.';
const folder = document.querySelector('#engine').href;
const gate = {};
const described = new Promise((resolve) => { gate.described = resolve; });
let compiled = null;

/** A number for the seed of all games: `?seed=` in the address, for those who want the same ones. */
const seed = () => new URLSearchParams(location.search).get('seed') ?? String(crypto.getRandomValues(new BigUint64Array(1))[0]);

/** The compiled engine, also from a host that does not know what kind of file it is. */
async function compile() {
  const file = new URL('engine_bg.wasm', folder);
  const streamed = WebAssembly.compileStreaming(fetch(file));
  return streamed.catch(async () => WebAssembly.compile(await (await fetch(file)).arrayBuffer()));
}

/** A worker that begins with a first message. */
function worker(first, each, failed) {
  const mine = new Worker(folder, { type: 'module' });
  mine.onmessage = ({ data }) => each(data);
  mine.onerror = failed;
  compiled ??= compile();
  compiled.then((module) => mine.postMessage({ ...first, module }), () => { compiled = null; failed(); });
  return mine;
}

/** A worker that thinks about one task at a time. */
class Mind {
  worker = null;
  /** The task that runs. */
  task = null;

  /** Begins a task; `each` gets what it sends, `crashed` is called if it does not survive. */
  begin(task, message, each, crashed) {
    this.end();
    this.task = task;
    this.worker ??= this.another();
    this.each = each;
    this.crashed = crashed;
    this.worker.postMessage(message);
  }

  another() {
    // What an ended worker has sent may arrive later.
    const now = (call) => (data) => { if (this.worker === mine) call(data); };
    const mine = worker({ role: 'thinker' }, now((data) => this.each(data)), now(() => {
      this.worker = null;
      if (this.task) { this.task = null; this.crashed(); }
    }));
    return mine;
  }

  /** Ends the task that runs, and returns it. */
  end() {
    const { task } = this;
    if (!task) return null;
    this.worker.terminate();
    this.worker = this.task = null;
    return task;
  }
}

export function open({ receive, lost }) {
  let isOpen = true;
  const engines = new Mind();
  const studies = new Mind();
  const waiting = [];

  /** Asks the next engine; each table has one task at a time but while its engines deploy. */
  function next() {
    if (engines.task || !waiting.length) return;
    const { table, serial, task } = waiting.shift();
    const over = (message) => {
      engines.task = null;
      tables.postMessage({ table, ...message });
      next();
    };
    engines.begin({ table }, { engine: task }, ({ answer }) => over({ answer }), () => over({ crashed: serial }));
  }

  const refuse = (re, code, text) => receive(JSON.stringify({ is: 'error', re, code, text, chinese: text }));

  /** Says of a question that was ended what is known so far. */
  function halt() {
    const { id, last } = studies.end() ?? {};
    if (last) receive(JSON.stringify({ ...last, done: true, points: last.points && [] }));
    else if (id !== undefined) refuse(id, 'refused', t('search-stopped'));
  }

  function study({ id, task }) {
    halt();
    const running = { id };
    studies.begin(running, { study: task, id }, (data) => {
      if (data.done) { studies.task = null; return; }
      running.last = JSON.parse(data);
      receive(data);
    }, () => refuse(id, 'failed', t('search-failed')));
  }

  const kept = store.keys(KEPT).map((table) => [table, store.get(KEPT + table)]);
  const tables = worker({ role: 'tables', seed: seed(), kept }, (output) => {
    if (output.is === 'page') receive(output.text);
    else if (output.is === 'engine') { waiting.push(output); next(); }
    else if (output.is === 'stop_engines') {
      if (engines.task?.table === output.table) engines.end();
      waiting.splice(0, waiting.length, ...waiting.filter((one) => one.table !== output.table));
      next();
    } else if (output.is === 'study') study(output);
    else if (output.is === 'halt') halt();
    else if (output.is === 'keep') store.set(KEPT + output.table, output.text);
    else gate.described([JSON.parse(output.board), JSON.parse(output.terms)]);
  }, close);

  function close() {
    if (!isOpen) return;
    isOpen = false;
    [tables, engines.worker, studies.worker].forEach((one) => one?.terminate());
    lost();
  }

  return { send: (text) => tables.postMessage({ text }), close, isOpen: () => isOpen };
}

export const data = () => described;
