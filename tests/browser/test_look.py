"""How the page looks: contrast, seats without colours, room on phones, and an audit of accessibility."""

import base64
import json
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from conftest import PICTURES

WEB = Path(__file__).parents[2] / "server/web"

# The contrast of two colours of the style sheet, by the formula of WCAG 2.
CONTRAST = """([one, other]) => {
  const style = getComputedStyle(document.documentElement);
  const luminance = (name) => {
    const hex = name.startsWith('#') ? name : style.getPropertyValue('--' + name).trim();
    const long = hex.length === 4 ? [...hex.slice(1)].map((c) => c + c).join('') : hex.slice(1);
    const [r, g, b] = [0, 2, 4].map((i) => parseInt(long.slice(i, i + 2), 16) / 255)
      .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [a, b] = [luminance(one), luminance(other)].sort((x, y) => y - x);
  return (a + 0.05) / (b + 0.05);
}"""

TEXT = [(text, ground) for text in ("text", "faint", "accent", "warn", "good") for ground in ("page", "panel", "sunk")]
TEXT += [("accent-text", "accent"), ("faint", "paper"), ("place", "camp")] + [("#ffffff", seat) for seat in "SENW"]
MARKS = [("mark", "paper"), ("road", "paper"), ("focus", "paper"), ("ink", "paper")]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_and_marks_have_contrast(visit, scheme):
    page = visit(color_scheme=scheme).page
    page.wait_for_selector("#create-1v1")
    for pairs, least in ((TEXT, 4.5), (MARKS, 3.0)):
        for pair in pairs:
            if scheme == "dark" and "ink" in pair:
                continue  # rails are dark on dark, with light sleepers
            found = page.evaluate(CONTRAST, pair)
            assert found >= least, f"{scheme}: {pair} has {found:.2f}, expected {least}"


def test_the_page_is_small():
    files = [file for file in WEB.rglob("*") if file.is_file()]
    assert len(files) > 30 and sum(file.stat().st_size for file in files) < 270_000


def deploy_four(visitor):
    visitor.table("2v2", dict.fromkeys("ENW", "greedy"))
    visitor.page.click("#ready")
    visitor.page.wait_for_selector("#draw")


@pytest.mark.weekly
def test_seats_differ_without_colours(visit):
    visitor = visit()
    page = visitor.page
    deploy_four(visitor)
    signs = "seat => document.querySelector(`.piece[data-seat=${seat}] .emblem`).getAttribute('d')"
    fills = "seat => getComputedStyle(document.querySelector(`.piece.hidden[data-seat=${seat}] .edge`)).fill"
    assert len({page.evaluate(signs, seat) for seat in "SENW"}) == 4
    assert len({page.evaluate(fills, seat) for seat in "ENW"}) == 3
    assert page.inner_text(".plate.seat-N .partner") == "partner"
    session = visitor.context.new_cdp_session(page)
    for kind in ("deuteranopia", "protanopia"):
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": kind})
        shot = session.send("Page.captureScreenshot")["data"]
        if PICTURES:
            with open(f"{PICTURES}/{kind}.png", "wb") as file:
                file.write(base64.b64decode(shot))


# Every size and every scheme; each audit takes ten seconds.
@pytest.mark.weekly
@pytest.mark.parametrize(
    ("size", "scheme"),
    [((1280, 800), "light"), ((1280, 800), "dark"), ((390, 844), "light"), ((844, 390), "dark")],
)
def test_an_audit_finds_nothing_serious(visit, record, scheme, size):
    visitor = visit(viewport=dict(zip(("width", "height"), size)), color_scheme=scheme)
    page = visitor.page

    def audit(view):
        violations = Axe().run(page).response["violations"]
        grave = [(v["id"], [node["html"][:120] for node in v["nodes"]][:4]) for v in violations if v["impact"] in ("serious", "critical")]
        assert grave == [], f"{view}: {json.dumps(grave, indent=1)}"

    page.wait_for_selector("#create-1v1")
    audit("lobby")
    visitor.table("2v2", dict.fromkeys("ENW", "greedy"), chat=True)
    audit("deploying")
    page.click("#ready")
    visitor.move()
    page.wait_for_selector("#status.mine, #rematch")
    audit("playing")
    page.click("[data-tab=analysis]")
    visitor.until(lambda: "bit" in page.inner_text("#entropy"))
    audit("analysis")
    for view, name in (("designer", "designer"), ("replay", "replay"), ("rules", "rules-page")):
        page.goto(f"{visitor.home}/#/{view}")
        page.wait_for_selector(f"[data-view={name}] main *")
        audit(view)
    visitor.open(record)
    page.click("[data-tab=graph]")
    audit("graph")
    page.click("[data-tab=notes]")
    audit("study")
