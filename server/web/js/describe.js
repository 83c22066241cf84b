// Events in words: the move, what fell, what the fights tell, and the news that concern everybody.

import { learned, runs } from './combat.js';
import { sees, steps } from './game.js';
import { chinese, kindName, known, list, seatName, t } from './words.js';

const SIGN = { win: '✓', lose: '✗', both: '✺' };
/** Time-outs that put a seat out. */
const MOST_SLIPS = 5;

/** Every event of a game in words, for the eyes of a seat (or `all`). `rules` is the table or the opened file. */
export function describe(game, eyes, rules, data) {
  const slips = {};
  const proved = new Map(); // the kinds that a piece's fights leave, by its seat and first cell
  return [...steps(game)].map((step) => {
    if (step.event.act === 'timeout') slips[step.event.seat] = (slips[step.event.seat] ?? 0) + 1;
    const before = new Map([...step.before].map(([cell, piece]) => [cell, sees(eyes, piece, rules) ? piece : { ...piece, kind: null }]));
    return inWords({ ...step, before }, { eyes, rules: rules.rules, data, proved, slips: slips[step.event.seat] });
  });
}

function inWords(step, { eyes, rules, data, proved, slips }) {
  const { event, before } = step;
  const mover = before.get(event.from);
  const name = mover?.kind ? kindName(mover.kind) : '';
  const short = mover?.kind ? kindName(mover.kind, 'tile') : '';
  const cells = event.act === 'move' ? `${event.from}→${event.to}` : t(event.act === 'draw' ? 'agreed' : event.act);
  const detail = [...losses(step, eyes), ...lesson(step, data, rules, proved)];
  const move = [seatName(event.seat), name || (mover ? t('hidden-piece') : ''), cells, event.fight ? t(event.fight) : ''];
  return {
    event, before, name, short, cells, sign: event.fight ? SIGN[event.fight] : '', detail, news: news(event, slips),
    sentence: [move.filter(Boolean).join(' '), ...detail].join(chinese() ? '；' : '; '),
  };
}

/** The pieces that fell in the fight, as far as the viewer knows them. */
function losses({ event, before }, eyes) {
  const fighters = event.fight ? [before.get(event.from), before.get(event.to)] : [];
  return fighters.filter((piece) => piece?.kind && event.gone.includes(piece.at))
    .map(({ seat, kind }) => (seat === eyes ? t('lost-piece', kindName(kind)) : t('lost-piece-of', t(seat), kindName(kind))));
}

/** More kinds than this say nothing of a piece that stands. */
const MOST_KINDS = 7;

/** What the fight tells of the piece that is hidden. */
function lesson(step, data, rules, proved) {
  const fact = learned(step, data, rules);
  if (!fact) return [];
  const piece = fact.piece.seat + fact.piece.home;
  const kinds = fact.kinds.filter((kind) => proved.get(piece)?.includes(kind) ?? true);
  proved.set(piece, kinds);
  if (!kinds.length || (!fact.fell && kinds.length > MOST_KINDS) || step.event.taken) return [];
  const names = runs(kinds).map(([first, last]) => (first === last ? kindName(first) : t('ranks', kindName(first), kindName(last))));
  return [t(fact.fell ? 'fallen-was' : 'standing-is', names.join(t('or')))];
}

/** What everybody should hear of. */
function news(event, slips) {
  const texts = (event.flags ?? []).map(([seat]) => t('news-flag', seatName(seat)));
  if (event.taken) texts.push(t('news-taken', seatName(event.seat), seatName(event.taken)));
  for (const [seat, why] of event.out ?? []) texts.push(t('news-out', seatName(seat), known(`out-${why}`, why)));
  if (event.act === 'timeout') texts.push(t('news-timeout', seatName(event.seat), slips, MOST_SLIPS));
  for (const seat of event.passed ?? []) texts.push(t('news-passed', seatName(seat)));
  return texts;
}
