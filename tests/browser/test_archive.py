"""Finished games: their list, their addresses, pictures of a moment, a replay that outlives a reload."""


def finish(visitor):
    """A short game, resigned; its name."""
    page = visitor.page
    visitor.begin()
    visitor.move()
    page.wait_for_selector("#status.mine, #rematch")
    page.click("#resign")
    page.click("#resign-yes")
    page.wait_for_selector("#study")
    return page.url.rsplit("/", 1)[1] + "-0"


def pieces(visitor):
    """The board: where each piece stands, its seat, and its kind if it is shown."""
    of = "[...document.querySelectorAll('.board .piece')].map(p => [p.dataset.at, p.dataset.seat, p.dataset.kind])"
    return sorted(visitor.page.evaluate(of))


def test_a_finished_game_is_listed_filtered_and_linked(visit):
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    page = visitor.page
    name = finish(visitor)
    page.click("a[href='#/replay']")
    page.wait_for_selector(f"#finished [data-game='{name}']")
    visitor.picture("finished")
    page.select_option("#filter-outcome", "won")
    assert not page.query_selector("#finished [data-game]")
    page.select_option("#filter-outcome", "lost")
    page.click(f"#finished [data-game='{name}'] button")
    page.wait_for_selector("#scrub")
    page.click(".moves [data-n='1']")
    page.click("summary:has-text('Share')")
    page.click("#copy-link")
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == f"{visitor.home}/game/{name}#1"
    page.goto(link)
    visitor.until(lambda: page.evaluate("document.body.dataset.ply") == "1")
    stranger = visit()
    stranger.page.goto(link)
    visitor.until(lambda: stranger.page.evaluate("document.body.dataset.ply") == "1")
    visitor.until(lambda: pieces(stranger) == pieces(visitor))
    assert all(kind for _, _, kind in pieces(stranger)), "the server keeps finished games"


def test_a_replay_is_remembered_over_a_reload_and_drawn(visit, record):
    visitor = visit()
    page = visitor.page
    visitor.open(record)
    page.select_option("#eyes", "N")
    page.click(".moves [data-n='33']")
    page.reload()
    visitor.until(lambda: page.evaluate("document.body.dataset.ply") == "33")
    assert page.input_value("#eyes") == "N"
    page.click("summary:has-text('Share')")
    with page.expect_download() as download:
        page.click("#save-svg")
    svg = download.value.path().read_text()
    shown = len(page.query_selector_all(".board .piece"))
    assert svg.startswith("<svg") and svg.count('data-seat="') == shown and "var(" not in svg and "class=" not in svg
    with page.expect_download() as download:
        page.click("#save-png")
    png = download.value.path().read_bytes()
    assert png.startswith(b"\x89PNG") and len(png) > 20_000
    page.click("#close-record")
    page.wait_for_selector(".dropzone")
