"""The page as people use it, in a real browser. Run by `tests/server/browser.rs`."""

import json
import tarfile
from pathlib import Path

import pytest

GAMES = Path(__file__).parents[3] / "shared/qq/games.tgz"


@pytest.fixture
def replay(tmp_path):
    """A recorded game of people."""
    if not GAMES.exists():
        pytest.skip(f"no recorded games at {GAMES}")
    with tarfile.open(GAMES) as archive:
        member = next(m for m in archive if m.name.endswith(".jgs") and m.size > 4000)
        file = tmp_path / "game.jgs"
        file.write_bytes(archive.extractfile(member).read())
        return file


def kinds(page, seat):
    """What the page shows of a seat's pieces: cell and kind."""
    tell = "all => all.map(p => [p.dataset.at, p.dataset.kind ?? null])"
    return page.eval_on_selector_all(f".piece[data-seat={seat}]", tell)


def test_deploy_by_dragging_and_play_twenty_moves(visit):
    visitor = visit()
    page = visitor.page
    visitor.picture("lobby")
    visitor.table("2v2", dict.fromkeys("ENW", "greedy"))
    before = dict(kinds(page, "S"))
    assert len(before) == 25 and all(before.values())
    pieces = [cell for cell, kind in before.items() if kind in "bcdefgh" and cell[1:] in ("3", "4", "5")]
    one, other = next((a, b) for a in pieces for b in pieces if before[a] != before[b])
    visitor.drag(one, other)
    after = dict(kinds(page, "S"))
    assert (after[one], after[other]) == (before[other], before[one])
    visitor.picture("deploying")
    page.click("#mirror")
    assert dict(kinds(page, "S")) != after
    page.click("#mirror")
    assert dict(kinds(page, "S")) == after
    page.click("#ready")
    made = 0
    while made < 20 and visitor.move(7 * made):
        made += 1
        hidden = [kind for seat in "ENW" for _, kind in kinds(page, seat)]
        if page.query_selector("#rematch"):
            break  # at the end all pieces are shown; asked after the look, since engines may end the game meanwhile
        assert set(hidden) <= {None, "q"}, "kinds of the others are on the page"
        if made == 8:
            visitor.picture("playing")
    assert made == 20 or page.query_selector("#rematch")
    assert page.query_selector(".layer-route path"), "the last move is drawn along its way"
    if page.query_selector("#resign"):
        page.click("#resign")
        page.click("#resign-yes")
    page.wait_for_selector("#rematch, #live, #status")


@pytest.mark.weekly
def test_drag_moves_a_piece_and_the_keyboard_works(visit):
    visitor = visit()
    page = visitor.page
    visitor.begin()
    cell, target = visitor.moves()[0]
    page.click(f"[data-cell={cell}]", force=True)
    assert page.query_selector(f".station.target[data-cell={target}]")
    page.keyboard.press("Escape")
    assert not page.query_selector(".station.target")
    visitor.drag(cell, target)
    visitor.until(lambda: int(page.evaluate("document.body.dataset.ply")) > 0)
    page.wait_for_selector("#status.mine")
    visitor.tab_to("svg.board")
    page.keyboard.press("ArrowUp")
    assert page.query_selector(".station.cursor")
    page.click("#resign")
    page.click("#resign-yes")
    page.wait_for_selector("#rematch")
    assert None not in [kind for _, kind in kinds(page, "N")], "the cards are opened at the end"
    page.click("#rematch")
    page.wait_for_selector("#ready")


def test_a_hint_and_the_belief_while_playing(visit):
    visitor = visit()
    page = visitor.page
    visitor.begin()
    visitor.move()
    page.wait_for_selector("#status.mine")
    page.click("#hint")
    page.wait_for_selector(".layer-arrow path", state="attached")
    page.click("[data-tab=analysis]")
    visitor.until(lambda: "bits" in page.inner_text("#entropy") or "bit" in page.inner_text("#entropy"))
    cell = next(cell for cell, kind in kinds(page, "N") if kind is None)
    page.hover(f"[data-cell={cell}]", force=True)
    visitor.until(lambda: "%" in page.inner_text("#belief"))
    page.click("[data-heat=q]")
    visitor.until(lambda: page.query_selector(".piece .share"))
    visitor.picture("belief")


def test_a_recorded_game_is_opened_scrubbed_and_studied(visit, replay):
    visitor = visit()
    page = visitor.page
    page.goto(f"{visitor.home}/#/replay")
    page.set_input_files("#open-file", str(replay))
    page.wait_for_selector("#scrub")
    last = int(page.get_attribute("#scrub", "max"))
    assert last > 20
    page.fill("#scrub", "20")
    assert page.evaluate("document.body.dataset.ply") == "20"
    everything = {seat: kinds(page, seat) for seat in "SENW"}
    assert None not in [kind for pieces in everything.values() for _, kind in pieces]
    for eyes in "SENW":
        if not everything[eyes]:
            continue
        page.select_option("#eyes", eyes)
        for seat in "SENW":
            shown = [kind for _, kind in kinds(page, seat)]
            assert all(shown) if seat == eyes else set(shown) <= {None, "q"}, (eyes, seat)
    page.select_option("#eyes", "S")
    page.click("[data-tab=analysis]")
    cell = next(cell for seat in "ENW" for cell, kind in kinds(page, seat) if kind is None)
    visitor.until(lambda: "bit" in page.inner_text("#entropy"))
    page.hover(f"[data-cell={cell}]", force=True)
    visitor.until(lambda: "%" in page.inner_text("#belief"))
    page.wait_for_selector("#terms table", state="attached")
    for at in range(20, 28):
        page.fill("#scrub", str(at))
        if page.query_selector(".arm.turn.seat-S"):
            break
    page.click("#analyse")
    page.wait_for_selector(".thought")
    page.click("#analyse")
    visitor.picture("analysis")
    page.click("[data-tab=graph]")
    page.wait_for_selector("#graph path, #graph polyline", state="attached")
    visitor.picture("graph")


