// Errors of the server in the language of the page, each with a way out.

import { chinese, kindLetter, kindName, t } from './words.js';

/** Texts of the server that people meet, with the Chinese; `{}` stands for a part that is kept. */
export const TEXTS = [
  ['This game is already over, or your seat is eliminated.', '对局已结束，或你已出局。'],
  ['It is not your turn: {} is to move.', '还没轮到你：现在轮到 {}。'],
  ['The game has {} events, but the move is for the position after {}.', '局面已变，请再走一次。'],
  ['You have no seat at this table: sit down first.', '你还没有入座，请先选择座位。'],
  ['Seat {} is not for a human player.', '座位 {} 由电脑担任，请选择别的座位。'],
  ['Seat {} is taken.', '座位 {} 已有人，请选择别的座位。'],
  ['The token belongs to no seat at this table.', '你在此桌没有座位，请重新入座。'],
  ['This table allows no spectators.', '此桌不允许旁观。'],
  ['A move can only be taken back in a game against engines.', '只有与电脑对局时才能悔棋。'],
  ['Take a move back when it is your turn.', '请在轮到你时悔棋。'],
  ['You have made no move yet.', '你还没有走过棋。'],
  ['Signals need a person as the partner.', '盟友是真人时才能发信号。'],
  ['Signals are for running games.', '对局进行中才能发信号。'],
  ['Signals are limited to one in two seconds.', '信号太频繁，请两秒后再发。'],
  ['This table does not allow analysis during the game.', '此桌不允许对局中分析。'],
  ['The game has begun: deployments are final.', '对局已开始，不能再改阵型。'],
  ['The game has not begun.', '对局还没有开始。'],
  ['The game is not over.', '对局还没有结束。'],
  ['You have not joined this table.', '你还没有加入此桌。'],
  ['You have not joined a table.', '你还没有加入牌桌，请回到大厅。'],
  ['During the game you may only study your own seat, where analysis is allowed to all.', '对局中只能分析自己的座位，并且需要所有人同意。'],
  ['There is no table `{}`.', '没有牌桌 {}：它可能已经关闭，请回到大厅。'],
  ['This table is closed.', '此桌已关闭，请回到大厅。'],
  ['This seat is now played from another connection.', '此座位已在别处登录。'],
  ['There is no finished game of this name.', '没有这盘已结束的对局，请检查链接。'],
  ['This server keeps no games. Start it with --games FOLDER.', '此服务器不保存棋谱（启动时需加 --games 文件夹）。'],
  ['Too many messages: at most {} a second are read.', '操作太快，请稍等再试。'],
  ['Too many questions: at most {} may wait.', '请求太多，请稍等再试。'],
  ['The server has {} tables, the most it can hold. Try again later.', '服务器的牌桌已满，请稍后再试。'],
  ['This connection has opened {} tables, the most that it may.', '你开的牌桌太多了，请先关闭一些。'],
];

/** Faults of deployments; the numbers say where the parts of the English text go. */
export const FAULTS = [
  ['a {} stands in the camp at {}: camps are empty at the start', '行营 {1} 里有{0}：开局时行营必须空着'],
  ['no piece stands at {}: every point but the camps holds one', '{0} 没有棋子：行营以外的位置都要放子'],
  ['a {} stands at {}: the flag belongs in a headquarters, (6,2) or (6,4)', '{0}放在了 {1}：军旗必须在大本营，(6,2) 或 (6,4)'],
  ['a {} stands at {}: mines belong in rows 5 and 6', '{0}放在了 {1}：地雷只能放在第五、六排'],
  ['a {} stands at {}: bombs belong behind row 1', '{0}放在了 {1}：炸弹不能放在第一排'],
  ['wrong number of {} pieces: {} instead of {}', '{0}的数目不对：有 {1} 枚，应为 {2} 枚'],
];

/** What to do, by the code of an error, where its text is not among those above. */
const HINTS = { malformed: 'error-malformed', illegal: 'error-illegal', limit: 'error-limit', unknown: 'error-unknown' };

const pattern = (text) => new RegExp(`^${text.split('{}').map((part) => part.replace(/[.*+?^$()[\]\\|`]/g, '\\$&')).join('(.+)')}$`);

/** The Chinese of a text, if it is among some texts. */
function matched(text, texts) {
  for (const [english, own] of texts) {
    const parts = text.match(pattern(english))?.slice(1);
    const put = (part) => (kindLetter(part) ? kindName(kindLetter(part)) : part);
    if (parts) return parts.reduce((all, part, i) => all.replace(all.includes(`{${i}}`) ? `{${i}}` : '{}', put(part)), own);
  }
  return null;
}

/** Several faults in one text. */
const list = (text) => {
  const all = text.split('; ').map((fault) => matched(fault, FAULTS));
  return all.includes(null) ? null : all.join('；');
};

/** A fault of a deployment in the language of the page. */
export const faultText = (fault) => (chinese() ? matched(fault, FAULTS) ?? fault : fault);

/** A text of the server in the language of the page, without marks of code. */
export function translated(text, code) {
  const plain = text.replaceAll('`', '');
  if (!chinese()) return TEXTS.some(([english]) => pattern(english).test(text)) || !HINTS[code] ? plain : `${plain} – ${t(HINTS[code])}`;
  const own = matched(text, TEXTS) ?? matched(text, FAULTS) ?? (text.includes('; ') ? list(text) : null);
  if (own) return own;
  return HINTS[code] ? `${t(HINTS[code])}（${plain}）` : plain;
}
