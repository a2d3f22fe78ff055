"""What MkDocs needs to know of this repository: pages outside of docs/, and links that lead there.

`mkdocs.yml` names it as a hook. Pages link to files as they lie in the repository, which is what a reader of the
repository needs. In the site, READMEs and the pictures that pages show are pages and pictures too; any other file of
the repository is only named.
"""

from __future__ import annotations

import os
import posixpath
import re
from pathlib import Path

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[1]
DOCS = "docs/"
# Where a file outside of docs/ is in the site.
OUTSIDE = {
    "README.md": "repository/readme.md",
    "CONTRIBUTING.md": "repository/contributing.md",
    "CHANGELOG.md": "repository/changelog.md",
    "benchmarks/adbench/README.md": "repository/adbench.md",
    "benchmarks/gradbench/README.md": "repository/gradbench.md",
    "benchmarks/adbench/report/speedup.png": "repository/speedup.png",
    "benchmarks/adbench/report/index.html": "repository/report.html",
}
_PLACES = {site: path for path, site in OUTSIDE.items()}
_FENCE = re.compile(r"(^```.*?^```$)", re.M | re.S)
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def on_files(files, config):
    for path, site in OUTSIDE.items():
        files.append(File.generated(config, site, abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page, **_) -> str:
    return linked(markdown, page.file.src_uri)


def linked(markdown: str, site: str) -> str:
    """The text of a page with links as the site has them, given where it is in the site."""
    source = _PLACES.get(site, DOCS + site)

    def replaced(link: re.Match) -> str:
        mark, text, target = link.groups()
        if "://" in target or target.startswith(("#", "mailto:")):
            return link[0]
        path, _, anchor = target.partition("#")
        file = posixpath.normpath(posixpath.join(posixpath.dirname(source), path))
        place = OUTSIDE.get(file) or (file.removeprefix(DOCS) if file.startswith(DOCS) else None)
        if place is None:
            return text if (ROOT / file).exists() else link[0]
        relative = os.path.relpath(place, posixpath.dirname(site) or ".")
        return f"{mark}[{text}]({relative}{'#' * bool(anchor)}{anchor})"

    parts = _FENCE.split(markdown)
    return "".join(part if part.startswith("```") else _LINK.sub(replaced, part) for part in parts)
