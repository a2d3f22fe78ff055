"""`lagrad-stream-tape`: the rows of a tape move between memory and scratchpads."""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

from .. import build
from ..build import emit1, index
from ..errors import Report
from ..lowering.walk import enclosing_function, walk
from ..mlir import ir
from ..passes import Pass, option
from . import dma
from .index_scratchpad import SPACE
from .moves import SCRATCHPAD, STREAMED, Move, for_each, moves, rows_of_layer, sizes

_LINE = 64  # bytes
_MOST_ON_STACK = 1 << 18


@dataclass(frozen=True)
class StreamTape(Pass):
    """Move the rows of layers between memory and scratchpads explicitly.

    Runs where tensors are memory, on the scratchpads of `lagrad-index-scratchpad`, which are in memory space 1. It is
    part of the lowering, and does nothing where there is none. For `target=cpu`, a scratchpad is a buffer on the stack
    that begins on a cache line, a move is a loop over its elements, of which LLVM makes vector code, and in front of a
    layer that reads a tape the rows of the next one are prefetched. Scratchpads whose size is found when the function
    runs are on the heap.

    For `target=dma`, for machines with such memory, a scratchpad has two halves, layers take turns, and a move is a
    `memref.dma_start` with a `memref.dma_wait` as late as it may be: rows that a layer reads are on their way while the
    layer before computes, and rows that it has written while the next two do. How many elements to wait for is
    computed again for the layer that began the move. Between layers is a `gpu.barrier`: a move that a layer starts may
    read what everybody has written in this layer, or overwrite what everybody has read in the one before. The code is
    to be lowered elsewhere: no lowering of lagrad's has DMA (Hakimi, Tapeflow, 2023: streams).
    """

    name = "lagrad-stream-tape"
    creates = ("arith", "gpu", "memref", "scf")

    target: str = option(
        "cpu",
        "What moves rows: 'cpu', loads and stores of the processor; 'dma', memref.dma_start.",
        known=("cpu", "dma"),
    )

    def run(self, op: ir.Operation, report: Report) -> None:
        with op.context, op.location:
            allocations = [child for child in walk(op) if child.name == "memref.alloc"]
            pads = [each for each in allocations if _is_scratchpad(each.results[0].type)]
            if self.target == "dma":
                _stream_by_dma(pads, report)
            elif pads:
                for pad in pads:
                    _stream(pad)
                leave_space(op)


def _is_scratchpad(type: ir.Type) -> bool:
    space = ir.MemRefType(type).memory_space
    return isinstance(space, ir.IntegerAttr) and space.value == SPACE


def _stream_by_dma(pads: list[ir.Operation], report: Report) -> None:
    dma.separate_layers([move for pad in pads for move in moves(pad)])
    for pad in pads:
        if (move := dma.move_of(pad)) is not None:
            report.remark(pad.location, "a scratchpad has two halves, which DMA fills and empties")
            dma.stream(pad, move)


def _stream(pad: ir.Operation) -> None:
    for move in moves(pad):
        _prefetch_next(move)
        with move.copy.location, ir.InsertionPoint(move.copy):
            _copy(*move.copy.operands)
        move.copy.erase()
    _take_from_stack(pad)


def _take_from_stack(pad: ir.Operation) -> None:
    type = ir.MemRefType(pad.results[0].type)
    if list(pad.operands) or prod(type.shape) * build.bytes_of(type) > _MOST_ON_STACK:
        pad.attributes[SCRATCHPAD] = ir.UnitAttr.get()
        return
    entry = enclosing_function(pad).regions[0].blocks[0]
    with pad.location, ir.InsertionPoint.at_block_begin(entry):
        line = ir.IntegerAttr.get(ir.IntegerType.get_signless(64), _LINE)
        taken = ir.Operation.create(
            "memref.alloca", results=[type],
            attributes={
                "alignment": line,
                "operandSegmentSizes": ir.DenseI32ArrayAttr.get([0, 0]),
                SCRATCHPAD: ir.UnitAttr.get(),
            },
        )  # fmt: skip
    pad.results[0].replace_all_uses_with(taken.results[0])
    pad.erase()


