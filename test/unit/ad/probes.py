"""What adjoints read when they run, and what the program has there: both are written down by compiled code.

Where the adjoint of an operation begins, the derivative calls the outside with each value that the plan says it reads.
The function in the form that is differentiated does so right behind that operation. So for each operation the
derivative must tell what the function tells, the last one first: the adequacy of what is recorded and computed again.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field

import numpy as np
from effects_library import DECLARATIONS, path, traced
from tangent_arguments import as_tuple

import lagrad
from lagrad import build
from lagrad.ad.reverse import mode
from lagrad.ad.reverse.sweep import Sweep
from lagrad.analysis.call_graph import functions, symbol
from lagrad.analysis.program import walk
from lagrad.mlir import ir

NUMBER, VALUE = 3, 2  # the kinds of call of `effects_library`
_OWN = ("effects_count", "effects_record")


@dataclass
class Probed:
    """A derivative and its function, compiled with calls."""

    derivative: object = None
    primal: object = None
    name: str = ""  # of the function
    calls: bool = False  # whether it calls others, whose values are elsewhere
    numbers: dict = field(default_factory=dict)  # (operation, value) -> number of what is told

    def check(self, arguments: list, more: list) -> int:
        """Runs both; how many values were compared. AssertionError where one is another than the function's."""
        read = _told(self.derivative, [*_copies(arguments), *_copies(more)])
        there = _told(self.primal[self.name], _copies(arguments))
        for number, values in read.items():
            np.testing.assert_allclose(values, there[number][::-1], rtol=1e-9, atol=1e-12, equal_nan=True)
        return sum(map(len, read.values()))


def _copies(arguments: list) -> list:
    return [a.copy() if isinstance(a, np.ndarray) and a.ndim else a for a in arguments]


def _told(function, arguments: list) -> dict[int, list[float]]:
    _, calls = traced(lambda: as_tuple(function(*arguments)))
    told, number = defaultdict(list), None
    for kind, value in calls:
        if kind == NUMBER:
            number = int(value)
        elif kind == VALUE:
            told[number].append(value)
    return told


def compile_probed(text: str, request: str, monkeypatch) -> Probed:
    """Compiles `request` of a program on tensors or on memory; other derivatives are as they are."""
    found, plans, texts = Probed(), [], []
    report_plan, take = mode.report_plan, Sweep.take
    seen: set[ir.Operation] = set()

    def capture(wanted, plan, report):
        if wanted.name.removesuffix(".tensors") == request:
            plans.append(plan)
            _number(plan, found)
            texts.append(_primal(plan, found))
        report_plan(wanted, plan, report)

    def probing_take(sweep, primal):
        op = None if isinstance(primal.owner, ir.Block) else primal.owner.operation
        if plans and sweep.plan is plans[0] and op is not None and op not in seen:
            seen.add(op)
            for key in _reads(sweep.plan, op):
                if key in sweep.scope:
                    _tell(found.numbers[op, key], sweep.scope[key])
        return take(sweep, primal)

    with monkeypatch.context() as patched:
        patched.setattr(mode, "report_plan", capture)
        patched.setattr(Sweep, "take", probing_take)
        patched.setenv("LAGRAD_CACHE", "off")
        compiled = lagrad.compile(DECLARATIONS + text, libraries=[path()])
    found.derivative = compiled[request]
    if not found.calls:
        found.primal = lagrad.compile(texts[0], pipeline="lagrad-to-llvm", libraries=[path()])
    plans.clear()
    seen.clear()
    found.numbers.clear()
    return found


def _reads(plan, op: ir.Operation) -> list[ir.Value]:
    """What the adjoint of an operation reads, as far as it can be told: numbers, and tensors of such with contents."""
    values = [key for key in dict.fromkeys(plan.reads.get(op, ())) if isinstance(key, ir.Value)]
    return [v for v in values if not build.is_complex(v.type) and 0 not in build.shape_of(v.type) and not _is_empty(v)]


def _is_empty(value: ir.Value) -> bool:
    return not isinstance(value.owner, ir.Block) and value.owner.operation.name == "tensor.empty"


def _number(plan, found: Probed) -> None:
    for block in plan.program.blocks():
        for op in plan.program.ops(block)[:-1]:
            found.calls |= op.name == "func.call" and op.attributes["callee"].value not in _OWN
            for key in _reads(plan, op):
                found.numbers[op, key] = len(found.numbers)


def _primal(plan, found: Probed) -> str:
    """The text of the function, with calls."""
    program = plan.program
    module = program.function.parent.operation
    copy = module.clone()
    found.name = symbol(program.function)
    own = functions(copy)[found.name]
    twins = {op: twin for op, twin in zip(walk(module), walk(copy), strict=True)}
    values = {v: w for op, twin in twins.items() for v, w in zip(op.results, twin.results)}
    for op, twin in twins.items():
        for region, other in zip(op.regions, twin.regions):
            for block, same in zip(region.blocks, other.blocks):
                values.update(zip(block.arguments, same.arguments))
    _declare(copy)
    behind = _followers(copy)
    for (op, key), number in found.numbers.items():
        with ir.InsertionPoint(behind[twins[op]]), ir.Location.unknown(module.context):
            _tell(number, values[key])
    if "sym_visibility" in own.attributes:
        del own.attributes["sym_visibility"]
    return copy.get_asm(use_local_scope=True)


def _followers(op: ir.Operation) -> dict[ir.Operation, ir.Operation]:
    """Of each operation inside another one but terminators, the one behind it."""
    blocks = [block for inner in (op, *walk(op)) for region in inner.regions for block in region.blocks]
    return {
        one.operation: other.operation
        for operations in map(list, (block.operations for block in blocks))
        for one, other in zip(operations, operations[1:])
    }


def _declare(module: ir.Operation) -> None:
    """Declares what is called outside in a module that does not."""
    there, start = functions(module), ir.InsertionPoint.at_block_begin(module.regions[0].blocks[0])
    for line in DECLARATIONS.splitlines():
        if any(f"@{name}(" in line and name not in there for name in _OWN):
            ir.Operation.parse(line, context=module.context).clone(ip=start)


def _tell(number: int, value: ir.Value) -> None:
    """Emits calls with a number, and with the first and the last element of a value."""
    elements = [value]
    if build.is_tensor(value.type):
        sizes = build.sizes_of(value)
        zero, one = build.index(0), build.index(1)
        ends = [build.emit1("arith.subi", one.type, build.index(n) if isinstance(n, int) else n, one) for n in sizes]
        elements = [build.extract(value, [zero] * len(sizes)), build.extract(value, ends)]
    for end, element in enumerate(elements):
        build.emit("func.call", [], [build.index(2 * number + end)], callee=ir.FlatSymbolRefAttr.get("effects_count"))
        build.emit("func.call", [], [_as_double(element)], callee=ir.FlatSymbolRefAttr.get("effects_record"))


def _as_double(value: ir.Value) -> ir.Value:
    double = ir.F64Type.get()
    match value.type:
        case ir.F64Type():
            return value
        case ir.FloatType():
            return build.emit1("arith.extf", double, value)
        case ir.IndexType():
            value = build.emit1("arith.index_cast", ir.IntegerType.get_signless(64), value)
    return build.emit1("arith.uitofp" if value.type.width == 1 else "arith.sitofp", double, value)
