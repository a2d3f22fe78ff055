"""Whether buffers lie apart, found out when a function runs.

A function on tensors does what one on memory does if no memory that it writes is also known by another name. Of the
buffers that a function takes nobody knows that before it runs.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from .... import build
from ....dialect import RESTRICT
from ....mlir import ir
from ..places import index_arithmetic as index
from ..places.index_arithmetic import Index
from ..places.views import is_contiguous, shape_of

Pairs = list[tuple[ir.Value, ir.Value]]  # a buffer that is written, and another


def pairs_to_compare(buffers: Sequence[ir.Value], written: Sequence[ir.Value]) -> Pairs:
    """Each `written` buffer with all others that the function takes, each pair once."""
    done: list[ir.Value] = []
    found: Pairs = []
    for buffer in buffers:
        if buffer in written:
            done.append(buffer)
            found += [(buffer, other) for other in buffers if other not in done]
    return found


def assert_apart(name: str, pairs: Pairs) -> None:
    """Emits assertions that the buffers of each pair lie apart, one for each that is written."""
    places = _places(pairs)
    for written in dict.fromkeys(one for one, _ in pairs):
        every = _all([_are_apart(places[one], places[other]) for one, other in pairs if one == written])
        message = f"@{name} takes memory that overlaps its {_spelled(written)}, which it writes"
        build.emit("cf.assert", [], [every], msg=ir.StringAttr.get(message))


def mark_apart(function: ir.Operation, pairs: Pairs) -> None:
    """Says of a function that such assertions begin that these arguments lie apart, so that loops can be reordered."""
    types = list(ir.FunctionType(ir.TypeAttr(function.attributes["function_type"]).value).inputs)
    marks = list(function.attributes["arg_attrs"]) if "arg_attrs" in function.attributes else [None] * len(types)
    compared = {v for pair in pairs for v in pair}
    arguments = list(function.regions[0].blocks[0].arguments)
    own = [{} if mark is None else {each.name: each.attr for each in ir.DictAttr(mark)} for mark in marks]
    alone = [mark | {RESTRICT: ir.UnitAttr.get()} if a in compared else mark for a, mark in zip(arguments, own)]
    function.attributes["arg_attrs"] = ir.ArrayAttr.get([ir.DictAttr.get(mark) for mark in alone])


def _places(pairs: Pairs) -> dict[ir.Value, tuple[ir.Value, ir.Value]]:
    return {buffer: place(buffer) for buffer in dict.fromkeys(v for pair in pairs for v in pair)}


def _all(flags: list[ir.Value]) -> ir.Value:
    return reduce(lambda a, b: build.emit1("arith.andi", a.type, a, b), flags)


def _spelled(buffer: ir.Value) -> str:
    return f"argument {ir.BlockArgument(buffer).arg_number}" if isinstance(buffer.owner, ir.Block) else "global memory"


def place(buffer: ir.Value) -> tuple[ir.Value, ir.Value]:
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
