"""The page: one file of HTML, with its style, its program and its data inside, that asks the network for nothing."""

from __future__ import annotations

import html
import json
from pathlib import Path

_FILES = Path(__file__).parent
_SCRIPTS = ("texts.js", "tabs.js", "start.js")  # in the order in which they need each other


def page(data: dict) -> str:
    """The text of the page that shows the data of an `Explanation`."""
    shell = (_FILES / "page.html").read_text(encoding="utf-8")
    # No `<` in the data: a string of the program may hold `</script>`.
    as_json = json.dumps(data, separators=(",", ":"), ensure_ascii=False).replace("<", "\\u003c")
    parts = {
        "title": html.escape(f"{data['name']} explained"),
        "style": (_FILES / "page.css").read_text(encoding="utf-8"),
        "script": "\n".join((_FILES / name).read_text(encoding="utf-8") for name in _SCRIPTS),
        "data": as_json,
    }
    before, *rest = shell.split("<!--@")
    return before + "".join(parts[name] + tail for name, tail in (part.split("@-->", 1) for part in rest))
