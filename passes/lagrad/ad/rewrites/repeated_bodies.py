"""Operations that run a body many times, as loops, where the body makes tensors.

Upstream does not see that such a body runs again. One-shot bufferization knows it of `scf` loops only, and elsewhere
lets a body write to what it reads the next time. Common subexpression elimination takes the `linalg.index` of a
`linalg.generic` in another one's body for that of the outer one.
"""

from __future__ import annotations

from ... import build
from ...analysis import linalg_form
from ...analysis.call_graph import callee
from ...analysis.program import walk
from ...build import is_tensor
from ...mlir import ir
from ..scope import copy_block
from . import control_forms, tensor_forms
from .loop_form import loops_over
from .rule_forms import replace

_READ = ("arith.constant", "tensor.cast", "tensor.collapse_shape", "tensor.expand_shape", "tensor.extract_slice")


def expand(root: ir.Operation) -> None:
    """Rewrites them inside an operation, inner ones first."""
    for op in reversed([child for child in walk(root) if child.name in _LOOPS and _makes_tensors(child, set())]):
        replace(op, _LOOPS[op.name])


def _makes_tensors(op: ir.Operation, seen: set[ir.Operation]) -> bool:
    """Whether what is inside an operation does: functions that it calls, `seen` ones left out, may be inlined there."""
    for child in walk(op):
        for result in child.results:
            if is_tensor(result.type) and child.name not in _READ:
                return True
        if child.name == "func.call":
            called = callee(child)
            if any(is_tensor(v.type) for v in child.operands):
                return True
            if called is not None and called not in seen and _makes_tensors(called, seen | {called}):
                return True
    return False


def _generic(op: ir.Operation) -> list[ir.Value]:
    inputs, _outputs = ir.DenseI32ArrayAttr(op.attributes["operandSegmentSizes"])
    return loops_over(op, linalg_form.maps(op), inputs)


def _map(op: ir.Operation) -> list[ir.Value]:
    identity = ir.AffineMap.get_identity(op.operands[len(op.operands) - 1].type.rank)
    return loops_over(op, [identity] * len(op.operands), len(op.operands) - 1)


def _reduce(op: ir.Operation) -> list[ir.Value]:
    rank, reduced = op.operands[0].type.rank, set(op.attributes["dimensions"])
    kept = ir.AffineMap.get(rank, 0, [ir.AffineDimExpr.get(d) for d in range(rank) if d not in reduced])
    count = len(op.operands) // 2
    return loops_over(op, [ir.AffineMap.get_identity(rank)] * count + [kept] * count, count)


def _generate(op: ir.Operation) -> list[ir.Value]:
    """Loops that insert one element after the other."""
    type, dynamic = op.results[0].type, iter(op.operands)
    sizes = [next(dynamic) if n == build.DYNAMIC else n for n in build.shape_of(type)]
    return [_by_loops(type, sizes, op.regions[0].blocks[0])]


def _pad(op: ir.Operation) -> list[ir.Value]:
    return tensor_forms.pad(op, _by_loops)


def _by_loops(type: ir.Type, sizes: list, block: ir.Block) -> ir.Value:
    """A tensor whose elements a block computes from their indices."""
    upper = [build.index(n) if isinstance(n, int) else n for n in sizes]
    zero, one = [build.index(0)] * len(upper), [build.index(1)] * len(upper)

    def body(at: list[ir.Value], carried: list[ir.Value]) -> list[ir.Value]:
        return [build.insert(copy_block(block, at)[0], carried[0], at)]

    return control_forms.nest(zero, upper, one, [build.empty(type, sizes)], body)[0]


_LOOPS = {
    "linalg.generic": _generic,
    "linalg.map": _map,
    "linalg.reduce": _reduce,
    "scf.parallel": control_forms.parallel,
    "tensor.generate": _generate,
    "tensor.pad": _pad,
}
