"""The times as a table of docs/polybench.md, with geometric means, and as numbers beside it."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from .. import page
from .kernels import KERNELS
from .sizes import sizes_of

DOCS = Path(__file__).parents[2] / "docs"
PAGE, NUMBERS = DOCS / "polybench.md", DOCS / "polybench.json"
BEGIN, END = "<!-- table: made by benchmarks/polybench -->\n", "<!-- end of table -->"
HEAD = [
    "| | primal: lagrad | Enzyme | ratio | pullback: lagrad | Enzyme | ratio | memory: lagrad | Enzyme |",
    "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
]
SIZES = ("small", "medium", "large")
# Kernels whose loops become products of matrices and vectors, on whole tensors.
PRODUCTS = set(
    "gemm twomm threemm atax bicg mvt gemver gesummv syrk syr2k trmm symm doitgen gramschmidt covariance "
    "correlation".split()
)


@dataclass(frozen=True)
class Timed:
    """A kernel of one size: seconds of its functions, and MB that the pullback takes of the heap, by tool."""

    name: str
    size: int
    primal: dict[str, float]
    pullback: dict[str, float]
    memory: dict[str, float | None]

    @property
    def row(self) -> str:
        cells = [f"{self.name}, n = {self.size}"]
        for seconds in (self.primal, self.pullback):
            cells += [shown(seconds["lagrad"]), shown(seconds["enzyme"]), f"{ratio(seconds):.2f}"]
        cells += ["-" if mb is None else f"{mb:.3g} MB" for mb in (self.memory["lagrad"], self.memory["enzyme"])]
        return f"| {' | '.join(cells)} |"


def ratio(seconds: dict[str, float]) -> float:
    """How many times as long as lagrad Enzyme takes."""
    return seconds["enzyme"] / seconds["lagrad"]


def shown(seconds: float) -> str:
    unit, scale = next((u, s) for u, s in (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6)) if seconds >= s or s == 1e-6)
    return f"{float(f'{seconds / scale:.3g}'):g} {unit}"


def mean(ratios: Iterable[float]) -> float:
    """The geometric mean."""
    logs = [math.log(each) for each in ratios]
    return math.exp(sum(logs) / len(logs))


def table(found: list[Timed]) -> str:
    """A row for each kernel and size, below the geometric means of the ratios."""
    means = ["| geometric mean of Enzyme / lagrad | primal | pullback |", "|---|---:|---:|"]
    places = {label: [t for t in found if sizes_of(t.name).index(t.size) == n] for n, label in enumerate(SIZES)}
    kinds = {"raised to products": [t for t in found if t.name in PRODUCTS]}
    kinds["the others"] = [t for t in found if t.name not in PRODUCTS]
    for label, of in {**places, **kinds, "all": found}.items():
        if of:
            cells = (f"{mean(ratio(getattr(t, kind)) for t in of):.2f}" for kind in ("primal", "pullback"))
            means.append(f"| {label} | {' | '.join(cells)} |")
    return "\n".join([*means, "", *HEAD, *(t.row for t in found)]) + "\n"


def read() -> list[Timed]:
    """What was written before, of the kernels and sizes that there are."""
    before = [Timed(**each) for each in json.loads(NUMBERS.read_text("utf-8"))] if NUMBERS.exists() else []
    return [t for t in before if t.name in KERNELS and t.size in sizes_of(t.name)]


def write(found: list[Timed]) -> None:
    order = list(KERNELS)
    ordered = sorted(found, key=lambda t: (order.index(t.name), t.size))
    NUMBERS.write_text(json.dumps([asdict(t) for t in ordered], indent=1) + "\n", "utf-8")
    page.write(PAGE, BEGIN, table(ordered), END)
