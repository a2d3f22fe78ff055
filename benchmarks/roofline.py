"""How near to what the machine can do: `python -m benchmarks.roofline`.

The objective and the derivative of each benchmark: the operations that they execute (`lagrad-to-llvm-counted`, where a
function or a division is one operation) and the bytes that they must move, arguments and results, per second;
beside the peaks of this machine. Those are measured too: a product of matrices of NumPy's for operations, `c = a + s b`
on as much memory as the program has for bytes. Processor time of one thread, the least of measurements that take turns.
`--write` makes docs/roofline.md and its picture.
"""

from __future__ import annotations

from dataclasses import dataclass

# First: it says how many threads NumPy has.
from .workloads import DOCS, Workload, arrays, chosen, fastest, options

# isort: split

import numpy as np

import lagrad
from lagrad.errors import Failure
from lagrad.lowering.loops.count_operations import COUNTS
from lagrad.profile.machine import TRIAD

from . import page

PAGE, PICTURE = DOCS / "roofline.md", DOCS / "roofline.png"
BEGIN, END = "<!-- table: made by benchmarks/roofline.py -->\n", "<!-- end of table -->"
COUNTED = "lagrad-default,lagrad-to-llvm-counted"
ORDER = 512  # of the matrices whose product is the peak
SCALAR = 3.0  # times the objective that the gradient of a number may take


@dataclass(frozen=True)
class Point:
    """One function of a benchmark: what it executes and moves, how long it takes, and the peaks for it."""

    workload: Workload
    which: str
    seconds: float
    operations: int
    bytes: int
    peak_operations: float  # a second
    peak_bytes: float

    @property
    def bound(self) -> float:
        """The least seconds that the machine needs."""
        return max(self.operations / self.peak_operations, self.bytes / self.peak_bytes)

    @property
    def is_by_memory(self) -> bool:
        return self.bytes / self.peak_bytes > self.operations / self.peak_operations


def operations_of(workload: Workload, which: str) -> int:
    """What a call executes: products, sums and all other operations on floats."""
    function = getattr(workload.program, which)
    counted = lagrad.compile(workload.program.text, entry=function, pipeline=COUNTED)
    counted[function](*workload.arguments)
    return int(sum(counted[COUNTS]()[:3]))


def bytes_of(workload: Workload, results: list[np.ndarray]) -> int:
    return sum(np.asarray(a).nbytes for a in (*workload.arguments, *results))


def peak_operations(type: np.dtype, seconds: float) -> float:
    a, b = (np.random.default_rng(n).standard_normal((ORDER, ORDER)).astype(type) for n in range(2))
    out = np.empty_like(a)
    return 2 * ORDER**3 / fastest({"product": lambda: np.matmul(a, b, out=out)}, seconds)["product"]


def peak_bytes(footprint: int, seconds: float) -> float:
    """Of three arrays that have as many bytes together."""
    triad = lagrad.compile(TRIAD)
    a, b = np.ones(max(footprint // 24, 1)), np.ones(max(footprint // 24, 1))
    out = np.empty_like(a)
    return 3 * a.nbytes / fastest({"triad": lambda: triad(a, b, 2.0, out=out)}, seconds)["triad"]


def points(workload: Workload, seconds: float) -> list[Point]:
    functions = workload.compiled()
    calls = {which: workload.call(functions, which) for which in ("objective", "derivative")}
    times = fastest(calls, seconds)
    of = next((a.dtype for a in map(np.asarray, workload.arguments) if a.dtype.kind == "f"), np.dtype(np.float64))
    peak = peak_operations(of, seconds)
    found = []
    for which, call in calls.items():
        moved = bytes_of(workload, arrays(call()))
        found.append(
            Point(
                workload, which, times[which], operations_of(workload, which), moved, peak, peak_bytes(moved, seconds)
            )
        )
    return found


def table(found: list[Point]) -> str:
    lines = [
        "| | us | operations | GF/s | of peak | bytes | GB/s | of peak | bound by | of the bound | times "
        "the objective |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---|---:|---:|",
    ]
    objective = {p.workload.name: p for p in found if p.which == "objective"}
    for p in found:
        rate, stream = p.operations / p.seconds, p.bytes / p.seconds
        times = f"{p.seconds / objective[p.workload.name].seconds:.2f}" if p.which == "derivative" else ""
        lines.append(
            f"| {p.workload.name}, {p.which} | {p.seconds * 1e6:.1f} | {p.operations:,} | {rate / 1e9:.2f} | "
            f"{rate / p.peak_operations:.0%} "
            f"| {p.bytes:,} | {stream / 1e9:.2f} | {stream / p.peak_bytes:.0%} "
            f"| {'memory' if p.is_by_memory else 'arithmetic'} | {p.bound / p.seconds:.0%} | {times} |"
        )
    return "\n".join(lines) + "\n"


def picture(found: list[Point]) -> None:
    try:
        import matplotlib
    except ImportError:
        raise Failure("the picture needs matplotlib: pip install '.[benchmark]'") from None
    matplotlib.use("agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 5), layout="constrained")
    intensities = np.logspace(-2, 4, 200)
    peak, stream = max(p.peak_operations for p in found), max(p.peak_bytes for p in found)
    slowest = min(p.peak_bytes for p in found)
    axes.loglog(
        intensities,
        np.minimum(peak, intensities * stream) / 1e9,
        color="black",
        label="peaks: product of matrices, fastest stream",
    )
    axes.loglog(
        intensities,
        np.minimum(peak, intensities * slowest) / 1e9,
        "--",
        color="grey",
        label="slowest stream, of the smallest arrays",
    )
    for n, p in enumerate(p for p in found if p.which == "derivative"):
        axes.loglog(p.operations / p.bytes, p.operations / p.seconds / 1e9, "o", color=f"C{n}", label=p.workload.name)
    axes.set(xlabel="operations for a byte of arguments and results", ylabel="10^9 operations a second")
    axes.legend(fontsize="small")
    figure.savefig(PICTURE, dpi=100, metadata={"Software": None})


def main() -> int:
    parser = options(__doc__, "update docs/roofline.md and its picture")
    parser.add_argument("--seconds", type=float, default=0.3, help="of measurements for each number")
    given = parser.parse_args()
    found = []
    for workload in chosen(given.workloads):
        found += points(workload, given.seconds)
        print(table(found[-2:]), flush=True)
    if given.write:
        page.write(PAGE, BEGIN, table(found), END)
        picture(found)
    slow = [
        p
        for p in found
        if p.which == "derivative" and p.workload.is_scalar and p.seconds > SCALAR * found[found.index(p) - 1].seconds
    ]
    print(
        *(f"{p.workload.name}: the gradient takes more than {SCALAR} times as long as the objective" for p in slow),
        sep="\n",
    )
    return 1 if slow else 0


if __name__ == "__main__":
    raise SystemExit(main())
