// The built-in deployments with their results, which the server is asked for once.

import { net } from './net.js';

let answer = null;

/** Resolves to `{ list, groups }`. */
export const deployments = () => (answer ??= net.ask('deployments').catch((error) => {
  answer = null;
  throw error;
}));
