"""Replays as a study: chances by name, beliefs, the worst moves, lines, notes."""

import json
import subprocess

import pytest
from conftest import PROGRAM


def seek(page, n):
    page.click(f".moves [data-n='{n}']")
    assert page.evaluate("document.body.dataset.ply") == str(n)


@pytest.mark.weekly
def test_chances_are_named_and_lines_are_shown_and_kept(visit, record):
    visitor = visit()
    page = visitor.page
    visitor.open(record)
    seek(page, 4)
    page.click("[data-tab=analysis]")
    page.wait_for_selector("#win .win-bar")
    names = page.inner_text("#win")
    assert "South, North " in names and "East, West " in names
    parts = [int(word.rstrip("%")) for word in names.split() if word.endswith("%")]
    assert sum(parts) in (99, 100, 101)
    page.click("#analyse")
    page.wait_for_selector(".thought .line")
    page.click("#analyse")
    thought = page.locator(".thought:has(.line)").first
    moves = len(thought.locator(".line").get_attribute("title").split()) + 1
    thought.click()
    assert len(page.query_selector_all(".layer-arrow .step")) == moves
    assert [e.text_content() for e in page.query_selector_all(".step-number")] == [str(i + 1) for i in range(moves)]
    visitor.picture("line")
    thought.locator(".keep").click()
    page.click("[data-tab=notes]")
    page.fill("#note", "A quiet start.")
    page.keyboard.press("Escape")
    kept = page.inner_text("#study-list")
    assert "4. A quiet start." in kept and "4. South (red): " in kept
    with page.expect_download() as download:
        page.click("#export-json")
    file = download.value.path()
    study = json.loads(file.read_text())
    assert study["notes"] == {"4": "A quiet start."} and len(study["lines"][0]["moves"]) == moves
    with page.expect_download() as download:
        page.click("#export-text")
    assert "4. A quiet start." in download.value.path().read_text()
    visitor.picture("study")
    page.reload()
    visitor.open(record)
    page.click("[data-tab=notes]")
    assert "A quiet start." in page.inner_text("#study-list"), "the study survives a reload"
    reader = visit()
    reader.page.goto(f"{reader.home}/#/replay")
    reader.page.set_input_files("#open-file", {"name": "a.study.json", "mimeType": "application/json", "buffer": file.read_bytes()})
    reader.page.wait_for_selector("#scrub")
    reader.page.click("[data-tab=notes]")
    assert "A quiet start." in reader.page.inner_text("#study-list"), "another person opens it"


@pytest.mark.weekly
def test_a_variation_is_made_by_hand_kept_and_analysed(visit, record):
    visitor = visit()
    page = visitor.page
    visitor.open(record)
    seek(page, 12)
    own = page.get_attribute(".arm.turn", "class").split("seat-")[1][0]
    cells = page.eval_on_selector_all(f".piece[data-seat={own}]", "all => all.map(p => p.dataset.at)")
    played = []
    while len(played) < 2:
        for cell in cells:
            page.click(f"[data-cell={cell}]", force=True)
            page.wait_for_timeout(60)
            targets = page.eval_on_selector_all(".station.target", "all => all.map(s => s.dataset.cell)")
            if targets:
                break
        page.click(f"[data-cell={targets[0]}]", force=True)
        played.append(f"{cell}→{targets[0]}")
        page.wait_for_selector(f"#variation:has-text('{'  '.join(played)}')")
        turn = page.get_attribute(".arm.turn", "class").split("seat-")[1][0]
        cells = page.eval_on_selector_all(f".piece[data-seat={turn}]", "all => all.map(p => p.dataset.at)")
    visitor.picture("variation")
    assert page.evaluate("document.body.dataset.ply") == "12", "the game itself stays where it is"
    page.click("[data-tab=analysis]")
    page.click("#analyse")
    page.wait_for_selector(".thought")
    page.click("#analyse")
    page.locator(".thought .keep").first.click()
    page.click("#variation-back")
    page.wait_for_selector(f"#variation:has-text('{played[0]}'):not(:has-text('{played[1]}'))")
    page.click("#variation-end")
    page.click("[data-tab=notes]")
    assert f"12. {' '.join(played)}" in page.inner_text("#study-list").replace("South (red): ", "").replace("East (green): ", "").replace("North (blue): ", "").replace("West (violet): ", "")
    assert any(f"{' '.join(played)} " in text and text.count("→") > 2 for text in page.locator("#study-list .entry").all_inner_texts()), "a line found in the variation begins with it"
    page.reload()
    page.wait_for_selector("#scrub")
    page.click("[data-tab=notes]")
    page.click("#study-list .entry")
    page.wait_for_selector(f"#variation:has-text('{played[1]}')")
    page.keyboard.press("Escape")
    page.click("[data-tab=moves]")
    seek(page, 3)
    assert page.is_hidden("#variation"), "a move of the game ends it"


