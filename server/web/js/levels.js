// Engines by level, as people choose them, and the seats behind the levels.

import { net } from './net.js';
import { t } from './words.js';

/** From the weakest; their order is measured in docs/notes/ladder.md and docs/SEATS.md. */
const LEVELS = [
  ['beginner', 'greedy'],
  ['casual', 'alphabeta:nodes=500'],
  ['strong', 'pimc:movetime=300'],
  ['master', 'pimc:movetime=2000'],
];
export const DEFAULT = 'pimc:movetime=300';

/** Pairs of seat and name, to choose from. */
export const levels = () => LEVELS.map(([level, seat]) => [seat, t(`level-${level}`)]);

/** What a level is like, by its seat. */
export const about = (seat) => t(`level-${LEVELS.find((one) => one[1] === seat)?.[0]}-about`);

/** The name of an engine: its level, or its seat as the server writes it. */
export function engineName(seat) {
  const level = LEVELS.find((one) => one[1] === seat);
  return level ? t(`level-${level[0]}`) : seat;
}

/** The seat of the level with a name, or the name itself. */
export const seatNamed = (name) => levels().find(([, label]) => label.toLowerCase() === name.toLowerCase())?.[0] ?? name;

/** Choices for a seat of a table: people, if any may come, levels, and the engines by their own names. */
export const seatChoices = (people) => [
  ...(people ? [['human', t('human')]] : []),
  [t('levels'), levels()],
  [t('advanced'), net.engines().filter((name) => name !== 'greedy').map((name) => [name, name])],
];

/** Whether a choice is an engine by its own name, whose time for a move can be set. */
export const isTimed = (choice) => choice !== 'human' && choice !== 'random' && !LEVELS.some(([, seat]) => seat === choice);
