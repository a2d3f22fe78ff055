"""Write docs/tape.md: what derivatives record and compute again, by three plans.

    python tools/tape_table.py

Counted, not estimated: the bytes that the tapes of a derivative hold, and the floating-point
operations of the primal program that it runs, loops followed iteration by iteration.

* all: whatever the adjoint of a loop reads and the loop computes is recorded (`tape=record`);
* LAGrad: of these, what depends on a value that the loop carries; the rest is computed again. A
  loop that only adds up keeps no tape of a loop inside, which is run again (tape size reduction);
* lagrad: the minimum cut (`tape=auto`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from math import prod
from pathlib import Path
from unittest import mock

from lagrad import pipelines
from lagrad.ad.account import Account, adjoint_slices
from lagrad.ad.reverse import overwritten
from lagrad.ad.reverse.tape_layout import Trajectory, layout
from lagrad.analysis.activity import Activity
from lagrad.analysis.recording import tbr
from lagrad.analysis.recording.slices import BlockSlice, Key, Residual, Slicer
from lagrad.build import DYNAMIC, bytes_of, is_real, shape_of
from lagrad.errors import Report
from lagrad.mlir import ir
from lagrad.transforms.differentiate import Differentiate

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "tape.md"
BEGIN, END = "<!-- table: made by tools/tape_table.py -->\n", "<!-- end of table -->"


@dataclass(frozen=True)
class Case:
    """A program, which of its derivatives, and the sizes of its arguments: numbers and shapes."""

    file: str
    request: str
    sizes: dict[int, int | tuple[int, ...]] = field(default_factory=dict)
    what: str = ""

    @property
    def name(self) -> str:
        path = Path(self.file)
        return path.parent.name if path.stem == "primal" else path.stem


def _program(name: str, request: str, what: str, **sizes) -> Case:
    return Case(f"test/programs/{name}.mlir", request, {int(key[1:]): size for key, size in sizes.items()}, what)


CASES = [
    _program("power_iteration", "pullback", "100 steps, 3 x 3", _2=100),
    _program("runge_kutta", "pullback", "100 steps", _4=100),
    _program("recurrent_network", "gradient", "100 steps, width 3", _0=(100, 2)),
    _program("lstm_cell", "pullback", "100 steps, width 2", _0=(100, 2)),
    _program("cholesky", "gradient", "20 x 20", _0=(20, 20)),
    _program("for_stencil", "pullback", "100 steps, 6 points", _1=100),
    _program("for_triangular", "pullback", "20 x 20", _0=(20, 20)),
    _program("for_nested", "pullback", "100 x 2 iterations", _2=100),
    _program("for_with_branch", "pullback", "100 steps", _2=100),
    _program("for_tensor_carried", "pullback", "100 steps, 4 elements", _2=100),
    _program("pairwise_energy", "gradient", "20 points", _0=(20, 2)),
    Case(
        "benchmarks/adbench/gmm/primal.mlir",
        "gmm_gradient",
        {0: (25,), 1: (25, 10), 2: (25, 55), 3: (1000, 10), 5: 1},
        "d = 10, K = 25, n = 1000",
    ),  # fmt: skip
    Case("benchmarks/adbench/ba/primal.mlir", "reprojection_pullback", {}, "one observation"),
    Case(
        "benchmarks/adbench/lstm/primal.mlir",
        "lstm_gradient",
        {0: (2, 2, 4, 14), 1: (3, 14), 2: (2, 2, 14), 3: (1024, 14)},
        "2 layers, 1024 elements",
    ),  # fmt: skip
]


# -- the plans ----------------------------------------------------------------------------------


def lagrad_rule(
    slicer: Slicer, costs, loop: ir.Operation, needs: Iterable[Key], given: Iterable[Key] = (), runs_before: bool = True
) -> list[Key]:
    """What LAGrad records of the body of a loop."""
    program, needs = slicer.program, list(needs)
    body = program.body(loop)
    carried = list(body.arguments)[1:]
    overwritten = Activity(program, carried, []).varied
    only_sums = all(_is_sum(program, loop, k) for k in range(len(carried)))

    def is_recorded(key: Key) -> bool:
        if slicer.home(key) != body or key == body.arguments[0]:
            return False
        if any(slicer.home(size) == body for size in slicer.size_keys(key)):
            return False  # no row has room for it
        return not only_sums if isinstance(key, Residual) else key in overwritten

    chosen = [key for key in dict.fromkeys(needs) if is_recorded(key)]
    start = slicer.block(body, needs, chosen).arguments  # what had no room begins with these
    chosen += [argument for argument in start if argument in carried]
    return sorted(chosen, key=slicer.order)


def _is_sum(program, loop: ir.Operation, k: int) -> bool:
    """Whether a carried value is only added to."""
    argument, after = program.body(loop).arguments[k + 1], program.yields(loop)[k]
    uses = [use.owner.operation for use in argument.uses]
    added = not isinstance(after.owner, ir.Block) and after.owner.operation.name == "arith.addf"
    return added and uses == [after.owner.operation]


@contextlib.contextmanager
def lagrads_plan() -> Iterator[None]:
    whole = mock.patch.object(overwritten, "with_parts", lambda *_: None)
    with mock.patch.object(tbr, "recorded_keys", lagrad_rule), whole:
        yield


PLANS: dict[str, tuple[str, Callable]] = {
    "all": ("record", contextlib.nullcontext),
    "LAGrad": ("auto", lagrads_plan),
    "lagrad": ("auto", contextlib.nullcontext),
}


# -- counting -----------------------------------------------------------------------------------

_INTEGERS = {
    "addi": lambda a, b: a + b,
    "subi": lambda a, b: a - b,
    "muli": lambda a, b: a * b,
    "divui": lambda a, b: a // b,
    "divsi": lambda a, b: a // b,
    "remui": lambda a, b: a % b,
    "maxsi": max,
    "minsi": min,
    "index_cast": lambda a: a,
}
Env = dict[ir.Value, "int | tuple[int, ...]"]  # integers, and the shapes of tensors


@dataclass
class Count:
    bytes: int = 0  # what the tapes hold
    before: int = 0  # operations of the primal program before the adjoint sweep
    again: int = 0  # those in it
    function: int = 0  # those of the function itself


class Counter:
    """Follows a plan through the iterations of its loops."""

    def __init__(self, account: Account, sizes: dict):
        self.account, self.plan = account, account.plan
        self.program, self.slicer = self.plan.program, self.plan.slicer
        self.slices: dict[ir.Operation, list[BlockSlice]] = {}
        for op, part in adjoint_slices(self.plan):
            self.slices.setdefault(op, []).append(part)
        self.tapes: dict[ir.Operation, list] = {}
        for one in account.recorded:
            if not one.nested:
                self.tapes.setdefault(one.loop, []).append(Residual(one.loop, one.key))
        self.held: dict[ir.Operation, int] = {}  # the most that a loop's tapes hold
        self.env: Env = {self.program.arguments[n]: size for n, size in sizes.items()}

    def count(self) -> Count:
        before = self.slice(self.account.primal_slice(), self.env)
        again = self.adjoint(self.program.entry, self.env)
        return Count(sum(self.held.values()), before, again, self.block(self.program.entry, self.env))

    # operations, floating-point ones

    def block(self, block: ir.Block, env: Env) -> int:
        return sum(self.operation(op, env) for op in self.program.ops(block))

    def operation(self, op: ir.Operation, env: Env) -> int:
        match op.name:
            case "scf.for":
                body = self.program.body(op)
                return sum(self.block(body, inside) for inside in self.iterations(op, env))
            case "scf.if":
                return max(self.block(branch, env) for branch in self.program.bodies(op))
            case "linalg.generic":
                return self.points(op, env) * self.block(self.program.body(op), env)
        computes = op.name.startswith(("arith.", "math.")) and op.name not in ("arith.constant", "arith.select")
        return int(computes and any(is_real(v.type) for v in (*op.operands, *op.results)))

    def slice(self, part: BlockSlice, env: Env) -> int:
        total = 0
        for op, keys in part.ops:
            if op.name == "scf.for":
                body = self.slicer.loop(op, keys).body
                total += sum(self.slice(body, inside) for inside in self.iterations(op, env))
            elif op.name == "scf.if":
                total += max(self.slice(body, env) for body in self.slicer.branch(op, keys).bodies)
            else:
                total += self.operation(op, env)
        return total

    def adjoint(self, block: ir.Block, env: Env) -> int:
        """Of the primal operations that the adjoint sweep of a block runs."""
        total = 0
        for op in self.program.ops(block):
            if not self.plan.activity.is_active_op(op):
                continue
            parts = self.slices.get(op, [])
            if op.name == "scf.for":
                if op in self.tapes:
                    self.held[op] = max(self.held.get(op, 0), self.held_by(op, env))
                for inside in self.iterations(op, env):
                    total += sum(self.slice(part, inside) for part in parts)
                    total += self.adjoint(self.program.body(op), inside)
            elif op.name == "scf.if":
                branches = zip(parts, self.program.bodies(op), strict=True)
                total += max(self.slice(part, env) + self.adjoint(branch, env) for part, branch in branches)
            elif op.name == "linalg.generic":
                total += self.points(op, env) * sum(self.slice(part, env) for part in parts)
        return total

    # sizes

    def held_by(self, loop: ir.Operation, env: Env) -> int:
        total = 0
        for tape in layout(self.slicer, loop, self.tapes[loop]):
            if isinstance(tape, Trajectory):
                total += (len(self.iterations(loop, env)) + 1) * self.bytes(tape.residuals[0].key, env)
            else:
                total += sum(self.bytes(residual, env) for residual in tape.residuals)
        return total

    def bytes(self, key: Key, env: Env) -> int:
        rows = 1
        while isinstance(key, Residual):
            rows *= len(self.iterations(key.loop, env))
            key = key.key
        return rows * bytes_of(key.type) * prod(self.integer(n, env) for n in self.program.sizes(key))

    def points(self, op: ir.Operation, env: Env) -> int:
        """Of the iteration space of a `linalg.generic`."""
        dims: dict[int, int] = {}
        for value, attribute in zip(op.operands, op.attributes["indexing_maps"]):
            for result, size in zip(attribute.value.results, self.program.sizes(value)):
                if isinstance(result, ir.AffineDimExpr):
                    dims[result.position] = self.integer(size, env)
        return prod(dims.values())

    def iterations(self, loop: ir.Operation, env: Env) -> list[Env]:
        lower, upper, step = (self.integer(v, env) for v in list(loop.operands)[:3])
        induction = self.program.body(loop).arguments[0]
        return [{**env, induction: n} for n in range(lower, upper, step)]

    def integer(self, value: ir.Value | int, env: Env) -> int:
        if isinstance(value, int):
            return value
        if value in env:
            return env[value]
        op = value.owner.operation
        if op.name == "arith.constant":
            return op.attributes["value"].value
        if op.name == "tensor.dim":
            of, number = op.operands[0], self.integer(op.operands[1], env)
            return env[of][number] if of in env else self.integer(_size_of_slice(of, number), env)
        return _INTEGERS[op.name.removeprefix("arith.")](*(self.integer(v, env) for v in op.operands))


def _size_of_slice(of: ir.Value, number: int) -> ir.Value:
    """What holds an open size of a `tensor.extract_slice`: dimensions of one, which it may drop, are none."""
    op, open_ones = of.owner.operation, [d for d, n in enumerate(shape_of(of.type)) if n == DYNAMIC]
    assert op.name == "tensor.extract_slice", f"sizes of {op.name} are not followed"
    source, offsets, sizes, _ = op.attributes["operandSegmentSizes"]
    assert sizes == len(open_ones)
    return op.operands[source + offsets + open_ones.index(number)]


def counts(case: Case) -> dict[str, Count]:
    """For each plan what the derivative of a case costs."""
    found = {}
    for plan, (mode, changed) in PLANS.items():

        def planned(request, program, activity, account: Account) -> None:
            if request.name == case.request:
                found[plan] = Counter(account, case.sizes).count()

        with pipelines.new_context() as context, ir.Location.unknown(context), changed():
            module = ir.Module.parse((ROOT / case.file).read_text(), context)
            for dialect in Differentiate.creates:
                context.get_dialect_descriptor(dialect)
            Differentiate(tape=mode).run(module.operation, Report(planned=planned))
    return found


# -- the page -----------------------------------------------------------------------------------


def table() -> str:
    lines = [
        "| program | size | the function | all | | LAGrad | | lagrad | |",
        "|---|---|---:|---:|---:|---:|---:|---:|---:|",
        "| | | operations | bytes | again | bytes | again | bytes | again |",
    ]
    for case in CASES:
        found = counts(case)
        cells = [f"{number:,}" for one in found.values() for number in (one.bytes, one.again)]
        function = found["lagrad"].function
        lines.append(f"| `{case.name}` | {case.what} | {function:,} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def page(old: str) -> str:
    before, _, rest = old.partition(BEGIN)
    return before + BEGIN + table() + END + rest.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text()))