@pytest.mark.weekly
def test_a_lost_connection_is_told_and_nothing_is_lost(visit, wire):
    visitor = visit()
    page = visitor.page
    visitor.begin()
    visitor.move()
    page.wait_for_selector("#status.mine")
    before = {seat: kinds(page, seat) for seat in "SN"}
    wire.cut()
    page.wait_for_selector("#banner:not([hidden])")
    visitor.picture("lost")
    assert page.inner_text("#banner")
    wire.mend()
    page.wait_for_selector("#banner", state="hidden")
    page.wait_for_selector("#status.mine")
    assert {seat: kinds(page, seat) for seat in "SN"} == before
    assert visitor.move()
    page.reload()
    page.wait_for_selector("#status.mine, #rematch")
    assert all(kind for _, kind in kinds(page, "S")), "the seat is ours after a reload"


@pytest.mark.weekly
def test_own_marks_stay_with_their_piece(visit):
    visitor = visit()
    page = visitor.page
    visitor.begin()
    cell = next(cell for cell, kind in kinds(page, "N") if kind is None)
    page.click(f"[data-cell={cell}]", button="right", force=True)
    page.click("#palette [data-mark=a]")
    marked = f".piece[data-at={cell}] .marked"
    assert page.text_content(marked) == "Cm"
    page.reload()
    page.wait_for_selector("#status.mine")
    assert page.query_selector(marked), "the mark survives a reload"
    page.click(f"[data-cell={cell}]", button="right", force=True)
    page.click("#palette [data-mark='']")
    assert not page.query_selector(marked)


def test_two_browsers_at_one_table_never_hold_the_others_pieces(visit):
    south, north = visit(), visit(locale="zh-CN", color_scheme="dark")
    south.table("1v1", {"N": "human"})
    north.page.goto(south.page.url)
    north.page.click("[data-sit=N]")
    north.page.wait_for_selector("#ready")
    north.picture("table-chinese-dark")
    own = {"S": dict(kinds(south.page, "S")), "N": dict(kinds(north.page, "N"))}
    assert all(own["S"].values()) and all(own["N"].values())
    south.page.click("#ready")
    north.page.click("#ready")
    for _ in range(6):
        mover = None
        while mover is None:
            mover = next((v for v in (south, north) if v.page.query_selector("#status.mine")), None)
            south.page.wait_for_timeout(50)
        assert mover.move(-1)
        for watcher, other in ((south, "N"), (north, "S")):
            assert {kind for _, kind in kinds(watcher.page, other)} <= {None, "q"}
    for watcher, other in ((south, "N"), (north, "S")):
        rows = json.dumps(sorted(own[other].items()))
        for frame in watcher.received:
            message = json.loads(frame)
            game = message.get("game") or {}
            told = {cell: kind for cell, seat, kind in game.get("pieces", []) if seat == other}
            assert set(told.values()) <= {None}, rows
            assert not game.get("deployments")


def test_the_designer_checks_swaps_and_measures(visit):
    visitor = visit()
    page = visitor.page
    page.goto(f"{visitor.home}/#/designer")
    page.wait_for_selector("svg.board .piece")
    rows = "dfcei a.x.b ih.gd e.x.c hmifg mqmhg".split()
    page.fill("#paste", "\n".join(rows))
    page.click("#apply-paste")
    visitor.until(lambda: "".join(kind for _, kind in kinds(page, "S")) .startswith("dfcei"))
    page.fill("#paste", "qqqqq")
    page.click("#apply-paste")
    visitor.until(lambda: page.inner_text("#verdict, #toast") != "")
    page.click("#evaluate")
    visitor.until(lambda: "%" in page.inner_text("#evaluation"), 120)
    visitor.picture("designer")
    assert page.inner_text("#explorer tbody .entry").startswith(("Right hook", "Late sappers"))
    page.select_option("#explorer-mode", "1v1")
    scores = [float(text.rstrip("%")) for text in page.eval_on_selector_all("#explorer tr td:nth-child(2)", "all => all.map(e => e.textContent)")]
    assert len(scores) == 27 and scores == sorted(scores, reverse=True)
    assert "people's deployments against any legal ones: +100 Elo" in page.inner_text("#groups")
    before = page.evaluate("localStorage.getItem('junqi.draft')")
    page.click("#explorer tbody tr:nth-child(5) .entry")
    visitor.until(lambda: page.evaluate("localStorage.getItem('junqi.draft')") != before)


@pytest.mark.parametrize("width,height", [(360, 740), pytest.param(390, 844, marks=pytest.mark.weekly)])
@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.weekly)])
def test_a_phone_has_room_for_everything(visit, width, height, scheme):
    visitor = visit(viewport={"width": width, "height": height}, has_touch=True, color_scheme=scheme, locale="zh-CN")
    page = visitor.page
    fits = lambda: page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert fits()
    visitor.picture(f"phone-lobby-{width}-{scheme}")
    visitor.game()
    assert fits()
    page.tap("#ready")
    page.wait_for_selector("#status.mine")
    assert fits()
    visitor.move()
    visitor.picture(f"phone-table-{width}-{scheme}")
    for view in ("#/designer", "#/replay"):
        page.goto(visitor.home + "/" + view)
        page.wait_for_timeout(200)
        assert fits(), view
    assert page.evaluate("document.documentElement.lang").startswith("zh")
