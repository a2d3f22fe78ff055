"""Moves by DMA: double-buffered, with `memref.dma_start` and `memref.dma_wait`, and barriers between layers."""

from __future__ import annotations

from .. import build
from ..build import emit1, index
from ..mlir import ir
from .moves import Move, moves, rows_of_layer, sizes

_BUFFERS = 2  # halves of a scratchpad, and moves that are on their way at a time


def move_of(pad: ir.Operation) -> Move | None:
    """The one move of a scratchpad whose rows are known for every layer; None where that is not so."""
    found = moves(pad)
    if len(found) != 1 or list(pad.operands) or not found[0].begins_at_first_row:
        return None
    (move,) = found
    with move.copy.location, ir.InsertionPoint(move.copy):
        rows = rows_of_layer(move, move.loop.regions[0].blocks[0].arguments[0])
    return None if rows is None else move


def stream(pad: ir.Operation, move: Move) -> None:
    """Gives a scratchpad two halves, of which a layer has one, and makes the move one by DMA."""
    loop, type = move.loop, ir.MemRefType(pad.results[0].type)
    layer, layers = loop.regions[0].blocks[0].arguments[0], loop.operands[1]
    with loop.location, ir.InsertionPoint(loop):
        both = ir.MemRefType.get([_BUFFERS, *type.shape], type.element_type, memory_space=type.memory_space)
        halves = _take(both)
        tags = _take(ir.MemRefType.get([_BUFFERS], ir.IntegerType.get_signless(32)))
    with pad.location, ir.InsertionPoint(pad):
        mine = _half(halves, _turn(layer))
    pad.results[0].replace_all_uses_with(mine)  # a view of the same sizes and strides, at an offset
    _settle_types(mine)
    pad.erase()
    if move.is_inward:
        _read_ahead(move, layer, layers, halves, tags)
    else:
        _write_behind(move, layer, layers, halves, tags, before=mine)
    with loop.location, ir.InsertionPoint.after(loop):
        if not move.is_inward:
            _wait_for_last(move, layers, tags)
    move.copy.erase()


def separate_layers(all_moves: list[Move]) -> None:
    """A barrier in each layer, where it has computed: in front of what it moves out, and of what the next moves in.

    Behind it, everybody who computes in the layer has read its rows, and has written them.
    """
    loops: list[ir.Operation] = []
    for move in all_moves:
        if move.loop in loops:
            continue
        loops.append(move.loop)
        outward = [each.copy for each in all_moves if not each.is_inward]
        *inside, end = [view.operation for view in move.loop.regions[0].blocks[0].operations]
        with move.loop.location, ir.InsertionPoint(next((op for op in inside if op in outward), end)):
            ir.Operation.create("gpu.barrier")


def _read_ahead(move: Move, layer: ir.Value, layers: ir.Value, halves: ir.Value, tags: ir.Value) -> None:
    """The first rows start in front of the loop; each layer starts the next ones, then waits for its own."""
    with move.loop.location, ir.InsertionPoint(move.loop):
        zero = index(0)
        _if_less(zero, layers, lambda: _start_in(move, zero, halves, tags))
    with move.copy.location, ir.InsertionPoint(move.copy):
        following = emit1("arith.addi", layer.type, layer, index(1))
        _if_less(following, layers, lambda: _start_in(move, following, halves, tags))
        _wait(move, layer, tags)


def _start_in(move: Move, layer: ir.Value, halves: ir.Value, tags: ir.Value) -> None:
    rows, turn = rows_of_layer(move, layer), _turn(layer)
    _start(rows, _half(halves, turn), _elements(rows), tags, turn)


def _write_behind(
    move: Move, layer: ir.Value, layers: ir.Value, halves: ir.Value, tags: ir.Value, before: ir.Value
) -> None:
    """A layer waits until its half is empty, which the layer before last has filled; at its end it starts a move."""
    with move.loop.location, ir.InsertionPoint.after(before.owner.operation):
        last = emit1("arith.subi", layer.type, layer, index(_BUFFERS))
        _if_less(index(_BUFFERS - 1), layer, lambda: _wait(move, last, tags))
    with move.copy.location, ir.InsertionPoint(move.copy):
        rows, turn = move.copy.operands[1], _turn(layer)
        _start(_half(halves, turn), rows, _elements(rows), tags, turn)


def _wait_for_last(move: Move, layers: ir.Value, tags: ir.Value) -> None:
    """The moves that nobody has waited for: of the last two layers, or of the only one."""
    for back in range(_BUFFERS, 0, -1):
        layer = emit1("arith.subi", layers.type, layers, index(back))
        _if_less(index(back - 1), layers, lambda: _wait(move, layer, tags))


def _if_less(one: ir.Value, other: ir.Value, body) -> None:
    branch = ir.Operation.create("scf.if", operands=[build.compare_integers("slt", one, other)], regions=2)
    with ir.InsertionPoint(branch.regions[0].blocks.append()):
        body()
        ir.Operation.create("scf.yield")


def _turn(layer: ir.Value) -> ir.Value:
    return emit1("arith.remui", layer.type, layer, index(_BUFFERS))


def _elements(rows: ir.Value) -> ir.Value:
    count, *rest = sizes(rows)
    for size in rest:
        count = emit1("arith.muli", count.type, count, size)
    return count


def _start(source: ir.Value, target: ir.Value, count: ir.Value, tags: ir.Value, turn: ir.Value) -> None:
    ends = [[side, *[index(0)] * len(ir.MemRefType(side.type).shape)] for side in (source, target)]
    ir.Operation.create("memref.dma_start", operands=[*ends[0], *ends[1], count, tags, turn])


def _wait(move: Move, layer: ir.Value, tags: ir.Value) -> None:
    count = _elements(rows_of_layer(move, layer))
    ir.Operation.create("memref.dma_wait", operands=[tags, _turn(layer), count])


def _take(type: ir.Type) -> ir.Value:
    segments = ir.DenseI32ArrayAttr.get([0, 0])
    return emit1("memref.alloc", type, operandSegmentSizes=segments)


def _half(halves: ir.Value, turn: ir.Value) -> ir.Value:
    """One half of the scratchpad, as rows."""
    type = ir.MemRefType(halves.type)
    shape = type.shape[1:]
    strides = [1]
    for size in reversed(shape[1:]):
        strides.insert(0, strides[0] * size)
    layout = ir.StridedLayoutAttr.get(build.DYNAMIC, strides)
    result = ir.MemRefType.get(shape, type.element_type, layout, type.memory_space)
    rest = [0] * len(shape)
    return build.subview(halves, result, [turn, *rest], [1, *shape], [1] * (1 + len(shape)))


def _settle_types(value: ir.Value) -> None:
    """Views of a value that has got an offset have one, too."""
    for use in value.uses:
        view = use.owner.operation
        if view.name == "memref.subview":
            type = ir.MemRefType(view.results[0].type)
            strides = list(ir.StridedLayoutAttr(type.layout).strides)
            layout = ir.StridedLayoutAttr.get(build.DYNAMIC, strides)
            view.results[0].set_type(ir.MemRefType.get(type.shape, type.element_type, layout, type.memory_space))
            _settle_types(view.results[0])
