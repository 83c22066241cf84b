"""The page without a server: the folder that web/build makes, from any static host, with the engine in the browser."""

import functools
import http.server
import json
import os
import subprocess
import threading
from pathlib import Path

import pytest
from conftest import PROGRAM, ROOT, Visitor

SITE = Path(os.environ.get("JUNQI_SITE", ROOT / "target/site"))
pytestmark = pytest.mark.skipif(not (SITE / "index.html").exists(), reason=f"no {SITE}: web/build makes it")

# Plays random legal moves until the game is over, or so many.
PLAY = """async (most) => {
  const { net } = await import('./js/net.js');
  const { live } = await import('./js/live.js');
  let made = 0;
  for (const begin = Date.now(); live.table.phase === 'playing' && made < most && Date.now() - begin < 100_000;) {
    const { events, moves } = live.table.game;
    if (moves && Object.keys(moves).length && live.sent !== events.length) {
      const all = Object.entries(moves).flatMap(([from, to]) => to.map((one) => `${from}-${one}`));
      live.sent = events.length;
      net.ask('move', { at: events.length, move: all[(made * 7919) % all.length] }).catch(() => {});
      made += 1;
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  return live.table.game.events.map(({ from, to, act }) => `${act} ${from} ${to}`);
}"""
# Watches a game of engines to its end; its record.
WATCH = """async (settings) => {
  const { net } = await import('./js/net.js');
  const { table } = await net.ask('create', settings);
  const over = new Promise((resolve) => net.on('over', resolve));
  net.ask('watch', { table }).catch(() => {});
  return JSON.parse((await over).record);
}"""


class Files(http.server.SimpleHTTPRequestHandler):
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {".js": "text/javascript", ".wasm": "application/wasm"}

    def log_message(self, *_):
        pass


class Host:
    """A static host on loopback that can be shut."""

    def __init__(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=SITE))
        self.port = self.server.server_port
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def shut(self):
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def site():
    host = Host()
    yield host
    host.shut()


@pytest.fixture
def visit_site(chromium, site):
    visitors = []

    def enter(**settings):
        visitors.append(Visitor(chromium, site, **settings))
        return visitors[-1]

    yield enter
    for visitor in visitors:
        visitor.context.close()
        assert visitor.troubles == [] and visitor.outside == []


def test_a_whole_game_of_two_is_played_without_a_server(visit_site):
    visitor = visit_site()
    page = visitor.page
    assert not page.is_visible("#tables"), "nobody else is there"
    visitor.begin()
    visitor.picture("site-table")
    page.evaluate(PLAY, 10_000)
    page.wait_for_selector("#rematch")
    page.click("#study")
    page.wait_for_selector("#scrub")
    page.click("[data-tab=graph]")
    visitor.until(lambda: page.inner_text("#graph-progress") == "")
    page.click("[data-tab=analysis]")
    page.wait_for_selector("#win .win-bar")
    visitor.picture("site-study")


def test_a_whole_game_of_four_is_played_without_a_server(visit_site):
    visitor = visit_site()
    visitor.table("2v2", {"E": "greedy", "N": "greedy", "W": "greedy"})
    visitor.page.click("#ready")
    visitor.page.wait_for_selector("#status.mine")
    events = visitor.page.evaluate(PLAY, 10_000)
    visitor.page.wait_for_selector("#rematch", timeout=120_000)
    assert len(events) > 20
    visitor.picture("site-four")


def test_a_game_can_be_ended_while_the_engine_thinks_and_another_begun(visit_site):
    visitor = visit_site()
    page = visitor.page
    page.select_option("#quick-engine", "pimc:movetime=2000")
    page.click("#create-1v1")
    page.click("#ready")
    page.wait_for_selector("#status.mine")
    page.evaluate(PLAY, 1)
    page.wait_for_timeout(300)  # it thinks for two seconds
    page.evaluate("import('./js/net.js').then(({ net }) => { net.ask('resign').catch(() => {}); })")
    page.wait_for_selector("#rematch", timeout=1500)
    page.click("#rematch")
    page.click("#ready")
    page.wait_for_selector("#status.mine")
    assert page.evaluate(PLAY, 2)


