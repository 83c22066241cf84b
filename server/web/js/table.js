// A table: deploying, playing, watching, and what comes after.

import { Actions } from './actions.js';
import { Analysis } from './analysis.js';
import * as archive from './archive.js';
import { Board } from './board.js';
import { captured } from './captured.js';
import { Deploying } from './deploying.js';
import { describe } from './describe.js';
import { button, h, store, tabs, toast } from './dom.js';
import { Follow } from './follow.js';
import { IMMOBILE, SEATS, ends, opened, position, seen, turnOrder } from './game.js';
import { agreement, helped } from './help.js';
import { History } from './history.js';
import { enter, leave, live, move, sit, watchTable } from './live.js';
import { Marks, closePalette } from './marks.js';
import { net } from './net.js';
import { Premove } from './premove.js';
import { arena, fill, showClock, tools } from './plates.js';
import * as signals from './signals.js';
import { Talk, saying, withTalk } from './talk.js';
import { offersAndSeats, seatsToChoose, shownAfter, statusText, vacant } from './status.js';
import { percent, t } from './words.js';
import * as zoom from './zoom.js';

/** The banner tells of a lost connection. */
const failed = (error) => { if (error.code !== 'lost') toast(error.text); };
const ask = (what, fields) => net.ask(what, fields).catch(failed);

