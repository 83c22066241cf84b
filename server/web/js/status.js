// What a table says above its moves: whose turn it is, the result, offers, and free seats.

import { button, h } from './dom.js';
import { people } from './help.js';
import { sitter } from './plates.js';
import { known, list, seatName, t } from './words.js';

/** The seats that wait for people. */
export const vacant = ({ seats }) => Object.keys(seats).filter((seat) => seats[seat].kind === 'human' && !seats[seat].taken);

/** The result for a viewer: `you` is a seat or null. */
export function resultText({ winners, why }, you) {
  const word = !winners.length ? t('drawn') : !you ? t('winners', list(winners.map((seat) => t(seat))))
    : t(winners.includes(you) ? 'won' : 'lost');
  return `${word} (${known(`why-${why}`, why)})`;
}

/** Whether the game is shown only after its end: until then spectators see its start. */
export const shownAfter = ({ phase, watch, you }) => phase === 'playing' && watch === 'end' && !you;

export function statusText(table) {
  const { phase, game, you, seats } = table;
  if (phase === 'over' && game.result) return resultText(game.result, you);
  if (phase === 'deploying') {
    if (you && !seats[you].ready) return t('deploy-now');
    return t(vacant(table).length ? 'waiting-seat' : you ? 'waiting' : 'deploying');
  }
  if (shownAfter(table)) return t('shown-after');
  if (!game.turn) return '';
  return game.turn === you ? t('your-turn') : t('turn-of', `${t(game.turn)} ${sitter(seats[game.turn])}`);
}

/** The offers of the others that are open: the name of the offer and who made it. */
export function openOffers({ phase, offers, you }) {
  const name = { playing: 'draw', over: 'rematch' }[phase];
  const seats = (offers?.[name] ?? []).filter((seat) => seat !== you);
  return seats.length ? t(`${name}-offered`, list(seats.map((seat) => t(seat)))) : '';
}

/** Whether all people at the table want a draw: as the game goes on, an engine has declined it. */
const declined = (table) => table.phase === 'playing' && table.you && people(table).every((seat) => table.offers?.draw.includes(seat));

/** The line below the status: offers, and the seats to choose from. */
export function offersAndSeats(table, sitDown) {
  const offer = openOffers(table);
  const free = table.you || table.phase === 'over' ? [] : vacant(table);
  return [
    offer && h('span', { class: 'offer' }, offer),
    declined(table) && h('span', { class: 'faint' }, t('draw-declined')),
    !table.you && table.phase === 'playing' && h('span', { class: 'faint' }, t('watching-now')),
    ...seatsToChoose(free, sitDown),
  ].filter(Boolean);
}

/** A button for each free seat. */
export const seatsToChoose = (free, sitDown) => [
  free.length && h('span', {}, t('choose-seat')),
  ...free.map((seat) => button(`${t('sit')}: ${seatName(seat)}`, () => sitDown(seat), { data: { sit: seat } })),
].filter(Boolean);
