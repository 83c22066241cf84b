"""Fights and news can be followed: motion, words, announcements, sounds, the title."""

import pytest


def find(page, condition):
    """The number of the first row of the moves whose title satisfies a condition."""
    titles = page.eval_on_selector_all(".moves [data-n]", "all => all.map(e => [+e.dataset.n, e.title])")
    return next(n for n, title in titles if condition(title))


# What lies over the board: where each ghost is, and whether the outcome is hidden, in every frame until rest.
# Animations take five times as long, so that even a busy machine draws several frames of each.
WATCH = """() => {
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    const animation = animate.apply(this, given);
    animation.playbackRate = 0.2;
    return animation;
  };
  window.frames = [];
  const look = () => {
    const ghosts = [...document.querySelectorAll('.ghost')].map((el) => {
      const { x, y, width, height } = el.getBoundingClientRect();
      return [x + width / 2, y + height / 2, +getComputedStyle(el.firstChild).opacity];
    });
    window.frames.push([ghosts, Boolean(document.querySelector('.layer-over.veiled'))]);
    window.watching = requestAnimationFrame(look);
  };
  look();
}"""


@pytest.mark.weekly
@pytest.mark.parametrize("outcome,left", [("takes", 1), ("falls", 1), ("both fall", 0)])
def test_a_fight_is_seen_before_its_outcome(visit, record, outcome, left):
    visitor = visit()
    page = visitor.page
    visitor.open(record)
    n = find(page, lambda title: f" {outcome}" in title)
    page.click(f".moves [data-n='{n}']")
    page.click(f".moves [data-n='{n - 1}']")
    visitor.until(lambda: not page.query_selector(".ghost"))
    page.evaluate(WATCH)
    page.keyboard.press("ArrowRight")
    visitor.until(lambda: not page.query_selector(".ghost") and len(page.evaluate("frames")) > 20)
    frames = [frame for frame in page.evaluate("frames") if frame[0]]
    ghosts, veiled = frames[0]
    assert len(ghosts) >= 2 and veiled, "both pieces are there, the outcome is not"
    start = ghosts[-1]
    moved = max(abs(g[-1][0] - start[0]) + abs(g[-1][1] - start[1]) for g, hidden in frames if hidden)
    assert moved > 15, "the attacker goes to its target before the outcome is seen"
    before_contact = [ghost[2] for g, hidden in frames if hidden for ghost in g]
    assert min(before_contact) == 1, "nobody leaves before the contact"
    assert any(ghost[2] < 0.9 for g, hidden in frames if not hidden for ghost in g), "the fallen leave"
    to = page.text_content(f".moves [data-n='{n}'] .cells").split("→")[1]
    assert len(page.query_selector_all(f"[data-cell={to}] .piece")) == left


def test_reduced_motion_shows_the_outcome_at_once(visit, record):
    visitor = visit(reduced_motion="reduce")
    page = visitor.page
    visitor.open(record)
    n = find(page, lambda title: " takes" in title)
    page.click(f".moves [data-n='{n}']")
    page.click(f".moves [data-n='{n - 1}']")
    visitor.until(lambda: not page.query_selector(".ghost"))
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.body.dataset.ply") == str(n)
    assert not page.query_selector(".ghost") and not page.query_selector(".veiled")


def test_moves_are_named_by_piece_and_say_what_fell(visit, record):
    visitor = visit()
    page = visitor.page
    visitor.open(record)
    for text in page.eval_on_selector_all(".moves .move .moved .long", "all => all.map(e => e.textContent)"):
        assert text != "·", "all pieces are open, so every move has a name"
    page.select_option("#eyes", "S")
    titles = page.eval_on_selector_all(".moves [data-n]", "all => all.map(e => e.title)")
    lost = [title for title in titles if "; you lost: " in title]
    won = [title for title in titles if title.startswith("South") and " takes" in title]
    assert lost and won and all("taken: " in title for title in won), won
    assert any("still there: " in title for title in titles)
    page.hover(".moves .move button")
    assert len(page.query_selector_all(".cell-name")) == 2
    visitor.picture("moves-by-name")


# By the rules alone: the kinds of the defender that are left after a fight, as the page concludes.
LEARNED = """async ([mine, fight, hidden, flags, shown]) => {
  const { learned } = await import('/js/combat.js');
  const data = await (await fetch('/board.json')).json();
  const home = data.arms.N[hidden.index];
  const before = new Map([['g6', { kind: mine, seat: 'S', home: 'g6' }], [home, { kind: null, seat: 'N', home, moved: hidden.moved }]]);
  const event = { from: 'g6', to: home, fight, flags: shown.map((seat) => [seat, 'h17']), taken: null };
  return learned({ event, before, flags: new Set(flags) }, data, '').kinds.join('');
}"""


