//! The Chinese of the server's texts for people. The English ones stand where they are sent.

use junqi_core::game::rules::Kind;

/// Texts with their Chinese; `{}` stands for a part that is kept, `{0}` for the first one.
const TEXTS: &[(&str, &str)] = &[
    ("This game is already over, or your seat is eliminated.", "对局已结束，或你已出局。"),
    ("It is not your turn: {} is to move.", "还没轮到你：现在轮到{}方。"),
    (
        "The game has {} events, but the move is for the position after {}.",
        "局面已变，请再走一次。",
    ),
    ("You have no seat at this table: sit down first.", "你还没有入座，请先选择座位。"),
    ("Seat {} is not for a human player.", "{}方座位由电脑担任，请选择别的座位。"),
    ("Seat {} is taken.", "{}方座位已有人，请选择别的座位。"),
    ("The token belongs to no seat at this table.", "你在此桌没有座位，请重新入座。"),
    ("This table allows no spectators.", "此桌不允许旁观。"),
    ("A move can only be taken back in a game against engines.", "只有与电脑对局时才能悔棋。"),
    ("Take a move back when it is your turn.", "请在轮到你时悔棋。"),
    ("You have made no move yet.", "你还没有走过棋。"),
    ("Signals need a person as the partner.", "盟友是真人时才能发信号。"),
    ("Signals are for running games.", "对局进行中才能发信号。"),
    ("This table does not allow analysis during the game.", "此桌不允许对局中分析。"),
    ("The game has begun: deployments are final.", "对局已开始，不能再改阵型。"),
    ("The game has not begun.", "对局还没有开始。"),
    ("The game is not over.", "对局还没有结束。"),
    (
        "The finished game could not be saved yet. Try again later.",
        "上一盘棋还没有保存成功，请稍后再试。",
    ),
    ("You have not joined this table.", "你还没有加入此桌。"),
    ("You have not joined a table.", "你还没有加入棋桌，请回到大厅。"),
    (
        "During the game you may only study your own seat, where analysis is allowed to all.",
        "对局中只能分析自己的座位，并且需要所有人同意。",
    ),
    ("There is no table `{}`.", "没有棋桌 {}：它可能已经关闭，请回到大厅。"),
    ("This table is closed.", "此桌已关闭，请回到大厅。"),
    ("This seat is now played from another connection.", "此座位已在别处登录。"),
    ("There is no finished game of this name.", "没有这盘已结束的对局，请检查链接。"),
    (
        "This server keeps no games. Start it with --games FOLDER.",
        "此服务器不保存棋谱（启动时需加 --games 文件夹）。",
    ),
    ("Too many messages: at most {} a second are read.", "操作太快，请稍等再试。"),
    ("Too many questions: at most {} may wait.", "请求太多，请稍等再试。"),
    (
        "The server has {} tables, the most it can hold. Try again later.",
        "服务器的棋桌已满，请稍后再试。",
    ),
    (
        "This connection has {} open tables, the most that it may have.",
        "你开的棋桌太多了，请先离开一些，过后它们会自动关闭。",
    ),
    ("Signals and chat are limited to one in two seconds.", "信号和聊天太频繁，请两秒后再发。"),
    ("This game has all the signals and chat it may have.", "这盘棋的信号和聊天已达上限。"),
    ("This table has no chat.", "此桌没有聊天。"),
    ("A line of chat needs some text.", "请先写点文字。"),
    (
        "This game hides pieces: moves cannot be tried on its board.",
        "这盘棋有未亮明的棋子，不能在棋盘上试走。",
    ),
    ("The game has no such moment, or the variation is too long.", "没有这一时刻，或变化太长。"),
    (
        "No deployment explains the observed events: the game breaks the rules.",
        "没有阵型能解释这些事件：这盘棋不合规则。",
    ),
    ("It is not the turn of {}.", "现在不是{}方走棋。"),
    ("The board has no cell {}.", "棋盘上没有 {}。"),
    ("Expected one deployment, found {}.", "应有一个阵型，却找到 {} 个。"),
    ("Found {} deployments, at most {} are read.", "有 {0} 个阵型，最多读取 {1} 个。"),
    (
        "Expected either `base64` or `text`, found both or neither.",
        "没有收到文件内容，请重新选择文件。",
    ),
    ("Expected a text message, found a binary one.", "服务器只接收文本消息，请刷新页面。"),
    ("line {}, column {}: {}", "第 {0} 行第 {1} 列有误，请检查。"),
    ("byte {}: found {}, expected {}", "文件第 {0} 字节有误，请检查。"),
    ("{} is illegal: {}", "{0} 不合规则，请换一步。"),
    (
        "rules: a game may never end; set draw_quiet_plies or max_plies above 0",
        "规则选项：棋局可能永不结束，请把 draw_quiet_plies 或 max_plies 设为正数。",
    ),
    (
        "rules: a game may last {} plies, expected at most {}; lower draw_quiet_plies or set max_plies",
        "规则选项：一盘棋可能长达 {0} 手，最多 {1} 手，请调低 draw_quiet_plies 或设定 max_plies。",
    ),
    ("rules: {}", "规则选项有误，请检查写法。"),
    ("first: {}", "先手的座位有误，请重新选择。"),
    ("seat {}: {}", "{0}方的选手有误，请重新选择。"),
    ("{}: found {}, expected {} to {}", "{0}应为 {2} 至 {3}，不能是 {1}。"),
    (
        "{}: the file has {} games: there is no game {} (counted from 0)",
        "{0} 里有 {1} 盘棋，没有这一盘。",
    ),
    ("{}: the game has {} events, expected at most {}", "{0}：这盘棋有 {1} 手，最多 {2} 手。"),
    ("{}: found a deployment, expected a game", "{0} 是阵型，不是棋谱。"),
    ("{}: line {}, column {}: {}", "{0} 第 {1} 行第 {2} 列有误，请检查。"),
    ("{}: line {}: {}", "{0} 第 {1} 行有误，请检查。"),
    ("{}: event {}: {}", "{0} 第 {1} 手不合规则。"),
    ("{}: byte {}: found {}, expected {}", "{0} 第 {1} 字节有误，请检查。"),
    ("Seat {} does not play in this mode.", "这种对局没有{}方。"),
    ("Seat {} does not play in this game.", "这盘棋没有{}方。"),
    ("The server could not answer this.", "服务器出错，无法回答。"),
    ("There is no {} to study.", "没有打开的{}，请重新打开。"),
    (
        "The start is not as {} saw it: expected its own view, or one with all pieces shown.",
        "开局不是{}方所见：应是该方的视角，或全部亮开。",
    ),
    (
        "The game has {} events: there is no position after {}.",
        "这盘棋只有 {0} 手，没有第 {1} 手后的局面。",
    ),
    ("event {}: {}", "第 {0} 手不合规则。"),
    ("the engine {}", "引擎出错，请换一个引擎或稍后再试。"),
    (
        "a {} stands in the camp at {}: camps are empty at the start",
        "行营 {1} 里有{0}：开局时行营必须空着",
    ),
    (
        "no piece stands at {}: every point but the camps holds one",
        "{0} 没有棋子：行营以外的位置都要放子",
    ),
    (
        "a {} stands at {}: the flag belongs in a headquarters, {}",
        "{0}放在了 {1}：军旗必须在大本营，(6,2) 或 (6,4)",
    ),
    ("a {} stands at {}: mines belong in {} {}", "{0}放在了 {1}：地雷只能放在第五、六排"),
    ("a {} stands at {}: bombs belong behind row 1", "{0}放在了 {1}：炸弹不能放在第一排"),
    ("a {} stands at {}, where the arm has no station", "{0}放在了 {1}，那里没有位置"),
    ("a deployment of {} points: the arm has {}", "布局有 {0} 个位置，应为 {1} 个"),
    ("a {} stands at {}: {}", "{0}不能放在 {1}"),
    ("wrong number of {} pieces: {} instead of {}", "{0}的数目不对：有 {1} 枚，应为 {2} 枚"),
];

