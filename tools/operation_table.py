"""Write the table of operations in docs/operations.md, from the rules themselves.

python tools/operation_table.py
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

from lagrad import rules
from lagrad.ad.memory.raising.function import RULES as ON_MEMORY
from lagrad.ad.rewrites.open_forms import FORMS
from lagrad.ad.rewrites.vectors.operations import CONVERTED
from lagrad.dialect import SHAPE

PAGE = Path(__file__).resolve().parent.parent / "docs" / "operations.md"
BEGIN, END = "<!-- operations: made by tools/operation_table.py -->\n", "<!-- end of operations -->\n"

ACTIVE, ENDS, REFUSED = "differentiated", "ends activity: derivative zero, or none", "refused where active"
_COLUMNS = {"inactive": ENDS, "refused": REFUSED}


def table() -> str:
    """One row a dialect, one column for each thing that can become of an operation."""
    rows: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    kinds = {row["op"]: row["kind"] for row in rules.table()} | dict.fromkeys(
        [*FORMS, *CONVERTED, *_on_memory()], "rewritten"
    )
    for op, kind in sorted(kinds.items()):
        if op != SHAPE:  # internal
            dialect, _, name = op.partition(".")
            rows[dialect][_COLUMNS.get(kind, ACTIVE)].append(f"`{name}`")
    columns = [ACTIVE, ENDS, REFUSED]
    lines = [["dialect", *columns], ["---"] * 4]
    lines += [[f"`{dialect}`", *(" ".join(rows[dialect][c]) for c in columns)] for dialect in sorted(rows)]
    return "".join("| " + " | ".join(line) + " |\n" for line in lines)


def _on_memory() -> list[str]:
    """What is raised to tensors first, of dialects that work on memory."""
    return [op for op in ON_MEMORY if op.startswith(("memref.", "bufferization.", "vector."))]


def page(text: str) -> str:
    """The page, given its text, with the table as it should be."""
    before, begin, rest = text.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"{PAGE} has no lines {BEGIN!r} and {END!r}")
    return before + begin + table() + end + after


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text()))
