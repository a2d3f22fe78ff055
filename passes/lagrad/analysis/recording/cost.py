"""What a value costs: to record it, or to compute it again.

The unit is one scalar addition. Recording an f64 costs 32 of them: it is written by one
sweep and read by the other, its pages are touched for the first time, and it keeps the
primal loop alive. A linalg op is either bound by arithmetic, which runs in vectors, or by
reading its operands: a matrix product has the first and is computed again, a product of a
matrix and a vector has the second and is recorded.
"""

from __future__ import annotations

from math import prod

from ...build import DYNAMIC, bytes_of, shape_of
from ...forms import trip_count
from ...mlir import ir
from ...rules import LOWERINGS, RULES, Operation
from ..program import Program
from ..split import Split

MODES = ("auto", "functions", "record", "recompute", "min-memory", "everything")
WHATEVER = 1 << 20  # the factor of a cost over the one that a mode does not care about
RECORD_BYTE = 4
READ_BYTE = 0.5  # from a cache, in a pass over a whole tensor
LANES = 8  # scalar operations at a time in the body of a linalg op
ONE_BY_ONE = 2  # factor of an elementary function in iterations that run one after another, never in lanes
UNKNOWN_SIZE = 64  # elements assumed of a dimension whose size is not known
UNKNOWN_TRIPS = 64
UNKNOWN_CALL = 1000  # of a function, or an operation of rules, that cannot be looked into

_FREE = {"arith.constant", "tensor.empty", "tensor.dim", "tensor.cast", "scf.yield", "linalg.yield", "linalg.index"}
_VIEWS = {"tensor.extract_slice", "tensor.expand_shape", "tensor.collapse_shape"}
_PUT_IN_PLACE = {"tensor.insert", "tensor.insert_slice"}
_DIVISIONS = {"arith.divf", "arith.remf", "math.sqrt", "arith.divsi", "arith.divui", "arith.remsi", "arith.remui"}
_CHEAP = {
    "math.absf", "math.fma",
    *(f"complex.{name}" for name in "add sub mul neg conj re im create constant eq neq".split()),
}  # fmt: skip


class Costs:
    """The costs of a mode.

    `auto` weighs one against the other. `functions` does too, and rather records elementary functions of scalars where
    iterations run one after another: no lanes of a vector compute these again. `record` computes nothing again that can
    be recorded, and `min-memory` records as few bytes as possible. `recompute` records only what loops carry.
    `everything` records as `record` does, and what no adjoint reads, too: what there is without to-be-recorded
    analysis.
    """

    def __init__(self, mode: str = "auto"):
        assert mode in MODES
        self.mode = mode

    def record(self, value: ir.Value) -> int:
        if self.mode == "min-memory" or self.mode == "recompute" and not isinstance(value.owner, ir.Block):
            return WHATEVER * record(value)
        return record(value)

    def recompute(self, program: Program, op: ir.Operation) -> int:
        return recompute(program, op) * (WHATEVER if self.mode in ("record", "everything") else 1)


def elements(shape: list[int]) -> int:
    return prod(UNKNOWN_SIZE if n == DYNAMIC else n for n in shape)


def bytes_in(value: ir.Value) -> int:
    return bytes_of(value.type) * elements(shape_of(value.type))


def record(value: ir.Value) -> int:
    """Cost of recording a value once."""
    return max(1, RECORD_BYTE * bytes_in(value))


def recompute(program: Program, op: ir.Operation) -> int:
    """Cost of computing an operation once more, its operands given."""
    name = op.name
    if name in _FREE:
        return 0
    if name in _VIEWS or name == "tensor.extract":
        return 1
    inner = sum(recompute(program, child) for block in program.bodies(op) for child in program.ops(block))
    if name == "func.call":
        own = program.derivatives.get(op.attributes["callee"].value)
        return own.cost if isinstance(own, Split) else UNKNOWN_CALL
    if name in LOWERINGS or isinstance(RULES.get(name), Operation):
        return UNKNOWN_CALL + inner + sum(elements(shape_of(v.type)) for v in (*op.operands, *op.results))
    if name == "scf.for":
        return trips(op) * (inner + 1)
    if name in ("linalg.generic", "linalg.fill"):
        size = sum(bytes_of(v.type) * elements(shape_of(v.type)) for v in op.operands)
        return round(max(iterations(op) * inner / LANES, READ_BYTE * size)) + 1
    if op.regions:
        return inner + 1
    if name in _PUT_IN_PLACE and is_in_place(program, op):
        waits = RECORD_BYTE * bytes_of(op.operands[0].type) if _is_read(op.operands[1]) else 1
        return waits * elements(shape_of(op.operands[0].type))
    scale = max((elements(shape_of(r.type)) for r in op.results), default=1)
    if name in _DIVISIONS:
        return 4 * scale
    return (20 if is_elementary(op) else 1) * scale


def is_elementary(op: ir.Operation) -> bool:
    """Whether an operation is an elementary function, or a complex one, that is no instruction of a processor."""
    return op.name.startswith(("math.", "complex.")) and op.name not in _CHEAP | _DIVISIONS


def makes_numbers(op: ir.Operation) -> bool:
    """Whether there are numbers in the results of an operation that are not those of constants or of other tensors."""
    return op.name not in _FREE | _VIEWS | _PUT_IN_PLACE


def is_in_place(program: Program, insertion: ir.Operation) -> bool:
    """Whether what is inserted into has nobody else who reads it later, as far as one can see at once.

    It is what a loop carries, or made for this, and used once in its block; elements may be read of it.
    """
    into = insertion.operands[1]
    home = into.owner if isinstance(into.owner, ir.Block) else into.owner.operation.block
    uses = sum(use.owner.operation.name != "tensor.extract" for use in into.uses) - (into in program.overwritten)
    return home == insertion.block and uses == 1


def _is_read(tensor: ir.Value) -> bool:
    """Whether elements of a tensor are read: those who read and write it wait for each other."""
    return any(use.owner.operation.name == "tensor.extract" for use in tensor.uses)


def cost_of(function: ir.Operation) -> int:
    """Cost of calling a function of the program."""
    program = Program(function)
    return sum(recompute(program, op) for block in program.blocks()[:1] for op in program.ops(block))


def trips(loop: ir.Operation) -> int:
    count = trip_count.known(loop)
    return UNKNOWN_TRIPS if count is None else count


def iterations(op: ir.Operation) -> int:
    """Points of the iteration space of a linalg op, from the shapes of its operands."""
    if op.name != "linalg.generic":
        return max(elements(shape_of(v.type)) for v in op.operands)
    size: dict[int, int] = {}
    for value, attribute in zip(op.operands, op.attributes["indexing_maps"]):
        for result, n in zip(attribute.value.results, shape_of(value.type)):
            if isinstance(result, ir.AffineDimExpr):
                size.setdefault(result.position, UNKNOWN_SIZE if n == DYNAMIC else n)
    return prod(size.values())
