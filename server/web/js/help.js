// The agreement on analysis during a game: at tables with several people it takes all of them.

import { button, h } from './dom.js';
import { list, t } from './words.js';

/** The people of a table. */
export const people = ({ seats }) => Object.keys(seats).filter((seat) => seats[seat].kind === 'human');

/** Whether a seat has analysis during the game, which is marked for everybody else at the table. */
export const helped = (table, seat) =>
  table.phase !== 'over' && table.help && table.seats[seat]?.kind === 'human' && (!table.you || people(table).length > 1);

/** The state of the agreement, and one's own part in it; nothing where there is nothing to agree on. */
export function agreement(el, table, ask) {
  const others = people(table);
  const matters = table.help_offered && others.length > 1 && table.phase !== 'over';
  el.hidden = !matters;
  if (!matters) return el.replaceChildren();
  const agreed = others.filter((seat) => table.seats[seat].agrees_to_help);
  const mine = table.you && agreed.includes(table.you);
  const text = table.help ? t('help-on') : agreed.length ? t('help-waits', list(agreed.map((seat) => t(seat)))) : t('help-off');
  const own = table.you && button(t(mine ? 'help-withdraw' : 'help-agree'), () => ask('help', { agrees: !mine }), { id: 'agree-help' });
  return el.replaceChildren(h('p', {}, text), own || '');
}
