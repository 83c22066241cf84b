// The lobby: quick games, the tables of others, and the form for a new one.

import { button, field, h, select, store, toast } from './dom.js';
import { chip } from './emblems.js';
import { SEATS } from './game.js';
import { sit } from './live.js';
import * as held from './held.js';
import { DEFAULT, about, isTimed, levels, seatChoices } from './levels.js';
import { net } from './net.js';
import { sitter } from './plates.js';
import { vacant } from './status.js';
import * as timing from './timing.js';
import { seatName, t } from './words.js';

export function mount(root) {
  const name = h('input', {
    id: 'name', type: 'text', maxLength: 24, value: store.get('name') ?? '', placeholder: t('guest'), autocomplete: 'nickname',
    onchange: () => store.set('name', name.value.trim() || null),
  });
  const line = h('p', { class: 'faint', id: 'level-about' });
  const describe = () => { line.textContent = about(engine.value); };
  const engine = select(levels(), store.get('level', DEFAULT), (value) => { store.set('level', value); describe(); }, { id: 'quick-engine' });
  describe();
  const quick = (mode) => async () => {
    const seats = Object.fromEntries((mode === '1v1' ? ['S', 'N'] : SEATS).map((one) => [one, one === 'S' ? 'human' : engine.value]));
    // Nobody waits but engines.
    await open({ mode, seats, open: false, clock: 120 }, 'S');
  };

  async function open(fields, seat) {
    store.set('name', name.value.trim() || null);
    try {
      const { table } = await net.ask('create', fields);
      if (seat) await sit(table, seat, name.value.trim() || t('guest'));
      location.hash = `#/table/${table}`;
    } catch (error) { toast(error.text); }
  }

  const tables = h('div', { id: 'tables', class: 'stack' });
  const own = h('section', { class: 'panel', id: 'held', hidden: true });
  const refresh = async () => {
    if (!net.connected()) return;
    held.games().then((games) => held.list(own, games), () => {});
    const { tables: list } = await net.ask('lobby').catch(() => ({ tables: [] }));
    tables.replaceChildren(...(list.length ? list.map(card) : [h('p', { class: 'faint' }, t('no-tables'))]));
  };
  const card = ({ table, mode, phase, watch, seats, ...rest }) => {
    const [free] = vacant({ seats });
    const mine = held.token(table);
    const go = () => { location.hash = `#/table/${table}`; };
    const join = () => sit(table, free, name.value.trim() || t('guest')).then(go, (error) => toast(error.text));
    return h('article', { class: 'card', data: { table } },
      h('div', { class: 'grow' }, h('strong', {}, t(mode)), h('span', { class: 'faint' }, ` ${t(phase)} · ${timing.timing(rest)} · ${table}`),
        h('div', { class: 'row tight' }, SEATS.filter((seat) => seats[seat]).map((seat) =>
          h('span', { class: `sitter seat-${seat}` }, chip(seat), sitter(seats[seat]))))),
      h('div', { class: 'row' },
        mine ? button(t('return-to-game'), go, { class: 'primary', data: { return: table } }) : null,
        !mine && free ? button(t('join'), join, { class: 'primary', data: { join: table } }) : null,
        watch !== 'none' && !mine ? button(t('watch'), go, { data: { watch: table } }) : null));
  };

  root.replaceChildren(h('div', { id: 'lobby' }, own,
    h('section', { class: 'panel' }, h('h1', {}, t('play-now')),
      h('div', { class: 'row' }, field(t('your-name'), name), field(t('opponent'), engine)), line,
      h('div', { class: 'quick' },
        button([h('strong', {}, t('quick-2v2')), h('span', {}, t('quick-2v2-about'))], quick('2v2'), { id: 'create-2v2', class: 'primary big' }),
        button([h('strong', {}, t('quick-1v1')), h('span', {}, t('quick-1v1-about'))], quick('1v1'), { id: 'create-1v1', class: 'big' }))),
    h('section', { class: 'panel others' }, h('h2', {}, t('tables'), ' ', button(t('refresh'), refresh, { class: 'plain', id: 'refresh' })), tables),
    h('details', { class: 'panel' }, h('summary', {}, h('h2', {}, t('new-table'))), form(open))));
  refresh();
  const timer = setInterval(refresh, 5000);
  return { close: () => clearInterval(timer) };
}

