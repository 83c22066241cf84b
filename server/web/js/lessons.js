// The lessons of the rules page: a rule, a position, and a goal. Texts are in Chinese and in English.

/**
 * `pieces` are cell, seat and kind. The goal is one of: `to`, cells that a piece of South has to reach; `gone`, a cell
 * whose piece has to leave the board; `still`, to find all pieces that cannot move; `kinds`, to name the kinds that a
 * hidden piece can be after `fight`.
 */
export const LESSONS = [
  {
    id: 'rails',
    title: ['铁路', 'Railways'],
    rule: ['在铁路上，棋子可以沿直线走任意远，只要路上没有别的棋子。', 'On a railway a piece goes any distance straight ahead while nothing stands in its way.'],
    task: ['一步把团长走到 g12。', 'Bring the Regiment to g12 in a single move.'],
    pieces: [['g2', 'S', 'e'], ['i4', 'S', 'f'], ['k12', 'N', 'd']],
    goal: { to: ['g12'] },
  },
  {
    id: 'curves',
    title: ['弯道', 'Curves'],
    rule: ['铁路的弧线也算直线：棋子可以一步绕过弯道，进入邻家的铁路。', 'The arcs of the railway count as straight: a piece rounds the bend in one move and goes on in the neighbour\'s arm.'],
    task: ['一步把旅长走到 b7。', 'Bring the Brigade to b7 in a single move.'],
    pieces: [['g3', 'S', 'd'], ['e11', 'W', 'f'], ['i6', 'S', 'g']],
    goal: { to: ['b7'] },
  },
  {
    id: 'engineers',
    title: ['工兵', 'Engineers'],
    rule: ['工兵在铁路上可以任意转弯，其他棋子不能。', 'An Engineer may turn at every corner of the railway; no other piece may.'],
    task: ['用工兵一步走到 k14。', 'Bring the Engineer to k14 in a single move.'],
    pieces: [['g2', 'S', 'i'], ['g5', 'S', 'e'], ['g12', 'N', 'f']],
    goal: { to: ['k14'] },
  },
  {
    id: 'camps',
    title: ['行营', 'Camps'],
    rule: ['在行营里的棋子不会被攻击；行营四通八达，可以斜走。', 'A piece in a camp cannot be attacked. Camps are joined to all their neighbours, also diagonally.'],
    task: ['敌方司令就在旁边：把军长走进行营。', 'The enemy Commander stands beside your General: bring the General into a camp.'],
    pieces: [['h4', 'S', 'b'], ['g4', 'W', 'a'], ['j6', 'S', 'f']],
    goal: { to: ['h3', 'h5', 'i4'] },
  },
  {
    id: 'headquarters',
    title: ['大本营', 'Headquarters'],
    rule: ['大本营里的棋子不能移动；地雷和军旗在哪里都不能移动。', 'A piece in headquarters cannot move; Mines and Flags cannot move anywhere.'],
    task: ['点出所有不能移动的棋子。', 'Click every piece that cannot move.'],
    pieces: [['h1', 'S', 'c'], ['j1', 'S', 'q'], ['k2', 'S', 'm'], ['i2', 'S', 'f'], ['g6', 'S', 'e']],
    goal: { still: true },
  },
  {
    id: 'bombs',
    title: ['炸弹', 'Bombs'],
    rule: ['炸弹与任何棋子相遇，双方都离开棋盘。', 'A Bomb and whatever it meets both leave the board.'],
    task: ['除掉敌方司令。', 'Remove the enemy Commander.'],
    pieces: [['g6', 'S', 'x'], ['k6', 'S', 'b'], ['g12', 'N', 'a'], ['k13', 'N', 'g']],
    goal: { gone: 'g12' },
  },
  {
    id: 'mines',
    title: ['地雷', 'Mines'],
    rule: ['碰到地雷的棋子阵亡，地雷留下；只有工兵能挖雷，炸弹能与雷同归于尽。', 'A piece that runs into a Mine falls and the Mine stays. Only an Engineer clears it; a Bomb goes with it.'],
    task: ['挖掉军旗前的地雷。', 'Clear the Mine before the Flag.'],
    pieces: [['h15', 'S', 'c'], ['g15', 'S', 'i'], ['h16', 'N', 'm'], ['h17', 'N', 'q']],
    goal: { gone: 'h16' },
  },
  {
    id: 'flag',
    title: ['军旗与终局', 'Flag and end'],
    rule: ['军旗被夺的一家出局，全部棋子离开棋盘；两家都出局的一方输。无棋可走也出局。', 'A seat whose Flag is taken is out, and its army leaves the board. A side loses when both its seats are out. A seat that cannot move is out as well.'],
    task: ['夺取北家的军旗。', 'Take the Flag of North.'],
    pieces: [['h16', 'S', 'h'], ['h17', 'N', 'q'], ['j17', 'N', 'c'], ['g14', 'N', 'b'], ['k13', 'N', 'e']],
    goal: { gone: 'h17' },
  },
  {
    id: 'commander',
    title: ['司令', 'The Commander'],
    rule: ['司令阵亡的一家必须亮出军旗；同级相遇，同归于尽。', 'A seat whose Commander falls has to show its Flag. Equal pieces both fall.'],
    task: ['让北家亮旗。', 'Make North show its Flag.'],
    pieces: [['g6', 'S', 'a'], ['h1', 'S', 'q'], ['g12', 'N', 'a'], ['h17', 'N', 'q'], ['j17', 'N', 'h']],
    hidden: ['h17', 'j17'],
    goal: { gone: 'g12' },
  },
  {
    id: 'conclusions',
    title: ['推断', 'What a fight tells'],
    rule: ['暗棋里看不到对方的棋子，但每次交手都透露信息。地雷只在后两排，炸弹不在第一排。', 'You do not see the pieces of the others, but every fight tells something. Mines start in the last two rows only, Bombs never in the first.'],
    task: ['你的师长攻击 g12 上没有动过的暗子，阵亡了，对方还在。它可能是什么？点出全部。', 'Your Division attacked the hidden piece on g12, which has not moved, and fell; the other still stands. What can it be? Mark all.'],
    pieces: [['g6', 'S', 'c'], ['g12', 'N', null]],
    fight: { from: 'g6', to: 'g12', fight: 'lose', gone: ['g6'], flags: [], taken: null },
    goal: { kinds: true },
  },
];

/** Rules that need no board; `rules` are the options of a table that names none. */
export const notes = (rules) => [
  ['超时一次跳过一手；第五次超时判负。用棋钟时，时间用完即判负。', 'A time-out skips the turn; the fifth one forfeits. With a game clock, a player whose time runs out forfeits.'],
  ['轮到自己却无棋可走者出局；军旗被夺、认输或判负者也出局，其棋子全部离开棋盘。', 'A seat is eliminated if its flag is captured, if it has no move on its turn, or if it resigns or forfeits. All its pieces leave the board.'],
  ['一方两家都出局，另一方获胜。', 'A team wins when all seats of the other team are eliminated.'],
  [`连续 ${rules.draw_quiet_plies} 手没有吃子为和棋（规则选项 draw_quiet_plies）。`, `The game is drawn after ${rules.draw_quiet_plies} plies without a capture (rule option draw_quiet_plies).`],
  ['仍在局中的各家都同意时，也为和棋。', 'It is also drawn if all seats still in the game agree.'],
  ['全部规则及其出处见程序文档 docs/RULES.md。', 'All rules with their sources are in docs/RULES.md of the program.'],
];
