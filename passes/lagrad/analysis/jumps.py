"""What jumps where a float crosses some value, and the sums behind it whose order costs something to keep."""

from __future__ import annotations

from collections.abc import Iterator

from ..build import has_derivative, is_tensor
from ..mlir import ir
from . import linalg_form
from .dependence import closure
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
    """Whether all that a comparison of two numbers does is to choose one of them."""
    pair = list(op.operands)

    def chooses(user: ir.Operation) -> bool:
        condition, *choices = user.operands
        return user.name == "arith.select" and condition == op.results[0] and choices in (pair, pair[::-1])

    return op.name == "arith.cmpf" and all(chooses(use.owner.operation) for use in op.results[0].uses)


def is_long(program: Program, op: ir.Operation) -> bool:
    """Whether it costs something to keep the order of what an operation computes.

    It calls a function, or adds up many terms, or terms over several dimensions.
    """
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
    """The values of the body of a loop that come from long sums and calls, and by which elements of tensors there jump.

    What is computed before the loop is the same for both sweeps.
    """
    inside = set(_blocks_inside(program, body))
    found: dict[ir.Value, None] = {}

    def behind(value: ir.Value) -> list[ir.Value]:
        op = None if isinstance(value.owner, ir.Block) else value.owner.operation
        if op is not None and op.block == body and is_long(program, op):
            found[value] = None
            return []
        edges = program.flow.back(value)
        sources = [edge.source for edge in edges] if edges is not None else op.operands if op else []
        return [source for source in sources if program.block_of(source) in inside]

    generics = [op for op in program.ops(body) if op.name == "linalg.generic"]
    closure([v for op in generics for v in jumping(program, program.body(op))], behind)
    return list(found)


def _blocks_inside(program: Program, block: ir.Block) -> Iterator[ir.Block]:
    """A block, and those of the operations in it."""
    yield block
    for op in program.ops(block):
        for inner in program.bodies(op):
            yield from _blocks_inside(program, inner)