/** How an engine with a time for its moves is written. */
const seatOf = (name, time) => (isTimed(name) ? `${name}:movetime=${time}` : name);

/** A field for a number, which is kept within its bounds. */
function bounded(props, first, changed) {
  const el = h('input', { type: 'number', ...props, value: first, onchange: () => {
    const number = el.value === '' ? first : Number(el.value);
    el.value = Math.min(props.max, Math.max(props.min, number));
    changed(Number(el.value));
  } });
  return el;
}

function form(open) {
  const values = { mode: '2v2', visibility: 'four-dark', rules: '', first: 'draw', clock: 30, pace: 700, help: true, chat: false, watch: 'delayed', open: true };
  let game = '';
  const seats = Object.fromEntries(SEATS.map((seat) => [seat, { who: seat === 'S' ? 'human' : DEFAULT, time: 500 }]));
  const choose = (key, options) => field(t({ watch: 'watching' }[key] ?? key), select(options, values[key], (value) => {
    values[key] = value;
    if (key === 'mode') show();
  }, { name: key }));
  const limit = field(t('clock'), bounded({ min: 5, max: 3600, step: 5, name: 'clock' }, values.clock, (value) => { values.clock = value; }));
  const time = field(t('clock-time'), select(timing.choices(), game, (value) => { game = value; limit.hidden = value !== ''; }, { name: 'timing' }));
  const number = (key, min, max, step) => field(t(key), bounded({ min, max, step, name: key }, values[key], (value) => { values[key] = value; }));
  const check = (key, label, kind = '') => h('label', { class: `check ${kind}` },
    h('input', { type: 'checkbox', name: key, checked: values[key], onchange: (event) => { values[key] = event.target.checked; } }), t(label));
  const lines = SEATS.map((seat) => {
    const label = { 'aria-label': t('engine-time'), title: t('engine-time') };
    const time = bounded({ min: 10, max: 10000, step: 100, ...label }, 500, (value) => { seats[seat].time = value; });
    const timed = () => { time.hidden = !isTimed(seats[seat].who); };
    const who = select(seatChoices(seat === 'S' || !net.alone), seats[seat].who, (value) => {
      seats[seat].who = value;
      timed();
    }, { name: `seat-${seat}` });
    timed();
    return h('div', { class: `field seat-${seat}`, data: { seat } }, h('span', {}, seatName(seat)), h('div', { class: 'row tight' }, who, time));
  });
  const plays = (seat) => values.mode === '2v2' || !'EW'.includes(seat);
  const first = choose('first', [['draw', t('draw-lots')], ...SEATS.map((seat) => [seat, seatName(seat)])]);
  /** Shows the seats of the mode only. */
  const show = () => {
    lines.forEach((line) => { line.hidden = !plays(line.dataset.seat); });
    const [, list] = first.children;
    for (const option of list.options) option.hidden = option.disabled = !plays(option.value);
    if (!plays(list.value)) list.value = values.first = 'draw';
  };
  show();
  return h('form', {
    class: 'form', id: 'new-table', noValidate: true, onsubmit: (event) => {
      event.preventDefault();
      const used = SEATS.filter(plays);
      const chosen = Object.fromEntries(used.map((seat) => [seat, seatOf(seats[seat].who, seats[seat].time)]));
      open({ ...values, ...timing.fields(game), seats: chosen }, used.find((seat) => chosen[seat] === 'human'));
    },
  },
  h('div', { class: 'grid' },
    choose('mode', [['2v2', t('2v2')], ['1v1', t('1v1')]]),
    choose('visibility', ['four-dark', 'double-open', 'all-open'].map((v) => [v, t(v)])),
    first,
    h('div', { class: 'others' }, choose('watch', ['delayed', 'end', 'none'].map((v) => [v, t(`watch-${v}`)]))),
    time, limit, number('pace', 0, 10000, 100),
    field(t('rules'), h('input', { name: 'rules', spellcheck: false, placeholder: 'no_move=qq,draw_quiet_plies=71', onchange: (event) => { values.rules = event.target.value.trim(); } }))),
  h('div', { class: 'grid' }, lines),
  h('div', { class: 'row' }, check('help', 'help'), check('chat', 'chat-option', 'others'), check('open', 'open-table', 'others'),
    h('button', { type: 'submit', class: 'primary', id: 'create' }, t('create'))));
}
