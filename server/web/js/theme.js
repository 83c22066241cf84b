// Light, dark, or as the system has it.

import { $, store } from './dom.js';
import { icon } from './icons.js';
import { t } from './words.js';

const ORDER = ['auto', 'light', 'dark'];
const system = matchMedia('(prefers-color-scheme: dark)');
let choice = store.get('theme', 'auto');

function apply() {
  const dark = choice === 'dark' || (choice === 'auto' && system.matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  const el = $('#theme');
  el.replaceChildren(icon(choice));
  el.title = `${t('theme')}: ${t(`theme-${choice}`)}`;
  el.setAttribute('aria-label', el.title);
}

export function start() {
  system.addEventListener('change', apply);
  $('#theme').addEventListener('click', () => {
    choice = ORDER[(ORDER.indexOf(choice) + 1) % ORDER.length];
    store.set('theme', choice);
    apply();
  });
  apply();
}

export const relabel = apply;
