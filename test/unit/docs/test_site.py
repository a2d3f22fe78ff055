"""The documentation as a site: every page has a place in it, and every link and anchor leads somewhere."""

import importlib.util
import os
import subprocess
import sys

import pytest
from documents import ROOT


@pytest.fixture(scope="module")
def pages():
    pytest.importorskip("mkdocs", reason="there is no MkDocs: pip install '.[docs]'")
    spec = importlib.util.spec_from_file_location("site_pages", ROOT / "tools" / "site_pages.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def built(pages, tmp_path_factory):
    """What the strict build says, and the folder that it writes."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder]
    environment = os.environ | {"NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    return done, folder


def test_a_strict_build_succeeds(built):
    done, _ = built
    told = done.stdout + done.stderr
    assert done.returncode == 0, f"{told}\nA new page belongs into the nav of mkdocs.yml and into docs/index.md."


def test_the_site_has_every_page_and_needs_no_other_one(built):
    _, folder = built
    for page in (ROOT / "docs").rglob("*.md"):
        assert (folder / page.relative_to(ROOT / "docs").with_suffix(".html")).exists()
    home = (folder / "index.html").read_text()
    assert "fonts.googleapis.com" not in home and 'src="https:' not in home
    assert "repository/readme.html" in home


def test_links_out_of_the_docs(pages):
    text = "[a](../benchmarks/adbench/README.md#x) [b](../examples/cmake) [c](tape.md) [d](#e) [f](https://g.h)"
    assert pages.linked(text, "memory.md") == ("[a](repository/adbench.md#x) b [c](tape.md) [d](#e) [f](https://g.h)")
    assert pages.linked("[a](docs/tape.md) [b](LICENSE)", "repository/readme.md") == "[a](../tape.md) b"
    assert pages.linked("```\n[b](LICENSE)\n```\n", "repository/readme.md") == "```\n[b](LICENSE)\n```\n"
    assert pages.linked("[a](../nowhere.md)", "memory.md") == "[a](../nowhere.md)"  # which the build refuses
