// Every word of the page, in Chinese and in English.

import { store } from './dom.js';

const WORDS = {
  'title': ['四国军棋', 'Siguo Junqi'],
  'lobby': ['大厅', 'Lobby'], 'designer': ['布阵', 'Deployments'], 'replay': ['复盘', 'Replay'],
  'language': ['EN', '中文'], 'language-about': ['Switch to English', '切换到中文'],
  'theme': ['外观', 'Appearance'], 'theme-auto': ['随系统', 'automatic'], 'theme-light': ['浅色', 'light'],
  'theme-dark': ['深色', 'dark'],
  'ok': ['确定', 'OK'], 'cancel': ['取消', 'Cancel'], 'delete': ['删除', 'Delete'],
  'copied': ['已复制', 'Copied'],

  'not-connected': ['未连接到服务器', 'Not connected to the server'],
  'connection-lost': ['连接已断开', 'The connection was lost'],
  'lost-retry': ['连接已断开，{0} 秒后重试', 'Connection lost; next try in {0} s'],
  'connecting': ['正在连接…', 'Connecting…'], 'try-now': ['立即重试', 'Try now'], 'back': ['已重新连接', 'Connected again'],
  'wrong-version': ['服务器的协议版本 {0} 与本页不符，请刷新页面', 'This page does not know version {0} of the protocol; please reload it'],
  'too-large': ['内容太大：服务器一次最多接收 {0} KiB', 'Too large: the server accepts at most {0} KiB at a time'],
  'not-kept': ['浏览器的存储空间已满或不可用：笔记、标记和座位不会保存', 'This browser cannot store anything more: notes, marks and seats will not be kept'],

  'S': ['南', 'South'], 'E': ['东', 'East'], 'N': ['北', 'North'], 'W': ['西', 'West'],
  'S-colour': ['红', 'red'], 'E-colour': ['绿', 'green'], 'N-colour': ['蓝', 'blue'], 'W-colour': ['紫', 'violet'],

  'play-now': ['快速开局', 'Play now'], 'opponent': ['电脑', 'Engine'], 'your-name': ['你的名字', 'Your name'],
  'guest': ['棋友', 'Guest'],
  'quick-2v2': ['四人对战', 'Two against two'], 'quick-2v2-about': ['你与电脑搭档，对阵两家电脑', 'You and an engine against two engines'],
  'quick-1v1': ['二人对战', 'One against one'], 'quick-1v1-about': ['你与一家电脑单挑', 'You against one engine'],
  'level-beginner': ['入门', 'Beginner'], 'level-beginner-about': ['只看一步，适合刚学会规则的人', 'Looks one move ahead: for those who have just learned the rules'],
  'level-casual': ['普通', 'Casual'], 'level-casual-about': ['会算两三步，偶尔看漏', 'Looks two or three moves ahead and misses some things'],
  'level-strong': ['高手', 'Strong'], 'level-strong-about': ['推断你的暗子，每步思考 0.3 秒', 'Infers your hidden pieces; thinks 0.3 s per move'],
  'level-master': ['大师', 'Master'], 'level-master-about': ['最强的引擎，每步思考 2 秒', 'The strongest engine; thinks 2 s per move'],
  'levels': ['级别', 'Levels'], 'advanced': ['高级：引擎', 'Advanced: engines'],
  'your-games': ['你的对局', 'Your games'], 'return-to-game': ['回到对局', 'Return to your game'],
  'really-leave': ['对局还在进行，你的时间会继续走。确定离开吗？', 'The game goes on and your clock runs. Leave the table?'],
  'help-on': ['所有人都同意对局中分析：大家都可以使用。', 'Everybody has agreed to analysis during the game: all may use it.'],
  'help-off': ['有多位真人的对局中，分析默认关闭；所有人同意后才开启。', 'With several people, analysis is off during the game unless all of them agree.'],
  'help-waits': ['已同意对局中分析：{0}。等待其他人。', 'Agreed to analysis during the game: {0}. Waiting for the others.'],
  'help-agree': ['我同意', 'I agree'], 'help-withdraw': ['撤回同意', 'Withdraw'], 'has-help': ['对局中可使用分析', 'may use analysis during the game'],
  'take-back-move': ['悔棋', 'Take back'], 'signals': ['信号', 'Signals'],
  'signal-attack': ['攻这里', 'Attack here'], 'signal-defend': ['守这里', 'Defend here'], 'signal-careful': ['小心', 'Careful'],
  'signal-well_done': ['好棋', 'Well done'], 'signal-wait': ['等一等', 'Wait'], 'signal-thanks': ['谢谢', 'Thanks'],
  'signal-sorry': ['抱歉', 'Sorry'], 'signal-good_luck': ['加油', 'Good luck'],
  'tables': ['棋桌', 'Tables'], 'no-tables': ['目前没有公开的棋桌', 'No open tables at the moment'],
  'join': ['入座', 'Join'], 'watch': ['旁观', 'Watch'], 'refresh': ['刷新', 'Refresh'],
  'new-table': ['自定义棋桌', 'New table'], 'create': ['创建', 'Create'], 'invite': ['复制邀请链接', 'Copy invitation'],
  'mode': ['对局', 'Game'], '2v2': ['四国 2v2', '2v2'], '1v1': ['双人 1v1', '1v1'],
  'human': ['真人', 'Human'], 'free': ['空座', 'free'], 'sit': ['坐这里', 'Sit here'],
  'engine-time': ['每步时间（毫秒）', 'Time per move (ms)'], 'clock': ['每步限时（秒）', 'Time per move (s)'],
  'each-move': ['每步限时', 'a limit per move'], 'game-clock': ['{0} 分 + 每步 {1} 秒', '{0} min + {1} s per move'],
  'chat': ['聊天', 'Chat'], 'chat-option': ['文字聊天', 'Chat'], 'chat-about': ['对全桌说…', 'Say to the table…'], 'send': ['发送', 'Send'],
  'pace': ['电脑最短用时（毫秒）', 'Minimum time per engine move (ms)'],
  'visibility': ['明暗', 'Visibility'], 'four-dark': ['四暗', 'own pieces only (四暗)'], 'double-open': ['双明', 'own and partner\'s (双明)'],
  'all-open': ['全明', 'all pieces (全明)'],
  'first': ['先手', 'Moves first'], 'draw-lots': ['抽签', 'random'], 'help': ['允许对局中分析', 'Analysis during the game'],
  'watching': ['旁观', 'Spectators'], 'watch-delayed': ['延迟八手', 'eight turns late'],
  'watch-end': ['终局后', 'after the end'], 'watch-none': ['不允许', 'none'],
  'open-table': ['在大厅公开', 'Listed in the lobby'], 'rules': ['规则选项', 'Rule options'],
  'deploying': ['布阵中', 'deploying'], 'playing': ['对局中', 'playing'], 'over': ['已结束', 'over'],

  'game': ['对局', 'Game'], 'pieces': ['子力', 'Pieces'], 'analysis': ['分析', 'Analysis'], 'moves': ['着法', 'Moves'],
  'graph': ['走势', 'Graph'],
  'your-turn': ['轮到你走棋', 'Your move'], 'turn-of': ['轮到 {0} 走棋', '{0} to move'],
  'deploy-now': ['请布阵，然后按“准备”', 'Deploy your pieces, then press Ready'],
  'waiting': ['已准备，等待其他玩家', 'Ready; waiting for the others'],
  'waiting-seat': ['等待玩家入座', 'Waiting for players'], 'watching-now': ['旁观中', 'Watching'],
  'shown-after': ['本桌终局后才能观看', 'Shown after the end of the game'],
  'won': ['你赢了！', 'You won!'], 'lost': ['你输了', 'You lost'], 'drawn': ['和棋', 'A draw'], 'winners': ['{0} 获胜', '{0} won'],
  'why-eliminated': ['一方全部出局', 'one side is out'], 'why-quiet': ['长期无吃子', 'no-capture limit reached'],
  'why-agreement': ['双方同意', 'agreement'], 'why-no_move': ['无棋可走', 'no moves left'],
  'why-unfinished': ['未下完', 'not finished'], 'why-max_plies': ['步数已满', 'ply limit reached'],
  'out-flag': ['军旗被夺', 'flag lost'], 'out-resign': ['认输', 'resigned'], 'out-forfeit': ['判负', 'forfeited'],
  'out-no_move': ['无棋可走', 'no move left'], 'out': ['出局', 'out'],
  'ready': ['准备', 'Ready'], 'resign': ['认输', 'Resign'], 'really-resign': ['确定要认输吗？', 'Really resign?'],
  'draw': ['求和', 'Offer draw'], 'accept-draw': ['同意和棋', 'Agree to a draw'], 'refuse': ['拒绝', 'Refuse'],
  'withdraw-offer': ['撤回求和', 'Withdraw offer'], 'draw-declined': ['电脑不同意和棋', 'An engine declined the draw'],
  'draw-offered': ['{0} 求和', '{0}: draw offered'], 'rematch': ['再来一局', 'Rematch'],
  'rematch-offered': ['{0} 想再来一局', '{0}: rematch wanted'], 'hint': ['提示', 'Hint'],
  'thinking': ['思考中…', 'Thinking…'],
  'study': ['复盘研究', 'Study this game'], 'save-record': ['保存棋谱', 'Save record'],
  'live': ['回到当前', 'Live'],
  'in-the-past': ['正在看第 {0} 手，对局仍在继续', 'Looking at move {0}; the game goes on'],
  'clock-time': ['时间', 'Time'], 'slips': ['超时 {0} 次', '{0} time-outs'],
  'left-count': ['{0} 子', '{0} left'], 'lost-count': ['失 {0}', '{0} lost'], 'away': ['离线', 'away'],
  'is-ready': ['已准备', 'ready'], 'partner': ['盟友', 'partner'], 'you': ['你', 'you'],
  'choose-seat': ['选择座位', 'Choose a seat'],
  'win-rate': ['得分率', 'Score'], 'interval': ['区间', 'Interval'], 'games-count': ['局数', 'Games'],
  'explorer': ['阵型胜率', 'Deployments by results'], 'deployment': ['阵型', 'Deployment'],
  'explorer-about': ['对 26 种自带阵型的得分率，括号内为 95% 区间；双方均由 alphabeta（每步 200 节点）走棋。点名称即可载入。', 'Share of the points against the 26 built-in deployments, with its 95% interval; both sides are played by alphabeta with 200 nodes a move. Click a name to load it.'],
  'groups': ['阵型来源比较', 'Sources of deployments compared'], 'group-line': ['{0} 对 {1}：{2} Elo（95%：{3} 至 {4}），{5} 局', '{0} against {1}: {2} Elo (95%: {3} to {4}), {5} games'],
  'group-people': ['真人的阵型', 'people\'s deployments'], 'group-lawful': ['任意合法阵型', 'any legal ones'], 'group-built-in': ['26 种自带阵型', 'the 26 built in'], 'group-mixture': ['本程序的开局库', 'the program\'s book'],
  'win': ['吃子', 'takes'], 'lose': ['阵亡', 'falls'], 'both': ['同归于尽', 'both fall'],
  'timeout': ['超时', 'time-out'], 'forfeit': ['判负', 'forfeit'], 'agreed': ['和棋', 'draw'], 'start': ['开局', 'Start'],
  'first-move': ['回到开局', 'First'], 'previous': ['上一手', 'Previous'], 'next': ['下一手', 'Next'],
  'last': ['最后一手', 'Last'], 'play': ['播放', 'Play'], 'pause': ['暂停', 'Pause'], 'speed': ['速度', 'Speed'],
  'moment': ['时刻', 'Moment'],
  'turn-board': ['旋转棋盘', 'Turn the board'], 'mark-guesses': ['按推断标记', 'Mark the likeliest kinds'],
  'coordinates': ['坐标', 'Coordinates'], 'zoom': ['放大棋盘', 'Enlarge the board'], 'board': ['棋盘', 'Board'],
  'hidden-piece': ['暗子', 'hidden piece'], 'empty': ['空', 'empty'], 'chosen': ['已选中', 'chosen'], 'can-go-here': ['可走到这里', 'can go here'],
  'place-camp': ['行营', 'camp'], 'place-house': ['大本营', 'HQ'], 'camp': ['行营', 'camp'],
  'headquarters': ['大本营', 'headquarters'], 'post': ['兵站', 'post'], 'rail': ['铁路兵站', 'railway post'],

  'or': ['或', ' or '], 'lost-piece': ['我方失：{0}', 'you lost: {0}'], 'lost-piece-of': ['{0}失：{1}', '{0} lost: {1}'], 'ranks': ['{0}至{1}', '{0} to {1}'],
  'fallen-was': ['对方阵亡的是：{0}', 'taken: {0}'], 'standing-is': ['对方是：{0}', 'still there: {0}'],
  'news-flag': ['{0}司令阵亡，亮旗', '{0}: Commander fallen, flag shown'],
  'news-taken': ['{0}夺得{1}的军旗', '{0} captured the flag of {1}'], 'news-out': ['{0}出局：{1}', '{0} is out: {1}'],
  'news-timeout': ['{0}超时（{1}/{2}）', '{0}: time-out {1} of {2}'], 'news-passed': ['{0}无棋可走，跳过', '{0} has no move and is skipped'],
  'low-time': ['时间不多了', 'Little time left'],
  'sound-on': ['音效：开', 'Sound: on'], 'sound-off': ['音效：关', 'Sound: off'],
  'notify-on': ['轮到你时通知：开', 'Notify me when it is my turn: on'], 'notify-off': ['轮到你时通知：关', 'Notify me when it is my turn: off'],

  'mirror': ['左右翻转', 'Mirror'], 'builtin': ['自带阵型', 'Built in'], 'own': ['我的阵型', 'My deployments'],
  'loaded': ['已载入', 'From file'], 'save': ['保存', 'Save'], 'save-as': ['阵型名称', 'Name'],
  'load-file': ['载入文件', 'Load file'], 'save-file': ['下载文件', 'Download'],
  'paste-about': ['粘贴阵型（字母或汉字，六行五列）', 'Paste a deployment (letters or Chinese, six rows of five)'],
  'apply': ['应用', 'Apply'], 'copy-letters': ['复制字母', 'Copy letters'], 'copy-chinese': ['复制汉字', 'Copy Chinese'],
  'lawful': ['阵型合法', 'Legal deployment'], 'evaluate': ['评估', 'Evaluate'], 'stop': ['停止', 'Stop'],
  'no-games': ['还没有结果', 'No result yet'],
  'games-so-far': ['{0} 局：得分 {1}（95%：{2}–{3}）', '{0} games: score {1} (95%: {2}–{3})'],
  'features': ['特征', 'Features'], 'value': ['数值', 'Value'], 'unit': ['单位', 'Unit'],
  'editor-about': ['点选两枚棋子（或拖动）交换位置', 'Click two pieces, or drag one, to exchange them'],
  'own-empty': ['还没有保存的阵型', 'Nothing saved yet'], 'text': ['文本', 'Text'],

  'analyse': ['开始分析', 'Start analysis'], 'analyse-stop': ['停止分析', 'Stop analysis'], 'engine': ['引擎', 'Engine'],
  'seconds': ['{0} 秒', '{0} s'], 'depth': ['深度', 'depth'], 'nodes': ['节点', 'nodes'], 'worlds': ['世界', 'worlds'],
  'best-moves': ['最佳着法', 'Best moves'],
  'only-on-turn': ['轮到该方走棋时才能分析着法', 'Moves are searched on the seat\'s own turn only'],
  'no-help': ['此桌对局中不允许分析', 'No analysis at this table while the game lasts'],
  'belief': ['暗子推断', 'Belief'],
  'belief-about': ['指向（或点按）一枚暗子，查看它可能是什么', 'Point at a hidden piece to see what it may be'],
  'bits': ['{0} 比特', '{0} bits'], 'entropy': ['熵', 'Entropy'],
  'mean-entropy': ['平均熵 {0} 比特', 'Mean entropy {0} bits'],
  'sampled': ['（抽样，误差 {0}）', ' (sampled, error {0})'], 'certain': ['确定', 'certain'],
  'likely': ['最可能', 'Most likely'], 'changed': ['上一手带来的变化', 'Changed by the last move'], 'no-change': ['没有明显变化', 'Nothing of note'],
  'win-of': ['{0} 胜率 {1}', 'Chance of winning of {0}: {1}'],
  'heat': ['热力图', 'Heat map'], 'off': ['关', 'Off'], 
  'terms': ['局面评估', 'Evaluation'], 'term': ['项目', 'Term'], 'amount': ['数量', 'Amount'],
  'weight': ['权重', 'Weight'], 'product': ['乘积', 'Product'], 'total': ['合计', 'Total'],
  'win-probability': ['胜率', 'Chance of winning'],

  'open-record': ['打开棋谱', 'Open a record'],
  'drop-here': ['把棋谱文件（.jsonl、.jgs、.txt）拖到这里，或', 'Drop a record (.jsonl, .jgs, .txt) here, or'],
  'open-about': ['支持本程序的棋谱、QQ 四国军棋复盘文件和文本棋谱', 'Records of this program, replays of the QQ client, and text histories'],
  'eyes': ['视角', 'Seen by'], 'all': ['全部亮开', 'all pieces'], 'which-game': ['第几局', 'Game'],
  'of-games': ['第 {0} 局，共 {1} 局', '{0} of {1}'], 'graph-progress': ['计算中：{0} 点 …', 'Computing: {0} points …'],
  'graph-about': ['胜率与平均熵随对局的变化，点按可跳转', 'Chance of winning and mean entropy over the game; click to go there'],
  'note': ['笔记', 'Note'], 'study-notes': ['研究', 'Study'], 'export-text': ['导出文本', 'Export text'], 'export-json': ['导出 JSON', 'Export JSON'],
  'keep-line': ['把这条变化存入研究', 'Keep this line in the study'], 'line-kept': ['已存入研究', 'Kept in the study'],
  'mistakes': ['失误最大的着法', 'Worst moves'], 'no-mistakes': ['没有明显的失误', 'No move cost much'],
  'finished': ['本浏览器的对局', 'Games of this browser'], 'served': ['服务器上公开的对局', 'Public games of this server'], 'any-player': ['全部玩家', 'Any player'], 'no-finished': ['还没有在此浏览器下完的对局', 'No game has been finished in this browser yet'],
  'no-match': ['没有符合条件的对局', 'No game fits these filters'], 'any-mode': ['全部类型', 'All modes'], 'any-outcome': ['全部结果', 'All results'],
  'variation': ['第 {0} 手后的变化：{1}', 'Variation after move {0}: {1}'], 'undo': ['撤一步', 'Undo'], 'to-game': ['回到对局', 'Back to the game'],
  'events': ['{0} 手', '{0} events'], 'share': ['分享', 'Share'],
  'search-stopped': ['计算已停止。', 'The search was stopped.'], 'search-failed': ['计算出错，没有结果。', 'The search failed.'],
  'bad-link': ['链接不完整或已损坏。', 'This link is not complete.'], 'shared-game': ['分享的对局', 'Shared game'],
  'link-too-long': ['这局棋太长，放不进链接。请存成文件。', 'This game is too long for a link. Save it as a file.'],
  'copy-link': ['复制此刻的链接', 'Copy a link to this moment'], 'close': ['关闭', 'Close'],
  'rules-page': ['规则', 'Rules'], 'lesson-right': ['对了！', 'Right!'], 'lesson-wrong': ['不对，再试一次。', 'Wrong. Try again.'],
  'lesson-again': ['重来', 'Start over'], 'lesson-next': ['下一课', 'Next lesson'],
  'more-rules': ['其他规则', 'More rules'],
  'error-malformed': ['读不懂这个文件或内容，请检查格式', 'check the format of the file or text'],
  'error-illegal': ['这不符合规则，请换一种', 'choose something that the rules allow'],
  'error-limit': ['太多或太快，请稍后再试', 'try again later'], 'error-unknown': ['找不到，请刷新页面', 'reload the page'],
  'error-closed': ['此桌已关闭，请回到大厅', 'go back to the lobby'], 'error-failed': ['没有成功，请稍后再试', 'try again later'],
  'mark': ['标记', 'Mark'], 'clear': ['清除', 'Clear'],
  'mark-about': ['右键或长按暗子可作标记', 'Right-click or long-press a hidden piece to mark it'],
};

