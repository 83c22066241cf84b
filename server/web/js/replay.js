// A record, opened and gone through: any eyes, analysis, graph, notes.

import { Analysis } from './analysis.js';
import * as archive from './archive.js';
import { Board } from './board.js';
import { base64, button, copy, debounce, download, field, h, select, store, tabs, toast } from './dom.js';
import { captured } from './captured.js';
import { describe } from './describe.js';
import { SEATS, position, seen, turnOrder } from './game.js';
import { Graph } from './graph.js';
import { History } from './history.js';
import { Marks, closePalette } from './marks.js';
import { withTalk } from './talk.js';
import { Variation } from './variation.js';
import * as signals from './signals.js';
import { list as listMistakes, mistakes } from './mistakes.js';
import { net } from './net.js';
import * as packed from './packed.js';
import { arena, fill, tools } from './plates.js';
import { drawing, png } from './picture.js';
import { Study, read as readStudy } from './study.js';
import { resultText } from './status.js';
import { sides } from './winbar.js';
import { list, seatName, t } from './words.js';
import * as zoom from './zoom.js';

/** What is open, kept while other views are shown: the file, the answer, the moment, the eyes, the connection. */
let open = null;
/** Files of this many characters are not kept over a reload. */
const LARGE = 500_000;

export function mount(root, data, id, moment) {
  let closing = () => {};
  let closed = false;

  /** Opens a game of a file; `extra` has what is known of the view of it. */
  async function load(source, game = 0, extra = {}) {
    const file = await ask(source, game).catch((error) => toast(error.text));
    if (!file) return;
    const kept = JSON.stringify(source).length < LARGE;
    open = { source, file, kept, eyes: open?.eyes ?? 'all', study: null, ...extra, at: Math.min(extra.at ?? 0, file.events.length), epoch: net.epoch };
    if (!closed && !open.id && location.hash.startsWith('#/game/')) {
      address.cancel();
      history.replaceState(null, '', '#/replay');
    }
    if (!closed) draw();
  }

  /** Opens the same game for a new connection. */
  function reopen() {
    if (!open || open.epoch === net.epoch) return;
    open.epoch = net.epoch;
    ask(open.source, open.file.game).catch((error) => toast(error.text));
  }

  /** A finished game by its name: from the address itself, from this browser, or from the server. */
  async function named(name, extra) {
    if (packed.isPacked(name)) {
      const text = await packed.unpack(name);
      return text === null ? toast(t('bad-link')) : load({ name: `${t('shared-game')} ${name.slice(-6)}`, text }, 0, { ...extra, id: name });
    }
    const record = archive.record(name);
    const source = record ? { name: `${name}.jsonl`, text: record } : { archived: name };
    return load(source, 0, { ...extra, id: name });
  }

  const read = async (file) => {
    if (!file) return;
    const study = file.name.endsWith('.json') ? readStudy(await file.text()) : null;
    if (study) await load({ name: `${study.name}.jsonl`, text: study.record }, 0, { study });
    else await load(await sourceOf(file));
  };

  const chooser = () => h('input', {
    type: 'file', id: 'open-file', class: 'unseen', accept: '.jsonl,.jgs,.txt,.json', onchange: (event) => read(event.target.files[0]),
  });
  const label = () => h('label', { class: 'button', for: 'open-file' }, t('open-record'));

  function draw() {
    closing();
    if (open) closing = player(root, data, { load, chooser, label, redraw: draw });
    else {
      root.replaceChildren(h('div', { class: 'dropzone' },
        h('h1', {}, t('replay')), h('p', {}, t('drop-here')), chooser(), label(), h('p', { class: 'faint' }, t('open-about'))), archive.list(), archive.served());
    }
  }

  const over = (event) => { event.preventDefault(); root.classList.add('over-drop'); };
  const out = () => root.classList.remove('over-drop');
  const dropped = (event) => { event.preventDefault(); out(); read(event.dataTransfer.files[0]); };
  root.addEventListener('dragover', over);
  root.addEventListener('dragleave', out);
  root.addEventListener('drop', dropped);
  const again = net.on('open', reopen);

  const last = store.get('replay');
  const at = Number(moment) || 0;
  if (id && open?.id === id) {
    if (at !== open.addressed) open.at = Math.min(at, open.file.events.length);
  } else if (id) {
    open = null;
    named(id, { at, addressed: at, eyes: last?.id === id ? last.eyes : 'all' });
  } else if (!open && last) load(last.source, last.game, last);
  reopen();
  draw();
  return {
    close() {
      closed = true;
      address.cancel();
      closing();
      again();
      root.removeEventListener('dragover', over);
      root.removeEventListener('dragleave', out);
      root.removeEventListener('drop', dropped);
    },
  };
}

