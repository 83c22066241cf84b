// Calls a player back to the game: the page's title, and a notification while the page is hidden.

import { store } from './dom.js';
import { t } from './words.js';

const possible = () => 'Notification' in window && isSecureContext;

/** The title of the page, marked while it is the player's turn. */
export function title(mine = false) {
  document.title = mine ? `● ${t('your-turn')} – ${t('title')}` : t('title');
}

/** Whether notifications are wanted and allowed. */
export const wanted = () => possible() && store.get('notify', false) && Notification.permission === 'granted';

/** Asks the browser for notifications, or turns them off; null where there are none. */
export async function toggle() {
  if (!possible()) return null;
  const on = !wanted() && (await Notification.requestPermission()) === 'granted';
  store.set('notify', on);
  return on;
}

/** Notifies of the player's turn if the page is hidden. */
export function yourTurn() {
  if (!document.hidden || !wanted()) return;
  try {
    const notification = new Notification(t('title'), { body: t('your-turn'), icon: new URL('../icon.svg', import.meta.url).href, tag: 'junqi-turn' });
    notification.onclick = () => { window.focus(); notification.close(); };
  } catch { /* Some browsers let only service workers notify. */ }
}
