// Fights by the rules: their outcome, and what a fight tells of a piece whose kind is hidden.

import { IMMOBILE, LETTERS } from './game.js';

const OFFICERS = 'abcdefghi';

/** The outcome for the attacker, by the letters of both kinds. `rules` is the text of rule changes. */
export function outcome(attacker, defender, rules = '') {
  if (attacker === 'x' || defender === 'x' || attacker === defender) return 'both';
  if (defender === 'q') return 'win';
  if (defender === 'm') return attacker === 'i' ? 'win' : rules.includes('mine_on_hit=removed') ? 'both' : 'lose';
  return attacker < defender ? 'win' : 'lose';
}

/** Whether a kind may start where a piece started, by the board's data. */
function mayStart(letter, { seat, home }, data) {
  const index = data.arms[seat]?.indexOf(home) ?? -1;
  return index < 0 || data.kinds.find((kind) => kind.letter === letter).points.includes(index);
}

/**
 * The kinds that the hidden side of a fight can have had, given the other side's kind; null if the event is no
 * fight, or if both kinds or neither are known. `before` has the pieces by cell, `flags` the flags shown by then.
 */
export function learned({ event, before, flags }, data, rules) {
  const [attacker, defender] = [before.get(event.from), before.get(event.to)];
  if (!event.fight || !attacker || !defender || Boolean(attacker.kind) === Boolean(defender.kind)) return null;
  const hidden = attacker.kind ? defender : attacker;
  const fell = event.fight === 'both' || (event.fight === 'win') === (hidden === defender);
  const nowShown = (event.flags ?? []).some(([seat]) => seat === hidden.seat);
  const possible = (letter) => {
    const [a, d] = hidden === attacker ? [letter, defender.kind] : [attacker.kind, letter];
    if (IMMOBILE.includes(letter) && (hidden === attacker || hidden.moved)) return false;
    if (outcome(a, d, rules) !== event.fight || !mayStart(letter, hidden, data)) return false;
    if (letter === 'q') return event.taken === hidden.seat;
    if (letter === 'a') return !flags.has(hidden.seat) && fell === nowShown;
    return !(fell && nowShown) || event.taken === hidden.seat;
  };
  return { piece: hidden, fell, kinds: [...LETTERS].filter(possible) };
}

/** A set of kinds as runs of neighbouring ranks: `[['c', 'i'], ['m', 'm']]`. */
export function runs(kinds) {
  const list = [];
  for (const letter of kinds) {
    const last = list.at(-1);
    const next = OFFICERS.indexOf(letter);
    if (last && next > 0 && OFFICERS.indexOf(last[1]) === next - 1) last[1] = letter;
    else list.push([letter, letter]);
  }
  return list;
}
