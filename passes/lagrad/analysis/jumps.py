"""What jumps where a float crosses some value, and the sums behind it whose order costs something to keep."""

from __future__ import annotations

from ..build import has_derivative, is_tensor
from ..mlir import ir
from . import linalg_form
from .program import Program

JUMPS = frozenset(
    {
        *"arith.cmpf arith.fptosi arith.fptoui arith.remf".split(),
        *"math.ceil math.copysign math.floor math.round math.roundeven math.trunc".split(),
    }
)
_TERMS = 16  # of a sum that may as well be computed in the order of the program


def jumping(program: Program, block: ir.Block) -> list[ir.Value]:
    """The floats of a block by which something jumps.

    The larger one of two numbers, chosen by a comparison of them, does not jump.
    """
    ops = [op for op in program.ops(block) if op.name in JUMPS and not _chooses_extremum(op)]
    return [v for op in ops for v in op.operands if has_derivative(v.type)]


def _chooses_extremum(op: ir.Operation) -> bool:
    users = [use.owner.operation for use in op.results[0].uses]
    pair = list(op.operands)
    return op.name == "arith.cmpf" and all(
        user.name == "arith.select" and user.operands[0] == op.results[0] and list(user.operands)[1:] in (pair, pair[::-1])
        for user in users
    )


def is_long(program: Program, op: ir.Operation) -> bool:
    """Whether the order of what an operation computes costs something: it calls, or adds up many terms or in no one order."""
    if op.name != "linalg.generic":
        return op.name == "func.call"
    sizes: dict[int, int | ir.Value] = {}
    for operand, map in zip(op.operands, linalg_form.maps(op)):
        if is_tensor(operand.type):
            found = zip(map.results, program.sizes(operand))
            sizes.update((e.position, n) for e, n in found if isinstance(e, ir.AffineDimExpr))
    sums = [sizes.get(d) for d, kind in enumerate(linalg_form.iterators(op)) if kind == "reduction"]
    return len(sums) > 1 or any(not isinstance(n, int) or n > _TERMS for n in sums)


def long_before_jumps(program: Program, body: ir.Block) -> list[ir.Value]:
    """The values of a block, elements of which jump, that come from long sums and calls of that block."""
    generics = [op for op in program.ops(body) if op.name == "linalg.generic"]
    inside = [v for op in generics for v in jumping(program, program.body(op))]
    found: dict[ir.Value, None] = {}
    seen: set[ir.Value] = set()
    while inside:
        value = inside.pop()
        if value in seen:
            continue
        seen.add(value)
        owner = value.owner
        if isinstance(owner, ir.Block):
            if owner.owner.operation.name == "linalg.generic":
                inside += [edge.source for edge in program.flow.back(value) or ()]
        elif owner.operation.block == body and is_long(program, owner.operation):
            found[value] = None
        else:
            edges = program.flow.back(value)
            inside += list(owner.operation.operands) if edges is None else [edge.source for edge in edges]
    return list(found)
