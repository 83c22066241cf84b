"""Texts of the server in both languages."""

import re
from pathlib import Path

SOURCES = Path(__file__).parents[2] / "src"


def test_the_texts_that_the_server_translates_are_its_own():
    known = (SOURCES / "server/texts.rs").read_text()
    texts = re.findall(r'^    \(\s*"((?:[^"\\]|\\.)*)",', known, re.M)
    texts += re.findall(r'^    \(\n\s*"((?:[^"\\]|\\.)*)",', known, re.M)
    rust = "\n".join(file.read_text() for file in SOURCES.rglob("*.rs") if file.name != "texts.rs")
    plain = re.sub(r"\{[\w:?.]*\}", "{}", re.sub(r"\\\n\s*", "", rust))
    # The end of a fault stands apart from its beginning.
    parts = [part for text in texts for part in text.split("{}: ")]
    assert len(texts) > 35
    assert [part for part in parts if part not in plain] == []


def test_errors_and_faults_are_told_in_the_language_of_the_page(visit):
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
