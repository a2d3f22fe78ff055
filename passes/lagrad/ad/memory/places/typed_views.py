"""Memory of bytes that a function takes for elements of one type, with `memref.view`, is memory of that type.

    %b = memref.alloc() : memref<64xi8>                        %b = memref.alloc() : memref<8xf64>
    %v = memref.view %b[%c32][] : ... to memref<4xf64>   ->    %v = "lagrad.part"(%b, %c4, %c1) : ... -> memref<4xf64>

A shift that is not a whole number of elements fails when the function runs.
"""

from __future__ import annotations

from .... import build
from ....analysis.memory import ALLOCATIONS, PART
from ....analysis.program import walk
from ....mlir import ir
from . import index_arithmetic as index
from .views import shape_of

_BITS = 8


def type_bytes(function: ir.Operation) -> None:
    """Gives bytes the type of what all their views hold, where that is one."""
    for op in [op for op in walk(function) if op.name in ALLOCATIONS]:
        if (element := _element_type(op.results[0])) is not None:
            _retype(op, element)


def _element_type(bytes: ir.Value) -> ir.Type | None:
    """The one type that bytes are looked at as; None if there are several, or if they are used otherwise."""
    type = ir.MemRefType(bytes.type)
    if type.rank != 1 or not isinstance(type.element_type, ir.IntegerType) or type.element_type.width != _BITS:
        return None
    users = [use.owner.operation for use in bytes.uses]
    views = [op for op in users if op.name == "memref.view"]
    types = {ir.MemRefType(op.results[0].type).element_type for op in views}
    if len(types) != 1 or any(op.name not in ("memref.view", "memref.dealloc") for op in users):
        return None
    (found,) = types
    is_number = build.is_real(found) or isinstance(found, (ir.IntegerType, ir.ComplexType))
    return found if is_number and found != type.element_type else None


def _retype(alloc: ir.Operation, element: ir.Type) -> None:
    """Replaces bytes by elements, and their views by parts."""
    width, old = build.bytes_of(element), ir.MemRefType(alloc.results[0].type)
    with ir.InsertionPoint(alloc), alloc.location:
        sizes = [index.value(_elements(size, width)) for size in list(alloc.operands)[:1]]
        shape = [n if n == build.DYNAMIC else n // width for n in shape_of(old)]
        type = ir.MemRefType.get(shape, element, None, old.memory_space)
        segments = ir.DenseI32ArrayAttr.get([len(sizes), 0])
        new = ir.Operation.create(alloc.name, [type], sizes, {"operandSegmentSizes": segments})
    for use in list(alloc.results[0].uses):
        user = use.owner.operation
        if user.name == "memref.view":
            with ir.InsertionPoint(user), user.location:
                user.results[0].replace_all_uses_with(_part(user, new.results[0], width))
            user.erase()
        else:
            user.operands[use.operand_number] = new.results[0]
    alloc.erase()


def _part(view: ir.Operation, memory: ir.Value, width: int) -> ir.Value:
    _, shift, *dynamic = view.operands
    type = view.results[0].type
    rest = iter(dynamic)
    sizes: list[index.Index] = [next(rest) if n == build.DYNAMIC else n for n in shape_of(type)]
    strides = [index.value(index.product(sizes[d + 1 :])) for d in range(len(sizes))]
    return build.emit1(PART, type, memory, index.value(_elements(shift, width, whole=True)), *dynamic, *strides)


def _elements(bytes: ir.Value, width: int, whole: bool = False) -> index.Index:
    """How many elements so many bytes are."""
    number = build.constant_of(bytes)
    if number is not None and number % width == 0:
        return int(number) // width
    if whole:
        rest = build.emit1("arith.remui", bytes.type, bytes, build.index(width))
        message = f"a view of bytes begins inside an element of {width} bytes"
        fits = build.compare_integers("eq", rest, build.index(0))
        build.emit("cf.assert", [], [fits], msg=ir.StringAttr.get(message))
    return build.emit1("arith.divui", bytes.type, bytes, build.index(width))
