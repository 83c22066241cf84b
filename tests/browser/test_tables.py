"""What happens around a game: levels, the way back, leaving, agreement on help, signals, takebacks."""

import pytest


def seat_both(south, north, mode="1v1", seats=None, **options):
    """Two people at a table, with their pieces placed."""
    south.table(mode, seats or {"N": "human"}, **options)
    north.page.goto(south.page.url)
    north.page.click("[data-sit=N]")
    for visitor in (south, north):
        visitor.page.click("#ready")
    for visitor in (south, north):
        visitor.page.wait_for_selector("#draw")


def test_engines_have_names_and_a_game_begins_in_three_clicks(visit):
    visitor = visit()
    page = visitor.page
    names = page.eval_on_selector_all("#quick-engine option", "all => all.map(e => e.textContent)")
    assert names == ["Beginner", "Casual", "Strong", "Master"]
    page.select_option("#quick-engine", label="Casual")
    assert "two or three moves" in page.inner_text("#level-about")
    page.click("#create-1v1")
    page.click("#ready")
    page.wait_for_selector("#status.mine, #status:has-text('North')")
    assert page.inner_text(".plate.seat-N .person") == "Casual", "not the engine's options"
    page.click("#language")
    visitor.until(lambda: page.inner_text(".plate.seat-N .person") == "普通")
    visitor.leave()
    page.wait_for_selector("#quick-engine")
    page.click("details summary")
    groups = page.eval_on_selector_all("select[name=seat-E] optgroup", "all => all.map(e => e.label)")
    assert groups == ["级别", "高级：引擎"]


def test_a_game_that_was_left_is_offered_in_the_lobby(visit):
    visitor = visit()
    page = visitor.page
    visitor.begin()
    visitor.move()
    address = page.url
    visitor.answer = False
    visitor.leave()
    visitor.until(lambda: page.url == address)
    assert page.query_selector("#draw"), "the player stays"
    visitor.answer = True
    visitor.leave()
    page.wait_for_selector("#held .card")
    assert "One against one" in page.inner_text("#lobby") and "1v1" in page.inner_text("#held")
    visitor.picture("return-to-game")
    page.click("#held button")
    page.wait_for_selector("#draw")
    assert page.url == address
    page.click("#resign")
    page.click("#resign-yes")
    page.wait_for_selector("#rematch")
    asked = len(visitor.questions)
    page.click("a[href='#/']")
    page.wait_for_selector("#quick-engine")
    assert len(visitor.questions) == asked, "a finished game is left without a question"


@pytest.mark.weekly
def test_help_among_people_takes_the_agreement_of_all_and_is_marked(visit):
    south, north = visit(), visit()
    seat_both(south, north)
    assert not south.page.query_selector("#hint") and not south.page.query_selector(".helped")
    south.page.click("[data-tab=analysis]")
    assert south.page.is_hidden("#analyse")
    south.page.click("#agree-help")
    south.page.wait_for_selector(".agreement:has-text('Agreed to analysis during the game: South')")
    assert south.page.is_hidden("#analyse"), "one is not enough"
    north.page.click("[data-tab=analysis]")
    north.page.click("#agree-help")
    south.page.wait_for_selector("#analyse", state="visible")
    for visitor in (south, north):
        visitor.page.wait_for_selector(".plate.seat-S .helped")
        assert visitor.page.query_selector(".plate.seat-N .helped")
    south.picture("help-agreed")
    north.page.click("#agree-help")
    south.page.wait_for_selector("#analyse", state="hidden")
    assert not south.page.query_selector(".helped")


@pytest.mark.weekly
def test_a_move_is_taken_back_against_an_engine(visit):
    visitor = visit()
    page = visitor.page
    visitor.begin()
    before = int(page.evaluate("document.body.dataset.ply"))
    visitor.move()
    page.wait_for_selector("#take-back:not([disabled])")
    page.click("#take-back")
    visitor.until(lambda: page.evaluate("document.body.dataset.ply") == str(before))
    page.wait_for_selector("#status.mine")
    assert len(page.query_selector_all(".moves .move")) == before
    assert visitor.move()


