// Errors of the server, each with a way out, and faults of deployments, in the language of the page.

import { chinese, t } from './words.js';

/** What to do, by the code of an error, where its text does not say it. */
const HINTS = { malformed: 'error-malformed', illegal: 'error-illegal', limit: 'error-limit', unknown: 'error-unknown', closed: 'error-closed' };

/** The faults of an answer about a deployment, in one text. */
export const faultsText = ({ faults, chinese_faults: own }) => (chinese() ? own.join('；') : faults.join('; '));

/** An error of the server, without marks of code; one that has no Chinese is told by its hint alone. */
export function translated({ text, chinese: own, code }) {
  const hint = t(HINTS[code] ?? 'error-failed');
  const said = (chinese() ? own ?? hint : text).replaceAll('`', '');
  return own || chinese() ? said : `${said} – ${hint}`;
}
