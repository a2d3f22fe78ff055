"""Whether active values pass through the memory of a function, so that it takes its derivative on tensors."""

from __future__ import annotations

from collections.abc import Iterable

from ....analysis.call_graph import callee, functions, reachable, signature
from ....analysis.derivative_types import has_tangent
from ....analysis.memory import is_float_memory, is_memory
from ....analysis.program import walk
from ....analysis.request import Derivative
from ....mlir import ir
from ....rules import INACTIVE, is_foreign
from ..places.points_to import written_operands

_AFFINE = {"affine.store": 1, "affine.vector_store": 1}
_WITHOUT_MEMORY = {"arith", "complex", "linalg", "math", "tensor"}  # they give none that they are not given
_DECIDED = ("arith.cmpf", "arith.cmpi")


def is_on_memory(module: ir.Operation, primal: str, asked: Derivative) -> bool:
    """Whether memory is differentiated, or something varied may be written to memory of floats."""
    table = functions(module)
    function = table.get(primal)
    if function is None or not list(function.regions[0].blocks):
        return False
    inputs, results = signature(function)
    if any(is_memory(inputs[n]) for n in asked.wrt) or any(is_float_memory(t) and has_tangent(t) for t in results):
        return True
    called = [function, *(table[name] for name in reachable(module, primal) if name in table)]
    ops = [op for each in called for op in walk(each)]
    if any(map(_moves_vectors, ops)):
        return True
    if not any(map(_gives_memory, (*called, *ops))):
        return False
    return _is_written(list(function.regions[0].blocks[0].arguments)[n] for n in asked.wrt)


def _gives_memory(op: ir.Operation) -> bool:
    """Whether memory may come from an operation: from none on tensors and scalars, of which there are most."""
    if op.name == "func.func":
        return any(is_memory(t) for side in signature(op) for t in side)
    return op.name.split(".")[0] not in _WITHOUT_MEMORY and any(is_memory(v.type) for v in op.results)


def _moves_vectors(op: ir.Operation) -> bool:
    """Whether vectors are read from memory or written to it, which have no equal on tensors."""
    is_vector = op.name.startswith(("vector.", "affine.vector_")) and op.name != "vector.print"
    return is_vector and any(is_memory(v.type) for v in op.operands)


def _is_written(varied: Iterable[ir.Value]) -> bool:
    """Follows values forwards, through whatever takes them, to operations that write them to memory of floats.

    A region takes all that its operation takes, and gives back all that is in it: more than there is, never less.
    """
    work, seen = list(varied), set()
    while work:
        value = work.pop()
        if value in seen:
            continue
        seen.add(value)
        for use in value.uses:
            op = use.owner.operation
            if any(is_float_memory(memref.type) and memref != value for memref in _written(op)):
                return True
            if op.name not in _DECIDED:
                work += _reached(op, value)
        if is_float_memory(value.type):
            return True
    return False


def _written(op: ir.Operation) -> list[ir.Value]:
    if op.name in _AFFINE:
        return [op.operands[_AFFINE[op.name]]]
    if is_foreign(op.name) and op.name not in INACTIVE:
        return [v for v in op.operands if is_memory(v.type)]
    return written_operands(op)


def _reached(op: ir.Operation, value: ir.Value) -> list[ir.Value]:
    """What may depend on a value that an operation takes."""
    if op.name == "func.return":
        return []
    if op.name == "func.call":
        called = callee(op)
        inside = []
        if called is not None and called.regions[0].blocks:
            entry = called.regions[0].blocks[0].arguments
            inside = [a for a, given in zip(entry, op.operands) if given == value]
        return [*op.results, *inside]
    around = [*op.results, *(a for region in op.regions for block in region.blocks for a in block.arguments)]
    if not op.results and op.parent is not None and op.parent.name != "func.func":
        parent = op.parent.operation  # of a terminator
        blocks = [block for region in parent.regions for block in region.blocks]
        around += [*parent.results, *(a for block in blocks for a in block.arguments)]
    around += [a for successor in op.successors for a in successor.arguments]
    return around
