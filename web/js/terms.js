// What the features of evaluations and deployments are called.

import { chinese, kindLetter, kindName } from './words.js';

const NAMES = {
  material: ['子力', 'Material'], mobility: ['机动', 'Mobility'], cooperation: ['配合', 'Cooperation'],
  flag: ['军旗', 'Flag'], place: ['位置', 'Places'],
  engineer_task: ['工兵（按敌方余雷）', 'engineers by mines left'],
  bomb_task: ['炸弹（按敌方余大子）', 'bombs by strong enemies left'], unbeaten: ['无敌的棋子', 'unbeatable pieces'],
  seat: ['在局家数', 'seats still in'],
  moves: ['可走步数', 'moves'], turn: ['先行', 'right to move'],
  contact: ['与敌相邻', 'beside an enemy'], guarded: ['有后援', 'guarded'],
  bomb_beside_strong: ['炸弹护大子', 'bomb beside a strong piece'], partner_near: ['与盟友相邻', 'beside the partner'],
  mines: ['旗旁地雷', 'mines beside the flag'], guards: ['旗旁守子', 'guards beside the flag'],
  attackers: ['旗旁敌子', 'attackers beside the flag'], doors: ['旗旁无子拦挡的通路', 'open approaches to the flag'],
  intruders: ['入侵敌子', 'intruders'], shown: ['亮旗', 'flag shown'],
  attackers_of_shown: ['亮旗旁敌子', 'attackers of a shown flag'],
  near_guards: ['旗两步内守子', 'guards two steps from the flag'],
  near_attackers: ['旗两步内敌子', 'attackers two steps from the flag'],
  camp_guards: ['护旗行营守子', 'guards in the camp by the flag'],
  camp_attackers: ['护旗行营敌子', 'attackers in the camp by the flag'],
  strong: ['大子', 'strong'], weak: ['小子', 'weak'], engineer: ['工兵', 'engineer'], bomb: ['炸弹', 'bomb'],
  camp: ['行营', 'in a camp'], front: ['前排', 'in front'], centre: ['九宫', 'in the centre'],
  abroad: ['盟友或侧翼阵地', 'in the partner\'s or a side arm'], inside: ['敌阵前四排', 'inside the enemy'],
  enemy_camp: ['敌方行营', 'in an enemy camp'], deep: ['敌阵底二排', 'deep in the enemy'],
  shut: ['困于大本营', 'shut in headquarters'], rail: ['铁路', 'on rails'],
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

const word = (key) => NAMES[key]?.[chinese() ? 0 : 1];

/** A feature in the language of the page; as the server calls it if it is new. */
export function featureName(name) {
  const letter = kindLetter(name);
  if (letter) return kindName(letter);
  if (word(name)) return word(name);
  const [, first, rest] = name.match(/^([a-z]+)_(\w+)$/) ?? [];
  if (/^\d$/.test(rest) && word(first)) return word(first).replace('{0}', rest);
  return word(first) && word(rest) ? `${word(first)} · ${word(rest)}` : name;
}

/** A unit in the language of the page. */
export const unitName = (unit) => (chinese() ? UNITS[unit] ?? unit : unit);

/** The group that a feature belongs to. */
export const groupName = (name) => word(name) ?? name;
