"""Assertions that buffers lie apart.

A function on tensors does what one on memory does if no memory that it writes is also known by another name. Of the
buffers that a function takes nobody knows that before it runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from ... import build
from ...mlir import ir
from . import index_arithmetic as index
from .index_arithmetic import Index
from .memory_rules import is_contiguous
from .views import shape_of


def assert_apart(name: str, buffers: Sequence[ir.Value], written: Sequence[ir.Value]) -> None:
    """Emits assertions that each `written` buffer lies apart from all others that the function takes."""
    places = {buffer: _place(buffer) for buffer in buffers} if written and len(buffers) > 1 else {}
    done: list[ir.Value] = []
    for number, buffer in enumerate(buffers if places else []):
        if buffer not in written:
            continue
        done.append(buffer)
        flags = [_are_apart(places[buffer], places[other]) for other in buffers if other not in done]
        if flags:
            every = reduce(lambda a, b: build.emit1("arith.andi", a.type, a, b), flags)
            message = f"@{name} takes memory that overlaps its {_spelled(buffer)}, which it writes"
            build.emit("cf.assert", [], [every], msg=ir.StringAttr.get(message))


def _spelled(buffer: ir.Value) -> str:
    return f"argument {ir.BlockArgument(buffer).arg_number}" if isinstance(buffer.owner, ir.Block) else "global memory"


def _place(buffer: ir.Value) -> tuple[ir.Value, ir.Value]:
    """The first byte of a buffer, and the one behind its last. One without elements lies nowhere: at zero."""
    type = ir.MemRefType(buffer.type)
    address = build.emit1("memref.extract_aligned_pointer_as_index", build.index_type(), buffer)
    bytes = build.bytes_of(type.element_type)
    if is_contiguous(type):
        sizes = [_size(buffer, d, n) for d, n in enumerate(shape_of(type))]
        count = index.product(sizes)
        end = index.value(index.add(address, index.multiply(count, bytes)))
        return (address, end) if isinstance(count, int) else (address, _unless_empty(end, count))
    rank = type.rank
    base = ir.MemRefType.get([], type.element_type, None, type.memory_space)
    _, offset, *rest = build.emit(
        "memref.extract_strided_metadata", [base, *[build.index_type()] * (1 + 2 * rank)], [buffer]
    )
    last: Index = 0
    for size, stride in zip(rest[:rank], rest[rank:]):
        last = index.add(last, index.multiply(index.add(size, -1), stride))
    start = index.add(address, index.multiply(offset, bytes))
    end = index.value(index.add(start, index.multiply(index.add(last, 1), bytes)))
    return index.value(start), _unless_empty(end, index.product(rest[:rank]))


def _unless_empty(end: ir.Value, count: Index) -> ir.Value:
    """The end of a buffer; if it has no elements, one that lies before all others begin."""
    is_empty = build.compare_integers("eq", index.value(count), build.index(0))
    return build.emit1("arith.select", end.type, is_empty, build.index(0), end)


def _size(buffer: ir.Value, dimension: int, size: int) -> Index:
    if size != build.DYNAMIC:
        return size
    return build.emit1("memref.dim", build.index_type(), buffer, build.index(dimension))


def _are_apart(one: tuple[ir.Value, ir.Value], other: tuple[ir.Value, ir.Value]) -> ir.Value:
    """Whether one ends before the other begins."""
    flags = [build.compare_integers("ule", a[1], b[0]) for a, b in ((one, other), (other, one))]
    return reduce(lambda a, b: build.emit1("arith.ori", a.type, a, b), flags)
