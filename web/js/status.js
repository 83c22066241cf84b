// What a table says above its moves: whose turn it is, the result, offers, and free seats.

import { button, h } from './dom.js';
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

export function statusText(table) {
  const { phase, game, you, seats } = table;
  if (phase === 'over' && game.result) return resultText(game.result, you);
  if (phase === 'deploying') {
    if (you && !seats[you].ready) return t('deploy-now');
    return t(vacant(table).length ? 'waiting-seat' : you ? 'waiting' : 'deploying');
  }
  if (!game.turn) return '';
  return game.turn === you ? t('your-turn') : t('turn-of', `${t(game.turn)} ${sitter(seats[game.turn])}`);
}

/** The offers of the others that are open: the name of the offer and who made it. */
export function openOffers({ phase, offers, you }) {
  const name = { playing: 'draw', over: 'rematch' }[phase];
  const seats = (offers?.[name] ?? []).filter((seat) => seat !== you);
  return seats.length ? t(`${name}-offered`, list(seats.map((seat) => t(seat)))) : '';
}

/** The line below the status: offers, and the seats to choose from. */
export function offersAndSeats(table, sitDown) {
  const offer = openOffers(table);
  const free = table.you || table.phase === 'over' ? [] : vacant(table);
  return [
    offer && h('span', { class: 'offer' }, offer),
    !table.you && table.phase === 'playing' && h('span', { class: 'faint' }, t('watching-now')),
    free.length && h('span', {}, t('choose-seat')),
    ...free.map((seat) => seatButton(seat, sitDown)),
  ].filter(Boolean);
}

export const seatButton = (seat, sitDown) => button(`${t('sit')}: ${seatName(seat)}`, () => sitDown(seat), { data: { sit: seat } });
