"""Calls: of functions of the program, of libm, of what allocates memory, and of functions that are only declared."""

from __future__ import annotations

from .. import build
from ..mlir import ir
from .emission import Emission, Pointer, raises
from .layout import is_pointer
from .memory_rules import elements, fill
from .names import ALLOCATES, FREES, REALLOCATES, callee, libm
from .scalar_rules import flags
from .storage import is_null


@raises("llvm.call")
def _call(e: Emission, op: ir.Operation) -> None:
    name = callee(op)
    if name is None or "var_callee_type" in op.attributes:
        raise e.refusal(op, "it calls by a pointer, or with any number of arguments")
    if e.storage.is_defined(name):
        _call_own(e, op, name)
    elif name in ALLOCATES:
        _allocate(e, op, name)
    elif name == REALLOCATES:
        _reallocate(e, op)
    elif name in FREES:
        _free(e, op)
    elif op.results and (known := libm(name, op.results[0].type)) is not None:
        e.values[op.results[0]] = build.emit1(known, op.results[0].type, *map(e.value, op.operands), **flags(op))
    elif any(is_pointer(value.type) for value in (*op.operands, *op.results)):
        raise e.refusal(op, f"@{name} takes or gives memory, and what it does with it is not here; define it")
    else:
        e.declared.setdefault(name, ([v.type for v in op.operands], [v.type for v in op.results]))
        _emit_call(e, op, name, [e.value(value) for value in op.operands])


def _call_own(e: Emission, op: ir.Operation, name: str) -> None:
    """Pointers go as they are where all point to first elements, else as a buffer and an index each."""
    pointers = [value for value in op.operands if is_pointer(value.type)]
    is_offset = any(is_pointer(result.type) for result in op.results) or any(
        (p := e.pointer(value)).at is not None or p.bytes is not None for value in pointers
    )
    e.called[name, is_offset] = None
    given = []
    for value in op.operands:
        if is_pointer(value.type):
            given += e.anywhere(value) if is_offset else e.anywhere(value)[:1]
        else:
            given.append(e.value(value))
    _emit_call(e, op, called(name, is_offset), given)


def _emit_call(e: Emission, op: ir.Operation, name: str, given: list[ir.Value]) -> None:
    types = e.types(list(op.results), is_offset=True)
    results = iter(build.emit("func.call", types, given, callee=ir.FlatSymbolRefAttr.get(name)))
    for result in op.results:
        if is_pointer(result.type):
            e.pointers[result] = Pointer(next(results), next(results))
        else:
            e.values[result] = next(results)


def called(name: str, is_offset: bool) -> str:
    """What a raised function is called: one with pointers as buffers and indices is beside that with buffers."""
    return f"{name}.at" if is_offset else name


def _allocate(e: Emission, op: ir.Operation, name: str) -> None:
    result = op.results[0]
    if name == "calloc":
        count, each = map(e.value, op.operands)
        bytes = build.emit1("arith.muli", build.index_type(), build.to_index(count), build.to_index(each))
        number = build.emit1("arith.divsi", bytes.type, bytes, build.index(e.element_bytes(result)))
    else:
        number = elements(e, op, op.operands[0], result)
    segments = ir.DenseI32ArrayAttr.get([1, 0])
    base = build.emit1("memref.alloc", e.buffer(result), number, operandSegmentSizes=segments)
    if name == "calloc":
        fill(build.constant(e.storage.element(result), 0), base)
    e.pointers[result] = Pointer(base)


def _reallocate(e: Emission, op: ir.Operation) -> None:
    result, number = op.results[0], elements(e, op, op.operands[1], op.results[0])
    if is_null(op.operands[0]):
        segments = ir.DenseI32ArrayAttr.get([1, 0])
        base = build.emit1("memref.alloc", e.buffer(result), number, operandSegmentSizes=segments)
    else:
        base = build.emit1("memref.realloc", e.buffer(result), _freed(e, op), number)
    e.pointers[result] = Pointer(base)


def _free(e: Emission, op: ir.Operation) -> None:
    build.emit("memref.dealloc", [], [_freed(e, op)])


def _freed(e: Emission, op: ir.Operation) -> ir.Value:
    """The memory that a call gives back, which begins where its pointer points to."""
    pointer = e.pointer(op.operands[0])
    if len(e.storage.roots(op.operands[0])) > 1:
        raise e.refusal(op, "which memory it frees is decided when the program runs")
    return pointer.base
