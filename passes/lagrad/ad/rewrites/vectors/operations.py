"""What the operations of `vector` do, said with tensors.

Each builder gives, at the insertion point, the values of an operation's results: its operands are tensors
already, and its results have their types as tensors. `mask` says which elements count.
"""

from __future__ import annotations

from collections.abc import Callable

from .... import build
from ....mlir import ir
from . import arithmetic, masks, parts, shapes
from .arithmetic import Mask
from .transfers import select, transfer_read, transfer_write


def converts(op: ir.Operation) -> bool:
    """Whether an operation of `vector`, its operands still vectors, can be said with tensors."""
    if op.name == "vector.mask":
        inner = _masked(op)
        return inner is None or inner.name in _MASKABLE and converts(inner)
    if op.name not in _BUILDERS:
        return False
    types = [v.type for v in (*op.operands, *op.results)]
    vectors = [t for t in types if isinstance(t, ir.VectorType)]
    if any(t.scalable for t in vectors) or any(isinstance(build.element(t), ir.VectorType) for t in types):
        return False
    return all(is_right(op) for is_right in _CONDITIONS.get(op.name, ()))


def rewrite(op: ir.Operation) -> list[ir.Value]:
    """The values of the results of an operation that `converts`."""
    return _mask(op) if op.name == "vector.mask" else _BUILDERS[op.name](op)


def _works_on_tensors(op: ir.Operation) -> bool:
    return not any(isinstance(v.type, (ir.MemRefType, ir.UnrankedMemRefType)) for v in op.operands)


def _knows_positions(op: ir.Operation) -> bool:
    """Whether no position stands for no element (-1)."""
    return -1 not in op.attributes["static_position"]


def _is_wide_product(op: ir.Operation) -> bool:
    """Whether the factors of a contraction have the type of the sum, or narrower floats."""
    here = {build.element(v.type) for v in list(op.operands)[:2]}
    into = build.element(op.operands[2].type)
    return here == {into} or all(isinstance(t, ir.FloatType) and t.width <= into.width for t in (*here, into))


def _has_dimensions(op: ir.Operation) -> bool:
    return bool(list(ir.VectorType(op.results[0].type).shape))


def _masked(op: ir.Operation) -> ir.Operation | None:
    """The operation in a `vector.mask`; None if it only yields."""
    inside = [view.operation for view in op.regions[0].blocks[0].operations]
    return inside[0] if len(inside) == 2 else None


def _mask(op: ir.Operation) -> list[ir.Value]:
    mask, *passed = op.operands
    inner = _masked(op)
    if inner is None:
        return list(list(op.regions[0].blocks[0].operations)[-1].operands)
    values = _MASKABLE[inner.name](inner, mask)
    return [select(mask, values[0], passed[0])] if passed else values


_MASKABLE: dict[str, Callable[[ir.Operation, Mask], list[ir.Value]]] = {
    "vector.contract": arithmetic.contract,
    "vector.gather": parts.gather,
    "vector.multi_reduction": arithmetic.multi_reduction,
    "vector.outerproduct": arithmetic.outerproduct,
    "vector.reduction": arithmetic.reduction,
    "vector.transfer_read": transfer_read,
    "vector.transfer_write": transfer_write,
}
_BUILDERS: dict[str, Callable[[ir.Operation], list[ir.Value]]] = {
    **_MASKABLE,
    "vector.broadcast": shapes.broadcast,
    "vector.constant_mask": masks.constant_mask,
    "vector.create_mask": masks.create_mask,
    "vector.deinterleave": parts.deinterleave,
    "vector.extract": parts.extract,
    "vector.extract_strided_slice": parts.extract_strided_slice,
    "vector.fma": arithmetic.fma,
    "vector.from_elements": parts.from_elements,
    "vector.insert": parts.insert,
    "vector.insert_strided_slice": parts.insert_strided_slice,
    "vector.interleave": parts.interleave,
    "vector.scan": arithmetic.scan,
    "vector.shape_cast": shapes.shape_cast,
    "vector.shuffle": parts.shuffle,
    "vector.step": masks.step,
    "vector.to_elements": parts.to_elements,
    "vector.transpose": shapes.transpose,
}
CONVERTED = sorted({*_BUILDERS, "vector.mask"})  # most of them in any form
_CONDITIONS: dict[str, tuple[Callable[[ir.Operation], bool], ...]] = {
    "vector.contract": (_is_wide_product,),
    "vector.create_mask": (_has_dimensions,),
    "vector.extract": (_knows_positions,),
    "vector.gather": (_works_on_tensors,),
    "vector.insert": (_knows_positions,),
    "vector.transfer_read": (_works_on_tensors,),
    "vector.transfer_write": (_works_on_tensors,),
}
