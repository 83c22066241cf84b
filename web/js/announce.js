// Short announcements over the board, which screen readers speak as well.

import { h, speak } from './dom.js';

const SHOWN_MS = 4500;
const MOST = 3;

/** A place for announcements; `say` shows texts there and speaks them after what is said without a banner. */
export function announcer() {
  const el = h('div', { class: 'news-banner', id: 'news', 'aria-hidden': 'true' });
  return {
    el,
    say(texts, spoken = []) {
      speak([...spoken, ...texts].join('. '));
      for (const text of texts) {
        const line = h('p', {}, text);
        el.append(line);
        setTimeout(() => line.remove(), SHOWN_MS);
      }
      while (el.children.length > MOST) el.firstChild.remove();
    },
  };
}