/// The parts of a text that stand for the `{}` of a pattern; `None` if it does not fit.
fn parts<'a>(pattern: &str, text: &'a str) -> Option<Vec<&'a str>> {
    let (first, rest) = pattern.split_once("{}").map_or((pattern, None), |(a, b)| (a, Some(b)));
    let after = text.strip_prefix(first)?;
    let Some(rest) = rest else { return after.is_empty().then(Vec::new) };
    let next = rest.split("{}").next().unwrap_or_default();
    let end = if next.is_empty() { after.len() } else { after.find(next)? };
    let mut found = vec![&after[..end]];
    found.extend(parts(rest, &after[end..])?);
    Some(found)
}

/// Parts of texts with their Chinese, beside the kinds of pieces.
const NAMES: &[(&str, &str)] = &[
    ("S", "南"),
    ("E", "东"),
    ("N", "北"),
    ("W", "西"),
    ("open file", "棋谱"),
    ("table", "棋桌"),
    ("clock", "每步限时"),
    ("game_clock", "棋钟"),
    ("increment", "每步加时"),
    ("pace", "电脑最短用时"),
];

/// A part in Chinese if it has a name there.
fn named(part: &str) -> &str {
    if let Some((_, name)) = NAMES.iter().find(|(english, _)| *english == part) {
        return name;
    }
    Kind::ALL.into_iter().find(|kind| kind.english() == part).map_or(part, |kind| kind.chinese())
}

/// The Chinese of one text.
fn one(text: &str) -> Option<String> {
    for (english, chinese) in TEXTS {
        if let Some(parts) = parts(english, text) {
            let mut filled = (*chinese).to_owned();
            for (i, part) in parts.into_iter().enumerate() {
                let name = named(part);
                filled = filled.replace(&format!("{{{i}}}"), name).replacen("{}", name, 1);
            }
            return Some(filled);
        }
    }
    None
}

/// The Chinese of a text, or of several with semicolons between them, if there is one.
pub(super) fn chinese(text: &str) -> Option<String> {
    let all: Option<Vec<String>> = text.split("; ").map(one).collect();
    all.map(|all| all.join("；")).or_else(|| one(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_keep_their_parts() {
        let known = chinese("There is no table `h7`.");
        assert_eq!(known.as_deref(), Some("没有棋桌 h7：它可能已经关闭，请回到大厅。"));
        assert_eq!(chinese("This table is closed.").as_deref(), Some("此桌已关闭，请回到大厅。"));
        assert_eq!(chinese("This table is closed. Really."), None);
        let faults = "wrong number of mine pieces: 4 instead of 3; a bomb stands at (1,2): bombs belong behind row 1";
        assert_eq!(chinese("rules: found `a`; b").as_deref(), Some("规则选项有误，请检查写法。"));
        let clock = "clock: found 4, expected 5 to 3600";
        assert_eq!(chinese(clock).as_deref(), Some("每步限时应为 5 至 3600，不能是 4。"));
        let expected = "地雷的数目不对：有 4 枚，应为 3 枚；炸弹放在了 (1,2)：炸弹不能放在第一排";
        assert_eq!(chinese(faults).as_deref(), Some(expected));
    }
}
