// The keyboard focus of an element that disappears goes to the one in its place, otherwise to the board or the view.

import { $ } from './dom.js';

/** The element that has or had the focus, and what it stands in. */
let path = [];

const usable = (el) => el.isConnected && !el.matches(':disabled') && el.checkVisibility();

/** What finds an element among others of the same place: its id or its data. */
const selectorOf = ({ id, dataset }) =>
  (id ? `#${CSS.escape(id)}` : Object.entries(dataset).map(([key, value]) => `[data-${key}="${CSS.escape(value)}"]`).join(''));

function restore() {
  const [lost, ...around] = path;
  if (!lost || usable(lost) || ![document.body, lost].includes(document.activeElement)) return;
  const selector = selectorOf(lost);
  const same = selector && around.find(usable)?.querySelector(selector);
  path = [];
  [same, $('#view svg.board'), $('#view')].find((el) => el && usable(el))?.focus({ preventScroll: true });
}

/** Begins to look after the focus. */
export function start() {
  addEventListener('focusin', (event) => { path = event.composedPath().filter((one) => one instanceof Element); });
  new MutationObserver(restore).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['hidden', 'disabled'] });
}
