"""Texts of the server in both languages."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCES = [file for crate in ("core", "lab", "tables", "server") for file in (ROOT / crate / "src").rglob("*.rs")]


def plain(rust):
    """Sources of Rust without tests and comments, with `{}` for every part of a text."""
    code = re.sub(r"^\s*//.*$", "", rust.split("#[cfg(test)]\nmod")[0], flags=re.M)
    return re.sub(r"\{[\w:?.]*\}", "{}", re.sub(r"\\\n\s*", "", code))


def translated():
    """The texts that the server has in Chinese."""
    known = (ROOT / "tables/src/texts.rs").read_text().split("const NAMES")[0]
    return re.findall(r'^    \(\s*"((?:[^"\\]|\\.)*)",', known, re.M)


def test_the_texts_that_the_server_translates_are_its_own():
    rust = "\n".join(plain(file.read_text()) for file in SOURCES if file.name != "texts.rs")
    # Texts are put together from several parts.
    parts = [part for text in translated() for part in re.split(r"\{\}, |\{\}: |: ", text)]
    assert len(parts) > 80
    assert [part for part in parts if part not in rust] == []


# Whose errors reach the page: those of the server, of moves, and of files.
ERRORS = ["server/src", "tables/src", "core/src/game/rules/world/moves.rs", "core/src/game/rules/deployment.rs", "core/src/game/format/jql.rs"]


def test_all_that_the_server_refuses_has_chinese_words():
    files = [file for name in ERRORS for file in (ROOT / name).rglob("*.rs")] + [ROOT / name for name in ERRORS[2:]]
    files = [file for file in files if file.name not in ("texts.rs", "metrics.rs")]
    rust = "\n".join(plain(file.read_text()) for file in files)
    errors = re.findall(r'#\[error\(\s*"(.*?)"[,)]', rust, re.S)
    sentences = [text for text in re.findall(r'"((?:[^"\\]|\\.)*)"', rust) if re.fullmatch(r"[A-Z].* .*\.", text)]
    assert len(errors) > 12 and len(sentences) > 40
    # Wrappers of other errors have no words of their own.
    own = [text for text in errors + sentences if re.sub(r"\{\}|[: ]", "", text)]
    known = [re.escape(text).replace(r"\{\}", ".*") for text in translated()]
    assert [text for text in own if not any(re.fullmatch(one, text) for one in known)] == []


def test_errors_and_faults_are_told_in_the_language_of_the_page(visit, tmp_path):
    english, chinese = visit(), visit(locale="zh-CN")
    for visitor in (english, chinese):
        visitor.page.goto(f"{visitor.home}/#/table/nowhere")
        visitor.page.wait_for_selector("#status:has-text('nowhere')")
    assert "There is no table nowhere." in english.page.inner_text("#status")
    assert chinese.page.inner_text("#status") == "没有棋桌 nowhere：它可能已经关闭，请回到大厅。"
    page = chinese.page
    page.goto(f"{chinese.home}/#/designer")
    page.wait_for_selector("svg.board .piece")
    # A mine in the front row, and a bomb in its place.
    page.fill("#paste", "mfcei a.x.b ih.gd e.x.c hmifg dqmhg")
    page.click("#apply-paste")
    chinese.until(lambda: "地雷" in page.inner_text(".faults"))
    assert "地雷只能放在第五、六排" in page.inner_text(".faults"), page.inner_text(".faults")
    page.goto(f"{chinese.home}/#/replay")
    for name, text, told in [
        ("1.jsonl", "{", "1.jsonl 第 1 行有误，请检查。"),
        ("2.txt", "nothing", "2.txt 第 1 行第 1 列有误，请检查。"),
    ]:
        file = tmp_path / name
        file.write_text(text)
        page.set_input_files("#open-file", str(file))
        page.wait_for_selector(f"#toast:has-text('{told}')")
    # Errors without Chinese words of their own.
    tell = "async (code) => (await import('/js/errors.js')).translated({ code, text: 'Raw English.', chinese: null })"
    for code in ("malformed", "unknown", "taken", "token", "turn", "stale", "illegal", "refused", "limit", "failed", "closed"):
        assert re.fullmatch(r"[\u3000-\uffef]+", page.evaluate(tell, code)), code
        assert english.page.evaluate(tell, code).startswith("Raw English. – ")