@pytest.mark.weekly
def test_beliefs_show_the_likeliest_kind_and_what_changed(visit, record):
    visitor = visit()
    page = visitor.page
    visitor.open(record)
    page.select_option("#eyes", "S")
    titles = page.eval_on_selector_all(".moves [data-n]", "all => all.map(e => [+e.dataset.n, e.title])")
    seek(page, next(n for n, title in titles if n > 20 and "still there: " in title))
    page.click("[data-tab=analysis]")
    page.click("[data-heat=likely]")
    visitor.until(lambda: len(page.query_selector_all(".piece.hidden .share")) > 20)
    texts = page.eval_on_selector_all(".piece.hidden .share", "all => all.map(e => e.textContent)")
    assert sum(text.endswith("%") for text in texts) == len(texts) / 2, "a name and its probability each"
    page.wait_for_selector("#changed .change")
    assert "→" in page.inner_text("#changed")
    visitor.picture("likeliest")
    page.click("[data-heat=q]")
    visitor.until(lambda: "0%" in page.eval_on_selector_all(".piece.hidden .share", "all => all.map(e => e.textContent)"))


@pytest.mark.weekly
def test_the_graph_draws_itself_and_finds_the_worst_moves(visit, record):
    visitor = visit()
    page = visitor.page
    visitor.open(record)
    parts = lambda: sum('"is":"graph"' in str(frame) for frame in visitor.received)
    visitor.until(lambda: parts() > 0)
    hidden = "value => { Object.defineProperty(document, 'hidden', { value, configurable: true }); document.dispatchEvent(new Event('visibilitychange')); }"
    page.evaluate(hidden, True)
    page.wait_for_timeout(1000)
    before = parts()
    page.wait_for_timeout(1000)
    assert parts() == before and page.inner_text("#graph-progress") != "", "nobody looks"
    page.evaluate(hidden, False)
    page.wait_for_selector("#mistakes [data-mistake]", state="attached", timeout=300_000)
    page.click("[data-tab=graph]")
    assert page.inner_text("#graph-progress") == ""
    assert "South, North" in page.inner_text(".key.win")
    assert page.query_selector("#graph .mistake")
    worst = page.get_attribute("#mistakes [data-mistake]", "data-mistake")
    page.click("#mistakes [data-mistake]")
    assert page.evaluate("document.body.dataset.ply") == worst
    visitor.picture("worst-moves")
    page.click("[data-tab=moves]")
    assert "bad" in page.get_attribute(f".moves [data-n='{worst}']", "class")


@pytest.mark.weekly
def test_a_quick_walk_on_a_slow_server_asks_about_one_moment_at_a_time(visit, record, wire):
    visitor = visit()
    page = visitor.page
    visitor.open(record)
    page.click("[data-tab=analysis]")
    visitor.until(lambda: page.inner_text("#entropy"))
    page.wait_for_timeout(500)
    asked = lambda: [ask["at"] for ask in visitor.sent if ask["do"] in ("belief", "terms")]
    wire.answers.clear()
    try:
        before = len(asked())
        for at in range(11, 17):
            page.fill("#scrub", str(at))
            page.wait_for_timeout(300)
        assert asked()[before:] == [11, 11]
    finally:
        wire.answers.set()
    visitor.until(lambda: asked()[-3:] == [16, 16, 15])


def test_a_graph_that_cannot_be_computed_says_why(visit, tmp_path):
    shown = subprocess.run([PROGRAM, "show", "start", "--seat", "E", "--json"], check=True, capture_output=True)
    game = tmp_path / "seen.txt"
    game.write_text(json.loads(shown.stdout)["jfen"] + "\n")
    visitor = visit()
    visitor.open(game)
    visitor.page.click("[data-tab=graph]")
    visitor.until(lambda: "not as S" in visitor.page.inner_text("#graph-progress"))
