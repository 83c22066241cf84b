// Small pictures for buttons, so that no font has to have them.

import { s } from './dom.js';

const PATHS = {
  first: 'M6 5V19M19 5L9 12L19 19Z', previous: 'M17 5L7 12L17 19Z', next: 'M7 5L17 12L7 19Z', last: 'M18 5V19M5 5L15 12L5 19Z',
  play: 'M7 4L20 12L7 20Z', pause: 'M8 5V19M16 5V19', grid: 'M9 4V20M15 4V20M4 9H20M4 15H20', zoom: 'M10.5 4A6.5 6.5 0 1 0 10.5 17A6.5 6.5 0 1 0 10.5 4M15.5 15.5L20 20M7.5 10.5H13.5M10.5 7.5V13.5',
  sound: 'M4 9V15H8L13 19V5L8 9ZM16.5 8.5A5 5 0 0 1 16.5 15.5M19 6A8.5 8.5 0 0 1 19 18', mute: 'M4 9V15H8L13 19V5L8 9ZM17 9.5L22 14.5M22 9.5L17 14.5',
  bell: 'M6 16V11A6 6 0 0 1 18 11V16L20 18H4ZM10 21H14',
  turn: 'M19 12A7 7 0 1 1 12 5H17M14 2L17 5L14 8',
  light: 'M12 8A4 4 0 1 0 12 16A4 4 0 1 0 12 8M12 2V4.5M12 19.5V22M2 12H4.5M19.5 12H22M5 5L6.7 6.7M17.3 17.3L19 19M19 5L17.3 6.7M6.7 17.3L5 19', dark: 'M19.5 14.5A8 8 0 1 1 9.5 4.5A6.5 6.5 0 0 0 19.5 14.5Z', auto: 'M12 4A8 8 0 1 0 12 20A8 8 0 1 0 12 4M12 4V20M15 6V18M18 8V16',
};
const SOLID = new Set(['first', 'previous', 'next', 'last', 'play', 'dark']);

export const icon = (name) => s('svg', { class: `icon${SOLID.has(name) ? ' solid' : ''}`, viewBox: '0 0 24 24', width: 20, height: 20, 'aria-hidden': 'true' }, s('path', { d: PATHS[name] }));
