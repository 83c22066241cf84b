// Small helpers to build elements and to keep things in the browser.

import { byTab } from './keys.js';

const SVG = 'http://www.w3.org/2000/svg';

/** An HTML element: properties where there are such, attributes otherwise, `on...` are listeners. */
export function h(tag, props = {}, ...children) {
  const el = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null) continue;
    if (key.startsWith('on')) el.addEventListener(key.slice(2), value);
    else if (key === 'class') el.className = value;
    else if (key === 'data') Object.assign(el.dataset, value);
    else if (key in el && key !== 'list' && key !== 'form') el[key] = value;
    else el.setAttribute(key, value);
  }
  el.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return el;
}

/** An SVG element with attributes. */
export function s(tag, attributes = {}, ...children) {
  const el = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null && value !== false) el.setAttribute(key, value);
  }
  el.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return el;
}

export const $ = (selector, root = document) => root.querySelector(selector);

export function button(label, onclick, props = {}) {
  return h('button', { type: 'button', onclick, ...props }, label);
}

/** A button that asks once more before it acts. */
export function confirmed({ label, question, yes, no }, act, id) {
  const el = h('span', { class: 'row' });
  const calm = () => el.replaceChildren(button(label, doubt, { id }));
  const doubt = () => {
    const sure = button(yes, () => { calm(); act(); }, { id: `${id}-yes`, class: 'danger' });
    const back = () => { calm(); el.firstChild.focus(); };
    el.replaceChildren(h('span', {}, question), sure, button(no, back, { id: `${id}-no` }));
    sure.focus();
  };
  calm();
  return el;
}

/** A labelled `select`; options are values, pairs of value and label, or a label with a list of such pairs. */
export function select(options, value, onchange, props = {}) {
  const pairs = options.map((o) => (Array.isArray(o) ? o : [o, o]));
  const list = pairs.flatMap(([v, label]) => (Array.isArray(label) ? label : [[v, label]]));
  const option = ([v, label]) => h('option', { value: v }, label);
  const el = h('select', { onchange: () => onchange?.(el.value), ...props },
    pairs.map(([v, label]) => (Array.isArray(label) ? h('optgroup', { label: v }, label.map(option)) : option([v, label]))));
  if (list.some(([v]) => v === value)) el.value = value;
  return el;
}

export const field = (label, control) => h('label', { class: 'field' }, h('span', {}, label), control);

/** Tabs: `[name, label, content]`; all contents stay in the document. */
export function tabs(entries, onswitch) {
  const bar = h('div', { class: 'tabs', role: 'tablist' });
  const pages = entries.map(([name, , content]) =>
    h('section', { class: 'page', role: 'tabpanel', id: `page-${name}` }, content));
  const open = (name) => {
    el.shown = name;
    entries.forEach(([other], i) => {
      bar.children[i].setAttribute('aria-selected', other === name);
      bar.children[i].tabIndex = other === name ? 0 : -1;
      pages[i].hidden = other !== name;
    });
    onswitch?.(name);
  };
  bar.append(...entries.map(([name, label]) =>
    button(label, () => open(name), { role: 'tab', 'aria-controls': `page-${name}`, data: { tab: name } })));
  bar.addEventListener('keydown', (event) => {
    const last = entries.length - 1;
    const now = [...bar.children].indexOf(event.target);
    const to = { ArrowLeft: now ? now - 1 : last, ArrowRight: now === last ? 0 : now + 1, Home: 0, End: last }[event.key];
    if (to === undefined || !byTab()) return;
    open(entries[to][0]);
    bar.children[to].focus();
    event.preventDefault();
    event.stopPropagation();
  });
  const el = h('div', { class: 'side' }, bar, pages);
  el.open = open;
  return el;
}

let fading;
/** A short message at the foot of the page. */
export function toast(text) {
  const el = $('#toast');
  el.textContent = text;
  el.hidden = false;
  clearTimeout(fading);
  fading = setTimeout(() => { el.hidden = true; }, 5000);
}

/** For screen readers only. */
export const speak = (text) => { $('#speech').textContent = text; };

export const store = {
  /** Called when the browser keeps something no longer, the first time only. */
  failed: () => {},
  /** The keys that begin with a prefix, without it. */
  keys(prefix) {
    const start = `junqi.${prefix}`;
    try { return Object.keys(localStorage).filter((key) => key.startsWith(start)).map((key) => key.slice(start.length)); } catch { return []; }
  },
  get(key, otherwise = null) {
    try { return JSON.parse(localStorage.getItem(`junqi.${key}`)) ?? otherwise; } catch { return otherwise; }
  },
  set(key, value) {
    try {
      if (value === null || value === undefined) localStorage.removeItem(`junqi.${key}`);
      else localStorage.setItem(`junqi.${key}`, JSON.stringify(value));
    } catch {
      store.failed();
      store.failed = () => {};
    }
  },
};

/** Copies a text to the clipboard and says so, or shows the text; resolves to whether it was copied. */
export async function copy(text, said) {
  const copied = await navigator.clipboard?.writeText(text).then(() => true, () => false) ?? false;
  toast(copied ? said : text);
  return copied;
}

/** Saves a text or a blob as a file. */
export function download(name, content) {
  const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: 'text/plain' }));
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

export async function base64(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text);
}

/** Calls once things have been quiet for a while. */
export function debounce(wait, call) {
  let timer;
  const later = (...args) => { clearTimeout(timer); timer = setTimeout(() => call(...args), wait); };
  later.cancel = () => clearTimeout(timer);
  return later;
}
