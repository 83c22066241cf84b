// What hidden pieces may be: the colours of the heat map and the distribution of one piece.

import { button, h } from './dom.js';
import { LETTERS } from './game.js';
import { kindName, percent, seatName, t } from './words.js';

const STOPS = [[255, 246, 222], [253, 208, 122], [244, 150, 68], [214, 72, 44], [134, 18, 34]];
/** The entropy of a piece of which nothing is known. */
const MOST = Math.log2(12);

export function heat(part) {
  const x = Math.min(1, Math.max(0, part)) * (STOPS.length - 1);
  const i = Math.min(STOPS.length - 2, Math.floor(x));
  return `rgb(${STOPS[i].map((c, k) => Math.round(c + (x - i) * (STOPS[i + 1][k] - c))).join(' ')})`;
}

/** The colour of what cannot be. */
const NEVER = '#b4b0a8';

/** The kind that a piece most likely is. */
const likeliest = ({ p }) => [...LETTERS].reduce((best, letter) => ((p[letter] ?? 0) > (p[best] ?? 0) ? letter : best));

/** Tints by cell for the likeliest kinds: the name, its probability, and that as the shade. */
function likely(belief) {
  return new Map(belief.pieces.map((piece) => {
    const letter = likeliest(piece);
    const share = piece.p[letter] ?? 0;
    return [piece.cell, { colour: heat(share), text: kindName(letter, 'small'), below: percent(share), strong: share > 0.6 }];
  }));
}

/** Tints by cell for a kind, `entropy` or `likely`, and what the hottest stands for. */
export function tints(belief, what) {
  if (what === 'likely') return { map: likely(belief), top: percent(1) };
  const value = (piece) => (what === 'entropy' ? piece.bits : piece.p[what] ?? 0);
  const top = what === 'entropy' ? MOST : Math.max(0.01, ...belief.pieces.map(value));
  const map = new Map(belief.pieces.map((piece) => {
    const part = value(piece) / top;
    const text = what === 'entropy' ? value(piece).toFixed(1) : percent(value(piece));
    return [piece.cell, { colour: what !== 'entropy' && !value(piece) ? NEVER : heat(part), text, strong: part > 0.6 }];
  }));
  return { map, top: what === 'entropy' ? t('bits', top.toFixed(1)) : percent(top) };
}

/** The legend of the colours. */
export function legend(el, top) {
  el.hidden = !top;
  const scale = h('span', { class: 'scale', 'aria-hidden': 'true' });
  for (let i = 0; i <= 8; i++) {
    const patch = h('i');
    patch.style.background = heat(i / 8);
    scale.append(patch);
  }
  el.replaceChildren(h('span', {}, '0'), scale, h('span', {}, top ?? ''));
}

/** The row of buttons that choose a tint; `chosen` gets a letter, `entropy`, `likely` or null. */
export function chooser(chosen) {
  const pick = (what) => () => {
    const now = row.dataset.heat === what ? '' : what;
    row.dataset.heat = now;
    for (const el of row.children) el.setAttribute('aria-pressed', String(el.dataset.heat === now));
    chosen(now || null);
  };
  const one = (what, label) => button(label, pick(what), { 'aria-pressed': String(what === ''), data: { heat: what } });
  const row = h('div', { class: 'kinds', role: 'group', 'aria-label': t('heat'), data: { heat: '' } },
    one('', t('off')), one('likely', t('likely')), one('entropy', t('entropy')), [...LETTERS].map((letter) => one(letter, kindName(letter, 'tile'))));
  return row;
}

/** The distribution of a piece as bars. */
export function distribution(el, piece) {
  const shares = [...LETTERS].filter((letter) => piece.p[letter]).sort((a, b) => piece.p[b] - piece.p[a]);
  el.replaceChildren(
    h('p', {}, h('span', { class: `chip seat-${piece.seat}` }, piece.cell), ` ${seatName(piece.seat)} · `,
      h('strong', {}, piece.bits < 0.005 ? t('certain') : t('bits', piece.bits.toFixed(2)))),
    h('div', { class: 'shares' }, shares.map((letter) => {
      const bar = h('span');
      bar.style.width = percent(piece.p[letter], 1);
      return h('div', { class: 'share-row', data: { kind: letter } },
        h('span', {}, kindName(letter)), h('span', { class: 'bar' }, bar), h('span', { class: 'figure' }, percent(piece.p[letter], 1)));
    })));
}
