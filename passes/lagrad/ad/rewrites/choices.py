"""Choices between whole tensors, whose sizes may differ.

    %r = scf.if %p -> tensor<?xf64> {          %r = arith.select %p, %a, %b : tensor<?xf64>
      scf.yield %a : tensor<?xf64>
    } else {
      scf.yield %b : tensor<?xf64>
    }

Canonicalization makes the right form of the left one. `convert-elementwise-to-linalg` takes it for an operation on
elements, of which all tensors have one size. So it must not see one whose tensors may have two.
"""

from __future__ import annotations

from collections.abc import Iterable

from ... import build
from ...dialect import EITHER
from ...mlir import ir


def hide(selects: Iterable[ir.Operation]) -> None:
    """Those `arith.select` that choose between tensors that may have different sizes become `lagrad.either`."""
    for op in [op for op in selects if _is_choice(op)]:
        with op.location, ir.InsertionPoint(op):
            build.replace_op(op, either(*op.operands))


def select(choices: Iterable[ir.Operation]) -> None:
    """Each `lagrad.either` becomes the `arith.select` that it was: bufferization chooses one of two buffers by it."""
    for op in choices:
        with op.location, ir.InsertionPoint(op):
            build.replace_op(op, build.emit1("arith.select", op.results[0].type, *op.operands))


def either(condition: ir.Value, one: ir.Value, other: ir.Value) -> ir.Value:
    """Emits the choice of one of two tensors of a type, whose sizes may differ."""
    return build.emit1(EITHER, one.type, condition, one, other)


def show(choices: Iterable[ir.Operation]) -> None:
    """Each `lagrad.either` becomes a branch, which gives one of its operands."""
    for op in choices:
        condition, *sides = op.operands
        with op.location, ir.InsertionPoint(op):
            branch = ir.Operation.create("scf.if", results=[op.results[0].type], operands=[condition], regions=2)
            for region, side in zip(branch.regions, sides):
                with ir.InsertionPoint(region.blocks.append()):
                    build.emit("scf.yield", [], [side])
            op.results[0].replace_all_uses_with(branch.results[0])
        op.erase()


def _is_choice(op: ir.Operation) -> bool:
    condition, one, other = op.operands
    if not build.is_tensor(one.type) or build.is_tensor(condition.type):
        return False
    open_sizes = [k for k, size in enumerate(build.shape_of(one.type)) if size == build.DYNAMIC]
    return not all(_size(one, k) == _size(other, k) for k in open_sizes)


def _size(value: ir.Value, k: int) -> object:
    """What says how large a dimension is: a number, a value, or the dimension of a tensor that nothing says it of."""
    while not isinstance(value.owner, ir.Block):
        op = value.owner.operation
        if op.name == "tensor.empty":
            before = build.shape_of(value.type)[:k].count(build.DYNAMIC)
            return _number(op.operands[before]) if before < len(op.operands) else build.shape_of(value.type)[k]
        if op.name.startswith("linalg.") and op.results:
            value = op.operands[len(op.operands) - len(op.results) + ir.OpResult(value).result_number]
        elif op.name in ("tensor.insert", "tensor.insert_slice"):
            value = op.operands[1]
        elif op.name.split(".")[0] in ("arith", "math") and op.operands and build.is_tensor(op.operands[-1].type):
            value = op.operands[-1]
        else:
            break
        if build.shape_of(value.type)[k] != build.DYNAMIC:
            return build.shape_of(value.type)[k]
    return value, k


def _number(value: ir.Value) -> object:
    """A size; of a tensor's dimension, which that is."""
    if not isinstance(value.owner, ir.Block) and value.owner.operation.name == "tensor.dim":
        tensor, k = value.owner.operation.operands
        constant = build.constant_of(k)
        if isinstance(constant, int):
            return _size(tensor, constant)
    return value
