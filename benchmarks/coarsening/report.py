"""The tables of docs/coarsening.md."""

from __future__ import annotations

import json
from pathlib import Path

from .. import page
from .catalogue import PROGRAMS

RECORD = Path(__file__).with_name("record.json")
PAGE = Path(__file__).resolve().parents[2] / "docs" / "coarsening.md"
BEGIN = "<!-- times: made by python -m benchmarks.coarsening run --write -->\n"
TITLES = {"jax": "JAX", "torch": "PyTorch", "enzyme": "Enzyme", "c": "C by hand"}


def line(row: dict) -> str:
    """One program and size: microseconds of an update, and what coarsening gains."""
    own = {tool: 1e6 * measured["seconds"] for tool, measured in row["tools"].items()}
    gain = f", gain {own['ordinary'] / own['coarsened']:.2f}" if {"ordinary", "coarsened"} <= own.keys() else ""
    return f"{sized(row)}: " + ", ".join(f"{tool} {t:.3g}" for tool, t in own.items()) + gain


def sized(row: dict) -> str:
    return f"{row['program']} ({', '.join(f'{name} {size:,}' for name, size in row['sizes'].items())})"


def table(found: list[dict]) -> str:
    """A row for each program and size: microseconds of an update of each tool, and gains."""
    tools = list(found[0]["tools"])
    head = ["", *(TITLES.get(tool, f"lagrad, {tool}") for tool in tools), "gain over ordinary AD", "the paper's"]
    rows = [head, ["---"] + ["---:"] * (len(head) - 1)]
    for row in found:
        own = {tool: 1e6 * measured["seconds"] for tool, measured in row["tools"].items()}
        least, most = PROGRAMS[row["program"]].paper
        paper = f"{least:g}" if least == most else f"{least:g} to {most:g}"
        gain = f"{own['ordinary'] / own['coarsened']:.2f}"
        cells = [f"{own[tool]:,.3g}" if row["tools"][tool]["is_right"] else "wrong" for tool in tools]
        rows.append([sized(row), *cells, gain, paper])
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def write(found: list[dict]) -> None:
    """The record, and the table of the page."""
    RECORD.write_text(json.dumps(found, indent=1) + "\n")
    page.write(PAGE, BEGIN, table(found), "<!-- end of times -->")
