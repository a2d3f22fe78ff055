"""Links of the documents lead somewhere, and the files they speak of exist."""

import re
from pathlib import Path

from documents import ROOT, blocks

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
OTHERS = sorted(ROOT.glob("benchmarks/**/*.md"))
_LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"`([\w./-]+)`")
# Where a path in a document may start.
BASES = [ROOT, ROOT / "docs", ROOT / "passes" / "lagrad"]


def prose(text: str) -> str:
    """What is neither a block of code nor code that looks like a link, as `table["name"](x)`."""
    return re.sub(r"`[^`\n]*\]\([^`\n]*`", "", re.sub(r"^```.*?^```", "", text, flags=re.M | re.S))


def is_path(code: str) -> bool:
    """Whether a code span names a file of the project: a folder, or a source file in or of one."""
    if code.endswith("/"):
        return (
            code.startswith(("docs/", "test/", "tools/", "passes/", "benchmarks/", "lagrad_cli/"))
            or code.count("/") == 1
        )
    return code.endswith((".py", ".md"))


def test_links_lead_somewhere():
    links = [
        (str(document.relative_to(ROOT)), link)
        for document in (*PAGES, *OTHERS)
        for link in _LINK.findall(prose(document.read_text()))
        if "://" not in link and not (document.parent / link.partition("#")[0]).exists()
    ]
    assert links == []


def unknown_files(document: Path) -> list[str]:
    text = document.read_text()
    shown = {block.file for block in blocks(text)}
    codes = [code for code in _CODE.findall(prose(text)) if is_path(code) and code not in shown]
    return [code for code in codes if not any((base / code).exists() for base in BASES)]


def test_files_exist():
    assert {str(page.relative_to(ROOT)): found for page in PAGES if (found := unknown_files(page))} == {}


def test_the_index_reaches_every_page():
    """Parts of the design are linked from design.md."""
    linked = {link.partition("#")[0] for link in _LINK.findall((ROOT / "docs" / "index.md").read_text())}
    pages = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")}
    assert {page for page in pages if not page.startswith("design/")} - {"index.md"} <= linked, (
        "link it in docs/index.md"
    )