export function mount(root, data, id) {
  let at = null;
  let selected = null;
  let dragged = null;
  let marks = new Marks(`${id}.${live.id === id ? live.table?.number ?? 0 : 0}`, () => draw());
  let stopHint = () => {};
  /** The free seats of a table that cannot be watched. */
  let free = [];

  const editor = () => (table()?.phase === 'deploying' ? deploying.editor : null);
  const board = new Board(data, {
    click: (cell, kept) => (editor() ? editor().click(cell, kept) : click(cell, kept)),
    drop: (from, to) => (editor() ? editor().drop(from, to) : drop(from, to, true)),
    canDrag: (cell) => (editor() ? editor().canDrag(cell) : canDrag(cell)),
    hover: (cell) => analysis.point(cell),
    menu,
  });
  const premove = new Premove(() => { board.set({ selected: premove.from, targets: [], arrow: premove.move }); });
  let bottomSeat = null;
  const analysis = new Analysis({ of: 'table', board, guess: (belief) => marks.guess(belief, position(game(), shown())) });
  const history = new History((to) => { at = to === events().length ? null : to; selected = null; draw(); }, { board });
  const follow = new Follow(board);
  const place = arena(board, follow.news.el);
  const status = h('p', { id: 'status', role: 'status', 'aria-live': 'polite' });
  const actions = new Actions({ id, ask, hint, failed });
  const prepare = h('div', { class: 'stack' });
  const deploying = new Deploying({ data, board, box: prepare, ready: (deployment) => ask('deploy', { deployment }), drawn: () => plates() });
  const agreed = h('div', { class: 'row agreement', hidden: true });
  const losses = h('div', { class: 'stack' });
  const talk = new Talk((error) => failed(error));
  const past = h('div', { class: 'past', hidden: true });
  const side = tabs([
    ['game', t('game'), [prepare, talk.el, h('div', { class: 'history' }, history.bar, past, history.list)]],
    ['pieces', t('pieces'), [losses, h('p', { class: 'faint' }, t('mark-about'))]],
    ['analysis', t('analysis'), [agreed, analysis.el]],
  ], (name) => analysis.show(name === 'analysis'));
  const seatsBox = h('div', { class: 'row' });
  side.prepend(h('div', { class: 'headline' }, h('div', { class: 'apart' }, status, tools(board, 'table', () => draw(), turnBoard)), seatsBox, actions.el));
  root.replaceChildren(h('div', { class: 'play' }, h('div', { class: 'field-of-play' }, place, follow.line), side));
  side.open('game');

  const table = () => live.table;
  const events = () => table()?.game?.events ?? [];
  const shown = () => at ?? events().length;
  const game = () => ({ ...table().game, pieces: opened(table().game.pieces ?? [], table().game.deployments, data.arms) });
  /** The position shown; nobody is to move in a game that is shown only after its end. */
  const scene = () => {
    const spot = position(game(), shown());
    return shownAfter(table()) ? { ...spot, turn: null } : spot;
  };
  const bottom = () => bottomSeat ?? table()?.you ?? 'S';
  const eyes = () => (table().phase === 'over' || !table().you ? 'all' : table().you);
  const playing = () => table()?.phase === 'playing' && at === null;
  const legal = () => (playing() && live.sent !== events().length && table().game.moves) || {};
  const sitDown = (seat) => sit(id, seat, store.get('name') || t('guest')).catch(failed);

  /** Draws everything; an event that has just arrived is shown in motion. */
  function draw(arrived = null) {
    const now = table();
    if (!now) return drawTrouble();
    follow.state(now);
    talk.show(now);
    if (now.phase === 'deploying') return drawDeploying();
    deploying.end();
    const spot = scene();
    board.set({ shut: now.shut ?? [], seat: bottom() });
    board.set({
      pieces: seen(spot, eyes(), now), marks: marks.all, last: spot.last, out: [...spot.out.keys()],
      turn: now.phase === 'playing' ? spot.turn : null,
      selected: selected ?? premove.from, targets: selected ? legal()[selected] ?? [] : [], bad: [], arrow: premove.move,
    });
    look();
    drawMoves(arrived);
    past.hidden = at === null || now.phase !== 'playing';
    past.replaceChildren(h('span', {}, t('in-the-past', shown())), button(t('live'), () => history.seek(events().length), { id: 'live', class: 'primary' }));
    plates(spot);
    captured(losses, { place: spot, eyes: eyes(), rules: now, seats: now.seats });
    drawStatus();
    drawActions();
    drawAnalysis(spot);
  }

  function drawAnalysis({ turn }) {
    const now = table();
    const allowed = now.phase === 'over' || (now.help && now.you);
    analysis.moment({ at: shown(), seat: now.you ?? turn ?? Object.keys(now.seats)[0], turn, allowed, agreeing: !agreed.hidden, game: now.number, mode: now.mode });
  }

  /** On a phone: one's own turn enlarged. */
  function look() {
    const moves = legal();
    const mine = Object.keys(moves).length > 0;
    zoom.focus(board, place, mine && zoom.wanted('table') ? table().you : null, Object.keys(moves), selected ? [selected, ...(moves[selected] ?? [])] : []);
  }

  function drawMoves(arrived) {
    const now = table();
    const rows = withTalk(describe(game(), eyes(), now, data), now.phase === 'over' ? now : {});
    history.bar.parentNode.hidden = false;
    history.update(rows, shown(), { order: turnOrder(now.game, now.rules), key: `${now.number} ${eyes()} ${now.phase}` });
    if (!arrived) return follow.show(rows[shown() - 1]);
    const still = at !== null;
    follow.event(rows[arrived.n - 1], { you: now.you, phase: now.phase, placed: dragged === arrived.from, still });
    dragged = null;
  }

  function plates(spot = null) {
    const now = table();
    fill(place, {
      bottom: bottom(), seats: now.seats, you: now.you, rules: now, place: spot, eyes: spot && eyes(),
      slips: now.game?.slips, deploying: now.phase === 'deploying', helped: SEATS.filter((seat) => helped(now, seat)),
    });
    agreement(agreed, now, ask);
    tick();
  }

  function drawTrouble() {
    status.textContent = live.trouble ? live.trouble.text : t('connecting');
    status.className = '';
    talk.el.hidden = true;
    deploying.end();
    analysis.moment(null);
    seatsBox.replaceChildren(...seatsToChoose(free, sitDown));
    actions.only(live.trouble?.code === 'closed' && button(t('return-to-game'), () => enter(id), { class: 'primary' }));
    history.bar.parentNode.hidden = true;
  }

  /** Offers the free seats of a listed table that allows no spectators; those of another table are not known. */
  async function offerSeats() {
    const { tables } = await net.ask('lobby').catch(() => ({ tables: [] }));
    const listed = tables.find((one) => one.table === id);
    free = listed ? vacant(listed) : SEATS;
    if (!table()) drawTrouble();
  }

  function drawDeploying() {
    const now = table();
    board.set({ shut: now.shut ?? [], seat: bottom() });
    history.update([], 0, { order: SEATS, key: '' });
    history.bar.parentNode.hidden = true;
    zoom.focus(board, place, zoom.wanted('table') ? now.you : null);
    deploying.show(now);
    losses.replaceChildren();
    follow.show(null);
    drawStatus();
    drawActions();
    analysis.moment(null);
  }

  function drawStatus() {
    const now = table();
    const text = statusText(now);
    if (status.textContent !== text) status.textContent = text;
    status.className = now.phase === 'playing' && now.game.turn === now.you ? 'mine' : '';
    seatsBox.replaceChildren(...offersAndSeats(now, sitDown));
  }

  function drawActions() {
    const now = table();
    actions.draw(now, { alive: now.game && !position(now.game, events().length).out.has(now.you), past: at !== null });
  }

  function click(cell, kept = false) {
    if (!table()) return;
    const moves = legal();
    const { you } = table();
    if (playing() && you && table().game.turn !== you) {
      const piece = board.state.pieces.find((one) => one.at === cell);
      return premove.click(cell, piece?.seat === you && !IMMOBILE.includes(piece.kind));
    }
    if (selected && moves[selected]?.includes(cell)) return drop(selected, cell);
    selected = !kept && moves[cell] && cell !== selected ? cell : null;
    board.set({ selected, targets: selected ? moves[selected] : [] });
    look();
  }

  function canDrag(cell) {
    if (!legal()[cell]) return false;
    selected = cell;
    board.set({ selected, targets: legal()[cell] });
    return true;
  }

  function drop(from, to, byDrag = false) {
    const lawful = legal()[from]?.includes(to);
    selected = null;
    if (lawful) {
      stopHint();
      move(from, to).catch((error) => { failed(error); if (error.code !== 'lost' && table()) draw(); });
      const taken = board.state.pieces.some((piece) => piece.at === to);
      dragged = byDrag && !taken ? from : null;
      if (!dragged) board.set({ arrow: [from, to] });
      else board.set({ arrow: null, pieces: board.state.pieces.map((piece) => (piece.at === from ? { ...piece, at: to } : piece)) });
    }
    board.set({ selected, targets: [] });
  }

  function hint() {
    status.textContent = t('thinking');
    stopHint();
    const fields = { of: 'table', at: events().length, seat: table().you, engine: 'pimc', time: 2000 };
    stopHint = net.stream('think', fields, ({ moves, done }) => {
      if (at !== null || table()?.game?.turn !== table()?.you) return;
      const [best] = moves;
      if (best) board.set({ arrow: ends(best.move) });
      if (done) {
        const win = best?.win == null ? '' : ` (${t('win-probability')} ${percent(best.win)})`;
        status.textContent = best ? `${t('hint')}: ${ends(best.move).join(' → ')}${win}` : t('your-turn');
      }
    }, (error) => { drawStatus(); failed(error); });
  }

  function menu(cell, x, y) {
    if (!table()) return false;
    const piece = board.state.pieces.find((one) => one.at === cell);
    const unknown = piece && !piece.kind ? piece : null;
    const extra = signals.possible(table()) ? signals.buttons(cell, failed, closePalette) : [];
    if (editor() || (!unknown && !extra.length)) return false;
    marks.open(unknown, x, y, board.svg, extra);
    return true;
  }

  function tick() {
    const now = table();
    if (!now) return;
    const running = now.phase === 'playing' && live.deadline;
    const seconds = running ? Math.max(0, Math.ceil((live.deadline - performance.now()) / 1000)) : null;
    showClock(place, now.game?.turn, seconds, { clock: now.clock, clocks: now.game?.clocks });
    follow.clock(now.you && now.game?.turn === now.you ? seconds : null);
  }

  /** Turns the board by a quarter. */
  function turnBoard() {
    bottomSeat = SEATS[(SEATS.indexOf(bottom()) + 1) % 4];
    draw();
  }

  const said = (message) => {
    signals.mark(board, message);
    if (message.seat !== table().you) follow.news.say([saying(message)]);
    talk.show(table());
  };
  const changes = {
    trouble(error) {
      live.table = null;
      free = [];
      stopHint();
      draw();
      if (error.code === 'refused') offerSeats();
    },
    table({ fresh }) {
      selected = null;
      follow.restart();
      premove.clear();
      stopHint();
      history.key = null; // the events may be others
      if (fresh || at >= events().length) at = null;
      if (fresh) {
        deploying.end();
        marks = new Marks(`${id}.${table().number}`, () => draw());
      }
      if (table().phase === 'over' && table().you && !archive.record(`${id}-${table().number}`)) archive.keep(table());
      follow.call(table().phase === 'playing' && table().you && table().game.turn === table().you, events().length);
      draw();
    },
    seats() {
      if (table().phase === 'deploying') return draw();
      const spot = scene();
      plates(spot);
      drawActions();
      drawAnalysis(spot);
    },
    signal: said,
    chat: said,
    offers() {
      follow.state(table());
      drawStatus();
      drawActions();
    },
    event(event) {
      stopHint();
      const mine = event.turn === table().you;
      selected = mine && legal()[premove.from] ? premove.from : null;
      const chosen = mine && premove.take(table().game.moves ?? {});
      if (chosen) at = null;
      draw(event);
      if (chosen) drop(...chosen);
    },
    over() {
      premove.clear();
      draw();
      follow.over(table());
      archive.keep(table());
      marks.copy(`file.${id}-${table().number}.jsonl.0`);
    },
  };
  const stop = watchTable((what, message) => changes[what](message));
  const clock = setInterval(tick, 250);
  const unzoom = zoom.onChange(() => draw());
  if (live.id !== id || live.epoch !== net.epoch) enter(id);
  else if (live.trouble?.code === 'refused') offerSeats();
  draw();

  return {
    /** A question before the view is left, or nothing. */
    leaving: () => (table()?.phase === 'playing' && table().you && !position(game(), events().length).out.has(table().you) ? t('really-leave') : null),
    /** `kept`: the same table will be shown again at once. */
    close(kept) {
      stop();
      clearInterval(clock);
      unzoom();
      history.close();
      stopHint();
      analysis.close();
      follow.close();
      board.close();
      closePalette();
      if (!kept) leave();
    },
  };
}
