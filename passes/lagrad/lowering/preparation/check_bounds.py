"""`lagrad-check-bounds`: what lies outside of a tensor or a buffer is not read or written, but reported."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ... import build
from ...mlir import arith, ir, linalg
from ...passes import Pass
from ..interface.checks import Checks
from ..walk import walk

_LESS, _EQUAL, _NOT_NEGATIVE = (arith.CmpIPredicate.ult, arith.CmpIPredicate.eq, arith.CmpIPredicate.sge)
Rule = Callable[[Checks, ir.Operation], None]
_SHAPED = (ir.RankedTensorType, ir.MemRefType)


@dataclass(frozen=True)
class CheckBounds(Pass):
    """Check each index, slice and size when the program runs.

    ```mlir
    %x = tensor.extract %t[%i] : tensor<?xf64>
    ```
    becomes
    ```mlir
    %n = tensor.dim %t, %c0
    %holds = arith.cmpi ult, %i, %n
    %j = func.call @lagrad.check(%holds, %site, %i, %n, %i)    // is %i; the call of the program ends unless it holds
    %x = tensor.extract %t[%j] : tensor<?xf64>
    ```
    Checked are elements that are read and written, slices, subviews, vectors that are loaded and stored, sizes, which
    must not be negative, and sizes of operands, which must agree. What constants and the bounds of loops prove is
    not checked. The pass runs first in a lowering, once `tensor.gather` and `tensor.scatter` are loops:
    `lagrad-to-llvm{check-bounds=true}`. `lagrad-report-failures` makes code of the calls. Checks keep loops from being
    fused and vectorized.
    """

    name = "lagrad-check-bounds"
    creates = ("arith", "func", "memref", "tensor")

    def run(self, op: ir.Operation, report) -> None:
        checks = Checks(op)
        for child in list(walk(op)):
            rule = _RULES.get(child.name) or (_operands_agree if _has_equal_operands(child) else None)
            if rule:
                # What stands for all iterations of a parallel loop is followed by nothing but its like.
                place = child.parent if child.name == "tensor.parallel_insert_slice" else child
                with child.location, ir.InsertionPoint(place):
                    rule(checks, child)
        checks.close()


# -- elements ----------------------------------------------------------------------------------------


def _element(shaped: int, first: int) -> Rule:
    """The rule for an access to what is operand `shaped`, by the indices that begin with operand `first`."""

    def rule(checks: Checks, op: ir.Operation) -> None:
        whole = op.operands[shaped]
        for k, index in enumerate(list(op.operands)[first:]):
            op.operands[first + k] = _inside(checks, op, index, whole, k)

    return rule


def _vector(value: Callable[[ir.Operation], ir.Value], shaped: int, first: int) -> Rule:
    """The rule for a vector of neighbours in memory."""

    def rule(checks: Checks, op: ir.Operation) -> None:
        whole, type = op.operands[shaped], ir.VectorType(value(op).type)
        for k, index in enumerate(list(op.operands)[first:]):
            _inside(checks, op, index, whole, k)
            along = k - (_rank(whole) - type.rank)
            if along >= 0 and type.shape[along] > 1:
                last = arith.addi(index, build.index(type.shape[along] - 1))
                _inside(checks, op, last, whole, k)

    return rule


def _inside(checks: Checks, op: ir.Operation, index: ir.Value, whole: ir.Value, k: int) -> ir.Value:
    """The index, which is checked."""
    known = _static_size(whole, k)
    if known is not None and 0 <= _least(index) and _most(index) < known:
        return index
    size = build.size_of(whole, k)
    return checks.require(op, arith.cmpi(_LESS, index, size), _outside(op, k), index, size)


def _outside(op: ir.Operation, k: int) -> str:
    return f"index %lld is out of bounds: dimension {k} has the size %lld ('{op.name}')"


def _least(index: ir.Value) -> float:
    """A number that an index is not below."""
    if (constant := build.constant_of(index)) is not None:
        return constant
    loop = _loop_of(index)
    return -float("inf") if loop is None or _constant_or(loop.operands[2], -1) <= 0 else _least(loop.operands[0])


def _most(index: ir.Value) -> float:
    """A number that an index is not above."""
    if (constant := build.constant_of(index)) is not None:
        return constant
    loop = _loop_of(index)
    goes_up = loop is not None and _constant_or(loop.operands[2], -1) > 0
    return _constant_or(loop.operands[1], float("inf")) - 1 if goes_up else float("inf")


def _constant_or(value: ir.Value, other: float) -> float:
    constant = build.constant_of(value)
    return other if constant is None else constant


def _loop_of(index: ir.Value) -> ir.Operation | None:
    """The `scf.for` whose induction variable this is."""
    if not isinstance(index.owner, ir.Block):
        return None
    loop = index.owner.owner.operation
    return loop if loop.name == "scf.for" and index.owner.arguments[0] == index else None


# -- slices ------------------------------------------------------------------------------------------


def _slice(shaped: int, first: int) -> Rule:
    """The rule for a slice of operand `shaped`, whose offsets, sizes and strides begin with operand `first`."""

    def rule(checks: Checks, op: ir.Operation) -> None:
        whole = op.operands[shaped]
        offsets, sizes, strides = build.slice_parts(op, first)
        for k, (offset, size, stride) in enumerate(zip(offsets, sizes, strides)):
            if not all(isinstance(n, int) for n in (offset, size, stride, _static_size(whole, k))):
                offsets[k] = _slice_inside(checks, op, k, whole, *map(_value, (offset, size, stride)))
        if op.name.startswith("tensor.") and not _is_promised(
            op
        ):  # what works on buffers stays behind the checks anyway
            _move_slice(op, first, offsets, sizes, strides)

    return rule


def _is_promised(op: ir.Operation) -> bool:
    """Whether the type of a slice promises a triangle, which its offsets and sizes must show."""
    types = (v.type for v in (*op.operands, *op.results) if isinstance(v.type, ir.RankedTensorType))
    return any(type.encoding is not None for type in types)


def _move_slice(op: ir.Operation, first: int, offsets: list, sizes: list, strides: list) -> None:
    """Gives a slice other offsets, which may be values where they were numbers."""
    operands, attributes = build.slice_operands(offsets, sizes, strides, *list(op.operands)[:first])
    with ir.InsertionPoint(op):
        new = build.emit(op.name, [r.type for r in op.results], operands, **attributes)
    build.replace_op(op, *new)


def _slice_inside(
    checks: Checks, op: ir.Operation, k: int, whole: ir.Value, offset: ir.Value, size: ir.Value, stride: ir.Value
) -> ir.Value:
    """The offset, which is checked."""
    _not_negative(checks, op, k, size)
    one, none, room = build.index(1), build.index(0), build.size_of(whole, k)
    last = arith.addi(offset, arith.muli(arith.subi(size, one), stride))
    begins, ends = (arith.cmpi(_LESS, index, room) for index in (offset, last))
    holds = arith.ori(arith.cmpi(_EQUAL, size, none), arith.andi(begins, ends))
    return checks.require(op, holds, _outside(op, k), arith.select(begins, last, offset), room, offset)


def _value(number: ir.Value | int) -> ir.Value:
    return build.index(number) if isinstance(number, int) else number


# -- sizes -------------------------------------------------------------------------------------------


def _new(checks: Checks, op: ir.Operation) -> None:
    """The rule for what makes a tensor or a buffer: its dynamic sizes are its first operands, or follow a scalar."""
    type = ir.ShapedType(op.results[0].type)
    open_dimensions = [k for k in range(type.rank) if type.is_dynamic_dim(k)]
    places = [n for n, v in enumerate(op.operands) if isinstance(v.type, ir.IndexType)]
    for k, place in zip(open_dimensions, places):
        op.operands[place] = _not_negative(checks, op, k, op.operands[place])


def _pad(checks: Checks, op: ir.Operation) -> None:
    source, result = op.operands[0], ir.ShapedType(op.results[0].type)
    static = [list(op.attributes[f"static_{side}"]) for side in ("low", "high")]
    numbers = itertools.count(1)  # of operands
    operands = [[next(numbers) if n == build.DYNAMIC else None for n in side] for side in static]
    for k in range(result.rank):
        widths = [side[k] if n[k] is None else op.operands[n[k]] for side, n in zip(static, operands)]
        place = operands[1][k] if operands[0][k] is None else operands[0][k]
        if result.is_dynamic_dim(k) and place is not None:
            low, high = map(_value, widths)
            size = arith.addi(arith.addi(low, build.size_of(source, k)), high)
            op.operands[place] = _not_negative(checks, op, k, size, op.operands[place])


def _not_negative(checks: Checks, op: ir.Operation, k: int, size: ir.Value, value: ir.Value | None = None) -> ir.Value:
    """The size, or another value, which is checked."""
    maker = build.defining_op(size)
    if _least(size) < 0 and (maker is None or maker.name not in ("tensor.dim", "memref.dim")):
        holds = arith.cmpi(_NOT_NEGATIVE, size, build.index(0))
        return checks.require(op, holds, f"the size %lld of dimension {k} is negative ('{op.name}')", size, value=value)
    return value or size


def _has_equal_operands(op: ir.Operation) -> bool:
    """Is it elementwise on tensors, or on tensors or buffers by indexing maps?"""
    dialect = op.name.split(".")[0]
    gives_tensor = len(op.results) == 1 and isinstance(op.results[0].type, ir.RankedTensorType)
    return (
        gives_tensor
        and dialect in ("arith", "math", "complex")
        or dialect == "linalg"
        and op.name not in ("linalg.index", "linalg.yield")
    )


def _operands_agree(checks: Checks, op: ir.Operation) -> None:
    """The rule for operands whose sizes must be equal along each dimension of what is computed."""
    operands = [v for v in op.operands if isinstance(v.type, _SHAPED)]
    if op.name.startswith("linalg."):
        maps = linalg.get_indexing_maps(op)
        if maps is None:
            return
        maps = [ir.AffineMapAttr(m).value if isinstance(m, ir.Attribute) else m for m in maps]
        pairs = [(v, m) for v, m in zip(op.operands, maps, strict=True) if isinstance(v.type, _SHAPED)]
        terms = [(r, v, k) for v, m in pairs for k, r in enumerate(m.results)]
        places = [(r.position, v, k) for r, v, k in terms if isinstance(r, ir.AffineDimExpr)]
    else:
        places = [(k, v, k) for v in operands for k in range(_rank(v))]
    checked: dict[ir.Value, dict[int, ir.Value]] = {}  # of operands, what dimensions have which sizes
    first: dict[int, tuple[ir.Value, int]] = {}
    for dimension, value, k in places:
        other, its = first.setdefault(dimension, (value, k))
        if _origin(value, k) != _origin(other, its):
            here, there = build.size_of(value, k), build.size_of(other, its)
            text = f"the sizes %lld and %lld disagree, along dimension {dimension} of '{op.name}'"
            equal = arith.cmpi(_EQUAL, there, here)
            checked.setdefault(value, {})[k] = checks.require(op, equal, text, there, here, here)
    for n, operand in enumerate(op.operands):
        if operand in checked and isinstance(operand.type, ir.RankedTensorType) and operand.type.encoding is None:
            op.operands[n] = _whole(operand, checked[operand])


def _whole(tensor: ir.Value, known: dict[int, ir.Value]) -> ir.Value:
    """The tensor, as the slice of all of it, with sizes that are checked."""
    rank = _rank(tensor)
    sizes: list[ir.Value | int] = []
    for k in range(rank):
        static = _static_size(tensor, k)
        sizes.append(known.get(k) or build.size_of(tensor, k) if static is None else static)
    return build.extract_slice(tensor, tensor.type, [0] * rank, sizes, [1] * rank)


def _origin(value: ir.Value, k: int) -> object:
    """What a size is, so that equal ones are known to be equal sizes: a number, or where it comes from."""
    if (known := _static_size(value, k)) is not None:
        return known
    if (op := build.defining_op(value)) is None:
        return value, k
    if op.name in ("tensor.empty", "memref.alloc"):
        return _origin_of_size(_dynamic_operand(op.operands, value, k))
    if op.name.startswith("linalg."):
        outs = list(op.operands)[-len(op.results) :]
        return _origin(outs[list(op.results).index(value)], k)
    dialect, first = op.name.split(".")[0], next(iter(op.operands), None)
    if dialect in ("arith", "math") and first is not None and isinstance(first.type, ir.RankedTensorType):
        return _origin(op.operands[0], k)
    if op.name in ("tensor.insert", "tensor.insert_slice"):
        return _origin(op.operands[1], k)
    return value, k


def _dynamic_operand(sizes: Sequence[ir.Value], value: ir.Value, k: int) -> ir.Value:
    return sizes[sum(ir.ShapedType(value.type).is_dynamic_dim(j) for j in range(k))]


def _origin_of_size(size: ir.Value) -> object:
    if not isinstance(size.owner, ir.Block) and size.owner.operation.name in ("tensor.dim", "memref.dim"):
        whole, number = size.owner.operation.operands
        if (k := build.constant_of(number)) is not None:
            return _origin(whole, k)
    return size


def _rank(value: ir.Value) -> int:
    return ir.ShapedType(value.type).rank


def _static_size(value: ir.Value, k: int) -> int | None:
    type = ir.ShapedType(value.type)
    return None if type.is_dynamic_dim(k) else type.get_dim_size(k)


_RULES: dict[str, Rule] = {
    "tensor.extract": _element(0, 1),
    "tensor.insert": _element(1, 2),
    "memref.load": _element(0, 1),
    "memref.store": _element(1, 2),
    "vector.load": _vector(lambda op: op.results[0], 0, 1),
    "vector.store": _vector(lambda op: op.operands[0], 1, 2),
    "tensor.extract_slice": _slice(0, 1),
    "tensor.insert_slice": _slice(1, 2),
    "tensor.parallel_insert_slice": _slice(1, 2),
    "memref.subview": _slice(0, 1),
    "tensor.empty": _new,
    "tensor.splat": _new,
    "memref.alloc": _new,
    "memref.alloca": _new,
    "bufferization.alloc_tensor": _new,
    "tensor.pad": _pad,
}
