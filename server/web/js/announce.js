// Short announcements over the board, which screen readers speak as well.

import { h, speak } from './dom.js';

const SHOWN_MS = 4500;
const MOST = 3;
/** A banner covers the board: longer texts are cut, but spoken whole. */
const LONG = 60;
const cut = (text) => (text.length > LONG ? `${text.slice(0, LONG - 1)}…` : text);

/**
 * A place for announcements; `say` shows texts there and speaks them after what is said without a banner, `clear`
 * takes back what is shown.
 */
export function announcer() {
  const el = h('div', { class: 'news-banner', id: 'news', 'aria-hidden': 'true' });
  return {
    el,
    say(texts, spoken = []) {
      speak([...spoken, ...texts].join('. '));
      for (const text of texts) {
        const line = h('p', {}, cut(text));
        el.append(line);
        setTimeout(() => line.remove(), SHOWN_MS);
      }
      while (el.children.length > MOST) el.firstChild.remove();
    },
    clear() {
      el.replaceChildren();
      speak('');
    },
  };
}
