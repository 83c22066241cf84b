// Errors of the server, each with a way out, and faults of deployments, in the language of the page.

import { chinese, t } from './words.js';

/** What to do, by the code of an error, where its text does not say it. */
const HINTS = { malformed: 'error-malformed', illegal: 'error-illegal', limit: 'error-limit', unknown: 'error-unknown' };

/** The faults of an answer about a deployment, in one text. */
export const faultsText = ({ faults, chinese_faults: own }) => (chinese() ? own.join('；') : faults.join('; '));

/** An error of the server, without marks of code. */
export function translated({ text, chinese: own, code }) {
  const said = ((chinese() && own) || text).replaceAll('`', '');
  if (own || !HINTS[code]) return said;
  return chinese() ? `${t(HINTS[code])}（${said}）` : `${said} – ${t(HINTS[code])}`;
}
