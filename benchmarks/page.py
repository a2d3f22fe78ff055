"""The part of a page of docs that a benchmark writes, between two marks."""

from __future__ import annotations

from pathlib import Path


def write(page: Path, begin: str, made: str, end: str) -> None:
    """Puts what was made there, instead of what it was the last time."""
    before, _, rest = page.read_text().partition(begin)
    page.write_text(before + begin + made + end + rest.partition(end)[2])