@pytest.mark.parametrize("mine,fight,hidden,flags,shown,kinds", [
    ("b", "win", {"index": 29}, [], [], "cdefghi"),  # below a general
    ("i", "win", {"index": 29}, [], [], "m"),  # only mines fall to engineers
    ("h", "win", {"index": 0}, [], [], "i"),
    ("c", "lose", {"index": 29}, [], [], "abm"),  # a mine may stand in the back row
    ("c", "lose", {"index": 0}, [], [], "ab"),  # but not in front
    ("c", "lose", {"index": 29, "moved": True}, [], [], "ab"),
    ("c", "lose", {"index": 0}, ["N"], [], "b"),  # its commander is known to have fallen
    ("a", "both", {"index": 29}, [], [], "x"),  # no flag was shown, so it was no commander
    ("a", "both", {"index": 29}, [], ["N"], "a"),
])
def test_a_fight_tells_what_the_rules_say(visit, mine, fight, hidden, flags, shown, kinds):
    assert visit().page.evaluate(LEARNED, [mine, fight, hidden, flags, shown]) == kinds


# Counts the sounds that start, and the texts of the live region.
LISTEN = """
window.sounds = 0; window.spoken = [];
for (const type of [OscillatorNode, AudioBufferSourceNode]) {
  const start = type.prototype.start;
  type.prototype.start = function (...at) { window.sounds += 1; return start.apply(this, at); };
}
addEventListener('DOMContentLoaded', () => {
  const speech = document.querySelector('#speech');
  new MutationObserver(() => window.spoken.push(speech.textContent)).observe(speech, { childList: true });
});
"""


def listening(visitor):
    visitor.page.add_init_script(LISTEN)
    visitor.page.reload()
    visitor.page.wait_for_selector("#create-1v1")


@pytest.mark.weekly
def test_events_are_announced_to_eyes_and_ears(visit):
    south, north = visit(), visit()
    listening(south)
    south.table("1v1", {"N": "human"})
    north.page.goto(south.page.url)
    north.page.click("[data-sit=N]")
    for visitor in (north, south):
        visitor.page.click("#ready")
    mover = south if south.page.wait_for_selector("#status.mine, #status:has-text('North')").get_attribute("class") else north
    mover.move()
    heard = south.page.evaluate("sounds")
    south.until(lambda: south.page.evaluate("sounds") > 0)
    other = north if mover is south else south
    other.move()
    assert any("→" in text for text in south.page.evaluate("spoken"))
    north.page.click("#draw")
    south.page.wait_for_selector("#news p:has-text('draw offered')")
    assert any("draw offered" in text for text in south.page.evaluate("spoken"))
    south.picture("announcement")
    south.page.click("#refuse")
    south.page.click("#sound")
    heard = south.page.evaluate("sounds")
    north.page.click("#resign")
    north.page.click("#resign-yes")
    south.page.wait_for_selector("#news p:has-text('North (blue) is out: resigned')")
    assert "is out" in south.page.inner_text(".moves .aside")
    assert south.page.evaluate("sounds") == heard, "muted"
    south.page.reload()
    south.page.wait_for_selector("#rematch")
    assert "off" in south.page.get_attribute("#sound", "aria-label"), "the switch is remembered"


def test_the_title_calls_the_player(visit):
    visitor = visit()
    visitor.begin()
    assert visitor.page.title().startswith("● ")
    visitor.page.click("#resign")
    visitor.page.click("#resign-yes")
    visitor.page.wait_for_selector("#rematch")
    assert not visitor.page.title().startswith("●")


@pytest.mark.weekly
def test_a_hidden_page_notifies_if_allowed(visit):
    visitor = visit(permissions=["notifications"])
    page = visitor.page
    page.add_init_script("""
      window.notified = [];
      window.Notification = class { constructor(title, options) { window.notified.push(options.body); }
        static permission = 'granted'; static requestPermission = async () => 'granted'; };
      Object.defineProperty(document, 'hidden', { get: () => window.away === true });
    """)
    page.reload()
    visitor.begin()
    page.click("#notify")
    visitor.move()
    page.evaluate("window.away = true")
    visitor.until(lambda: page.evaluate("notified.length") > 0)
    assert page.evaluate("notified") == ["Your move"]
