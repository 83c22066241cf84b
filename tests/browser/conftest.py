"""A server of this program, a wire to it that can be cut, and Chromium."""

import json
import os
import shutil
import socket
import subprocess
import threading
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[2]
PROGRAM = os.environ.get("JUNQI", ROOT / "target/debug/junqi")
# Where screenshots go, if anybody wants to look at them.
PICTURES = os.environ.get("JUNQI_PICTURES")
# A folder to read the page from, instead of the page inside the program.
WEB = os.environ.get("JUNQI_WEB")


def pytest_configure(config):
    config.addinivalue_line("markers", "weekly: runs under `./test --all`")


class Wire:
    """A relay to the server whose connections can be cut, and which can keep answers back."""

    def __init__(self, port):
        self.to, self.whole, self.pairs = port, True, []
        self.answers = threading.Event()
        self.answers.set()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            if not self.whole:
                client.close()
                continue
            server = socket.create_connection(("127.0.0.1", self.to))
            self.pairs.append((client, server))
            threading.Thread(target=self.pump, args=(client, server), daemon=True).start()
            threading.Thread(target=self.pump, args=(server, client, self.answers), daemon=True).start()

    @staticmethod
    def pump(source, sink, gate=None):
        try:
            while data := source.recv(65536):
                if gate:
                    gate.wait()
                sink.sendall(data)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        self.whole = False
        for pair in self.pairs:
            for end in pair:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
        self.pairs = []

    def mend(self):
        self.whole = True


@pytest.fixture(scope="session")
def wire(tmp_path_factory):
    games = tmp_path_factory.mktemp("games")
    command = [PROGRAM, "--json", "serve", "--port", "0", "--seed", "7", "--games", games] + (["--web", WEB] if WEB else [])
    server = subprocess.Popen(command, stdout=subprocess.PIPE)
    address = json.loads(server.stdout.readline())["address"]
    wire = Wire(int(address.rsplit(":", 1)[1]))
    yield wire
    wire.listener.close()
    server.terminate()
    server.wait()


@pytest.fixture(scope="session")
def record(tmp_path_factory):
    """A whole game of four engines, with fights of every outcome."""
    file = tmp_path_factory.mktemp("record") / "game.jsonl"
    command = [PROGRAM, "selfplay", "--team-b", "greedy", "--games", "1", "--seed", "1", "--out", file]
    subprocess.run(command, check=True, capture_output=True)
    return file


@pytest.fixture(scope="session")
def chromium():
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


