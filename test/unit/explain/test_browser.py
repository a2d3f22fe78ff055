"""The page in a browser without a screen. Without one these tests are skipped; `make browser` installs it."""

import html
import re
import shutil
import subprocess

import pytest
from explained_programs import CALLS, LOOP, MEMORY, REFUSED, STRAIGHT, ZERO

from lagrad_cli.explain import run

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(BROWSER is None, reason="there is no Chromium")


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    programs = {"loop": LOOP, "refused": REFUSED, "calls": CALLS, "memory": MEMORY, "zero": ZERO, "straight": STRAIGHT}
    in_place = MEMORY.replace("memref.load %x", "memref.load %y").replace("}\n  return", "}}\n  return")
    programs["in_place"] = in_place.replace("scf.for", "scf.for %t = %c0 to %n step %c1 { scf.for")
    for name, text in programs.items():
        (folder / f"{name}.mlir").write_text(text)
        lowering = [] if name in ("straight", "in_place") else ["--lowering="]
        run([str(folder / f"{name}.mlir"), "--debug", *lowering, "-o", str(folder / f"{name}.html")])
    return folder


def dom(page, act: str = "", fragment: str = "", width: int = 1200) -> str:
    """What is there once the page has run, and then `act`; an error of its program is the title."""
    text = page.read_text().replace(
        "<head>", "<head><script>onerror = (e) => { document.title = `error: ${e}`; };</script>"
    )
    acted = page.with_name("acted.html")
    acted.write_text(text.replace("</body>", f"<script>{act}</script></body>"))
    flags = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--window-size={width},800",
        "--virtual-time-budget=3000",
        "--dump-dom",
    ]
    found = subprocess.run(
        [BROWSER, *flags, f"file://{acted}#{fragment}"], capture_output=True, text=True, timeout=60
    ).stdout
    assert "<title>error" not in found
    return found


def rows(text: str, kind: str) -> list[str]:
    """The texts of the lines of a kind."""
    found = re.findall(r'<div class="(row[^"]*)" data-line="\d+">(.*?)</div>', text)
    return [html.unescape(re.sub(r"<[^>]+>", "", inner)) for classes, inner in found if kind in classes.split()]


def test_hovering_matches_lines(pages):
    hover = (
        "document.querySelector('#source .row[data-line=\"8\"]').dispatchEvent(new MouseEvent('mouseover', "
        "{bubbles: true}))"
    )
    matched = rows(dom(pages / "loop.html", hover), "matched")
    assert matched[0].startswith("8") and any("math.cos" in line for line in matched)
    back = "[...document.querySelectorAll('#derivative .row')].find((one) => one.textContent.includes('math.cos'))"
    again = rows(
        dom(pages / "loop.html", f"{back}.dispatchEvent(new MouseEvent('mouseover', {{bubbles: true}}))"), "matched"
    )
    assert again == matched


def test_a_click_shows_the_path(pages):
    shown = dom(
        pages / "loop.html",
        "[...document.querySelectorAll('#source .at')].find((one) => one.textContent === '%p').click()",
    )
    detail = re.sub(r"<[^>]+>", " ", shown.split('id="detail"')[1].split("</aside>")[0])
    assert re.search(r"It depends on\s+%e.*%x.*A result depends on it through\s+%t.*%s", detail, re.S)
    assert [line[0] for line in rows(shown, "way")] == ["1", "5", "6", "8"]


def test_arrows(pages):
    shown = dom(pages / "loop.html")
    assert {("5", "7"), ("5", "8")} <= set(re.findall(r'data-from="(\d+)" data-to="(\d+)"', shown))


def test_search(pages):
    act = "const box = document.getElementById('search'); box.value = 'math.cos'; box.dispatchEvent(new Event('input'))"
    shown = dom(pages / "loop.html", act)
    assert len(rows(shown, "hit")) == 1 and "1 line; Enter" in shown


def test_tabs_and_lines_have_addresses(pages):
    assert re.search(r'<section id="tab-memory">', dom(pages / "loop.html", fragment="memory"))
    assert "%a" in dom(pages / "loop.html", fragment="5").split('id="detail"')[1]


def test_a_refusal(pages):
    shown = dom(pages / "refused.html")
    assert rows(shown, "wrong") == ["4  %1 = func.call @other(%0) : (f64) -> f64"]
    assert "declared here but not defined" in shown and "There is no derivative" in shown


def test_a_small_screen_needs_no_scrolling_sideways(pages):
    act = "document.title = document.documentElement.scrollWidth <= innerWidth ? 'fits' : 'too wide'"
    assert "<title>fits" in dom(pages / "loop.html", act, width=500)


def test_an_active_value_counts_where_several_have_one_name(pages):
    """What a call is replaced by has the place of the call: constants, too."""
    add = (
        "const t = request.values.find((one) => one.name === '%t'); request.values.unshift({...t, state: "
        "'useful'}); drawSource();"
    )
    shown = dom(pages / "loop.html", add)
    assert re.search(r'<span class="at active" title="active">%t</span>', shown)


def test_a_refusal_is_read_without_scrolling(pages):
    act = "const [told, pane] = [document.querySelector('.said'), document.getElementById('source')];"
    act += (
        "document.title = told.getBoundingClientRect().right <= pane.getBoundingClientRect().right ? "
        "'fits' : 'too wide'"
    )
    narrower = (
        "document.getElementById('panes').style.width = '300px';"  # after it was drawn, as by turning a telephone
    )
    assert "<title>fits" in dom(pages / "refused.html", narrower + act, width=500)


def test_results_of_calls_have_colours(pages):
    shown = dom(pages / "calls.html")
    for name in ("%two", "%sum"):
        assert re.search(rf'<span class="at active" title="active">{name}</span>', shown), name


def test_temporaries(pages):
    section = dom(pages / "straight.html").split('id="tab-memory"')[1].split("</section>")[0]
    told = re.sub(r"<[^>]+>", " ", section)
    assert "Nothing is recorded" in told and re.search(r"tapes included: [\d,]+ bytes", told)
    assert re.search(r"line \d+ +(\d of )?64xf64 +[\d,]+", told), told
    assert "Temporaries" not in dom(pages / "loop.html").split('id="tab-memory"')[1].split("</section>")[0]


def test_temporaries_of_a_derivative_on_memory_are_those_of_its_version_for_buffers_apart(pages):
    section = dom(pages / "in_place.html").split('id="tab-memory"')[1].split("</section>")[0]
    told = re.sub(r"<[^>]+>", " ", section)
    assert "where two overlap, another version runs" in told and re.search(r"line \d+ .*\?x\?xf64 +open", told), told


def test_a_derivative_on_memory_has_its_own_name_and_comes_first(pages):
    shown = dom(pages / "memory.html")
    assert '<option value="0">@pullback</option>' in shown
    derivative = re.findall(r"func.func[^@<]*@([\w.]+)", shown.split('id="derivative"')[1])
    assert derivative[0] == "pullback" and not derivative[-1].startswith("pullback")


def test_arguments_whose_derivative_is_no_zero_are_named(pages):
    gradient = dom(pages / "zero.html").split('id="tab-gradient"')[1].split("</section>")[0]
    told = re.sub(r"<[^>]+>", "", gradient)
    assert "The derivative by %x is zero" in told and "A result depends on %y. Where" in told
