// A worker of the page: the tables, or one that thinks. A message says which, and has the compiled engine; what came before waits.

import init, { Tables, Thinker, boardJson, termsJson } from './engine.js';

const later = [];
let take = (message) => { if (message.role) begin(message); else later.push(message); };
onmessage = ({ data }) => take(data);

/** The worker that holds the tables: it always answers at once. */
function tables({ seed, kept }) {
  const all = new Tables(BigInt(seed));
  let timer = null;
  const now = () => performance.now();
  const pass = () => {
    for (const output of JSON.parse(all.take())) postMessage(output);
    clearTimeout(timer);
    const next = all.next();
    if (next !== undefined) timer = setTimeout(() => { all.tick(now()); pass(); }, Math.max(0, next - now()) + 1);
  };
  for (const [name, text] of kept) if (!all.resume(name, text, now())) postMessage({ is: 'keep', table: name, text: null });
  postMessage({ is: 'data', board: boardJson(), terms: termsJson() });
  all.greet();
  pass();
  return ({ text, table, answer, crashed }) => {
    if (text) all.receive(text, now());
    else if (answer) all.engineAnswered(table, answer, now());
    else if (crashed) all.engineCrashed(table, crashed, now());
    pass();
  };
}

/** A worker that thinks: for an engine at a table, or about a question of the page. */
function thinker() {
  const mind = new Thinker();
  return ({ engine, study, id }) => {
    if (engine) postMessage({ answer: mind.engine(engine) });
    else {
      mind.study(id ?? undefined, study);
      postMessage({ done: true });
    }
  };
}

async function begin(first) {
  take = (message) => later.push(message);
  await init({ module_or_path: first.module });
  take = first.role === 'tables' ? tables(first) : thinker();
  later.splice(0).forEach(take);
}
