"""`lagrad-join-layouts`: a choice of two buffers has the strides that both have."""

from __future__ import annotations

from dataclasses import dataclass

from ...build import DYNAMIC, defining_op, emit1
from ...errors import Report
from ...mlir import ir
from ...passes import Pass
from ..walk import walk


@dataclass(frozen=True)
class JoinLayouts(Pass):
    """Keep what is known of two buffers in the type of the one that is selected.

    ```mlir
    %a1 = memref.cast %a : memref<?x?xf64> to memref<?x?xf64, strided<[?, ?], offset: ?>>
    %b1 = memref.cast %b : memref<?x?xf64, strided<[?, 1], offset: ?>> to memref<?x?xf64, strided<[?, ?], offset: ?>>
    %0 = arith.select %p, %a1, %b1 : memref<?x?xf64, strided<[?, ?], offset: ?>>
    ```
    is what bufferization makes of a choice of tensors that lie in memory in different ways. Elements of both are
    neighbours along the last dimension, as vectors and libraries need it: so the choice becomes a
    `memref<?x?xf64, strided<[?, 1], offset: ?>>`.

    Runs with `inspect=true`, whose passes make such choices.
    """

    name = "lagrad-join-layouts"
    creates = ("memref",)

    def run(self, op: ir.Operation, report: Report) -> None:
        selects = [child for child in walk(op) if child.name == "arith.select"]
        for select in [select for select in selects if isinstance(select.results[0].type, ir.MemRefType)]:
            _, *choices = list(select.operands)
            sources = [_source(v) for v in choices]
            if sources == choices or (joined := _joined(*(ir.MemRefType(v.type) for v in sources))) is None:
                continue
            with select.location, ir.InsertionPoint(select):
                either = emit1("arith.select", joined, select.operands[0], *(_as(joined, v) for v in sources))
                select.results[0].replace_all_uses_with(emit1("memref.cast", select.results[0].type, either))
            select.erase()


def _source(value: ir.Value) -> ir.Value:
    """What has been cast to the type of a choice."""
    if (cast := defining_op(value, "memref.cast")) is None:
        return value
    source = cast.operands[0]
    return source if isinstance(source.type, ir.MemRefType) else value


def _as(type: ir.Type, value: ir.Value) -> ir.Value:
    return value if value.type == type else emit1("memref.cast", type, value)


def _joined(one: ir.MemRefType, other: ir.MemRefType) -> ir.MemRefType | None:
    """The type with what is the same in two; None for those that differ in more than how they lie in memory."""
    if one.shape != other.shape or one.element_type != other.element_type or one.memory_space != other.memory_space:
        return None
    (strides, offset), (others, other_offset) = (t.get_strides_and_offset() for t in (one, other))
    same = [a if a == b else DYNAMIC for a, b in zip(strides, others)]
    layout = ir.StridedLayoutAttr.get(offset if offset == other_offset else DYNAMIC, same)
    return ir.MemRefType.get(one.shape, one.element_type, layout=layout, memory_space=one.memory_space)
