"""Arrays that are read row by row, laid out that way: columns of a buffer side by side in memory."""

from __future__ import annotations

from ... import build
from ...build import DYNAMIC, emit1, index
from ...mlir import ir, memref
from ..facts.in_place import inside
from ..facts.views import is_scratch

Rooms = dict[
    tuple[ir.Value, int, int], ir.Value
]  # for so many rows, of so many numbers, read as so many: how much memory that is


def can_turn(buffer: ir.Value, reader: ir.Operation) -> bool:
    """Whether the columns of a buffer may be its rows in memory: it is scratch, and goes through few hands besides a
    reader's."""
    type = ir.MemRefType(buffer.type)
    if (
        not is_scratch(buffer)
        or type.rank != 2
        or type.shape[0] == DYNAMIC
        or type.shape[1] != DYNAMIC
        or "alignment" in buffer.owner.attributes
    ):
        return False
    return all(_goes_through_once(use.owner.operation, reader) for use in buffer.uses)


def turn(alloc: ir.Operation, width: int, rooms: Rooms) -> tuple[ir.Value, ir.Value]:
    """Lets a buffer of n columns be memory of n rows, and room for a vector of `width` that begins with the last one.

    Returns the buffer that all its users have now, and the rows. `rooms` has the sizes of other such memory: those that
    are one value may share it.
    """
    type = ir.MemRefType(alloc.results[0].type)
    (count,), (size, _), element = alloc.operands, type.shape, type.element_type
    if (room := rooms.get((count, size, width))) is None:
        with alloc.location, build.behind(count):
            numbers = emit1("arith.muli", count.type, count, index(size))
            room = rooms[count, size, width] = emit1("arith.addi", count.type, numbers, index(width - size))
    with alloc.location, ir.InsertionPoint(alloc):
        whole = memref.alloc(ir.MemRefType.get([DYNAMIC], element), [room], [])
        turned, rows = _cast(whole, count, [size, DYNAMIC], [1, size]), _cast(whole, count, [DYNAMIC, size], [size, 1])
    for use in list(alloc.results[0].uses):
        user = use.owner.operation
        user.operands[use.operand_number] = whole if user.name == "memref.dealloc" else turned
    alloc.erase()
    return turned, rows


def _cast(memory: ir.Value, count: ir.Value, shape: list[int], strides: list[int]) -> ir.Value:
    type = ir.MemRefType.get(shape, build.element(memory.type), layout=ir.StridedLayoutAttr.get(0, strides))
    return memref.reinterpret_cast(type, memory, [], [count], [], [0], shape, strides)


def _goes_through_once(user: ir.Operation, reader: ir.Operation) -> bool:
    """Whether an operation uses each element a few times only, for each time that the reader runs."""
    if user.name in ("memref.dim", "memref.dealloc"):
        return True
    if user.name in ("memref.load", "memref.store"):
        parent = user.block.owner.operation
        if parent.name == "linalg.generic":
            return all("parallel" in str(kind) for kind in parent.attributes["iterator_types"])
        return parent.name == "scf.for" and inside(reader, parent.block) is not None
    if user.name == "linalg.fill":
        return inside(reader, user.block) is not None
    if user.name != "linalg.generic" or inside(reader, user.block) is None:
        return False
    return len(user.attributes["iterator_types"]) == 2
