"""Elements of a buffer that are neighbours in memory, one for each iteration, and vectors of them."""

from __future__ import annotations

from collections.abc import Sequence

from ...build import constant_of, emit1
from ...mlir import ir
from ..facts.places import linear


def counter_by_one(loop: ir.Operation) -> ir.Value | None:
    """The counter of a loop, if it grows by one."""
    return loop.regions[0].blocks[0].arguments[0] if constant_of(loop.operands[2]) == 1 else None


def accessed(op: ir.Operation) -> tuple[ir.Value, list[ir.Value]]:
    """The buffer and the indices of a `memref.load` or `memref.store`."""
    buffer, *indices = list(op.operands)[op.name == "memref.store" :]
    return buffer, indices


def has_lanes(type: ir.Type) -> bool:
    """Can values of the type be the lanes of a vector?"""
    return str(type) in ("f64", "f32") or isinstance(type, (ir.IntegerType, ir.IndexType))


def direction(
    buffer: ir.Value, indices: Sequence[ir.Value], trip: ir.Value | None, moving: set[ir.Value]
) -> int | None:
    """1 if the element of the next iteration is the next one in memory, -1 if it is the one before; None if neither.

    `trip` is the counter, if it grows by one.
    """
    if trip is None or buffer in moving or not indices or any(v in moving for v in list(indices)[:-1]):
        return None
    strides, _ = ir.MemRefType(buffer.type).get_strides_and_offset()
    last = linear(indices[-1])
    if strides[-1] != 1 or any(v in moving for v in last.terms if v != trip):
        return None
    return way if (way := last.terms.get(trip)) in (1, -1) else None


def is_run(buffer: ir.Value, indices: Sequence[ir.Value], trip: ir.Value | None, moving: set[ir.Value]) -> bool:
    """Is the element of the next iteration the next one in memory? `trip` is the counter, if it grows by one."""
    return direction(buffer, indices, trip, moving) == 1


def reduced(kind: str, vector: ir.Value, **flags: ir.Attribute) -> ir.Value:
    """What the lanes of a vector come to by `add`, `and`, `or` ..."""
    of = ir.VectorType(vector.type).element_type
    return emit1("vector.reduction", of, vector, kind=ir.Attribute.parse(f"#vector.kind<{kind}>"), **flags)


def picked(x: ir.Value, y: ir.Value, lanes: Sequence[int]) -> ir.Value:
    """A vector of some lanes of two, which are counted together."""
    type = ir.VectorType.get([len(lanes)], ir.VectorType(x.type).element_type)
    return emit1("vector.shuffle", type, x, y, mask=ir.DenseI64ArrayAttr.get(list(lanes)))
