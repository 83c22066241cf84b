// The time that people have: a limit for each move, or a game clock with an increment.

import { t } from './words.js';

/** Game clocks to choose from: seconds at the start, and seconds added after every move. */
const PRESETS = [[300, 3], [600, 5], [900, 10]];
const name = (time, increment) => `${time / 60}+${increment}`;

/** Choices for a new table; `clock` is the limit of a move. */
export const choices = () => [['', t('each-move')], ...PRESETS.map(([time, increment]) => [name(time, increment), t('game-clock', time / 60, increment)])];

/** The fields of a request for a choice. */
export function fields(choice) {
  const [time = 0, increment = 0] = PRESETS.find((one) => name(...one) === choice) ?? [];
  return { game_clock: time, increment };
}

/** The time of a table in short. */
export const timing = ({ clock, game_clock: game }) => (game ? name(game.time, game.increment) : t('seconds', clock));

/** Seconds as a clock shows them. */
export const minutes = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
