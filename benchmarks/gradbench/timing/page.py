"""The timings as a table and as a chart: green is the fastest, red a hundred times slower, grey absent."""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass
from pathlib import Path

from ... import page
from .inputs import SIZES, kinds

DOCS = Path(__file__).parents[3] / "docs"
PAGE, CHART, NUMBERS = DOCS / "gradbench.md", DOCS / "gradbench.svg", DOCS / "gradbench.json"
BEGIN, END = "<!-- table: made by benchmarks/gradbench/timing -->\n", "<!-- end of table -->"
SLOWEST = 100.0  # times the fastest: the end of the scale
CELL, LEFT, TOP = (80, 20), 360, 30


@dataclass(frozen=True)
class Timed:
    """One function of an eval at one size: seconds by tool, and the run that found them."""

    name: str  # and size
    kind: str
    seconds: dict[str, float]
    run: str = ""  # when it began

    @property
    def label(self) -> str:
        return f"{self.name}: {self.kind}"


def write(found: list[Timed], tools: tuple[str, ...]) -> None:
    """The page of what was found, and of what was before of the evals that were not timed now."""
    before = json.loads(NUMBERS.read_text("utf-8")) if NUMBERS.exists() else []
    shown = _in_order([Timed(**each) for each in before], found)
    NUMBERS.write_text(json.dumps([asdict(each) for each in shown], indent=1) + "\n", "utf-8")
    page.write(PAGE, BEGIN, f"{runs(shown)}\n\n{table(shown, tools)}", END)
    CHART.write_text(chart(shown, tools), "utf-8")


def _in_order(before: list[Timed], found: list[Timed]) -> list[Timed]:
    known = {(each.name, each.kind): each for each in (*before, *found)}
    rows = [(f"{name}, {size.words}", kind) for name, sizes in SIZES.items() for size in sizes for kind in kinds(name)]
    return [known[row] for row in rows if row in known]


def runs(found: list[Timed]) -> str:
    """Whether the rows are of one run, and what is not of the last one or not there."""
    last = max(each.run for each in found)
    old = dict.fromkeys(each.name.split(",")[0] for each in found if each.run != last or not last)
    missing = dict.fromkeys(name for name, sizes in SIZES.items() for size in sizes
                            if not any(each.name == f"{name}, {size.words}" for each in found))  # fmt: skip
    parts = ["All rows are of one run." if not old else f"Rows of {_listed(old)} are of earlier runs."]
    return " ".join(parts + ([f"Sizes of {_listed(missing)} were not timed yet."] if missing else []))


def _listed(names: dict[str, None]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def table(found: list[Timed], tools: tuple[str, ...]) -> str:
    lines = ["| | " + " | ".join(tools) + " |", "|---|" + "---:|" * len(tools)]
    for each in found:
        least = min(each.seconds.values())
        cells = (_cell(each.seconds.get(tool), least) for tool in tools)
        lines.append(f"| {each.label} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def _cell(seconds: float | None, least: float) -> str:
    if seconds is None:
        return "-"
    return f"**{shown(seconds)}**" if seconds == least else shown(seconds)


def shown(seconds: float) -> str:
    unit, scale = next((u, s) for u, s in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)) if seconds >= s or s == 1e-6)
    return f"{float(f'{seconds / scale:.3g}'):g} {unit}"


def chart(found: list[Timed], tools: tuple[str, ...]) -> str:
    width, height = LEFT + CELL[0] * len(tools) + 10, TOP + CELL[1] * len(found) + 10
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" '
             f'font-size="12">',
             f'<rect width="{width}" height="{height}" fill="white"/>']  # fmt: skip
    for column, tool in enumerate(tools):
        parts.append(f'<text x="{LEFT + CELL[0] * (column + 0.5)}" y="{TOP - 10}" text-anchor="middle">{tool}</text>')
    for row, each in enumerate(found):
        top, least = TOP + CELL[1] * row, min(each.seconds.values())
        parts.append(f'<text x="{LEFT - 8}" y="{top + 15}" text-anchor="end">{each.label}</text>')
        for column, tool in enumerate(tools):
            seconds, left = each.seconds.get(tool), LEFT + CELL[0] * column
            parts.append(
                f'<rect x="{left}" y="{top}" width="{CELL[0] - 2}" height="{CELL[1] - 2}" '
                f'fill="{colour(seconds, least)}"/>'
            )
            if seconds is not None:
                told = f"{seconds / least:.3g}x" if seconds > least else shown(seconds)
                parts.append(f'<text x="{left + CELL[0] / 2 - 1}" y="{top + 14}" text-anchor="middle">{told}</text>')
    return "\n".join([*parts, "</svg>\n"])


def colour(seconds: float | None, least: float) -> str:
    """From green to red by the logarithm of how much slower it is; grey for what is absent."""
    if seconds is None:
        return "#cccccc"
    share = min(math.log(seconds / least) / math.log(SLOWEST), 1.0)
    return f"hsl({round(130 * (1 - share))}, 65%, 72%)"
