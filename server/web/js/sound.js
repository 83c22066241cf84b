// The sounds of the game, made with Web Audio, and the switch that mutes them.

import { $, store } from './dom.js';
import { icon } from './icons.js';
import { t } from './words.js';

/** Notes: frequency in Hz, start and length in s, wave, volume; and noise: `noise`, start, length, cut-off, volume. */
const SOUNDS = {
  move: [[330, 0, 0.07, 'triangle', 0.25]],
  take: [[220, 0, 0.09, 'triangle', 0.35], [165, 0.07, 0.14, 'triangle', 0.35], ['noise', 0, 0.08, 2400, 0.25]],
  clash: [['noise', 0, 0.1, 3500, 0.3], [140, 0.02, 0.2, 'sawtooth', 0.12]],
  bomb: [['noise', 0, 0.55, 500, 0.7], [60, 0, 0.5, 'sine', 0.6]],
  flag: [[392, 0, 0.16, 'square', 0.1], [523, 0.16, 0.16, 'square', 0.1], [659, 0.32, 0.34, 'square', 0.1]],
  turn: [[660, 0, 0.1, 'sine', 0.2], [880, 0.1, 0.16, 'sine', 0.2]],
  low: [[980, 0, 0.06, 'sine', 0.22]],
  over: [[523, 0, 0.2, 'triangle', 0.3], [392, 0.2, 0.2, 'triangle', 0.3], [330, 0.4, 0.5, 'triangle', 0.3]],
};

let context = null;
let on = store.get('sound', true);

/** Plays a sound by name, unless muted. Browsers stay silent until the first click or key. */
export function play(name) {
  if (!on || !window.AudioContext) return;
  context ??= new AudioContext();
  if (context.state === 'suspended') context.resume();
  for (const [what, start, length, kind, volume] of SOUNDS[name]) {
    const [from, to] = [context.currentTime + start, context.currentTime + start + length];
    const gain = context.createGain();
    gain.gain.setValueAtTime(volume, from);
    gain.gain.exponentialRampToValueAtTime(0.001, to);
    const source = what === 'noise' ? noise(kind, gain) : tone(what, kind, gain);
    gain.connect(context.destination);
    source.start(from);
    source.stop(to);
  }
}

function tone(frequency, type, gain) {
  const source = new OscillatorNode(context, { type, frequency });
  source.connect(gain);
  return source;
}

function noise(frequency, gain) {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = 2 * Math.random() - 1;
  const source = new AudioBufferSourceNode(context, { buffer });
  source.connect(new BiquadFilterNode(context, { type: 'lowpass', frequency })).connect(gain);
  return source;
}

/** The sound of an event, by what everybody sees of it. */
export function soundOf({ act, fight, flags, taken }) {
  if (taken || flags?.length) return 'flag';
  if (act !== 'move') return 'low';
  return { win: 'take', lose: 'clash', both: 'bomb' }[fight] ?? 'move';
}

/** Labels the switch in the header. */
export function label() {
  const el = $('#sound');
  el.replaceChildren(icon(on ? 'sound' : 'mute'));
  el.title = t(on ? 'sound-on' : 'sound-off');
  el.setAttribute('aria-label', el.title);
}

export function start() {
  $('#sound').addEventListener('click', () => {
    on = !on;
    store.set('sound', on);
    label();
    play('move');
  });
  label();
}
