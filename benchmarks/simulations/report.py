"""The tables of docs/analyses.md."""

from __future__ import annotations

import json
from pathlib import Path

from .. import page
from .catalogue import PROGRAMS
from .variants import SNAPSHOTS, TAPES, VARIANTS

RECORD = Path(__file__).with_name("record.json")
PAGE = Path(__file__).resolve().parents[2] / "docs" / "analyses.md"
_UNITS = {"bytes": (1e-6, "MB"), "seconds": (1e3, "ms"), "instructions": (1e-6, "million")}
_SIZES = {"bytes": "large", "seconds": "large", "instructions": "counted"}


def tables(found: dict[str, dict[str, dict[str, float]]]) -> dict[str, str]:
    """For each quantity a column for each program: what it takes, and how many times that without an analysis."""
    return {quantity: _table(quantity, {name: own[quantity] for name, own in found.items()}) for quantity in _UNITS}


def _table(quantity: str, columns: dict[str, dict[str, float]]) -> str:
    scale, unit = _UNITS[quantity]
    rows = [["", *(_sized(name, _SIZES[quantity]) for name in columns)]]
    for name in VARIANTS:
        base = TAPES if name.startswith(TAPES) else ""
        if name in ("", TAPES):
            title = f"tapes of all steps, {unit}" if name else f"with {SNAPSHOTS} snapshots, {unit}"
            cells = [f"{scale * own[name]:,.3g}" for own in columns.values()]
        else:
            title = f"without {name.removeprefix(f'{TAPES} and ')}"
            cells = [f"{own[name] / own[base]:.2f}" for own in columns.values()]
        rows.append([title, *cells])
    rows.insert(1, ["---", *(["---:"] * len(columns))])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _sized(name: str, which: str) -> str:
    sizes = getattr(PROGRAMS[name], which)
    return f"{name} ({', '.join(f'{size} {value:,}' for size, value in sizes.items())})"


def write(found: dict) -> None:
    """The record, and the tables of the page."""
    RECORD.write_text(json.dumps(found, indent=1) + "\n")
    for quantity, table in tables(found).items():
        begin = f"<!-- {quantity}: made by python -m benchmarks.simulations run --write -->\n"
        page.write(PAGE, begin, table, f"<!-- end of {quantity} -->")
