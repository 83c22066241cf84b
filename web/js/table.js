// A table: deploying, playing, looking on, and what comes after.

import { Analysis } from './analysis.js';
import { Board } from './board.js';
import { captured } from './captured.js';
import { Editor, library } from './editor.js';
import { button, confirmed, download, h, speak, store, tabs, toast } from './dom.js';
import { ends, opened, position, seen } from './game.js';
import { History, wording } from './history.js';
import { enter, leave, live, move, sit, watchTable } from './live.js';
import { Marks, closePalette } from './marks.js';
import { net } from './net.js';
import { arena, fill, showClock, sitter, tools } from './plates.js';
import { known, list, percent, seatName, t } from './words.js';

/** The banner tells of a lost connection. */
const failed = (error) => { if (error.code !== 'lost') toast(error.text); };
const ask = (what, fields) => net.ask(what, fields).catch(failed);

export function mount(root, data, id) {
  let at = null;
  let selected = null;
  let editor = null;
  let marks = new Marks(`${id}.0`, draw);
  let stopHint = () => {};

  const board = new Board(data, {
    click: (cell, kept) => (editor ? editor.click(cell, kept) : click(cell, kept)),
    drop: (from, to) => (editor ? editor.drop(from, to) : drop(from, to)),
    canDrag: (cell) => (editor ? editor.canDrag(cell) : canDrag(cell)),
    hover: (cell) => analysis.point(cell),
    menu,
  });
  const analysis = new Analysis({ of: 'table', board });
  const history = new History((to) => { at = to === live.table.game.events.length ? null : to; selected = null; draw(); });
  const place = arena(board);
  const status = h('p', { id: 'status', role: 'status', 'aria-live': 'polite' });
  const actions = h('div', { class: 'row', id: 'actions' });
  const prepare = h('div', { class: 'stack' });
  const losses = h('div', { class: 'stack' });
  const past = h('div', { class: 'past', hidden: true });
  const side = tabs([
    ['game', t('game'), [prepare, h('div', { class: 'history' }, history.bar, past, history.list)]],
    ['pieces', t('pieces'), [losses, h('p', { class: 'faint' }, t('mark-about'))]],
    ['analysis', t('analysis'), analysis.el],
  ], (name) => analysis.show(name === 'analysis'));
  const resign = confirmed({ label: t('resign'), question: t('really-resign'), yes: t('ok'), no: t('cancel') }, () => ask('resign'), 'resign');
  const seatsBox = h('div', { class: 'row' });
  side.prepend(h('div', { class: 'headline' }, h('div', { class: 'apart' }, status, tools(board, place)), seatsBox, actions));
  root.replaceChildren(h('div', { class: 'play' }, place, side));
  side.open('game');

  const table = () => live.table;
  const events = () => table()?.game?.events ?? [];
  const shown = () => at ?? events().length;
  const game = () => ({ ...table().game, pieces: opened(table().game.pieces ?? [], table().game.deployments, data.arms) });
  const bottom = () => table()?.you ?? 'S';
  const eyes = () => (table().phase === 'over' || !table().you ? 'all' : table().you);
  const playing = () => table()?.phase === 'playing' && at === null;
  const legal = () => (playing() && live.sent !== events().length && table().game.moves) || {};

  function draw() {
    if (!table()) return drawTrouble();
    const now = table();
    if (now.phase === 'deploying') return drawDeploying();
    editor = null;
    prepare.replaceChildren();
    const spot = position(game(), shown());
    board.set({ shut: now.shut ?? [], seat: bottom() });
    board.set({
      pieces: seen(spot, eyes(), now), marks: marks.all, last: spot.last, out: [...spot.out.keys()],
      turn: now.phase === 'playing' ? spot.turn : null,
      selected, targets: selected ? legal()[selected] ?? [] : [], bad: [], arrow: null,
    });
    history.bar.parentNode.hidden = false;
    history.update(events(), shown());
    past.hidden = at === null || now.phase !== 'playing';
    past.replaceChildren(h('span', {}, t('in-the-past', shown())), button(t('live'), () => history.seek(events().length), { id: 'live', class: 'primary' }));
    plates(spot);
    captured(losses, { place: spot, eyes: eyes(), rules: now, seats: now.seats });
    drawStatus();
    drawActions();
    const allowed = now.phase === 'over' || (now.help && now.you);
    analysis.moment({ at: shown(), seat: now.you ?? spot.turn, turn: spot.turn, allowed, game: now.number });
  }

  function plates(spot = null) {
    const now = table();
    fill(place, {
      bottom: bottom(), seats: now.seats, you: now.you, rules: now, place: spot, eyes: spot && eyes(),
      slips: now.game?.slips, deploying: now.phase === 'deploying',
    });
    tick();
  }

  function drawTrouble() {
    status.textContent = live.trouble ? live.trouble.text : t('connecting');
    const free = live.trouble && live.trouble.code !== 'unknown' && live.trouble.code !== 'closed';
    seatsBox.replaceChildren(...(free ? [h('span', {}, t('cannot-watch')), ...['S', 'E', 'N', 'W'].map(seatButton)] : []));
    drawn = '';
    actions.replaceChildren(live.trouble?.code === 'closed' ? button(t('take-back'), () => enter(id), { class: 'primary' }) : '');
    history.bar.parentNode.hidden = true;
  }

  function drawDeploying() {
    const now = table();
    document.body.dataset.ply = 0;
    board.set({ shut: now.shut ?? [], seat: bottom() });
    history.bar.parentNode.hidden = true;
    if (now.you && editor?.seat !== now.you) {
      editor = new Editor(data, now.you, drawDeploying);
      if (now.deployment) return editor.put(now.deployment);
    }
    const mine = now.seats[now.you];
    if (editor) editor.locked = Boolean(mine?.ready);
    if (editor && !mine?.ready && !prepare.firstChild) {
      prepare.replaceChildren(
        h('p', { class: 'faint' }, t('editor-about')),
        h('div', { class: 'row' },
          button(t('ready'), () => ask('deploy', { deployment: editor.text }), { id: 'ready', class: 'primary' }),
          button(t('mirror'), () => editor.mirror(), { id: 'mirror' })),
        library(editor));
    } else if (!editor || mine?.ready) prepare.replaceChildren();
    const closed = (seat) => data.arms[seat].filter((_, i) => !data.camps.includes(i)).map((cell) => ({ at: cell, seat, kind: null, home: cell }));
    const others = Object.keys(now.seats).filter((seat) => seat !== now.you).flatMap(closed);
    const choice = editor?.state() ?? { selected: null, targets: [], bad: [] };
    board.set({ pieces: [...others, ...(editor?.pieces() ?? [])], turn: null, out: [], last: null, arrow: null, marks: null, ...choice });
    losses.replaceChildren();
    plates();
    drawStatus();
    drawActions();
    analysis.moment(null);
  }

  const result = () => {
    const { winners, why } = table().game.result;
    const because = known(`why-${why}`, why);
    const word = !winners.length ? t('drawn') : !table().you ? t('winners', list(winners.map((seat) => t(seat))))
      : t(winners.includes(table().you) ? 'won' : 'lost');
    return `${word} (${because})`;
  };

  function drawStatus() {
    const now = table();
    const vacant = Object.keys(now.seats).filter((seat) => now.seats[seat].kind === 'human' && !now.seats[seat].taken);
    let text;
    if (now.phase === 'over' && now.game.result) text = result();
    else if (now.phase === 'deploying') {
      const idle = !now.you || now.seats[now.you].ready;
      text = t(!idle ? 'deploy-now' : vacant.length ? 'waiting-seat' : now.you ? 'waiting' : 'deploying');
    }
    else if (!now.game.turn) text = '';
    else text = now.game.turn === now.you ? t('your-turn') : t('turn-of', `${t(now.game.turn)} ${sitter(now.seats[now.game.turn])}`);
    if (status.textContent !== text) status.textContent = text;
    status.className = now.phase === 'playing' && now.game.turn === now.you ? 'mine' : '';
    const offer = { playing: 'draw', over: 'rematch' }[now.phase];
    const wanted = (now.offers?.[offer] ?? []).filter((seat) => seat !== now.you);
    const offers = wanted.length ? [h('span', { class: 'offer' }, t(`${offer}-offered`, list(wanted.map((seat) => t(seat)))))] : [];
    const seats = now.you || now.phase === 'over' ? [] : vacant.map(seatButton);
    if (!now.you && now.phase === 'playing') offers.push(h('span', { class: 'faint' }, t('watching-now')));
    seatsBox.replaceChildren(...offers, ...(seats.length ? [h('span', {}, t('choose-seat')), ...seats] : []));
  }

  const seatButton = (seat) => button(`${t('sit')}: ${seatName(seat)}`, () =>
    sit(id, seat, store.get('name') || t('guest')).catch(failed), { data: { sit: seat } });

  let drawn = '';
  function drawActions() {
    const now = table();
    const alive = now.game && !position(now.game, events().length).out.has(now.you);
    const mine = now.game?.turn === now.you;
    const state = JSON.stringify([now.you, now.phase, now.offers, mine, at, alive, Boolean(now.game?.record)]);
    if (state === drawn) return;
    drawn = state;
    const focused = document.activeElement?.id;
    const { draw: draws = [], rematch = [] } = now.offers ?? {};
    const all = [];
    if (now.you && now.phase === 'playing') {
      const offered = draws.some((seat) => seat !== now.you);
      if (alive) {
        const look = { disabled: draws.includes(now.you), class: offered ? 'primary' : '' };
        all.push(button(t(offered ? 'accept-draw' : 'draw'), () => ask('draw'), { id: 'draw', ...look }));
        if (draws.length) all.push(button(t('refuse'), () => ask('refuse'), { id: 'refuse' }));
        all.push(resign);
        if (now.help) all.push(button(t('hint'), hint, { id: 'hint', disabled: !mine || at !== null }));
      }
    }
    if (now.phase === 'over') {
      const wanted = rematch.includes(now.you);
      if (now.you) all.push(button(t('rematch'), () => ask('rematch'), { id: 'rematch', class: 'primary', disabled: wanted }));
      if (now.game.record) {
        all.push(button(t('study'), () => { store.set('study', now.game.record); location.hash = '#/replay'; }, { id: 'study' }),
          button(t('save-record'), () => download(`junqi-${id}-${now.number}.jsonl`, `${now.game.record.trim()}\n`), { id: 'save-record' }));
      }
    }
    all.push(button(t('invite'), async () => {
      const address = `${location.origin}/#/table/${id}`;
      try { await navigator.clipboard.writeText(address); toast(t('copied')); } catch { toast(address); }
    }, { id: 'invite' }));
    actions.replaceChildren(...all);
    if (focused && !actions.contains(document.activeElement)) document.getElementById(focused)?.focus();
  }

  function click(cell, kept = false) {
    const moves = legal();
    if (selected && moves[selected]?.includes(cell)) return drop(selected, cell);
    selected = !kept && moves[cell] && cell !== selected ? cell : null;
    board.set({ selected, targets: selected ? moves[selected] : [] });
  }

  function canDrag(cell) {
    if (!legal()[cell]) return false;
    selected = cell;
    board.set({ selected, targets: legal()[cell] });
    return true;
  }

  function drop(from, to) {
    const lawful = legal()[from]?.includes(to);
    selected = null;
    if (lawful) {
      stopHint();
      move(from, to).catch((error) => { failed(error); if (table()) draw(); });
      const taken = board.state.pieces.some((piece) => piece.at === to);
      if (taken) board.set({ arrow: [from, to] });
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
        const win = best?.win == null ? '' : ` (${percent(best.win)})`;
        status.textContent = best ? `${t('hint')}: ${ends(best.move).join(' → ')}${win}` : t('your-turn');
      }
    }, (error) => { drawStatus(); failed(error); });
  }

  function menu(cell, x, y) {
    const piece = board.state.pieces.find((one) => one.at === cell);
    if (editor || !piece || piece.kind) return false;
    marks.open(piece, x, y, board.svg);
    return true;
  }

  function tick() {
    const now = table();
    if (!now) return;
    const running = now.phase === 'playing' && live.deadline;
    showClock(place, now.game?.turn, running ? Math.max(0, Math.ceil((live.deadline - performance.now()) / 1000)) : null, now.clock);
  }

  const stop = watchTable((what, message) => {
    if (what === 'trouble') live.table = null;
    if (what === 'table') {
      selected = null;
      if (message.fresh) {
        at = null;
        editor = null;
        marks = new Marks(`${id}.${live.table.number}`, draw);
      }
    }
    if (what === 'seats' && table()?.phase !== 'deploying') { plates(position(game(), shown())); drawActions(); return; }
    if (what === 'offers') { drawStatus(); drawActions(); return; }
    if (what === 'event' && at !== null) { history.update(events(), at); drawStatus(); tick(); return; }
    if (what === 'event') selected = null;
    draw();
    if (what === 'event') {
      board.animate(message);
      speak(`${seatName(message.seat)}: ${wording(message)}`);
    }
    if (what === 'over') speak(result());
  });
  const clock = setInterval(tick, 250);
  document.addEventListener('keydown', history.key);
  if (live.id !== id || live.epoch !== net.epoch) enter(id);
  draw();

  return {
    /** `kept`: the same table will be shown again at once. */
    close(kept) {
      stop();
      clearInterval(clock);
      document.removeEventListener('keydown', history.key);
      stopHint();
      analysis.close();
      board.close();
      closePalette();
      if (!kept) leave();
    },
  };
}
