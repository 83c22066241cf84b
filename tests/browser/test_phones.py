"""Phones, and the keyboard alone."""

import pytest


def box(page, cell):
    return page.locator(f"[data-cell={cell}] .reach").bounding_box()


def distance(page, one, other):
    middle = lambda b: (b["x"] + b["width"] / 2, b["y"] + b["height"] / 2)
    (x, y), (u, v) = middle(box(page, one)), middle(box(page, other))
    return ((x - u) ** 2 + (y - v) ** 2) ** 0.5


@pytest.mark.parametrize("locale", ["en", pytest.param("zh-CN", marks=pytest.mark.weekly)])
@pytest.mark.parametrize("width,height", [(390, 844), pytest.param(844, 390, marks=pytest.mark.weekly)])
def test_ones_own_turn_is_large_enough_for_fingers(visit, width, height, locale):
    visitor = visit(viewport={"width": width, "height": height}, has_touch=True, locale=locale)
    page = visitor.page
    visitor.begin()
    inside = lambda b: b["x"] >= 0 and b["y"] >= 0 and b["x"] + b["width"] <= width and b["y"] + b["height"] <= height
    assert distance(page, "g1", "h1") >= 24, "a finger hits one station"
    assert all(inside(box(page, cell)) for cell in ("g1", "k1", "g6", "k6")), "one's own army is on the screen"
    actions = page.locator("#actions").bounding_box()
    assert actions["y"] + actions["height"] >= height - 1, "the actions are at the bottom"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    nav, language = page.locator("nav a").last.bounding_box(), page.locator("#language").bounding_box()
    assert nav["x"] + nav["width"] <= language["x"] + 1, "the links do not run into the switches"
    if width > height:
        board, side = (page.locator(name).bounding_box() for name in (".arena", ".side"))
        assert side["x"] >= board["x"] + board["width"] - 1 and inside(page.locator("#status").bounding_box())
    visitor.picture(f"turn-{width}-{locale}")
    page.tap("#zoom")
    visitor.until(lambda: not page.query_selector(".zoomed"))
    assert box(page, "i17")["y"] >= 0, "the whole board on demand"


def test_a_game_is_played_by_keyboard_alone(visit):
    visitor = visit()
    page = visitor.page
    page.select_option("#quick-engine", "greedy")
    visitor.tab_to("#create-1v1")
    page.keyboard.press("Enter")
    page.wait_for_selector("#ready")
    visitor.tab_to("#ready")
    page.keyboard.press("Enter")
    page.wait_for_selector("#status.mine")
    start, end = visitor.moves()[0]
    before = int(page.evaluate("document.body.dataset.ply"))
    visitor.tab_to("svg.board")

    def go(cell):
        """Steers the cursor to a cell: columns and rows of the board are letters and numbers."""
        for _ in range(80):
            cursor = page.evaluate("document.querySelector('.station.cursor')?.dataset.cell ?? null")
            if cursor == cell:
                return
            column = 0 if cursor is None else ord(cell[0]) - ord(cursor[0])
            row = 0 if cursor is None else int(cell[1:]) - int(cursor[1:])
            key = "ArrowRight" if column > 0 else "ArrowLeft" if column < 0 else "ArrowUp" if row > 0 else "ArrowDown"
            page.keyboard.press(key)
        raise AssertionError(f"the cursor does not reach {cell}")

    go(start)
    page.keyboard.press("Enter")
    assert page.query_selector(".station.selected")
    go(end)
    page.keyboard.press("Enter")
    visitor.until(lambda: int(page.evaluate("document.body.dataset.ply")) > before)


@pytest.mark.weekly
def test_arrows_step_through_moves_except_where_tab_went(visit, record):
    visitor = visit()
    page = visitor.page
    ply = lambda: int(page.evaluate("document.body.dataset.ply"))
    visitor.open(record)
    page.click("[data-tab=pieces]")
    page.keyboard.press("ArrowRight")
    assert ply() == 1, "after a click on a tab"
    page.click("svg.board", position={"x": 5, "y": 300})
    page.keyboard.press("ArrowRight")
    assert ply() == 2 and not page.query_selector(".station.cursor"), "after a click on the board"
    page.keyboard.press("End")
    assert ply() == int(page.get_attribute("#scrub", "max"))
    page.keyboard.press("Home")
    assert ply() == 0
    visitor.tab_to("[data-tab=pieces]")
    page.keyboard.press("ArrowLeft")
    assert page.get_attribute("[data-tab=analysis]", "aria-selected") == "true" and ply() == 0, "tabs by arrows"
    page.keyboard.press("Home")
    assert page.get_attribute("[data-tab=moves]", "aria-selected") == "true"


@pytest.mark.weekly
def test_the_focus_goes_on_where_its_element_disappears(visit):
    visitor = visit()
    page = visitor.page

    def focus():
        """The id of the focused element, or what it is."""
        return page.evaluate("(({ id, dataset, classList, tagName }) => id || dataset.link || classList[0] || tagName)(document.activeElement)")

    def press(selector, then, goes_to):
        """Presses Enter on an element, waits until another one is there, and looks where the focus is."""
        page.focus(selector)
        page.keyboard.press("Enter")
        page.wait_for_selector(then)
        visitor.until(lambda: focus() == goes_to, 5)

    page.click("details summary")
    page.select_option("select[name=mode]", "1v1")
    page.select_option("select[name=seat-N]", "greedy")
    page.fill("input[name=pace]", "0")
    press("#create", "#ready", "board")
    press("#ready", "#status.mine", "board")
    visitor.move()
    page.wait_for_selector("#take-back:not([disabled])")
    press("#take-back", "#take-back[disabled], .moves .move", "take-back" if page.is_enabled("#take-back") else "board")
    press("#resign", "#resign-yes", "resign-yes")
    press("#resign-no", "#resign", "resign")
    press("#resign", "#resign-yes", "resign-yes")
    press("#resign-yes", "#rematch", "board")
    press("#rematch", "#ready", "board")
    press("#ready", "#draw", "board")
    press("#resign", "#resign-yes", "resign-yes")
    press("#resign-yes", "#study", "board")
    press("#study", "#close-record", "view")
    press("#close-record", ".dropzone", "view")
    press("[data-link=rules-page]", ".lessons", "rules-page")
    press("[data-link=lobby]", "#create-1v1", "lobby")
    page.focus("#create-1v1")
    page.wait_for_timeout(5500)
    assert focus() == "create-1v1", "a list that is brought up to date leaves the focus where it is"
    page.focus("[data-link=designer]")
    page.keyboard.press("Enter")
    page.wait_for_selector(".library .entry")
    page.fill(".library ~ .field textarea, #paste", "")
    page.click("button:has-text('Save')")
    press(".library [aria-label^=Delete]", ".library:not(:has([aria-label^=Delete]))", "board")
