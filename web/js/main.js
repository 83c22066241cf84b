// The page: its views by address, its language and its connection.

import { $, h } from './dom.js';
import * as designer from './designer.js';
import * as lobby from './lobby.js';
import { connect, net, ready } from './net.js';
import * as replay from './replay.js';
import * as table from './table.js';
import * as theme from './theme.js';
import { chinese, learnKinds, switchLanguage, t } from './words.js';

const VIEWS = { '': ['lobby', lobby], table: ['table', table], designer: ['designer', designer], replay: ['replay', replay] };
const LINKS = [['#/', 'lobby'], ['#/designer', 'designer'], ['#/replay', 'replay']];
let data = null;
let view = null;

function label() {
  document.documentElement.lang = chinese() ? 'zh-CN' : 'en';
  document.title = t('title');
  $('#title').textContent = t('title');
  $('#language').textContent = t('language');
  $('#language').setAttribute('aria-label', t('language-about'));
  const here = (name) => (document.body.dataset.view === name ? 'page' : null);
  $('#nav').replaceChildren(...LINKS.map(([href, name]) => h('a', { href, 'aria-current': here(name) }, t(name))));
  theme.relabel();
}

function route(kept = false) {
  const [, name = '', id] = location.hash.split('/');
  const [title, module] = VIEWS[name] ?? VIEWS[''];
  view?.close?.(kept);
  document.body.dataset.view = title;
  document.body.dataset.ply = 0;
  label();
  view = module.mount($('#view'), data, id && decodeURIComponent(id));
  if (!kept) scrollTo(0, 0);
}

async function start() {
  theme.start();
  label();
  $('#language').addEventListener('click', () => { switchLanguage(); route(true); });
  connect();
  const answer = await fetch('/board.json');
  data = await answer.json();
  learnKinds(data.kinds);
  await ready;
  addEventListener('hashchange', () => route());
  net.on('open', () => { if (document.body.dataset.view === 'lobby') route(true); });
  route();
}

start();