class Visitor:
    """A person with a browser of their own; whatever goes wrong in it is kept."""

    def __init__(self, chromium, wire, **settings):
        self.home = f"http://127.0.0.1:{wire.port}"
        settings = {"viewport": {"width": 1280, "height": 800}, "locale": "en", "color_scheme": "light"} | settings
        self.context = chromium.new_context(**settings)
        self.page = self.context.new_page()
        self.page.set_default_timeout(60_000)
        self.troubles, self.outside, self.received, self.sent = [], [], [], []
        self.questions, self.answer = [], True
        self.page.on("dialog", lambda dialog: self.asked(dialog))
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", lambda said: said.type == "error" and self.troubles.append(said.text))
        self.page.on("request", lambda request: self.requested(request.url))
        self.page.on("websocket", self.connected)
        self.page.goto(self.home)
        self.page.wait_for_selector("#quick-engine option", state="attached")

    def connected(self, ws):
        ws.on("framereceived", lambda frame: self.received.append(frame))
        ws.on("framesent", lambda frame: self.sent.append(json.loads(frame)))

    def asked(self, dialog):
        """A question of the page: kept, and answered as the test wants."""
        self.questions.append(dialog.message or dialog.type)
        if self.answer:
            dialog.accept()
        else:
            dialog.dismiss()

    def requested(self, url):
        if not url.startswith((self.home, "data:", "blob:")):
            self.outside.append(url)

    def picture(self, name):
        if PICTURES:
            self.page.screenshot(path=f"{PICTURES}/{name}.png")

    def game(self):
        """Opens a table for two with an engine, and sits down."""
        self.page.select_option("#quick-engine", "greedy")
        self.page.click("#create-1v1")
        self.page.wait_for_selector("#ready")

    def begin(self):
        """The same, puts the pieces as offered, and waits for the turn."""
        self.game()
        self.page.click("#ready")
        self.page.wait_for_selector("#status.mine")

    def table(self, mode, seats, timing="", chat=False):
        """Opens a table by the form, with engines that do not wait, and sits down at the first seat for people."""
        page = self.page
        page.click("details summary")
        page.select_option("select[name=mode]", mode)
        for seat, who in seats.items():
            page.select_option(f"select[name=seat-{seat}]", who)
        page.fill("input[name=pace]", "0")
        page.select_option("select[name=timing]", timing)
        page.set_checked("input[name=chat]", chat)
        page.click("#create")
        page.wait_for_selector("#ready")

    def open(self, record):
        """Opens the file of a record in the replay."""
        self.page.goto(f"{self.home}/#/replay")
        self.page.set_input_files("#open-file", str(record))
        self.page.wait_for_selector("#scrub")

    def moves(self):
        """The legal moves that were told last."""
        for frame in reversed(self.received):
            message = json.loads(frame)
            moves = (message.get("game") or message).get("moves")
            if moves and message["is"] in ("table", "event"):
                return [(start, end) for start, ends in sorted(moves.items()) for end in ends]
        raise AssertionError("no legal move was told")

    def move(self, pick=0):
        """Waits for the turn, and makes a legal move by clicks; nothing once the game is over."""
        page = self.page
        page.wait_for_selector("#status.mine, #rematch")
        if page.query_selector("#rematch"):
            return None
        moves = self.moves()
        start, end = moves[pick % len(moves)]
        before = int(page.evaluate("document.body.dataset.ply"))
        page.click(f"[data-cell={start}]", force=True)
        targets = page.eval_on_selector_all(".station.target", "all => all.map(s => s.dataset.cell)")
        assert sorted(targets) == sorted(to for cell, to in moves if cell == start), "the targets shown are the legal ones"
        page.click(f"[data-cell={end}]", force=True)
        self.until(lambda: int(page.evaluate("document.body.dataset.ply")) > before)
        return start, end

    def leave(self):
        """Leaves a running game by the link to the lobby, which asks first."""
        asked = len(self.questions)
        self.page.click("a[href='#/']")
        self.until(lambda: len(self.questions) > asked)

    def until(self, holds, patience=60.0):
        waited = 0.0
        while not holds():
            assert waited < patience, "waited in vain"
            self.page.wait_for_timeout(50)
            waited += 0.05

    def tab_to(self, selector):
        """Presses Tab until an element has the focus."""
        for _ in range(200):
            self.page.keyboard.press("Tab")
            if self.page.evaluate("selector => document.activeElement?.matches(selector)", selector):
                return
        raise AssertionError(f"Tab does not reach {selector}")

    def drag(self, start, end):
        page = self.page
        middle = lambda box: (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        here, there = (middle(page.locator(f"[data-cell={cell}]").bounding_box()) for cell in (start, end))
        page.mouse.move(*here)
        page.mouse.down()
        page.mouse.move(*there, steps=8)
        page.mouse.up()


@pytest.fixture
def visit(chromium, wire):
    visitors = []

    def enter(**settings):
        visitors.append(Visitor(chromium, wire, **settings))
        return visitors[-1]

    yield enter
    for visitor in visitors:
        # What Chromium itself says of a refused connection is the loss that a test made.
        troubles = [text for text in visitor.troubles if "WebSocket connection" not in text]
        visitor.context.close()
        assert troubles == [] and visitor.outside == []
