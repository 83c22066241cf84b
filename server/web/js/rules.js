// The rules page: ten lessons on a board, each with a goal that the rules check.

import { Board } from './board.js';
import { learned, outcome } from './combat.js';
import { button, h, speak, store } from './dom.js';
import { LETTERS } from './game.js';
import { LESSONS, notes } from './lessons.js';
import { network, targets } from './moves.js';
import { arena } from './plates.js';
import { chinese, kindName, t } from './words.js';

const own = ([zh, en]) => (chinese() ? zh : en);

/** The state of a lesson: what stands where, and what was chosen. */
class Exercise {
  constructor(lesson, data, net) {
    Object.assign(this, { lesson, data, net });
    this.pieces = new Map(lesson.pieces.map(([cell, seat, kind]) => [cell, { at: cell, seat, kind, home: cell, hidden: lesson.hidden?.includes(cell) }]));
    this.chosen = new Set();
    this.verdict = null;
  }

  /** The cells that a piece of South may go to; all other seats of the lessons are enemies. */
  targets(cell) {
    return this.pieces.get(cell)?.seat === 'S' ? targets(this.net, this.pieces, cell, 'S') : [];
  }

  /** Moves a piece, fights, and judges; returns the event as the board shows it. */
  move(from, to) {
    const [mover, other] = [this.pieces.get(from), this.pieces.get(to)];
    const event = { act: 'move', seat: mover.seat, from, to, gone: [], flags: [] };
    if (other) event.fight = outcome(mover.kind, other.kind);
    if (event.fight && event.fight !== 'win') event.gone.push(from);
    if (event.fight && event.fight !== 'lose') event.gone.push(to);
    if (other?.kind === 'q') event.gone.push(...[...this.pieces.values()].filter(({ seat, at }) => seat === other.seat && at !== to).map(({ at }) => at));
    const fallen = [mover, other].filter((piece) => piece?.kind === 'a' && event.gone.includes(piece.at));
    event.gone.forEach((cell) => this.pieces.delete(cell));
    if (this.pieces.has(from)) {
      this.pieces.delete(from);
      this.pieces.set(to, Object.assign(mover, { at: to }));
    }
    for (const { seat } of fallen) for (const piece of this.pieces.values()) if (piece.seat === seat && piece.kind === 'q') piece.hidden = false;
    const { goal } = this.lesson;
    const reached = goal.to ? goal.to.includes(to) && this.pieces.get(to) === mover : event.gone.includes(goal.gone);
    this.verdict = reached ? 'right' : goal.gone && [...this.pieces.values()].some(({ at }) => at === goal.gone) && !event.fight ? null : 'wrong';
    return event;
  }

  /** Chooses a cell or a kind, and judges once nothing is missing. */
  choose(what) {
    if (this.chosen.has(what)) this.chosen.delete(what);
    else this.chosen.add(what);
    const answer = this.answer();
    const wrong = [...this.chosen].some((one) => !answer.includes(one));
    this.verdict = wrong ? 'wrong' : this.chosen.size === answer.length ? 'right' : null;
  }

  /** What has to be chosen, by the rules. */
  answer() {
    const { goal, fight } = this.lesson;
    if (goal.still) return [...this.pieces.keys()].filter((cell) => !this.targets(cell).length);
    return learned({ event: fight, before: this.pieces, flags: new Set() }, this.data, '').kinds;
  }
}

export function mount(root, data, id) {
  const net = network(data);
  let exercise = null;
  let selected = null;
  const board = new Board(data, { click, drop: (from, to) => { selected = from; click(to); }, canDrag: (cell) => (exercise.lesson.goal.kinds || exercise.lesson.goal.still ? false : pick(cell)) });
  const [rule, task, verdict] = [h('p', {}), h('p', { class: 'task' }), h('p', { id: 'lesson-verdict', role: 'status', 'aria-live': 'polite' })];
  const [title, kinds, index, next] = [h('h1', {}), h('div', { class: 'kinds', id: 'lesson-kinds' }), h('ol', { class: 'lessons', id: 'lessons' }), h('div', { class: 'row' })];
  const done = () => store.get('lessons', []);
  const field = arena(board);
  board.set({ coordinates: true });
  root.replaceChildren(h('div', { class: 'play' }, h('div', { class: 'field-of-play' }, field),
    h('div', { class: 'side rules' }, index, title, rule, task, kinds, verdict, next,
      h('details', {}, h('summary', {}, t('more-rules')), h('ul', { class: 'notes' }, notes(data.rules).map((note) => h('li', {}, own(note))))))));

  function begin(lesson) {
    exercise = new Exercise(lesson, data, net);
    selected = null;
    board.set({ last: lesson.fight ?? null });
    history.replaceState(null, '', `#/rules/${lesson.id}`);
    show();
  }

  function pick(cell) {
    selected = exercise.targets(cell).length && cell !== selected ? cell : null;
    show();
    return selected !== null;
  }

  function click(cell) {
    const { goal } = exercise.lesson;
    if (exercise.verdict || goal.kinds || !cell) return;
    if (goal.still) {
      if (exercise.pieces.has(cell)) exercise.choose(cell);
    } else if (selected && exercise.targets(selected).includes(cell)) return go(cell);
    else return void pick(cell);
    show();
  }

  async function go(cell) {
    const before = new Map([...exercise.pieces].map(([at, piece]) => [at, shown({ ...piece })]));
    const event = exercise.move(selected, cell);
    const concerned = new Map([...before].filter(([at]) => at === event.from || at === event.to || event.gone.includes(at)));
    selected = null;
    board.set({ last: event });
    show();
    await board.motion.play(event, concerned);
  }

  const shown = (piece) => (piece.hidden ? { ...piece, kind: null } : piece);

  function show() {
    const { lesson, chosen, pieces } = exercise;
    board.set({ pieces: [...pieces.values()].map(shown), selected, targets: selected ? exercise.targets(selected) : [], bad: lesson.goal.still ? [...chosen] : [] });
    title.textContent = own(lesson.title);
    rule.textContent = own(lesson.rule);
    task.textContent = own(lesson.task);
    kinds.hidden = !lesson.goal.kinds;
    kinds.replaceChildren(...(lesson.goal.kinds ? [...LETTERS].map((letter) => button(kindName(letter), () => { if (!exercise.verdict) { exercise.choose(letter); show(); } },
      { 'aria-pressed': String(chosen.has(letter)), data: { kind: letter } })) : []));
    const { verdict: result } = exercise;
    if (result === 'right' && !done().includes(lesson.id)) store.set('lessons', [...done(), lesson.id]);
    verdict.className = result === 'right' ? 'good' : 'warn';
    const text = result ? t(`lesson-${result}`) : '';
    if (text && verdict.textContent !== text) speak(text);
    verdict.textContent = text;
    const following = LESSONS[LESSONS.indexOf(lesson) + 1];
    next.replaceChildren(button(t('lesson-again'), () => begin(lesson), { id: 'lesson-again' }),
      following && result === 'right' ? button(t('lesson-next'), () => { begin(following); board.svg.focus(); }, { id: 'lesson-next', class: 'primary' }) : '');
    index.replaceChildren(...LESSONS.map((one, i) => h('li', {},
      button(`${done().includes(one.id) ? '✓ ' : ''}${i + 1}. ${own(one.title)}`, () => begin(one), { data: { lesson: one.id }, 'aria-current': one === lesson ? 'step' : null }))));
  }

  begin(LESSONS.find((one) => one.id === id) ?? LESSONS.find((one) => !done().includes(one.id)) ?? LESSONS[0]);
  return { close: () => board.close() };
}
