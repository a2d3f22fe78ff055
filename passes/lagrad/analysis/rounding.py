"""What rounds, so that it may differ in its last bits where it is computed twice.

LLVM may fuse and reorder arithmetic (`lagrad-set-fastmath`), and does so as the surroundings suggest. What moves
elements, compares them, or makes integers of them gives the same bits anywhere.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from ..build import has_derivative
from ..mlir import ir
from ..rules import RULES, Operation
from .program import walk

EXACT = set(
    """
    arith.bitcast arith.cmpf arith.constant arith.convertf arith.extf arith.fptosi arith.fptoui arith.maximumf
    arith.maxnumf arith.minimumf arith.minnumf arith.negf arith.select arith.sitofp arith.truncf arith.uitofp
    complex.conj complex.constant complex.create complex.eq complex.im complex.neg complex.neq complex.re
    math.absf math.ceil math.clampf math.copysign math.floor math.isfinite math.isinf math.isnan math.isnormal
    math.round math.roundeven math.trunc
    """.split()
)
_MOVES = {"lagrad", "linalg", "scf", "tensor"}  # but for what is in their bodies


def rounds(op: ir.Operation) -> bool:
    """Whether an operation, or one inside it, rounds; of a function that is called nothing is known."""
    return any(_rounds(each) for each in (op, *walk(op)))


def _rounds(op: ir.Operation) -> bool:
    if op.name == "func.call":
        return True
    if op.name in EXACT or op.name.split(".")[0] in _MOVES and not isinstance(RULES.get(op.name), Operation):
        return False
    return any(has_derivative(v.type) for v in (*op.operands, *op.results))


def steps(values: Iterable[ir.Value], block: ir.Block, given: Container[ir.Value] = ()) -> list[ir.Operation]:
    """The operations of a block from which values follow, if some others are `given`."""
    found: dict[ir.Operation, None] = {}
    work = list(values)
    while work:
        value = work.pop()
        owner = value.owner
        if value in given or isinstance(owner, ir.Block) or owner.operation in found or owner.operation.block != block:
            continue
        found[owner.operation] = None
        work += read_in(owner.operation)
    return list(found)


def read_in(op: ir.Operation) -> list[ir.Value]:
    """What an operation and those inside it read."""
    return [v for each in (op, *walk(op)) for v in each.operands]
