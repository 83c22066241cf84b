// A record, opened and gone through: any eyes, analysis, graph, notes.

import { Analysis } from './analysis.js';
import { Board } from './board.js';
import { base64, button, download, field, h, select, store, tabs, toast } from './dom.js';
import { captured } from './captured.js';
import { SEATS, position, seen } from './game.js';
import { Graph } from './graph.js';
import { History } from './history.js';
import { Marks, closePalette } from './marks.js';
import { net } from './net.js';
import { arena, fill, tools } from './plates.js';
import { known, list, seatName, t } from './words.js';

/** What is open, kept while other views are shown: the file, the answer, the moment, the eyes. */
let open = null;

export function mount(root, data) {
  let closing = () => {};

  async function load(source, game = 0, quiet = false) {
    try {
      const answer = await net.ask('open', game ? { ...source, game } : source);
      if (quiet) return;
      open = { source, file: answer, at: 0, eyes: open?.eyes ?? 'all' };
      draw();
    } catch (error) { toast(error.text); }
  }

  const read = async (file) => { if (file) await load({ name: file.name, base64: await base64(file) }); };

  const chooser = () => h('input', {
    type: 'file', id: 'open-file', class: 'unseen', accept: '.jsonl,.jgs,.txt,.json', onchange: (event) => read(event.target.files[0]),
  });
  const label = () => h('label', { class: 'button', for: 'open-file' }, t('open-record'));

  function draw() {
    closing();
    if (open) closing = player(root, data, { load, chooser, label });
    else {
      root.replaceChildren(h('div', { class: 'dropzone' },
        h('h1', {}, t('replay')), h('p', {}, t('drop-here')), chooser(), label(), h('p', { class: 'faint' }, t('open-about'))));
    }
  }

  const over = (event) => { event.preventDefault(); root.classList.add('over-drop'); };
  const out = () => root.classList.remove('over-drop');
  const dropped = (event) => { event.preventDefault(); out(); read(event.dataTransfer.files[0]); };
  root.addEventListener('dragover', over);
  root.addEventListener('dragleave', out);
  root.addEventListener('drop', dropped);
  const again = net.on('open', () => { if (open) load(open.source, open.file.game, true); });

  draw();
  const study = store.get('study');
  if (study) {
    store.set('study', null);
    load({ name: 'study.jsonl', text: study });
  }
  return {
    close() {
      closing();
      again();
      root.removeEventListener('dragover', over);
      root.removeEventListener('dragleave', out);
      root.removeEventListener('drop', dropped);
    },
  };
}

function player(root, data, { load, chooser, label }) {
  const { file } = open;
  const seats = Object.fromEntries(Object.entries(file.seats).map(([seat, who]) => [seat, { kind: 'engine', name: who }]));
  const here = SEATS.filter((seat) => file.pieces.some((piece) => piece[1] === seat));
  const marks = new Marks(`file.${file.name}.${file.game}`, () => draw());
  const board = new Board(data, {
    hover: (cell) => analysis.point(cell),
    menu(cell, x, y) {
      const piece = board.state.pieces.find((one) => one.at === cell);
      if (!piece || piece.kind) return false;
      marks.open(piece, x, y, board.svg);
      return true;
    },
  });
  const place = arena(board);
  const analysis = new Analysis({ of: 'file', board });
  const seek = (at) => {
    const forward = at === open.at + 1;
    open.at = Math.max(0, Math.min(file.events.length, at));
    draw();
    if (forward) board.animate(file.events[at - 1]);
  };
  const history = new History(seek, { player: true });
  const eyesSeat = () => (open.eyes === 'all' ? here[0] : open.eyes);
  const graph = new Graph({
    fields: () => ({ of: 'file', seat: eyesSeat() }),
    seek(at) {
      history.stop();
      seek(at);
    },
    before: () => analysis.halt(),
  });
  const losses = h('div', { class: 'stack' });
  const status = h('p', { id: 'status', role: 'status', 'aria-live': 'polite' });
  const eyes = select([['all', t('all')], ...here.map((seat) => [seat, seatName(seat)])], open.eyes, (value) => {
    open.eyes = value;
    graph.clear();
    draw();
  }, { id: 'eyes' });
  if (eyes.value !== open.eyes) open.eyes = 'all';
  const numbers = Array.from({ length: file.games }, (_, i) => [String(i), t('of-games', i + 1, file.games)]);
  const another = (value) => load(open.source, Number(value));
  const games = file.games > 1 ? field(t('which-game'), select(numbers, String(file.game), another, { id: 'which-game' })) : null;
  const notes = file.notes.length ? file.notes.map((note) => h('p', { class: 'note' }, note)) : h('p', { class: 'faint' }, t('no-notes'));
  const save = () => download(`${file.name.replace(/\.\w+$/, '')}.jsonl`, `${file.record.trim()}\n`);
  const side = tabs([
    ['moves', t('moves'), h('div', { class: 'history' }, history.bar, history.list)],
    ['graph', t('graph'), graph.el],
    ['analysis', t('analysis'), analysis.el],
    ['pieces', t('pieces'), losses],
    ['notes', t('notes'), notes],
  ], (name) => {
    analysis.show(name === 'analysis');
    const moves = side?.querySelector('#page-moves');
    const target = name === 'moves' ? moves?.firstChild : side;
    if (moves && target === side) side.insertBefore(history.bar, moves); else if (moves) target.prepend(history.bar);
  });
  side.prepend(h('div', { class: 'headline' }, h('div', { class: 'apart' }, status, tools(board, place)),
    h('div', { class: 'row' }, field(t('eyes'), eyes), games, chooser(), label(),
      file.record ? button(t('save-record'), save, { id: 'save-record' }) : null)));
  root.replaceChildren(h('div', { class: 'play' }, place, side));
  board.set({ shut: file.shut ?? [] });

  function draw() {
    const spot = position(file, open.at);
    const bottom = open.eyes === 'all' ? 'S' : open.eyes;
    if (board.state.seat !== bottom) board.set({ seat: bottom });
    const end = open.at === file.events.length && file.result;
    const turn = end ? null : spot.turn;
    board.set({ pieces: seen(spot, open.eyes, file), marks: marks.all, last: spot.last, out: [...spot.out.keys()], turn });
    history.update(file.events, open.at);
    graph.moment(open.at, file.events.length);
    fill(place, { bottom, seats, place: spot, eyes: open.eyes, rules: file });
    captured(losses, { place: spot, eyes: open.eyes, rules: file, seats });
    const { winners, why } = file.result ?? {};
    const outcome = () => (winners.length ? t('winners', list(winners.map((seat) => t(seat)))) : t('drawn'));
    if (end) status.textContent = `${outcome()} (${known(`why-${why}`, why)})`;
    else status.textContent = turn ? t('turn-of', t(turn)) : '';
    const seat = open.eyes === 'all' ? spot.turn ?? here[0] : open.eyes;
    analysis.moment({ at: open.at, seat, turn, allowed: true, game: file.game });
  }

  document.addEventListener('keydown', history.key);
  side.open('moves');
  draw();
  return () => {
    history.stop();
    graph.stop();
    document.removeEventListener('keydown', history.key);
    analysis.close();
    board.close();
    closePalette();
  };
}
