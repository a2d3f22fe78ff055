"""The moves of a tape's rows between memory and scratchpads, in loops over layers whose tensors have become memory."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .. import build
from ..build import emit1, index
from ..dialect import LAYER
from ..mlir import ir
from .rows import is_outside

SCRATCHPAD = "lagrad.scratchpad"  # on the operation that takes the memory of one
STREAMED = "lagrad.streamed"  # on a load or store that is part of a move


@dataclass(frozen=True, eq=False)
class Move:
    """One `memref.copy` in a loop over layers: into the scratchpad, or out of it."""

    copy: ir.Operation
    loop: ir.Operation  # over the layers
    is_inward: bool

    @property
    def begins_at_first_row(self) -> bool:
        """Whether it moves the rows of the scratchpad from the first on."""
        side = self.copy.operands[1 if self.is_inward else 0]
        view = side.owner.operation
        return view.name != "memref.subview" or all(at == 0 for at in view.attributes["static_offsets"])

    @property
    def in_memory(self) -> ir.Operation | None:
        """The view of the rows in memory, where it is one."""
        side = self.copy.operands[0 if self.is_inward else 1]
        owner = None if isinstance(side.owner, ir.Block) else side.owner.operation
        return owner if owner is not None and owner.name == "memref.subview" else None


def moves(pad: ir.Operation) -> list[Move]:
    """The copies into and out of a scratchpad in the loop over layers that it is in; none if it is in no such loop."""
    loop = pad.block.owner.operation
    if loop.name != "scf.for" or LAYER not in loop.attributes:
        return []
    copies = [view.operation for view in pad.block.operations if view.operation.name == "memref.copy"]
    sides = [(copy, [_takes(pad, operand) for operand in copy.operands]) for copy in copies]
    return [Move(copy, loop, target) for copy, (source, target) in sides if source or target]


def _takes(pad: ir.Operation, value: ir.Value) -> bool:
    """Whether a value views the memory of a scratchpad."""
    while not isinstance(value.owner, ir.Block):
        op = value.owner.operation
        if op.name not in ("memref.subview", "memref.cast", "memref.collapse_shape", "memref.expand_shape"):
            return op == pad
        value = op.operands[0]
    return False


def of_layer(value: ir.Value, loop: ir.Operation, layer: ir.Value) -> ir.Value | None:
    """A value of the body of a loop over layers as it is in another layer, at the insertion point.

    None if it needs more than arithmetic on the layer's number and on what is there before.
    """
    if value == loop.regions[0].blocks[0].arguments[0]:
        return layer
    if is_outside(value, loop):
        return value
    if isinstance(value.owner, ir.Block) or not value.owner.operation.name.startswith("arith."):
        return None
    op = value.owner.operation
    operands = [of_layer(operand, loop, layer) for operand in op.operands]
    if any(operand is None for operand in operands):
        return None
    clone = op.clone()
    for number, operand in enumerate(operands):
        clone.operands[number] = operand
    return clone.results[0]


def rows_of_layer(move: Move, layer: ir.Value) -> ir.Value | None:
    """The view of the rows in memory that a move has in another layer, at the insertion point.

    It has all dimensions of the tape: if one is dropped, and how many rows there are becomes a constant 1, MLIR does
    not know any more which one that was.
    """
    view = move.in_memory
    if view is None or not is_outside(view.operands[0], move.loop):
        return None
    operands = [of_layer(operand, move.loop, layer) for operand in list(view.operands)[1:]]
    if any(operand is None for operand in operands):
        return None
    clone = view.clone()
    for number, operand in enumerate(operands):
        clone.operands[1 + number] = operand
    clone.results[0].set_type(_with_all_dimensions(view))
    return clone.results[0]


def _with_all_dimensions(view: ir.Operation) -> ir.MemRefType:
    """The type of a view in which no dimension of what it views is dropped."""
    viewed, type = (ir.MemRefType(value.type) for value in (view.operands[0], view.results[0]))
    sizes, steps = (list(ir.DenseI64ArrayAttr(view.attributes[f"static_{name}"])) for name in ("sizes", "strides"))
    strides, _ = viewed.get_strides_and_offset()
    _, offset = type.get_strides_and_offset()
    apart = [build.DYNAMIC if build.DYNAMIC in pair else pair[0] * pair[1] for pair in zip(strides, steps)]
    layout = ir.StridedLayoutAttr.get(offset, apart)
    return ir.MemRefType.get(sizes, type.element_type, layout, type.memory_space)


def sizes(view: ir.Value) -> list[ir.Value]:
    return [emit1("memref.dim", build.index_type(), view, index(d)) for d in range(len(ir.MemRefType(view.type).shape))]


def for_each(counts: list[ir.Value], body: Callable[[list[ir.Value]], None], steps: list[int] | None = None) -> None:
    """A nest of loops, outermost dimension first; `body` gets the indices."""
    indices: list[ir.Value] = []
    point = ir.InsertionPoint.current
    for dimension, count in enumerate(counts):
        with point:
            step = index(steps[dimension] if steps else 1)
            loop = ir.Operation.create("scf.for", operands=[index(0), count, step], regions=1)
        block = loop.regions[0].blocks.append(build.index_type(), arg_locs=[ir.Location.current])
        indices.append(block.arguments[0])
        with ir.InsertionPoint(block):
            end = ir.Operation.create("scf.yield")
        point = ir.InsertionPoint(end)
    with point:
        body(indices)
