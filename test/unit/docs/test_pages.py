"""The commands and programs of every page in docs/ do what the page says."""

import pytest
from documents import ROOT, blocks, run

GENERATED = {"passes.md"}  # its examples are sketches; each pass has its tests elsewhere
PAGES = sorted(page for page in (ROOT / "docs").rglob("*.md") if page.name not in GENERATED)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT / "docs")))
def test_page_runs(page, tmp_path):
    for block in blocks(page.read_text()):
        run(block, tmp_path)
