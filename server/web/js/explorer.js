// The built-in deployments by their measured results, and where good ones come from.

import { button, h, select } from './dom.js';
import { deployments } from './deployments.js';
import { chinese, half, t } from './words.js';

const rate = (value) => `${value.toFixed(1)}%`;

/** The table of a mode: a row for each deployment with results, the best first; `load` gets its rows. */
function table(list, mode, load) {
  const measured = list.flatMap((one) => (one.results ?? []).filter((result) => result.mode === mode).map((result) => ({ ...one, result })));
  const row = ({ name, about, rows, result: { score, low, high, games } }) => {
    const bar = h('div', { class: 'bar', 'aria-hidden': 'true' });
    const [interval, point] = [h('span', { class: 'interval' }), h('span', { class: 'point' })];
    Object.assign(interval.style, { left: `${low ?? score}%`, width: `${low === null ? 0 : high - low}%` });
    point.style.left = `${score}%`;
    bar.append(interval, point);
    return h('tr', { title: chinese() ? '' : about }, h('td', {}, button(half(name), () => load(rows), { class: 'entry' })), h('td', { class: 'figure' }, rate(score)), h('td', {}, bar),
      h('td', { class: 'faint' }, low === null ? '' : `${rate(low)}–${rate(high)}`), h('td', { class: 'figure' }, games));
  };
  const heads = [['deployment'], ['win-rate', 'figure'], ['interval'], [''], ['games-count', 'figure']];
  return h('table', { class: 'explorer' }, h('thead', {}, h('tr', {}, heads.map(([key, name = '']) => h('th', { class: name, scope: 'col' }, key && t(key))))),
    h('tbody', {}, measured.sort((a, b) => b.result.score - a.result.score).map(row)));
}

/** A panel of deployments by results; `load` gets the rows of the one that is chosen. */
export function explorer(load) {
  const place = h('div', { id: 'explorer' });
  const groups = h('ul', { class: 'stack', id: 'groups' });
  const signed = (value) => (value > 0 ? `+${value}` : String(value));
  const el = h('section', { class: 'panel stack', hidden: true });
  deployments().then(({ list, groups: all = [] }) => {
    const show = (mode) => {
      place.replaceChildren(table(list, mode, load));
      groups.replaceChildren(...all.filter((one) => one.mode === mode).map(({ first, second, elo, low, high, games }) =>
        h('li', {}, t('group-line', t(`group-${first}`), t(`group-${second}`), signed(elo), signed(low), signed(high), games))));
    };
    const mode = select([['1v1', t('1v1')], ['2v2', t('2v2')]], '2v2', show, { id: 'explorer-mode', 'aria-label': t('mode') });
    el.append(h('div', { class: 'row' }, h('h2', {}, t('explorer')), mode), h('p', { class: 'faint' }, t('explorer-about')), place, h('h3', {}, t('groups')), groups);
    el.hidden = false;
    show('2v2');
  }, () => {});
  return el;
}
