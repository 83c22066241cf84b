// The page: its views by address, its language and its connection.

import { $, h, store, toast } from './dom.js';
import * as designer from './designer.js';
import * as focus from './focus.js';
import * as lobby from './lobby.js';
import { connect, data as described, net, ready } from './net.js';
import * as replay from './replay.js';
import * as rules from './rules.js';
import * as sound from './sound.js';
import * as table from './table.js';
import { learnTerms } from './terms.js';
import * as theme from './theme.js';
import { chinese, learnKinds, switchLanguage, t } from './words.js';

const VIEWS = { '': ['lobby', lobby], table: ['table', table], designer: ['designer', designer], replay: ['replay', replay], game: ['replay', replay], rules: ['rules-page', rules] };
const LINKS = [['#/', 'lobby'], ['#/designer', 'designer'], ['#/replay', 'replay'], ['#/rules', 'rules-page']];
let data = null;
let view = null;

function label() {
  document.documentElement.lang = chinese() ? 'zh-CN' : 'en';
  document.title = t('title');
  $('#title').textContent = t('title');
  $('.brand').setAttribute('aria-label', t('title'));
  $('#language').textContent = t('language');
  $('#language').setAttribute('aria-label', t('language-about'));
  const here = (name) => (document.body.dataset.view === name ? 'page' : null);
  $('#nav').replaceChildren(...LINKS.map(([href, name]) => h('a', { href, 'aria-current': here(name), data: { link: name } }, t(name))));
  theme.relabel();
  sound.label();
}

/** Goes back to a view that is not to be left. */
function stay(event) {
  const question = view?.leaving?.();
  if (!question || confirm(question)) return false;
  history.replaceState(null, '', event.oldURL);
  return true;
}

/** A part of an address, decoded if it can be. */
function decoded(part) {
  try { return decodeURIComponent(part); } catch { return part; }
}

function route(kept = false) {
  const [, name = '', id, moment] = location.hash.split('/').map(decoded);
  const [title, module] = VIEWS[name] ?? VIEWS[''];
  view?.close?.(kept);
  document.body.dataset.view = title;
  document.body.dataset.ply = 0;
  label();
  view = module.mount($('#view'), data, id, moment);
  if (!kept) scrollTo(0, 0);
}

/** `/game/ID#40` is the address of a finished game at a moment. */
function readAddress() {
  const [, id] = location.pathname.match(/^\/game\/([a-z0-9-]+)$/) ?? [];
  if (id) history.replaceState(null, '', `/#/game/${id}/${location.hash.slice(1)}`);
}

async function start() {
  readAddress();
  store.failed = () => toast(t('not-kept'));
  theme.start();
  focus.start();
  sound.start();
  label();
  $('#language').addEventListener('click', () => { switchLanguage(); route(true); });
  connect();
  document.body.classList.toggle('alone', net.alone);
  if (net.alone) navigator.serviceWorker?.register('sw.js');
  const [board, terms] = await described();
  data = board;
  learnKinds(data.kinds);
  learnTerms(terms);
  await ready;
  addEventListener('hashchange', (event) => { if (!stay(event)) route(); });
  addEventListener('beforeunload', (event) => { if (view?.leaving?.()) event.preventDefault(); });
  net.on('open', () => { if (document.body.dataset.view === 'lobby') route(true); });
  route();
}

start();
