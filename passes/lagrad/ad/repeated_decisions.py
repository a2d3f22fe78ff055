"""What floats decide in code that both sweeps run: each part of it rounds alike in both.

What an outermost loop decides is recorded (`analysis.cut`). The adjoint of a branch, and of a loop inside of a loop,
runs the primal's code again, and the parts of the adjoint of a `linalg.generic` run its body each. Optimised
differently, two copies of one sum may differ in their last bits, and be on different sides of a comparison. Records
of all that would take memory for each inner iteration. So the arithmetic behind these comparisons is marked
`lagrad.exact`: no pass lets LLVM reorder or fuse it, or takes another function for one of the C library's. Such
arithmetic gives the same bits wherever it stands.

Marked is the arithmetic on single numbers, through what loops carry and branches choose, on elements of tensors that
are computed one by one, and in sums of few terms, such as the length of a vector in space. It ends at sums over long
dimensions, which would be slow in the order of the program, at calls, and at the values of the function's own block,
which are computed once.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..analysis import linalg_form
from ..analysis.program import Program
from ..analysis.rounding import EXACT as ROUNDS_NOTHING
from ..build import has_derivative, is_tensor
from ..dialect import EXACT
from ..mlir import ir

# What jumps where one of the floats that it reads crosses some value.
_JUMPS = {
    *"arith.cmpf arith.fptosi arith.fptoui arith.remf".split(),
    *"math.ceil math.copysign math.floor math.round math.roundeven math.trunc".split(),
}
# What has a kink there: the parts of an adjoint have to agree about the side.
_KINKS = {*"arith.maximumf arith.maxnumf arith.minimumf arith.minnumf math.absf math.clampf".split()}
_ARITHMETIC = ("arith", "complex", "math")
_TERMS = 16  # of a sum that may as well be computed in the order of the program


def mark(program: Program) -> bool:
    """Marks the arithmetic behind the comparisons of a function that its derivative makes twice; whether there is any.

    What stands in the program hashes otherwise then: the analyses of it have to be made anew.
    """
    ops = _behind(program, [v for block in program.blocks() for v in _decided(program, block)])
    for op in ops:
        op.attributes[EXACT] = ir.UnitAttr.get()
    return bool(ops)


def _decided(program: Program, block: ir.Block) -> list[ir.Value]:
    """The floats by which a block decides what each of its copies decides."""
    around = block.owner.operation
    if around.name == "linalg.generic":
        names = _JUMPS if any(map(linalg_form.is_full, linalg_form.maps(around))) else _JUMPS | _KINKS  # see `compared`
    elif _runs_again(program, block):
        names = _JUMPS
    else:
        return []
    return [v for op in program.ops(block) if op.name in names for v in op.operands if has_derivative(v.type)]


def _runs_again(program: Program, block: ir.Block) -> bool:
    """Whether a block is inside of a branch, of two loops, or of a loop whose iterations another one has counted."""
    loops = 0
    while block != program.entry:
        op = block.owner.operation
        if op.name == "scf.for":
            loops += 1 + _is_counted(op)
        elif op.name != "linalg.generic":
            return True
        block = program.block_of_op(op)
    return loops > 1


def _is_counted(loop: ir.Operation) -> bool:
    bound = loop.operands[1].owner
    return not isinstance(bound, ir.Block) and bound.operation.name == "scf.while"


def _behind(program: Program, values: Sequence[ir.Value]) -> list[ir.Operation]:
    """The arithmetic that values follow from, back to what is computed once."""
    found: list[ir.Operation] = []
    seen: set[ir.Value] = set()
    work = list(values)
    while work:
        value = work.pop()
        if value in seen or program.block_of(value) == program.entry:
            continue
        seen.add(value)
        owner = value.owner
        if isinstance(owner, ir.Block):
            work += [edge.source for edge in program.flow.back(value) or ()]
            continue
        op = owner.operation
        if op.name == "func.call" or op.name == "linalg.generic" and _is_long_sum(program, op):
            continue
        if op.name.split(".")[0] in _ARITHMETIC and op.name not in ROUNDS_NOTHING and has_derivative(value.type):
            found.append(op)
        edges = program.flow.back(value)
        work += list(op.operands) if edges is None else [*program.flow.decisions(op), *(edge.source for edge in edges)]
    return found


def _is_long_sum(program: Program, op: ir.Operation) -> bool:
    """Whether one element of what an operation computes may have many terms, or terms in no one order."""
    sizes: dict[int, int | ir.Value] = {}
    for operand, map in zip(op.operands, linalg_form.maps(op)):
        if is_tensor(operand.type):
            found = zip(map.results, program.sizes(operand))
            sizes.update((e.position, n) for e, n in found if isinstance(e, ir.AffineDimExpr))
    sums = [sizes.get(d) for d, kind in enumerate(linalg_form.iterators(op)) if kind == "reduction"]
    return len(sums) > 1 or any(not isinstance(n, int) or n > _TERMS for n in sums)
