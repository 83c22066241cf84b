"""Finished games: their list, their addresses, pictures of a moment, a replay that outlives a reload."""

import base64
from pathlib import Path

import pytest
from conftest import PICTURES


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


@pytest.mark.weekly
def test_a_finished_game_is_listed_filtered_and_linked(visit, record):
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
    length = lambda: stranger.page.get_attribute("#scrub", "max")
    before = length()
    stranger.page.set_input_files("#open-file", str(record))
    visitor.until(lambda: length() != before)
    before = length()
    stranger.page.reload()
    assert length() == before, "a file opened over a finished game stays open"


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


# How far two pictures of a board are apart, of 255: the mean of all pixels, and the farthest of some points, each by
# the mean of the little square around it.
DIFFERENCE = """async ([one, other, points]) => {
  const [a, b] = await Promise.all([one, other].map(async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const context = new OffscreenCanvas(600, 600).getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, 600, 600);
    return (x, y, size) => context.getImageData(x, y, size, size).data;
  }));
  const [all, too] = [a(0, 0, 600), b(0, 0, 600)];
  const mean = (colours, i) => colours.reduce((sum, value, at) => sum + (at % 4 === i ? value : 0), 0) / (colours.length / 4);
  const apart = ([x, y]) => Math.max(...[0, 1, 2].map((i) => {
    const [here, there] = [a, b].map((picture) => mean(picture(600 * x - 1, 600 * y - 1, 3), i));
    return Math.abs(here - there);
  }));
  return [all.reduce((sum, value, at) => sum + Math.abs(value - too[at]), 0) / all.length, points.map(apart)];
}"""

# Where empty stations, camps and headquarters show their colour, as parts of the board's width and height.
EMPTY = """() => {
  const [, , width, height] = document.querySelector('svg.board').getAttribute('viewBox').split(' ').map(Number);
  const taken = new Set([...document.querySelectorAll('.station:has(.piece)')].map((el) => el.getAttribute('transform')));
  const shapes = [...document.querySelectorAll('.shape')].map((el) => [el.className.baseVal.split(' ')[1], +el.getAttribute('x'), +el.getAttribute('y')]);
  return shapes.filter(([, x, y]) => !taken.has(`translate(${x} ${y})`))
    .map(([shape, x, y]) => [shape, [x / width, (y - (shape === 'post' ? 0 : 14)) / height]]);
}"""


@pytest.mark.weekly
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_picture_shows_what_the_board_shows(visit, record, scheme):
    visitor = visit(color_scheme=scheme)
    page = visitor.page
    visitor.open(record)
    page.click("#coordinates")
    page.click("#to-last")  # armies are out, so that headquarters are empty
    page.click("summary:has-text('Share')")
    with page.expect_download() as download:
        page.click("#save-png")
    picture = download.value.path().read_bytes()
    if PICTURES:
        Path(PICTURES, f"exported-{scheme}.png").write_bytes(picture)
    page.evaluate("document.querySelectorAll('.plate').forEach((plate) => { plate.style.visibility = 'hidden'; })")
    visitor.until(lambda: not page.query_selector(".ghost"))
    shot = page.locator("svg.board").screenshot()
    empty = page.evaluate(EMPTY)
    assert {shape for shape, _ in empty} == {"post", "camp", "house"}, "all three are to be seen"
    blank = visitor.context.new_page()
    coded = [base64.b64encode(image).decode() for image in (picture, shot)]
    mean, points = blank.evaluate(DIFFERENCE, [*coded, [point for _, point in empty]])
    assert mean < 5, "the same picture but for the edges of shapes"
    assert [(shape, apart) for (shape, _), apart in zip(empty, points) if apart > 12] == []


@pytest.mark.weekly
def test_the_moment_of_a_game_stays_with_another_language_and_in_the_address(visit):
    visitor = visit()
    page = visitor.page
    name = finish(visitor)
    page.goto(f"{visitor.home}/game/{name}")
    page.wait_for_selector("#scrub")
    page.click(".moves [data-n='1']")
    page.select_option("#eyes", "N")
    page.click("#language")
    visitor.until(lambda: page.inner_text("#language") == "EN")
    assert page.evaluate("document.body.dataset.ply") == "1" and page.input_value("#eyes") == "N"
    visitor.until(lambda: page.url == f"{visitor.home}/#/game/{name}/1")


def test_a_file_longer_than_a_message_is_opened_game_by_game(visit, record, tmp_path):
    visitor = visit()
    page = visitor.page
    line = record.read_text().strip()
    count = 1_200_000 // len(line)
    file = tmp_path / "many.jsonl"
    file.write_text(f"{line}\n" * count)
    visitor.open(file)
    assert page.eval_on_selector("#which-game", "select => select.options.length") == count
    page.select_option("#which-game", str(count - 1))
    page.wait_for_timeout(500)
    visitor.until(lambda: page.input_value("#which-game") == str(count - 1))
    text = tmp_path / "long.txt"
    text.write_text("x" * 1_000_000)
    page.set_input_files("#open-file", str(text))
    page.wait_for_selector("#toast:has-text('at most 1024 KiB')")
    assert page.is_hidden("#banner")