@pytest.mark.weekly
def test_what_was_announced_goes_with_the_moves_that_are_taken_back(visit):
    visitor = visit()
    page = visitor.page
    page.click("details summary")
    page.fill("input[name=clock]", "5")
    page.click("details summary")
    visitor.table("1v1", {"N": "greedy"})
    page.click("#ready")
    visitor.move()
    page.wait_for_selector("#news p:has-text('time-out 1 of 5')")
    page.click("#take-back:not([disabled])")
    page.wait_for_selector(".moves:not(:has-text('time-out'))")
    assert page.inner_text("#news") == "" and page.inner_text("#speech") == ""
    page.wait_for_timeout(500)
    assert page.inner_text("#news") == "", "nor is it announced later"


@pytest.mark.weekly
def test_signals_are_seen_by_the_partner_alone(visit):
    south, north = visit(), visit()
    seat_both(south, north, "2v2", {"E": "greedy", "N": "human", "W": "greedy"})
    onlooker = visit()
    onlooker.page.goto(south.page.url)
    south.page.click("[data-cell=h17]", button="right", force=True)
    south.picture("signals")
    south.page.click("#palette [data-signal=defend]")
    north.page.wait_for_selector(".signal[data-signal=defend]", state="attached")
    assert "South (red): Defend here h17" in north.page.inner_text("#news")
    north.picture("signal")
    north.page.click("#signals")
    north.page.click("#phrases [data-signal=thanks]")
    south.page.wait_for_selector("#news p:has-text('North (blue): Thanks')")
    for frame in onlooker.received:
        assert '"signal"' not in str(frame)


@pytest.mark.weekly
def test_a_game_clock_runs_on_the_plates_and_chat_is_plain_text(visit):
    south, north, onlooker = visit(), visit(), visit()
    south.page.fill("#name", "Ann")
    seat_both(south, north, timing="5+3", chat=True)
    table = south.page.url.rsplit("/", 1)[1]
    onlooker.page.click("#refresh")
    onlooker.page.wait_for_selector(f"[data-table='{table}']:has-text('5+3')")
    onlooker.page.goto(south.page.url)
    mover, other = (south, north) if south.page.query_selector("#status.mine") else (north, south)
    seat = {south: "S", north: "N"}
    clock = lambda visitor, whose: visitor.page.inner_text(f".plate.seat-{seat[whose]} .clock")
    assert clock(mover, other) == "5:00", "the clock of the other one waits"
    mover.until(lambda: clock(mover, mover) == "4:57")
    mover.move()
    other.until(lambda: clock(other, other) == "4:59")
    assert clock(other, mover) in ("4:59", "5:00"), "what it had used, and three seconds more"
    south.page.fill("#chat-text", "<b>hi</b> & good luck")
    south.page.press("#chat-text", "Enter")
    north.page.wait_for_selector("#said li:has-text('South“<b>hi</b> & good luck”')")
    assert not north.page.query_selector("#said b") and "hi" in north.page.inner_text("#news")
    south.picture("chat")
    south.page.fill("#chat-text", "again")
    south.page.press("#chat-text", "Enter")
    south.page.wait_for_selector("#toast:has-text('one in two seconds')")
    assert onlooker.page.is_hidden("#talk")
    assert not any("good luck" in str(frame) for frame in onlooker.received)
    north.page.click("#resign")
    north.page.click("#resign-yes")
    onlooker.page.wait_for_selector(".aside:has-text('good luck')")
    south.page.click("#study")
    south.page.wait_for_selector(".aside:has-text('good luck')")
    south.page.click("a[href='#/replay']")
    south.page.click("#close-record")
    page = south.page
    page.fill("#served-player", "ann")
    page.wait_for_selector(f"#served [data-game='{table}-0']")
    assert "North Guest" in page.inner_text("#served")
    south.picture("served")
    page.select_option("#served-result", "N")
    south.until(lambda: not page.query_selector("#served [data-game]"))