def _copy(source: ir.Value, target: ir.Value) -> None:
    """The elements one by one, in the order in which they lie in memory; in one loop where rows follow each other."""
    streamed = ir.UnitAttr.get()
    if all(map(_is_dense, (source, target))):
        source, target = _as_one_row(source), _as_one_row(target)

    def move(at: list[ir.Value]) -> None:
        load = ir.Operation.create(
            "memref.load", results=[ir.MemRefType(source.type).element_type], operands=[source, *at]
        )
        store = ir.Operation.create("memref.store", operands=[load.results[0], target, *at])
        load.attributes[STREAMED] = store.attributes[STREAMED] = streamed

    for_each(sizes(source), move)


def _is_dense(view: ir.Value) -> bool:
    """Whether the elements of two or more dimensions, all but the first of known size, lie without gaps."""
    type = ir.MemRefType(view.type)
    strides, _ = type.get_strides_and_offset()
    shape = list(type.shape)
    if len(shape) < 2 or build.DYNAMIC in shape[1:]:
        return False
    return strides == [prod(shape[dimension + 1 :]) for dimension in range(len(shape))]


def _as_one_row(view: ir.Value) -> ir.Value:
    """A dense view with one dimension."""
    type = ir.MemRefType(view.type)
    _, offset = type.get_strides_and_offset()
    count = build.DYNAMIC if build.DYNAMIC in type.shape else prod(type.shape)
    layout = ir.StridedLayoutAttr.get(offset, [1]) if isinstance(type.layout, ir.StridedLayoutAttr) else None
    one = ir.MemRefType.get([count], type.element_type, layout, type.memory_space)
    all_of_them = [ir.IntegerAttr.get(ir.IntegerType.get_signless(64), n) for n in range(len(type.shape))]
    together = ir.ArrayAttr.get([ir.ArrayAttr.get(all_of_them)])
    return emit1("memref.collapse_shape", one, view, reassociation=together)


def _prefetch_next(move: Move) -> None:
    """In front of a layer that reads a tape: one element of each cache line of the next layer's rows."""
    if not move.is_inward or move.in_memory is None:
        return
    loop = move.loop
    layer, layers = loop.regions[0].blocks[0].arguments[0], loop.operands[1]
    with move.copy.location, ir.InsertionPoint(move.copy):
        following = emit1("arith.addi", layer.type, layer, index(1))
        more = build.compare_integers("slt", following, layers)
        branch = ir.Operation.create("scf.if", operands=[more], regions=2)
    with move.copy.location, ir.InsertionPoint(branch.regions[0].blocks.append()):
        rows = rows_of_layer(move, following)
        if rows is not None:
            type = ir.MemRefType(rows.type)
            steps = [1] * len(type.shape)
            steps[-1] = max(1, _LINE // build.bytes_of(type))
            for_each(sizes(rows), lambda at: _prefetch(rows, at), steps)
        ir.Operation.create("scf.yield")
    if rows is None:
        branch.erase()


def _prefetch(rows: ir.Value, at: list[ir.Value]) -> None:
    ir.Operation.create(
        "memref.prefetch", operands=[rows, *at],
        attributes={
            "isWrite": ir.BoolAttr.get(False), "isDataCache": ir.BoolAttr.get(True),
            "localityHint": ir.IntegerAttr.get(ir.IntegerType.get_signless(32), 3),
        },
    )  # fmt: skip


def leave_space(op: ir.Operation) -> None:
    """Lets every buffer be in the default memory space, now that all moves are loops."""
    for child in walk(op):
        values = [*child.results, *(a for r in child.regions for b in r.blocks for a in b.arguments)]
        for value in values:
            if isinstance(value.type, ir.MemRefType) and _is_scratchpad(value.type):
                type = ir.MemRefType(value.type)
                value.set_type(ir.MemRefType.get(type.shape, type.element_type, type.layout))
