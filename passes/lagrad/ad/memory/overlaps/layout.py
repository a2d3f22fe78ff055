"""Tables of where buffers lie, and the common buffer that has all that any of them has, without the room between."""

from __future__ import annotations

from collections.abc import Sequence

from .... import build
from ....mlir import ir
from . import overlap_functions as at_run_time
from .apart import Pairs, place


def table(count: ir.Value | int) -> ir.Value:
    """Room for so many numbers."""
    open_type = ir.MemRefType.get([build.DYNAMIC], build.index_type())
    if isinstance(count, int):
        type = ir.MemRefType.get([count], build.index_type())
        return build.emit1("memref.cast", open_type, allocate(type))
    return allocate(open_type, count)


def allocate(type: ir.Type, *sizes: ir.Value) -> ir.Value:
    return build.emit1("memref.alloc", type, *sizes, operandSegmentSizes=ir.DenseI32ArrayAttr.get([len(sizes), 0]))


def _addresses(buffers: Sequence[ir.Value]) -> tuple[ir.Value, ir.Value]:
    begins, ends = table(len(buffers)), table(len(buffers))
    for number, buffer in enumerate(buffers):
        for into, address in zip((begins, ends), place(buffer)):
            build.emit("memref.store", [], [address, into, build.index(number)])
    return begins, ends


def lie_apart(pairs: Pairs) -> ir.Value:
    """Whether the buffers that are written, those of the pairs, lie apart from all others."""
    written = list(dict.fromkeys(one for one, _ in pairs))
    others = [v for v in dict.fromkeys(other for _, other in pairs) if v not in written]
    return at_run_time.lie_apart(*_addresses([*written, *others]), len(written))


class Layout:
    """Where each of some buffers begins in a common buffer, and the length of that, in elements."""

    def __init__(self, buffers: Sequence[ir.Value], name: str):
        bytes = build.index(build.bytes_of(ir.MemRefType(buffers[0].type).element_type))
        firsts, index = table(len(buffers)), build.index_type()
        length = at_run_time.lay_out(*_addresses(buffers), firsts)
        self.length = build.emit1("arith.divui", index, length, bytes)
        self.first: dict[ir.Value, ir.Value] = {}
        rest = build.index(0)
        for number, buffer in enumerate(buffers):
            far = build.emit1("memref.load", index, firsts, build.index(number))
            rest = build.emit1("arith.ori", index, rest, build.emit1("arith.remui", index, far, bytes))
            self.first[buffer] = build.emit1("arith.divui", index, far, bytes)
        message = f"@{name} takes memory that overlaps other memory by a part of an element"
        is_whole = build.compare_integers("eq", rest, build.index(0))
        build.emit("cf.assert", [], [is_whole], msg=ir.StringAttr.get(message))
