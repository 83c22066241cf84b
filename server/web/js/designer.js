// One arm, large: arranged, checked, kept, and measured.

import { Board } from './board.js';
import { button, debounce, field, h, select, store } from './dom.js';
import { deployments } from './deployments.js';
import { Editor, library } from './editor.js';
import { faultsText } from './errors.js';
import { explorer } from './explorer.js';
import { net } from './net.js';
import { featureName, unitName } from './terms.js';
import { chinese, percent, t } from './words.js';

export function mount(root, data) {
  const verdict = h('p', { role: 'status', 'aria-live': 'polite', id: 'verdict' });
  const check = debounce(200, async () => {
    try {
      const answer = await net.ask('check', { rows: editor.text });
      const { faults } = answer;
      verdict.className = faults.length ? 'warn' : 'good';
      verdict.textContent = faults.length ? faultsText(answer) : t('lawful');
    } catch { verdict.textContent = ''; }
  });
  let before = '';
  const editor = new Editor(data, 'S', () => {
    board.set({ pieces: editor.pieces(), ...editor.state() });
    if (editor.text === before) return;
    before = editor.text;
    store.set('draft', before);
    check();
  });
  const board = new Board(data, { click: editor.click, drop: editor.drop, canDrag: editor.canDrag }, { arm: 'S' });

  let running = null;
  const result = h('div', { class: 'stack', id: 'evaluation', 'aria-live': 'polite' });
  const mode = select([['2v2', t('2v2')], ['1v1', t('1v1')]], '2v2', null, { 'aria-label': t('mode') });
  const toggle = button(t('evaluate'), () => (running ? halt() : evaluate()), { id: 'evaluate', class: 'primary' });
  const finish = () => { running = null; toggle.textContent = t('evaluate'); };
  const halt = () => {
    running?.();
    finish();
    if (net.connected()) net.ask('halt').catch(() => {});
  };
  const evaluate = () => {
    toggle.textContent = t('stop');
    result.replaceChildren(h('p', { class: 'faint' }, t('thinking')));
    running = net.stream('evaluate', { rows: editor.text, mode: mode.value }, (answer) => {
      show(result, answer);
      if (answer.done) finish();
    }, (error) => { result.textContent = error.text; finish(); });
  };

  root.replaceChildren(h('div', { class: 'design' },
    h('div', { class: 'stack' }, board.svg, h('p', { class: 'faint' }, t('editor-about')), verdict,
      h('div', { class: 'row' }, button(t('mirror'), () => editor.mirror(), { id: 'mirror' }), toggle, mode), result),
    h('section', { class: 'panel' }, h('h1', {}, t('designer')), library(editor)),
    explorer((rows) => { editor.put(rows); board.svg.scrollIntoView({ block: 'nearest' }); })));
  const draft = store.get('draft');
  if (!draft || !editor.put(draft)) deployments().then(({ list }) => { if (list[0]) editor.put(list[0].rows); }, () => {});

  return {
    close() {
      if (running) halt();
      check.cancel();
      board.close();
    },
  };
}

function show(el, { games, score, low, high, features, done }) {
  const [interval, point] = [h('span', { class: 'interval' }), h('span', { class: 'point' })];
  const measured = score !== null;
  interval.style.left = percent(low ?? 0, 1);
  interval.style.width = percent((high ?? 1) - (low ?? 0), 1);
  point.style.left = percent(score ?? 0.5, 1);
  const head = (key, name = '') => h('th', { class: name, scope: 'col' }, t(key));
  const row = ({ name, about, chinese: own, value, unit }) => h('tr', { title: chinese() ? own : about }, h('td', {}, featureName(name)),
    h('td', { class: 'figure' }, value === null ? '–' : value.toFixed(2)), h('td', { class: 'faint' }, unitName(unit)));
  const text = measured ? t('games-so-far', games, ...[score, low, high].map((part) => percent(part, 1))) : t('no-games');
  el.replaceChildren(
    h('p', {}, text, done ? '' : ' …'),
    h('div', { class: 'bar', role: 'img', 'aria-label': measured ? percent(score, 1) : '–' }, interval, point),
    h('table', {},
      h('thead', {}, h('tr', {}, head('features'), head('value', 'figure'), head('unit'))),
      h('tbody', {}, (features ?? []).map(row))));
}