/** Short English names, as they go on a tile; Chinese ones are the board's. */
const TILES = { a: 'Cmdr', b: 'Gen', c: 'Div', d: 'Brig', e: 'Reg', f: 'Batt', g: 'Comp', h: 'Plat', i: 'Eng', x: 'Bomb', m: 'Mine', q: 'Flag' };
const SMALL = { a: 'Cm', b: 'Ge', c: 'Di', d: 'Br', e: 'Re', f: 'Ba', g: 'Co', h: 'Pl', i: 'En', x: 'Bo', m: 'Mi', q: 'Fl' };

let kinds = {};
let language = store.get('language') ?? (navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en');

export const chinese = () => language === 'zh';

export function t(key, ...values) {
  const word = WORDS[key]?.[chinese() ? 0 : 1] ?? key;
  return word.replace(/\{(\d)\}/g, (_, i) => values[i]);
}

/** A word only if there is one: for names that come from the server. */
export const known = (key, otherwise) => (WORDS[key] ? t(key) : otherwise);

export function switchLanguage() {
  language = chinese() ? 'en' : 'zh';
  store.set('language', language);
}

export function learnKinds(list) {
  kinds = Object.fromEntries(list.map((kind) => [kind.letter, kind]));
}

/** The name of a kind: `tile` for a piece, `small` for little room, otherwise in full. */
export function kindName(letter, size = 'full') {
  const kind = kinds[letter];
  if (!kind) return letter;
  if (chinese()) return size === 'small' ? kind.short : kind.chinese;
  return { tile: TILES[letter], small: SMALL[letter] }[size] ?? kind.english[0].toUpperCase() + kind.english.slice(1);
}

/** The letter of an English name of a kind. */
export const kindLetter = (english) => Object.values(kinds).find((kind) => kind.english === english)?.letter;

/** A seat as people speak of it: where it sits and its colour. */
export const seatName = (seat) => t(seat) + (chinese() ? `（${t(`${seat}-colour`)}）` : ` (${t(`${seat}-colour`)})`);

/** The part of a two-language name that is in the language of the page. */
export function half(name = '') {
  const [, english, own] = name.match(/^([\x20-\x7e]+) ([\u3400-\u9fff]+)$/) ?? [];
  return own ? (chinese() ? own : english) : name;
}

/** Several names. */
export const list = (names) => names.join(chinese() ? '、' : ', ');
export const percent = (p, digits = 0) => `${(100 * p).toFixed(digits)}%`;