@pytest.mark.weekly
def test_a_premove_is_played_on_the_turn(visit):
    south, north = visit(), visit()
    seat_both(south, north)
    mover, other = (south, north) if south.page.query_selector("#status.mine") else (north, south)
    seat = "N" if other is north else "S"
    movable = "all => all.filter(p => !'mq'.includes(p.dataset.kind)).map(p => p.dataset.at)"
    # A piece of the front row can step ahead or aside, whatever the enemy does.
    front = {"S": "6", "N": "12"}[seat]
    start = next(cell for cell in other.page.eval_on_selector_all(f".piece[data-seat={seat}]", movable) if cell in [c + front for c in "gik"])
    end = start[0] + {"S": "7", "N": "11"}[seat]
    other.page.click(f"[data-cell={start}]", force=True)
    other.page.click(f"[data-cell={end}]", force=True)
    other.page.wait_for_selector(".layer-arrow .arrow", state="attached")
    assert other.page.evaluate("document.body.dataset.ply") == "0"
    moves = mover.moves()
    mover.move(next(i for i, (_, to) in enumerate(moves) if to != end and to != start))
    other.until(lambda: other.page.evaluate("document.body.dataset.ply") == "2")
    assert other.page.query_selector(f".piece[data-seat={seat}][data-at={end}]")


@pytest.mark.weekly
def test_the_board_turns_and_guesses_are_marked(visit):
    visitor = visit()
    page = visitor.page
    visitor.begin()
    middle = lambda: page.locator("[data-cell=i1]").bounding_box()["y"]
    before = middle()
    page.click("#turn-board")
    page.click("#turn-board")
    assert middle() < before - 300, "one's own seat is at the top"
    page.click("#turn-board")
    page.click("#turn-board")
    assert abs(middle() - before) < 1
    page.click("[data-tab=analysis]")
    visitor.until(lambda: "bit" in page.inner_text("#entropy"))
    page.click("#mark-guesses")
    visitor.until(lambda: page.query_selector(".piece.hidden .marked"))


@pytest.mark.weekly
def test_a_table_whose_seat_was_taken_meanwhile_can_be_watched(visit):
    south, north, late = visit(), visit(), visit()
    south.table("1v1", {"N": "human"})
    table = south.page.url.rsplit("/", 1)[1]
    late.page.click("#refresh")
    late.page.wait_for_selector(f"[data-join='{table}']")
    late.page.evaluate("table => { window.join = document.querySelector(`[data-join='${table}']`); }", table)
    north.page.goto(south.page.url)
    north.page.click("[data-sit=N]")
    north.page.wait_for_selector("#ready")
    late.page.evaluate("window.join.click()")
    late.page.wait_for_selector("#toast:has-text('Seat N is taken.')")
    late.page.goto(south.page.url)
    late.page.wait_for_selector("#status:has-text('deploying')")


def test_an_arrangement_survives_a_change_of_language(visit):
    visitor = visit()
    page = visitor.page
    visitor.game()
    own = lambda: page.eval_on_selector_all(".piece[data-seat=S]", "all => all.map(p => [p.dataset.at, p.dataset.kind]).sort()")
    offered = own()
    page.click("#mirror")
    mirrored = own()
    page.click("#language")
    page.wait_for_selector("#ready:has-text('准备')")
    assert own() == mirrored != offered


@pytest.mark.weekly
def test_a_table_without_spectators_offers_its_free_seats_only(visit):
    visitor, other = visit(), visit()
    page = visitor.page
    page.click("details summary")
    for name, value in {"mode": "1v1", "seat-N": "human", "watch": "none"}.items():
        page.select_option(f"select[name={name}]", value)
    page.click("#create")
    page.wait_for_selector("#ready")
    other.page.goto(page.url)
    other.page.wait_for_selector("[data-sit]")
    assert other.page.eval_on_selector_all("[data-sit]", "all => all.map(e => e.dataset.sit)") == ["N"]
