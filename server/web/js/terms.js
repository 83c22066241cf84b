// What the terms of evaluations and the features of deployments are called.

import { chinese, kindLetter, kindName } from './words.js';

/** The names of the evaluation's terms and features in both languages, as the engine declares them. */
let evaluation = {};

export function learnTerms(names) {
  evaluation = names;
}

/** A term or feature of the evaluation in the language of the page. */
export function termName(name) {
  const letter = kindLetter(name);
  if (letter) return kindName(letter);
  return evaluation[name]?.[chinese() ? 0 : 1] ?? name;
}

/** The features of deployments. */
const NAMES = {
  flag_mines: ['旗旁地雷', 'mines beside the flag'], flag_guard: ['旗旁守子等级', 'ranks beside the flag'],
  attacker_path: ['敌子到旗的阻隔', 'pieces before the flag'],
  engineer_path: ['工兵到旗的阻隔', 'pieces before the flag for engineers'],
  mines_fifth_row: ['第五排地雷', 'mines in row 5'],
  bomb_row: ['炸弹平均排数', 'mean row of bombs'], bomb_rail: ['铁路上的炸弹', 'bombs on rails'],
  bomb_blocked: ['炸弹前的己子', 'own pieces before bombs'], engineer_rail: ['铁路上的工兵', 'engineers on rails'],
  engineer_blocked: ['工兵前的己子', 'own pieces before engineers'],
  column: ['第 {0} 列兵力', 'strength of column {0}'], row: ['第 {0} 排兵力', 'strength of row {0}'],
  balance: ['左右偏重', 'balance of the wings'], flag_wing: ['偏重旗侧', 'weight on the flag\'s wing'],
  decoy_mines: ['假旗旁地雷', 'mines beside the other headquarters'], decoy: ['假旗像真旗的概率', 'probability that the decoy passes for the flag'],
  surprise: ['意外程度', 'surprise'], surprise_pieces: ['逐子意外之和', 'surprise by pieces'],
};

/** The units of the features of deployments in Chinese. */
const UNITS = { mines: '枚', ranks: '级', pieces: '子', rows: '排', bombs: '枚', engineers: '枚', '-1 to 1': '-1 到 1', probability: '概率', bits: '比特' };

/** A feature of deployments in the language of the page; as the server calls it if it is new. */
export function featureName(name) {
  const [, numbered, number] = name.match(/^([a-z]+)_(\d)$/) ?? [];
  const names = NAMES[name] ?? NAMES[numbered];
  return names ? names[chinese() ? 0 : 1].replace('{0}', number) : name;
}

/** A unit in the language of the page. */
export const unitName = (unit) => (chinese() ? UNITS[unit] ?? unit : unit);
