"""The rules page: its own move generator against the server's moves, and ten lessons to their goals."""

import pytest

LEGAL = """async ([pieces, you]) => {
  const { network, targets } = await import('/js/moves.js');
  const net = network(await (await fetch('/board.json')).json());
  const board = new Map(pieces.map(([cell, seat, kind]) => [cell, { seat, kind }]));
  const friends = { S: 'SN', N: 'SN', E: 'EW', W: 'EW' }[you];
  const moves = {};
  for (const [cell, { seat }] of board) {
    const ends = seat === you ? targets(net, board, cell, friends).sort() : [];
    if (ends.length) moves[cell] = ends;
  }
  return moves;
}"""

SHOWN = "all => all.map(p => [p.dataset.at, p.dataset.seat, p.dataset.kind ?? null])"


@pytest.mark.weekly
def test_the_moves_of_the_lessons_are_those_of_the_rules(visit):
    visitor = visit()
    page = visitor.page
    visitor.table("2v2", dict.fromkeys("ENW", "greedy"))
    page.click("#ready")
    compared = 0
    for turn in range(11):
        page.wait_for_selector("#status.mine, #rematch")
        if page.query_selector("#rematch"):
            break
        visitor.until(lambda: not page.query_selector(".ghost"))
        told = {}
        for start, end in visitor.moves():
            told.setdefault(start, []).append(end)
        pieces = page.eval_on_selector_all(".station .piece", SHOWN)
        assert page.evaluate(LEGAL, [pieces, "S"]) == {start: sorted(ends) for start, ends in told.items()}
        compared += 1
        visitor.move(3 * turn)
    assert compared > 8


# The way to the goal of every lesson: cells to click, or kinds to mark.
SOLUTIONS = {
    "rails": ["g2", "g12"], "curves": ["g3", "b7"], "engineers": ["g2", "k14"], "camps": ["h4", "h3"],
    "headquarters": ["h1", "j1", "k2"], "bombs": ["g6", "g12"], "mines": ["g15", "h16"], "flag": ["h16", "h17"],
    "commander": ["g6", "g12"], "conclusions": ["a", "b"],
}


@pytest.mark.weekly
def test_ten_lessons_lead_to_their_goals(visit):
    visitor = visit(reduced_motion="reduce")
    page = visitor.page
    page.goto(f"{visitor.home}/#/rules")
    page.wait_for_selector("#lessons [data-lesson]")
    lessons = page.eval_on_selector_all("[data-lesson]", "all => all.map(e => e.dataset.lesson)")
    assert lessons == list(SOLUTIONS)
    for number, (lesson, steps) in enumerate(SOLUTIONS.items(), 1):
        assert page.get_attribute("[aria-current=step]", "data-lesson") == lesson
        for step in steps:
            assert page.inner_text("#lesson-verdict") == ""
            page.click(f"[data-kind={step}]" if lesson == "conclusions" else f"[data-cell={step}]", force=True)
        assert page.inner_text("#lesson-verdict") == "Right!", lesson
        if lesson == "flag":
            assert not page.query_selector(".piece[data-seat=N]"), "the whole army leaves"
        if lesson == "commander":
            assert page.query_selector(".piece[data-seat=N][data-kind=q]"), "the flag is shown"
            visitor.picture("lesson")
        if number < len(SOLUTIONS):
            page.click("#lesson-next")
    page.reload()
    page.wait_for_selector("#lessons button")
    assert len([text for text in page.locator("#lessons button").all_inner_texts() if text.startswith("✓")]) == 10


def test_a_wrong_way_is_told(visit):
    visitor = visit(reduced_motion="reduce", locale="zh-CN")
    page = visitor.page
    page.goto(f"{visitor.home}/#/rules/mines")
    page.wait_for_selector("#lessons button")
    page.click("[data-cell=h15]", force=True)
    page.click("[data-cell=h16]", force=True)
    assert page.inner_text("#lesson-verdict") == "不对，再试一次。", "a division falls on a mine"
    assert page.query_selector("[data-cell=h16] .piece") and not page.query_selector("[data-cell=h15] .piece")
    visitor.picture("lesson-chinese")
    page.click("#lesson-again")
    assert page.query_selector("[data-cell=h15] .piece")