/** A file to open; records that are too long for one message are sent one at a time. */
async function sourceOf(file) {
  const { name } = file;
  if (file.size < net.hello?.message_bytes / 2 || !name.endsWith('.jsonl')) return { name, base64: await base64(file) };
  return { name, lines: (await file.text()).split('\n').filter((line) => line.trim()) };
}

/** Asks the server to open a game of a file. */
async function ask(source, game) {
  if (source.archived) return net.ask('archived', { game: source.archived });
  if (!source.lines) return net.ask('open', game ? { ...source, game } : source);
  const answer = await net.ask('open', { name: source.name, text: source.lines[game] });
  return { ...answer, game, games: source.lines.length };
}

/** Remembers what is open over a reload. */
function remember() {
  const { source, file, at, eyes, id, kept } = open;
  store.set('replay', kept ? { source, game: file.game, at, eyes, id } : null);
  if (id) address();
}

/** Writes the moment to the address of a finished game, once it rests: browsers limit such changes. */
const address = debounce(300, () => {
  open.addressed = open.at;
  history.replaceState(null, '', `#/game/${open.id}${open.at ? `/${open.at}` : ''}`);
});

function player(root, data, { load, chooser, label, redraw }) {
  const { file } = open;
  const seats = Object.fromEntries(Object.entries(file.seats).map(([seat, who]) => [seat, { kind: 'engine', name: who }]));
  const here = SEATS.filter((seat) => file.pieces.some((piece) => piece[1] === seat));
  const marks = new Marks(`file.${file.name}.${file.game}`, () => draw());
  const board = new Board(data, {
    click: (cell) => { history.stop(); variation.click(cell, open.at); },
    hover: (cell) => analysis.point(cell),
    menu(cell, x, y) {
      const piece = board.state.pieces.find((one) => one.at === cell);
      if (!piece || piece.kind) return false;
      marks.open(piece, x, y, board.svg);
      return true;
    },
  });
  const place = arena(board);
  const analysis = new Analysis({ of: 'file', board, keepLine: (line) => { study.add(variation.on ? { ...line, at: variation.at, moves: [...variation.moves, ...line.moves] } : line); toast(t('line-kept')); }, busy: (held) => graph.hold(held) });
  const seek = (at) => {
    const forward = at === open.at + 1 && !variation.on;
    variation.end();
    open.at = Math.max(0, Math.min(file.events.length, at));
    draw();
    if (forward) board.motion.play(rows[at - 1].event, rows[at - 1].before);
    file.signals.filter((one) => one.at === open.at).forEach((one) => signals.mark(board, one));
  };
  const variation = new Variation({
    board, failed: (error) => toast(error.text), kept: (line) => study.addVariation(line),
    changed(event) {
      draw();
      if (event) board.motion.play(event, current.before);
    },
  });
  const history = new History(seek, { player: true, board });
  const line = h('p', { class: 'last-event', id: 'last-event', role: 'status', 'aria-live': 'polite' });
  let rows = [];
  /** The event that led to the moment, in words. */
  let current = null;
  let turned = 0;
  const eyesSeat = () => (open.eyes === 'all' ? here[0] : open.eyes);
  const graph = new Graph({
    fields: () => ({ of: 'file', seat: eyesSeat() }),
    seek(at) {
      history.stop();
      seek(at);
    },
    done: () => judge(),
  });
  const worst = h('div', { id: 'mistakes' });
  const study = new Study({
    key: `${file.name}.${file.game}`, record: file.record, name: file.name.replace(/\.\w+$/, ''), seek: (at) => seek(at),
    async show({ at, moves, hand }) {
      if (!hand) board.set({ line: moves });
      else if (await variation.show(at, moves)) draw();
    },
  });
  if (open.study) study.load(open.study);
  open.study = null;
  /** Finds the worst moves once the graph is complete. */
  const judge = () => {
    const bad = mistakes(graph.points, eyesSeat(), file.mode, file.events);
    graph.name(list(sides(eyesSeat(), file.mode)[0].map((seat) => t(seat))), bad);
    listMistakes(worst, bad, rows, (n) => seek(n));
    history.mark(bad.map(({ n }) => n));
  };
  const losses = h('div', { class: 'stack' });
  const status = h('p', { id: 'status', role: 'status', 'aria-live': 'polite' });
  const eyes = select([['all', t('all')], ...here.map((seat) => [seat, seatName(seat)])], open.eyes, (value) => {
    open.eyes = value;
    graph.clear();
    draw();
    worst.replaceChildren();
    graph.run();
  }, { id: 'eyes' });
  if (eyes.value !== open.eyes) open.eyes = 'all';
  const numbers = Array.from({ length: file.games }, (_, i) => [String(i), t('of-games', i + 1, file.games)]);
  const another = (value) => load(open.source, Number(value));
  const games = file.games > 1 ? field(t('which-game'), select(numbers, String(file.game), another, { id: 'which-game' })) : null;
  const notes = file.notes.map((note) => h('p', { class: 'note' }, note));
  const save = () => download(`${file.name.replace(/\.\w+$/, '')}.jsonl`, `${file.record.trim()}\n`);
  const side = tabs([
    ['moves', t('moves'), h('div', { class: 'history' }, history.bar, history.list)],
    ['graph', t('graph'), [graph.el, worst]],
    ['analysis', t('analysis'), analysis.el],
    ['pieces', t('pieces'), losses],
    ['notes', t('study-notes'), [study.el, notes]],
  ], (name) => {
    analysis.show(name === 'analysis');
    const moves = side?.querySelector('#page-moves');
    const target = name === 'moves' ? moves?.firstChild : side;
    if (moves && target === side) side.insertBefore(history.bar, moves); else if (moves) target.prepend(history.bar);
  });
  const shut = () => {
    address.cancel();
    open = null;
    store.set('replay', null);
    location.hash = '#/replay';
    redraw();
  };
  /** Copies a link to the moment: short where a server has the game, otherwise with the game in it. */
  async function link() {
    const here = open.id && !packed.isPacked(open.id) && !net.alone;
    const id = here ? open.id : await packed.pack(file.record);
    if (id === null) toast(t('link-too-long'));
    else copy((here ? archive : packed).address(id, open.at), t('copied'));
  }
  const stem = () => `${file.name.replace(/\.\w+$/, '')}-${open.at}`;
  const share = [
    (open.id || file.record) && button(t('copy-link'), link, { id: 'copy-link' }),
    button('SVG', () => download(`${stem()}.svg`, drawing(board)), { id: 'save-svg' }),
    button('PNG', async () => download(`${stem()}.png`, await png(board)), { id: 'save-png' }),
  ].filter(Boolean);
  side.prepend(h('div', { class: 'headline' }, h('div', { class: 'apart' }, status, tools(board, 'replay', () => draw(), () => { turned = (turned + 1) % 4; draw(); })),
    h('div', { class: 'row' }, field(t('eyes'), eyes), games, chooser(), label(),
      file.record ? button(t('save-record'), save, { id: 'save-record' }) : null, button(t('close'), shut, { id: 'close-record' })),
    h('details', { class: 'share' }, h('summary', {}, t('share')), h('div', { class: 'row' }, share)), variation.el));
  root.replaceChildren(h('div', { class: 'play' }, h('div', { class: 'field-of-play' }, place, line), side));
  board.set({ shut: file.shut ?? [] });

  function draw() {
    const game = variation.game(file);
    const at = variation.on ? game.events.length : open.at;
    const spot = position(game, at);
    const bottom = SEATS[(SEATS.indexOf(open.eyes === 'all' ? 'S' : open.eyes) + turned) % 4];
    if (board.state.seat !== bottom) board.set({ seat: bottom });
    zoom.focus(board, place, zoom.wanted('replay') ? bottom : null, spot.last?.from ? [spot.last.from, spot.last.to] : []);
    const end = !variation.on && at === file.events.length && file.result;
    const turn = end ? null : spot.turn;
    board.set({ pieces: seen(spot, open.eyes, file), marks: marks.all, last: spot.last, out: [...spot.out.keys()], turn, selected: null, targets: [] });
    rows = withTalk(describe(file, open.eyes, file, data), file);
    const shown = variation.on ? describe(game, open.eyes, file, data) : rows;
    current = shown[at - 1];
    variation.draw();
    history.update(rows, open.at, { order: turnOrder(file, file.rules), key: open.eyes });
    study.moment(open.at, rows[open.at - 1]?.sentence ?? t('start'));
    board.set({ line: [] });
    graph.name(list(sides(eyesSeat(), file.mode)[0].map((seat) => t(seat))), graph.worst);
    remember();
    const { sentence = '', news = [] } = current ?? {};
    line.textContent = [sentence, ...news].filter(Boolean).join(' · ');
    graph.moment(open.at, file.events.length);
    fill(place, { bottom, seats, place: spot, eyes: open.eyes, rules: file });
    captured(losses, { place: spot, eyes: open.eyes, rules: file, seats });
    status.textContent = end ? resultText(end, null) : turn ? t('turn-of', t(turn)) : '';
    const seat = open.eyes === 'all' ? spot.turn ?? here[0] : open.eyes;
    analysis.moment({ at, seat, turn, allowed: true, game: file.game, mode: file.mode, line: variation.key });
  }

  side.open('moves');
  draw();
  graph.run();
  const again = net.on('open', () => variation.resend());
  return () => {
    again();
    history.stop();
    analysis.close(); // It may give the graph the server back.
    graph.close();
    history.close();
    board.close();
    closePalette();
  };
}
