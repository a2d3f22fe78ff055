"""Write the table of docs/snapshots.md: how often a loop with snapshots computes an iteration again.

python tools/snapshot_table.py
"""

from __future__ import annotations

from pathlib import Path

from lagrad.analysis.recording.schedule_cost import least_advances

PAGE = Path(__file__).resolve().parent.parent / "docs" / "snapshots.md"
BEGIN, END = "<!-- table: made by tools/snapshot_table.py -->\n", "<!-- end of table -->"
STEPS = (100, 1_000, 10_000, 100_000, 1_000_000)
SNAPSHOTS = (5, 10, 20, 50, 100, 200)


def table() -> str:
    head = f"| snapshots | {' | '.join(f'{steps:,} steps' for steps in STEPS)} |"
    rows = [f"| {k} | {' | '.join(f'{least_advances(steps, k) / steps:.2f}' for steps in STEPS)} |" for k in SNAPSHOTS]
    return "\n".join([head, "|---:|" + "---:|" * len(STEPS), *rows]) + "\n"


def page(text: str) -> str:
    """The text of the page with the table as it is now."""
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + table() + END + rest.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text()))