def test_a_hint_and_a_move_taken_back(visit_site):
    visitor = visit_site()
    visitor.begin()
    page = visitor.page
    page.evaluate(PLAY, 1)
    page.wait_for_selector("#status.mine")
    thought = """async () => {
      const { net } = await import('./js/net.js');
      const { live } = await import('./js/live.js');
      const fields = { of: 'table', at: live.table.game.events.length, seat: 'S', engine: 'pimc', time: 300 };
      return await new Promise((resolve, reject) => net.stream('think', fields, (answer) => { if (answer.done) resolve(answer.nodes); }, reject));
    }"""
    assert page.evaluate(thought) > 1000
    before = page.evaluate("document.body.dataset.ply")
    page.evaluate("import('./js/net.js').then(({ net }) => { net.ask('take_back').catch(() => {}); })")
    visitor.until(lambda: page.evaluate("document.body.dataset.ply") < before)
    assert page.evaluate(PLAY, 2)


def test_a_game_goes_on_after_a_reload_and_without_a_network(visit_site, site):
    visitor = visit_site()
    page = visitor.page
    page.evaluate("navigator.serviceWorker.ready")
    visitor.begin()
    events = page.evaluate(PLAY, 5)
    page.wait_for_selector("#status.mine")
    page.wait_for_timeout(1500)  # what is not kept at once is kept within a second
    events = page.evaluate(PLAY, 0)
    page.reload()
    page.wait_for_selector("#status.mine")
    assert page.evaluate(PLAY, 0) == events
    site.shut()
    visitor.context.set_offline(True)
    page.reload()
    page.wait_for_selector("#status.mine")
    assert page.evaluate(PLAY, 0) == events
    assert len(page.evaluate(PLAY, 2)) > len(events)
    page.goto(f"{visitor.home}/#/")
    page.wait_for_selector("#held [data-return]")


def test_a_link_carries_a_game_and_its_moment(visit_site, record):
    visitor = visit_site()
    visitor.open(record)
    page = visitor.page
    pack = """async (record) => {
      const packed = await import('./js/packed.js');
      return packed.address(await packed.pack(record), 40);
    }"""
    link = page.evaluate(pack, record.read_text())
    assert len(link) < 8000, len(link)
    other = visit_site()
    other.page.goto(link)
    other.page.wait_for_selector("#scrub")
    assert other.page.input_value("#scrub") == "40"
    other.page.goto(f"{visitor.home}/#/game/~broken")
    other.page.wait_for_selector("#toast:not([hidden])")


def test_deployments_are_measured(visit_site):
    visitor = visit_site()
    page = visitor.page
    page.goto(f"{visitor.home}/#/designer")
    evaluated = """async () => {
      const { net } = await import('./js/net.js');
      const { list } = await net.ask('deployments');
      const seen = [];
      return await new Promise((resolve, reject) => net.stream('evaluate', { rows: list[0].rows, mode: '1v1' }, (answer) => {
        seen.push(answer.games);
        if (answer.done) resolve(seen);
      }, reject));
    }"""
    seen = page.evaluate(evaluated)
    assert len(seen) > 2 and seen[-1] == 200, seen


@pytest.mark.parametrize("locale", ["zh-CN", "en"])
def test_it_fits_a_phone_in_both_languages(visit_site, locale):
    visitor = visit_site(viewport={"width": 390, "height": 844}, locale=locale, has_touch=True)
    visitor.begin()
    assert visitor.page.evaluate("document.documentElement.scrollWidth") <= 390
    visitor.picture(f"site-phone-{locale}")


def test_games_are_those_of_a_server_with_the_same_seed(visit_site, chromium):
    settings = {"mode": "1v1", "seats": {"S": "alphabeta:nodes=300", "N": "pimc:nodes=300"}, "pace": 0, "open": False}
    server = subprocess.Popen([PROGRAM, "--json", "serve", "--port", "0", "--seed", "5"], stdout=subprocess.PIPE)
    try:
        port = int(json.loads(server.stdout.readline())["address"].rsplit(":", 1)[1])
        theirs = Visitor(chromium, type("Server", (), {"port": port}))
        native = theirs.page.evaluate(WATCH, settings)
        theirs.context.close()
    finally:
        server.terminate()
        server.wait()
    visitor = visit_site()
    visitor.page.goto(f"{visitor.home}/?seed=5")
    visitor.page.wait_for_selector("#quick-engine option", state="attached")
    assert visitor.page.evaluate(WATCH, settings) == native
